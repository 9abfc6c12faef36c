// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Device/Buffer.h"
#include "Picture/RayStops.h"
#include "Renderers/PathTracer/PathGeometry.h"
#include "Renderers/PathTracer/PathLoop.h"
#include "Renderers/PathTracer/PathSceneSource.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "Renderers/PathTracer/TracePaths.h"
#include "View/PixelOrder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace inkray
{

/// The path tracer on one backend. renderOnDevice() draws a frame: it decides if the picture begins anew,
/// rebuilds the trees of changed surfaces, describes the scene for kernels, adds samples, and takes their
/// mean.
template <class Backend>
class PathTracerImpl : public PathTracer
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  PathTracerImpl(const DeviceInfo& device, std::size_t memoryLimit)
    : backend_(device.id, memoryLimit)
    , name_(device.name)
  {
  }

  DeviceKind device() const override { return Backend::isDevice ? DeviceKind::CUDA : DeviceKind::CPU; }
  std::string deviceName() const override { return name_; }

  void clearScene() override
  {
    this->restart();
    source_.clear();
  }
  int addVolume(const VolumeInput& volume, const WorkObserver& observer) override
  {
    const Observed<Backend> observed(backend_, observer);
    const int number = source_.addVolume(backend_, volume);
    this->restart();
    return number;
  }
  const VolumeReport& volumeReport(int volume) const override { return source_.volume(volume).report(); }
  void setIsosurfaces(int volume, const std::vector<PathSurface>& surfaces) override
  {
    source_.changedVolume(volume).setSurfaces(surfaces);
    this->restart();
  }
  void setTransferFunction(int volume, const TransferFunction& function) override
  {
    source_.changedVolume(volume).setTransferFunction(function);
    this->restart();
  }
  void removeTransferFunction(int volume) override
  {
    source_.changedVolume(volume).removeTransferFunction();
    this->restart();
  }
  void setColorValues(int volume, const Field& values) override
  {
    this->restart();
    source_.volume(volume).setColorValues(backend_, values);
  }
  void setColorTable(int volume, const ColorTable& table) override
  {
    source_.volume(volume).setColorTable(table);
    this->restart();
  }
  int addMesh(const TetMeshInput& mesh, const WorkObserver& observer) override
  {
    const Observed<Backend> observed(backend_, observer);
    const int number = source_.addMesh(backend_, mesh, Paths);
    this->restart();
    return number;
  }
  const TetMeshReport& meshReport(int mesh) const override { return source_.mesh(mesh).report(); }
  void setMeshValues(int mesh, const Field& values) override
  {
    this->restart();
    source_.setMeshValues(backend_, mesh, values);
  }
  void setMeshHeldRange(int mesh, double low, double high) override
  {
    source_.mesh(mesh).setHeldRange(rangeBetween(low, high));
  }
  MeshValueReport meshValueReport(int mesh) const override { return source_.mesh(mesh).valueReport(); }
  void setMeshIsosurfaces(int mesh, const std::vector<PathSurface>& surfaces) override
  {
    source_.changedMesh(mesh).setSurfaces(surfaces);
    this->restart();
  }
  void setMeshTransferFunction(int mesh, const TransferFunction& function) override
  {
    source_.changedMesh(mesh).setTransferFunction(function);
    this->restart();
  }
  void removeMeshTransferFunction(int mesh) override
  {
    source_.changedMesh(mesh).removeTransferFunction();
    this->restart();
  }
  void setMeshColorValues(int mesh, const Field& values) override
  {
    this->restart();
    source_.mesh(mesh).setColorValues(backend_, values);
  }
  void setMeshColorTable(int mesh, const ColorTable& table) override
  {
    source_.mesh(mesh).setColorTable(table);
    this->restart();
  }
  void addTriangles(const PathTriangles& triangles) override
  {
    source_.addTriangles(triangles);
    this->restart();
  }
  void setMaterials(const std::vector<PathMaterial>& materials) override
  {
    source_.setMaterials(materials);
    this->restart();
  }
  void setLights(const std::vector<SurfaceLight>& lights) override
  {
    source_.setLights(lights);
    this->restart();
  }
  void setEnvironment(const Environment& environment) override
  {
    this->restart();
    source_.setEnvironment(backend_, environment);
  }

  void render(const Camera& camera, const PathFrameOptions& options) override
  {
    this->renderOnDevice(camera, options);
    const std::int64_t pixels = this->numPixels();
    backend_.mark(PresentBegin);
    image_ = hostColor_.take(backend_, color_.data(), pixels);
    depth_ = hostDepth_.take(backend_, depths_.data(), pixels);
    backend_.mark(PresentEnd);
    backend_.synchronize();
    presented_ = true;
  }
  void renderOnDevice(const Camera& camera, const PathFrameOptions& options) override;
  void restart() override { numSamples_ = 0; }

  std::int64_t numSamples() const override { return numSamples_; }
  const float* image() const override { return image_; }
  const float* depth() const override { return depth_; }
  const float* deviceImage() const override
  {
    return Backend::isDevice ? reinterpret_cast<const float*>(color_.data()) : nullptr;
  }
  const float* deviceDepth() const override { return Backend::isDevice ? depths_.data() : nullptr; }

  PathTimings timings() const override;
  PathStatistics statistics() const override { return statistics_; }
  PathMemory memory() const override
  {
    const std::size_t frame =
      sums_.bytes() + kept_.bytes() + color_.bytes() + depths_.bytes() + stops_.bytes() + workspace_.bytes();
    return { backend_.budget().used() - frame, frame };
  }

private:
  enum Mark
  {
    RebuildBegin = PathVolume<Backend>::numMarks,
    RebuildEnd,
    TraceBegin,
    TraceEnd,
    PresentBegin,
    PresentEnd,
    Paths,
    numMarks = Paths + numPathMarks
  };
  static_assert(int(numMarks) <= Backend::numMarks, "the backend remembers so many moments");

  static void check(const Camera& camera, const PathFrameOptions& options);
  void addSamples(const Camera& camera, const PathFrameOptions& options, bool goesOn, std::int64_t before);
  bool continues(const Camera& camera, const PathFrameOptions& options) const;
  void updateScene();
  bool describeScene(const Camera& camera, const PathFrameOptions& options);
  void prepareImages(const PathFrameOptions& options);
  PathKernel fastestKernel(const PathFrameOptions& options) const;
  template <class Geometry>
  void trace(const PathFrameOptions& options);
  PathLoopOn<Backend>* loopFor(const PathFrameOptions& options);
  void countPaths(const Array<std::uint8_t>& rays, int bounces);
  std::int64_t numPixels() const { return std::int64_t(camera_.width) * camera_.height; }

  mutable Backend backend_;
  std::string name_;
  PathSceneSource<Backend> source_;
  PathScene scene_{};
  Array<PathScene> sceneArray_;

  Camera camera_; ///< camera of the picture, with the options that the picture depends on
  PathFrameOptions options_;
  std::vector<float> opaque_;
  std::int64_t numSamples_ = 0;
  Array<Float4> sums_, color_;
  Array<Float4> kept_; ///< the sums before the samples that are being added
  Array<float> depths_, stops_;
  PathWorkspace<Backend> workspace_;
  std::map<const PathLoopFactory*, std::unique_ptr<PathLoop>> loops_;
  typename Backend::HostImage hostColor_, hostDepth_;
  const float* image_ = nullptr;
  const float* depth_ = nullptr;
  PathStatistics statistics_;
  bool rebuilt_ = false, traced_ = false, presented_ = false;
};

