// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Execution/Buffer.h"
#include "Execution/Errors.h"
#include "Isosurface/BrickTree.h"
#include "Isosurface/HiddenCells.h"
#include "Isosurface/IsosurfaceCamera.h"
#include "Isosurface/IsosurfaceKernels.h"
#include "Isosurface/IsosurfaceRayCaster.h"
#include "Isosurface/KeptValues.h"
#include "Isosurface/PipelineChooser.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace inkray
{

/// The ray caster on one backend. render() reads as the frame.
template <class Backend>
class IsosurfaceRayCasterImpl : public IsosurfaceRayCaster
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  explicit IsosurfaceRayCasterImpl(std::string name)
    : name_(std::move(name))
  {
  }

  DeviceKind device() const override { return Backend::isDevice ? DeviceKind::CUDA : DeviceKind::CPU; }
  std::string deviceName() const override { return name_; }

  const VolumeReport& setVolume(const VolumeInput& volume) override;
  void setColorValues(const VolumeValues& values) override;
  void setColorTable(const ColorTable& table) override;
  void setIsosurfaces(const std::vector<Isosurface>& surfaces) override;
  void setLights(const std::vector<SurfaceLight>& lights) override;
  void setMaterial(const SurfaceMaterial& material) override { scene_.material = material; }

  void render(const Camera& camera, const IsosurfaceFrameOptions& options) override
  {
    this->renderOnDevice(camera, options);
    const auto pixels = static_cast<std::int64_t>(camera.width) * camera.height;
    backend_.mark(PresentBegin);
    image_ = hostColor_.take(backend_, color_, pixels);
    depth_ = hostDepth_.take(backend_, depths_, pixels);
    hits_ = options.wantHits ? reinterpret_cast<const IsosurfaceHit*>(hostHits_.take(backend_, hitArray_, pixels)) : nullptr;
    backend_.mark(PresentEnd);
    backend_.synchronize();
    presented_ = true;
  }
  void renderOnDevice(const Camera& camera, const IsosurfaceFrameOptions& options) override;

  const float* image() const override { return image_; }
  const float* depth() const override { return depth_; }
  const float* deviceImage() const override { return Backend::isDevice ? reinterpret_cast<const float*>(color_.data()) : nullptr; }
  const float* deviceDepth() const override { return Backend::isDevice ? depths_.data() : nullptr; }
  const IsosurfaceHit* hits() const override { return hits_; }

  IsosurfaceTimings timings() const override;
  IsosurfaceStatistics statistics() const override;
  IsosurfaceMemory memory() const override
  {
    return { values_.bytes() + colorValues_.bytes() + hidden_.bytes(),
      subBricks_.bytes() + leafRanges_.bytes() + tree_.bytes() + nodes_.bytes() + leafMasks_.bytes(),
      color_.bytes() + depths_.bytes() + hitArray_.bytes() + stacks_.bytes() + stackSizes_.bytes() + progress_.bytes() + crossings_.bytes() +
        crossedSurfaces_.bytes() + rays_[0].bytes() + rays_[1].bytes() + rays_[2].bytes() + rays_[3].bytes() + opaqueDepth_.bytes() };
  }

private:
  enum Mark
  {
    BricksBegin,
    BricksEnd,
    RebuildBegin,
    RebuildEnd,
    CastEnd,
    PresentBegin,
    PresentEnd
  };

  template <class F>
  void visitType(const F& f)
  {
    if (values_.type == KeptValues<Backend>::UInt8)
      return f(std::uint8_t());
    if (values_.type == KeptValues<Backend>::UInt16)
      return f(std::uint16_t());
    f(float());
  }
  template <class T>
  VolumeView<T> view() const
  {
    return { static_cast<const T*>(values_.values), scene_.strideY, scene_.strideZ, numHidden_ > 0 ? hidden_.data() : nullptr };
  }
  template <class T>
  MinMax<T>* ranges(Array<char>& bytes)
  {
    return reinterpret_cast<MinMax<T>*>(bytes.data());
  }

  void buildBricks();
  template <class T>
  void buildBricks(T);
  void uploadSurfaces();
  void updateTreeForSurfaces(bool always);
  void prepareFrame(const Camera& camera, const IsosurfaceFrameOptions& options);
  template <bool Single, class T>
  void cast(const IsosurfaceFrameOptions& options, IsosurfacePipeline pipeline);
  template <bool Single, class T>
  void castMultiKernel(CompactionMethod method);
  void reserveRays(std::int64_t numRays);
  void recordLastFrame() const;
  std::int64_t numPixels() const { return static_cast<std::int64_t>(scene_.camera.width) * scene_.camera.height; }
  std::int64_t numRays() const { return std::int64_t(64) * scene_.camera.tilesX * scene_.camera.tilesY; }
  bool isAllOpaque() const
  {
    return std::all_of(surfaces_.begin(), surfaces_.end(), [](const Isosurface& s) { return s.opacity >= 1.0f; });
  }

  mutable Backend backend_;
  std::string name_;

  // The volume.
  VolumeReport report_;
  bool hasVolume_ = false;
  double indexToMesh_[16] = {};
  std::int64_t numPoints_ = 0;
  KeptValues<Backend> values_, colorValues_;
  VolumeAssociation association_ = VolumeAssociation::Points;
  Array<std::uint32_t> hidden_;
  std::int64_t numHidden_ = 0;
  Array<char> subBricks_, leafRanges_, tree_;
  Array<BrickNode> nodes_;
  Array<std::uint64_t> leafMasks_;
  Array<std::uint32_t> arrivals_;

  // The surfaces.
  std::vector<Isosurface> surfaces_;
  Array<SurfaceEntry> entries_;
  bool treeIsCurrent_ = false, entriesAreCurrent_ = false;
  Array<float> table_;
  ColorTable colorTable_;

  // The frame.
  IsosurfaceScene scene_{};
  Array<IsosurfaceScene> deviceScene_;
  Array<Float4> color_, hitArray_;
  Array<float> depths_, opaqueDepth_;
  typename Backend::HostImage hostColor_, hostDepth_, hostHits_;
  const float* image_ = nullptr;
  const float* depth_ = nullptr;
  const IsosurfaceHit* hits_ = nullptr;

  // MultiKernel.
  Array<std::uint32_t> stacks_, rays_[4];
  Array<std::int32_t> stackSizes_, crossedSurfaces_;
  Array<RayProgress> progress_;
  Array<Float4> crossings_;
  Array<LoopCounters> counters_;
  mutable Array<std::uint64_t> countResult_;
  typename Backend::CompactionRoom room_;
  typename Backend::Loop loop_;
  std::int64_t compactionReserved_ = 0;

  mutable PipelineChooser chooser_;
  mutable bool unrecorded_ = false;
  IsosurfacePipeline used_ = IsosurfacePipeline::SingleKernel;
  bool rebuilt_ = false, presented_ = false, drawn_ = false, hitsWanted_ = false;
  double uploadMilliseconds_ = 0.0, bricksMilliseconds_ = 0.0;
};

