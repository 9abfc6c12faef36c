// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/CastWalks.h"
#include "Picture/CompositeBlocks.h"
#include "Renderers/MeshVolume/FrameCuts.h"
#include "Renderers/MeshVolume/Frames/SceneFrame.h"
#include "Renderers/MeshVolume/Grid/GridScene.h"
#include "Renderers/MeshVolume/Grid/PickGridRays.h"
#include "Renderers/MeshVolume/Packets/CastPackets.h"

#include <algorithm>
#include <limits>

namespace inkray
{

/// Draws frames of a grid on one backend.
template <class Backend>
class GridFrame : public SceneFrame<Backend, GridScene<Backend>>
{
  using Base = SceneFrame<Backend, GridScene<Backend>>;

public:
  using Base::Base;
  using Base::report;

  /// Draw a frame: a picture, also in host memory if `isPresented`. Throws InvalidInput, OutOfMemory,
  /// Aborted.
  void draw(const Camera& camera, const FrameOptions& options, bool isPresented);
  /// Cast picking rays. Throws like draw.
  void pick(const Camera& camera, const FrameOptions& options, const PickView& picks);
  /// Prepare the data with which other kernels cast rays through this grid and other sources at once. Depths
  /// begin where the camera's do. Throws like draw.
  RayWalk walk(const Camera& camera, const FrameOptions& options)
  {
    WalkedGrid grid = {};
    hasBands_ = false;
    const bool isSeen = this->walk(camera, options, grid);
    return { isSeen ? RayWalk::Kind::Grid : RayWalk::Kind::Nothing, grid, grid.surfaces != nullptr };
  }

  /// The number of the last frame's rays that meet the grid; markRays marks their pixels.
  std::int64_t numRays() const
  {
    return this->counted([this](std::uint64_t* number) { this->findRays(number, nullptr); });
  }
  void markRays(std::uint8_t* isMet) const { this->findRays(nullptr, isMet); }

private:
  using Base::backend_;
  using Base::bandPixels_;
  using Base::counters_;
  using Base::depth_;
  using Base::hasBands_;
  using Base::hasDepth_;
  using Base::image_;
  using Base::scene_;
  using Base::sparse_;

  /// Indices for Backend::mark. The marks of BrickedVolume come first.
  enum Mark
  {
    Begin = BrickedVolume<Backend>::numMarks,
    Cast,
    Presented
  };

  void findRays(std::uint64_t* number, std::uint8_t* isMet) const;
  /// Aim the rays at a picture. Returns false if the camera shows nothing.
  bool aim(GridRays& rays, const Camera& camera, const FrameOptions& options, Float4* image,
    const float* stops) const;
  /// Cast the rays of the drawn bands only.
  void list(RayGenerator& camera) const
  {
    camera.listed = bandPixels_.pixels();
    camera.numListed = bandPixels_.count();
  }
  void cast(GridPicture& picture, const GridRays& rays, const FrameOptions& options);
  /// Prepare the input of a walk. Returns false if nothing is visible.
  bool walk(const Camera& camera, const FrameOptions& options, WalkedGrid& grid);
  /// Draw the volume alone. Rays end at `stops`, or at the far plane if that is null.
  void drawVolume(const Camera& camera, const FrameOptions& options, Float4* image, const float* stops);
  /// Draw surfaces, with the volume if it is composited. The rays walk as in a picture of several sources.
  void drawSurfaces(const Camera& camera, const FrameOptions& options);
  /// Draw surfaces over the film of a volume.
  void drawOverFilm(const Camera& camera, const FrameOptions& options);

  GridRays lastRays_ = {}; ///< of the last frame
  bool hasRays_ = false;
  Buffer<float, Backend> ends_; ///< where rays stop, if other rays decide it
  Buffer<Float4, Backend> films_;
  Buffer<unsigned char, Backend> walks_;
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
  report.sparse = SparseReport();
  report.statistics = TetRayCastStatistics();
  image_.reserve(backend_, numPixels);
  counters_.reserve(backend_, 1);
  hasDepth_ = scene_.surfaces.areIn(options);
  if (hasDepth_)
    depth_.reserve(backend_, numPixels);
  hasBands_ = !options.rows.areAll();
  if (hasBands_)
    bandPixels_.find(backend_, options.rows, camera.width, camera.height);