template <class Backend>
void PathTracerImpl<Backend>::check(const Camera& camera, const PathFrameOptions& options)
{
  if (camera.width <= 0 || camera.height <= 0)
    throw InvalidInput("the image has no pixels");
  if (options.samples < 1 || options.bounces < 0 || options.bounces > 64)
    throw InvalidInput(std::to_string(options.samples) + " samples of " + std::to_string(options.bounces) +
      " bounces were asked for: at least one sample, and from 0 to 64 bounces are possible");
  if (!(options.launchMilliseconds >= 0.0f) || options.methods.pathsOfLaunch < 0)
    throw InvalidInput("the time of a launch and the number of its paths have to be 0 or more");
  if (!(options.lensRadius >= 0.0f) || !std::isfinite(options.lensRadius) ||
    (options.lensRadius > 0.0f && !(options.focalDepth > 0.0f)))
    throw InvalidInput(
      "the lens's radius has to be 0 or more, and the depth at which things are sharp above 0");
}

/// Whether the picture stays valid, so that samples may be added to it.
template <class Backend>
bool PathTracerImpl<Backend>::continues(const Camera& camera, const PathFrameOptions& options) const
{
  const auto same = [](const double(&a)[16], const double(&b)[16]) { return std::equal(a, a + 16, b); };
  const std::size_t pixels = options.opaqueDepth ? static_cast<std::size_t>(this->numPixels()) : 0;
  return numSamples_ > 0 && camera.width == camera_.width && camera.height == camera_.height &&
    same(camera.meshToEye, camera_.meshToEye) && same(camera.eyeToClip, camera_.eyeToClip) &&
    options.bounces == options_.bounces && options.seed == options_.seed &&
    options.smoothNormals == options_.smoothNormals && options.showEnvironment == options_.showEnvironment &&
    options.lensRadius == options_.lensRadius && options.focalDepth == options_.focalDepth &&
    opaque_.size() == pixels && std::equal(opaque_.begin(), opaque_.end(), options.opaqueDepth.depths);
}