template <class Backend>
const VolumeReport& IsosurfaceRayCasterImpl<Backend>::setVolume(const VolumeInput& volume)
{
  hasVolume_ = false;
  treeIsCurrent_ = entriesAreCurrent_ = false;
  chooser_.reset();
  colorValues_.release();
  scene_.color.values = nullptr;
  report_ = VolumeReport();

  const bool atCells = volume.scalars.association == VolumeAssociation::Cells;
  std::int64_t points[3], cells[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    points[axis] = volume.dimensions[axis] - (atCells ? 1 : 0);
    cells[axis] = points[axis] - 1;
    if (cells[axis] < 1)
      throw InvalidInput("the image is " + std::to_string(volume.dimensions[0]) + " x " + std::to_string(volume.dimensions[1]) + " x " +
        std::to_string(volume.dimensions[2]) + " points: an isosurface needs at least two " + (atCells ? "cells" : "points") + " along each axis");
    if (cells[axis] > 1024 * leafSize)
      throw InvalidInput(
        "the image has " + std::to_string(volume.dimensions[axis]) + " points along an axis; at most 16385 can be drawn: take a part of it (Extract Subset)");
    report_.dimensions[axis] = points[axis];
  }

  const auto start = std::chrono::steady_clock::now();
  numPoints_ = points[0] * points[1] * points[2];
  association_ = volume.scalars.association;
  values_.take(backend_, volume.scalars, numPoints_);
  scene_.strideY = points[0];
  scene_.strideZ = points[0] * points[1];
  scene_.layout = makeBrickLayout(cells);
  std::copy_n(scene_.layout.leaves, 3, report_.leaves);
  std::copy_n(volume.indexToMesh, 16, indexToMesh_);

  const std::vector<std::uint32_t> hidden = hiddenCells(volume, cells, numHidden_);
  report_.numHiddenCells = numHidden_;
  if (numHidden_ > 0)
  {
    hidden_.reset(backend_, static_cast<std::int64_t>(hidden.size()));
    backend_.copyFromHost(hidden_.data(), hidden.data(), hidden_.bytes());
  }
  else
    hidden_.release();
  uploadMilliseconds_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();

  this->buildBricks();
  if (!(std::abs(report_.range[0]) < 1e37 && std::abs(report_.range[1]) < 1e37) && report_.range[0] <= report_.range[1] &&
    volume.scalars.type == ValueType::Float32)
  {
    // Differences of such values could overflow.
    values_.take(backend_, volume.scalars, numPoints_, true);
    this->buildBricks();
  }
  hasVolume_ = true;
  return report_;
}

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::buildBricks()
{
  backend_.mark(BricksBegin);
  this->visitType([&](auto t) { this->buildBricks(t); });
  backend_.mark(BricksEnd);
  backend_.synchronize();
  bricksMilliseconds_ = backend_.elapsed(BricksBegin, BricksEnd);
}