  const Observed<Backend> observed(backend_, options);
  backend_.step(0.0, 1.0);
  backend_.mark(Begin);
  backend_.zero(counters_.data(), sizeof(RayCounters));
  if (!hasDepth_)
    this->drawVolume(camera, options, image_.data(), this->stopsOf(options, numPixels));
  else if (options.drawVolume && !filmOf(options.blend).isComposite)
    this->drawOverFilm(camera, options);
  else
    this->drawSurfaces(camera, options);
  if (hasBands_)
    this->list(lastRays_.camera);
  backend_.mark(Cast);
  this->checkAbort(options);
  this->present(numPixels, isPresented);
  RayCounters counted;
  backend_.copyToHost(&counted, counters_.data(), sizeof(counted));
  backend_.mark(Presented);
  backend_.synchronize();
  static_cast<PictureTimings&>(
    report.timings) = { 0, 0, backend_.elapsed(Begin, Cast), backend_.elapsed(Cast, Presented) };
  report.statistics.steps = static_cast<std::int64_t>(counted.steps);
  report.statistics.coveredRays = static_cast<std::int64_t>(counted.coveredRays);
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
  if (hasBands_)
    this->list(rays.camera);
  if (hasBands_ || hasDepth_ || !options.sparse.areUsed())
    return this->cast(picture, rays, options);
  GridRays first = rays;
  const Camera small = this->beginSparse(camera, options, stops);
  this->aim(first, small, options, sparse_.small().color, sparse_.stops());
  this->cast(picture, first, options);
  this->enlarge(camera, options, false);
  rays.camera.listed = sparse_.pixels();
  rays.camera.numListed = sparse_.numListed();
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
    return this->clear(numPixels);
  if (hasBands_)
  {
    ends_.reserve(backend_, numPixels);
    backend_.forEach(
      numPixels, StopOtherRays{ bandPixels_.isListed(), grid.rays.camera.stops, ends_.data() });
    grid.rays.camera.stops = ends_.data();
  }
  const WalkTarget target = { makeImagePlane(camera), camera.eyeDepth,
    std::max(options.earlyTermination, std::numeric_limits<float>::min()), image_.data(), depth_.data(),
    counters_.data(), PairWalks::Auto, options.methods.countSteps };
  castWalks(backend_, { { RayWalk::Kind::Grid, grid, true } }, target, walks_);
}

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
  ends_.reserve(backend_, numPixels);
  backend_.forEach(
    numPixels, BeginFilms{ this->stopsOf(options, numPixels), depth_.data(), films_.data(), ends_.data() });
  this->drawVolume(camera, options, films_.data(), ends_.data());
  backend_.forEach(
    numPixels, CompositeBlock{ films_.data(), nullptr, 0.0f, image_.data(), nullptr, ends_.data() });
}

template <class Backend>
bool GridFrame<Backend>::walk(const Camera& camera, const FrameOptions& options, WalkedGrid& grid)
{
  scene_.check(options);
  checkFrame(camera, options);
  static_cast<PictureTimings&>(report.timings) = {};
  report.statistics = TetRayCastStatistics();
  hasRays_ = false;
  const float* const stops = this->stopsOf(options, std::int64_t(camera.width) * camera.height);
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
  if (scene_.surfaces.areIn(options))
    grid.surfaces = scene_.prepareSurfaces(camera, grid.rays.camera.window, options, grid.colorValues);
  backend_.synchronize(); // the caller will cast the rays on another stream
  return true;
}

template <class Backend>
void GridFrame<Backend>::pick(const Camera& given, const FrameOptions& options, const PickView& picks)
{
  double box[6];
  scene_.volume.bounds(box);
  const Observed<Backend> observed(backend_, options);
  PickGridRays rays = {};
  hasBands_ = false;
  if (!this->walk(beginAtBox(given, box), options, rays.grid))
    return;
  rays.grid.isPlain = false; // the walk gives places
  rays.mode.blend = options.blend;
  const HeldValues& scalars = scene_.volume.scalars();
  rays.mode.lowAverage = scalars.scalarOf(options.averageRange[0]);
  rays.mode.highAverage = scalars.scalarOf(options.averageRange[1]);
  rays.rule = { picks, rays.grid.rays.camera.window };
  rays.cellsBeyond = scene_.volume.cellsBeyond();
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
    methods.generalMedium ? grid_kernel::points : picture.medium.features(filmOf(picture.mode.blend).kernels);
  const GridVolume<Backend>& volume = scene_.volume;
  const bool isPlain = wanted == (feature::composite | feature::function);
  if (volume.hasColors() || (volume.areCellsConstant() && !isPlain))
    return castGridMedium<grid_kernel::all>(backend_, volume, picture);
  if ((wanted & ~grid_kernel::functions) != 0u)
    return castGridMedium<grid_kernel::points>(backend_, volume, picture);
  if (wanted == grid_kernel::lit)
    return castGridMedium<grid_kernel::lit>(backend_, volume, picture);
  if (!isPlain)
    return castGridMedium<grid_kernel::functions>(backend_, volume, picture);
  if constexpr (!Backend::isDevice)
    if (methods.raysAtATime != RaysAtATime::One && !volume.areCellsConstant())
      return castInPackets(methods.raysAtATime, backend_, volume, picture);
  castGridValues(backend_, volume, picture);
}

template <class Backend>
void GridFrame<Backend>::findRays(std::uint64_t* number, std::uint8_t* isMet) const
{
  if (!hasRays_)
    return;
  CountGridRays count = { lastRays_, {}, number, isMet };
  count.rays.camera.stops = nullptr;
  std::copy_n(scene_.volume.layout().cells, 3, count.cells);
  backend_.forEach(countRays<PixelOrder<PixelTiles::Morton>>(count.rays.camera), count);
}

} // namespace inkray
