// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "CastFaces.h"
#include "Core/Errors.h"
#include "Device/HostBackend.h"
#include "HostLists.h"
#include "Laboratory.h"
#include "Renderers/MeshVolume/MeshValues.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace inkray::laboratory
{

/// The systems on one backend. Launch::run(backend, threads, block, kernel) runs kernel(i) for i below
/// `threads`, in blocks of a size that is known at run time.
template <class Backend, class Launch>
class LaboratoryImpl : public Laboratory
{
public:
  explicit LaboratoryImpl(const DeviceInfo& device)
    : backend_(device.id)
    , deviceName_(device.name)
  {
  }

  std::string deviceName() const override { return deviceName_; }
  void setMesh(const TetMeshInput& mesh, const Field& scalars) override;
  void setTransferFunction(const TransferFunction& function) override
  {
    Revised<TransferFunction> item;
    item = function;
    values_.setFunction(item);
  }
  void render(const Camera& camera, const Options& options) override;
  const float* image() const override { return imageInHost_; }
  Timings timings() const override { return timings_; }
  Statistics statistics() const override { return statistics_; }

private:
  template <class T>
  using Array = Buffer<T, Backend>;
  enum Mark
  {
    Begin,
    Projected,
    Computed,
    Listed,
    Cast,
    Presented
  };
  /// Data of the precision that the options ask for.
  template <class Real>
  struct InReal
  {
    Array<Corner<Real>> corners;
    Array<Vdfi<Real>> all, slots;
    std::vector<Corner<Real>> onHost;
  };
  template <class Real>
  InReal<Real>& inReal()
  {
    if constexpr (sizeof(Real) == sizeof(double))
      return doubles_;
    else
      return floats_;
  }

  void check(const Options& options) const;
  template <class Real>
  void draw(const MeshCamera& camera, const Options& options);
  template <class Real>
  void listOnHost(const MeshCamera& camera, const Options& options);
  void listOnDevice(const MeshCamera& camera);
  void orderVisibleFaces();
  template <class Real>
  BufferedThreads<Real> bufferedThreads(
    const OnDemandVdfi<Real>& source, const Options& options, std::int64_t n);
  FaceRays rays(const MeshCamera& camera, const Options& options);
  void castEdges(
    const MeshCamera& camera, const Options& options, const RayOrder& order, std::int64_t threads);
  template <class Real>
  void castFaces(
    const MeshCamera& camera, const Options& options, const RayOrder& order, std::int64_t threads);

  Backend backend_;
  std::string deviceName_;
  TetAdjacency<Backend> adjacency_;
  MeshValues<Backend> values_{ backend_, adjacency_ };
  FaceMesh<Backend> mesh_;

  InReal<double> doubles_;
  InReal<float> floats_;
  Array<ProjectedVertex> projected_; ///< for lists
  PixelIntersectionLists<Backend> lists_;
  Array<std::uint32_t> slotFaces_, keys_, visible_;
  Array<RayCounters> casterCounters_;
  Array<LaboratoryCounters> counters_;
  Array<Float4> image_;
  typename Backend::HostImage hostImage_;
  const float* imageInHost_ = nullptr;

  // Lists of the CPU: the data from which they are made, and the lists that were sent.
  std::vector<Float4> hostVertices_;
  std::vector<UInt4> hostFaces_;
  std::vector<ProjectedVertex> hostProjected_;
  LinkedLists linked_;
  SortedArrays sorted_;
  Array<std::uint32_t> sentStarts_;
  Array<PixelIntersection> sentIntersections_;
  const std::uint32_t* starts_ = nullptr;
  const PixelIntersection* intersections_ = nullptr;

  Timings timings_;
  Statistics statistics_;
};

template <class Backend, class Launch>
void LaboratoryImpl<Backend, Launch>::setMesh(const TetMeshInput& mesh, const Field& scalars)
{
  values_.release();
  adjacency_ = TetAdjacency<Backend>();
  adjacency_.build(backend_, mesh, Begin);
  Revised<ShownField> shown;
  shown = ShownField{ { scalars, {} }, 0.0 };
  values_.set(shown);
  mesh_.build(backend_, adjacency_);
  hostVertices_.clear();
  doubles_ = {};
  floats_ = {};
  lists_ = PixelIntersectionLists<Backend>();
}

template <class Backend, class Launch>
void LaboratoryImpl<Backend, Launch>::check(const Options& options) const
{
  const int pixels = options.tileWidth * options.tileHeight;
  const bool isBuffered = options.system == System::GBunykBuffer || options.system == System::VisibleFaces;
  if (options.tileWidth < 0 || options.tileHeight < 0 || pixels > 512 ||
    (pixels == 0 && (options.tileWidth > 0 || options.tileHeight > 0)))
    throw InvalidInput("a tile has 1 to 512 pixels, or there are none");
  if (pixels == 0 && options.system == System::GBunykBuffer)
    throw InvalidInput("GBunyk-Buffer needs tiles");
  if (isBuffered && (options.numSlots < 1 || options.numSlots > 4096))
    throw InvalidInput("a buffer has 1 to 4096 slots");
  if (options.lists != Lists::OnDevice &&
    (options.system == System::VisibleFaces || options.system == System::EdgeFunctions))
    throw InvalidInput("the system has no lists of the CPU");
}

template <class Backend, class Launch>
void LaboratoryImpl<Backend, Launch>::render(const Camera& camera, const Options& options)
{
  this->check(options);
  MeshCamera seen;
  if (adjacency_.numTets == 0 || !makeMeshCamera(camera, adjacency_.center, adjacency_.scale, seen))
    throw InvalidInput("nothing to draw");
  options.doubles ? this->draw<double>(seen, options) : this->draw<float>(seen, options);
}

template <class Backend, class Launch>
template <class Real>
void LaboratoryImpl<Backend, Launch>::draw(const MeshCamera& camera, const Options& options)
{
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  const std::int64_t numVertices = adjacency_.vertices.size();
  InReal<Real>& real = this->inReal<Real>();
  timings_ = {};
  statistics_ = {};
  image_.reserve(backend_, numPixels);
  counters_.reserve(backend_, 1);
  casterCounters_.reserve(backend_, 1);
  real.corners.reserve(backend_, numVertices);
  projected_.reserve(backend_, numVertices);
  if (options.system == System::FullVDFI)
    real.all.reserve(backend_, mesh_.numFaces());
  else
    real.all.release();
  backend_.zero(counters_.data(), counters_.bytes());
  backend_.zero(casterCounters_.data(), casterCounters_.bytes());
  if (options.lists != Lists::OnDevice)
    this->listOnHost<Real>(camera, options);

  backend_.mark(Begin);
  if (options.lists == Lists::OnDevice)
  {
    backend_.forEach(numVertices, ProjectVertices{ camera, adjacency_.vertices.data(), projected_.data() });
    if (options.system != System::EdgeFunctions)
      backend_.forEach(
        numVertices, ProjectCorners<Real>{ camera, adjacency_.vertices.data(), real.corners.data() });
  }
  backend_.mark(Projected);
  if (options.system == System::FullVDFI)
    backend_.forEach(
      mesh_.numFaces(), ComputeAllVdfi<Real>{ { mesh_.faces(), real.corners.data() }, real.all.data() });
  backend_.mark(Computed);
  if (options.system == System::VisibleFaces)
    this->orderVisibleFaces();
  else if (options.lists == Lists::OnDevice)
    this->listOnDevice(camera);
  backend_.mark(Listed);
  const RayOrder order = { camera.width, camera.height, options.tileWidth, options.tileHeight };
  // Pixels go to as many threads as in the paper.
  const std::int64_t numThreads =
    options.tileWidth > 0 ? order.count() : std::min<std::int64_t>(order.count(), 262144);
  if (options.system == System::EdgeFunctions)
    this->castEdges(camera, options, order, numThreads);
  else
    this->castFaces<Real>(camera, options, order, numThreads);
  backend_.mark(Cast);
  imageInHost_ = hostImage_.take(backend_, image_.data(), numPixels);
  LaboratoryCounters counted;
  RayCounters ofCaster;
  backend_.copyToHost(&counted, counters_.data(), sizeof counted);
  backend_.copyToHost(&ofCaster, casterCounters_.data(), sizeof ofCaster);
  backend_.mark(Presented);
  backend_.synchronize();

  timings_.project += backend_.elapsed(Begin, Projected);
  timings_.vdfi = backend_.elapsed(Projected, Computed);
  timings_.lists += backend_.elapsed(Computed, Listed);
  timings_.cast = backend_.elapsed(Listed, Cast);
  timings_.present = backend_.elapsed(Cast, Presented);
  statistics_.steps = static_cast<std::int64_t>(counted.steps + ofCaster.steps);
  statistics_.lostRays = static_cast<std::int64_t>(counted.lostRays + ofCaster.failedRays);
  statistics_.hits = static_cast<std::int64_t>(counted.hits);
  statistics_.misses = static_cast<std::int64_t>(counted.misses);
  statistics_.numFaces = mesh_.numFaces();
  statistics_.meshBytes = adjacency_.bytes() + mesh_.bytes();
  statistics_.vdfiBytes = real.all.bytes();
}

/// The paper's own system: the CPU makes vertices and lists, and sends them to the device.
template <class Backend, class Launch>
template <class Real>
void LaboratoryImpl<Backend, Launch>::listOnHost(const MeshCamera& camera, const Options& options)
{
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto milliseconds = [](auto from, auto to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
  };
  if (hostVertices_.empty())
  {
    hostVertices_.resize(static_cast<std::size_t>(adjacency_.vertices.size()));
    hostFaces_.resize(static_cast<std::size_t>(adjacency_.numBoundaryFaces));
    backend_.copyToHost(
      hostVertices_.data(), adjacency_.vertices.data(), hostVertices_.size() * sizeof(Float4));
    backend_.copyToHost(
      hostFaces_.data(), adjacency_.boundaryFaces.data(), hostFaces_.size() * sizeof(UInt4));
  }
  std::vector<Corner<Real>>& corners = this->inReal<Real>().onHost;
  hostProjected_.resize(hostVertices_.size());
  corners.resize(hostVertices_.size());
  const auto begin = now();
  HostBackend host;
  const auto numVertices = static_cast<std::int64_t>(hostVertices_.size());
  host.forEach(numVertices, ProjectVertices{ camera, hostVertices_.data(), hostProjected_.data() });
  host.forEach(numVertices, ProjectCorners<Real>{ camera, hostVertices_.data(), corners.data() });
  const auto projected = now();
  const FaceProjection projection = { camera, hostFaces_.data(), hostProjected_.data(), nullptr };
  const auto numFaces = static_cast<std::int64_t>(hostFaces_.size());
  PixelLists made;
  if (options.lists == Lists::Linked)
  {
    linked_.build(projection, numFaces);
    made = linked_.lists();
  }
  else
    sorted_.build(projection, numFaces);
  const PixelLists& lists = options.lists == Lists::Linked ? made : sorted_.lists();
  const auto listed = now();
  InReal<Real>& real = this->inReal<Real>();
  sentStarts_.reserve(backend_, static_cast<std::int64_t>(lists.starts.size()));
  sentIntersections_.reserve(
    backend_, std::max<std::int64_t>(1, static_cast<std::int64_t>(lists.entries.size())));
  backend_.copyFromHost(sentStarts_.data(), lists.starts.data(), lists.starts.size() * sizeof(std::uint32_t));
  backend_.copyFromHost(
    sentIntersections_.data(), lists.entries.data(), lists.entries.size() * sizeof(PixelIntersection));
  backend_.copyFromHost(real.corners.data(), corners.data(), corners.size() * sizeof(Corner<Real>));
  const auto sent = now();
  starts_ = sentStarts_.data();
  intersections_ = sentIntersections_.data();
  timings_.project = milliseconds(begin, projected);
  timings_.lists = milliseconds(projected, listed);
  timings_.transfer = milliseconds(listed, sent);
  statistics_.entries = static_cast<std::int64_t>(lists.entries.size());
}

template <class Backend, class Launch>
void LaboratoryImpl<Backend, Launch>::listOnDevice(const MeshCamera& camera)
{
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  std::int64_t found = std::max<std::int64_t>(1 << 16, 2 * numPixels);
  do
  {
    lists_.reserve(backend_, numPixels, adjacency_.numBoundaryFaces, found);
    lists_.build(backend_, ListBuilder::CountScanFill, camera, adjacency_.boundaryFaces.data(),
      adjacency_.numBoundaryFaces, projected_.data());
    found = static_cast<std::int64_t>(backend_.read(lists_.fragmentCount()));
  } while (found > lists_.capacity());
  statistics_.entries = found;
  starts_ = lists_.starts();
  intersections_ = lists_.intersections();
}

template <class Backend, class Launch>
void LaboratoryImpl<Backend, Launch>::orderVisibleFaces()
{
  const std::int64_t numFaces = adjacency_.numBoundaryFaces;
  keys_.reserve(backend_, numFaces);
  visible_.reserve(backend_, numFaces);
  backend_.forEach(numFaces,
    KeyVisibleFaces{ adjacency_.boundaryFaces.data(), projected_.data(), keys_.data(), visible_.data() });
  backend_.sortPairs(keys_, visible_, numFaces, 32);
}

/// Makes buffers for as many threads as share `n` tiles or faces; at most 65,536, so that they fit.
template <class Backend, class Launch>
template <class Real>
BufferedThreads<Real> LaboratoryImpl<Backend, Launch>::bufferedThreads(
  const OnDemandVdfi<Real>& source, const Options& options, std::int64_t n)
{
  InReal<Real>& real = this->inReal<Real>();
  const std::int64_t threads = std::min<std::int64_t>(n, 65536);
  real.slots.reserve(backend_, threads * options.numSlots);
  slotFaces_.reserve(backend_, threads * options.numSlots);
  statistics_.bufferBytes =
    static_cast<std::size_t>(threads * options.numSlots) * (sizeof(Vdfi<Real>) + sizeof(std::uint32_t));
  return { source, real.slots.data(), slotFaces_.data(), static_cast<std::uint32_t>(options.numSlots),
    options.isHashed, threads };
}

template <class Backend, class Launch>
FaceRays LaboratoryImpl<Backend, Launch>::rays(const MeshCamera& camera, const Options& options)
{
  const double x[3] = { camera.rowX[0], camera.rowX[1], camera.rowX[2] },
               y[3] = { camera.rowY[0], camera.rowY[1], camera.rowY[2] },
               z[3] = { camera.rowDepth[0], camera.rowDepth[1], camera.rowDepth[2] };
  const double determinant = x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0]) +
    x[2] * (y[0] * z[1] - y[1] * z[0]);
  return { camera, determinant < 0, mesh_.view(), values_.pieces(), starts_, intersections_,
    options.earlyTermination, static_cast<std::uint32_t>(std::min<std::int64_t>(adjacency_.numTets, 65536)),
    image_.data(), counters_.data() };
}