template <class Backend>
template <class T>
void IsosurfaceRayCasterImpl<Backend>::buildBricks(T)
{
  const BrickLayout& layout = scene_.layout;
  const std::int64_t leaves = std::int64_t(layout.leaves[0]) * layout.leaves[1] * layout.leaves[2];
  const std::int64_t slots = std::int64_t(1) << layout.depth;
  const auto size = static_cast<std::int64_t>(sizeof(MinMax<T>));
  const auto exactly = [this](auto& array, std::int64_t n) {
    if (array.size() != n)
      array.reset(backend_, n);
  };
  exactly(subBricks_, leaves * subBricksPerLeaf * size);
  exactly(leafRanges_, leaves * size);
  exactly(tree_, 2 * slots * size);
  exactly(nodes_, 2 * slots);
  exactly(leafMasks_, leaves);
  exactly(arrivals_, 1);
  backend_.zero(arrivals_.data(), arrivals_.bytes());

  backend_.forEach(leaves * subBricksPerLeaf, FindMinMax<T>{ layout, this->view<T>(), this->ranges<T>(subBricks_) });
  backend_.forEach(leaves, ReduceLeaf<T>{ this->ranges<T>(subBricks_), this->ranges<T>(leafRanges_) });
  for (std::int64_t first = slots; first >= 1; first /= 2)
    backend_.forEach(first, ReduceNode<T>{ layout, this->ranges<T>(leafRanges_), this->ranges<T>(tree_), first });

  const MinMax<T> all = backend_.read(this->ranges<T>(tree_) + 1);
  if (all.low <= all.high)
  {
    report_.range[0] = values_.restore(all.low);
    report_.range[1] = values_.restore(all.high);
  }
  report_.numNonFinite = values_.numNonFinite;
  if (!values_.nonFiniteCounted)
  {
    countResult_.reserve(backend_, 1);
    backend_.zero(countResult_.data(), countResult_.bytes());
    backend_.forEach(numPoints_, CountNonFinite{ static_cast<const float*>(values_.values), countResult_.data() });
    report_.numNonFinite = static_cast<std::int64_t>(backend_.read(countResult_.data()));
  }
}

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::setColorValues(const VolumeValues& values)
{
  if (!values.values)
  {
    colorValues_.release();
    scene_.color.values = nullptr;
    return;
  }
  if (!hasVolume_)
    throw InvalidInput("colours were given before the volume");
  if (values.association != association_)
    throw InvalidInput("the array that colours the surface has to lie where the contoured one lies: both at the points or both in the cells");
  scene_.color.values = nullptr;
  colorValues_.take(backend_, values, numPoints_);
  scene_.color.values = colorValues_.values;
  scene_.color.type = colorValues_.type;
  this->setColorTable(colorTable_);
}

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::setColorTable(const ColorTable& table)
{
  colorTable_ = table;
  if (colorTable_.rgb.size() < 3)
    colorTable_.rgb = { 1.0f, 1.0f, 1.0f };
  const auto n = static_cast<std::int64_t>(colorTable_.rgb.size() / 3);
  table_.reserve(backend_, 3 * n);
  backend_.copyFromHost(table_.data(), colorTable_.rgb.data(), static_cast<std::size_t>(3 * n) * sizeof(float));
  ColorArray& color = scene_.color;
  color.table = table_.data();
  color.numEntries = static_cast<std::int32_t>(n);
  std::copy_n(colorTable_.nanColor, 3, color.nan);
  // The range as the values are kept.
  const double low = (colorTable_.range[0] - colorValues_.offset) * colorValues_.scale,
               high = (colorTable_.range[1] - colorValues_.offset) * colorValues_.scale;
  color.low = static_cast<float>(low);
  color.scale = high > low ? static_cast<float>(static_cast<double>(n - 1) / (high - low)) : 0.0f;
}

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::setIsosurfaces(const std::vector<Isosurface>& surfaces)
{
  for (const Isosurface& surface : surfaces)
    if (!std::isfinite(surface.value))
      throw InvalidInput("an isovalue is not a number; give it a finite value");
  std::vector<Isosurface> sorted = surfaces;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Isosurface& a, const Isosurface& b) { return a.value < b.value; });
  sorted.erase(std::unique(sorted.begin(), sorted.end(), [](const Isosurface& a, const Isosurface& b) { return a.value == b.value; }), sorted.end());
  const auto sameValue = [](const Isosurface& a, const Isosurface& b) { return a.value == b.value; };
  const bool sameValues = sorted.size() == surfaces_.size() && std::equal(sorted.begin(), sorted.end(), surfaces_.begin(), sameValue);
  if ((sorted.size() > 1) != (surfaces_.size() > 1))
    chooser_.reset();
  treeIsCurrent_ = treeIsCurrent_ && sameValues;
  entriesAreCurrent_ = false;
  surfaces_ = std::move(sorted);
}

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::setLights(const std::vector<SurfaceLight>& lights)
{
  scene_.numLights = static_cast<std::int32_t>(std::min<std::size_t>(lights.size(), maxLights));
  std::copy_n(lights.begin(), scene_.numLights, scene_.lights);
}

