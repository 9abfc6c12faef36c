// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/ElapsedTime.h"
#include "Geometry/Mesh/HostArrays.h"
#include "Geometry/Mesh/Partition.h"
#include "Renderers/MeshVolume/InBlocks/MeshInBlocks.h"
#include "Renderers/MeshVolume/InBlocks/RayCasterInBlocks.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace inkray
{

/// The ray caster of a mesh in pieces on one backend (TetRayCaster::createInBlocks).
template <class Backend>
class TetRayCasterInBlocksImpl : public RayCasterInBlocks<MeshInBlocks<Backend>>
{
  using Base = RayCasterInBlocks<MeshInBlocks<Backend>>;
  using typename Base::Caster;

public:
  TetRayCasterInBlocksImpl(const DeviceInfo& device, std::size_t memoryLimit, std::size_t bytesABlock)
    : Base(device, memoryLimit)
    , bytesABlock_(bytesABlock)
  {
  }

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override;

  void update(const MeshLook& look) override
  {
    this->updateFields(look.fields);
    pieces_.setStyle(look.style);
  }

  MeshHistogram histogram(const MeshHistogramInput& input) override
  {
    if (pieces_.size() != 1)
      throw InvalidInput("the mesh is drawn in pieces, and their histogram cannot be counted; allow for more "
                         "memory, so that it is drawn as a whole");
    return pieces_.use(0).histogram(input);
  }
  void originalTets(std::int64_t* tets) const override
  {
    for (std::size_t word = 0; word < partition_.isDrawn.size(); ++word)
      for (std::uint64_t bits = partition_.isDrawn[word]; bits != 0; bits &= bits - 1)
        *tets++ = static_cast<std::int64_t>(64 * word) + lowestBit64(bits);
  }

private:
  using Base::backend_;
  using Base::frame_;
  using Base::opacityRange_;
  using Base::peak_;
  using Base::pieces_;
  using Base::range_;
  using Base::setUp_;
  using Base::setupPeak_;
  using Base::timings_;

  void setUp(const TetMeshInput& mesh, std::size_t bytesABlock, const WorkObserver& observer);
  void forgetDuplicates(std::size_t k, std::int64_t numLeft);
  void setUpPiece(std::size_t k, const TetMeshInput& mesh, PagedVector<std::uint32_t>& localIds,
    const WorkObserver& observer);
  void updateFields(const MeshFields& fields);
  FiniteRange rangeOfShown(const ShownField& shown);
  void checkValues(const Field& field) const;
  template <class Entries>
  FiniteRange rangeOf(const Field& field, const Entries& entriesOf);

  const std::size_t bytesABlock_;
  MeshPartition& partition_ = pieces_.partition;
  std::int64_t numPoints_ = 0;
  TetMeshReport meshReport_;
  TakenRevision ofRange_, ofOpacityRange_;
};

template <class Backend>
const TetMeshReport& TetRayCasterInBlocksImpl<Backend>::setMesh(
  const TetMeshInput& mesh, const WorkObserver& observer)
{
  pieces_.clear();
  partition_ = MeshPartition();
  frame_.release();
  range_ = opacityRange_ = FiniteRange();
  ofRange_.forget();
  ofOpacityRange_.forget();
  peak_ = std::max(peak_, backend_.budget().peak());
  setupPeak_ = 0;

  // The host gathers the pieces.
  std::vector<char> points, connectivity;
  const TetMeshInput there = meshInHost(mesh, points, connectivity);

  constexpr std::size_t leastBytesABlock = 1 << 16;
  const std::size_t limit = backend_.budget().limit();
  std::size_t bytes = bytesABlock_ > 0 ? bytesABlock_
    : limit == MemoryBudget::noLimit   ? limit
                                       : std::max(leastBytesABlock, limit / 2);
  for (;;)
  {
    try
    {
      this->setUp(there, bytes, observer);
      pieces_.releaseHostMemory();
      return meshReport_;
    }
    catch (const OutOfMemory& error)
    {
      pieces_.clear();
      if (limit == MemoryBudget::noLimit || bytes / 2 < leastBytesABlock)
      {
        pieces_.releaseHostMemory();
        throw OutOfMemory("the mesh cannot be drawn in pieces with " + std::to_string(limit) +
            " bytes of memory; allow more memory (" + error.what() + ")",
          error.asked, error.free);
      }
      bytes /= 2;
    }
    catch (...)
    {
      pieces_.clear();
      pieces_.releaseHostMemory();
      throw;
    }
  }
}

template <class Backend>
void TetRayCasterInBlocksImpl<Backend>::setUp(
  const TetMeshInput& mesh, std::size_t bytesABlock, const WorkObserver& observer)
{
  constexpr std::size_t maxPieces = 1 << 12;
  timings_ = TetRayCastTimings();
  setUp_ = PiecesSetUp();
  const ElapsedTime time;
  partition_ = MeshPartition(); // release first: two partitions at once take gigabytes
  partition_ = partition(mesh, bytesABlock);
  setUp_.partition = time.milliseconds();
  if (partition_.pieces.size() > maxPieces)
    throw OutOfMemory("the mesh would need " + std::to_string(partition_.pieces.size()) +
        " pieces, but at most " + std::to_string(maxPieces) + " are possible",
      0, backend_.budget().limit());
  this->numCells_ = mesh.numTets;
  numPoints_ = mesh.numPoints;
  meshReport_ = partition_.report;
  PagedVector<std::uint32_t> localIds;
  const std::size_t numPieces = partition_.pieces.size();
  for (std::size_t k = 0; k < numPieces; ++k)
  {
    const double first = double(k) / double(numPieces), share = 1.0 / double(numPieces);
    WorkObserver own;
    own.abortCheck = observer.abortCheck;
    if (observer.progress)
      own.progress = [&](double done) { observer.progress(first + share * done); };
    this->setUpPiece(k, mesh, localIds, own);
  }
}

template <class Backend>
void TetRayCasterInBlocksImpl<Backend>::setUpPiece(
  std::size_t k, const TetMeshInput& mesh, PagedVector<std::uint32_t>& localIds, const WorkObserver& observer)
{
  BlockMesh own(mesh, partition_.pieces[k], localIds);
  own.input.bounds = partition_.bounds;

  Caster& caster = pieces_.add(estimateMeshBytes(own.input.numTets, own.input.numPoints).resident);
  TetMeshReport found;
  pieces_.store().withMemory(k, [&] {
    found = caster.setMesh(own.input, observer);
    setupPeak_ = std::max(setupPeak_, caster.memory().setupPeak);
    peak_ = std::max(peak_, backend_.budget().peak());
  });
  timings_.adjacency += caster.timings().adjacency;
  timings_.upload += caster.timings().upload;
  setUp_.upload = timings_.upload;
  setUp_.adjacency = timings_.adjacency;
  meshReport_.numBoundaryFaces += found.numBoundaryFaces;
  meshReport_.nonManifoldFaces += found.nonManifoldFaces;

  if (found.duplicate > 0)
    this->forgetDuplicates(k, found.numTets);
}

/// Forget duplicates. All copies of a tet are in the same pieces, so each piece leaves out the same tets;
/// `numLeft` remain in piece k.
template <class Backend>
void TetRayCasterInBlocksImpl<Backend>::forgetDuplicates(std::size_t k, std::int64_t numLeft)
{
  std::vector<std::int64_t> kept(static_cast<std::size_t>(numLeft));
  pieces_[k].originalTets(kept.data());
  std::vector<bool> isKept(partition_.pieces[k].tets.size());
  for (const std::int64_t tet : kept)
    isKept[static_cast<std::size_t>(tet)] = true;
  for (std::size_t i = 0; i < isKept.size(); ++i)
  {
    const std::uint32_t tet = partition_.pieces[k].tets[i];
    std::uint64_t& word = partition_.isDrawn[tet / 64];
    const std::uint64_t bit = std::uint64_t(1) << (tet % 64);
    if (isKept[i] || (word & bit) == 0)
      continue;
    word &= ~bit;
    --meshReport_.numTets;
    ++meshReport_.duplicate;
  }
}

template <class Backend>
void TetRayCasterInBlocksImpl<Backend>::checkValues(const Field& field) const
{
  if (pieces_.size() == 0)
    throw InvalidInput("values were given before a mesh");
  const bool ofCells = field.association == Association::Cells;
  checkField(field, ofCells ? this->numCells_ : numPoints_, ofCells ? "tetrahedra" : "points");
}

/// Give each piece its part of the arrays; its tuples say where.
template <class Backend>
void TetRayCasterInBlocksImpl<Backend>::updateFields(const MeshFields& fields)
{
  if (fields.gradients.isSet())
    throw InvalidInput("a mesh that may be drawn in pieces finds its own gradients; give no gradients");
  if (pieces_.size() == 0 && !TakenFields().areOf(fields))
    throw InvalidInput("values were given before a mesh");
  ofRange_.update(fields.values,
    [&] { range_ = fields.values.isSet() ? this->rangeOfShown(fields.values.get()) : FiniteRange(); });
  ofOpacityRange_.update(fields.opacity, [&] {
    opacityRange_ = FiniteRange();
    if (fields.opacity.isSet())
      opacityRange_ = this->rangeOf(fields.opacity.get(), [](const auto& entries) { return entries; });
  });
  if (pieces_.haveTaken(fields))
    return;
  // Films of pieces are combined, so their values have to be relative to one range.
  MeshFields held = fields;
  const auto hold = [](FiniteRange& own, const FiniteRange& all) {
    if (!(own.low <= own.high))
      own = all;
  };
  hold(held.opacity.view().held, opacityRange_);
  if (held.values->full == 0.0)
    hold(held.values.view().held, range_);
  std::array<PagedVector<std::int64_t>, TakenFields::most> tuples;
  const ElapsedTime time;
  timings_.upload = pieces_.updateFields(held, [&](std::size_t k, MeshFields& own) {
    const MeshBlock& piece = partition_.pieces[k];
    auto next = tuples.begin();
    pieces_[k].takenFields().forEachNew(own, [&](Field& field) {
      this->checkValues(field);
      findTuples(field, field.association == Association::Cells ? piece.tets : piece.points, *next);
      field.tupleOf = next->data();
      ++next;
    });
  });
  setUp_.values += time.milliseconds();
}

template <class Backend>
FiniteRange TetRayCasterInBlocksImpl<Backend>::rangeOfShown(const ShownField& shown)
{
  const bool areColors = shown.full != 0.0;
  FiniteRange range;
  if (areColors)
  {
    checkColors(shown);
    range = this->rangeOf(
      shown, [](const auto& entries) { return ColorSums<std::decay_t<decltype(entries)>>{ entries }; });
    range = rangeOfColors(range);
  }
  else
    range = this->rangeOf(shown, [](const auto& entries) { return entries; });
  return range;
}

template <class Backend>
template <class Entries>
FiniteRange TetRayCasterInBlocksImpl<Backend>::rangeOf(const Field& field, const Entries& entriesOf)
{
  this->checkValues(field);
  const std::int64_t count = field.association == Association::Cells ? this->numCells_ : numPoints_;
  FiniteRange range;
  pieces_.store().withMemory(BlockStore::none, [&] {
    readEntries(backend_, field, count, "values",
      [&](const auto& reader, const auto& entries) { range = reader.range(count, entriesOf(entries)); });
  });
  return range;
}

} // namespace inkray
