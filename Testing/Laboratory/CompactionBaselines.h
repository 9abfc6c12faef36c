// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Cooperative/BlockScan.h"
#include "Device/Buffer.h"
#include "KdPieces.h"
#include "StreamPasses.h"

#include <cstdint>
#include <vector>
#ifdef __CUDACC__
#include "Cooperative/CudaContext.cuh"
#include "Device/CudaBackend.cuh"
#endif

/// Compactions that Hughes et al. name beside theirs and do not measure (InK-Compact, section 1.2): the scan
/// and scatter of CUDPP, private arrays, and HistoPyramids. Joint work of a block of threads is a struct with
/// `block` threads and a function run(ctx, shared). A CPU calls the struct with the number of the block, and
/// one thread does the same.
namespace inkray::laboratory
{

#ifdef __CUDACC__
template <class Body>
__global__ void __launch_bounds__(Body::block) blocksKernel(Body body)
{
  __shared__ typename Body::Shared shared;
  body.run(CudaContext<Body::block>(), shared);
}
#endif

/// Runs a block of threads for each tile; on a CPU one thread.
template <class Body, class Backend>
void forTiles(Backend& backend, std::int64_t numTiles, const Body& body)
{
#ifdef __CUDACC__
  if constexpr (Backend::isDevice)
  {
    const typename Backend::Launch launch(backend);
    blocksKernel<<<static_cast<unsigned>(numTiles), Body::block, 0, launch.stream>>>(body);
    checkCuda(cudaGetLastError(), "kernel launch");
    return;
  }
#endif
  backend.forEach(numTiles, body);
}

/// Sums the numbers before each number in its tile, and the whole tile. Each thread has two numbers. The sums
/// go up and down a tree in shared memory, skewed against conflicts of banks (Harris, Sengupta and Owens
/// 2007, GPU Gems 3, chapter 39).
struct ScanTile
{
  static constexpr int block = 128, tile = 2 * block;
  struct Shared
  {
    std::uint32_t sums[tile + tile / 32];
  };
  INKRAY_HD static int place(int i) { return i + (i >> 5); }

  const std::uint32_t* in; ///< whole tiles
  std::uint32_t* before;
  std::uint32_t* totals;

  template <class Ctx>
  INKRAY_COOPERATIVE void run(const Ctx& ctx, Shared& shared) const
  {
    const int thread = ctx.thread();
    const std::size_t a = std::size_t(ctx.block()) * tile + static_cast<std::size_t>(thread), b = a + block;
    shared.sums[place(thread)] = in[a];
    shared.sums[place(thread + block)] = in[b];
    int width = 1; // the width of a child
    for (int nodes = block; nodes > 0; nodes /= 2, width *= 2)
    {
      ctx.syncThreads();
      if (thread < nodes)
        shared.sums[place(width * (2 * thread + 2) - 1)] += shared.sums[place(width * (2 * thread + 1) - 1)];
    }
    if (thread == 0)
    {
      totals[ctx.block()] = shared.sums[place(tile - 1)];
      shared.sums[place(tile - 1)] = 0;
    }
    for (int nodes = 1; nodes <= block; nodes *= 2)
    {
      width /= 2;
      ctx.syncThreads();
      if (thread < nodes)
      {
        const int left = place(width * (2 * thread + 1) - 1), right = place(width * (2 * thread + 2) - 1);
        const std::uint32_t sum = shared.sums[left];
        shared.sums[left] = shared.sums[right];
        shared.sums[right] += sum;
      }
    }
    ctx.syncThreads();
    before[a] = shared.sums[place(thread)];
    before[b] = shared.sums[place(thread + block)];
  }

  INKRAY_HD void operator()(std::int64_t number) const
  {
    std::uint32_t sum = 0;
    for (std::int64_t i = number * tile; i < (number + 1) * tile; ++i)
    {
      before[i] = sum;
      sum += in[i];
    }
    totals[number] = sum;
  }
};

/// Adds the sums of the tiles before to each number's sum.
struct AddTilesBefore
{
  const std::uint32_t* tilesBefore;
  std::uint32_t* before;

  INKRAY_HD void operator()(std::int64_t i) const { before[i] += tilesBefore[i / ScanTile::tile]; }
};

/// Marks each valid element by 1; elements beyond the stream's end get 0.
template <class Valid>
struct MarkValid
{
  const std::uint32_t* items;
  std::int64_t numItems;
  Valid valid;
  std::uint32_t* marks;

