// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastComposited.h"
#include "Renderers/MeshVolume/FrameChecks.h"
#include "Renderers/MeshVolume/Merged/CastMerged.h"
#include "Renderers/MeshVolume/MeshPicks.h"
#include "Renderers/MeshVolume/MeshScene.h"
#include "Renderers/MeshVolume/Pieces/PiecedTetRayCaster.h"
#include "Renderers/MeshVolume/PixelIntersectionLists.h"
#include "View/SparsePicture.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace inkray
{

/// The backend of one or several ray casters, and what a frame of theirs needs as long as it is cast.
template <class Backend>
struct FrameWorkspace
{
  FrameWorkspace(const DeviceInfo& device, std::size_t memoryLimit)
    : backend(device.id, memoryLimit)
    , deviceId(device.id)
    , deviceName(device.name)
  {
  }

  Backend backend;
  DeviceId deviceId;
  std::string deviceName;
  Buffer<ProjectedVertex, Backend> projected;
  PixelIntersectionLists<Backend> lists;
  Buffer<Float4, Backend> image;
  Buffer<RayCounters, Backend> counters;

  void release()
  {
    projected.release();
    lists = PixelIntersectionLists<Backend>();
    image.release();
  }
};

/// The options of one of several meshes, with what is said of the picture as a whole.
inline FrameOptions ofAll(const FrameOptions& own, const FrameOptions& picture)
{
  FrameOptions all = own;
  static_cast<WorkObserver&>(all) = picture;
  all.earlyTermination = picture.earlyTermination;
  all.opaqueDepth = picture.opaqueDepth;
  all.opaqueDepthOnDevice = picture.opaqueDepthOnDevice;
  all.methods = picture.methods;
  return all;
}

/// The ray caster on one backend. render reads as the frame: project, lists, cast, present.
template <class Backend>
class TetRayCasterImpl : public TetRayCaster
{
public:
  TetRayCasterImpl(const DeviceInfo& device, std::size_t memoryLimit)
    : TetRayCasterImpl(std::make_shared<FrameWorkspace<Backend>>(device, memoryLimit))
  {
  }
  /// With a workspace that others may share, which cast at other times.
  explicit TetRayCasterImpl(std::shared_ptr<FrameWorkspace<Backend>> workspace)
    : workspace_(std::move(workspace))
  {
  }

  ///@{
  /// Give back the memory of the mesh and its values, which are kept in host memory, and take it again, in a
  /// block of pageBytes() or more; no other call may come between the two. pageOut returns the block that
  /// there was, if any. After pageIn all is on its way, and is there for what is done after awaitPage.
  Buffer<char, Backend> pageOut();
  std::size_t pageBytes() const { return storedBytes_; }
  void pageIn(Buffer<char, Backend> block);
  void awaitPage() { backend_.awaitSent(sent_); }
  bool isPagedOut() const { return isPagedOut_; }
  ///@}
  ///@{
  /// The last picture in the memory of the backend, and its depths or null; and to bring it to image() and
  /// depth() after a change.
  Float4* picture() { return image_.data(); }
  float* pictureDepth() { return hasDepth_ ? scene_.surfaces.depth().data() : nullptr; }
  ///@{
  /// The same of a picture that may be merged, which another caster may have.
  const Float4* mergedPicture() const
  {
    if (!leader_)
      return image_.data();
    return reinterpret_cast<const Float4*>(Backend::isDevice ? leader_->deviceImage() : leader_->image());
  }
  const float* mergedDepth() const
  {
    if (!leader_)
      return hasDepth_ ? scene_.surfaces.depth().data() : nullptr;
    return Backend::isDevice ? leader_->deviceDepth() : leader_->depth();
  }
  ///@}
  void present(std::int64_t numPixels)
  {
    this->presentPicture(numPixels, true);
    backend_.synchronize();
  }
  Backend& backend() { return backend_; }
  const BandPixels<Backend>& bandPixels() const { return bandPixels_; } ///< of the last frame with bands
  ///@}

  DeviceKind device() const override { return Backend::isDevice ? DeviceKind::CUDA : DeviceKind::CPU; }
  std::string deviceName() const override { return deviceName_; }

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override;
  void setScalars(const Field& scalars) override
  {
    this->uploadValues([&] { scene_.values.setScalars(scalars); });
  }
  void setWholeRange(double low, double high) override
  {
    scene_.values.setWholeRange(rangeBetween(low, high));
  }
  void setWholeOpacityRange(double low, double high) override
  {
    scene_.values.setWholeOpacityRange(rangeBetween(low, high));
  }
  void setGradientScalars(const Field& scalars) override
  {
    this->uploadValues([&] { scene_.values.setGradientScalars(scalars); });
  }
  void setGradients(const Field& gradients) override
  {
    this->upload([&] { scene_.setGradients(gradients); });
  }
  void setColours(const Field& colours, double full) override
  {
    this->uploadValues([&] { scene_.values.setColours(colours, full); });
  }
  void setTransferFunction(const TransferFunction& function) override
  {
    this->changed();
    scene_.setFunction(function);
  }
  void setOpacityScalars(const Field& scalars) override
  {
    this->upload([&] { scene_.values.setOpacityScalars(scalars); });
  }
  void setOpacityFunction(const TransferFunction& function) override
  {
    this->changed();
    scene_.values.setOpacityFunction(function);
  }
  void dropOpacityScalars() override
  {
    this->changed();
    scene_.values.dropOpacityScalars();
  }
  void setGradientOpacity(const GradientOpacity& function) override
  {
    scene_.gradientFunctions.setOpacity(function);
  }
  void setTransferFunction2D(const TransferFunction2D& function) override
  {
    scene_.gradientFunctions.setTable(function);
  }
  double largestGradient() const override { return scene_.gradientFunctions.largest(); }
  void setIsosurfaces(const std::vector<Isosurface>& surfaces) override { scene_.surfaces.set(surfaces); }
  void setSurfaceColourScalars(const Field& scalars) override
  {
    this->upload([&] { scene_.surfaces.colours().setScalars(scalars); });
  }
  void setSurfaceColours(const ColorTable& colours) override { scene_.surfaces.colours().setTable(colours); }
  void dropSurfaceColourScalars() override { scene_.surfaces.colours().dropScalars(); }
  void setThresholdScalars(const Field& scalars) override
  {
    this->upload([&] { scene_.cuts.setThresholdScalars(scalars); });
  }
  void setThresholdRanges(const Field& least, const Field& greatest) override
  {
    this->upload([&] { scene_.cuts.setThresholdRanges(least, greatest); });
  }
  void setThreshold(double low, double high) override { scene_.cuts.setThreshold(low, high); }
  void dropThresholdScalars() override { scene_.cuts.dropThresholdScalars(); }
  MeshHistogram histogram(const MeshHistogramInput& input) override { return scene_.histogram(input); }
  void setLights(const std::vector<SurfaceLight>& lights) override { scene_.light.lights = lights; }
  void setMaterial(const SurfaceMaterial& material) override { scene_.light.material = material; }
  void render(const Camera& camera, const FrameOptions& options) override;
  void renderOnDevice(const Camera& camera, const FrameOptions& options) override;
  void developFilms(const float* films, int width, int height, const FrameOptions& options) override;
  /// developFilms in place, in the memory of the backend.
  void develop(Float4* films, int width, int height, const FrameOptions& options);
  bool canMerge(const FrameOptions& options) const override;
  void renderMerged(const Camera& camera, const FrameOptions& options, const std::vector<Other>& others,
    bool onDevice, const std::vector<SurfaceLayers>& layers) override;
  void pick(const Camera& camera, const FrameOptions& options, float opacity) override;
  void pickVisible(const Camera& camera, const FrameOptions& options, float opacity, float share,
    const std::uint8_t* pixels) override;
  /// Take the rays of picks through this mesh, a piece of a larger one, whose target says where they are; its
  /// ends are the depths of the options. Returns this mesh's tets that are seen, where all are to be marked.
  const std::vector<std::uint32_t>& pickPiece(
    const Camera& camera, const FrameOptions& options, const PickTarget& target, bool marksAll);

  void scalarRange(double range[2]) const override { giveRange(scene_.values.scalars(), range); }
  std::int64_t numNonFiniteScalars() const override { return scene_.values.scalars().range.notFinite; }
  void opacityScalarRange(double range[2]) const override { giveRange(scene_.values.opacity(), range); }
  std::int64_t numNonFiniteOpacityScalars() const override { return scene_.values.opacity().range.notFinite; }
  const float* image() const override { return leader_ ? leader_->image() : imageInHost_; }
  const float* deviceImage() const override
  {
    return Backend::isDevice ? reinterpret_cast<const float*>(this->mergedPicture()) : nullptr;
  }
  const float* depth() const override { return leader_ ? leader_->depth() : depthInHost_; }
  const float* deviceDepth() const override { return Backend::isDevice ? this->mergedDepth() : nullptr; }
  const std::uint32_t* pickedTets() const override { return picks_.tets(); }
  const float* pickedDepths() const override { return picks_.depths(); }
  const std::vector<std::uint32_t>& visibleTets() const override { return picks_.visible(); }
  TetRayCastTimings timings() const override { return timings_; }
  TetRayCastStatistics statistics() const override { return statistics_; }
  SparseReport sparseReport() const override { return sparseReport_; }
  std::int64_t numRays() const override;
  TetRayCastMemory memory() const override
  {
    const std::size_t resident = adjacency_.bytes() + scene_.bytes();
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

  /// A picture to be cast: of the frame, or the smaller one that a sparse frame begins with.
  struct Target
  {
    Float4* image;
    const float* opaqueDepth; ///< in the backend's memory, or null
    PixelIntersectionLists<Backend>* lists;
    const std::uint8_t* hasOwnRay; ///< of each pixel; null: all have
  };

  /// The use of the rays of a frame of several meshes: they are given to another caster, or cast with those
  /// of others.
  struct Merge
  {
    MergedMesh* given = nullptr;
    const std::vector<MergedMesh>* others = nullptr;
    const std::vector<SurfaceLayers>* layers = nullptr; ///< where there are others

    bool isWanted() const { return given || others; }
    /// Whether any of the others has surfaces, so that the picture has depths.
    bool hasDepth() const
    {
      return others &&
        (!layers->empty() || std::any_of(others->begin(), others->end(), [](const MergedMesh& mesh) {
          return mesh.surfaces != nullptr;
        }));
    }
  };

  /// The input of a frame beside the lists, which may have to be made again.
  struct Picture
  {
    FrameState is;
    Target target;
    MeshCamera camera;
    const RayCut* cut;
    MediumFrame frame;
    Merge merge;
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
      scene_.valuesChanged();
      set();
    });
  }
  void drawPicks(const Camera& camera, const FrameOptions& options);
  void draw(const Camera& camera, const FrameOptions& options, bool present, const Merge& merge);
  void drawNothing(std::int64_t numPixels, bool present);
  void aim(
    Picture& picture, const Camera& camera, const FrameOptions& options, const Target& target, float* depth);
  void drawPicture(const Picture& picture, const FrameOptions& options, bool present);
  void drawSingleRays(Picture& picture, const Camera& camera, const FrameOptions& options,
    const float* opaqueDepth, bool present);
  /// One attempt; returns how many list entries the frame has, which may be more than fitted.
  std::int64_t drawOnce(const Picture& picture, const FrameOptions& options, bool present);
  TetRays rays(const Picture& picture, const FrameOptions& options);
  void cast(const Picture& picture, const FrameOptions& options);
  void presentPicture(std::int64_t numPixels, bool present);
  void castMergedMeshes(const TetRays& rays, const Picture& picture, PairWalks pairWalks);
  static void checkAbort(const FrameOptions& options)
  {
    if (options.abortCheck && options.abortCheck())
      throw Aborted("the frame was abandoned");
  }

  /// The mesh or its values are others.
  void changed() { isStored_ = false; }
  template <class F>
  void forEachBuffer(const F& f)
  {
    adjacency_.forEachBuffer(f);
    scene_.forEachBuffer(f);
  }

  const std::shared_ptr<FrameWorkspace<Backend>> workspace_;
  Backend& backend_ = workspace_->backend;
  const DeviceId& deviceId_ = workspace_->deviceId;
  const std::string& deviceName_ = workspace_->deviceName;

  TetAdjacency<Backend> adjacency_;
  MeshScene<Backend> scene_{ backend_, adjacency_ };
  MeshPicks<Backend> picks_{ backend_, adjacency_ };
  const TetRayCaster* leader_ =
    nullptr; ///< has the picture, which it has cast with this mesh; null: it is own
  std::size_t setupPeak_ = 0;

  // pageOut keeps all buffers, each from a multiple of pageAlignment on.
  static constexpr std::size_t pageAlignment = 256;
  static std::size_t paged(std::size_t bytes)
  {
    return (bytes + pageAlignment - 1) / pageAlignment * pageAlignment;
  }
  typename Backend::HostStore stored_;
  std::vector<std::int64_t> storedSizes_;
  std::size_t storedBytes_ = 0;
  bool isStored_ = false; ///< stored_ is what the buffers hold
  bool isPagedOut_ = false;
  Array<char> block_; ///< in which the buffers lie since pageIn
  typename Backend::SentMark sent_;

  // The frame.
  Array<ProjectedVertex>& projected_ = workspace_->projected;
  PixelIntersectionLists<Backend>& lists_ = workspace_->lists;
  SparsePicture<Backend> sparse_;
  BandPixels<Backend> bandPixels_;
  PixelIntersectionLists<Backend> singleLists_; ///< of the pixels of sparse_
  Array<float> opaqueDepth_;
  Array<Float4>& image_ = workspace_->image;
  bool hasDepth_ = false; ///< the last frame has depths
  Array<RayCounters>& counters_ = workspace_->counters;
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
  // The mesh that was there goes first: two at once may not fit.
  isPagedOut_ = false;
  this->changed();
  adjacency_ = TetAdjacency<Backend>();
  scene_.release();
  block_.release();
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
  this->changed();
  backend_.mark(Begin);
  set();
  backend_.mark(Uploaded);
  backend_.synchronize();
  timings_.upload = backend_.elapsed(Begin, Uploaded);
}

