// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/CpuFeatures.h"
#include "Geometry/Mesh/FindMeshHistogram.h"
#include "Renderers/MeshVolume/CastMedium.h"
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/FrameChecks.h"
#include "Renderers/MeshVolume/FrameRules.h"
#include "Renderers/MeshVolume/Integrators/TabulatedValues.h"
#include "Renderers/MeshVolume/Merged/CastMerged.h"
#include "Renderers/MeshVolume/MeshCuts.h"
#include "Renderers/MeshVolume/MeshGradientFunctions.h"
#include "Renderers/MeshVolume/MeshLight.h"
#include "Renderers/MeshVolume/MeshPicks.h"
#include "Renderers/MeshVolume/MeshSurfaces.h"
#include "Renderers/MeshVolume/MeshValues.h"
#include "Renderers/MeshVolume/Packets/CastPackets.h"
#include "Renderers/MeshVolume/PixelIntersectionLists.h"
#include "View/SparsePicture.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <type_traits>
#include <vector>

namespace inkray
{

/// The ray caster on one backend. render reads as the frame: project, lists, cast, present.
template <class Backend>
class TetRayCasterImpl : public TetRayCaster
{
public:
  TetRayCasterImpl(const DeviceInfo& device, std::size_t memoryLimit)
    : backend_(device.id, memoryLimit)
    , deviceId_(device.id)
    , deviceName_(device.name)
  {
  }

  DeviceKind device() const override { return Backend::isDevice ? DeviceKind::CUDA : DeviceKind::CPU; }
  std::string deviceName() const override { return deviceName_; }

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override;
  void setScalars(const Field& scalars) override
  {
    this->uploadValues([&] { values_.setScalars(scalars); });
  }
  void setGradientScalars(const Field& scalars) override
  {
    this->uploadValues([&] { values_.setGradientScalars(scalars); });
  }
  void setColours(const Field& colours, double full) override
  {
    this->uploadValues([&] { values_.setColours(colours, full); });
  }
  void setTransferFunction(const TransferFunction& function) override { values_.setFunction(function); }
  void setOpacityScalars(const Field& scalars) override
  {
    this->upload([&] { values_.setOpacityScalars(scalars); });
  }
  void setOpacityFunction(const TransferFunction& function) override { values_.setOpacityFunction(function); }
  void dropOpacityScalars() override { values_.dropOpacityScalars(); }
  void setGradientOpacity(const GradientOpacity& function) override
  {
    gradientFunctions_.setOpacity(function);
  }
  void setTransferFunction2D(const TransferFunction2D& function) override
  {
    gradientFunctions_.setTable(function);
  }
  double largestGradient() const override { return gradientFunctions_.largest(); }
  void setIsosurfaces(const std::vector<Isosurface>& surfaces) override { surfaces_.set(surfaces); }
  void setSurfaceColourScalars(const Field& scalars) override
  {
    this->upload([&] { surfaces_.colours().setScalars(scalars); });
  }
  void setSurfaceColours(const ColorTable& colours) override { surfaces_.colours().setTable(colours); }
  void dropSurfaceColourScalars() override { surfaces_.colours().dropScalars(); }
  void setThresholdScalars(const Field& scalars) override
  {
    this->upload([&] { cuts_.setThresholdScalars(scalars); });
  }
  void setThresholdRanges(const Field& least, const Field& greatest) override
  {
    this->upload([&] { cuts_.setThresholdRanges(least, greatest); });
  }
  void setThreshold(double low, double high) override { cuts_.setThreshold(low, high); }
  void dropThresholdScalars() override { cuts_.dropThresholdScalars(); }
  MeshHistogram histogram(const MeshHistogramInput& input) override;
  void setLights(const std::vector<SurfaceLight>& lights) override { light_.lights = lights; }
  void setMaterial(const SurfaceMaterial& material) override { light_.material = material; }
  void render(const Camera& camera, const FrameOptions& options) override;
  void renderOnDevice(const Camera& camera, const FrameOptions& options) override;
  bool canMerge(const FrameOptions& options) const override;
  void renderMerged(const Camera& camera, const FrameOptions& options, const std::vector<Other>& others,
    bool onDevice) override;
  void pick(const Camera& camera, const FrameOptions& options, float opacity) override;
  void pickVisible(const Camera& camera, const FrameOptions& options, float opacity, float share,
    const std::uint8_t* pixels) override;

