// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Device/Buffer.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "Renderers/PathTracer/PathTriangleSet.h"
#include "Renderers/PathTracer/PathVolume.h"
#include "Renderers/PathTracer/TracePaths.h"
#include "View/PixelOrder.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace inkray
{

/// The path tracer on one backend: the frame. renderOnDevice() reads as one: whether the picture begins anew,
/// the trees where surfaces have changed, the scene for kernels, samples, and their mean.
template <class Backend>
class PathTracerImpl : public PathTracer
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  explicit PathTracerImpl(std::string name)
    : name_(std::move(name))
    , materials_(1)
  {
  }

  DeviceKind device() const override { return Backend::isDevice ? DeviceKind::CUDA : DeviceKind::CPU; }
  std::string deviceName() const override { return name_; }

  void clearScene() override
  {
    this->changeScene();
    volumes_.clear();
    triangles_.clear();
  }
  int addVolume(const VolumeInput& volume, const WorkObserver& observer) override;
  const VolumeReport& volumeReport(int volume) const override
  {
    return const_cast<PathTracerImpl*>(this)->volume(volume).report();
  }
  void setIsosurfaces(int volume, const std::vector<PathSurface>& surfaces) override
  {
    this->volume(volume).setSurfaces(surfaces);
    this->changeScene();
  }
  void setColorValues(int volume, const Field& values) override
  {
    this->restart();
    this->volume(volume).setColorValues(backend_, values);
  }
  void setColorTable(int volume, const ColorTable& table) override
  {
    this->volume(volume).setColorTable(table);
    this->restart();
  }
  void addTriangles(const PathTriangles& triangles) override
  {
    triangles_.add(triangles);
    this->changeScene();
  }
  void setMaterials(const std::vector<PathMaterial>& materials) override;
  void setLights(const std::vector<SurfaceLight>& lights) override
  {
    lights_.assign(lights.begin(),
      lights.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(lights.size(), maxLights)));
    this->restart();
  }
  void setEnvironment(const Environment& environment) override;

  void render(const Camera& camera, const PathFrameOptions& options) override
  {
    this->renderOnDevice(camera, options);
    const std::int64_t pixels = this->numPixels();
    backend_.mark(PresentBegin);
    image_ = hostColor_.take(backend_, color_, pixels);
    depth_ = hostDepth_.take(backend_, depths_, pixels);
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
    std::size_t frame = sums_.bytes() + color_.bytes() + depths_.bytes() + opaqueDepth_.bytes() +
      lengths_.bytes() + workspace_.states.bytes() + workspace_.flags.bytes() + workspace_.places.bytes() +
      workspace_.counts.bytes();
    for (const auto& rays : workspace_.rays)
      frame += rays.bytes();
    return { backend_.ledger().current() - frame, frame };
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
    BounceBegin,
    BounceEnd,
    numMarks
  };

  PathVolume<Backend>& volume(int number)
  {
    if (number < 0 || number >= static_cast<int>(volumes_.size()))
      throw InvalidInput("there is no volume " + std::to_string(number) + " in the scene; it has " +
        std::to_string(volumes_.size()));
    return *volumes_[static_cast<std::size_t>(number)];
  }
  void changeScene()
  {
    sceneIsOld_ = true;
    this->restart();
  }
  static void check(const Camera& camera, const PathFrameOptions& options);
  bool continues(const Camera& camera, const PathFrameOptions& options) const;
  void placeScene();
  void updateScene();
  bool describeScene(const Camera& camera, const PathFrameOptions& options);
  void describeLights(const Camera& camera);
  void prepareImages(const PathFrameOptions& options);
  template <class Visit>
  void visitGeometry(const Visit& visit) const;
  PathKernel fastestKernel(const PathFrameOptions& options) const;
  template <class Geometry>
  void trace(const PathFrameOptions& options);
  void countPaths(const PathFrameOptions& options);
  std::int64_t numPixels() const { return std::int64_t(camera_.width) * camera_.height; }

  mutable Backend backend_;
  std::string name_;
  std::vector<std::unique_ptr<PathVolume<Backend>>> volumes_;
  PathTriangleSet<Backend> triangles_;
  std::vector<PathMaterial> materials_;
  std::vector<SurfaceLight> lights_;
  EnvironmentView environment_ = makeEnvironmentView({});
  Array<EnvironmentPixel> environmentPixels_;
  Array<AliasEntry> environmentAliases_;
  Array<PathMaterial> materialArray_;

  double sceneScale_ = 1.0, sceneOrigin_[3] = { 0, 0, 0 };
  bool sceneIsOld_ = true;
  PathScene scene_{};
  Array<PathScene> sceneArray_;

  Camera camera_; ///< of the picture, with the options that it depends on
  PathFrameOptions options_;
  std::vector<float> opaque_;
  std::int64_t numSamples_ = 0;
  Array<Float4> sums_, color_;
  Array<float> depths_, opaqueDepth_;
  Array<std::uint8_t> lengths_;
  PathWorkspace<Backend> workspace_;
  typename Backend::HostImage hostColor_, hostDepth_;
  const float* image_ = nullptr;
  const float* depth_ = nullptr;
  PathStatistics statistics_;
  bool rebuilt_ = false, traced_ = false, presented_ = false;
};

