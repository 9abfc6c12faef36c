// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/CpuFeatures.h"
#include "Core/ElapsedTime.h"
#include "Core/Errors.h"
#include "Device/Buffer.h"
#include "Device/LaunchTable.h"
#include "Picture/RayStops.h"
#include "Renderers/Isosurface/CastIsosurfacePackets.h"
#include "Renderers/Isosurface/IsosurfaceKernels.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "Renderers/Isosurface/IsosurfaceSource.h"
#include "Renderers/Isosurface/IsosurfaceVolume.h"
#include "Renderers/Isosurface/MultiKernelCaster.h"
#include "View/DistantEye.h"
#include "View/SparsePicture.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace inkray
{

/// The ray caster on one backend. renderOnDevice() draws a frame: it prepares the scene, rebuilds the tree if
/// the isovalues have changed, and runs one of the pipelines.
template <class Backend>
class IsosurfaceRayCasterImpl : public IsosurfaceRayCaster
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  IsosurfaceRayCasterImpl(const DeviceInfo& device, std::size_t memoryLimit)
    : backend_(device.id, memoryLimit)
    , id_(device.id)
    , name_(device.name)
  {
  }

  DeviceKind device() const override { return Backend::isDevice ? DeviceKind::CUDA : DeviceKind::CPU; }
  std::string deviceName() const override { return name_; }

  const VolumeReport& setVolume(const VolumeInput& volume, const WorkObserver& observer) override
  {
    const Observed<Backend> observed(backend_, observer);
    return volume_.setVolume(backend_, volume);
  }
  void setColorValues(const Field& values) override { volume_.setColorValues(backend_, values); }
  void setColorTable(const ColorTable& table) override { volume_.setColorTable(backend_, table); }
  void setIsosurfaces(const std::vector<Isosurface>& surfaces) override { volume_.setSurfaces(surfaces); }
  void setLights(const std::vector<SurfaceLight>& lights) override;
  void setMaterial(const SurfaceMaterial& material) override { scene_.material = material; }

  void render(const Camera& camera, const IsosurfaceFrameOptions& options) override
  {
    this->renderOnDevice(camera, options);
    const auto pixels = static_cast<std::int64_t>(camera.width) * camera.height;
    backend_.mark(PresentBegin);
    image_ = hostColor_.take(backend_, color_.data(), pixels);
    depth_ = hostDepth_.take(backend_, depths_.data(), pixels);
    hits_ = options.wantHits
      ? reinterpret_cast<const IsosurfaceHit*>(hostHits_.take(backend_, hitArray_.data(), pixels))
      : nullptr;
    backend_.mark(PresentEnd);
    backend_.synchronize();
    presented_ = true;
  }
  void renderOnDevice(const Camera& camera, const IsosurfaceFrameOptions& options) override;

  const float* image() const override { return image_; }
  const float* depth() const override { return depth_; }
  const float* deviceImage() const override
  {
    return Backend::isDevice ? reinterpret_cast<const float*>(color_.data()) : nullptr;
  }
  const float* deviceDepth() const override { return Backend::isDevice ? depths_.data() : nullptr; }
  const IsosurfaceHit* hits() const override { return hits_; }
  double hitsBegin() const override { return eyeDepth_; }
  SurfaceLayers layers() const override
  {
    backend_.synchronize();
    return { layerColors_.data(), layerDepths_.data(), scene_.layers.most, scene_.camera.window, eyeDepth_ };
  }
  SurfaceLayers hostLayers() override
  {
    const std::int64_t size = this->numPixels() * scene_.layers.most;
    const float* const colors = hostLayerColors_.take(backend_, layerColors_.data(), size);
    const float* const depths = hostLayerDepths_.take(backend_, layerDepths_.data(), size);
    backend_.synchronize();
    return { reinterpret_cast<const Float4*>(colors), depths, scene_.layers.most, scene_.camera.window,
      eyeDepth_ };
  }

  std::unique_ptr<RaySource> source(const Camera& camera, const IsosurfaceFrameOptions& options) override
  {
    return std::make_unique<IsosurfaceSource>(*this, id_, camera, options);
  }

  IsosurfaceTimings timings() const override;
  SparseReport sparseReport() const override { return sparseReport_; }
  IsosurfaceStatistics statistics() const override;
  IsosurfaceMemory memory() const override
  {
    const std::size_t volume = volume_.valueBytes(), bricks = volume_.brickBytes();
    return { volume, bricks, backend_.budget().used() - volume - bricks };
  }

protected:
  enum Mark
  {
    RebuildBegin = IsosurfaceVolume<Backend>::numMarks,
    RebuildEnd,
    CastEnd,
    PresentBegin,
    PresentEnd,
    numMarks
  };

  bool beginFrame(const Camera& camera, const IsosurfaceFrameOptions& options);
  void endFrame(const IsosurfaceFrameOptions& options);
  void clear(const IsosurfaceFrameOptions& options);
  void prepareScene(const IsosurfaceFrameOptions& options);
  bool prepareCamera(const Camera& camera, const IsosurfaceFrameOptions& options);
  void castSparse(const Camera& camera, const IsosurfaceFrameOptions& options);
  void cast(const IsosurfaceFrameOptions& options, const IsosurfaceImage& image);
  template <bool Opaque, class Volume>
  void cast(const IsosurfaceFrameOptions& options, const IsosurfaceImage& image, const Volume& volume);
  MultiKernelPipelineOn<Backend>& multiKernelFor(const IsosurfaceFrameOptions& options);
  /// Add the number of leaves that contain isovalues to `count`, in the memory of the backend. The first
  /// function counts the leaves of all blocks that were drawn, the second one those of one volume.
  virtual void countLeaves(std::uint64_t* count) const { this->countLeaves(volume_, count); }
  void countLeaves(const IsosurfaceVolume<Backend>& volume, std::uint64_t* count) const
  {
    const std::int64_t slots = std::int64_t(1) << volume.layout().depth;
    backend_.forEach(slots, CountLeaves{ volume.nodes(), slots, count });
  }
  std::int64_t numPixels() const
  {
    return static_cast<std::int64_t>(scene_.camera.width) * scene_.camera.height;
  }
  std::int64_t numRays() const { return countRays<PixelOrder<PixelTiles::Rows>>(scene_.camera); }
  IsosurfaceImage imageFor(const IsosurfaceFrameOptions& options)
  {
    return { color_.data(), depths_.data(), options.wantHits ? hitArray_.data() : nullptr };
  }

  mutable Backend backend_;
  const DeviceId id_;
  std::string name_;
  IsosurfaceVolume<Backend> volume_;
  const IsosurfaceVolume<Backend>* cast_ = &volume_; ///< the volume that rays are cast through
  std::int64_t endRay_ = 0; ///< number behind the last ray that is cast through cast_; 0: all rays
  MultiKernelCaster<Backend> multiKernel_{ numMarks };
  std::map<const MultiKernelFactory*, std::unique_ptr<MultiKernelPipeline>> comparedMultiKernels_;
  MultiKernelPipelineOn<Backend>* usedMultiKernel_ = &multiKernel_; ///< by the last frame

  IsosurfaceScene scene_{};
  double eyeDepth_ = 0;
  Array<Float4> color_, hitArray_, layerColors_;
  Array<float> depths_, stops_, layerDepths_;
  SparsePicture<Backend> sparse_;
  RayGenerator smallCamera_{}; ///< generates the rays of the smaller picture of sparse_
  SparseReport sparseReport_;
  typename Backend::HostImage hostColor_, hostDepth_, hostHits_, hostLayerColors_, hostLayerDepths_;
  const float* image_ = nullptr;
  const float* depth_ = nullptr;
  const IsosurfaceHit* hits_ = nullptr;

  mutable Array<std::uint64_t> counts_;
  IsosurfacePipeline used_ = IsosurfacePipeline::SingleKernel;
  bool rebuilt_ = false, presented_ = false, drawn_ = false;
};

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::setLights(const std::vector<SurfaceLight>& lights)
{
  scene_.numLights = static_cast<std::int32_t>(std::min<std::size_t>(lights.size(), maxLights));
  std::copy_n(lights.begin(), scene_.numLights, scene_.lights);
}