template <class Backend>
void PathTracerImpl<Backend>::updateScene()
{
  rebuilt_ = source_.isOld();
  if (!rebuilt_)
    return;
  backend_.mark(RebuildBegin);
  source_.update(backend_);
  workspace_.pathsOfLaunch = 0; // the time that paths of the new scene take is not known
  backend_.mark(RebuildEnd);
}

/// Copy the scene to the memory of the kernels. Returns false if the camera shows nothing.
template <class Backend>
bool PathTracerImpl<Backend>::describeScene(const Camera& camera, const PathFrameOptions& options)
{
  if (!source_.describe(backend_, camera, options, scene_))
    return false;
  scene_.camera.stops = stopsOf(backend_, options, this->numPixels(), stops_);
  sceneArray_.reserve(backend_, 1);
  backend_.copyFromHost(sceneArray_.data(), &scene_, sizeof scene_);
  return true;
}

/// Clears the pixels before the first sample.
struct ClearPaths
{
  Float4* sums;
  float* depth;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    sums[i] = { 0.0f, 0.0f, 0.0f, 0.0f };
    depth[i] = 1.0f;
  }
};

struct KeepPaths
{
  const Float4* sums;
  Float4* kept;

  INKRAY_HD void operator()(std::int64_t i) const { kept[i] = sums[i]; }
};

/// Computes the mean of the samples.
struct ResolvePaths
{
  const Float4* sums;
  Float4* color;
  float samples;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const Float4 s = sums[i];
    color[i] = { s.x / samples, s.y / samples, s.z / samples, s.w / samples };
  }
};

template <class Backend>
void PathTracerImpl<Backend>::prepareImages(const PathFrameOptions& options)
{
  const std::int64_t pixels = this->numPixels();
  for (Array<Float4>* const array : { &sums_, &color_ })
    if (array->size() != pixels)
      array->reset(backend_, pixels);
  if (depths_.size() != pixels)
    depths_.reset(backend_, pixels);
  opaque_.clear();
  if (options.opaqueDepth)
    opaque_.assign(options.opaqueDepth.depths, options.opaqueDepth + pixels);
  backend_.forEach(pixels, ClearPaths{ sums_.data(), depths_.data() });
}