template <class Backend>
int PathTracerImpl<Backend>::addVolume(const VolumeInput& volume, const WorkObserver& observer)
{
  if (volumes_.size() >= maxVolumes)
    throw InvalidInput("the scene has " + std::to_string(maxVolumes) + " volumes already, as many as it can");
  const Observed<Backend> observed(backend_, observer);
  auto added = std::make_unique<PathVolume<Backend>>();
  added->setVolume(backend_, volume);
  if (!volumes_.empty() && volumes_[0]->isEven() != added->isEven())
    throw InvalidInput("uniform and rectilinear grids cannot be in one scene; resample one of them");
  this->changeScene();
  volumes_.push_back(std::move(added));
  return static_cast<int>(volumes_.size()) - 1;
}

template <class Backend>
void PathTracerImpl<Backend>::setMaterials(const std::vector<PathMaterial>& materials)
{
  if (materials.empty())
    throw InvalidInput("there has to be a material");
  const auto isBetween = [](float x, float low, float high) { return x >= low && x <= high; };
  for (const PathMaterial& m : materials)
    if (!isBetween(m.shininess, 1, 10000) || !isBetween(m.reflectance, 0, 1) ||
      !isBetween(m.refractiveIndex, 1, 4))
      throw InvalidInput(
        "a material's shininess has to be from 1 to 10000, its reflectance from 0 to 1 and its "
        "refractive index from 1 to 4");
  materials_ = materials;
  this->restart();
}

template <class Backend>
void PathTracerImpl<Backend>::setEnvironment(const Environment& environment)
{
  checkEnvironment(environment);
  this->restart();
  const EnvironmentTables tables = makeEnvironmentTables(environment);
  environmentPixels_.release();
  environmentAliases_.release();
  environment_ = makeEnvironmentView({});
  if (!tables.pixels.empty())
  {
    environmentPixels_.reset(backend_, static_cast<std::int64_t>(tables.pixels.size()));
    environmentAliases_.reset(backend_, static_cast<std::int64_t>(tables.aliases.size()));
    backend_.copyFromHost(environmentPixels_.data(), tables.pixels.data(), environmentPixels_.bytes());
    backend_.copyFromHost(environmentAliases_.data(), tables.aliases.data(), environmentAliases_.bytes());
  }
  environment_ = makeEnvironmentView(environment);
  environment_.pixels = environmentPixels_.data();
  environment_.aliases = environmentAliases_.data();
}

