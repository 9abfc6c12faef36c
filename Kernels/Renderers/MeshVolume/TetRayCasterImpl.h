// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/TetAdjacency.h"
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/PixelIntersectionLists.h"
#include "Renderers/MeshVolume/ScalarKernels.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace inkray
{

/// The ray caster on one backend. render reads as the frame: project, lists, cast, present.
template <class Backend>
class TetRayCasterImpl : public TetRayCaster
{
public:
  explicit TetRayCasterImpl(std::string deviceName)
    : deviceName_(std::move(deviceName))
  {
  }

  DeviceKind device() const override { return Backend::isDevice ? DeviceKind::CUDA : DeviceKind::CPU; }
  std::string deviceName() const override { return deviceName_; }

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override;
  void setScalars(const Field& scalars) override;
  void setTransferFunction(const TransferFunction& function) override;
  void render(const Camera& camera, const FrameOptions& options) override;
  void renderOnDevice(const Camera& camera, const FrameOptions& options) override;

  void scalarRange(double range[2]) const override
  {
    range[0] = range_.low;
    range[1] = range_.high;
  }
  std::int64_t numNonFiniteScalars() const override { return range_.notFinite; }
  const float* image() const override { return imageInHost_; }
  const float* deviceImage() const override
  {
    return Backend::isDevice ? reinterpret_cast<const float*>(image_.data()) : nullptr;
  }
  TetRayCastTimings timings() const override { return timings_; }
  TetRayCastStatistics statistics() const override { return statistics_; }
  std::int64_t numRays() const override;
  TetRayCastMemory memory() const override
  {
    const std::size_t resident =
      adjacency_.bytes() + cellValues_.bytes() + cellColours_.bytes() + pieces_.bytes();
    return { resident, backend_.ledger().current() - resident, setupPeak_ };
  }
  void originalTets(std::int64_t* tets) const override;

private:
  template <class T>
  using Array = Buffer<T, Backend>;

  /// Slots of Backend::mark.
  enum Mark
  {
    Begin,
    Uploaded,
    Projected,
    Listed,
    Cast,
    Presented
  };

  void updateTransferFunction();
  void draw(const Camera& camera, const FrameOptions& options, bool present);
  void drawNothing(std::int64_t numPixels, bool present);
  /// One attempt; returns how many list entries the frame has, which may be more than fitted.
  std::int64_t drawOnce(const MeshCamera& camera, const FrameOptions& options, bool present);
  template <bool Parallel, class ExitTest, class Integrator>
  void cast(const MeshCamera& camera, const FrameOptions& options, const Integrator& integrator);
  static void checkAbort(const FrameOptions& options)
  {
    if (options.abortCheck && options.abortCheck())
      throw Aborted("the frame was abandoned");
  }

  mutable Backend backend_;
  std::string deviceName_;

  // The mesh and its values.
  TetAdjacency<Backend> adjacency_;
  Array<float> cellValues_;
  Array<Float4> cellColours_;
  bool hasScalars_ = false;
  bool cellAssociation_ = false;
  FiniteRange range_;
  TransferFunction function_;
  Array<TransferFunctionPiece> pieces_;
  int numPieces_ = 0;
  std::size_t setupPeak_ = 0;

  // The frame.
  Array<ProjectedVertex> projected_;
  PixelIntersectionLists<Backend> lists_;
  Array<float> opaqueDepth_;
  Array<Float4> image_;
  Array<RayCounters> counters_;
  std::int64_t numListedPixels_ = 0; ///< of the lists, where they are those of the last frame
  mutable Array<std::uint64_t> rayCount_;
  typename Backend::HostImage hostImage_;
  const float* imageInHost_ = nullptr;

  TetRayCastTimings timings_;
  TetRayCastStatistics statistics_;
};

template <class Backend>
const TetMeshReport& TetRayCasterImpl<Backend>::setMesh(
  const TetMeshInput& mesh, const WorkObserver& observer)
{
  // What was there goes first: two meshes at once may not fit.
  adjacency_ = TetAdjacency<Backend>();
  cellValues_.release();
  cellColours_.release();
  projected_.release();
  lists_ = PixelIntersectionLists<Backend>();
  numListedPixels_ = 0;
  hasScalars_ = false;
  range_ = FiniteRange();
  timings_ = TetRayCastTimings();

  const std::size_t before = backend_.ledger().current();
  backend_.ledger().resetPeak();
  backend_.mark(Begin);
  TetAdjacency<Backend> adjacency;
  const Observed<Backend> observed(backend_, observer);
  adjacency.build(backend_, mesh, Uploaded);
  backend_.mark(Projected);
  backend_.synchronize();
  adjacency_ = std::move(adjacency);
  setupPeak_ = backend_.ledger().peak() - before;
  timings_.upload = backend_.elapsed(Begin, Uploaded);
  timings_.adjacency = backend_.elapsed(Uploaded, Projected);
  return adjacency_.report;
}

template <class Backend>
void TetRayCasterImpl<Backend>::setScalars(const Field& scalars)
{
  if (adjacency_.numTets == 0)
    throw InvalidInput("values were given before a mesh");
  const bool cell = scalars.association == Association::Cells;
  const std::int64_t wanted = cell ? adjacency_.originalTet.size() : adjacency_.vertices.size();
  checkField(scalars, wanted, cell ? "tetrahedra" : "points");

  hasScalars_ = false;
  backend_.mark(Begin);
  Array<float> raw;
  Array<float>& target = cell ? cellValues_ : raw;
  target.reserve(backend_, wanted);
  visitEntries(scalars, [&](const auto& value) {
    // Normalised in double before they become float, so that a small range on a large offset keeps its
    // digits.
    range_ = finiteRange(wanted, value);
    const double low = range_.low;
    const double scale = range_.high > range_.low ? 1.0 / (range_.high - range_.low) : 1.0;
    backend_.stage(target.data(), wanted, [=](std::int64_t i) {
      const double v = value(i);
      return std::isfinite(v) ? static_cast<float>((v - low) * scale)
                              : std::numeric_limits<float>::quiet_NaN();
    });
  });
  if (!cell)
  {
    backend_.forEach(adjacency_.vertices.size(),
      PlacePointScalars{ raw.data(), adjacency_.originalVertex.data(), adjacency_.vertices.data() });
    raw.release();
    cellValues_.release();
    cellColours_.release();
  }
  else
    cellColours_.reserve(backend_, adjacency_.numTets);
  cellAssociation_ = cell;
  hasScalars_ = true;
  if (!function_.knots.empty())
    this->updateTransferFunction();
  backend_.mark(Uploaded);
  backend_.synchronize();
  timings_.upload = backend_.elapsed(Begin, Uploaded);
}

template <class Backend>
void TetRayCasterImpl<Backend>::setTransferFunction(const TransferFunction& function)
{
  makePieces(function, 0.0, 1.0); // throws before anything is changed
  function_ = function;
  if (hasScalars_)
    this->updateTransferFunction();
}

template <class Backend>
void TetRayCasterImpl<Backend>::updateTransferFunction()
{
  const bool any = range_.low <= range_.high;
  const double scale = range_.high > range_.low ? 1.0 / (range_.high - range_.low) : 1.0;
  const std::vector<TransferFunctionPiece> pieces = makePieces(function_, any ? range_.low : 0.0, scale);
  numPieces_ = static_cast<int>(pieces.size());
  pieces_.reserve(backend_, numPieces_);
  backend_.copyFromHost(pieces_.data(), pieces.data(), pieces.size() * sizeof(TransferFunctionPiece));
  if (cellAssociation_)
    backend_.forEach(adjacency_.numTets,
      ColourCells{ cellValues_.data(), adjacency_.originalTet.data(), { pieces_.data(), numPieces_ },
        cellColours_.data() });
}

template <class Backend>
void TetRayCasterImpl<Backend>::render(const Camera& camera, const FrameOptions& options)
{
  this->draw(camera, options, true);
}

template <class Backend>
void TetRayCasterImpl<Backend>::renderOnDevice(const Camera& camera, const FrameOptions& options)
{
  this->draw(camera, options, !Backend::isDevice);
}

template <class Backend>
void TetRayCasterImpl<Backend>::draw(const Camera& camera, const FrameOptions& options, bool present)
{
  if (!hasScalars_ || function_.knots.empty())
    throw InvalidInput("a mesh, its values and a transfer function are needed before a frame");
  if (camera.width <= 0 || camera.height <= 0)
    throw InvalidInput(
      "an image of " + std::to_string(camera.width) + " x " + std::to_string(camera.height) + " pixels");
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  numListedPixels_ = 0;
  image_.reserve(backend_, numPixels);
  MeshCamera seen;
  if (!makeMeshCamera(camera, adjacency_.center, adjacency_.scale, seen))
    return this->drawNothing(numPixels, present);
  counters_.reserve(backend_, 1);
  projected_.reserve(backend_, adjacency_.vertices.size());
  lists_.reserve(
    backend_, numPixels, adjacency_.numBoundaryFaces, std::max<std::int64_t>(1 << 16, 2 * numPixels));
  if (options.opaqueDepth && !options.opaqueDepthOnDevice)
  {
    opaqueDepth_.reserve(backend_, numPixels);
    backend_.copyFromHost(opaqueDepth_.data(), options.opaqueDepth, numPixels * sizeof(float));
  }

  const Observed<Backend> observed(backend_, options);
  for (;;)
  {
    const std::int64_t fragments = this->drawOnce(seen, options, present);
    checkAbort(options);
    if (fragments <= lists_.capacity())
    {
      numListedPixels_ = numPixels;
      break;
    }
    // A list is never cut: workspace for a quarter more than this frame needs, and again.
    if (fragments + fragments / 4 >= std::int64_t(0xffffffff))
      throw OutOfMemory("the intersection lists need " + std::to_string(fragments) +
          " entries, more than 32 bits count; use a smaller image",
        fragments * 24, 0);
    lists_.reserve(backend_, numPixels, adjacency_.numBoundaryFaces, fragments + fragments / 4);
  }
}

template <class Backend>
void TetRayCasterImpl<Backend>::drawNothing(std::int64_t numPixels, bool present)
{
  backend_.zero(image_.data(), numPixels * sizeof(Float4));
  imageInHost_ = present ? hostImage_.take(backend_, image_, numPixels) : nullptr;
  backend_.synchronize();
  statistics_ = TetRayCastStatistics();
}

template <class Backend>
std::int64_t TetRayCasterImpl<Backend>::drawOnce(
  const MeshCamera& camera, const FrameOptions& options, bool present)
{
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  backend_.mark(Begin);
  backend_.zero(counters_.data(), sizeof(RayCounters));
  backend_.step(0.0, 0.03);
  backend_.forEach(
    adjacency_.vertices.size(), ProjectVertices{ camera, adjacency_.vertices.data(), projected_.data() });
  backend_.mark(Projected);
  backend_.step(0.03, 0.1);
  lists_.build(backend_, options.methods.listBuilder, camera, adjacency_.boundaryFaces.data(),
    adjacency_.numBoundaryFaces, projected_.data());
  backend_.mark(Listed);
  checkAbort(options);
  backend_.step(0.1, 1.0);

  // The choices that change the inner loop are made here, once a frame.
  const auto withTest = [&](auto parallel, const auto& integrator) {
    constexpr bool isParallel = decltype(parallel)::value;
    if (options.faceTest == FaceTest::EdgeFunction)
      this->cast<isParallel, EdgeFunctionExit>(camera, options, integrator);
    else
      this->cast<isParallel, OnDemandVdfiExit>(camera, options, integrator);
  };
  const auto withProjection = [&](const auto& integrator) {
    camera.parallel ? withTest(std::true_type(), integrator) : withTest(std::false_type(), integrator);
  };
  cellAssociation_ ? withProjection(CellValues{ cellColours_.data() })
                   : withProjection(PointValues{ { pieces_.data(), numPieces_ } });
  backend_.mark(Cast);

  imageInHost_ = present ? hostImage_.take(backend_, image_, numPixels) : nullptr;
  RayCounters counted;
  std::uint64_t fragments = 0;
  backend_.copyToHost(&counted, counters_.data(), sizeof(counted));
  backend_.copyToHost(&fragments, lists_.fragmentCount(), sizeof(fragments));
  backend_.mark(Presented);
  backend_.synchronize();

  timings_.camera = backend_.elapsed(Begin, Projected);
  timings_.lists = backend_.elapsed(Projected, Listed);
  timings_.cast = backend_.elapsed(Listed, Cast);
  timings_.present = backend_.elapsed(Cast, Presented);
  statistics_.listEntries = static_cast<std::int64_t>(fragments);
  statistics_.steps = static_cast<std::int64_t>(counted.steps);
  statistics_.coveredRays = static_cast<std::int64_t>(counted.coveredRays);
  statistics_.failedRays = static_cast<std::int64_t>(counted.failedRays);
  statistics_.recastRays = static_cast<std::int64_t>(counted.recastRays);
  return static_cast<std::int64_t>(fragments);
}

template <class Backend>
template <bool Parallel, class ExitTest, class Integrator>
void TetRayCasterImpl<Backend>::cast(
  const MeshCamera& camera, const FrameOptions& options, const Integrator& integrator)
{
  CastTetRays<Integrator, Parallel, ExitTest> kernel;
  kernel.camera = camera;
  kernel.mesh = { projected_.data(), adjacency_.links.data(), adjacency_.boundaryFaces.data() };
  kernel.integrator = integrator;
  kernel.starts = lists_.starts();
  kernel.intersections = lists_.intersections();
  kernel.fragmentCount = lists_.fragmentCount();
  kernel.capacity = static_cast<std::uint64_t>(lists_.capacity());
  kernel.opaqueDepth =
    options.opaqueDepth && !options.opaqueDepthOnDevice ? opaqueDepth_.data() : options.opaqueDepth;
  kernel.earlyTermination = options.earlyTermination;
  kernel.maxSteps = static_cast<std::uint32_t>(adjacency_.numTets);
  kernel.image = image_.data();
  kernel.counters = counters_.data();
  kernel.countSteps = options.methods.countSteps;
  // 16 blocks of 64 threads on a multiprocessor: 64 registers a thread, which measured faster than 12, 14 and
  // 18 blocks.
  backend_.template forEach<tilePixels, 16>(
    PixelOrder<PixelTiles::Morton>::count(camera.width, camera.height), kernel);
}

template <class Backend>
std::int64_t TetRayCasterImpl<Backend>::numRays() const
{
  rayCount_.reserve(backend_, 1);
  backend_.zero(rayCount_.data(), rayCount_.bytes());
  backend_.forEach(numListedPixels_, CountListedPixels{ lists_.starts(), rayCount_.data() });
  std::uint64_t found = 0;
  backend_.copyToHost(&found, rayCount_.data(), sizeof found);
  return static_cast<std::int64_t>(found);
}

template <class Backend>
void TetRayCasterImpl<Backend>::originalTets(std::int64_t* tets) const
{
  std::vector<std::uint32_t> ids(static_cast<std::size_t>(adjacency_.numTets));
  backend_.copyToHost(ids.data(), adjacency_.originalTet.data(), ids.size() * sizeof(std::uint32_t));
  std::copy_if(ids.begin(), ids.end(), tets, [](std::uint32_t id) { return id != noTet; });
}

} // namespace inkray
