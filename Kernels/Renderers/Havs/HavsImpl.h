// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/LaunchTable.h"
#include "Geometry/Mesh/NormalizedField.h"
#include "Geometry/Mesh/Places/ProjectMesh.h"
#include "Geometry/Mesh/TetAdjacency.h"
#include "Picture/RayStops.h"
#include "Renderers/Havs/CastHavs.h"
#include "Renderers/Havs/Havs.h"
#include "Renderers/Havs/HavsFaces.h"
#include "Renderers/Havs/HavsKernels.h"
#include "View/DistantEye.h"

#include <algorithm>
#include <vector>

namespace inkray
{

/// Color and attenuation of each tet from its value.
struct ColorHavsCells
{
  const float* values;
  const std::uint32_t* originalTet;
  PiecewiseView pieces;
  Float4* colors;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    const std::uint32_t original = originalTet[t];
    colors[t] = colorOf(pieces, original == noTet ? 0.0f : values[original]);
  }
};

/// HAVS on one backend. A frame: project, sort, list, cast, present.
template <class Backend>
class HavsImpl : public Havs
{
public:
  HavsImpl(const DeviceInfo& device, std::size_t memoryLimit)
    : backend_(device.id, memoryLimit)
    , deviceName_(device.name)
  {
  }

  DeviceKind device() const override { return Backend::isDevice ? DeviceKind::CUDA : DeviceKind::CPU; }
  std::string deviceName() const override { return deviceName_; }

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override;
  void setScalars(const Field& scalars) override;
  void scalarRange(double range[2]) const override
  {
    range[0] = scalars_.range.low;
    range[1] = scalars_.range.high;
  }
  void setHeldRange(double low, double high) override { held_ = rangeBetween(low, high); }
  std::int64_t numNonFiniteScalars() const override { return scalars_.range.notFinite; }
  void setTransferFunction(const TransferFunction& function) override;

  void render(const Camera& camera, const HavsOptions& options) override
  {
    this->draw(camera, options, true);
  }
  void renderOnDevice(const Camera& camera, const HavsOptions& options) override
  {
    this->draw(camera, options, !Backend::isDevice);
  }
  const float* image() const override { return imageInHost_; }
  const float* deviceImage() const override
  {
    return Backend::isDevice ? reinterpret_cast<const float*>(image_.data()) : nullptr;
  }

  HavsTimings timings() const override { return timings_; }
  HavsStatistics statistics() const override;
  HavsMemory memory() const override
  {
    const std::size_t resident =
      adjacency_.bytes() + faces_.bytes() + scalars_.values.bytes() + cellColors_.bytes() + pieces_.bytes();
    return { resident, backend_.budget().used() - resident, setupPeak_ };
  }

private:
  template <class T>
  using Array = Buffer<T, Backend>;

  /// Slots of Backend::mark.
  enum Mark
  {
    Begin,
    Uploaded,
    Projected,
    Sorted,
    Listed,
    Cast,
    Presented
  };

  /// The edge of a tile in pixels, as a power of two: on a device, a block of threads draws a tile. A CPU
  /// thread goes through the list of a tile for each pixel, and is faster with smaller tiles.
  static constexpr int tileShift = Backend::isDevice ? 3 : 2;

  void check(const Camera& camera, const HavsOptions& options) const;
  void draw(const Camera& camera, const HavsOptions& options, bool present);
  void drawNothing(std::int64_t numPixels, bool present);
  void sortFaces(const SeenFaces& seen);
  void listFaces(const SeenFaces& seen);
  void cast(const SeenFaces& seen, const HavsOptions& options);
  void updateColors();

  mutable Backend backend_;
  std::string deviceName_;

  TetAdjacency<Backend> adjacency_;
  HavsFaces<Backend> faces_;
  FiniteRange held_;                 ///< the range to which the next values are relative; empty: their own
  NormalizedField<Backend> scalars_; ///< values of cells; values of points are in the mesh's vertices
  TransferFunction function_;
  Array<FunctionInterval> pieces_;
  PiecewiseView piecesView_{};
  Array<Float4> cellColors_;
  bool areColorsOld_ = false; ///< the last update of the colors did not complete
  std::size_t setupPeak_ = 0;