/// The isovalues in the units of the kept values. Those that fall together there become one.
template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::uploadSurfaces()
{
  if (entriesAreCurrent_)
    return;
  std::vector<SurfaceEntry> entries;
  for (const Isosurface& s : surfaces_)
  {
    const float value = values_.keep(s.value);
    if (entries.empty() || value > entries.back().value)
      entries.push_back({ value, s.color[0], s.color[1], s.color[2], s.opacity });
  }
  const auto n = static_cast<std::int64_t>(entries.size());
  if (n == 1)
  {
    entries_.reserve(backend_, 1);
    backend_.put(entries_.data(), entries[0]); // without waiting
  }
  else if (n > 1)
  {
    entries_.reserve(backend_, n);
    backend_.copyFromHost(entries_.data(), entries.data(), static_cast<std::size_t>(n) * sizeof(SurfaceEntry));
  }
  scene_.surfaces = { entries_.data(), static_cast<std::int32_t>(n), n > 0 ? entries[0].value : 0.0f };
  entriesAreCurrent_ = true;
}

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::updateTreeForSurfaces(bool always)
{
  rebuilt_ = always || !treeIsCurrent_;
  if (!rebuilt_)
    return;
  backend_.mark(RebuildBegin);
  this->visitType([&](auto t) {
    using T = decltype(t);
    updateTree(backend_,
      TreeUpdate<T>{
        scene_.layout, scene_.surfaces, this->ranges<T>(leafRanges_), this->ranges<T>(subBricks_), leafMasks_.data(), nodes_.data(), arrivals_.data() });
  });
  treeIsCurrent_ = !backend_.aborted();
}

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::prepareFrame(const Camera& camera, const IsosurfaceFrameOptions& options)
{
  const auto pixels = static_cast<std::int64_t>(camera.width) * camera.height;
  if (color_.size() != pixels)
  {
    color_.reset(backend_, pixels);
    depths_.reset(backend_, pixels);
    hitArray_.release();
    chooser_.reset();
  }
  if (options.wantHits && hitArray_.size() != pixels)
    hitArray_.reset(backend_, pixels);

  scene_.nodes = nodes_.data();
  scene_.leafMasks = leafMasks_.data();
  scene_.earlyTermination = options.earlyTermination;
  if (options.clippingPlanes.size() > maxClippingPlanes)
    throw InvalidInput(std::to_string(options.clippingPlanes.size()) + " clipping planes; at most " + std::to_string(maxClippingPlanes) + " are possible");
  scene_.numPlanes = static_cast<std::int32_t>(options.clippingPlanes.size());
  scene_.cropping = options.cropping ? 1 : 0;
  scene_.croppingRegions = options.croppingRegions;
  // Cell values lie half a cell further on.
  const double shift = association_ == VolumeAssociation::Cells ? 0.5 : 0.0;
  for (int i = 0; i < 6; ++i)
    scene_.croppingPlanes[i] = static_cast<float>(options.croppingPlanes[i] - shift);
  scene_.opaqueDepth = nullptr;
  if (options.opaqueDepth)
  {
    if (Backend::isDevice)
    {
      if (opaqueDepth_.size() != pixels)
        opaqueDepth_.reset(backend_, pixels);
      backend_.copyFromHost(opaqueDepth_.data(), options.opaqueDepth, opaqueDepth_.bytes());
      scene_.opaqueDepth = opaqueDepth_.data();
    }
    else
      scene_.opaqueDepth = options.opaqueDepth;
  }
}

