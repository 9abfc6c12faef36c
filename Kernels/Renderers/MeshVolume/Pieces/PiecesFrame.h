// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Picture/CompositePicture.h"
#include "Picture/PickPicture.h"
#include "Renderers/MeshVolume/Frames/FrameChecks.h"
#include "Renderers/MeshVolume/Pieces/PieceStore.h"
#include "Renderers/MeshVolume/Pieces/PiecedTetRayCaster.h"
#include "Renderers/MeshVolume/Pieces/SeenPieces.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace inkray
{

/// Frames of a mesh in pieces on one backend: rays go through the pieces that are seen, from front to back,
/// and what the pieces show is composited, whether it is a picture, picks, or the picture of several meshes.
template <class Backend>
class PiecesFrame
{
public:
  PiecesFrame(Backend& backend, const MeshPartition& partition, PieceStore<Backend>& pieces)
    : partition_(partition)
    , pieces_(pieces)
    , picture_(backend)
    , picks_(backend)
  {
  }

  void release() { picture_.release(); }

  /// Draw a frame: its picture, in host memory too if it is to be presented. Throws InvalidInput,
  /// OutOfMemory, Aborted.
  void draw(const Camera& camera, const FrameOptions& options, bool isPresented);
  /// The picture from films in host memory.
  void developFilms(const float* films, int width, int height, const FrameOptions& options);
  /// The picture in place of films in the memory of the backend.
  void developInPlace(Float4* films, int width, int height, const FrameOptions& options);
  /// Give all pieces to a visitor, from front to back, for a picture of several; their boxes part all of
  /// space. All pieces are sent, as others may be seen in each box.
  void visit(const Camera& camera, const FrameOptions& options, const BlockVisitor& visitor);
  const CompositePicture<Backend>& picture() const { return picture_; }

  /// Find the tets of the whole, which has so many, that pixels show. All pieces are sent.
  PickedCells pick(const Camera& camera, const FrameOptions& options, const PictureOptions& picture,
    const PickRequest& request, std::int64_t numTets, bool isSum);

  double largestGradient() const { return largestGradient_; }

  PiecesReport report; ///< what frames say of it
  TetRayCastTimings timings;
  TetRayCastStatistics statistics;

private:
  using Store = PieceStore<Backend>;
  using Caster = typename Store::Caster;

  /// The fate of a piece in a frame.
  enum class Fate : std::uint8_t
  {
    LeftOut,
    Spare, ///< cast unless others took its place
    Kept,
    Sent
  };

  bool hasFilms(const FrameOptions& options) const
  {
    return options.drawVolume && !filmOf(options.blend).isComposite &&
      (pieces_.size() > 1 || options.keepsFilms);
  }
  /// A frame in a blend mode other than Composite. Surfaces come first, for what lies behind opaque ones does
  /// not count. The films of all pieces are combined before they get a colour, and lie under the surfaces.
  void drawFilms(
    const Camera& camera, const FrameOptions& options, const std::vector<SeenPiece>& seen, double& bytes);
  /// Functions and settings are those of all pieces, so that any of them has what gives films their colours.
  void develop(std::size_t k, Float4* films, const Camera& camera, const FrameOptions& options);
  /// A frame without rays, of films that are given.
  Camera beginFilms(int width, int height, FrameOptions& options);

  void check(const Camera& camera, const FrameOptions& options) const;
  void beginFrame(const Camera& camera, const FrameOptions& options, bool hasFilms);
  /// All pieces are sent where a frame can wait; else as many as so many bytes allow, those first that others
  /// hide least. The rest of the bytes is for pieces that others took the place of.
  std::vector<Fate> choose(const std::vector<SeenPiece>& seen, double& bytes) const;
  /// Rays are about to be cast through the pieces.
  void beginRound(const std::vector<SeenPiece>& seen, const std::vector<Fate>& fates);
  /// Casts rays through the pieces that are seen, from front to back, as far as `bytes`, which are sent to
  /// the device at most, suffice: cast(k, options) of each, where isOpen says that rays get as far.
  template <class IsOpen, class Cast>
  void castPieces(const FrameOptions& options, const std::vector<SeenPiece>& seen, double& bytes,
    const IsOpen& isOpen, const Cast& cast);
  /// The same into the picture of the pieces.
  template <class Cast>
  void castPieces(const Camera& camera, const FrameOptions& options, const std::vector<SeenPiece>& seen,
    double& bytes, const Cast& cast)
  {
    const auto isOpen = [&](const SeenPiece& piece) {
      return options.keepsFilms ||
        picture_.isOpen({ piece.x, piece.y, piece.width, piece.height }, camera.width);
    };
    this->castPieces(options, seen, bytes, isOpen, cast);
  }
  void castPieces(
    const Camera& camera, const FrameOptions& options, const std::vector<SeenPiece>& seen, double& bytes)
  {
    this->castPieces(camera, options, seen, bytes,
      [&](std::size_t k, const FrameOptions& own) { this->castPiece(k, camera, own); });
  }
  void castPiece(std::size_t k, const Camera& camera, const FrameOptions& options);
  /// Add what a piece has done to the report of the frame.
  void count(const Caster& caster);

  const MeshPartition& partition_;
  Store& pieces_;
  CompositePicture<Backend> picture_;
  PickPicture<Backend> picks_;
  double bytesAMillisecond_ = 1e7; ///< sent in the last frame that had all pieces
  std::size_t lastCast_ = 0;       ///< the piece that rays were cast through last
  double largestGradient_ = 0;
};

template <class Backend>
void PiecesFrame<Backend>::draw(const Camera& camera, const FrameOptions& options, bool isPresented)
{
  this->check(camera, options);
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  };
  const auto start = Clock::now();
  const std::vector<SeenPiece> seen = seenPieces(partition_, camera);
  double bytes = options.piecesWithin * bytesAMillisecond_;
  const bool hasFilms = this->hasFilms(options);
  this->beginFrame(camera, options, hasFilms);
  const std::size_t sentBefore = pieces_.bytesSent();
  if (hasFilms)
    this->drawFilms(camera, options, seen, bytes);
  else
    this->castPieces(camera, options, seen, bytes);

  const auto cast = Clock::now();
  picture_.present(isPresented);
  timings.present += since(cast);
  report.bytesSent = pieces_.bytesSent() - sentBefore;
  if (report.bytesSent > 0 && options.piecesWithin == std::numeric_limits<double>::infinity())
    bytesAMillisecond_ = double(report.bytesSent) / since(start);
}