template <class Backend>
void PathTracerImpl<Backend>::check(const Camera& camera, const PathFrameOptions& options)
{
  if (camera.width <= 0 || camera.height <= 0)
    throw InvalidInput("the image has no pixels");
  if (options.samples < 1 || options.bounces < 0 || options.bounces > 64)
    throw InvalidInput(std::to_string(options.samples) + " samples of " + std::to_string(options.bounces) +
      " bounces were asked for: at least one sample, and from 0 to 64 bounces are possible");
  if (!(options.lensRadius >= 0.0f) || !std::isfinite(options.lensRadius) ||
    (options.lensRadius > 0.0f && !(options.focalDepth > 0.0f)))
    throw InvalidInput(
      "the lens's radius has to be 0 or more, and the depth at which things are sharp above 0");
}

/// Whether samples may be added to those that are there.
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
    opaque_.size() == pixels && std::equal(opaque_.begin(), opaque_.end(), options.opaqueDepth);
}

/// Where the scene lies: what surfaces may be in, in a cube.
template <class Backend>
void PathTracerImpl<Backend>::placeScene()
{
  double low[3], high[3];
  std::fill_n(low, 3, HUGE_VAL);
  std::fill_n(high, 3, -HUGE_VAL);
  for (const auto& volume : volumes_)
    for (int i = 0; i < 8 && volume->hasSurfaces(); ++i)
    {
      double p[3];
      volume->corner(i, p);
      for (int axis = 0; axis < 3; ++axis)
      {
        low[axis] = std::min(low[axis], p[axis]);
        high[axis] = std::max(high[axis], p[axis]);
      }
    }
  triangles_.extend(low, high);
  sceneScale_ = 0.0;
  for (int axis = 0; axis < 3; ++axis)
    sceneScale_ = std::max(sceneScale_, high[axis] - low[axis]);
  if (!(sceneScale_ > 0.0) || !std::isfinite(sceneScale_))
    sceneScale_ = 1.0;
  for (int axis = 0; axis < 3; ++axis)
    sceneOrigin_[axis] = low[axis] <= high[axis] ? 0.5 * (low[axis] + high[axis] - sceneScale_) : 0.0;
}

template <class Backend>
void PathTracerImpl<Backend>::updateScene()
{
  rebuilt_ = sceneIsOld_;
  if (!sceneIsOld_)
    return;
  backend_.mark(RebuildBegin);
  this->placeScene();
  triangles_.build(backend_, sceneScale_, sceneOrigin_);
  for (const auto& volume : volumes_)
    if (volume->hasSurfaces())
      volume->update(backend_);
  backend_.mark(RebuildEnd);
  sceneIsOld_ = false;
}

template <class Backend>
void PathTracerImpl<Backend>::describeLights(const Camera& camera)
{
  double eyeToMesh[16];
  invertView(camera, eyeToMesh);
  const auto turn = [&](const float(&v)[3], double of, int axis) {
    const double* const row = eyeToMesh + 4 * axis;
    return row[0] * v[0] + row[1] * v[1] + row[2] * v[2] + of * row[3];
  };
  scene_.numLights = 0;
  for (const SurfaceLight& light : lights_)
  {
    double place[3], along[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      place[axis] = (turn(light.position, 1.0, axis) - sceneOrigin_[axis]) / sceneScale_;
      along[axis] = turn(light.direction, 0.0, axis);
    }
    const auto three = [](const double(&v)[3]) {
      return Float3{ static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]) };
    };
    const auto s = static_cast<float>(sceneScale_);
    const Float3 color = scaled({ light.diffuse[0], light.diffuse[1], light.diffuse[2] }, pi);
    if (!(color.x >= 0.0f && color.y >= 0.0f && color.z >= 0.0f) || !(color.x + color.y + color.z > 0.0f))
      continue; // it gives nothing, or takes
    scene_.lights[scene_.numLights++] = { color, normalized(three(along)), three(place),
      { light.attenuation[0], light.attenuation[1] * s, light.attenuation[2] * s * s }, light.coneCosine,
      light.exponent, light.positional ? 1 : 0 };
  }
}