/// Return the cropping regions with the two ends of one axis exchanged.
inline unsigned flipRegions(unsigned regions, int axis)
{
  const int stride = axis == 0 ? 1 : axis == 1 ? 3 : 9;
  unsigned flipped = 0;
  for (int region = 0; region < 27; ++region)
    flipped |= (regions >> region & 1u) << (region + (2 - 2 * (region / stride % 3)) * stride);
  return flipped;
}

/// Prepare the picture's buffers, and the parts of the scene that belong to the frame.
template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::prepareScene(const IsosurfaceFrameOptions& options)
{
  const std::int64_t pixels = this->numPixels();
  // Check each buffer by itself: if memory ran out after the first one, the next frame makes the missing
  // ones.
  const auto exactly = [this, pixels](auto& array) {
    if (array.size() != pixels)
      array.reset(backend_, pixels);
  };
  exactly(color_);
  exactly(depths_);
  if (options.wantHits)
    exactly(hitArray_);
  else if (hitArray_.size() != pixels)
    hitArray_.release();

  scene_.layers = {};
  if (options.layers > 0)
  {
    if (layerColors_.size() != pixels * options.layers)
      layerColors_.reset(backend_, pixels * options.layers);
    if (layerDepths_.size() != pixels * options.layers)
      layerDepths_.reset(backend_, pixels * options.layers);
    scene_.layers = { layerColors_.data(), layerDepths_.data(), pixels, options.layers };
  }
  else
  {
    layerColors_.release();
    layerDepths_.release();
  }
  scene_.earlyTermination = options.earlyTermination;
  scene_.centralDifferences = options.smoothNormals ? 1 : 0;
  if (options.clippingPlanes.size() > maxClippingPlanes)
    throw InvalidInput(std::to_string(options.clippingPlanes.size()) + " clipping planes; at most " +
      std::to_string(maxClippingPlanes) + " are possible");
  ClippingPlane sides[6];
  if (options.cropBox.on && !options.cropBox.halfSpaces(sides))
    throw InvalidInput("the crop box has no volume or is not finite; give it three edges that span one");
  const bool removesBox = options.cropBox.on && options.cropBox.keepsOutside;
  scene_.cropping.on = (options.cropping ? Cropping::Regions : 0) | (removesBox ? Cropping::Box : 0);
  scene_.cropping.regions = options.croppingRegions;
  for (int axis = 0; axis < 3; ++axis)
  {
    const bool flip = volume_.isDescending(axis);
    for (int side = 0; side < 2; ++side)
      scene_.cropping.planes[2 * axis + side] = static_cast<float>(
        volume_.gridCoordinate(axis, options.croppingPlanes[2 * axis + (flip ? 1 - side : side)]));
    if (flip)
      scene_.cropping.regions = flipRegions(scene_.cropping.regions, axis);
  }
}