template <class Backend>
Buffer<char, Backend> TetRayCasterImpl<Backend>::pageOut()
{
  scene_.releaseFrame();
  std::vector<std::int64_t> sizes;
  std::size_t bytes = 0;
  this->forEachBuffer([&](const auto& buffer) {
    sizes.push_back(buffer.size());
    bytes += paged(buffer.bytes());
  });
  // A frame may have made some that were not there.
  if (!isStored_ || sizes != storedSizes_)
  {
    isStored_ = false;
    char* at = stored_.reserve(bytes);
    this->forEachBuffer([&](const auto& buffer) {
      if (!buffer.empty())
        backend_.copyToHost(at, buffer.data(), buffer.bytes());
      at += paged(buffer.bytes());
    });
    storedSizes_ = sizes;
    storedBytes_ = bytes;
    isStored_ = true;
  }
  isPagedOut_ = true;
  this->forEachBuffer([](auto& buffer) { buffer.release(); });
  return std::move(block_);
}

template <class Backend>
void TetRayCasterImpl<Backend>::pageIn(Buffer<char, Backend> block)
{
  block_ = std::move(block);
  char* at = block_.data();
  auto size = storedSizes_.begin();
  this->forEachBuffer([&](auto& buffer) {
    if (*size > 0)
      buffer.borrow(reinterpret_cast<decltype(buffer.data())>(at), *size);
    at += paged(buffer.bytes());
    ++size;
  });
  backend_.send(block_.data(), stored_.data(), storedBytes_);
  backend_.markSent(sent_);
  isPagedOut_ = false;
}