template <class Backend>
void PiecesFrame<Backend>::drawFilms(
  const Camera& camera, const FrameOptions& options, const std::vector<SeenPiece>& seen, double& bytes)
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
    this->castPieces(camera, own, seen, bytes);
  }
  own.drawVolume = true;
  own.keepsFilms = true;
  observe(hasSurfaces ? 0.5 : 0.0, hasSurfaces ? 0.5 : 1.0);
  picture_.beginFilms(options);
  this->castPieces(camera, own, seen, bytes);
  if (options.keepsFilms)
    picture_.showFilms();
  else if (report.cast > 0)
  {
    this->develop(lastCast_, picture_.films(), camera, own);
    picture_.add(picture_.films(), nullptr, 0.0f);
  }
}

template <class Backend>
void PiecesFrame<Backend>::develop(
  std::size_t k, Float4* films, const Camera& camera, const FrameOptions& options)
{
  Caster& caster = pieces_.use(k);
  pieces_.withMemory(k, [&] { caster.develop(films, camera.width, camera.height, options); });
}

template <class Backend>
Camera PiecesFrame<Backend>::beginFilms(int width, int height, FrameOptions& options)
{
  Camera camera = {};
  camera.width = width;
  camera.height = height;
  options.keepsFilms = true;
  options.opaqueDepth = nullptr;
  this->check(camera, options);
  if (!this->hasFilms(options))
    throw InvalidInput("only volumes in blend modes other than Composite have films");
  this->beginFrame(camera, options, true);
  return camera;
}

template <class Backend>
void PiecesFrame<Backend>::developFilms(
  const float* films, int width, int height, const FrameOptions& options)
{
  FrameOptions own = options;
  const Camera camera = this->beginFilms(width, height, own);
  picture_.takeFilms(films);
  this->develop(0, picture_.films(), camera, own);
  picture_.add(picture_.films(), nullptr, 0.0f);
  picture_.present(true);
}