/// Return the fastest kernel on an H200 (Testing/Benchmarks/MEASURED.md). On CPU threads all are equally
/// fast.
///
/// Rays through grids alone compute much: at 8 bounces, compaction within the kernel makes frames 1.6 to 1.75
/// times as fast as Naive. If only some rays go through grids, sorting gains as much in addition. With media,
/// rays differ much in length, and blocks of a compacting kernel wait too long for one another. Rays through
/// triangles and tets wait for memory, which other threads hide, and moving paths costs more than it gains.
template <class Backend>
PathKernel PathTracerImpl<Backend>::fastestKernel(const PathFrameOptions& options) const
{
  if (!Backend::isDevice || options.bounces == 0)
    return PathKernel::Naive;
  const PathSceneContents scene = source_.contents();
  if (scene.media || (scene.grids && scene.meshes))
    return PathKernel::WholeFrame;
  if (!scene.grids)
    return options.bounces > 2 ? PathKernel::Queued : PathKernel::Naive;
  PathKernel fastest = PathKernel::Sorted;
  visitPathGeometry(scene, [&](auto kind) {
    if (std::is_same_v<decltype(kind), OneIsosurface>)
      fastest = PathKernel::InKernel;
  });
  return fastest;
}

/// Return the loop that a test or benchmark has set in the frame's options (PathMethodOptions::loop), or
/// null.
template <class Backend>
PathLoopOn<Backend>* PathTracerImpl<Backend>::loopFor(const PathFrameOptions& options)
{
  const PathLoopFactory* const factory = options.methods.loop;
  if (!factory)
    return nullptr;
  auto found = loops_.find(factory);
  if (found == loops_.end())
    found = loops_.emplace(factory, factory->make(this->device())).first;
  return static_cast<PathLoopOn<Backend>*>(found->second.get());
}

template <class Backend>
template <class Geometry>
void PathTracerImpl<Backend>::trace(const PathFrameOptions& options)
{
  const PathFrame frame = { sceneArray_.data(), sums_.data(),
    static_cast<std::uint32_t>(PixelOrder<PixelTiles::Rows>::count(camera_.width, camera_.height)),
    options.bounces, Paths };
  if (numSamples_ == 0)
    tracePathDepth<Geometry>(backend_, frame, depths_.data());
  PathLoopOn<Backend>* const loop = this->loopFor(options);
  tracePaths<Geometry>(backend_, frame, statistics_.kernel, loop, options,
    static_cast<std::uint32_t>(numSamples_), static_cast<std::uint32_t>(options.samples), workspace_);
  if (loop && loop->lengths())
    this->countPaths(*loop->lengths(), options.bounces);
}

/// Count the paths and warps that begin each bounce (Wald's Table 2), from the number of rays of each path.
template <class Backend>
void PathTracerImpl<Backend>::countPaths(const Array<std::uint8_t>& rays, int bounces)
{
  const std::int64_t n = PixelOrder<PixelTiles::Rows>::count(camera_.width, camera_.height);
  std::vector<std::uint8_t> lengths(static_cast<std::size_t>(n));
  backend_.copyToHost(lengths.data(), rays.data(), lengths.size());
  constexpr std::int64_t warp = 32, tile = 512;
  for (int bounce = 0; bounce <= bounces; ++bounce)
  {
    std::int64_t live = 0, warps = 0, tiledWarps = 0, inTile = 0;
    for (std::int64_t first = 0; first < n; first += warp)
    {
      const auto* const from = lengths.data() + first;
      const std::int64_t here =
        std::count_if(from, from + std::min(warp, n - first), [&](std::uint8_t l) { return l > bounce; });
      live += here;
      warps += here > 0 ? 1 : 0;
      inTile += here;
      if ((first + warp) % tile == 0 || first + warp >= n)
        tiledWarps += (std::exchange(inTile, 0) + warp - 1) / warp;
    }
    statistics_.livePaths.push_back(live);
    statistics_.warps.push_back(warps);
    statistics_.compactWarps.push_back((live + warp - 1) / warp);
    statistics_.tiledWarps.push_back(tiledWarps);
  }
}