/// Everything for kernels. False: the camera shows nothing.
template <class Backend>
bool PathTracerImpl<Backend>::describeScene(const Camera& camera, const PathFrameOptions& options)
{
  const std::int32_t size[3] = { 1, 1, 1 };
  double sceneToMesh[16] = { sceneScale_, 0, 0, sceneOrigin_[0], 0, sceneScale_, 0, sceneOrigin_[1], 0, 0,
    sceneScale_, sceneOrigin_[2], 0, 0, 0, 1 };
  if (!makeRayGenerator(camera, sceneToMesh, size, scene_.camera))
    return false;
  double eyeToMesh[16];
  invertView(camera, eyeToMesh);
  scene_.hasLens = options.lensRadius > 0.0f && !camera.isParallel() ? 1 : 0;
  scene_.focus = scene_.hasLens ? 1.0f / options.focalDepth : 0.0f;
  for (int k = 0; k < 2; ++k)
    for (int axis = 0; axis < 3; ++axis)
      scene_.lens[k][axis] =
        static_cast<float>(eyeToMesh[4 * axis + k] * static_cast<double>(options.lensRadius) / sceneScale_);

  scene_.numVolumes = 0;
  for (const auto& volume : volumes_)
    if (volume->hasSurfaces())
      scene_.volumes[scene_.numVolumes++] = volume->describe(backend_, sceneScale_, sceneOrigin_);
  scene_.triangles = triangles_.view();
  scene_.smoothNormals = options.smoothNormals ? 1 : 0;
  scene_.showEnvironment = options.showEnvironment ? 1 : 0;
  scene_.environment = environment_;
  scene_.bounces = options.bounces;
  scene_.seed = options.seed;
  this->describeLights(camera);

  scene_.numMaterials = static_cast<std::int32_t>(materials_.size());
  materialArray_.reserve(backend_, scene_.numMaterials);
  backend_.copyFromHost(materialArray_.data(), materials_.data(), materials_.size() * sizeof(PathMaterial));
  scene_.materials = materialArray_.data();

  scene_.opaqueDepth = nullptr;
  if (!opaque_.empty())
  {
    opaqueDepth_.reserve(backend_, static_cast<std::int64_t>(opaque_.size()));
    backend_.copyFromHost(opaqueDepth_.data(), opaque_.data(), opaque_.size() * sizeof(float));
    scene_.opaqueDepth = opaqueDepth_.data();
  }
  sceneArray_.reserve(backend_, 1);
  backend_.copyFromHost(sceneArray_.data(), &scene_, sizeof scene_);
  return true;
}

/// What the pixels hold before the first sample.
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

/// The mean of the samples.
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
    opaque_.assign(options.opaqueDepth, options.opaqueDepth + pixels);
  backend_.forEach(pixels, ClearPaths{ sums_.data(), depths_.data() });
}

/// Call visit with the kind of geometry that the scene is.
template <class Backend>
template <class Visit>
void PathTracerImpl<Backend>::visitGeometry(const Visit& visit) const
{
  bool areSingle = true, isEven = true;
  int count = 0;
  for (const auto& volume : volumes_)
    if (volume->hasSurfaces())
    {
      ++count;
      areSingle = areSingle && volume->isSingle();
      isEven = isEven && volume->isEven();
    }
  if (count == 0)
    visit(OnlyTriangles());
  else if (!isEven)
    visit(MixedRectilinear());
  else if (areSingle && triangles_.empty())
    visit(OneIsosurface());
  else
    visit(MixedEven());
}

