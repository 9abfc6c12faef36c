// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/Partition.h"
#include "Picture/BlockStore.h"
#include "Renderers/MeshVolume/TetRayCasterImpl.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace inkray
{

/// The casters of the pieces of a mesh, which are the blocks of a store: pieces that are not in the memory of
/// the backend wait in host memory, ready for rays. The casters share the backend with its memory budget, and
/// the workspace of a frame.
template <class Backend>
class MeshInBlocks : private BlockSource
{
public:
  using Caster = TetRayCasterImpl<Backend>;

  explicit MeshInBlocks(std::shared_ptr<FrameWorkspace<Backend>> workspace)
    : workspace_(std::move(workspace))
  {
  }

  /// Drop all pieces, but keep their host memory: the next mesh may be as large, and allocating gigabytes
  /// takes long.
  void clear()
  {
    for (const auto& piece : pieces_)
      spare_.push_back(piece->pages().takeHostMemory());
    pieces_.clear();
    free_.clear();
    store_.countPicture(0);
    workspace_->release();
    largest_ = 0;
  }
  void releaseHostMemory() { spare_.clear(); }
  /// Add a caster for a piece that will take about this many bytes, and make the piece the current one.
  Caster& add(std::size_t bytes)
  {
    pieces_.push_back(std::make_unique<Caster>(workspace_));
    const auto spare = std::find_if(spare_.begin(), spare_.end(),
      [bytes](const HostStore& memory) { return memory.size() > 0 && memory.size() <= 2 * bytes; });
    if (spare != spare_.end())
    {
      pieces_.back()->pages().giveHostMemory(std::move(*spare));
      spare_.erase(spare);
    }
    store_.useInOrder(pieces_.size() - 1);
    return *pieces_.back();
  }
  std::size_t size() const { return pieces_.size(); }
  Caster& operator[](std::size_t k) { return *pieces_[k]; }
  const Caster& operator[](std::size_t k) const { return *pieces_[k]; }
  const Caster& empty() const { return empty_; } ///< a caster without a mesh, which has the style only
  const MeshStyle& style() const { return style_; }
  ///@{
  /// The indices of the pieces from front to back, their boxes, the parts of these that their cells occupy,
  /// and the ids of their cells.
  const Camera& cameraOfBoxes(const Camera& camera) const { return camera; }
  std::vector<std::size_t> frontToBack(const Camera& camera) const { return partition.frontToBack(camera); }
  const AxisBox& box(std::size_t k) const { return partition.pieces[k].box; }
  const AxisBox& occupied(std::size_t k) const { return partition.pieces[k].occupied; }
  const PagedVector<std::uint32_t>& cells(std::size_t k) const { return partition.pieces[k].tets; }
  ///@}
  /// Returns a function that tells whether a frame may show something of piece k.
  auto shown(const FrameOptions&) const
  {
    return [](std::size_t) { return true; };
  }
  const double (&bounds() const)[6] { return partition.bounds; }
  /// Add the bytes and times of the pieces.
  void addTo(CasterState& state) const
  {
    for (const auto& piece : pieces_)
    {
      state.memory.resident += piece->memory().resident;
      state.pieces.setUp.hostMemory += piece->pages().times().hostMemory;
      state.pieces.setUp.storing += piece->pages().times().storing;
    }
  }
  BlockStore& store() { return store_; }
  const BlockStore& store() const { return store_; }

  /// Set the style of all pieces; each takes it when it is next used. Throws the exceptions of a caster that
  /// refuses the style.
  void setStyle(const MeshStyle& style)
  {
    const bool wasOld = std::exchange(isStyleOld_, true);
    if (empty_.updateStyle(style) || wasOld)
      style_ = style;
    isStyleOld_ = false;
  }

  /// Get a piece with the current style, in the memory of the backend for the following work.
  Caster& use(std::size_t k)
  {
    Caster& piece = *pieces_[k];
    if (!this->isLoaded(k))
      store_.load(k);
    piece.awaitPage();
    store_.withMemory(k, [&] { piece.updateStyle(style_); });
    return piece;
  }

  bool haveTaken(const MeshFields& fields) const
  {
    return std::all_of(pieces_.begin(), pieces_.end(),
      [&fields](const auto& piece) { return piece->takenFields().areOf(fields); });
  }
  /// Give all pieces the fields that they have not taken, one piece after the other. cut(k, own) restricts
  /// the fields `own` to piece k. Returns the milliseconds of the transfers.
  template <class Cut>
  double updateFields(const MeshFields& fields, const Cut& cut)
  {
    double uploaded = 0;
    for (std::size_t k = 0; k < pieces_.size(); ++k)
    {
      if (pieces_[k]->takenFields().areOf(fields))
        continue;
      store_.useInOrder(k);
      Caster& caster = this->use(k);
      MeshFields own = fields;
      cut(k, own);
      store_.withMemory(k, [&] { caster.updateFields(own); });
      uploaded += caster.timings().upload;
    }
    return uploaded;
  }

  MeshPartition partition; ///< of the mesh

private:
  using Memory = Buffer<char, Backend>;
  using HostStore = typename Backend::HostStore;

  std::size_t numBlocks() const override { return pieces_.size(); }
  bool isLoaded(std::size_t k) const override { return !pieces_[k]->isPagedOut(); }
  std::size_t bytes(std::size_t k) const override { return pieces_[k]->pageBytes(); }
  bool loadsAhead() const override { return true; }
  void load(std::size_t k) override
  {
    const std::size_t bytes = this->bytes(k);
    largest_ = std::max(largest_, bytes);
    const auto place =
      std::find_if(free_.begin(), free_.end(), [&](const Memory& memory) { return memory.bytes() >= bytes; });
    Memory memory;
    if (place != free_.end())
    {
      memory = std::move(*place);
      free_.erase(place);
    }
    else // memory of one size fits any piece, unless a piece is much larger than others
      memory.reset(workspace_->backend, std::int64_t(std::min(largest_, bytes + bytes / 4)));
    pieces_[k]->pageIn(std::move(memory));
  }
  void drop(std::size_t k) override
  {
    Memory memory = pieces_[k]->pageOut();
    if (!memory.empty())
      free_.push_back(std::move(memory));
  }
  bool releaseSpare() override
  {
    const bool areAny = !free_.empty();
    free_.clear();
    return areAny;
  }

  const std::shared_ptr<FrameWorkspace<Backend>> workspace_;
  BlockStore store_{ *this, workspace_->backend.budget() };
  Caster empty_{ workspace_ };
  MeshStyle style_;
  bool isStyleOld_ = false; ///< empty_ may have taken more than style_
  std::vector<std::unique_ptr<Caster>> pieces_;
  std::vector<Memory> free_;     ///< of pieces that were moved out
  std::vector<HostStore> spare_; ///< of dropped pieces
  std::size_t largest_ = 0;      ///< the most bytes of a piece that was sent
};

} // namespace inkray