  INKRAY_HD void operator()(std::int64_t i) const { marks[i] = i < numItems && valid(items[i]); }
};

struct ScatterMarked
{
  const std::uint32_t* items;
  const std::uint32_t* marks;
  const std::uint32_t* before;
  std::int64_t last; ///< the last element
  std::uint32_t* out;
  std::uint64_t* count;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (marks[i])
      out[before[i]] = items[i];
    if (i == last)
      *count = before[i] + marks[i];
  }
};

/// First pass of Tang et al. 2011: each block of threads keeps the valid elements of its tile in its own part
/// of an array, which has room for all.
template <class Valid>
struct KeepPrivate
{
  static constexpr int block = 256, rounds = 4, tile = block * rounds;
  using Scan = BallotScan<block>;
  struct Shared
  {
    typename Scan::Shared scans[2]; ///< used in turn, so that the barrier of one scan protects the other
  };

  const std::uint32_t* items;
  std::int64_t numItems;
  Valid valid;
  std::uint32_t* parts;
  std::uint32_t* counts;

  template <class Ctx>
  INKRAY_COOPERATIVE void run(const Ctx& ctx, Shared& shared) const
  {
    const std::int64_t first = std::int64_t(ctx.block()) * tile;
    std::uint32_t kept = 0;
    for (int round = 0; round < rounds; ++round)
    {
      const std::int64_t i = first + round * block + ctx.thread();
      const std::uint32_t item = i < numItems ? items[i] : 0u;
      const bool isValid = i < numItems && valid(item);
      const ScanResult result = Scan::scan(ctx, shared.scans[round & 1], isValid ? 1u : 0u);
      if (isValid)
        parts[first + kept + result.before] = item;
      kept += result.total;
    }
    if (ctx.thread() == 0)
      counts[ctx.block()] = kept;
  }

  INKRAY_HD void operator()(std::int64_t number) const
  {
    const std::int64_t first = number * tile;
    std::uint32_t kept = 0;
    for (std::int64_t i = first; i < first + tile && i < numItems; ++i)
      if (valid(items[i]))
        parts[first + kept++] = items[i];
    counts[number] = kept;
  }
};

/// Second pass: each block sums the counts of the parts before its part, and moves its elements to their
/// places.
struct JoinPrivate
{
  static constexpr int block = 256;
  using Warps = BlockScan<block, 32>;
  using Shared = typename Warps::Shared;

  const std::uint32_t* parts;
  const std::uint32_t* counts;
  std::int64_t tile, numTiles;
  std::uint32_t* out;
  std::uint64_t* count;

  template <class Ctx>
  INKRAY_COOPERATIVE void run(const Ctx& ctx, Shared& shared) const
  {
    const std::int64_t number = ctx.block();
    std::uint32_t sum = 0;
    for (std::int64_t i = ctx.thread(); i < number; i += block)
      sum += counts[i];
    const std::uint32_t before = Warps::warpOffset(ctx, shared, ctx.warpSum(sum)).total;
    const std::uint32_t kept = counts[number];
    for (std::uint32_t i = static_cast<std::uint32_t>(ctx.thread()); i < kept; i += block)
      out[before + i] = parts[number * tile + i];
    if (number + 1 == numTiles && ctx.thread() == 0)
      *count = before + kept;
  }

  INKRAY_HD void operator()(std::int64_t number) const
  {
    std::uint32_t before = 0;
    for (std::int64_t i = 0; i < number; ++i)
      before += counts[i];
    for (std::uint32_t i = 0; i < counts[number]; ++i)
      out[before + i] = parts[number * tile + i];
    if (number + 1 == numTiles)
      *count = before + counts[number];
  }
};

/// A level of a HistoPyramid (Dyken, Ziegler, Theobalt and Seidel 2008): each element has the sum of four
/// elements of the level below. Levels are whole fours; elements beyond the level below are 0.
struct SumFours
{
  const std::uint32_t* below;
  std::int64_t numBelow;
  std::uint32_t* sums;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (4 * i >= numBelow)
    {
      sums[i] = 0;
      return;
    }
    const UInt4 fours = load(reinterpret_cast<const UInt4*>(below + 4 * i));
    sums[i] = fours.x + fours.y + fours.z + fours.w;
  }
};

/// Each output looks for its input from the top of the pyramid down: on each level it reads four sums.
struct DescendPyramid
{
  static constexpr int mostLevels = 16;

  const std::uint32_t* levels[mostLevels]; ///< the lowest: 1 for each valid element
  int numLevels;
  const std::uint32_t* items;
  std::uint32_t* out;
  std::uint64_t* count;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::uint32_t total = levels[numLevels - 1][0];
    if (i == 0)
      *count = total;
    if (i >= total)
      return;
    std::uint32_t place = static_cast<std::uint32_t>(i), at = 0;
    for (int level = numLevels - 2; level >= 0; --level)
    {
      const UInt4 fours = load(reinterpret_cast<const UInt4*>(levels[level] + 4 * std::size_t(at)));
      const std::uint32_t two = fours.x + fours.y, three = two + fours.z;
      const std::uint32_t child = (place >= fours.x) + (place >= two) + (place >= three);
      place -= child == 0 ? 0u : child == 1 ? fours.x : child == 2 ? two : three;
      at = 4 * at + child;
    }
    out[i] = items[at];
  }
};

