// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/ElapsedTime.h"
#include "Core/Errors.h"
#include "Picture/BlockStore.h"
#include "Picture/CompositePicture.h"
#include "Picture/PickPicture.h"
#include "Renderers/MeshVolume/Frames/FrameChecks.h"
#include "Renderers/MeshVolume/Frames/FrameFigures.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace inkray
{

/// Frames of data in pieces on one backend. Rays go through the visible pieces from front to back, and the
/// results are composited: a picture, picks, or a part of a picture of several volumes. `Pieces` holds the
/// pieces with their casters and boxes: MeshInBlocks or GridInBlocks.
template <class Pieces>
class FrameInBlocks
{
  using Caster = typename Pieces::Caster;
  using Backend = typename Caster::OfBackend;

public:
  FrameInBlocks(Backend& backend, Pieces& pieces)
    : backend_(backend)
    , pieces_(pieces)
    , picture_(backend)
    , picks_(backend)
  {
  }

  void release()
  {
    picture_.release();
    isMet_.release();
    numMarked_ = 0;
  }

  /// Draw a frame: its picture, also in host memory if `isPresented`. Throws InvalidInput, OutOfMemory,
  /// Aborted.
  void draw(const Camera& camera, const FrameOptions& options, bool isPresented);
  /// Make the picture from films in host memory.
  void developFilms(const float* films, int width, int height, const FrameOptions& options);
  /// Replace films in the memory of the backend by the picture.
  void developInPlace(Float4* films, int width, int height, const FrameOptions& options);
  /// Pass all pieces to a visitor, from front to back, for a picture of several volumes; the pieces' boxes
  /// divide all of space. All pieces are sent, because other volumes may be visible in each box.
  void visit(const Camera& camera, const FrameOptions& options, const BlockVisitor& visitor);
  const CompositePicture<Backend>& picture() const { return picture_; }
  /// The number of pixels of the last picture in which something is visible. For a picture of several
  /// volumes, the number of pixels whose rays meet the mesh.
  std::int64_t numRays() const
  {
    if (numMarked_ == 0)
      return picture_.count();
    std::vector<std::uint8_t> isMet(static_cast<std::size_t>(numMarked_));
    backend_.copyToHost(isMet.data(), isMet_.data(), isMet.size());
    return std::count(isMet.begin(), isMet.end(), 1);
  }

  /// Find the tets of the whole mesh, which has `numTets`, that pixels show. All pieces are sent.
  PickedCells pick(const Camera& camera, const FrameOptions& options, const PictureOptions& picture,
    const PickRequest& request, std::int64_t numTets, bool isSum);

  double largestGradient() const { return largestGradient_; }

  TetRayCastTimings timings;
  TetRayCastStatistics statistics;

private:
  bool hasFilms(const FrameOptions& options) const
  {
    return options.drawVolume && !filmOf(options.blend).isComposite &&
      (pieces_.size() > 1 || options.keepsFilms);
  }
  /// Draw a frame in a blend mode other than Composite. Surfaces are drawn first, because nothing behind
  /// opaque surfaces counts. The films of all pieces are combined before they get colors, and lie under the
  /// surfaces.
  void drawFilms(const Camera& camera, const FrameOptions& options);
  /// Convert films to colors. Any piece k can do it: all pieces share functions and settings.
  void develop(std::size_t k, Float4* films, const Camera& camera, const FrameOptions& options);

  void check(const Camera& camera, const FrameOptions& options) const;
  /// A camera for a frame without rays.
  Camera pixels(int width, int height, const FrameOptions& options) const
  {
    Camera camera = {};
    camera.width = width;
    camera.height = height;
    this->check(camera, options);
    return camera;
  }
  void beginFrame(const FrameOptions& options);
  /// beginFrame() for a frame that makes its own picture, rather than a part of a picture of several volumes.
  void beginPicture(const Camera& camera, const FrameOptions& options, bool hasFilms);
  /// Find the pieces that the frame may show, from front to back. If there is none, keep the first, so that
  /// an invalid frame still reports its error.
  void see(const Camera& camera, const FrameOptions& options)
  {
    const Camera ofBoxes = pieces_.cameraOfBoxes(camera);
    const auto isShown = pieces_.shown(options);
    std::vector<std::size_t> order = pieces_.frontToBack(ofBoxes);
    order.erase(
      std::remove_if(order.begin(), order.end(), [&](std::size_t k) { return !isShown(k); }), order.end());
    seen_ = seenBlocks(
      order, [&](std::size_t k) { return pieces_.occupied(k); }, ofBoxes);
    if (seen_.empty())
      seen_.push_back({ 0, { 0, 0, camera.width, camera.height } });
  }
  BoxInView boxOf(std::size_t k, const Camera& camera) const
  {
    return { pieces_.box(k), pieces_.cameraOfBoxes(camera) };
  }
  /// Casts rays through the visible pieces, from front to back, until the limit of bytes to send is reached:
  /// cast(k, options) for each piece that rays still reach, according to isOpen.
  template <class IsOpen, class Cast>
  void castPieces(const Camera& camera, const FrameOptions& options, const IsOpen& isOpen, const Cast& cast);
  /// The same into the picture of the pieces.
  template <class Cast>
  void castPieces(const Camera& camera, const FrameOptions& options, const Cast& cast)
  {
    const auto isOpen = [&](const SeenBlock& piece) {
      return options.keepsFilms || picture_.isOpen(piece.pixels, camera.width);
    };
    this->castPieces(camera, options, isOpen, cast);
  }
  void castPieces(const Camera& camera, const FrameOptions& options)
  {
    this->castPieces(
      camera, options, [&](std::size_t k, const FrameOptions& own) { this->castPiece(k, camera, own); });
  }
  void castPiece(std::size_t k, const Camera& camera, const FrameOptions& options);
  /// Add a piece's figures to the report of the frame.
  void count(const Caster& caster);

  Backend& backend_;
  Pieces& pieces_;
  BlockStore& store_ = pieces_.store();
  CompositePicture<Backend> picture_;
  PickPicture<Backend> picks_;
  Buffer<std::uint8_t, Backend> isMet_; ///< whether the mesh is met by each pixel's ray, in a picture of
                                        ///< several volumes
  std::int64_t numMarked_ = 0;          ///< pixels of that picture; 0: the last picture is the mesh's own
  std::vector<SeenBlock> seen_;
  double bytes_ = 0;               ///< bytes that the frame may still send
  double bytesAMillisecond_ = 1e7; ///< sent in the last frame with all pieces
  std::size_t lastCast_ = 0;       ///< the piece through which rays were cast last
  double largestGradient_ = 0;
};

template <class Pieces>
void FrameInBlocks<Pieces>::draw(const Camera& camera, const FrameOptions& options, bool isPresented)
{
  this->check(camera, options);
  const ElapsedTime ofFrame;
  this->see(camera, options);
  const bool hasFilms = this->hasFilms(options);
  this->beginPicture(camera, options, hasFilms);
  bytes_ = options.piecesWithin * bytesAMillisecond_;
  if (hasFilms)
    this->drawFilms(camera, options);
  else
    this->castPieces(camera, options);

  const ElapsedTime ofPresenting;
  picture_.present(isPresented);
  timings.present += ofPresenting.milliseconds();
  const std::size_t bytesSent = store_.report().bytesSent;
  if (bytesSent > 0 && options.piecesWithin == std::numeric_limits<double>::infinity())
    bytesAMillisecond_ = double(bytesSent) / ofFrame.milliseconds();
}

template <class Pieces>
void FrameInBlocks<Pieces>::drawFilms(const Camera& camera, const FrameOptions& options)
{
  FrameOptions own = options;
  const bool hasSurfaces =
    !options.keepsFilms && (!pieces_.style().isosurfaces->empty() || !options.slices.empty());
  const auto observe = [&](double first, double share) {
    if (options.progress)
      own.progress = [&options, first, share](double done) { options.progress(first + share * done); };
  };
  if (hasSurfaces)
  {
    own.drawVolume = false;
    observe(0.0, 0.5);
    this->castPieces(camera, own);
  }
  own.drawVolume = true;
  own.keepsFilms = true;
  observe(hasSurfaces ? 0.5 : 0.0, hasSurfaces ? 0.5 : 1.0);
  picture_.beginFilms(options);
  this->castPieces(camera, own);
  if (options.keepsFilms)
    picture_.showFilms();
  else if (store_.report().cast > 0)
  {
    this->develop(lastCast_, picture_.films(), camera, own);
    picture_.add(picture_.films(), nullptr, 0.0f);
  }
}

template <class Pieces>
void FrameInBlocks<Pieces>::develop(
  std::size_t k, Float4* films, const Camera& camera, const FrameOptions& options)
{
  Caster& caster = pieces_.use(k);
  store_.withMemory(k, [&] { caster.frame().develop(films, camera.width, camera.height, options); });
}

template <class Pieces>
void FrameInBlocks<Pieces>::developFilms(
  const float* films, int width, int height, const FrameOptions& options)
{
  FrameOptions own = options;
  own.opaqueDepth = {};
  const Camera camera = this->pixels(width, height, own);
  this->beginPicture(camera, own, true);
  picture_.takeFilms(films);
  this->develop(0, picture_.films(), camera, own);
  picture_.add(picture_.films(), nullptr, 0.0f);
  picture_.present(true);
}

template <class Pieces>
void FrameInBlocks<Pieces>::developInPlace(Float4* films, int width, int height, const FrameOptions& options)
{
  this->develop(0, films, this->pixels(width, height, options), options);
  picture_.present(false);
}

template <class Pieces>
void FrameInBlocks<Pieces>::visit(
  const Camera& camera, const FrameOptions& options, const BlockVisitor& visitor)
{
  this->check(camera, options);
  seen_.clear();
  for (const std::size_t k : pieces_.frontToBack(pieces_.cameraOfBoxes(camera)))
    seen_.push_back({ k, { 0, 0, camera.width, camera.height } });
  picture_.release();
  this->beginFrame(options);
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  store_.withMemory(BlockStore::none, [&] { isMet_.reserve(backend_, numPixels); });
  backend_.zero(isMet_.data(), isMet_.bytes());
  numMarked_ = numPixels;
  this->castPieces(
    camera, options, [&](const SeenBlock&) { return visitor.isOpen(); },
    [&](std::size_t k, const FrameOptions& own) {
      Caster& caster = pieces_.use(k);
      store_.withMemory(k, [&] { visitor.draw(*caster.source(camera, own), this->boxOf(k, camera)); });
      visitor.add();
      caster.frame().markRays(isMet_.data());
      this->count(caster);
    });
}

template <class Pieces>
PickedCells FrameInBlocks<Pieces>::pick(const Camera& camera, const FrameOptions& options,
  const PictureOptions& picture, const PickRequest& request, std::int64_t numTets, bool isSum)
{
  this->check(camera, options);
  FrameOptions own = options;
  own.keepsFilms = false;
  this->see(camera, own);
  this->beginPicture(camera, own, false);
  const auto isOpen = [&](const SeenBlock& piece) { return picks_.isOpen(piece.pixels, camera.width); };
  const auto pickPart = [&](std::size_t k, const FrameOptions& ofPiece) {
    Caster& caster = pieces_.use(k);
    store_.withMemory(
      k, [&] { caster.source(camera, ofPiece)->castPicks(ofPiece, picks_.viewOf(pieces_.cells(k))); });
    this->count(caster);
  };
  return picks_.draw(
    std::int64_t(camera.width) * camera.height, numTets, request, picture, isSum,
    [&](const auto& work) { store_.withMemory(BlockStore::none, work); },
    [&](const WorkObserver& part) {
      static_cast<WorkObserver&>(own) = part;
      this->castPieces(camera, own, isOpen, pickPart);
    });
}

template <class Pieces>
void FrameInBlocks<Pieces>::check(const Camera& camera, const FrameOptions& options) const
{
  checkFrame(camera, options);
  if (pieces_.size() == 0)
    throw InvalidInput("a mesh and its values are needed before a frame");
}

template <class Pieces>
void FrameInBlocks<Pieces>::beginFrame(const FrameOptions& options)
{
  numMarked_ = 0;
  bytes_ = std::numeric_limits<double>::infinity();
  store_.beginFrame(options.pictureBytes);
  statistics = TetRayCastStatistics();
  static_cast<PictureTimings&>(timings) = {};
  largestGradient_ = 0;
}

template <class Pieces>
void FrameInBlocks<Pieces>::beginPicture(const Camera& camera, const FrameOptions& options, bool hasFilms)
{
  isMet_.release();
  this->beginFrame(options);
  store_.withMemory(BlockStore::none, [&] {
    picture_.reserve(std::int64_t(camera.width) * camera.height);
    if (hasFilms)
      picture_.reserveFilms();
  });
  picture_.begin(options);
}

template <class Pieces>
template <class IsOpen, class Cast>
void FrameInBlocks<Pieces>::castPieces(
  const Camera& camera, const FrameOptions& options, const IsOpen& isOpen, const Cast& cast)
{
  const auto draw = [&](std::size_t turn) {
    const std::size_t k = seen_[turn].block;
    FrameOptions own = options;
    own.sparse = SparseRays();
    this->boxOf(k, camera).cut(camera, own.piece, own.clippingPlanes);
    // Without this each piece would choose for itself, and sample its segments again whenever it is loaded.
    if (own.methods.segmentRule == SegmentRule::Auto)
      own.methods.segmentRule = SegmentRule::Exact;
    if (turn > 0 || options.opaqueDepth || options.keepsFilms)
      own.opaqueDepth = { picture_.ends(), true };
    if (options.progress)
      own.progress = [&, first = double(turn)](
                       double share) { options.progress((first + share) / double(seen_.size())); };
    cast(k, own);
  };
  store_.draw(seen_, bytes_, { isOpen, draw });
}

template <class Pieces>
void FrameInBlocks<Pieces>::castPiece(std::size_t k, const Camera& camera, const FrameOptions& options)
{
  Caster& caster = pieces_.use(k);
  store_.withMemory(k, [&] {
    caster.renderOnDevice(camera, options);
    if (caster.frame().depth())
      picture_.reserveDepth();
  });
  if (options.keepsFilms)
    picture_.addFilms({ caster.frame().picture() }, true, filmOf(options.blend).order);
  else
    picture_.add(caster.frame().picture(), caster.frame().depth(), options.earlyTermination);
  lastCast_ = k;
  this->count(caster);
}

template <class Pieces>
void FrameInBlocks<Pieces>::count(const Caster& caster)
{
  const CasterState state = caster.state();
  largestGradient_ = std::max(largestGradient_, state.largestGradient);
  timings += state.timings;
  const std::int64_t covered = std::max(statistics.coveredRays, state.statistics.coveredRays);
  statistics += state.statistics;
  statistics.coveredRays = covered;
}

} // namespace inkray