/// Convert camera and planes to index coordinates. Returns false if the camera shows nothing.
template <class Backend>
bool IsosurfaceRayCasterImpl<Backend>::prepareCamera(
  const Camera& camera, const IsosurfaceFrameOptions& options)
{
  const double(&gridToMesh)[16] = volume_.gridToMesh();
  double box[6];
  volume_.bounds(box);
  const Camera begun = beginAtBox(camera, box);
  eyeDepth_ = begun.eyeDepth;
  const bool visible = makeRayGenerator(begun, gridToMesh, volume_.layout().cells, scene_.camera);
  scene_.camera.width = camera.width;
  scene_.camera.height = camera.height;
  ClipPlanes& kept = scene_.clipPlanes;
  kept.count = 0;
  for (const ClippingPlane& plane : options.clippingPlanes)
    kept.set(kept.count++, plane, gridToMesh);
  if (options.cropBox.on)
  {
    ClippingPlane sides[6];
    options.cropBox.halfSpaces(sides);
    ClipPlanes box = {};
    for (const ClippingPlane& side : sides)
      box.set(box.count++, side, gridToMesh);
    for (int i = 0; i < box.count; ++i)
      std::copy_n(box.planes[i], 4,
        options.cropBox.keepsOutside ? scene_.cropping.sides[i] : kept.planes[kept.count++]);
  }
  return visible;
}

/// Makes the picture empty.
struct ClearPixels
{
  IsosurfaceImage image;
  LayerTarget layers;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    image.color[i] = { 0.0f, 0.0f, 0.0f, 0.0f };
    image.depth[i] = 1.0f;
    if (image.hits)
      image.hits[i] = noHit();
    if (layers.colors)
      layers.end(0, i);
  }
};

