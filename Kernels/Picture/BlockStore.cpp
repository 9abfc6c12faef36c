// SPDX-License-Identifier: BSD-3-Clause
#include "Picture/BlockStore.h"

#include "Core/Errors.h"
#include "View/EyeRays.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace inkray
{
namespace
{

/// Sets each block's layer: the blocks that lie before it, counted in the cells of a grid over the picture.
void findLayers(std::vector<SeenBlock>& seen, const Camera& camera)
{
  constexpr int across = 32;
  int before[across][across] = {};
  for (SeenBlock& block : seen)
  {
    const BoxPixels& pixels = block.pixels;
    const int left = pixels.x * across / camera.width,
              right = (pixels.x + pixels.width - 1) * across / camera.width,
              low = pixels.y * across / camera.height,
              high = (pixels.y + pixels.height - 1) * across / camera.height;
    std::int64_t sum = 0;
    for (int y = low; y <= high; ++y)
      for (int x = left; x <= right; ++x)
        sum += before[y][x]++;
    block.layer = double(sum) / ((right - left + 1) * (high - low + 1));
  }
}

} // namespace

std::vector<SeenBlock> seenBlocks(const std::vector<std::size_t>& frontToBack,
  const std::function<AxisBox(std::size_t block)>& boxOf, const Camera& camera)
{
  double toClip[16];
  multiply(camera.eyeToClip, camera.meshToEye, toClip);
  std::vector<SeenBlock> seen;
  for (const std::size_t block : frontToBack)
  {
    BoxPixels pixels;
    if (findBoxPixels(boxOf(block), toClip, camera, pixels))
      seen.push_back({ block, pixels });
  }
  findLayers(seen, camera);
  return seen;
}

void BlockStore::beginFrame(std::size_t pictureBytes)
{
  turns_.assign(source_.numBlocks(), none);
  turn_ = 0;
  report_ = BlocksReport();
  this->countPicture(pictureBytes);
}

void BlockStore::countPicture(std::size_t bytes)
{
  if (bytes == pictureBytes_)
    return;
  budget_.remove(std::exchange(pictureBytes_, 0));
  if (bytes == 0)
    return;
  this->withMemory(none, [&] { budget_.require(bytes); });
  budget_.add(bytes);
  pictureBytes_ = bytes;
}

void BlockStore::useInOrder(std::size_t block)
{
  turn_ = block;
  turns_.resize(source_.numBlocks());
  std::iota(turns_.begin(), turns_.end(), std::size_t(0));
}

void BlockStore::draw(const std::vector<SeenBlock>& seen, double& bytes, const Drawing& drawing)
{
  const std::vector<Fate> fates = this->choose(seen, bytes);
  turns_.assign(source_.numBlocks(), none);
  for (std::size_t turn = 0; turn < seen.size(); ++turn)
    if (fates[turn] >= Fate::Kept)
      turns_[seen[turn].block] = turn;
  report_.cast = report_.leftOut = 0;
  for (std::size_t turn = 0; turn < seen.size(); ++turn)
  {
    const std::size_t block = seen[turn].block;
    turn_ = turn;
    if (turn > 0 && !drawing.isOpen(seen[turn]))
      continue;
    if (!source_.isLoaded(block))
    {
      const double own = fates[turn] == Fate::Sent ? 0 : double(source_.bytes(block));
      if (fates[turn] == Fate::LeftOut || own > bytes)
      {
        ++report_.leftOut;
        continue;
      }
      bytes -= own;
      this->load(block);
    }
    // Begin to send the next block before waiting for this one.
    std::size_t next = source_.loadsAhead() ? turn + 1 : seen.size();
    while (next < seen.size() && fates[next] == Fate::LeftOut)
      ++next;
    if (next < seen.size() && fates[next] == Fate::Sent && !source_.isLoaded(seen[next].block) &&
      drawing.isOpen(seen[next]))
      this->load(seen[next].block, block);
    drawing.draw(turn);
    ++report_.cast;
  }
}

BlocksReport BlockStore::report() const
{
  BlocksReport report = report_;
  report.pieces = static_cast<int>(source_.numBlocks());
  report.resident = 0;
  for (std::size_t k = 0; k < source_.numBlocks(); ++k)
    report.resident += source_.isLoaded(k) ? 1 : 0;
  return report;
}

auto BlockStore::choose(const std::vector<SeenBlock>& seen, double& bytes) const -> std::vector<Fate>
{
  std::vector<Fate> fates(seen.size(), Fate::Sent);
  if (bytes == std::numeric_limits<double>::infinity())
    return fates;
  std::vector<std::size_t> order(seen.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(),
    [&seen](std::size_t a, std::size_t b) { return seen[a].layer < seen[b].layer; });
  const auto numLoaded = std::count_if(
    seen.begin(), seen.end(), [this](const SeenBlock& block) { return source_.isLoaded(block.block); });
  for (std::size_t rank = 0; rank < order.size(); ++rank)
  {
    const std::size_t block = seen[order[rank]].block;
    const auto own = double(source_.bytes(block));
    Fate& fate = fates[order[rank]];
    if (source_.isLoaded(block))
      fate = static_cast<std::ptrdiff_t>(rank) < numLoaded ? Fate::Kept : Fate::Spare;
    else
      fate = own <= bytes ? Fate::Sent : Fate::LeftOut;
    if (fate == Fate::Sent)
      bytes -= own;
  }
  return fates;
}

void BlockStore::withMemory(std::size_t kept, const std::function<void()>& work)
{
  for (;;)
  {
    try
    {
      return work();
    }
    catch (const OutOfMemory&)
    {
      if (!source_.releaseSpare() && !this->dropFarthest(kept, kept))
        throw;
      source_.releaseSpare();
    }
  }
}

bool BlockStore::load(std::size_t block, std::size_t current)
{
  for (;;)
  {
    try
    {
      source_.load(block);
      report_.bytesSent += source_.bytes(block);
      return true;
    }
    catch (const OutOfMemory&)
    {
      if (source_.releaseSpare() ||
        this->dropFarthest(block, current, current == none ? 0 : this->distance(block) + 1))
        continue;
      if (current == none)
        throw;
      return false;
    }
  }
}

std::size_t BlockStore::distance(std::size_t block) const
{
  const std::size_t n = turns_.size();
  return turns_[block] == none ? n : (turns_[block] + n - turn_ % n) % n;
}

bool BlockStore::dropFarthest(std::size_t kept, std::size_t alsoKept, std::size_t least)
{
  std::size_t farthest = none;
  for (std::size_t k = 0; k < source_.numBlocks(); ++k)
    if (k != kept && k != alsoKept && source_.isLoaded(k) && this->distance(k) >= least)
    {
      farthest = k;
      least = this->distance(k);
    }
  if (farthest == none)
    return false;
  source_.drop(farthest);
  return true;
}

} // namespace inkray