/// Fill the picture with nothing.
struct ClearPixels
{
  IsosurfaceImage image;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    image.color[i] = { 0.0f, 0.0f, 0.0f, 0.0f };
    image.depth[i] = 1.0f;
    if (image.hits)
      image.hits[i] = noHit();
  }
};

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::renderOnDevice(const Camera& camera, const IsosurfaceFrameOptions& options)
{
  if (!hasVolume_)
    throw InvalidInput("there is no volume to draw");
  if (camera.width <= 0 || camera.height <= 0)
    throw InvalidInput("the image has no pixels");
  this->recordLastFrame();
  drawn_ = presented_ = false;
  image_ = depth_ = nullptr;
  hits_ = nullptr;
  // An abandoned frame leaves nothing behind: the check ends with it.
  struct AbortScope
  {
    Backend& backend;
    ~AbortScope() { backend.setAbortCheck({}); }
  } scope{ backend_ };
  backend_.setAbortCheck(options.abortCheck);

  this->prepareFrame(camera, options);
  // Where cell values lie: the centres of the cells.
  double indexToMesh[16];
  std::copy_n(indexToMesh_, 16, indexToMesh);
  if (association_ == VolumeAssociation::Cells)
    for (int row = 0; row < 3; ++row)
      indexToMesh[4 * row + 3] += 0.5 * (indexToMesh[4 * row] + indexToMesh[4 * row + 1] + indexToMesh[4 * row + 2]);
  const bool visible = makeRayCamera(camera, indexToMesh, scene_.layout.cells, scene_.camera);
  scene_.camera.width = camera.width;
  scene_.camera.height = camera.height;
  for (int i = 0; i < scene_.numPlanes; ++i)
    planeToIndex(options.clippingPlanes[i].normal, options.clippingPlanes[i].distance, indexToMesh, scene_.planes[i]);

  this->uploadSurfaces();
  used_ = IsosurfacePipeline::SingleKernel;
  if (!visible || surfaces_.empty())
  {
    rebuilt_ = false;
    backend_.mark(RebuildEnd);
    const IsosurfaceImage image = { color_.data(), depths_.data(), options.wantHits ? hitArray_.data() : nullptr };
    backend_.forEach(this->numPixels(), ClearPixels{ image });
  }
  else
  {
    this->updateTreeForSurfaces(options.alwaysRebuild);
    backend_.mark(RebuildEnd);
    used_ = options.pipeline == IsosurfacePipeline::Auto ? chooser_.choose() : options.pipeline;
    this->visitType([&](auto t) {
      using T = decltype(t);
      if (scene_.surfaces.count == 1)
        this->cast<true, T>(options, used_);
      else
        this->cast<false, T>(options, used_);
    });
    unrecorded_ = options.pipeline == IsosurfacePipeline::Auto;
    drawn_ = true;
  }
  backend_.mark(CastEnd);
  if (backend_.aborted() || (Backend::isDevice && options.abortCheck && options.abortCheck()))
  {
    unrecorded_ = false;
    throw Aborted("the frame was abandoned");
  }
  if (!Backend::isDevice)
  {
    image_ = reinterpret_cast<const float*>(color_.data());
    depth_ = depths_.data();
    hits_ = options.wantHits ? reinterpret_cast<const IsosurfaceHit*>(hitArray_.data()) : nullptr;
  }
}

