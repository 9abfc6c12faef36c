// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/CpuFeatures.h"
#include "Core/ElapsedTime.h"
#include "Core/Errors.h"
#include "Core/WorkObserver.h"
#include "Picture/CastWalks.h"
#include "Picture/RayStops.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/FrameCuts.h"
#include "Renderers/MeshVolume/Frames/FrameChecks.h"
#include "Renderers/MeshVolume/Frames/FrameFigures.h"
#include "Renderers/MeshVolume/Grid/GridScene.h"
#include "Renderers/MeshVolume/Grid/PickGridRays.h"
#include "Renderers/MeshVolume/Packets/CastGridPackets.h"
#include "View/DistantEye.h"
#include "View/SparsePicture.h"

#include <algorithm>
#include <limits>

namespace inkray
{

/// Draws frames of a grid on one backend.
template <class Backend>
class GridFrame
{
public:
  GridFrame(Backend& backend, GridScene<Backend>& scene)
    : backend_(backend)
    , scene_(scene)
  {
  }

  /// Draw a frame: a picture, also in host memory if `isPresented`. Throws InvalidInput, OutOfMemory,
  /// Aborted.
  void draw(const Camera& camera, const FrameOptions& options, bool isPresented);
  /// Prepare the data with which other kernels cast rays through this grid and other sources at once. Depths
  /// begin where the camera's do. Returns false if nothing of the grid is seen.
  bool walk(const Camera& camera, const FrameOptions& options, WalkedGrid& grid);
  /// Cast picking rays. Throws like draw.
  void pick(const Camera& camera, const FrameOptions& options, const PickView& picks);
  /// Convert films, in the memory of the backend, to colors in place.
  void develop(Float4* films, int width, int height, const FrameOptions& options);
  /// Make the picture from films in host memory.
  void drawFilms(const float* films, int width, int height, const FrameOptions& options);

  const Float4* picture() const { return image_.data(); }
  const float* depth() const { return hasDepth_ ? depth_.data() : nullptr; }
  const float* imageInHost() const { return imageInHost_; }
  const float* depthInHost() const { return depthInHost_; }
  /// Whether isosurfaces or slices are in a frame.
  bool hasSurfaces(const FrameOptions& options) const
  {
    return !options.keepsFilms && (scene_.hasSurfaces() || !options.slices.empty());
  }
  std::int64_t numRays() const;

  TetRayCastTimings timings;
  TetRayCastStatistics statistics;
  SparseReport sparse;

private:
  template <class T>
  using Array = Buffer<T, Backend>;

  /// Slots of Backend::mark, behind those of BrickedVolume.
  enum Mark
  {
    Begin = BrickedVolume<Backend>::numMarks,
    Cast,
    Presented
  };

  /// Aim the rays at a picture. Returns false if the camera shows nothing.
  bool aim(GridRays& rays, const Camera& camera, const FrameOptions& options, Float4* image,
    const float* stops) const;
  void cast(GridPicture& picture, const GridRays& rays, const FrameOptions& options);
  /// Draw the volume alone. Rays end at `stops`, or at the far plane if that is null.
  void drawVolume(const Camera& camera, const FrameOptions& options, Float4* image, const float* stops);
  /// Draw surfaces, with the volume if it is composited. The rays walk as in a picture of several sources.
  void drawSurfaces(const Camera& camera, const FrameOptions& options);
  /// Draw surfaces over the film of a volume.
  void drawOverFilm(const Camera& camera, const FrameOptions& options);
  void present(std::int64_t numPixels, bool isPresented)
  {
    imageInHost_ = isPresented ? hostImage_.take(backend_, image_.data(), numPixels) : nullptr;
    depthInHost_ = isPresented && hasDepth_ ? hostDepth_.take(backend_, depth_.data(), numPixels) : nullptr;
  }

