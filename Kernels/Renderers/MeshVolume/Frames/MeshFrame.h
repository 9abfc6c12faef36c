// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/Places/ProjectMesh.h"
#include "Renderers/MeshVolume/CastComposited.h"
#include "Renderers/MeshVolume/Frames/SceneFrame.h"
#include "Renderers/MeshVolume/MeshScene.h"
#include "Renderers/MeshVolume/Walks/WalkedMesh.h"

#include <algorithm>
#include <limits>
#include <string>

namespace inkray
{

/// Draws frames of a mesh on one backend. Each frame projects the vertices, lists the boundary faces under
/// the pixels, casts the rays and presents the picture.
template <class Backend>
class MeshFrame : public SceneFrame<Backend, MeshScene<Backend>>
{
  using Base = SceneFrame<Backend, MeshScene<Backend>>;

public:
  using Base::Base;
  using Base::report;

  /// Forget the last frame and its figures, because the mesh changes.
  void release()
  {
    workspace_.projected.release();
    lists_ = PixelIntersectionLists<Backend>();
    singleLists_ = PixelIntersectionLists<Backend>();
    sparse_ = SparsePicture<Backend>();
    numListedPixels_ = numSinglePixels_ = 0;
    report.timings = TetRayCastTimings();
  }

  /// Draw a frame: a picture, also in host memory if `isPresented`. Throws InvalidInput, OutOfMemory,
  /// Aborted.
  void draw(const Camera& camera, const FrameOptions& options, bool isPresented)
  {
    this->draw(camera, options, isPresented, nullptr, nullptr);
  }
  /// Cast rays for picks. Throws like draw.
  void pick(const Camera& camera, const FrameOptions& options, const PickView& picks)
  {
    this->draw(camera, options, false, nullptr, &picks);
  }
  /// Cast no rays, but return the data that they need in a picture of several sources, whose camera says
  /// where depths begin. Throws like draw.
  RayWalk walk(const Camera& camera, const FrameOptions& options)
  {
    WalkedMesh mesh = {};
    this->draw(camera, options, false, &mesh, nullptr);
    const auto kind = mesh.rays.starts ? RayWalk::Kind::Mesh : RayWalk::Kind::Nothing;
    return { kind, mesh, scene_.surfaces.areIn(options) };
  }

  /// The number of rays of the last frame that meet the mesh. markRays marks their pixels, after a frame
  /// without sparse rays.
  std::int64_t numRays() const;
  void markRays(std::uint8_t* isMet) const
  {
    backend_.forEach(numListedPixels_, MarkListedPixels{ lists_.starts(), isMet });
  }

private:
  template <class T>
  using Array = Buffer<T, Backend>;
  using Base::backend_;
  using Base::bandPixels_;
  using Base::counters_;
  using Base::depth_;
  using Base::hasBands_;
  using Base::hasDepth_;
  using Base::image_;
  using Base::scene_;
  using Base::sparse_;
  using Base::workspace_;

  /// Slots of Backend::mark.
  enum Mark
  {
    Begin,
    Projected,
    Listed,
    Cast,
    Presented
  };

  /// The picture to be cast: the picture of the frame, or the smaller one with which a sparse frame begins.
  struct Target
  {
    Float4* image;
    const float* stops; ///< where rays stop (ImagePlane)
    PixelIntersectionLists<Backend>* lists;
    const std::uint8_t* hasOwnRay; ///< of each pixel; null: all have rays
  };

  /// The input of a frame, apart from the lists, which may have to be built again.
  struct Picture
  {
    FrameState is;
    Target target;
    Camera seenBy;
    MeshCamera camera; ///< the same, converted for the mesh
    const RayCut* cut;
    MediumFrame frame;
    WalkedMesh* walked;
    const PickView* picks;
  };