  // The frame.
  Array<ProjectedVertex> projected_;
  Array<std::uint32_t> keys_, ids_, tileCounts_, places_;
  typename Backend::template SortWorkspace<std::uint32_t, std::uint32_t> faceSort_, tileSort_;
  Array<std::uint64_t> total_;
  std::int64_t numEntries_ = 0;
  Array<std::uint32_t> tiles_, tileFaces_, tileStarts_;
  Array<float> stops_;
  Array<Float4> image_;
  Array<HavsCounts> counts_;
  std::int64_t numCounted_ = 0; ///< number of pixels of the last frame that have counts
  mutable Array<HavsTotals> totals_;
  typename Backend::HostImage hostImage_;
  const float* imageInHost_ = nullptr;
  HavsTimings timings_;
};

template <class Backend>
const TetMeshReport& HavsImpl<Backend>::setMesh(const TetMeshInput& mesh, const WorkObserver& observer)
{
  // Drop the previous mesh first: two meshes may not fit into memory at once.
  adjacency_ = TetAdjacency<Backend>();
  faces_ = HavsFaces<Backend>();
  scalars_.release();
  cellColors_.release();
  projected_.release();
  for (Array<std::uint32_t>* array : { &keys_, &ids_, &tileCounts_, &places_ })
    array->release();
  faceSort_ = {};
  numCounted_ = 0;
  timings_ = HavsTimings();

  const std::size_t before = backend_.budget().used();
  backend_.budget().resetPeak();
  backend_.mark(Begin);
  TetAdjacency<Backend> adjacency;
  HavsFaces<Backend> faces;
  const Observed<Backend> observed(backend_, observer);
  adjacency.build(backend_, mesh, Uploaded);
  faces.build(backend_, adjacency);
  backend_.mark(Projected);
  backend_.synchronize();
  backend_.step(1.0, 1.0);
  adjacency_ = std::move(adjacency);
  faces_ = std::move(faces);
  setupPeak_ = backend_.budget().peak() - before;
  timings_.upload = backend_.elapsed(Begin, Uploaded);
  timings_.adjacency = backend_.elapsed(Uploaded, Projected);
  return adjacency_.report;
}

template <class Backend>
void HavsImpl<Backend>::setScalars(const Field& scalars)
{
  if (adjacency_.numTets == 0)
    throw InvalidInput("values were given before a mesh");
  backend_.mark(Begin);
  scalars_.set(backend_, scalars, "values", adjacency_.vertices.size(), adjacency_.originalTet.size(), held_);
  if (!scalars_.perCell)
  {
    backend_.forEach(adjacency_.vertices.size(),
      PlacePointScalars{
        scalars_.values.data(), adjacency_.originalVertex.data(), adjacency_.vertices.data() });
    backend_.synchronize();
    scalars_.values.release();
  }
  this->updateColors();
  backend_.mark(Uploaded);
  backend_.synchronize();
  timings_.upload = backend_.elapsed(Begin, Uploaded);
}

template <class Backend>
void HavsImpl<Backend>::setTransferFunction(const TransferFunction& function)
{
  makeIntervals(function, 0.0, 1.0); // throws before anything is changed
  function_ = function;
  this->updateColors();
}

/// Update the tables that rays look up, after a change of the values or the function.
template <class Backend>
void HavsImpl<Backend>::updateColors()
{
  if (!scalars_.isSet || function_.knots.empty())
    return;
  areColorsOld_ = true; // until all memory has been allocated
  const std::vector<FunctionInterval> made = makeIntervals(function_, scalars_.low(), scalars_.scale());
  pieces_.assign(backend_, made);
  piecesView_ = { pieces_.data(), static_cast<int>(made.size()) };
  if (scalars_.perCell)
  {
    cellColors_.reserve(backend_, adjacency_.numTets);
    backend_.forEach(adjacency_.numTets,
      ColorHavsCells{
        scalars_.values.data(), adjacency_.originalTet.data(), piecesView_, cellColors_.data() });
  }
  else
    cellColors_.release();
  areColorsOld_ = false;
}