  void scalarRange(double range[2]) const override { giveRange(values_.scalars(), range); }
  std::int64_t numNonFiniteScalars() const override { return values_.scalars().range.notFinite; }
  void opacityScalarRange(double range[2]) const override { giveRange(values_.opacity(), range); }
  std::int64_t numNonFiniteOpacityScalars() const override { return values_.opacity().range.notFinite; }
  const float* image() const override { return imageInHost_; }
  const float* deviceImage() const override
  {
    return Backend::isDevice ? reinterpret_cast<const float*>(image_.data()) : nullptr;
  }
  const float* depth() const override { return depthInHost_; }
  const float* deviceDepth() const override
  {
    return Backend::isDevice && hasDepth_ ? surfaces_.depth().data() : nullptr;
  }
  const std::uint32_t* pickedTets() const override { return picks_.tets(); }
  const float* pickedDepths() const override { return picks_.depths(); }
  const std::vector<std::uint32_t>& visibleTets() const override { return picks_.visible(); }
  TetRayCastTimings timings() const override { return timings_; }
  TetRayCastStatistics statistics() const override { return statistics_; }
  SparseReport sparseReport() const override { return sparseReport_; }
  std::int64_t numRays() const override;
  TetRayCastMemory memory() const override
  {
    const std::size_t resident = adjacency_.bytes() + values_.bytes() + light_.bytes() +
      gradientFunctions_.bytes() + cuts_.bytes() + surfaces_.colours().bytes();
    return { resident, backend_.budget().used() - resident, setupPeak_ };
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

  /// The integrators that a frame may have: that of any medium, or one that is faster.
  enum class FrameKind
  {
    Medium,
    Composited,
    Shaded,
    Separate,
    Gradient,
    Surfaces
  };

  /// What a frame is, found once when it begins.
  struct FrameState
  {
    FrameKind kind = FrameKind::Medium;
    bool hasVolume = false;     ///< that is composited
    bool isShaded = false;      ///< it is in the light
    bool hasGradients = false;  ///< it has functions of gradients; values of cells have them in their colours
    bool hasTable = false;      ///< a two-dimensional one
    bool hasMissing = false;    ///< tets without a value are seen
    bool hasOpacity = false;    ///< opacity has values of its own, that colours of cells are not made of
    bool areCategories = false; ///< of the points
    bool isPicked = false;
  };

  /// A picture to be cast: of the frame, or the smaller one that a sparse frame begins with.
  struct Target
  {
    Float4* image;
    const float* opaqueDepth; ///< in the backend's memory, or null
    PixelIntersectionLists<Backend>* lists;
    const std::uint8_t* hasOwnRay; ///< of each pixel; null: all have
  };

  /// What a frame is made of beside the lists, which may have to be made again.
  struct Scene
  {
    FrameState is;
    Target target;
    MeshCamera camera;
    const RayCut* cut;
    MediumFrame frame;
  };

  /// While this lives, the rays of a caster are merged with those of other meshes.
  class Merging
  {
  public:
    Merging(TetRayCasterImpl& caster, std::vector<MergedMesh>* meshes, bool isOther)
      : caster_(caster)
    {
      caster.merged_ = meshes;
      caster.numMergedBefore_ = meshes->size();
      caster.isOther_ = isOther;
    }
    ~Merging() { caster_.merged_ = nullptr; }
    Merging(const Merging&) = delete;
    Merging& operator=(const Merging&) = delete;

  private:
    TetRayCasterImpl& caster_;
  };

  static void giveRange(const NormalisedField<Backend>& field, double range[2])
  {
    range[0] = field.range.low;
    range[1] = field.range.high;
  }
  template <class Set>
  void upload(const Set& set);
  /// Values whose gradients count.
  template <class Set>
  void uploadValues(const Set& set)
  {
    this->upload([&] {
      light_.valuesChanged();
      gradientFunctions_.valuesChanged();
      set();
    });
  }
  void drawPicks(const Camera& camera, const FrameOptions& options);
  void draw(const Camera& camera, const FrameOptions& options, bool present);
  void drawNothing(std::int64_t numPixels, bool present);
  void aim(
    Scene& scene, const Camera& camera, const FrameOptions& options, const Target& target, float* depth);
  void drawPicture(const Scene& scene, const FrameOptions& options, bool present);
  void drawSingleRays(
    Scene& scene, const Camera& camera, const FrameOptions& options, const float* opaqueDepth, bool present);
  /// One attempt; returns how many list entries the frame has, which may be more than fitted.
  std::int64_t drawOnce(const Scene& scene, const FrameOptions& options, bool present);
  TetRays rays(const Scene& scene, const FrameOptions& options);
  void cast(const Scene& scene, const FrameOptions& options);
  void castComposited(const TetRays& rays, const Scene& scene, const FrameOptions& options);
  void presentPicture(std::int64_t numPixels, bool present);
  FrameContents contentsOf(const FrameOptions& options) const;
  FrameState stateOf(const FrameOptions& options, bool hasSurfaces) const;
  void castMergedMeshes(const TetRays& rays, const Scene& scene);
  void shade(Medium& medium, const FrameState& is, const Camera& camera, const FrameOptions& options);
  static Float4 missing(const FrameOptions& options)
  {
    return { options.missing[0], options.missing[1], options.missing[2], options.missing[3] };
  }
  bool hasGradientFunctions(const FrameOptions& options) const
  {
    return options.drawVolume && options.blend == BlendMode::Composite && gradientFunctions_.isUsed();
  }
  MediumFrame frameOf(const FrameState& is, const Camera& camera, const FrameOptions& options);
  Medium medium(const FrameState& is, const FrameOptions& options);
  void checkValues(const FrameOptions& options) const;
  static void checkAbort(const FrameOptions& options)
  {
    if (options.abortCheck && options.abortCheck())
      throw Aborted("the frame was abandoned");
  }

  mutable Backend backend_;
  DeviceId deviceId_;
  std::string deviceName_;

  TetAdjacency<Backend> adjacency_;
  MeshValues<Backend> values_{ backend_, adjacency_ };
  MeshLight<Backend> light_{ backend_, adjacency_ };
  MeshGradientFunctions<Backend> gradientFunctions_{ backend_, adjacency_ };
  MeshCuts<Backend> cuts_{ backend_, adjacency_ };
  MeshSurfaces<Backend> surfaces_{ backend_, adjacency_ };
  MeshPicks<Backend> picks_{ backend_, adjacency_ };
  std::size_t setupPeak_ = 0;

  // The frame.
  Array<ProjectedVertex> projected_;
  PixelIntersectionLists<Backend> lists_;
  SparsePicture<Backend> sparse_;
  PixelIntersectionLists<Backend> singleLists_; ///< of the pixels of sparse_
  Array<float> opaqueDepth_;
  Array<Float4> image_;
  Array<Float4> frameColours_; ///< of tets, where some have no value and are seen
  bool hasDepth_ = false;      ///< the last frame has depths
  Array<RayCounters> counters_;
  std::vector<MergedMesh>* merged_ = nullptr; ///< of a picture of several meshes
  std::size_t numMergedBefore_ = 0;
  bool isOther_ = false; ///< this one adds its rays to them
  Array<MergedMesh> mergedMeshes_;
  std::int64_t numListedPixels_ = 0; ///< of the lists, where they are those of the last frame
  std::int64_t numSinglePixels_ = 0; ///< of singleLists_
  mutable Array<std::uint64_t> rayCount_;
  typename Backend::HostImage hostImage_, hostDepth_;
  const float* imageInHost_ = nullptr;
  const float* depthInHost_ = nullptr;

  TetRayCastTimings timings_;
  TetRayCastStatistics statistics_;
  SparseReport sparseReport_;
};

template <class Backend>
const TetMeshReport& TetRayCasterImpl<Backend>::setMesh(
  const TetMeshInput& mesh, const WorkObserver& observer)
{
  // What was there goes first: two meshes at once may not fit.
  adjacency_ = TetAdjacency<Backend>();
  values_.release();
  light_.release();
  gradientFunctions_.valuesChanged();
  frameColours_.release();
  cuts_.dropThresholdScalars();
  surfaces_.colours().dropScalars();
  projected_.release();
  lists_ = PixelIntersectionLists<Backend>();
  singleLists_ = PixelIntersectionLists<Backend>();
  sparse_ = SparsePicture<Backend>();
  numListedPixels_ = numSinglePixels_ = 0;
  timings_ = TetRayCastTimings();

  const std::size_t before = backend_.budget().used();
  backend_.budget().resetPeak();
  backend_.mark(Begin);
  TetAdjacency<Backend> adjacency;
  const Observed<Backend> observed(backend_, observer);
  adjacency.build(backend_, mesh, Uploaded);
  backend_.mark(Projected);
  backend_.synchronize();
  backend_.step(1.0, 1.0);
  adjacency_ = std::move(adjacency);
  setupPeak_ = backend_.budget().peak() - before;
  timings_.upload = backend_.elapsed(Begin, Uploaded);
  timings_.adjacency = backend_.elapsed(Uploaded, Projected);
  return adjacency_.report;
}

/// Values of the mesh to the backend, timed.
template <class Backend>
template <class Set>
void TetRayCasterImpl<Backend>::upload(const Set& set)
{
  if (adjacency_.numTets == 0)
    throw InvalidInput("values were given before a mesh");
  backend_.mark(Begin);
  set();
  backend_.mark(Uploaded);
  backend_.synchronize();
  timings_.upload = backend_.elapsed(Begin, Uploaded);
}

/// Throws InvalidInput for a frame that the values cannot give.
template <class Backend>
void TetRayCasterImpl<Backend>::checkValues(const FrameOptions& options) const
{
  const NormalisedField<Backend>& scalars = values_.scalars();
  if (!scalars.isSet)
    throw InvalidInput("a mesh and its values are needed before a frame");
  if (values_.areColours() && !values_.opacity().isSet)
    throw InvalidInput("colours as they are need values of their own for the opacity");
  const bool hasTable = this->hasGradientFunctions(options) && gradientFunctions_.hasTable();
  if (((options.drawVolume && !hasTable) || !options.slices.empty()) && !values_.hasFunction() &&
    !values_.areColours())
    throw InvalidInput("a transfer function is needed before a frame with a volume or a slice");
  for (const FrameRule* const rule : brokenRules(this->contentsOf(options)))
    if (rule->isError)
      throw InvalidInput(noteOf(*rule));
  if (values_.opacity().isSet && !values_.hasOpacityFunction())
    throw InvalidInput("opacity has values of its own but no function; set both");
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
void TetRayCasterImpl<Backend>::pick(const Camera& camera, const FrameOptions& options, float opacity)
{
  const std::int64_t numPixels =
    std::max<std::int64_t>(camera.width, 0) * std::max<std::int64_t>(camera.height, 0);
  picks_.start(numPixels, options.drawVolume ? opacity : 0.0f);
  this->drawPicks(camera, options);
  picks_.toHost();
}

template <class Backend>
void TetRayCasterImpl<Backend>::pickVisible(
  const Camera& camera, const FrameOptions& options, float opacity, float share, const std::uint8_t* pixels)
{
  this->checkValues(options);
  checkFrame(camera, options);
  try
  {
    picks_.startVisible(
      std::int64_t(camera.width) * camera.height, pixels, options.drawVolume ? opacity : 0.0f, share);
    this->drawPicks(camera, options);
    picks_.visibleToHost();
  }
  catch (...)
  {
    picks_.releaseVisible();
    throw;
  }
}

/// Cast rays for picks that have been started. Light does not matter, nor does what the rays of a picture may
/// leave out; an opaque surface ends a ray.
template <class Backend>
void TetRayCasterImpl<Backend>::drawPicks(const Camera& camera, const FrameOptions& options)
{
  FrameOptions seen = options;
  seen.shade = false;
  seen.sparse = SparseRays();
  seen.earlyTermination = std::numeric_limits<float>::min();
  try
  {
    this->draw(camera, seen, false);
  }
  catch (...)
  {
    picks_.stop();
    throw;
  }
  picks_.stop();
}

template <class Backend>
void TetRayCasterImpl<Backend>::draw(const Camera& camera, const FrameOptions& options, bool present)
{
  this->checkValues(options);
  checkFrame(camera, options);
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  numListedPixels_ = numSinglePixels_ = 0;
  sparseReport_ = SparseReport();
  image_.reserve(backend_, numPixels);
  hasDepth_ = surfaces_.areIn(options);
  if (hasDepth_)
    surfaces_.reserveDepth(numPixels);
  MeshCamera seen;
  if (!makeMeshCamera(camera, adjacency_.center, adjacency_.scale, seen) ||
    (!options.drawVolume && !hasDepth_))
    return this->drawNothing(numPixels, present);
  counters_.reserve(backend_, 1);
  projected_.reserve(backend_, adjacency_.vertices.size());
  const float* opaqueDepth = options.opaqueDepth;
  if (options.opaqueDepth && !options.opaqueDepthOnDevice)
  {
    opaqueDepth_.reserve(backend_, numPixels);
    backend_.copyFromHost(opaqueDepth_.data(), options.opaqueDepth, numPixels * sizeof(float));
    opaqueDepth = opaqueDepth_.data();
  }

  const FrameState is = this->stateOf(options, hasDepth_);
  Scene scene = {};
  scene.is = is;
  scene.frame = this->frameOf(is, camera, options);
  const bool isSparse = options.sparse.areUsed() && !merged_;
  if (isSparse)
  {
    Camera small = camera;
    small.width = options.sparse.width;
    small.height = options.sparse.height;
    sparse_.begin(backend_, options.sparse, camera.width, camera.height, hasDepth_, opaqueDepth);
    this->aim(scene, small, options, { sparse_.small().color, sparse_.stops(), &lists_, nullptr },
      sparse_.small().depth);
  }
  else
    this->aim(scene, camera, options, { image_.data(), opaqueDepth, &lists_, nullptr },
      hasDepth_ ? surfaces_.depth().data() : nullptr);
  const Observed<Backend> observed(backend_, options);
  this->drawPicture(scene, options, present && !isSparse);
  numListedPixels_ = std::int64_t(scene.camera.width) * scene.camera.height;
  if (isSparse)
    this->drawSingleRays(scene, camera, options, opaqueDepth, present);
  backend_.step(1.0, 1.0);
}

/// What of a scene depends on the camera and the picture: `depth` takes the depths of surfaces.
template <class Backend>
void TetRayCasterImpl<Backend>::aim(
  Scene& scene, const Camera& camera, const FrameOptions& options, const Target& target, float* depth)
{
  scene.target = target;
  makeMeshCamera(camera, adjacency_.center, adjacency_.scale, scene.camera);
  // The kernel of any medium comes with cuts alone; whether light has colours is known later.
  const FrameKind kind = scene.is.kind;
  const bool areCutsWanted =
    kind == FrameKind::Medium || kind == FrameKind::Gradient || kind == FrameKind::Shaded;
  scene.cut = cuts_.prepare(camera, scene.camera, options, areCutsWanted);
  if (hasDepth_ || scene.is.isPicked)
    scene.frame.surfaces = surfaces_.prepare(camera, scene.camera, options, values_, light_);
  scene.frame.depth = depth;
}

/// Cast the picture of a scene, with workspace for its lists.
template <class Backend>
void TetRayCasterImpl<Backend>::drawPicture(const Scene& scene, const FrameOptions& options, bool present)
{
  PixelIntersectionLists<Backend>& lists = *scene.target.lists;
  const std::int64_t numPixels = std::int64_t(scene.camera.width) * scene.camera.height;
  const std::int64_t numRays = scene.camera.listed ? scene.camera.numListed : numPixels;
  lists.reserve(
    backend_, numPixels, adjacency_.numBoundaryFaces, std::max<std::int64_t>(1 << 16, 2 * numRays));
  for (;;)
  {
    const std::int64_t fragments = this->drawOnce(scene, options, present);
    checkAbort(options);
    if (fragments <= lists.capacity())
      return;
    // A list is never cut: workspace for a quarter more than this frame needs, and again.
    if (fragments + fragments / 4 >= std::int64_t(0xffffffff))
      throw OutOfMemory("the intersection lists need " + std::to_string(fragments) +
          " entries, more than 32 bits count; use a smaller image",
        fragments * 24, 0);
    lists.reserve(backend_, numPixels, adjacency_.numBoundaryFaces, fragments + fragments / 4);
  }
}

/// The frame from the smaller picture, which has been cast: rays for single pixels, all others interpolated.
template <class Backend>
void TetRayCasterImpl<Backend>::drawSingleRays(
  Scene& scene, const Camera& camera, const FrameOptions& options, const float* opaqueDepth, bool present)
{
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  float* const depth = hasDepth_ ? surfaces_.depth().data() : nullptr;
  sparse_.enlarge(
    backend_, { camera.width, camera.height, image_.data(), depth }, options.sparse.mostSingle, true);
  sparseReport_ = { true, sparse_.numWanted(), sparse_.numListed(),
    std::chrono::duration<double, std::milli>(Clock::now() - start).count() };
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  if (sparse_.numListed() == 0)
  {
    this->presentPicture(numPixels, present);
    return backend_.synchronize();
  }
  const TetRayCastTimings before = timings_;
  const TetRayCastStatistics counted = statistics_;
  this->aim(
    scene, camera, options, { image_.data(), opaqueDepth, &singleLists_, sparse_.hasOwnRay() }, depth);
  scene.camera.listed = sparse_.pixels();
  scene.camera.numListed = sparse_.numListed();
  this->drawPicture(scene, options, present);
  numSinglePixels_ = numPixels;
  sparseReport_.milliseconds += timings_.camera + timings_.lists;
  timings_.camera += before.camera;
  timings_.lists += before.lists;
  timings_.cast += before.cast;
  statistics_.listEntries += counted.listEntries;
  statistics_.steps += counted.steps;
  statistics_.coveredRays += counted.coveredRays;
  statistics_.failedRays += counted.failedRays;
  statistics_.recastRays += counted.recastRays;
}

template <class Backend>
FrameContents TetRayCasterImpl<Backend>::contentsOf(const FrameOptions& options) const
{
  FrameContents contents;
  contents.blend = options.blend;
  contents.drawsVolume = options.drawVolume;
  contents.hasVertexValues = values_.hasVertexScalars();
  contents.areColours = values_.areColours();
  contents.isLit = options.shade;
  contents.hasGradientOpacity = gradientFunctions_.hasOpacity();
  contents.hasTable = gradientFunctions_.hasTable();
  contents.showsMissing = options.missing[3] > 0.0f;
  contents.hasIsosurfaces = !surfaces_.empty();
  return contents;
}

template <class Backend>
auto TetRayCasterImpl<Backend>::stateOf(const FrameOptions& options, bool hasSurfaces) const -> FrameState
{
  const NormalisedField<Backend>& scalars = values_.scalars();
  const NormalisedField<Backend>& opacity = values_.opacity();
  const FrameContents contents = this->contentsOf(options);
  const auto isIn = [&](FrameFeature feature) { return options.drawVolume && !isLeftOut(feature, contents); };
  FrameState is;
  is.isPicked = picks_.areWanted();
  is.hasVolume = options.drawVolume && options.blend == BlendMode::Composite;
  is.hasTable = isIn(FrameFeature::Table) && contents.hasTable;
  is.hasGradients =
    (is.hasTable || (isIn(FrameFeature::GradientOpacity) && contents.hasGradientOpacity)) && !scalars.perCell;
  is.isShaded = isIn(FrameFeature::Light) && contents.isLit && contents.hasVertexValues;
  is.hasMissing = isIn(FrameFeature::Missing) && contents.showsMissing && scalars.range.notFinite > 0;
  is.hasOpacity = opacity.isSet && !(opacity.perCell && scalars.perCell);
  is.areCategories =
    !scalars.perCell && values_.areCategories() && !values_.areColours() && is.hasVolume && !is.hasTable;

  // Faster integrators, where there is one: all but the first draw what is composited, with edge functions.
  const bool isLitAlong = is.isShaded && !scalars.perCell;
  const bool isMissingAlong = is.hasMissing && !(scalars.perCell && !is.hasOpacity);
  const bool hasSlicesByVertices =
    hasSurfaces && !scalars.perCell && (values_.areColours() || values_.areCategories());
  const bool isGeneral = options.methods.generalMedium || is.isPicked || isMissingAlong || is.areCategories ||
    hasSlicesByVertices ||
    (options.drawVolume &&
      (!is.hasVolume || (values_.areColours() && !scalars.perCell) ||
        (is.hasOpacity && (isLitAlong || is.hasGradients)) || (is.hasTable && isLitAlong)));
  if (isGeneral)
    return is;
  if (hasSurfaces)
    is.kind = isLitAlong || is.hasGradients || surfaces_.colours().areSet() ||
        (options.drawVolume ? is.hasOpacity || scalars.perCell : !options.slices.empty())
      ? FrameKind::Medium
      : FrameKind::Surfaces;
  else
    is.kind = is.hasGradients ? FrameKind::Gradient
      : is.hasOpacity         ? FrameKind::Separate
      : isLitAlong            ? FrameKind::Shaded
                              : FrameKind::Composited;
  if (options.faceTest != FaceTest::EdgeFunction && is.kind != FrameKind::Composited)
    is.kind = FrameKind::Medium;
  return is;
}

/// What a frame draws, but for its surfaces.
template <class Backend>
MediumFrame TetRayCasterImpl<Backend>::frameOf(
  const FrameState& is, const Camera& camera, const FrameOptions& options)
{
  const NormalisedField<Backend>& scalars = values_.scalars();
  const auto normalised = [&](double value) {
    return static_cast<float>(std::clamp((value - scalars.low()) * scalars.scale(), -1e30, 1e30));
  };
  MediumFrame frame = {};
  frame.medium = this->medium(is, options);
  frame.mode = { options.blend, normalised(options.averageRange[0]), normalised(options.averageRange[1]) };
  frame.hasSlices = !options.slices.empty();
  frame.byPlanes = options.faceTest == FaceTest::OnDemandVDFI;
  if (is.isShaded)
    this->shade(frame.medium, is, camera, options);
  if (scalars.perCell && is.hasMissing && !is.hasOpacity)
  {
    frameColours_.reserve(backend_, adjacency_.numTets);
    backend_.forEach(adjacency_.numTets,
      ColourMissingCells{
        frame.medium.cellColours, values_.cellValues(), missing(options), frameColours_.data() });
    frame.medium.cellColours = frameColours_.data();
  }
  else
    frameColours_.release();
  if (is.hasGradients)
    gradientFunctions_.prepare(frame.medium, values_.vertexScalars(), light_.smoothGradients(options));
  return frame;
}

/// The light of a frame: what of it goes along the rays, and what does not have to.
template <class Backend>
void TetRayCasterImpl<Backend>::shade(
  Medium& medium, const FrameState& is, const Camera& camera, const FrameOptions& options)
{
  if (values_.scalars().perCell)
    medium.cellColours = light_.shadeCells(medium.cellColours, camera, options);
  else if (values_.areColours() && options.gradients == Gradients::Smooth)
    medium.vertexColours = light_.shadeVertices(medium.vertexColours, camera, options);
  else if (values_.areColours() || is.areCategories)
    light_.shadeCentroids(medium, camera, options);
  else
    light_.shade(medium, camera, options);
}

template <class Backend>
void TetRayCasterImpl<Backend>::drawNothing(std::int64_t numPixels, bool present)
{
  backend_.zero(image_.data(), numPixels * sizeof(Float4));
  if (hasDepth_)
    backend_.forEach(numPixels, FillDepths{ surfaces_.depth().data() });
  this->presentPicture(numPixels, present);
  backend_.synchronize();
  statistics_ = TetRayCastStatistics();
}

template <class Backend>
std::int64_t TetRayCasterImpl<Backend>::drawOnce(
  const Scene& scene, const FrameOptions& options, bool present)
{
  const MeshCamera& camera = scene.camera;
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  backend_.mark(Begin);
  backend_.zero(counters_.data(), sizeof(RayCounters));
  backend_.step(0.0, 0.03);
  backend_.forEach(
    adjacency_.vertices.size(), ProjectVertices{ camera, adjacency_.vertices.data(), projected_.data() });
  backend_.mark(Projected);
  backend_.step(0.03, 0.1);
  PixelIntersectionLists<Backend>& lists = *scene.target.lists;
  lists.build(backend_, options.methods.listBuilder, camera, adjacency_.boundaryFaces.data(),
    adjacency_.numBoundaryFaces, projected_.data(), scene.target.hasOwnRay);
  backend_.mark(Listed);
  checkAbort(options);
  backend_.step(0.1, 1.0);

  this->cast(scene, options);
  backend_.mark(Cast);

  this->presentPicture(numPixels, present);
  RayCounters counted;
  std::uint64_t fragments = 0;
  backend_.copyToHost(&counted, counters_.data(), sizeof(counted));
  backend_.copyToHost(&fragments, lists.fragmentCount(), sizeof(fragments));
  backend_.mark(Presented);
  backend_.synchronize();

  timings_.camera = backend_.elapsed(Begin, Projected);
  timings_.lists = backend_.elapsed(Projected, Listed);
  timings_.cast = backend_.elapsed(Listed, Cast);
  timings_.present = backend_.elapsed(Cast, Presented);
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  statistics_ = { number(fragments), number(counted.coveredRays), number(counted.steps),
    number(counted.failedRays), number(counted.recastRays) };
  return number(fragments);
}

template <class Backend>
void TetRayCasterImpl<Backend>::presentPicture(std::int64_t numPixels, bool present)
{
  imageInHost_ = present ? hostImage_.take(backend_, image_, numPixels) : nullptr;
  depthInHost_ = present && hasDepth_ ? hostDepth_.take(backend_, surfaces_.depth(), numPixels) : nullptr;
}

template <class Backend>
TetRays TetRayCasterImpl<Backend>::rays(const Scene& scene, const FrameOptions& options)
{
  TetRays rays;
  rays.camera = scene.camera;
  rays.mesh = { projected_.data(), adjacency_.links.data(), adjacency_.boundaryFaces.data() };
  const PixelIntersectionLists<Backend>& lists = *scene.target.lists;
  rays.starts = lists.starts();
  rays.intersections = lists.intersections();
  rays.fragmentCount = lists.fragmentCount();
  rays.capacity = static_cast<std::uint64_t>(lists.capacity());
  rays.opaqueDepth = picks_.limitDepths(scene.target.opaqueDepth);
  rays.cut = scene.cut;
  rays.isCut = cuts_.areAny(options);
  rays.isClipped = rays.isCut && cuts_.areHalfSpaces(options);
  rays.byPlanes = false;
  rays.earlyTermination = options.earlyTermination;
  rays.maxSteps = static_cast<std::uint32_t>(adjacency_.numTets);
  rays.image = scene.target.image;
  rays.counters = counters_.data();
  rays.countSteps = options.methods.countSteps;
  return rays;
}

/// What the volume of a frame is made of, without light and functions of gradients that go along the rays.
template <class Backend>
Medium TetRayCasterImpl<Backend>::medium(const FrameState& is, const FrameOptions& options)
{
  const NormalisedField<Backend>& opacity = values_.opacity();
  Medium m = {};
  m.isEmpty = !options.drawVolume;
  m.colours = values_.pieces();
  m.opacities = values_.opacityPieces();
  m.areColours = values_.areColours();
  if (is.hasMissing)
    m.missing = missing(options);
  if (values_.scalars().perCell)
  {
    m.colourSource = ColourSource::Cells;
    m.cellColours = this->hasGradientFunctions(options)
      ? gradientFunctions_.colourCells(values_, light_.smoothGradients(options))
      : values_.cellColours();
    if (!is.hasVolume || (is.hasMissing && is.hasOpacity))
      m.cellValues = values_.cellValues();
  }
  else if (values_.areColours() || is.areCategories)
  {
    m.colourSource = is.areCategories ? ColourSource::Nearest : ColourSource::Vertices;
    m.vertexColours = values_.vertexColours();
  }
  else if (is.hasTable)
    m.colourSource = ColourSource::Table;
  // Colours of nearest vertices have the attenuation of values at these.
  if (is.hasOpacity && opacity.perCell)
  {
    m.opacitySource = OpacitySource::Cells;
    m.cellAttenuations = values_.cellAttenuations();
  }
  else if (is.hasOpacity && !is.areCategories)
  {
    m.opacitySource = OpacitySource::Vertices;
    m.vertexOpacities = values_.vertexOpacities();
  }
  return m;
}

template <class Backend>
void TetRayCasterImpl<Backend>::cast(const Scene& scene, const FrameOptions& options)
{
  const MediumFrame& frame = scene.frame;
  TetRays rays = this->rays(scene, options);
  // A ray ends at an opaque surface, behind which nothing gets through.
  if (hasDepth_)
    rays.earlyTermination = std::max(rays.earlyTermination, std::numeric_limits<float>::min());
  // Faster integrators of light are for grey lights.
  const FrameKind kind = frame.medium.lightNumbers > 2 ? FrameKind::Medium : scene.is.kind;
  if (kind != FrameKind::Medium && !rays.isCut)
    rays.cut = nullptr;
  switch (kind)
  {
    case FrameKind::Medium:
      return picks_.areWanted() ? castPicks(backend_, rays, frame, picks_.target())
                                : castMedium(backend_, rays, frame);
    case FrameKind::Surfaces:
      return castSurfaces(backend_, rays, frame);
    case FrameKind::Gradient:
      return castGradient(backend_, rays, frame);
    case FrameKind::Separate:
      return castSeparate(backend_, rays, frame);
    case FrameKind::Shaded:
      return castShaded(backend_, rays, frame);
    case FrameKind::Composited:
      return merged_ ? this->castMergedMeshes(rays, scene) : this->castComposited(rays, scene, options);
  }
}

/// Emission and absorption of one array: what both papers draw.
template <class Backend>
void TetRayCasterImpl<Backend>::castComposited(
  const TetRays& rays, const Scene& scene, const FrameOptions& options)
{
  const bool isTabulated = !options.methods.fromKnotToKnot && !values_.scalars().perCell;
  if constexpr (!Backend::isDevice)
    if ((rays.cut ? rays.isClipped : options.faceTest == FaceTest::EdgeFunction) &&
      options.methods.raysAtATime != RaysAtATime::One)
    {
      const PacketValues values = { values_.pieces(), isTabulated ? values_.table() : TabulatedView(),
        scene.frame.medium.cellColours };
      return options.methods.raysAtATime != RaysAtATime::Four && canCastEightRays()
        ? castEightRays(backend_, rays, values)
        : castFourRays(backend_, rays, values);
    }

  // The choices that change the inner loop are made here, once a frame. 16 blocks of 64 threads on a
  // multiprocessor: 64 registers a thread, which measured faster than 12, 14 and 18 blocks.
  // PointValues have a kernel for each projection, all others one for both.
  const auto withEdgeFunctions = [&](const auto& integrator) {
    using Integrator = std::decay_t<decltype(integrator)>;
    if constexpr (!std::is_same_v<Integrator, PointValues>)
      castTetRays<EdgeFunctionExit, 16>(backend_, rays, integrator);
    else if (rays.camera.parallel)
      castTetRays<EdgeFunctionExit, 16, WholeView, FixedProjection<true>>(backend_, rays, integrator);
    else
      castTetRays<EdgeFunctionExit, 16, WholeView, FixedProjection<false>>(backend_, rays, integrator);
  };
  const bool byPlanes = !rays.cut && options.faceTest != FaceTest::EdgeFunction;
  const auto withTest = [&](const auto& integrator) {
    if (rays.isClipped)
      castTetRays<EdgeFunctionExit, 16, ClippedView>(backend_, rays, integrator);
    else if (rays.cut)
      castTetRays<EdgeFunctionExit, 16, CutView>(backend_, rays, integrator);
    else if (!byPlanes)
      withEdgeFunctions(integrator);
    else
    {
      TetRays chosen = rays;
      chosen.byPlanes = true;
      castTetRays<ChosenExit, 16>(backend_, chosen, integrator);
    }
  };
  if constexpr (Backend::isDevice)
  {
    // Depths of planes are for comparisons, which go from knot to knot.
    if (isTabulated && values_.colourTable().colours && !byPlanes)
    {
      const ColourTableValues integrator = { { values_.colourTable() } }; // spills registers with 16 blocks
      return castTetRays<14>(backend_, rays, integrator);
    }
  }
  else if (isTabulated && values_.table().pieces)
    return withTest(TabulatedValues{ { values_.pieces(), values_.table() } });
  values_.scalars().perCell ? withTest(CellValues{ scene.frame.medium.cellColours })
                            : withTest(PointValues{ { values_.pieces() } });
}

template <class Backend>
bool TetRayCasterImpl<Backend>::canMerge(const FrameOptions& options) const
{
  return options.drawVolume && options.blend == BlendMode::Composite && values_.scalars().isSet &&
    !surfaces_.areIn(options) && this->stateOf(options, false).kind == FrameKind::Composited;
}

template <class Backend>
void TetRayCasterImpl<Backend>::renderMerged(
  const Camera& camera, const FrameOptions& options, const std::vector<Other>& others, bool onDevice)
{
  if (others.size() > maxOthers)
    throw InvalidInput(std::to_string(others.size() + 1) + " meshes cannot be merged, but " +
      std::to_string(maxOthers + 1) + " at most");
  if (!this->canMerge(options))
    throw InvalidInput("this frame cannot be merged with others");
  std::vector<MergedMesh> meshes;
  for (const Other& other : others)
  {
    auto* const caster = dynamic_cast<TetRayCasterImpl*>(other.caster);
    if (!caster || caster == this || caster->deviceId_.ordinal != deviceId_.ordinal ||
      !caster->canMerge(other.options) || other.camera.width != camera.width ||
      other.camera.height != camera.height)
      throw InvalidInput("a mesh that is the same, on another device, in an image of another size, or in a "
                         "frame that cannot be merged, was given to be merged");
    FrameOptions own = other.options;
    static_cast<WorkObserver&>(own) = {};
    own.abortCheck = options.abortCheck;
    own.opaqueDepth = nullptr;
    // All but the rays, which are given to this caster.
    const Merging merging(*caster, &meshes, true);
    caster->draw(other.camera, own, false);
  }
  const Merging merging(*this, &meshes, false);
  this->draw(camera, options, !onDevice || !Backend::isDevice);
}

/// Rays through this mesh are added to those of others; then, in the frame of all, they are cast.
template <class Backend>
void TetRayCasterImpl<Backend>::castMergedMeshes(const TetRays& rays, const Scene& scene)
{
  const MergedMesh own = { rays, values_.pieces(), scene.frame.medium.cellColours };
  if (isOther_)
  {
    backend_.synchronize();
    merged_->resize(numMergedBefore_); // lists that were too small are made again
    merged_->push_back(own);
    return;
  }
  std::vector<MergedMesh> meshes = *merged_;
  meshes.push_back(own);
  for (MergedMesh& mesh : meshes)
    mesh.rays.opaqueDepth = rays.opaqueDepth;
  mergedMeshes_.reserve(backend_, maxOthers + 1);
  backend_.copyFromHost(mergedMeshes_.data(), meshes.data(), meshes.size() * sizeof(MergedMesh));
  castMerged(backend_,
    CastMergedRays{ mergedMeshes_.data(), static_cast<int>(meshes.size()), rays.camera, rays.earlyTermination,
      rays.image, rays.counters, rays.countSteps });
}

template <class Backend>
MeshHistogram TetRayCasterImpl<Backend>::histogram(const MeshHistogramInput& input)
{
  const NormalisedField<Backend>& scalars = values_.scalars();
  if (!scalars.isSet)
    throw InvalidInput("a mesh and its values are needed before their histogram");
  if (values_.areColours())
    throw InvalidInput("colours as they are have no histogram");
  if (input.gradients.count > 1 && !values_.hasVertexScalars())
    throw InvalidInput("a histogram of gradients needs values at the points");
  MeshToCount mesh = {};
  mesh.vertices = adjacency_.vertices.data();
  mesh.links = adjacency_.links.data();
  mesh.originalTet = adjacency_.originalTet.data();
  mesh.numTets = adjacency_.numTets;
  std::copy_n(adjacency_.center, 3, mesh.center);
  mesh.scale = adjacency_.scale;
  mesh.tetValues = scalars.perCell ? scalars.values.data() : nullptr;
  mesh.low = scalars.low();
  mesh.valueScale = scalars.scale();
  mesh.gradientScale = values_.vertexScalars().scale();
  mesh.hidden = input.obeysThreshold ? cuts_.hiddenCells() : nullptr;
  return findMeshHistogram(backend_, mesh, input);
}

template <class Backend>
std::int64_t TetRayCasterImpl<Backend>::numRays() const
{
  rayCount_.reserve(backend_, 1);
  backend_.zero(rayCount_.data(), rayCount_.bytes());
  backend_.forEach(numListedPixels_, CountListedPixels{ lists_.starts(), rayCount_.data() });
  backend_.forEach(numSinglePixels_, CountListedPixels{ singleLists_.starts(), rayCount_.data() });
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