  /// Do what draw, pick or walk does. If no ray meets the mesh, the lists of `walked` are null.
  void draw(const Camera& camera, const FrameOptions& options, bool isPresented, WalkedMesh* walked,
    const PickView* picks);
  /// Set the parts of a picture that depend on its camera and target: `depth` receives the depths of
  /// surfaces.
  void aim(
    Picture& picture, const Camera& camera, const FrameOptions& options, const Target& target, float* depth);
  /// Cast a picture; enlarges the workspace of its lists if needed.
  void drawPicture(const Picture& picture, const FrameOptions& options, bool isPresented);
  /// Make the frame from the smaller picture, which has been cast: cast rays for single pixels, and
  /// interpolate all others.
  void drawSingleRays(Picture& picture, const Camera& camera, const FrameOptions& options, const float* stops,
    bool isPresented);
  void drawNothing(std::int64_t numPixels, bool isPresented);
  /// Make one attempt. Returns how many list entries the frame has, which may be more than fit.
  std::int64_t drawOnce(const Picture& picture, const FrameOptions& options, bool isPresented);
  TetRays rays(const Picture& picture, const FrameOptions& options);
  void cast(const Picture& picture, const FrameOptions& options);

  const TetAdjacency<Backend>& mesh_ = scene_.mesh;
  Array<ProjectedVertex>& projected_ = workspace_.projected;
  PixelIntersectionLists<Backend>& lists_ = workspace_.lists;
  PixelIntersectionLists<Backend> singleLists_; ///< for the single pixels of sparse_
  std::int64_t numListedPixels_ = 0;            ///< of the lists, if they belong to the last frame
  std::int64_t numSinglePixels_ = 0;            ///< of singleLists_
};

template <class Backend>
void MeshFrame<Backend>::draw(const Camera& given, const FrameOptions& options, bool isPresented,
  WalkedMesh* walked, const PickView* picks)
{
  // When others cast the rays, the caller decides where depths begin.
  const Camera camera = walked ? given : beginAtBox(given, mesh_.bounds);
  scene_.check(options);
  checkFrame(camera, options);
  scene_.values.finishUpdate();
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  numListedPixels_ = numSinglePixels_ = 0;
  report.sparse = SparseReport();
  if (!walked)
    image_.reserve(backend_, numPixels);
  const bool hasSurfaces = scene_.surfaces.areIn(options);
  hasDepth_ = hasSurfaces && !walked;
  if (hasDepth_)
    depth_.reserve(backend_, numPixels);
  hasBands_ = !options.rows.areAll() && !walked && !picks;
  if (hasBands_)
    bandPixels_.find(backend_, options.rows, camera.width, camera.height);
  MeshCamera seen;
  if (!makeMeshCamera(camera, mesh_.center, mesh_.scale, seen) || (!options.drawVolume && !hasSurfaces))
    return this->drawNothing(walked ? 0 : numPixels, isPresented);
  counters_.reserve(backend_, 1);
  projected_.reserve(backend_, mesh_.vertices.size());
  const float* const stops = this->stopsOf(options, numPixels);

  const FrameState is = scene_.stateOf(options, hasSurfaces, picks != nullptr);
  Picture picture = {};
  picture.is = is;
  picture.frame = scene_.frameOf(is, camera, options);
  picture.walked = walked;
  picture.picks = picks;
  const bool isSparse = options.sparse.areUsed() && !walked && !hasBands_;
  if (isSparse)
  {
    const Camera small = this->beginSparse(camera, options, stops);
    this->aim(picture, small, options, { sparse_.small().color, sparse_.stops(), &lists_, nullptr },
      sparse_.small().depth);
  }
  else
  {
    this->aim(picture, camera, options,
      { image_.data(), stops, &lists_, hasBands_ ? bandPixels_.isListed() : nullptr }, this->depth());
    if (hasBands_)
    {
      picture.camera.listed = bandPixels_.pixels();
      picture.camera.numListed = bandPixels_.count();
    }
  }
  const Observed<Backend> observed(backend_, options);
  this->drawPicture(picture, options, isPresented && !isSparse);
  numListedPixels_ = std::int64_t(picture.camera.width) * picture.camera.height;
  if (isSparse)
    this->drawSingleRays(picture, camera, options, stops, isPresented);
  backend_.step(1.0, 1.0);
}

template <class Backend>
std::int64_t MeshFrame<Backend>::numRays() const
{
  return this->counted([this](std::uint64_t* count) {
    backend_.forEach(numListedPixels_, CountListedPixels{ lists_.starts(), count });
    backend_.forEach(numSinglePixels_, CountListedPixels{ singleLists_.starts(), count });
  });
}

template <class Backend>
void MeshFrame<Backend>::aim(
  Picture& picture, const Camera& camera, const FrameOptions& options, const Target& target, float* depth)
{
  picture.target = target;
  picture.seenBy = camera;
  makeMeshCamera(camera, mesh_.center, mesh_.scale, picture.camera);
  // The kernel for any medium always treats views as cut; whether lights have colors is known later.
  const FrameKind kind = picture.is.kind;
  const bool areCutsWanted = kind == FrameKind::Medium || kind == FrameKind::Carried;
  picture.cut = scene_.cuts.prepare(camera, picture.camera, options, areCutsWanted);
  if (scene_.surfaces.areIn(options) || picture.is.isPicked)
    picture.frame.surfaces =
      scene_.surfaces.prepare(camera, picture.camera, options, scene_.values, scene_.light);
  if (kind == FrameKind::Surfaces && options.drawVolume && options.slices.empty())
    picture.frame.surfacePieces = scene_.surfaces.preparePieces(scene_.values, picture.frame.surfaceEnds);
  picture.frame.depth = depth;
}

template <class Backend>
void MeshFrame<Backend>::drawPicture(const Picture& picture, const FrameOptions& options, bool isPresented)
{
  PixelIntersectionLists<Backend>& lists = *picture.target.lists;
  const std::int64_t numPixels = std::int64_t(picture.camera.width) * picture.camera.height;
  const std::int64_t numRays = picture.camera.listed ? picture.camera.numListed : numPixels;
  lists.reserve(backend_, numPixels, mesh_.numBoundaryFaces, std::max<std::int64_t>(1 << 16, 2 * numRays));
  for (;;)
  {
    const std::int64_t fragments = this->drawOnce(picture, options, isPresented);
    this->checkAbort(options);
    if (fragments <= lists.capacity())
      return;
    // Lists must be complete: allocate a quarter more than this frame needs, and repeat.
    if (fragments + fragments / 4 >= std::int64_t(0xffffffff))
      throw OutOfMemory("the intersection lists of the image need " + std::to_string(fragments) +
          " entries and a reserve of a quarter, but can have at most 4294967294; use a smaller image",
        fragments * 24, 0);
    lists.reserve(backend_, numPixels, mesh_.numBoundaryFaces, fragments + fragments / 4);
  }
}

template <class Backend>
void MeshFrame<Backend>::drawSingleRays(
  Picture& picture, const Camera& camera, const FrameOptions& options, const float* stops, bool isPresented)
{
  this->enlarge(camera, options, true);
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  if (sparse_.numListed() == 0)
  {
    this->present(numPixels, isPresented);
    return backend_.synchronize();
  }
  const TetRayCastTimings before = report.timings;
  const TetRayCastStatistics counted = report.statistics;
  this->aim(
    picture, camera, options, { image_.data(), stops, &singleLists_, sparse_.hasOwnRay() }, this->depth());
  picture.camera.listed = sparse_.pixels();
  picture.camera.numListed = sparse_.numListed();
  this->drawPicture(picture, options, isPresented);
  numSinglePixels_ = numPixels;
  report.sparse.milliseconds += report.timings.camera + report.timings.lists;
  report.timings += before;
  report.statistics += counted;
}

template <class Backend>
void MeshFrame<Backend>::drawNothing(std::int64_t numPixels, bool isPresented)
{
  this->clear(numPixels);
  this->present(numPixels, isPresented);
  backend_.synchronize();
  report.statistics = TetRayCastStatistics();
}

template <class Backend>
std::int64_t MeshFrame<Backend>::drawOnce(
  const Picture& picture, const FrameOptions& options, bool isPresented)
{
  const MeshCamera& camera = picture.camera;
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  backend_.mark(Begin);
  backend_.zero(counters_.data(), sizeof(RayCounters));
  backend_.step(0.0, 0.03);
  projectMesh(backend_, mesh_, picture.seenBy, camera, projected_.data());
  backend_.mark(Projected);
  backend_.step(0.03, 0.1);
  PixelIntersectionLists<Backend>& lists = *picture.target.lists;
  lists.build(backend_, options.methods.listBuilder, camera, mesh_.boundaryFaces.data(),
    mesh_.numBoundaryFaces, projected_.data(), picture.target.hasOwnRay);
  backend_.mark(Listed);
  this->checkAbort(options);
  backend_.step(0.1, 1.0);

  this->cast(picture, options);
  backend_.mark(Cast);

  this->present(numPixels, isPresented);
  RayCounters counted;
  std::uint64_t fragments = 0;
  backend_.copyToHost(&counted, counters_.data(), sizeof(counted));
  backend_.copyToHost(&fragments, lists.fragmentCount(), sizeof(fragments));
  backend_.mark(Presented);
  backend_.synchronize();

  report.timings.camera = backend_.elapsed(Begin, Projected);
  report.timings.lists = backend_.elapsed(Projected, Listed);
  report.timings.cast = picture.walked ? 0 : backend_.elapsed(Listed, Cast);
  report.timings.present = backend_.elapsed(Cast, Presented);
  const auto number = [](std::uint64_t n) { return static_cast<std::int64_t>(n); };
  report.statistics = { { number(fragments), number(counted.coveredRays), number(counted.steps),
                          number(counted.failedRays) },
    number(counted.recastRays), !picture.walked && picture.frame.twoPoints.areTaken };
  return number(fragments);
}

template <class Backend>
TetRays MeshFrame<Backend>::rays(const Picture& picture, const FrameOptions& options)
{
  TetRays rays;
  rays.camera = picture.camera;
  rays.mesh = { projected_.data(), mesh_.links.data(), mesh_.boundaryFaces.data() };
  const PixelIntersectionLists<Backend>& lists = *picture.target.lists;
  rays.starts = lists.starts();
  rays.intersections = lists.intersections();
  rays.fragmentCount = lists.fragmentCount();
  rays.capacity = static_cast<std::uint64_t>(lists.capacity());
  rays.camera.stops = picture.target.stops;
  rays.cut = picture.cut;
  rays.isCut = scene_.cuts.areAny(options);
  rays.isClipped = rays.isCut && scene_.cuts.areHalfSpaces(options);
  rays.byPlanes = false;
  rays.earlyTermination = options.earlyTermination;
  rays.maxSteps = static_cast<std::uint32_t>(mesh_.numTets);
  rays.image = picture.target.image;
  rays.counters = counters_.data();
  rays.countSteps = options.methods.countSteps;
  return rays;
}

template <class Backend>
void MeshFrame<Backend>::cast(const Picture& picture, const FrameOptions& options)
{
  const MediumFrame& frame = picture.frame;
  TetRays rays = this->rays(picture, options);
  // A ray ends at an opaque surface, behind which nothing is visible.
  if (hasDepth_)
    rays.earlyTermination = std::max(rays.earlyTermination, std::numeric_limits<float>::min());
  // Faster integrators of light support gray lights only.
  const FrameKind kind = frame.medium.lightNumbers > 2 ? FrameKind::Medium : picture.is.kind;
  if ((kind != FrameKind::Medium || picture.walked) && !rays.isCut)
    rays.cut = nullptr;
  if (picture.walked)
  {
    *picture.walked = walkedMesh(rays, frame);
    return;
  }
  switch (kind)
  {
    case FrameKind::Medium:
      return picture.picks ? castPicks(backend_, rays, frame, *picture.picks, mesh_.originalTet.data())
                           : castMedium(backend_, rays, frame);
    case FrameKind::Surfaces:
      return castSurfaces(backend_, rays, frame);
    case FrameKind::Carried:
      return withCarryingSet(frame.medium, [&](auto set) { castCarried<set()>(backend_, rays, frame); });
    case FrameKind::Composited:
      return castComposited(backend_, rays, frame, scene_.values.table(), options);
  }
}

} // namespace inkray