template <class Backend>
void TetRayCasterImpl<Backend>::render(const Camera& camera, const FrameOptions& options)
{
  this->draw(camera, options, true, {});
}

template <class Backend>
void TetRayCasterImpl<Backend>::renderOnDevice(const Camera& camera, const FrameOptions& options)
{
  this->draw(camera, options, !Backend::isDevice, {});
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
  scene_.check(options);
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

template <class Backend>
const std::vector<std::uint32_t>& TetRayCasterImpl<Backend>::pickPiece(
  const Camera& camera, const FrameOptions& options, const PickTarget& target, bool marksAll)
{
  try
  {
    picks_.startPiece(target, marksAll);
    this->drawPicks(camera, options);
    if (marksAll)
      picks_.visibleToHost();
  }
  catch (...)
  {
    picks_.stop();
    picks_.releaseVisible();
    throw;
  }
  return picks_.visible();
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
    this->draw(camera, seen, false, {});
  }
  catch (...)
  {
    picks_.stop();
    throw;
  }
  picks_.stop();
}

template <class Backend>
void TetRayCasterImpl<Backend>::draw(
  const Camera& camera, const FrameOptions& options, bool present, const Merge& merge)
{
  leader_ = nullptr;
  scene_.check(options);
  checkFrame(camera, options);
  scene_.values.finishUpdate();
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  numListedPixels_ = numSinglePixels_ = 0;
  sparseReport_ = SparseReport();
  image_.reserve(backend_, numPixels);
  const bool hasSurfaces = scene_.surfaces.areIn(options);
  hasDepth_ = hasSurfaces || merge.hasDepth();
  if (hasDepth_)
    scene_.surfaces.reserveDepth(numPixels);
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

  const FrameState is = scene_.stateOf(options, hasSurfaces, picks_.areWanted());
  Picture picture = {};
  picture.is = is;
  picture.frame = scene_.frameOf(is, camera, options);
  picture.merge = merge;
  const bool hasBands = !options.rows.areAll() && !merge.isWanted() && !picks_.areWanted();
  const bool isSparse = options.sparse.areUsed() && !merge.isWanted() && !hasBands;
  if (isSparse)
  {
    Camera small = camera;
    small.width = options.sparse.width;
    small.height = options.sparse.height;
    sparse_.begin(backend_, options.sparse, camera.width, camera.height, hasDepth_, opaqueDepth);
    this->aim(picture, small, options, { sparse_.small().color, sparse_.stops(), &lists_, nullptr },
      sparse_.small().depth);
  }
  else
  {
    if (hasBands)
      bandPixels_.find(backend_, options.rows, camera.width, camera.height);
    this->aim(picture, camera, options,
      { image_.data(), opaqueDepth, &lists_, hasBands ? bandPixels_.isListed() : nullptr },
      this->pictureDepth());
    if (hasBands)
    {
      picture.camera.listed = bandPixels_.pixels();
      picture.camera.numListed = bandPixels_.count();
    }
  }
  const Observed<Backend> observed(backend_, options);
  this->drawPicture(picture, options, present && !isSparse);
  numListedPixels_ = std::int64_t(picture.camera.width) * picture.camera.height;
  if (isSparse)
    this->drawSingleRays(picture, camera, options, opaqueDepth, present);
  backend_.step(1.0, 1.0);
}