  Backend& backend_;
  GridScene<Backend>& scene_;
  Array<Float4> image_;
  Array<RayCounters> counters_;
  Array<float> stops_;
  SparsePicture<Backend> sparsePicture_;
  BandPixels<Backend> bandPixels_;
  GridRays lastRays_ = {}; ///< of the last frame
  bool hasRays_ = false;
  mutable Array<std::uint64_t> rayCount_;
  bool hasDepth_ = false; ///< the last frame has depths of surfaces
  Array<float> depth_, filmEnds_;
  Array<Float4> films_;
  Array<unsigned char> walks_;
  typename Backend::HostImage hostImage_, hostDepth_;
  const float* imageInHost_ = nullptr;
  const float* depthInHost_ = nullptr;
};

template <class Backend>
bool GridFrame<Backend>::aim(
  GridRays& rays, const Camera& camera, const FrameOptions& options, Float4* image, const float* stops) const
{
  const bool isSeen =
    makeRayGenerator(camera, scene_.volume.gridToMesh(), scene_.volume.layout().cells, rays.camera);
  rays.camera.width = camera.width;
  rays.camera.height = camera.height;
  rays.camera.stops = stops;
  rays.earlyTermination = options.earlyTermination;
  rays.image = image;
  rays.countSteps = options.methods.countSteps;
  return isSeen;
}

template <class Backend>
void GridFrame<Backend>::draw(const Camera& given, const FrameOptions& options, bool isPresented)
{
  scene_.check(options);
  checkFrame(given, options);
  double box[6];
  scene_.volume.bounds(box);
  const Camera camera = beginAtBox(given, box);
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  sparse = SparseReport();
  statistics = TetRayCastStatistics();
  image_.reserve(backend_, numPixels);
  counters_.reserve(backend_, 1);
  hasDepth_ = this->hasSurfaces(options);
  if (hasDepth_)
    depth_.reserve(backend_, numPixels);

  const Observed<Backend> observed(backend_, options);
  backend_.step(0.0, 1.0);
  backend_.mark(Begin);
  backend_.zero(counters_.data(), sizeof(RayCounters));
  if (!hasDepth_)
    this->drawVolume(camera, options, image_.data(), stopsOf(backend_, options, numPixels, stops_));
  else if (options.drawVolume && !filmOf(options.blend).isComposite)
    this->drawOverFilm(camera, options);
  else
    this->drawSurfaces(camera, options);
  backend_.mark(Cast);
  if (options.abortCheck && options.abortCheck())
    throw Aborted("the frame was abandoned");
  this->present(numPixels, isPresented);
  RayCounters counted;
  backend_.copyToHost(&counted, counters_.data(), sizeof(counted));
  backend_.mark(Presented);
  backend_.synchronize();
  timings.camera = timings.lists = 0;
  timings.cast = backend_.elapsed(Begin, Cast);
  timings.present = backend_.elapsed(Cast, Presented);
  statistics.steps = static_cast<std::int64_t>(counted.steps);
  statistics.coveredRays = static_cast<std::int64_t>(counted.coveredRays);
  backend_.step(1.0, 1.0);
}

template <class Backend>
void GridFrame<Backend>::drawVolume(
  const Camera& camera, const FrameOptions& options, Float4* image, const float* stops)
{
  GridPicture picture = {};
  GridRays rays = {};
  rays.counters = counters_.data();
  setCuts(options, scene_.volume.gridToMesh(), rays.kept, rays.removed);
  hasRays_ = options.drawVolume && this->aim(rays, camera, options, image, stops);
  if (!hasRays_)
    return backend_.zero(image, std::size_t(camera.width) * camera.height * sizeof(Float4));
  scene_.prepare(picture, camera, options);
  lastRays_ = rays;
  const bool hasBands = !options.rows.areAll();
  if (hasBands)
  {
    bandPixels_.find(backend_, options.rows, camera.width, camera.height);
    rays.camera.listed = bandPixels_.pixels();
    rays.camera.numListed = bandPixels_.count();
  }
  if (hasBands || hasDepth_ || !options.sparse.areUsed())
    return this->cast(picture, rays, options);
  Camera small = camera;
  small.width = options.sparse.width;
  small.height = options.sparse.height;
  sparsePicture_.begin(backend_, options.sparse, camera.width, camera.height, false, stops);
  GridRays first = rays;
  this->aim(first, small, options, sparsePicture_.small().color, sparsePicture_.stops());
  this->cast(picture, first, options);
  const ElapsedTime time;
  sparsePicture_.enlarge(
    backend_, { camera.width, camera.height, image, nullptr }, options.sparse.mostSingle, false);
  sparse = { true, sparsePicture_.numWanted(), sparsePicture_.numListed(), time.milliseconds() };
  rays.camera.listed = sparsePicture_.pixels();
  rays.camera.numListed = sparsePicture_.numListed();
  if (rays.camera.numListed > 0)
    this->cast(picture, rays, options);
}

template <class Backend>
void GridFrame<Backend>::drawSurfaces(const Camera& camera, const FrameOptions& options)
{
  WalkedGrid grid = {};
  const bool isSeen = this->walk(camera, options, grid);
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  if (!isSeen)
  {
    backend_.zero(image_.data(), static_cast<std::size_t>(numPixels) * sizeof(Float4));
    return backend_.forEach(numPixels, FillDepths{ depth_.data() });
  }
  const WalkTarget target = { makeImagePlane(camera), camera.eyeDepth,
    std::max(options.earlyTermination, std::numeric_limits<float>::min()), image_.data(), depth_.data(),
    counters_.data(), PairWalks::Auto, options.methods.countSteps };
  castWalks(backend_, { { RayWalk::Kind::Grid, grid, true } }, target, walks_);
}

/// Finds where rays end: at the nearer of two window depths. `stops` may be null.
struct NearestDepths
{
  const float *stops, *depths;
  float* ends;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    ends[i] = stops ? minimum(stops[i], depths[i]) : depths[i];
  }
};