template <class Backend>
void PiecesFrame<Backend>::developInPlace(Float4* films, int width, int height, const FrameOptions& options)
{
  FrameOptions own = options;
  const Camera camera = this->beginFilms(width, height, own);
  this->develop(0, films, camera, own);
  picture_.present(false);
}

template <class Backend>
void PiecesFrame<Backend>::visit(
  const Camera& camera, const FrameOptions& options, const BlockVisitor& visitor)
{
  this->check(camera, options);
  std::vector<SeenPiece> all;
  for (const std::size_t k : partition_.frontToBack(camera))
    all.push_back({ k, 0, 0, camera.width, camera.height, 0 });
  this->beginFrame(camera, options, false);
  const std::size_t sentBefore = pieces_.bytesSent();
  double bytes = std::numeric_limits<double>::infinity();
  this->castPieces(
    options, all, bytes, [&](const SeenPiece&) { return visitor.isOpen(); },
    [&](std::size_t k, const FrameOptions& own) {
      Caster& caster = pieces_.use(k);
      pieces_.withMemory(k, [&] { visitor.draw(*caster.source(camera, own), partition_.pieces[k].box); });
      visitor.add();
      this->count(caster);
    });
  report.bytesSent = pieces_.bytesSent() - sentBefore;
}

template <class Backend>
PickedCells PiecesFrame<Backend>::pick(const Camera& camera, const FrameOptions& options,
  const PictureOptions& picture, const PickRequest& request, std::int64_t numTets, bool isSum)
{
  this->check(camera, options);
  FrameOptions own = options;
  own.keepsFilms = false;
  const std::vector<SeenPiece> seen = seenPieces(partition_, camera);
  this->beginFrame(camera, own, false);
  const auto isOpen = [&](const SeenPiece& piece) {
    return picks_.isOpen({ piece.x, piece.y, piece.width, piece.height }, camera.width);
  };
  const auto pickPart = [&](std::size_t k, const FrameOptions& ofPiece) {
    Caster& caster = pieces_.use(k);
    pieces_.withMemory(k,
      [&] { caster.source(camera, ofPiece)->castPicks(ofPiece, picks_.viewOf(partition_.pieces[k].tets)); });
    this->count(caster);
  };
  return picks_.draw(
    std::int64_t(camera.width) * camera.height, numTets, request, picture, isSum,
    [&](const auto& work) { pieces_.withMemory(Store::none, work); },
    [&](const WorkObserver& part) {
      static_cast<WorkObserver&>(own) = part;
      double bytes = std::numeric_limits<double>::infinity();
      this->castPieces(own, seen, bytes, isOpen, pickPart);
    });
}

template <class Backend>
void PiecesFrame<Backend>::check(const Camera& camera, const FrameOptions& options) const
{
  checkFrame(camera, options);
  if (pieces_.size() == 0)
    throw InvalidInput("a mesh and its values are needed before a frame");
}

template <class Backend>
void PiecesFrame<Backend>::beginFrame(const Camera& camera, const FrameOptions& options, bool hasFilms)
{
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  pieces_.beginRound(std::vector<std::size_t>(pieces_.size(), Store::none));
  pieces_.withMemory(Store::none, [&] {
    picture_.reserve(numPixels);
    if (hasFilms)
      picture_.reserveFilms();
  });
  picture_.begin(options);
  statistics = TetRayCastStatistics();
  timings.camera = timings.lists = timings.cast = timings.present = 0;
  largestGradient_ = 0;
}

template <class Backend>
auto PiecesFrame<Backend>::choose(const std::vector<SeenPiece>& seen, double& bytes) const
  -> std::vector<Fate>
{
  std::vector<Fate> fates(seen.size(), Fate::Sent);
  if (bytes == std::numeric_limits<double>::infinity())
    return fates;
  std::vector<std::size_t> order(seen.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(),
    [&seen](std::size_t a, std::size_t b) { return seen[a].layer < seen[b].layer; });
  const auto numResident = std::count_if(
    seen.begin(), seen.end(), [this](const SeenPiece& piece) { return pieces_.isResident(piece.piece); });
  for (std::size_t rank = 0; rank < order.size(); ++rank)
  {
    const std::size_t k = seen[order[rank]].piece;
    const auto own = double(pieces_[k].pageBytes());
    Fate& fate = fates[order[rank]];
    if (pieces_.isResident(k))
      fate = static_cast<std::ptrdiff_t>(rank) < numResident ? Fate::Kept : Fate::Spare;
    else
      fate = own <= bytes ? Fate::Sent : Fate::LeftOut;
    if (fate == Fate::Sent)
      bytes -= own;
  }
  return fates;
}