/// Set the parts of a picture that depend on its camera and target: `depth` takes the depths of surfaces.
template <class Backend>
void TetRayCasterImpl<Backend>::aim(
  Picture& picture, const Camera& camera, const FrameOptions& options, const Target& target, float* depth)
{
  picture.target = target;
  makeMeshCamera(camera, adjacency_.center, adjacency_.scale, picture.camera);
  // The kernel of any medium comes with cuts alone; whether light has colours is known later.
  const FrameKind kind = picture.is.kind;
  const bool areCutsWanted =
    kind == FrameKind::Medium || kind == FrameKind::Gradient || kind == FrameKind::Shaded;
  picture.cut = scene_.cuts.prepare(camera, picture.camera, options, areCutsWanted);
  if (scene_.surfaces.areIn(options) || picture.is.isPicked)
    picture.frame.surfaces =
      scene_.surfaces.prepare(camera, picture.camera, options, scene_.values, scene_.light);
  if (kind == FrameKind::Surfaces && options.drawVolume && options.slices.empty())
    picture.frame.surfacePieces = scene_.surfaces.preparePieces(scene_.values, picture.frame.surfaceEnds);
  picture.frame.depth = depth;
}

/// Cast the picture of a picture, with workspace for its lists.
template <class Backend>
void TetRayCasterImpl<Backend>::drawPicture(const Picture& picture, const FrameOptions& options, bool present)
{
  PixelIntersectionLists<Backend>& lists = *picture.target.lists;
  const std::int64_t numPixels = std::int64_t(picture.camera.width) * picture.camera.height;
  const std::int64_t numRays = picture.camera.listed ? picture.camera.numListed : numPixels;
  lists.reserve(
    backend_, numPixels, adjacency_.numBoundaryFaces, std::max<std::int64_t>(1 << 16, 2 * numRays));
  for (;;)
  {
    const std::int64_t fragments = this->drawOnce(picture, options, present);
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
  Picture& picture, const Camera& camera, const FrameOptions& options, const float* opaqueDepth, bool present)
{
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  float* const depth = hasDepth_ ? scene_.surfaces.depth().data() : nullptr;
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
    picture, camera, options, { image_.data(), opaqueDepth, &singleLists_, sparse_.hasOwnRay() }, depth);
  picture.camera.listed = sparse_.pixels();
  picture.camera.numListed = sparse_.numListed();
  this->drawPicture(picture, options, present);
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
void TetRayCasterImpl<Backend>::drawNothing(std::int64_t numPixels, bool present)
{
  backend_.zero(image_.data(), numPixels * sizeof(Float4));
  if (hasDepth_)
    backend_.forEach(numPixels, FillDepths{ scene_.surfaces.depth().data() });
  this->presentPicture(numPixels, present);
  backend_.synchronize();
  statistics_ = TetRayCastStatistics();
}

template <class Backend>
std::int64_t TetRayCasterImpl<Backend>::drawOnce(
  const Picture& picture, const FrameOptions& options, bool present)
{
  const MeshCamera& camera = picture.camera;
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  backend_.mark(Begin);
  backend_.zero(counters_.data(), sizeof(RayCounters));
  backend_.step(0.0, 0.03);
  backend_.forEach(
    adjacency_.vertices.size(), ProjectVertices{ camera, adjacency_.vertices.data(), projected_.data() });
  backend_.mark(Projected);
  backend_.step(0.03, 0.1);
  PixelIntersectionLists<Backend>& lists = *picture.target.lists;
  lists.build(backend_, options.methods.listBuilder, camera, adjacency_.boundaryFaces.data(),
    adjacency_.numBoundaryFaces, projected_.data(), picture.target.hasOwnRay);
  backend_.mark(Listed);
  checkAbort(options);
  backend_.step(0.1, 1.0);

  this->cast(picture, options);
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
    number(counted.failedRays), number(counted.recastRays),
    !picture.merge.isWanted() && picture.frame.twoPoints.areTaken };
  return number(fragments);
}