/// Adds a picture behind another one.
struct AddBehind
{
  const Float4* behind;
  Float4* image;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const Float4 front = image[i], back = behind[i];
    const float through = 1.0f - front.w;
    image[i] = { multiplyAdd(through, back.x, front.x), multiplyAdd(through, back.y, front.y),
      multiplyAdd(through, back.z, front.z), multiplyAdd(through, back.w, front.w) };
  }
};

template <class Backend>
void GridFrame<Backend>::drawOverFilm(const Camera& camera, const FrameOptions& options)
{
  FrameOptions alone = options;
  alone.drawVolume = false;
  alone.blend = FrameOptions().blend;
  this->drawSurfaces(camera, alone);
  // Nothing behind an opaque surface counts.
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  films_.reserve(backend_, numPixels);
  filmEnds_.reserve(backend_, numPixels);
  backend_.forEach(numPixels,
    NearestDepths{ stopsOf(backend_, options, numPixels, stops_), depth_.data(), filmEnds_.data() });
  this->drawVolume(camera, options, films_.data(), filmEnds_.data());
  backend_.forEach(numPixels, AddBehind{ films_.data(), image_.data() });
}

template <class Backend>
bool GridFrame<Backend>::walk(const Camera& camera, const FrameOptions& options, WalkedGrid& grid)
{
  scene_.check(options);
  checkFrame(camera, options);
  timings.camera = timings.lists = timings.cast = timings.present = 0;
  statistics = TetRayCastStatistics();
  hasRays_ = false;
  const float* const stops = stopsOf(backend_, options, std::int64_t(camera.width) * camera.height, stops_);
  setCuts(options, scene_.volume.gridToMesh(), grid.rays.kept, grid.rays.removed);
  if (!this->aim(grid.rays, camera, options, nullptr, stops))
    return false;
  grid.surfaces = nullptr;
  GridPicture picture = {};
  scene_.prepare(picture, camera, options);
  lastRays_ = grid.rays;
  hasRays_ = true;
  grid.medium = picture.medium;
  grid.channels = picture.channels;
  grid.channels.camera = grid.rays.camera;
  grid.view.volume = scene_.volume.tagged();
  scene_.volume.describe(grid.view);
  grid.view.spans = picture.spans;
  grid.view.showsMissing = picture.medium.missing.w > 0.0f;
  grid.isPlain = picture.medium.isEmpty || picture.medium.features(0u) == feature::function;
  if (this->hasSurfaces(options))
    grid.surfaces = scene_.prepareSurfaces(camera, grid.rays.camera.window, options);
  backend_.synchronize(); // the caller casts the rays on a stream of its own
  return true;
}