template <class Backend>
template <bool Single, class T>
void IsosurfaceRayCasterImpl<Backend>::cast(const IsosurfaceFrameOptions& options, IsosurfacePipeline pipeline)
{
  const IsosurfaceImage image = { color_.data(), depths_.data(), options.wantHits ? hitArray_.data() : nullptr };
  if (pipeline == IsosurfacePipeline::KdJump)
    backend_.template forEach<128>(this->numRays(), CastByKdJump<Single, T>{ { scene_ }, this->view<T>(), image, this->ranges<T>(tree_) });
  else if (pipeline == IsosurfacePipeline::MultiKernel)
  {
    hitsWanted_ = options.wantHits;
    this->castMultiKernel<Single, T>(options.compaction);
  }
  else if (Single && this->isAllOpaque() && !scene_.cropping)
    backend_.template forEach<64, 12>(this->numRays(), CastIsosurfaces<true, true, T>{ { scene_ }, this->view<T>(), image });
  else
    backend_.template forEach<128>(this->numRays(), CastIsosurfaces<false, false, T>{ { scene_ }, this->view<T>(), image });
}

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::reserveRays(std::int64_t numRays)
{
  const std::int64_t stackDepth = scene_.layout.depth + 2;
  if (stacks_.size() < stackDepth * numRays || stackSizes_.size() != numRays)
  {
    stacks_.reset(backend_, stackDepth * numRays);
    stackSizes_.reset(backend_, numRays);
    crossedSurfaces_.reset(backend_, numRays);
    progress_.reset(backend_, numRays);
    crossings_.reset(backend_, numRays);
    for (auto& queue : rays_)
      queue.reset(backend_, numRays);
  }
  counters_.reserve(backend_, 1);
  deviceScene_.reserve(backend_, 1);
  if (compactionReserved_ < numRays)
  {
    backend_.reserveCompaction(room_, numRays, 2);
    compactionReserved_ = numRays;
  }
}