/// The three compactions, with their buffers on a backend. All keep the order. Streams have at least one and
/// fewer than 2^30 elements, and `out` has as many places.
template <class Backend>
class CompactionBaselines
{
public:
  explicit CompactionBaselines(Backend& backend)
    : backend_(backend)
  {
  }

  /// Compacts as CUDPP does: marks, their scan, and a scatter.
  template <class Valid>
  void scanAndScatter(
    const std::uint32_t* items, std::int64_t n, const Valid& valid, std::uint32_t* out, std::uint64_t* count)
  {
    const std::int64_t size = roundedUp(n, ScanTile::tile);
    marks_.reserve(backend_, size);
    before_.reserve(backend_, size);
    backend_.forEach(size, MarkValid<Valid>{ items, n, valid, marks_.data() });
    this->scan(marks_.data(), size, before_.data(), 0);
    backend_.forEach(n, ScatterMarked{ items, marks_.data(), before_.data(), n - 1, out, count });
  }

  /// Compacts as Tang et al. do.
  template <class Valid>
  void privateArrays(
    const std::uint32_t* items, std::int64_t n, const Valid& valid, std::uint32_t* out, std::uint64_t* count)
  {
    constexpr std::int64_t tile = KeepPrivate<Valid>::tile;
    const std::int64_t numTiles = roundedUp(n, tile) / tile;
    marks_.reserve(backend_, numTiles * tile);
    before_.reserve(backend_, numTiles);
    forTiles(backend_, numTiles, KeepPrivate<Valid>{ items, n, valid, marks_.data(), before_.data() });
    forTiles(backend_, numTiles, JoinPrivate{ marks_.data(), before_.data(), tile, numTiles, out, count });
  }

  /// Compacts as Dyken et al. do, with streams in place of images.
  template <class Valid>
  void histoPyramid(
    const std::uint32_t* items, std::int64_t n, const Valid& valid, std::uint32_t* out, std::uint64_t* count)
  {
    DescendPyramid descent = { {}, 0, items, out, count };
    std::int64_t below = 0;
    for (std::int64_t size = n;; size = (size + 3) / 4)
    {
      const std::int64_t whole = roundedUp(size, 4);
      auto& level = this->level(descent.numLevels);
      level.reserve(backend_, whole);
      if (descent.numLevels == 0)
        backend_.forEach(whole, MarkValid<Valid>{ items, n, valid, level.data() });
      else
        backend_.forEach(whole, SumFours{ descent.levels[descent.numLevels - 1], below, level.data() });
      descent.levels[descent.numLevels++] = level.data();
      below = whole;
      if (size == 1)
        break;
    }
    backend_.forEach(n, descent);
  }

private:
  using Numbers = Buffer<std::uint32_t, Backend>;

  static std::int64_t roundedUp(std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; }

  Numbers& level(int number)
  {
    if (levels_.size() <= static_cast<std::size_t>(number))
      levels_.resize(static_cast<std::size_t>(number) + 1);
    return levels_[static_cast<std::size_t>(number)];
  }

  /// Computes before[i] = in[0] + ... + in[i - 1], for whole tiles.
  void scan(const std::uint32_t* in, std::int64_t size, std::uint32_t* before, int depth)
  {
    const std::int64_t numTiles = size / ScanTile::tile, rounded = roundedUp(numTiles, ScanTile::tile);
    this->level(2 * depth + 1);
    Numbers &totals = this->level(2 * depth), &tilesBefore = this->level(2 * depth + 1);
    totals.reserve(backend_, rounded);
    tilesBefore.reserve(backend_, rounded);
    std::uint32_t *const sums = totals.data(), *const sumsBefore = tilesBefore.data();
    backend_.zero(sums, static_cast<std::size_t>(rounded) * sizeof(std::uint32_t));
    forTiles(backend_, numTiles, ScanTile{ in, before, sums });
    if (numTiles == 1)
      return;
    this->scan(sums, rounded, sumsBefore, depth + 1);
    backend_.forEach(size, AddTilesBefore{ sumsBefore, before });
  }

  Backend& backend_;
  Numbers marks_, before_;
  std::vector<Numbers> levels_; ///< of a pyramid; or sums of tiles and sums before tiles, in turn
};

} // namespace inkray::laboratory