/// Prepare a frame except the tree. Returns false if the picture is empty.
template <class Backend>
bool IsosurfaceRayCasterImpl<Backend>::beginFrame(const Camera& camera, const IsosurfaceFrameOptions& options)
{
  if (volume_.empty())
    throw InvalidInput("there is no volume to draw");
  if (camera.width <= 0 || camera.height <= 0)
    throw InvalidInput("the image has no pixels");
  drawn_ = presented_ = false;
  image_ = depth_ = nullptr;
  hits_ = nullptr;
  rebuilt_ = false;

  sparseReport_ = SparseReport();
  scene_.camera.listed = nullptr;
  scene_.camera.width = camera.width;
  scene_.camera.height = camera.height;
  this->prepareScene(options);
  const bool visible = this->prepareCamera(camera, options);
  scene_.camera.stops = stopsOf(backend_, options, this->numPixels(), stops_);
  backend_.step(0.0, 0.05);
  volume_.upload(backend_);
  volume_.describe(scene_);

  // Auto is the single kernel: on every measured volume it is 3 to 4 times faster than MultiKernel
  // (Testing/Benchmarks/MEASURED.md).
  used_ = options.pipeline == IsosurfacePipeline::Auto || options.layers > 0
    ? IsosurfacePipeline::SingleKernel
    : options.pipeline;
  return visible && !volume_.surfaces().empty();
}

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::clear(const IsosurfaceFrameOptions& options)
{
  backend_.mark(RebuildEnd);
  backend_.forEach(this->numPixels(), ClearPixels{ this->imageFor(options), scene_.layers });
}

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::endFrame(const IsosurfaceFrameOptions& options)
{
  backend_.mark(CastEnd);
  backend_.step(1.0, 1.0);
  if (!Backend::isDevice)
  {
    image_ = reinterpret_cast<const float*>(color_.data());
    depth_ = depths_.data();
    hits_ = options.wantHits ? reinterpret_cast<const IsosurfaceHit*>(hitArray_.data()) : nullptr;
  }
}

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::renderOnDevice(
  const Camera& camera, const IsosurfaceFrameOptions& options)
{
  const Observed<Backend> observed(backend_, options);
  if (!this->beginFrame(camera, options))
    this->clear(options);
  else
  {
    rebuilt_ = options.methods.alwaysRebuild || volume_.treeIsOld();
    if (rebuilt_)
    {
      backend_.mark(RebuildBegin);
      volume_.updateTree(backend_);
    }
    backend_.mark(RebuildEnd);
    backend_.step(0.05, 1.0);
    options.sparse.areUsed() && !options.wantHits && options.layers == 0
      ? this->castSparse(camera, options)
      : this->cast(options, this->imageFor(options));
    drawn_ = true;
  }
  this->endFrame(options);
}

/// Cast a smaller picture, then rays for single pixels; all other pixels are interpolated.
template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::castSparse(const Camera& camera, const IsosurfaceFrameOptions& options)
{
  const float* const stops = scene_.camera.stops;
  sparse_.begin(backend_, options.sparse, camera.width, camera.height, true, stops);
  const PictureView& picture = sparse_.small();
  Camera small = camera;
  small.width = picture.width;
  small.height = picture.height;
  this->prepareCamera(small, options);
  smallCamera_ = scene_.camera;
  scene_.camera.stops = sparse_.stops();
  this->cast(options, { picture.color, picture.depth, nullptr });

  this->prepareCamera(camera, options);
  scene_.camera.stops = stops;
  const ElapsedTime time;
  sparse_.enlarge(backend_, { camera.width, camera.height, color_.data(), depths_.data() },
    options.sparse.mostSingle, false);
  sparseReport_ = { true, sparse_.numWanted(), sparse_.numListed(), time.milliseconds() };
  scene_.camera.listed = sparse_.pixels();
  scene_.camera.numListed = sparse_.numListed();
  if (sparse_.numListed() > 0)
    this->cast(options, this->imageFor(options));
}

/// Cast the rays of an image, by the pipeline used_.
template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::cast(
  const IsosurfaceFrameOptions& options, const IsosurfaceImage& image)
{
  if (used_ == IsosurfacePipeline::MultiKernel)
    return this->multiKernelFor(options).cast(backend_, options.methods, scene_, *cast_, image);
  cast_->visitView([&](const auto& volume) {
    if (cast_->endsAtFirstCrossing(scene_) && options.layers == 0)
      this->cast<true>(options, image, volume);
    else
      this->cast<false>(options, image, volume);
  });
}

/// Return the ray caster's own multi-kernel pipeline, or the one of the factory in the options.
template <class Backend>
MultiKernelPipelineOn<Backend>& IsosurfaceRayCasterImpl<Backend>::multiKernelFor(
  const IsosurfaceFrameOptions& options)
{
  multiKernel_.setMethod(options.compaction);
  usedMultiKernel_ = &multiKernel_;
  if (const MultiKernelFactory* const factory = options.methods.multiKernel)
  {
    auto found = comparedMultiKernels_.find(factory);
    if (found == comparedMultiKernels_.end())
      found = comparedMultiKernels_.emplace(factory, factory->make(this->device(), numMarks)).first;
    if (found->second)
      usedMultiKernel_ = static_cast<MultiKernelPipelineOn<Backend>*>(found->second.get());
  }
  return *usedMultiKernel_;
}