template <class Backend>
void HavsImpl<Backend>::check(const Camera& camera, const HavsOptions& options) const
{
  if (!scalars_.isSet)
    throw InvalidInput("a mesh and its values are needed before a frame");
  if (function_.knots.empty())
    throw InvalidInput("a transfer function is needed before a frame");
  if (options.bufferSize != 2 && options.bufferSize != 6)
    throw InvalidInput(
      "a k-buffer of " + std::to_string(options.bufferSize) + " entries; it has 2 or 6 of them");
  if (!(options.levelOfDetail > 0.0f && options.levelOfDetail <= 1.0f))
    throw InvalidInput("the level of detail is not above 0 and at most 1");
  if (camera.width <= 0 || camera.height <= 0)
    throw InvalidInput(
      "an image of " + std::to_string(camera.width) + " x " + std::to_string(camera.height) + " pixels");
}

template <class Backend>
void HavsImpl<Backend>::draw(const Camera& camera, const HavsOptions& options, bool present)
{
  this->check(camera, options);
  if (areColorsOld_)
    this->updateColors();
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  numCounted_ = 0;
  image_.reserve(backend_, numPixels);
  SeenFaces seen{};
  const Camera begun = beginAtBox(camera, adjacency_.bounds);
  if (!makeMeshCamera(begun, adjacency_.center, adjacency_.scale, seen.camera))
    return this->drawNothing(numPixels, present);
  counts_.reserve(backend_, numPixels);
  projected_.reserve(backend_, adjacency_.vertices.size());
  seen.camera.stops = stopsOf(backend_, options, numPixels, stops_);
  seen.projected = projected_.data();
  seen.faces = faces_.faces.data();
  seen.links = adjacency_.links.data();
  seen.levels = faces_.levels.data();
  seen.numBoundary = static_cast<std::uint32_t>(faces_.numBoundary);
  seen.keptLevels = levelsOf(options.levelOfDetail);
  seen.tileShift = tileShift;
  seen.tilesAcross = (camera.width + (1 << tileShift) - 1) >> tileShift;
  seen.tilesUp = (camera.height + (1 << tileShift) - 1) >> tileShift;

  const Observed<Backend> observed(backend_, options);
  backend_.mark(Begin);
  backend_.step(0.0, 0.05);
  projectMesh(backend_, adjacency_, begun, seen.camera, projected_.data());
  this->sortFaces(seen);
  backend_.mark(Sorted);
  this->listFaces(seen);
  backend_.mark(Listed);
  backend_.step(0.4, 1.0);
  this->cast(seen, options);
  backend_.mark(Cast);
  imageInHost_ = present ? hostImage_.take(backend_, image_.data(), numPixels) : nullptr;
  backend_.mark(Presented);
  backend_.synchronize();
  if (options.abortCheck && options.abortCheck())
    throw Aborted("the frame was abandoned");
  backend_.step(1.0, 1.0);
  numCounted_ = numPixels;

  timings_.camera = backend_.elapsed(Begin, Projected);
  timings_.sort = backend_.elapsed(Projected, Sorted);
  timings_.tiles = backend_.elapsed(Sorted, Listed);
  timings_.cast = backend_.elapsed(Listed, Cast);
  timings_.present = backend_.elapsed(Cast, Presented);
}

template <class Backend>
void HavsImpl<Backend>::drawNothing(std::int64_t numPixels, bool present)
{
  backend_.zero(image_.data(), numPixels * sizeof(Float4));
  imageInHost_ = present ? hostImage_.take(backend_, image_.data(), numPixels) : nullptr;
  backend_.synchronize();
  numEntries_ = 0;
}

/// Sort all faces by the depth of their centroids; faces that no tile lists come last.
template <class Backend>
void HavsImpl<Backend>::sortFaces(const SeenFaces& seen)
{
  const std::int64_t numFaces = faces_.count();
  for (Array<std::uint32_t>* array : { &keys_, &ids_, &tileCounts_, &places_ })
    array->reserve(backend_, numFaces);
  backend_.step(0.05, 0.15);
  backend_.forEach(numFaces, KeyFaces{ seen, keys_.data(), ids_.data(), tileCounts_.data() });
  backend_.mark(Projected);
  backend_.step(0.15, 0.25);
  backend_.sortPairs(keys_, ids_, numFaces, 32, faceSort_);
}