template <class Backend, class Launch>
template <class Real>
void LaboratoryImpl<Backend, Launch>::castFaces(
  const MeshCamera& camera, const Options& options, const RayOrder& order, std::int64_t threads)
{
  const FaceRays rays = this->rays(camera, options);
  InReal<Real>& real = this->inReal<Real>();
  const OnDemandVdfi<Real> source = { mesh_.faces(), real.corners.data() };
  const int block = order.tileWidth > 0 ? order.tileWidth * order.tileHeight : 64;
  switch (options.system)
  {
    case System::FullVDFI:
      return Launch::run(backend_, threads, block,
        CastOrdered<Real, StoredVdfi<Real>>{ rays, { real.all.data() }, order, threads });
    case System::GBunykBuffer:
    {
      const BufferedThreads<Real> buffered = this->bufferedThreads(source, options, order.numTiles());
      return Launch::run(backend_, buffered.numThreads, 64, CastBufferedTiles<Real>{ rays, buffered, order });
    }
    case System::VisibleFaces:
    {
      const BufferedThreads<Real> buffered =
        this->bufferedThreads(source, options, adjacency_.numBoundaryFaces);
      backend_.zero(image_.data(), std::size_t(camera.width) * camera.height * sizeof(Float4));
      const FaceProjection projection = { camera, adjacency_.boundaryFaces.data(), projected_.data(),
        nullptr };
      return Launch::run(backend_, buffered.numThreads, 64,
        CastVisibleFaces<Real>{ rays, buffered, projection, visible_.data(), adjacency_.numBoundaryFaces });
    }
    default:
      return Launch::run(
        backend_, threads, block, CastOrdered<Real, OnDemandVdfi<Real>>{ rays, source, order, threads });
  }
}

template <class Backend, class Launch>
void LaboratoryImpl<Backend, Launch>::castEdges(
  const MeshCamera& camera, const Options& options, const RayOrder& order, std::int64_t threads)
{
  CastOrderedEdges kernel;
  TetRays& rays = kernel.kernel;
  rays.camera = camera;
  rays.mesh = { projected_.data(), adjacency_.links.data(), adjacency_.boundaryFaces.data() };
  rays.starts = starts_;
  rays.intersections = intersections_;
  rays.fragmentCount = lists_.fragmentCount();
  rays.capacity = static_cast<std::uint64_t>(lists_.capacity());
  rays.cut = nullptr;
  rays.isCut = rays.isClipped = false;
  rays.earlyTermination = options.earlyTermination;
  rays.maxSteps = static_cast<std::uint32_t>(adjacency_.numTets);
  rays.image = image_.data();
  rays.counters = casterCounters_.data();
  rays.countSteps = true;
  kernel.kernel.integrator = { values_.pieces() };
  kernel.order = order;
  kernel.numThreads = threads;
  Launch::run(backend_, threads, order.tileWidth > 0 ? order.tileWidth * order.tileHeight : 64, kernel);
}

} // namespace inkray::laboratory