template <class Backend>
template <bool Opaque, class Volume>
void IsosurfaceRayCasterImpl<Backend>::cast(
  const IsosurfaceFrameOptions& options, const IsosurfaceImage& image, const Volume& volume)
{
  if constexpr (!Backend::isDevice && Volume::Axes::isUniform)
  {
    const RaysAtATime rays = options.methods.raysAtATime;
    if (used_ == IsosurfacePipeline::SingleKernel && rays != RaysAtATime::One && options.layers == 0 &&
      !image.goesOn && canCastInPackets(scene_))
    {
      if constexpr (INKRAY_HAS_WIDE_LANES)
        if (rays != RaysAtATime::Four && canCastEightRays())
          return castRays<8>(backend_, scene_, volume, image, Opaque);
      return castRays<4>(backend_, scene_, volume, image, Opaque);
    }
  }
  const std::int64_t numRays = (endRay_ > 0 ? endRay_ : this->numRays()) - image.firstRay;
  if constexpr (!Opaque)
    if (options.layers > 0)
      return backend_.template forEach<launches::isosurfaces.threads>(
        numRays, CastIsosurfaces<false, Volume, true>{ { scene_ }, volume, image });
  if (used_ == IsosurfacePipeline::KdJump)
    backend_.template forEach<launches::isosurfaces.threads>(numRays,
      CastByKdJump<Opaque, Volume>{
        { scene_ }, volume, image, cast_->template tree<typename Volume::Value>() });
  else
  {
    constexpr KernelLaunch launch = Opaque ? launches::opaqueIsosurface : launches::isosurfaces;
    backend_.template forEach<launch.threads, launch.blocks>(
      numRays, CastIsosurfaces<Opaque, Volume>{ { scene_ }, volume, image });
  }
}

template <class Backend>
IsosurfaceTimings IsosurfaceRayCasterImpl<Backend>::timings() const
{
  IsosurfaceTimings t;
  t.upload = volume_.uploadMilliseconds();
  t.bricks = volume_.bricksMilliseconds();
  if (drawn_)
  {
    backend_.synchronize();
    t.rebuild = rebuilt_ ? backend_.elapsed(RebuildBegin, RebuildEnd) : 0.0;
    t.cast = backend_.elapsed(RebuildEnd, CastEnd);
    t.present = presented_ ? backend_.elapsed(PresentBegin, PresentEnd) : 0.0;
    if (used_ == IsosurfacePipeline::MultiKernel)
    {
      const double* const stages = usedMultiKernel_->stageMilliseconds();
      t.generate = stages[GenerateStage];
      t.traverse = stages[TraverseStage];
      t.intersect = stages[IntersectStage];
      t.shade = stages[ShadeStage];
    }
  }
  return t;
}

template <class Backend>
IsosurfaceStatistics IsosurfaceRayCasterImpl<Backend>::statistics() const
{
  IsosurfaceStatistics s;
  s.pipeline = used_;
  if (!drawn_)
    return s;
  counts_.reserve(backend_, 3);
  backend_.zero(counts_.data(), counts_.bytes());
  std::uint64_t* const counts = counts_.data();
  backend_.forEach(this->numPixels(), CountHits{ color_.data(), counts });
  this->countLeaves(counts + 1);
  // The caller's depths of opaque geometry were valid only until the frame was drawn.
  IsosurfaceScene unstopped = scene_;
  unstopped.camera.stops = nullptr;
  backend_.forEach(this->numRays(), CountRays{ { unstopped }, counts + 2 });
  if (unstopped.camera.listed)
  {
    unstopped.camera = smallCamera_;
    backend_.forEach(
      countRays<PixelOrder<PixelTiles::Rows>>(smallCamera_), CountRays{ { unstopped }, counts + 2 });
  }
  std::uint64_t found[3];
  backend_.copyToHost(found, counts, sizeof found);
  s.hits = static_cast<std::int64_t>(found[0]);
  s.activeLeaves = static_cast<std::int64_t>(found[1]);
  s.rays = static_cast<std::int64_t>(found[2]);
  if (used_ == IsosurfacePipeline::MultiKernel)
  {
    const LoopCounters& c = usedMultiKernel_->counters(backend_);
    s.rounds = static_cast<std::int64_t>(c.rounds);
    s.queueItems = this->numRays() + static_cast<std::int64_t>(c.given);
    s.keptItems = static_cast<std::int64_t>(c.kept);
  }
  return s;
}

} // namespace inkray