/// The pipeline of section 3.1: GenerateRays, then TraverseBVH, IntersectLeaf and ShadeHits in turn until no ray is left.
template <class Backend>
template <bool Single, class T>
void IsosurfaceRayCasterImpl<Backend>::castMultiKernel(CompactionMethod method)
{
  const std::int64_t n = this->numRays();
  this->reserveRays(n);
  backend_.put(deviceScene_.data(), scene_);
  const IsosurfaceScene* scene = deviceScene_.data();
  const IsosurfaceImage image = { color_.data(), depths_.data(), hitsWanted_ ? hitArray_.data() : nullptr };
  const RayStates states = { stacks_.data(), stackSizes_.data(), progress_.data(), crossings_.data(), crossedSurfaces_.data(), n };
  LoopCounters* const c = counters_.data();
  const auto capacity = static_cast<std::uint64_t>(n);
  const Queue<std::uint32_t> toTraverse = { rays_[0].data(), capacity, &c->toTraverse }, toIntersect = { rays_[1].data(), capacity, &c->toIntersect },
                             toShade = { rays_[2].data(), capacity, &c->toShade }, resumed = { rays_[3].data(), capacity, &c->resumed };

  backend_.template compact<256, 4>(method, n, GenerateRays{ scene, states, image }, toTraverse, room_);
  backend_.forEach(1, AccountRound{ c, true });
  const auto round = [&] {
    backend_.template compactCounted<128>(
      method, &c->running, n, TraverseBVH{ scene, states, { rays_[0].data(), &c->toTraverse, rays_[3].data() } }, toIntersect, room_);
    backend_.template compactCounted<128>(method, &c->toIntersect, n,
      IntersectLeaf<Single, T>{ scene, this->view<T>(), states, { rays_[1].data(), nullptr, nullptr } }, toShade, toTraverse, room_);
    backend_.template compactCounted<128>(method, &c->toShade, n, ShadeHits{ scene, states, image, rays_[2].data() }, resumed, room_);
    backend_.forEach(1, AccountRound{ c, false });
  };
  if (inKernel(method))
  {
    const VolumeView<T> volume = this->view<T>();
    const auto word = [](const void* p) { return reinterpret_cast<std::uint64_t>(p); };
    const std::vector<std::uint64_t> key = { static_cast<std::uint64_t>(method), Single ? 1u : 0u, static_cast<std::uint64_t>(values_.type),
      word(volume.values), word(volume.hidden), static_cast<std::uint64_t>(volume.strideY), static_cast<std::uint64_t>(volume.strideZ), word(scene), word(c),
      word(states.stacks), word(states.sizes), word(states.progress), word(states.crossings), word(states.surfaces), static_cast<std::uint64_t>(n),
      word(image.color), word(image.depth), word(image.hits), word(rays_[0].data()) };
    backend_.loopWhile(loop_, &c->running, key, round);
  }
  else
    while (backend_.read(&c->running) > 0 && !backend_.aborted())
      round();
}

template <class Backend>
void IsosurfaceRayCasterImpl<Backend>::recordLastFrame() const
{
  if (!unrecorded_)
    return;
  unrecorded_ = false;
  backend_.synchronize();
  chooser_.record(used_, backend_.elapsed(RebuildEnd, CastEnd));
}

template <class Backend>
IsosurfaceTimings IsosurfaceRayCasterImpl<Backend>::timings() const
{
  IsosurfaceTimings t;
  t.upload = uploadMilliseconds_;
  t.bricks = bricksMilliseconds_;
  if (drawn_)
  {
    backend_.synchronize();
    t.rebuild = rebuilt_ ? backend_.elapsed(RebuildBegin, RebuildEnd) : 0.0;
    t.cast = backend_.elapsed(RebuildEnd, CastEnd);
    t.present = presented_ ? backend_.elapsed(PresentBegin, PresentEnd) : 0.0;
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
  countResult_.reserve(backend_, 3);
  backend_.zero(countResult_.data(), countResult_.bytes());
  std::uint64_t* const counts = countResult_.data();
  const std::int64_t slots = std::int64_t(1) << scene_.layout.depth;
  backend_.forEach(this->numPixels(), CountHits{ color_.data(), counts });
  backend_.forEach(slots, CountLeaves{ nodes_.data(), slots, counts + 1 });
  backend_.forEach(this->numRays(), CountRays{ { scene_ }, counts + 2 });
  s.hits = static_cast<std::int64_t>(backend_.read(counts));
  s.activeLeaves = static_cast<std::int64_t>(backend_.read(counts + 1));
  s.rays = static_cast<std::int64_t>(backend_.read(counts + 2));
  if (used_ == IsosurfacePipeline::MultiKernel)
  {
    const LoopCounters c = backend_.read(counters_.data());
    s.rounds = static_cast<std::int64_t>(c.rounds);
    s.queueItems = this->numRays() + static_cast<std::int64_t>(c.given);
    s.keptItems = static_cast<std::int64_t>(c.kept);
  }
  return s;
}

} // namespace inkray