template <class Backend>
void TetRayCasterImpl<Backend>::presentPicture(std::int64_t numPixels, bool present)
{
  imageInHost_ = present ? hostImage_.take(backend_, image_, numPixels) : nullptr;
  depthInHost_ =
    present && hasDepth_ ? hostDepth_.take(backend_, scene_.surfaces.depth(), numPixels) : nullptr;
}

template <class Backend>
TetRays TetRayCasterImpl<Backend>::rays(const Picture& picture, const FrameOptions& options)
{
  TetRays rays;
  rays.camera = picture.camera;
  rays.mesh = { projected_.data(), adjacency_.links.data(), adjacency_.boundaryFaces.data() };
  const PixelIntersectionLists<Backend>& lists = *picture.target.lists;
  rays.starts = lists.starts();
  rays.intersections = lists.intersections();
  rays.fragmentCount = lists.fragmentCount();
  rays.capacity = static_cast<std::uint64_t>(lists.capacity());
  rays.opaqueDepth = picks_.limitDepths(picture.target.opaqueDepth);
  rays.cut = picture.cut;
  rays.isCut = scene_.cuts.areAny(options);
  rays.isClipped = rays.isCut && scene_.cuts.areHalfSpaces(options);
  rays.byPlanes = false;
  rays.earlyTermination = options.earlyTermination;
  rays.maxSteps = static_cast<std::uint32_t>(adjacency_.numTets);
  rays.image = picture.target.image;
  rays.counters = counters_.data();
  rays.countSteps = options.methods.countSteps;
  return rays;
}