template <class Backend>
void PathTracerImpl<Backend>::renderOnDevice(const Camera& camera, const PathFrameOptions& options)
{
  this->check(camera, options);
  const bool goesOn = this->continues(camera, options) && !source_.isOld();
  const std::int64_t before = goesOn ? numSamples_ : 0;
  if (before + options.samples > maxSamplesOfPicture)
    throw InvalidInput("a picture can have at most 2^24 samples in a pixel");
  const float *const image = image_, *const depth = depth_;
  const PathStatistics statistics = statistics_;
  numSamples_ = 0; // until the new samples are complete
  image_ = depth_ = nullptr;
  traced_ = presented_ = false;
  statistics_ = PathStatistics();
  const bool keeps = goesOn && options.abortCheck;
  if (keeps)
  {
    if (kept_.size() != this->numPixels())
      kept_.reset(backend_, this->numPixels());
    backend_.forEach(this->numPixels(), KeepPaths{ sums_.data(), kept_.data() });
  }
  try
  {
    this->addSamples(camera, options, goesOn, before);
  }
  catch (const Aborted&)
  {
    numSamples_ = 0; // some pixels may have a sample more than others
    if (keeps)
    {
      std::swap(sums_, kept_);
      numSamples_ = before;
      image_ = image;
      depth_ = depth;
      statistics_ = statistics;
    }
    throw;
  }
  catch (...)
  {
    numSamples_ = 0;
    throw;
  }
  backend_.forEach(
    this->numPixels(), ResolvePaths{ sums_.data(), color_.data(), static_cast<float>(numSamples_) });
  backend_.mark(TraceEnd);
  if (!Backend::isDevice)
  {
    image_ = reinterpret_cast<const float*>(color_.data());
    depth_ = depths_.data();
  }
}

/// Add samples to the picture. The frame's observer may abort this part of the frame.
template <class Backend>
void PathTracerImpl<Backend>::addSamples(
  const Camera& camera, const PathFrameOptions& options, bool goesOn, std::int64_t before)
{
  const Observed<Backend> observed(backend_, options);
  backend_.step(0.0, 0.05);
  if (!goesOn)
  {
    camera_ = camera;
    options_ = options;
    options_.abortCheck = nullptr;
    options_.progress = nullptr;
    this->prepareImages(options);
  }
  this->updateScene();
  statistics_.kernel = options.kernel == PathKernel::Auto ? this->fastestKernel(options) : options.kernel;
  statistics_.paths = this->numPixels();
  statistics_.leftOut = source_.leftOut();
  if (this->describeScene(camera, options))
  {
    statistics_.lensRadius = source_.lensRadius();
    backend_.mark(TraceBegin);
    numSamples_ = before;
    visitPathGeometry(source_.contents(), [&](auto geometry) { this->trace<decltype(geometry)>(options); });
    traced_ = true;
  }
  backend_.step(1.0, 1.0);
  numSamples_ = statistics_.samples = before + options.samples;
}

template <class Backend>
PathTimings PathTracerImpl<Backend>::timings() const
{
  PathTimings t;
  t.upload = source_.uploadMilliseconds();
  t.bricks = source_.bricksMilliseconds();
  if (traced_)
  {
    backend_.synchronize();
    t.rebuild = rebuilt_ ? backend_.elapsed(RebuildBegin, RebuildEnd) : 0.0;
    t.trace = backend_.elapsed(TraceBegin, TraceEnd);
    t.present = presented_ ? backend_.elapsed(PresentBegin, PresentEnd) : 0.0;
    t.bounces = workspace_.bounceMilliseconds;
  }
  return t;
}

} // namespace inkray