/// Make the list of faces of each tile, in the order of the sort.
template <class Backend>
void HavsImpl<Backend>::listFaces(const SeenFaces& seen)
{
  const std::int64_t numFaces = faces_.count(), numTiles = std::int64_t(seen.tilesAcross) * seen.tilesUp;
  total_.reserve(backend_, 1);
  backend_.zero(total_.data(), sizeof(std::uint64_t));
  backend_.step(0.25, 0.27);
  const std::int64_t each = CountTileEntries::facesEach;
  backend_.forEach((numFaces + each - 1) / each,
    CountTileEntries{ ids_.data(), tileCounts_.data(), numFaces, places_.data(), total_.data() });
  const std::uint64_t total = backend_.read(total_.data());
  if (total >= 0xffffffffu)
    throw OutOfMemory("the lists of faces need " + std::to_string(total) +
        " entries, but can have at most 4294967294; use a smaller image",
      total * 16, 0);
  numEntries_ = static_cast<std::int64_t>(total);
  tileStarts_.reserve(backend_, numTiles + 1);
  // Allocate a quarter more than this frame needs, since the next frames differ little. Check each array by
  // itself: after an out-of-memory error only one of the two may exist.
  for (Array<std::uint32_t>* array : { &tiles_, &tileFaces_ })
    if (array->size() < numEntries_)
      array->reset(backend_, numEntries_ + numEntries_ / 4);
  backend_.exclusiveScan(places_.data(), places_.data(), numFaces);
  backend_.step(0.27, 0.32);
  backend_.forEach(numFaces,
    ListFaces{ seen, ids_.data(), tileCounts_.data(), places_.data(), tiles_.data(), tileFaces_.data() });
  int tileBits = 1;
  while ((std::int64_t(1) << tileBits) < numTiles)
    ++tileBits;
  backend_.step(0.32, 0.39);
  backend_.sortPairs(tiles_, tileFaces_, numEntries_, tileBits, tileSort_);
  backend_.step(0.39, 0.4);
  backend_.forEach(numTiles + 1, StartTiles{ tiles_.data(), numEntries_, tileStarts_.data() });
}

template <class Backend>
void HavsImpl<Backend>::cast(const SeenFaces& seen, const HavsOptions& options)
{
  HavsRays rays;
  rays.camera = seen.camera;
  rays.projected = projected_.data();
  rays.faces = faces_.faces.data();
  rays.links = seen.links;
  rays.numBoundary = seen.numBoundary;
  rays.tileStarts = tileStarts_.data();
  rays.tileFaces = tileFaces_.data();
  rays.tileShift = tileShift;
  rays.tilesAcross = seen.tilesAcross;
  rays.earlyTermination = options.earlyTermination;
  rays.image = image_.data();
  rays.counts = counts_.data();
  const auto castWith = [&](auto kernel, const auto& values) {
    static_cast<HavsRays&>(kernel) = rays;
    kernel.values = values;
    backend_.template forEach<tilePixels, launches::havs.blocks>(
      PixelOrder<PixelTiles::Morton>::count(rays.camera.width, rays.camera.height), kernel);
  };
  const HavsPointValues points{ piecesView_ };
  const HavsCellValues cells{ cellColors_.data() };
  if (options.bufferSize == 2)
    scalars_.perCell ? castWith(CastHavs<HavsCellValues, 2>(), cells)
                     : castWith(CastHavs<HavsPointValues, 2>(), points);
  else
    scalars_.perCell ? castWith(CastHavs<HavsCellValues, 6>(), cells)
                     : castWith(CastHavs<HavsPointValues, 6>(), points);
}

template <class Backend>
HavsStatistics HavsImpl<Backend>::statistics() const
{
  HavsStatistics statistics;
  statistics.faces = faces_.count();
  if (numCounted_ == 0)
    return statistics;
  statistics.tileEntries = numEntries_;
  totals_.reserve(backend_, 1);
  backend_.zero(totals_.data(), totals_.bytes());
  const std::int64_t strides = std::min<std::int64_t>(numCounted_, 1 << 14);
  backend_.forEach(strides, SumCounts{ counts_.data(), numCounted_, strides, totals_.data() });
  const HavsTotals totals = backend_.read(totals_.data());
  statistics.coveredRays = static_cast<std::int64_t>(totals.coveredRays);
  statistics.fragments = static_cast<std::int64_t>(totals.fragments);
  statistics.unsortedFragments = static_cast<std::int64_t>(totals.unsorted);
  statistics.lateFragments = static_cast<std::int64_t>(totals.late);
  statistics.lateRays = static_cast<std::int64_t>(totals.lateRays);
  return statistics;
}

} // namespace inkray