template <class Backend>
void TetRayCasterImpl<Backend>::cast(const Picture& picture, const FrameOptions& options)
{
  const MediumFrame& frame = picture.frame;
  TetRays rays = this->rays(picture, options);
  // A ray ends at an opaque surface, behind which nothing gets through.
  if (hasDepth_)
    rays.earlyTermination = std::max(rays.earlyTermination, std::numeric_limits<float>::min());
  // Faster integrators of light are for grey lights.
  const FrameKind kind = frame.medium.lightNumbers > 2 ? FrameKind::Medium : picture.is.kind;
  if ((kind != FrameKind::Medium || picture.merge.isWanted()) && !rays.isCut)
    rays.cut = nullptr;
  if (picture.merge.isWanted())
    return this->castMergedMeshes(rays, picture, options.methods.pairWalks);
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
      return castComposited(backend_, rays,
        { { frame.medium.colours, scene_.values.table(), frame.medium.cellColours }, frame.twoPoints },
        options);
  }
}

template <class Backend>
void TetRayCasterImpl<Backend>::develop(Float4* films, int width, int height, const FrameOptions& options)
{
  scene_.check(options);
  Camera camera = {};
  camera.width = width;
  camera.height = height;
  checkFrame(camera, options);
  FrameOptions developed = options;
  developed.keepsFilms = false;
  const MediumFrame frame = scene_.frameOf(scene_.stateOf(developed, false, false), camera, developed);
  if (frame.mode.isComposite() || frame.medium.isEmpty)
    throw InvalidInput("only volumes in blend modes other than Composite have films");
  backend_.forEach(std::int64_t(width) * height, DevelopFilms{ { frame.medium }, frame.mode, films });
}

