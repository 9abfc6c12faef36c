// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/HostArrays.h"
#include "Geometry/Mesh/Partition.h"
#include "Renderers/MeshVolume/Pieces/PieceStore.h"
#include "Renderers/MeshVolume/Pieces/PiecedTetRayCaster.h"
#include "Renderers/MeshVolume/Pieces/PiecesPicks.h"
#include "Renderers/MeshVolume/Pieces/PiecesPicture.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace inkray
{

/// The ray caster of a mesh in pieces on one backend: their memory is a PieceStore, their picture a
/// PiecesPicture.
template <class Backend>
class PiecedTetRayCasterImpl : public PiecedTetRayCaster
{
public:
  PiecedTetRayCasterImpl(const DeviceInfo& device, std::size_t memoryLimit, std::size_t bytesAPiece)
    : workspace_(std::make_shared<FrameWorkspace<Backend>>(device, memoryLimit))
    , bytesAPiece_(bytesAPiece)
  {
  }

  DeviceKind device() const override { return pieces_.settings().device(); }
  std::string deviceName() const override { return pieces_.settings().deviceName(); }

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override;

  void setScalars(const Field& scalars) override
  {
    this->checkValues(scalars);
    arePointColours_ = false;
    areCellValues_ = scalars.association == Association::Cells;
    range_ = withWhole(this->rangeOf(scalars, [](const auto& entries) { return entries; }), whole_);
    // Films of pieces are combined: their values have to be over one range.
    this->giveValues(scalars, [this](Caster& caster, const Field& own) {
      caster.setWholeRange(range_.low, range_.high);
      caster.setScalars(own);
    });
  }
  void setWholeRange(double low, double high) override { whole_ = rangeBetween(low, high); }
  void setWholeOpacityRange(double low, double high) override { wholeOpacity_ = rangeBetween(low, high); }
  void setGradientScalars(const Field& scalars) override
  {
    this->giveValues(scalars, [](Caster& caster, const Field& own) { caster.setGradientScalars(own); });
  }
  void setColours(const Field& colours, double full) override
  {
    this->giveValues(colours, [full](Caster& caster, const Field& own) { caster.setColours(own, full); });
    areCellValues_ = colours.association == Association::Cells;
    arePointColours_ = !areCellValues_;
    range_ = this->rangeOf(
      colours, [](const auto& entries) { return ColourSums<std::decay_t<decltype(entries)>>{ entries }; });
    if (range_.low <= range_.high)
    {
      range_.low = 0.0;
      range_.high = 1.0;
    }
  }
  void setOpacityScalars(const Field& scalars) override
  {
    this->checkValues(scalars);
    opacityRange_ =
      withWhole(this->rangeOf(scalars, [](const auto& entries) { return entries; }), wholeOpacity_);
    this->giveValues(scalars, [this](Caster& caster, const Field& own) {
      caster.setWholeOpacityRange(opacityRange_.low, opacityRange_.high);
      caster.setOpacityScalars(own);
    });
  }
  void dropOpacityScalars() override
  {
    pieces_.forAll([](std::size_t, Caster& caster) { caster.dropOpacityScalars(); });
    opacityRange_ = FiniteRange();
  }
  void setSurfaceColourScalars(const Field& scalars) override
  {
    this->giveValues(scalars, [](Caster& caster, const Field& own) { caster.setSurfaceColourScalars(own); });
  }
  void dropSurfaceColourScalars() override
  {
    pieces_.forAll([](std::size_t, Caster& caster) { caster.dropSurfaceColourScalars(); });
  }
  void setThresholdScalars(const Field& scalars) override
  {
    this->giveValues(scalars, [](Caster& caster, const Field& own) { caster.setThresholdScalars(own); });
  }
  void setThresholdRanges(const Field& least, const Field& greatest) override;
  void dropThresholdScalars() override
  {
    pieces_.forAll([](std::size_t, Caster& caster) { caster.dropThresholdScalars(); });
  }

  void setTransferFunction(const TransferFunction& function) override
  {
    pieces_.set(Store::Function, [function](Caster& caster) { caster.setTransferFunction(function); });
    isCategorical_ = function.isCategorical;
  }
  void setOpacityFunction(const TransferFunction& function) override
  {
    pieces_.set(Store::OpacityFunction, [function](Caster& caster) { caster.setOpacityFunction(function); });
  }
  void setGradientOpacity(const GradientOpacity& function) override
  {
    pieces_.set(
      Store::OpacityOfGradients, [function](Caster& caster) { caster.setGradientOpacity(function); });
  }
  void setTransferFunction2D(const TransferFunction2D& function) override
  {
    pieces_.set(Store::Function2D, [function](Caster& caster) { caster.setTransferFunction2D(function); });
  }
  void setIsosurfaces(const std::vector<Isosurface>& surfaces) override
  {
    pieces_.set(Store::Isosurfaces, [surfaces](Caster& caster) { caster.setIsosurfaces(surfaces); });
    hasIsosurfaces_ = !surfaces.empty();
  }
  void setSurfaceColours(const ColorTable& colours) override
  {
    pieces_.set(Store::SurfaceColours, [colours](Caster& caster) { caster.setSurfaceColours(colours); });
  }
  void setThreshold(double low, double high) override
  {
    pieces_.set(Store::Threshold, [low, high](Caster& caster) { caster.setThreshold(low, high); });
  }
  void setLights(const std::vector<SurfaceLight>& lights) override
  {
    pieces_.set(Store::Lights, [lights](Caster& caster) { caster.setLights(lights); });
  }
  void setMaterial(const SurfaceMaterial& material) override
  {
    pieces_.set(Store::Material, [material](Caster& caster) { caster.setMaterial(material); });
  }

  void scalarRange(double range[2]) const override { giveRange(range_, range); }
  std::int64_t numNonFiniteScalars() const override { return range_.notFinite; }
  void opacityScalarRange(double range[2]) const override { giveRange(opacityRange_, range); }
  std::int64_t numNonFiniteOpacityScalars() const override { return opacityRange_.notFinite; }
  double largestGradient() const override { return largestGradient_; }

  void render(const Camera& camera, const FrameOptions& options) override
  {
    this->draw(camera, options, true);
  }
  void renderOnDevice(const Camera& camera, const FrameOptions& options) override
  {
    this->draw(camera, options, !Backend::isDevice);
  }
  void developFilms(const float* films, int width, int height, const FrameOptions& options) override;
  const float* image() const override { return picture_.image(); }
  const float* deviceImage() const override { return Backend::isDevice ? picture_.deviceImage() : nullptr; }
  const float* depth() const override { return picture_.depth(); }
  const float* deviceDepth() const override { return Backend::isDevice ? picture_.deviceDepth() : nullptr; }

  bool canMerge(const FrameOptions& options) const override;
  bool takesLayers() const override { return false; }
  void renderMerged(const Camera& camera, const FrameOptions& options, const std::vector<Other>& others,
    bool onDevice, const std::vector<SurfaceLayers>& layers) override;
  MeshHistogram histogram(const MeshHistogramInput& input) override
  {
    if (pieces_.size() != 1)
      throw InvalidInput("the mesh is drawn in pieces, and their histogram cannot be counted; allow for more "
                         "memory, so that it is drawn as a whole");
    return pieces_.use(0).histogram(input);
  }
  void pick(const Camera& camera, const FrameOptions& options, float opacity) override
  {
    if (pieces_.size() == 1)
      return pieces_.use(0).pick(camera, options, opacity);
    this->findPicks(camera, options, opacity, 1.0f, nullptr);
  }
  const std::uint32_t* pickedTets() const override
  {
    return pieces_.size() == 1 ? pieces_[0].pickedTets() : picks_.tets();
  }
  const float* pickedDepths() const override
  {
    return pieces_.size() == 1 ? pieces_[0].pickedDepths() : picks_.depths();
  }
  void pickVisible(const Camera& camera, const FrameOptions& options, float opacity, float share,
    const std::uint8_t* pixels) override
  {
    if (pieces_.size() == 1)
      return pieces_.use(0).pickVisible(camera, options, opacity, share, pixels);
    this->findPicks(camera, options, opacity, share, pixels);
  }
  const std::vector<std::uint32_t>& visibleTets() const override
  {
    return pieces_.size() == 1 ? pieces_[0].visibleTets() : picks_.visible();
  }

  TetRayCastTimings timings() const override { return timings_; }
  SparseReport sparseReport() const override { return {}; }
  TetRayCastStatistics statistics() const override { return statistics_; }
  std::int64_t numRays() const override { return picture_.count(); }
  TetRayCastMemory memory() const override
  {
    TetRayCastMemory memory;
    for (std::size_t k = 0; k < pieces_.size(); ++k)
      memory.resident += pieces_[k].memory().resident;
    memory.frame = backend_.budget().used() - memory.resident;
    memory.setupPeak = setupPeak_;
    return memory;
  }
  void originalTets(std::int64_t* tets) const override
  {
    for (std::size_t tet = 0; tet < isDrawn_.size(); ++tet)
      if (isDrawn_[tet])
        *tets++ = static_cast<std::int64_t>(tet);
  }
  PiecesReport piecesReport() const override
  {
    PiecesReport report = report_;
    report.pieces = static_cast<int>(pieces_.size());
    for (std::size_t k = 0; k < pieces_.size(); ++k)
      report.resident += pieces_.isResident(k) ? 1 : 0;
    report.peakBytes = std::max(peak_, backend_.budget().peak());
    return report;
  }

private:
  using Store = PieceStore<Backend>;
  using Caster = typename Store::Caster;

  static FiniteRange withWhole(FiniteRange range, const FiniteRange& whole)
  {
    range.low = std::min(range.low, whole.low);
    range.high = std::max(range.high, whole.high);
    return range;
  }
  static void giveRange(const FiniteRange& range, double to[2])
  {
    to[0] = range.low;
    to[1] = range.high;
  }

  // Set-up.
  void setUp(const TetMeshInput& mesh, std::size_t bytesAPiece, const WorkObserver& observer);
  void setUpPiece(std::size_t k, const TetMeshInput& mesh, std::vector<std::uint32_t>& localIds,
    const WorkObserver& observer);
  template <class Give>
  void giveValues(const Field& field, const Give& give);
  Field fieldOf(const MeshPiece& piece, const Field& field, std::vector<std::int64_t>& tuples) const;
  void checkValues(const Field& field) const;
  template <class Entries>
  FiniteRange rangeOf(const Field& field, const Entries& entriesOf);

  // A frame.
  void draw(const Camera& camera, const FrameOptions& options, bool present);
  bool hasFilms(const FrameOptions& options) const
  {
    return options.drawVolume && options.blend != BlendMode::Composite &&
      (pieces_.size() > 1 || options.keepsFilms);
  }
  void develop(std::size_t k, const Camera& camera, const FrameOptions& options);
  void drawFilms(
    const Camera& camera, const FrameOptions& options, const std::vector<SeenPiece>& seen, double& bytes);
  void castPieces(
    const Camera& camera, const FrameOptions& options, const std::vector<SeenPiece>& seen, double& bytes)
  {
    this->castPieces(camera, options, seen, bytes,
      [&](std::size_t k, const FrameOptions& own) { this->castPiece(k, camera, own); });
  }
  template <class Cast>
  void castPieces(const Camera& camera, const FrameOptions& options, const std::vector<SeenPiece>& seen,
    double& bytes, const Cast& cast);
  void findPicks(const Camera& camera, const FrameOptions& options, float opacity, float share,
    const std::uint8_t* pixels);
  void castMerged(
    std::size_t k, const Camera& camera, const FrameOptions& options, const std::vector<Other>& others);
  void pickPiece(std::size_t k, const Camera& camera, const FrameOptions& options, bool marksAll);
  void count(const Caster& caster);
  void check(const Camera& camera, const FrameOptions& options) const;
  /// The fate of a piece in a frame.
  enum class Fate : std::uint8_t
  {
    LeftOut,
    Spare, ///< cast unless others took its place
    Kept,
    Sent
  };
  std::vector<Fate> choose(const std::vector<SeenPiece>& seen, double& bytes) const;
  void beginFrame(const Camera& camera, const FrameOptions& options, bool hasFilms);
  void beginRound(const std::vector<SeenPiece>& seen, const std::vector<Fate>& fates);
  void castPiece(std::size_t k, const Camera& camera, const FrameOptions& options);

  const std::shared_ptr<FrameWorkspace<Backend>> workspace_;
  Backend& backend_ = workspace_->backend;
  const std::size_t bytesAPiece_;

  MeshPartition partition_;
  Store pieces_{ workspace_ };
  std::int64_t numTets_ = 0, numPoints_ = 0;
  std::vector<bool> isDrawn_; ///< of the caller's tets
  TetMeshReport meshReport_;
  FiniteRange range_, opacityRange_;
  FiniteRange whole_, wholeOpacity_; ///< of what the mesh is a part of; none: there is no more
  bool hasIsosurfaces_ = false;
  bool areCellValues_ = false, arePointColours_ = false, isCategorical_ = false;
  std::size_t setupPeak_ = 0, peak_ = 0;

  PiecesPicture<Backend> picture_{ backend_ };
  PiecesPicks<Backend> picks_{ backend_ };
  double bytesAMillisecond_ = 1e7; ///< sent in the last frame that had all pieces
  std::size_t lastCast_ = 0;       ///< the piece that rays were cast through last
  PiecesReport report_;
  TetRayCastTimings timings_;
  TetRayCastStatistics statistics_;
  double largestGradient_ = 0;
};

template <class Backend>
const TetMeshReport& PiecedTetRayCasterImpl<Backend>::setMesh(
  const TetMeshInput& mesh, const WorkObserver& observer)
{
  pieces_.clear();
  isDrawn_.clear();
  picture_.release();
  range_ = opacityRange_ = FiniteRange();
  peak_ = std::max(peak_, backend_.budget().peak());
  setupPeak_ = 0;

  // Pieces are gathered on the host.
  std::vector<char> points, connectivity;
  const TetMeshInput there = meshInHost(mesh, points, connectivity);

  constexpr std::size_t leastBytesAPiece = 1 << 16;
  const std::size_t limit = backend_.budget().limit();
  std::size_t bytes = bytesAPiece_ > 0 ? bytesAPiece_
    : limit == MemoryBudget::noLimit   ? limit
                                       : std::max(leastBytesAPiece, limit / 2);
  for (;;)
  {
    try
    {
      this->setUp(there, bytes, observer);
      return meshReport_;
    }
    catch (const OutOfMemory& error)
    {
      pieces_.clear();
      if (limit == MemoryBudget::noLimit || bytes / 2 < leastBytesAPiece)
        throw OutOfMemory("the mesh cannot be drawn in pieces with " + std::to_string(limit) +
            " bytes of memory; allow for more (" + error.what() + ")",
          error.asked, error.free);
      bytes /= 2;
    }
    catch (...)
    {
      pieces_.clear();
      throw;
    }
  }
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::setUp(
  const TetMeshInput& mesh, std::size_t bytesAPiece, const WorkObserver& observer)
{
  constexpr std::size_t maxPieces = 1 << 12;
  timings_ = TetRayCastTimings();
  partition_ = partition(mesh, bytesAPiece);
  if (partition_.pieces.size() > maxPieces)
    throw OutOfMemory("it would take " + std::to_string(partition_.pieces.size()) + " pieces of a mesh", 0,
      backend_.budget().limit());
  numTets_ = mesh.numTets;
  numPoints_ = mesh.numPoints;
  meshReport_ = partition_.report;
  std::vector<std::uint32_t> localIds;
  isDrawn_.assign(static_cast<std::size_t>(mesh.numTets), false);
  const std::size_t numPieces = partition_.pieces.size();
  for (std::size_t k = 0; k < numPieces; ++k)
  {
    const double first = double(k) / double(numPieces), share = 1.0 / double(numPieces);
    WorkObserver own;
    own.abortCheck = observer.abortCheck;
    if (observer.progress)
      own.progress = [&](double done) { observer.progress(first + share * done); };
    this->setUpPiece(k, mesh, localIds, own);
  }
  meshReport_.numTets = std::count(isDrawn_.begin(), isDrawn_.end(), true);
  meshReport_.duplicate = partition_.report.numTets - meshReport_.numTets;
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::setUpPiece(
  std::size_t k, const TetMeshInput& mesh, std::vector<std::uint32_t>& localIds, const WorkObserver& observer)
{
  const std::vector<std::uint32_t>& tets = partition_.pieces[k].tets;
  PieceMesh own = meshOfPiece(mesh, partition_.pieces[k], localIds);
  own.input.bounds = partition_.bounds;

  Caster& caster = pieces_.add();
  TetMeshReport found;
  pieces_.withMemory(k, [&] {
    found = caster.setMesh(own.input, observer);
    setupPeak_ = std::max(setupPeak_, caster.memory().setupPeak);
    peak_ = std::max(peak_, backend_.budget().peak());
  });
  timings_.adjacency += caster.timings().adjacency;
  timings_.upload += caster.timings().upload;
  meshReport_.numBoundaryFaces += found.numBoundaryFaces;
  meshReport_.nonManifoldFaces += found.nonManifoldFaces;

  // All copies of a tet are in the same pieces, each of which leaves out the same ones.
  if (found.duplicate == 0)
    for (const std::uint32_t tet : tets)
      isDrawn_[tet] = true;
  else
  {
    std::vector<std::int64_t> kept(static_cast<std::size_t>(found.numTets));
    caster.originalTets(kept.data());
    for (const std::int64_t tet : kept)
      isDrawn_[tets[static_cast<std::size_t>(tet)]] = true;
  }
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::checkValues(const Field& field) const
{
  if (pieces_.size() == 0)
    throw InvalidInput("values were given before a mesh");
  const bool ofCells = field.association == Association::Cells;
  checkField(field, ofCells ? numTets_ : numPoints_, ofCells ? "tetrahedra" : "points");
}

/// The values of a piece, which it finds in the array of the whole; `tuples` has to live as long as they do.
template <class Backend>
Field PiecedTetRayCasterImpl<Backend>::fieldOf(
  const MeshPiece& piece, const Field& field, std::vector<std::int64_t>& tuples) const
{
  const std::vector<std::uint32_t>& ids = field.association == Association::Cells ? piece.tets : piece.points;
  tuples.resize(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i)
    tuples[i] = field.tupleOf ? field.tupleOf[ids[i]] : std::int64_t(ids[i]);
  Field own = field;
  own.tupleOf = tuples.data();
  return own;
}

template <class Backend>
template <class Give>
void PiecedTetRayCasterImpl<Backend>::giveValues(const Field& field, const Give& give)
{
  this->checkValues(field);
  timings_.upload = 0;
  std::vector<std::int64_t> tuples;
  pieces_.forAll([&](std::size_t k, Caster& caster) {
    give(caster, this->fieldOf(partition_.pieces[k], field, tuples));
    timings_.upload += caster.timings().upload;
  });
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::setThresholdRanges(const Field& least, const Field& greatest)
{
  this->checkValues(least);
  this->checkValues(greatest);
  std::vector<std::int64_t> leastTuples, greatestTuples;
  pieces_.forAll([&](std::size_t k, Caster& caster) {
    const MeshPiece& piece = partition_.pieces[k];
    caster.setThresholdRanges(
      this->fieldOf(piece, least, leastTuples), this->fieldOf(piece, greatest, greatestTuples));
  });
}

template <class Backend>
template <class Entries>
FiniteRange PiecedTetRayCasterImpl<Backend>::rangeOf(const Field& field, const Entries& entriesOf)
{
  const std::int64_t count = field.association == Association::Cells ? numTets_ : numPoints_;
  FiniteRange range;
  pieces_.withMemory(Store::none, [&] {
    readEntries(backend_, field, count, "values",
      [&](const auto& reader, const auto& entries) { range = reader.range(count, entriesOf(entries)); });
  });
  return range;
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::check(const Camera& camera, const FrameOptions& options) const
{
  checkFrame(camera, options);
  if (pieces_.size() == 0)
    throw InvalidInput("a mesh and its values are needed before a frame");
}

/// All pieces are sent where a frame can wait; else as many as so many bytes allow, those first that others
/// hide least. The rest of the bytes is for pieces that others took the place of.
template <class Backend>
auto PiecedTetRayCasterImpl<Backend>::choose(const std::vector<SeenPiece>& seen, double& bytes) const
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
void PiecedTetRayCasterImpl<Backend>::beginFrame(
  const Camera& camera, const FrameOptions& options, bool hasFilms)
{
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  pieces_.beginRound(std::vector<std::size_t>(pieces_.size(), Store::none));
  pieces_.withMemory(Store::none, [&] {
    picture_.reserve(numPixels);
    if (hasFilms)
      picture_.reserveFilms();
  });
  picture_.begin(options.opaqueDepth, options.opaqueDepthOnDevice);
  statistics_ = TetRayCastStatistics();
  timings_.camera = timings_.lists = timings_.cast = timings_.present = 0;
  largestGradient_ = 0;
}

/// Rays are about to be cast through the pieces.
template <class Backend>
void PiecedTetRayCasterImpl<Backend>::beginRound(
  const std::vector<SeenPiece>& seen, const std::vector<Fate>& fates)
{
  std::vector<std::size_t> turns(pieces_.size(), Store::none);
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (fates[i] >= Fate::Kept)
      turns[seen[i].piece] = i;
  pieces_.beginRound(std::move(turns));
  report_.cast = report_.leftOut = 0;
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::draw(const Camera& camera, const FrameOptions& options, bool present)
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
  picture_.present(present);
  timings_.present += since(cast);
  report_.bytesSent = pieces_.bytesSent() - sentBefore;
  if (report_.bytesSent > 0 && options.piecesWithin == std::numeric_limits<double>::infinity())
    bytesAMillisecond_ = double(report_.bytesSent) / since(start);
}

/// A frame in a blend mode other than Composite. Surfaces come first, for what lies behind opaque ones does
/// not count. The films of all pieces are combined before they get a colour, and lie under the surfaces.
template <class Backend>
void PiecedTetRayCasterImpl<Backend>::drawFilms(
  const Camera& camera, const FrameOptions& options, const std::vector<SeenPiece>& seen, double& bytes)
{
  FrameOptions own = options;
  const bool hasSurfaces = !options.keepsFilms && (hasIsosurfaces_ || !options.slices.empty());
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
  picture_.beginFilms(options.opaqueDepth, options.opaqueDepthOnDevice);
  this->castPieces(camera, own, seen, bytes);
  if (options.keepsFilms)
    picture_.showFilms();
  else if (report_.cast > 0)
    this->develop(lastCast_, camera, own);
}

/// Functions and settings are those of all pieces, so that any of them has what gives films their colours.
template <class Backend>
void PiecedTetRayCasterImpl<Backend>::develop(
  std::size_t k, const Camera& camera, const FrameOptions& options)
{
  Caster& caster = pieces_.use(k);
  pieces_.withMemory(k, [&] { caster.develop(picture_.films(), camera.width, camera.height, options); });
  picture_.add(picture_.films(), nullptr, 0.0f);
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::developFilms(
  const float* films, int width, int height, const FrameOptions& options)
{
  Camera camera = {};
  camera.width = width;
  camera.height = height;
  FrameOptions own = options;
  own.keepsFilms = true;
  own.opaqueDepth = nullptr;
  this->check(camera, own);
  if (!this->hasFilms(own))
    throw InvalidInput("only volumes in blend modes other than Composite have films");
  this->beginFrame(camera, own, true);
  picture_.takeFilms(films);
  this->develop(0, camera, own);
  picture_.present(true);
}

/// Casts rays through the pieces that are seen, from front to back, as far as `bytes`, which are sent to the
/// device at most, suffice: cast(k, options) of each.
template <class Backend>
template <class Cast>
void PiecedTetRayCasterImpl<Backend>::castPieces(const Camera& camera, const FrameOptions& options,
  const std::vector<SeenPiece>& seen, double& bytes, const Cast& cast)
{
  const std::vector<Fate> fates = this->choose(seen, bytes);
  this->beginRound(seen, fates);
  const auto isOpen = [&](std::size_t turn) {
    return options.keepsFilms || picture_.isOpen(seen[turn], camera.width);
  };
  for (std::size_t turn = 0; turn < seen.size(); ++turn)
  {
    const std::size_t k = seen[turn].piece;
    pieces_.beginTurn(turn);
    if (turn > 0 && !isOpen(turn))
      continue;
    if (!pieces_.isResident(k))
    {
      const double own = fates[turn] == Fate::Sent ? 0 : double(pieces_[k].pageBytes());
      if (fates[turn] == Fate::LeftOut || own > bytes)
      {
        ++report_.leftOut;
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
      isOpen(next))
      pieces_.send(seen[next].piece, k);

    FrameOptions own = options;
    own.sparse = SparseRays();
    own.piece = commonSpace(partition_.pieces[k].box, options.piece);
    // Each piece would choose for itself, and its sample would be found again whenever it comes.
    if (own.methods.segmentRule == SegmentRule::Auto)
      own.methods.segmentRule = SegmentRule::Exact;
    if (turn > 0 || options.opaqueDepth || options.keepsFilms)
    {
      own.opaqueDepth = picture_.ends();
      own.opaqueDepthOnDevice = true;
    }
    if (options.progress)
      own.progress = [&, first = double(turn)](
                       double share) { options.progress((first + share) / double(seen.size())); };
    cast(k, own);
  }
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::castPiece(
  std::size_t k, const Camera& camera, const FrameOptions& options)
{
  Caster& caster = pieces_.use(k);
  pieces_.withMemory(k, [&] {
    caster.renderOnDevice(camera, options);
    if (caster.pictureDepth())
      picture_.reserveDepth();
  });
  if (options.keepsFilms)
    picture_.addFilms(caster.picture(), options.blend);
  else
    picture_.add(caster.picture(), caster.pictureDepth(), options.earlyTermination);
  lastCast_ = k;
  this->count(caster);
}

template <class Backend>
bool PiecedTetRayCasterImpl<Backend>::canMerge(const FrameOptions& options) const
{
  if (pieces_.size() == 0 || options.blend != BlendMode::Composite)
    return false;
  if (!options.drawVolume && options.slices.empty())
    return hasIsosurfaces_;
  const bool areCategories = isCategorical_ && !areCellValues_ && !arePointColours_;
  return !areCategories && (options.slices.empty() || !arePointColours_);
}

/// The boxes of the pieces part all of space: in each, its piece is merged with what the others have there,
/// and what all boxes show is composited from front to back. All pieces are sent, as others may be seen in
/// each box.
template <class Backend>
void PiecedTetRayCasterImpl<Backend>::renderMerged(const Camera& camera, const FrameOptions& options,
  const std::vector<Other>& others, bool onDevice, const std::vector<SurfaceLayers>& layers)
{
  if (!layers.empty() || !this->canMerge(options))
    throw InvalidInput("this frame of a mesh in pieces cannot be merged with others");
  this->check(camera, options);
  std::vector<SeenPiece> all;
  for (const std::size_t k : partition_.frontToBack(camera))
    all.push_back({ k, 0, 0, camera.width, camera.height, 0 });
  this->beginFrame(camera, options, false);
  const std::size_t sentBefore = pieces_.bytesSent();
  double bytes = std::numeric_limits<double>::infinity();
  this->castPieces(camera, options, all, bytes,
    [&](std::size_t k, const FrameOptions& own) { this->castMerged(k, camera, own, others); });
  picture_.present(!onDevice || !Backend::isDevice);
  report_.bytesSent = pieces_.bytesSent() - sentBefore;
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::castMerged(
  std::size_t k, const Camera& camera, const FrameOptions& options, const std::vector<Other>& others)
{
  std::vector<Other> inBox = others;
  for (Other& other : inBox)
    cutToBox(partition_.pieces[k].box, camera, other);
  Caster& caster = pieces_.use(k);
  pieces_.withMemory(k, [&] {
    caster.renderMerged(camera, options, inBox, true, {});
    if (caster.mergedDepth())
      picture_.reserveDepth();
  });
  picture_.add(caster.mergedPicture(), caster.mergedDepth(), options.earlyTermination);
  this->count(caster);
}

/// All pieces are sent for picks. Rays that share a sum go through them a second time.
template <class Backend>
void PiecedTetRayCasterImpl<Backend>::findPicks(
  const Camera& camera, const FrameOptions& options, float opacity, float share, const std::uint8_t* pixels)
{
  MeshPicks<Backend>::checkOpacity(opacity);
  MeshPicks<Backend>::checkShare(share);
  this->check(camera, options);
  FrameOptions own = options;
  own.keepsFilms = false;
  const std::vector<SeenPiece> seen = seenPieces(partition_, camera);
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  this->beginFrame(camera, own, false);
  try
  {
    pieces_.withMemory(Store::none, [&] { picks_.reserve(numPixels, pixels != nullptr); });
    picks_.begin(options.drawVolume ? opacity : 0.0f, share, pixels);
    const auto castAll = [&](double first, double part) {
      if (options.progress)
        own.progress = [&options, first, part](double done) { options.progress(first + part * done); };
      picture_.begin(options.opaqueDepth, options.opaqueDepthOnDevice);
      picks_.limit(picture_.ends());
      double bytes = std::numeric_limits<double>::infinity();
      this->castPieces(camera, own, seen, bytes, [&](std::size_t k, FrameOptions ofPiece) {
        ofPiece.opaqueDepth = picture_.ends();
        ofPiece.opaqueDepthOnDevice = true;
        this->pickPiece(k, camera, ofPiece, pixels != nullptr);
      });
    };
    const bool isSum =
      options.drawVolume && (options.blend == BlendMode::Average || options.blend == BlendMode::Additive);
    const bool isTwice = pixels && isSum;
    castAll(0.0, isTwice ? 0.5 : 1.0);
    if (isTwice)
    {
      picks_.beginSecondMarch();
      castAll(0.5, 0.5);
    }
    pixels ? picks_.presentVisible() : picks_.present();
  }
  catch (...)
  {
    picks_.release();
    throw;
  }
  picks_.release();
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::pickPiece(
  std::size_t k, const Camera& camera, const FrameOptions& options, bool marksAll)
{
  const std::vector<std::uint32_t>& tets = partition_.pieces[k].tets;
  Caster& caster = pieces_.use(k);
  pieces_.withMemory(k, [&] {
    const std::vector<std::uint32_t>& seen =
      caster.pickPiece(camera, options, picks_.targetOf(tets), marksAll);
    if (marksAll)
      picks_.add(seen, tets);
  });
  this->count(caster);
}

/// Add what a piece has done to the report of the frame.
template <class Backend>
void PiecedTetRayCasterImpl<Backend>::count(const Caster& caster)
{
  ++report_.cast;
  largestGradient_ = std::max(largestGradient_, caster.largestGradient());
  const TetRayCastTimings t = caster.timings();
  timings_.camera += t.camera;
  timings_.lists += t.lists;
  timings_.cast += t.cast;
  timings_.present += t.present;
  const TetRayCastStatistics s = caster.statistics();
  statistics_.listEntries += s.listEntries;
  statistics_.coveredRays = std::max(statistics_.coveredRays, s.coveredRays);
  statistics_.steps += s.steps;
  statistics_.failedRays += s.failedRays;
  statistics_.recastRays += s.recastRays;
}

} // namespace inkray