/// On an H200, compaction within the kernel makes frames with isosurfaces 1.4 to 1.8 times as fast as Naive
/// at 8 bounces. Rays through triangles alone need so few registers that threads hide what others wait for,
/// and moving paths gains less than it costs (Testing/Benchmarks/MEASURED.md). On CPU threads all are alike.
template <class Backend>
PathKernel PathTracerImpl<Backend>::fastestKernel(const PathFrameOptions& options) const
{
  if (!Backend::isDevice || options.bounces == 0)
    return PathKernel::Naive;
  PathKernel fastest = PathKernel::InKernel;
  this->visitGeometry([&](auto geometry) {
    if (std::is_void_v<typename decltype(geometry)::Axes>)
      fastest = PathKernel::Regenerate;
  });
  return fastest;
}

template <class Backend>
template <class Geometry>
void PathTracerImpl<Backend>::trace(const PathFrameOptions& options)
{
  const PathFrame frame = { sceneArray_.data(), sums_.data(),
    static_cast<std::uint32_t>(PixelOrder<PixelTiles::Rows>::count(camera_.width, camera_.height)),
    options.bounces, BounceBegin };
  if (numSamples_ == 0)
    tracePathDepth<Geometry>(backend_, frame, depths_.data());
  PathFrameOptions now = options;
  if (options.kernel == PathKernel::Auto)
    now.compaction = CompactionMethod::InKCompact;
  tracePaths<Geometry>(backend_, frame, statistics_.kernel, now, static_cast<std::uint32_t>(numSamples_),
    static_cast<std::uint32_t>(options.samples), workspace_);
  if (options.methods.pathLengths)
  {
    lengths_.reserve(backend_, frame.numRays);
    measurePaths<Geometry>(
      backend_, frame, static_cast<std::uint32_t>(numSamples_ + options.samples - 1), lengths_.data());
  }
}

/// Wald's Table 2: paths and warps that begin each bounce.
template <class Backend>
void PathTracerImpl<Backend>::countPaths(const PathFrameOptions& options)
{
  const std::int64_t n = PixelOrder<PixelTiles::Rows>::count(camera_.width, camera_.height);
  std::vector<std::uint8_t> lengths(static_cast<std::size_t>(n));
  backend_.copyToHost(lengths.data(), lengths_.data(), lengths.size());
  constexpr std::int64_t warp = 32, tile = 512;
  for (int bounce = 0; bounce <= options.bounces; ++bounce)
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
  const Observed<Backend> observed(backend_, options);
  const bool goesOn = this->continues(camera, options) && !sceneIsOld_;
  std::int64_t before = goesOn ? numSamples_ : 0;
  if (before + options.samples > maxSamplesOfPicture)
    throw InvalidInput("a picture can have 2^24 samples in a pixel, no more");
  numSamples_ = 0; // until the new samples are there
  image_ = depth_ = nullptr;
  traced_ = presented_ = false;
  statistics_ = PathStatistics();
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
  statistics_.leftOut = triangles_.leftOut();
  if (this->describeScene(camera, options))
  {
    backend_.mark(TraceBegin);
    numSamples_ = before;
    try
    {
      this->visitGeometry([&](auto geometry) { this->trace<decltype(geometry)>(options); });
    }
    catch (...)
    {
      numSamples_ = 0; // pixels may hold a sample or not
      throw;
    }
    if (options.methods.pathLengths)
      this->countPaths(options);
    traced_ = true;
  }
  numSamples_ = statistics_.samples = before + options.samples;
  backend_.forEach(
    this->numPixels(), ResolvePaths{ sums_.data(), color_.data(), static_cast<float>(numSamples_) });
  backend_.mark(TraceEnd);
  backend_.step(1.0, 1.0);
  if (!Backend::isDevice)
  {
    image_ = reinterpret_cast<const float*>(color_.data());
    depth_ = depths_.data();
  }
}

template <class Backend>
PathTimings PathTracerImpl<Backend>::timings() const
{
  PathTimings t;
  if (!volumes_.empty())
  {
    t.upload = volumes_.back()->uploadMilliseconds();
    t.bricks = volumes_.back()->bricksMilliseconds();
  }
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