template <class Backend>
void TetRayCasterImpl<Backend>::developFilms(
  const float* films, int width, int height, const FrameOptions& options)
{
  const std::int64_t numPixels = std::int64_t(std::max(width, 0)) * std::max(height, 0);
  image_.reserve(backend_, numPixels);
  backend_.copyFromHost(image_.data(), films, static_cast<std::size_t>(numPixels) * sizeof(Float4));
  this->develop(image_.data(), width, height, options);
  hasDepth_ = false;
  this->presentPicture(numPixels, true);
  backend_.synchronize();
}

template <class Backend>
bool TetRayCasterImpl<Backend>::canMerge(const FrameOptions& options) const
{
  // Surfaces are met along the rays, whatever is between them; slices have the colours of the volume.
  if (options.blend != BlendMode::Composite || !scene_.values.scalars().isSet)
    return false;
  const bool hasColours = options.drawVolume || !options.slices.empty();
  FrameOptions volume = options;
  volume.drawVolume = true;
  if (!hasColours)
    return !scene_.surfaces.empty();
  const bool areColoursOfPoints = scene_.values.areColours() && !scene_.values.scalars().perCell;
  return !picks_.areWanted() && !scene_.stateOf(volume, false, false).areCategories &&
    (options.slices.empty() || !areColoursOfPoints);
}