template <class Backend>
void PiecesFrame<Backend>::beginRound(const std::vector<SeenPiece>& seen, const std::vector<Fate>& fates)
{
  std::vector<std::size_t> turns(pieces_.size(), Store::none);
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (fates[i] >= Fate::Kept)
      turns[seen[i].piece] = i;
  pieces_.beginRound(std::move(turns));
  report.cast = report.leftOut = 0;
}

template <class Backend>
template <class IsOpen, class Cast>
void PiecesFrame<Backend>::castPieces(const FrameOptions& options, const std::vector<SeenPiece>& seen,
  double& bytes, const IsOpen& isOpen, const Cast& cast)
{
  const std::vector<Fate> fates = this->choose(seen, bytes);
  this->beginRound(seen, fates);
  for (std::size_t turn = 0; turn < seen.size(); ++turn)
  {
    const std::size_t k = seen[turn].piece;
    pieces_.beginTurn(turn);
    if (turn > 0 && !isOpen(seen[turn]))
      continue;
    if (!pieces_.isResident(k))
    {
      const double own = fates[turn] == Fate::Sent ? 0 : double(pieces_[k].pageBytes());
      if (fates[turn] == Fate::LeftOut || own > bytes)
      {
        ++report.leftOut;
        continue;
      }
      bytes -= own;
      pieces_.send(k);
    }
    // The next one is on its way before this one is waited for.
    std::size_t next = turn + 1;
    while (next < seen.size() && fates[next] == Fate::LeftOut)
      ++next;
    if (next < seen.size() && fates[next] == Fate::Sent && !pieces_.isResident(seen[next].piece) &&
      isOpen(seen[next]))
      pieces_.send(seen[next].piece, k);

    FrameOptions own = options;
    own.sparse = SparseRays();
    own.piece = commonSpace(partition_.pieces[k].box, options.piece);
    // Each piece would choose for itself, and its sample would be found again whenever it comes.
    if (own.methods.segmentRule == SegmentRule::Auto)
      own.methods.segmentRule = SegmentRule::Exact;
    if (turn > 0 || options.opaqueDepth || options.keepsFilms)
      own.opaqueDepth = { picture_.ends(), true };
    if (options.progress)
      own.progress = [&, first = double(turn)](
                       double share) { options.progress((first + share) / double(seen.size())); };
    cast(k, own);
  }
}

template <class Backend>
void PiecesFrame<Backend>::castPiece(std::size_t k, const Camera& camera, const FrameOptions& options)
{
  Caster& caster = pieces_.use(k);
  pieces_.withMemory(k, [&] {
    caster.renderOnDevice(camera, options);
    if (caster.pictureDepth())
      picture_.reserveDepth();
  });
  if (options.keepsFilms)
    picture_.addFilms({ caster.picture() }, true, filmOf(options.blend).order);
  else
    picture_.add(caster.picture(), caster.pictureDepth(), options.earlyTermination);
  lastCast_ = k;
  this->count(caster);
}

template <class Backend>
void PiecesFrame<Backend>::count(const Caster& caster)
{
  ++report.cast;
  largestGradient_ = std::max(largestGradient_, caster.largestGradient());
  const TetRayCastTimings t = caster.timings();
  timings.camera += t.camera;
  timings.lists += t.lists;
  timings.cast += t.cast;
  timings.present += t.present;
  const TetRayCastStatistics s = caster.statistics();
  statistics.listEntries += s.listEntries;
  statistics.coveredRays = std::max(statistics.coveredRays, s.coveredRays);
  statistics.steps += s.steps;
  statistics.failedRays += s.failedRays;
  statistics.recastRays += s.recastRays;
}

} // namespace inkray