template <class Backend>
void GridFrame<Backend>::pick(const Camera& given, const FrameOptions& options, const PickView& picks)
{
  double box[6];
  scene_.volume.bounds(box);
  const Observed<Backend> observed(backend_, options);
  PickGridRays rays = {};
  if (!this->walk(beginAtBox(given, box), options, rays.grid))
    return;
  rays.grid.isPlain = false; // the walk gives places
  rays.mode.blend = options.blend;
  rays.mode.lowAverage = scene_.scalarOf(options.averageRange[0]);
  rays.mode.highAverage = scene_.scalarOf(options.averageRange[1]);
  rays.rule = { picks, rays.grid.rays.camera.window };
  rays.areValuesOfCells = scene_.volume.areValuesOfCells();
  castGridPicks(backend_, rays);
  backend_.synchronize();
}

template <class Backend>
void GridFrame<Backend>::cast(GridPicture& picture, const GridRays& rays, const FrameOptions& options)
{
  picture.rays = rays;
  picture.channels.camera = rays.camera;
  const TetMethodOptions& methods = options.methods;
  const unsigned wanted =
    methods.generalMedium ? grid_kernel::all : picture.medium.features(filmOf(picture.mode.blend).kernels);
  const GridVolume<Backend>& volume = scene_.volume;
  if ((wanted & ~grid_kernel::functions) != 0u)
    return castGridMedium<grid_kernel::all>(backend_, volume, picture);
  if (wanted != (feature::composite | feature::function))
    return castGridMedium<grid_kernel::functions>(backend_, volume, picture);
  if constexpr (!Backend::isDevice)
    if (methods.raysAtATime != RaysAtATime::One)
    {
      if (methods.fromKnotToKnot)
        picture.table = {};
      const RaysAtATime most = methods.raysAtATime;
      if (most == RaysAtATime::Four || !canCastEightRays())
        return castFourGridRays(backend_, volume, picture);
      return most == RaysAtATime::Eight || !canCastSixteenRays()
        ? castEightGridRays(backend_, volume, picture)
        : castSixteenGridRays(backend_, volume, picture);
    }
  castGridValues(backend_, volume, picture);
}

template <class Backend>
void GridFrame<Backend>::develop(Float4* films, int width, int height, const FrameOptions& options)
{
  scene_.check(options);
  Camera camera = {};
  camera.width = width;
  camera.height = height;
  checkFrame(camera, options);
  FrameOptions developed = options;
  developed.keepsFilms = false;
  if (filmOf(options.blend).isComposite || !options.drawVolume)
    throw InvalidInput("only volumes in blend modes other than Composite have films");
  GridPicture picture = {};
  scene_.prepare(picture, camera, developed);
  backend_.forEach(std::int64_t(width) * height, DevelopFilms{ { picture.medium }, { picture.mode }, films });
}

template <class Backend>
void GridFrame<Backend>::drawFilms(const float* films, int width, int height, const FrameOptions& options)
{
  const std::int64_t numPixels = std::int64_t(std::max(width, 0)) * std::max(height, 0);
  image_.reserve(backend_, numPixels);
  backend_.copyFromHost(image_.data(), films, static_cast<std::size_t>(numPixels) * sizeof(Float4));
  this->develop(image_.data(), width, height, options);
  this->present(numPixels, true);
  backend_.synchronize();
}

template <class Backend>
std::int64_t GridFrame<Backend>::numRays() const
{
  if (!hasRays_)
    return 0;
  rayCount_.reserve(backend_, 1);
  backend_.zero(rayCount_.data(), rayCount_.bytes());
  CountGridRays count = { lastRays_, {}, rayCount_.data() };
  count.rays.camera.stops = nullptr;
  std::copy_n(scene_.volume.layout().cells, 3, count.cells);
  backend_.forEach(countRays<PixelOrder<PixelTiles::Morton>>(count.rays.camera), count);
  std::uint64_t found = 0;
  backend_.copyToHost(&found, rayCount_.data(), sizeof found);
  return static_cast<std::int64_t>(found);
}

} // namespace inkray