template <class Backend>
void TetRayCasterImpl<Backend>::renderMerged(const Camera& camera, const FrameOptions& options,
  const std::vector<Other>& others, bool onDevice, const std::vector<SurfaceLayers>& layers)
{
  if (others.size() + layers.size() > maxOthers)
    throw InvalidInput(std::to_string(others.size() + layers.size() + 1) + " meshes cannot be merged, but " +
      std::to_string(maxOthers + 1) + " at most");
  if (!this->canMerge(options))
    throw InvalidInput("this frame cannot be merged with others");
  const auto pieced = std::find_if(others.begin(), others.end(),
    [](const Other& other) { return dynamic_cast<PiecedTetRayCaster*>(other.caster) != nullptr; });
  if (pieced != others.end())
  {
    // It takes all others through each of its pieces.
    std::vector<Other> rest(others.begin(), pieced);
    rest.insert(rest.end(), pieced + 1, others.end());
    rest.push_back({ this, camera, options });
    pieced->caster->renderMerged(pieced->camera, ofAll(pieced->options, options), rest, onDevice, layers);
    leader_ = pieced->caster;
    timings_ = leader_->timings();
    statistics_ = leader_->statistics();
    return;
  }
  std::vector<MergedMesh> meshes(others.size());
  for (std::size_t i = 0; i < others.size(); ++i)
  {
    const Other& other = others[i];
    auto* const caster =
      other.caster ? dynamic_cast<TetRayCasterImpl*>(&other.caster->ofOneDevice()) : nullptr;
    if (!caster || caster == this || caster->deviceId_.ordinal != deviceId_.ordinal ||
      !caster->canMerge(other.options) || other.camera.width != camera.width ||
      other.camera.height != camera.height)
      throw InvalidInput("a mesh that is the same, on another device, in an image of another size, or in a "
                         "frame that cannot be merged, was given to be merged");
    FrameOptions own = other.options;
    static_cast<WorkObserver&>(own) = {};
    own.abortCheck = options.abortCheck;
    own.opaqueDepth = nullptr;
    caster->draw(other.camera, own, false, { &meshes[i], nullptr, nullptr });
    caster->hasDepth_ = false; // its picture was not drawn
  }
  // Meshes whose cameras have singular matrices are not seen.
  meshes.erase(std::remove_if(meshes.begin(), meshes.end(),
                 [](const MergedMesh& mesh) { return mesh.rays.starts == nullptr; }),
    meshes.end());
  this->draw(camera, options, !onDevice || !Backend::isDevice, { nullptr, &meshes, &layers });
}

/// Rays through this mesh are given to another caster; or, in the frame of all, cast with those of others.
template <class Backend>
void TetRayCasterImpl<Backend>::castMergedMeshes(
  const TetRays& rays, const Picture& picture, PairWalks pairWalks)
{
  const MediumFrame& frame = picture.frame;
  // A color for cells without values is in the colors of cells already.
  const Medium& medium = frame.medium;
  const unsigned features = medium.features(0u) & ~(medium.cellValues ? 0u : feature::missing);
  const bool isPlain = medium.isEmpty || feature::isOnly(features, feature::all, feature::cellColours) ||
    feature::isOnly(medium.features(0u), feature::all, feature::function);
  const bool isSeenWithoutValue = medium.colourSource == ColourSource::Cells ||
    medium.colourSource == ColourSource::Vertices || medium.missing.w > 0.0f;
  const MergedMesh own = { rays, { medium }, frame.surfaces, isPlain, isSeenWithoutValue };
  if (picture.merge.given)
  {
    backend_.synchronize();
    *picture.merge.given = own;
    return;
  }
  std::vector<MergedMesh> meshes = *picture.merge.others;
  meshes.push_back(own);
  for (MergedMesh& mesh : meshes)
    mesh.rays.opaqueDepth = rays.opaqueDepth;
  mergedMeshes_.reserve(backend_, maxOthers + 1);
  backend_.copyFromHost(mergedMeshes_.data(), meshes.data(), meshes.size() * sizeof(MergedMesh));
  CastMergedRays kernel = { mergedMeshes_.data(), static_cast<int>(meshes.size()), {}, 0, rays.camera,
    rays.earlyTermination, rays.image, frame.depth, rays.counters, rays.countSteps };
  for (const SurfaceLayers& layers : *picture.merge.layers)
    kernel.layers[kernel.numLayers++] = layers;
  const bool inRegisters =
    pairWalks == PairWalks::Auto ? Backend::isDevice : pairWalks == PairWalks::InRegisters;
  const bool isPlainPair = inRegisters && meshes.size() == 2 && kernel.numLayers == 0 &&
    std::all_of(meshes.begin(), meshes.end(), [](const MergedMesh& mesh) {
      return mesh.isPlain && mesh.medium.isByFunction() && !mesh.surfaces && !mesh.medium.isEmpty &&
        !mesh.rays.cut;
    });
  castMerged(backend_, kernel, isPlainPair ? meshes.data() : nullptr);
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
