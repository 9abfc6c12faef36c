// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/Partition.h"
#include "Renderers/MeshVolume/FrameRules.h"
#include "Renderers/MeshVolume/Pieces/CompositePieces.h"
#include "Renderers/MeshVolume/Pieces/PiecedTetRayCaster.h"
#include "Renderers/MeshVolume/TetRayCasterImpl.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace inkray
{

/// The ray caster of a mesh in pieces on one backend. The casters of all pieces share the backend, and with
/// it the budget, and the workspace of a frame.
template <class Backend>
class PiecedTetRayCasterImpl : public PiecedTetRayCaster
{
public:
  PiecedTetRayCasterImpl(const DeviceInfo& device, std::size_t memoryLimit, std::size_t bytesAPiece)
    : workspace_(std::make_shared<FrameWorkspace<Backend>>(device, memoryLimit))
    , bytesAPiece_(bytesAPiece)
  {
  }

  DeviceKind device() const override { return empty_.device(); }
  std::string deviceName() const override { return empty_.deviceName(); }

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override;

  void setScalars(const Field& scalars) override
  {
    this->giveValues(scalars, [](Caster& caster, const Field& own) { caster.setScalars(own); });
    range_ = this->rangeOf(scalars, [](const auto& entries) { return entries; });
  }
  void setGradientScalars(const Field& scalars) override
  {
    this->giveValues(scalars, [](Caster& caster, const Field& own) { caster.setGradientScalars(own); });
  }
  void setColours(const Field& colours, double full) override
  {
    this->giveValues(colours, [full](Caster& caster, const Field& own) { caster.setColours(own, full); });
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
    this->giveValues(scalars, [](Caster& caster, const Field& own) { caster.setOpacityScalars(own); });
    opacityRange_ = this->rangeOf(scalars, [](const auto& entries) { return entries; });
  }
  void dropOpacityScalars() override
  {
    this->forPieces([](Piece& piece) { piece.caster->dropOpacityScalars(); });
    opacityRange_ = FiniteRange();
  }
  void setSurfaceColourScalars(const Field& scalars) override
  {
    this->giveValues(scalars, [](Caster& caster, const Field& own) { caster.setSurfaceColourScalars(own); });
  }
  void dropSurfaceColourScalars() override
  {
    this->forPieces([](Piece& piece) { piece.caster->dropSurfaceColourScalars(); });
  }
  void setThresholdScalars(const Field& scalars) override
  {
    this->giveValues(scalars, [](Caster& caster, const Field& own) { caster.setThresholdScalars(own); });
  }
  void setThresholdRanges(const Field& least, const Field& greatest) override;
  void dropThresholdScalars() override
  {
    this->forPieces([](Piece& piece) { piece.caster->dropThresholdScalars(); });
  }

  void setTransferFunction(const TransferFunction& function) override
  {
    this->set(Function, [function](Caster& caster) { caster.setTransferFunction(function); });
  }
  void setOpacityFunction(const TransferFunction& function) override
  {
    this->set(OpacityFunction, [function](Caster& caster) { caster.setOpacityFunction(function); });
  }
  void setGradientOpacity(const GradientOpacity& function) override
  {
    this->set(OpacityOfGradients, [function](Caster& caster) { caster.setGradientOpacity(function); });
  }
  void setTransferFunction2D(const TransferFunction2D& function) override
  {
    this->set(Function2D, [function](Caster& caster) { caster.setTransferFunction2D(function); });
  }
  void setIsosurfaces(const std::vector<Isosurface>& surfaces) override
  {
    this->set(Isosurfaces, [surfaces](Caster& caster) { caster.setIsosurfaces(surfaces); });
  }
  void setSurfaceColours(const ColorTable& colours) override
  {
    this->set(SurfaceColours, [colours](Caster& caster) { caster.setSurfaceColours(colours); });
  }
  void setThreshold(double low, double high) override
  {
    this->set(Threshold, [low, high](Caster& caster) { caster.setThreshold(low, high); });
  }
  void setLights(const std::vector<SurfaceLight>& lights) override
  {
    this->set(Lights, [lights](Caster& caster) { caster.setLights(lights); });
  }
  void setMaterial(const SurfaceMaterial& material) override
  {
    this->set(Material, [material](Caster& caster) { caster.setMaterial(material); });
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
  const float* image() const override { return imageInHost_; }
  const float* deviceImage() const override
  {
    return Backend::isDevice ? reinterpret_cast<const float*>(image_.data()) : nullptr;
  }
  const float* depth() const override { return depthInHost_; }
  const float* deviceDepth() const override
  {
    return Backend::isDevice && hasDepth_ ? depth_.data() : nullptr;
  }

  bool canMerge(const FrameOptions&) const override { return false; }
  void renderMerged(const Camera&, const FrameOptions&, const std::vector<Other>&, bool,
    const std::vector<SurfaceLayers>&) override
  {
    throw InvalidInput("a mesh in pieces cannot be merged with others");
  }
  MeshHistogram histogram(const MeshHistogramInput& input) override
  {
    return this->whole("their histogram cannot be counted").histogram(input);
  }
  void pick(const Camera& camera, const FrameOptions& options, float opacity) override
  {
    this->whole(cannotBeSelected).pick(camera, options, opacity);
  }
  const std::uint32_t* pickedTets() const override { return pieces_.front().caster->pickedTets(); }
  const float* pickedDepths() const override { return pieces_.front().caster->pickedDepths(); }
  void pickVisible(const Camera& camera, const FrameOptions& options, float opacity, float share,
    const std::uint8_t* pixels) override
  {
    this->whole(cannotBeSelected).pickVisible(camera, options, opacity, share, pixels);
  }
  const std::vector<std::uint32_t>& visibleTets() const override
  {
    return pieces_.front().caster->visibleTets();
  }

  TetRayCastTimings timings() const override { return timings_; }
  SparseReport sparseReport() const override { return {}; }
  TetRayCastStatistics statistics() const override { return statistics_; }
  std::int64_t numRays() const override;
  TetRayCastMemory memory() const override
  {
    TetRayCastMemory memory;
    for (const Piece& piece : pieces_)
      memory.resident += piece.caster->memory().resident;
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
    for (const Piece& piece : pieces_)
      report.resident += piece.caster->isPagedOut() ? 0 : 1;
    report.peakBytes = std::max(peak_, backend_.budget().peak());
    return report;
  }

private:
  using Caster = TetRayCasterImpl<Backend>;
  template <class T>
  using Array = Buffer<T, Backend>;

  static constexpr const char* cannotBeSelected = "its cells cannot be selected";
  static constexpr std::size_t noPiece = std::numeric_limits<std::size_t>::max();

  /// What is set once for all pieces; each takes it when it is next in memory.
  enum Slot
  {
    Function,
    OpacityFunction,
    OpacityOfGradients,
    Function2D,
    Isosurfaces,
    SurfaceColours,
    Threshold,
    Lights,
    Material,
    NumSlots
  };
  struct Setting
  {
    std::function<void(Caster&)> give;
    std::int64_t version = 0;
  };
  struct Piece
  {
    MeshPiece part;
    std::unique_ptr<Caster> caster;
    std::array<std::int64_t, NumSlots> versions{}; ///< of the settings that it has
  };

  static void giveRange(const FiniteRange& range, double to[2])
  {
    to[0] = range.low;
    to[1] = range.high;
  }
  void set(Slot slot, std::function<void(Caster&)> give)
  {
    give(empty_); // which throws what is wrong with it
    settings_[slot].give = std::move(give);
    ++settings_[slot].version;
  }
  /// The only piece. Throws InvalidInput where there are more.
  Caster& whole(const char* cannot)
  {
    if (pieces_.size() != 1)
      throw InvalidInput(std::string("the mesh is drawn in pieces, and ") + cannot +
        "; allow for more memory, so that it is drawn as a whole");
    this->bringIn(0);
    return *pieces_.front().caster;
  }

  // Memory. Pieces are sent away where others, or a frame, need theirs.
  bool sendOneAway(std::size_t kept, std::size_t alsoKept = noPiece);
  template <class Work>
  void withMemory(std::size_t kept, const Work& work);
  void bringIn(std::size_t k);
  void bringInAhead(std::size_t k, std::size_t current);
  template <class Work>
  void forPieces(const Work& work);

  // Set-up.
  void setUp(const TetMeshInput& mesh, std::size_t bytesAPiece, const WorkObserver& observer);
  void setUpPiece(std::size_t k, const TetMeshInput& mesh, std::vector<std::uint32_t>& localIds,
    const WorkObserver& observer);
  template <class Give>
  void giveValues(const Field& field, const Give& give);
  Field fieldOf(const Piece& piece, const Field& field, std::vector<std::int64_t>& tuples) const;
  void checkValues(const Field& field) const;
  template <class Entries>
  FiniteRange rangeOf(const Field& field, const Entries& entriesOf);

  // A frame.
  /// A piece in a picture: where it may be.
  struct SeenPiece
  {
    std::size_t piece;
    int x, y, width, height;
  };
  void draw(const Camera& camera, const FrameOptions& options, bool present);
  std::vector<SeenPiece> seenPieces(const Camera& camera) const;
  bool isOpen(const SeenPiece& seen, int imageWidth);
  void beginFrame(const Camera& camera, const FrameOptions& options);
  void castPiece(std::size_t k, const Camera& camera, const FrameOptions& options);
  void composite(std::size_t k, std::int64_t numPixels, float earlyTermination);

  const std::shared_ptr<FrameWorkspace<Backend>> workspace_;
  Backend& backend_ = workspace_->backend;
  const std::size_t bytesAPiece_;
  Caster empty_{ workspace_ }; ///< without a mesh: it has the settings alone
  std::array<Setting, NumSlots> settings_;

  MeshPartition partition_; ///< whose pieces have moved to the next
  std::vector<Piece> pieces_;
  std::int64_t numTets_ = 0, numPoints_ = 0;
  std::vector<bool> isDrawn_; ///< of the caller's tets
  TetMeshReport meshReport_;
  FiniteRange range_, opacityRange_;
  std::size_t setupPeak_ = 0, peak_ = 0;

  std::vector<std::size_t> turns_; ///< of each piece in the order of casting, or noPiece, and the current one
  std::size_t turn_ = 0;

  Array<Float4> image_;
  Array<float> ends_, depth_;
  Array<std::uint8_t> isAnyOpen_;
  bool hasDepth_ = false;
  typename Backend::HostImage hostImage_, hostDepth_;
  const float* imageInHost_ = nullptr;
  const float* depthInHost_ = nullptr;

  PiecesReport report_;
  TetRayCastTimings timings_;
  TetRayCastStatistics statistics_;
  double largestGradient_ = 0;
};

/// Send the piece away whose turn is farthest: of a picture from front to back, and again from the front,
/// that is the one that was cast last. False: there is none.
template <class Backend>
bool PiecedTetRayCasterImpl<Backend>::sendOneAway(std::size_t kept, std::size_t alsoKept)
{
  std::size_t farthest = noPiece, most = 0;
  for (std::size_t k = 0; k < pieces_.size(); ++k)
  {
    if (k == kept || k == alsoKept || !pieces_[k].caster || pieces_[k].caster->isPagedOut())
      continue;
    const std::size_t n = pieces_.size(),
                      distance = turns_[k] == noPiece ? n : (turns_[k] + n - turn_ % n) % n;
    if (farthest == noPiece || distance >= most)
    {
      farthest = k;
      most = distance;
    }
  }
  if (farthest == noPiece)
    return false;
  pieces_[farthest].caster->pageOut();
  return true;
}

/// Do something that takes memory, with as many pieces on the device as there is memory for.
template <class Backend>
template <class Work>
void PiecedTetRayCasterImpl<Backend>::withMemory(std::size_t kept, const Work& work)
{
  for (;;)
  {
    try
    {
      return work();
    }
    catch (const OutOfMemory&)
    {
      if (!this->sendOneAway(kept))
        throw;
    }
  }
}

/// A piece with all settings on the device.
template <class Backend>
void PiecedTetRayCasterImpl<Backend>::bringIn(std::size_t k)
{
  Piece& piece = pieces_[k];
  this->withMemory(k, [&] { report_.bytesSent += piece.caster->pageIn(); });
  backend_.awaitSent();
  for (std::size_t slot = 0; slot < NumSlots; ++slot)
    if (piece.versions[slot] != settings_[slot].version)
    {
      this->withMemory(k, [&] { settings_[slot].give(*piece.caster); });
      piece.versions[slot] = settings_[slot].version;
    }
}

/// Begin to send a piece where there is memory for it beside the current one.
template <class Backend>
void PiecedTetRayCasterImpl<Backend>::bringInAhead(std::size_t k, std::size_t current)
{
  bool isTried = true;
  while (isTried)
  {
    try
    {
      report_.bytesSent += pieces_[k].caster->pageIn();
      return;
    }
    catch (const OutOfMemory&)
    {
      isTried = this->sendOneAway(current, k);
    }
  }
}

template <class Backend>
template <class Work>
void PiecedTetRayCasterImpl<Backend>::forPieces(const Work& work)
{
  std::iota(turns_.begin(), turns_.end(), std::size_t(0));
  for (std::size_t k = 0; k < pieces_.size(); ++k)
  {
    turn_ = k;
    this->bringIn(k);
    this->withMemory(k, [&] { work(pieces_[k]); });
  }
}

template <class Backend>
const TetMeshReport& PiecedTetRayCasterImpl<Backend>::setMesh(
  const TetMeshInput& mesh, const WorkObserver& observer)
{
  pieces_.clear();
  isDrawn_.clear();
  workspace_->release();
  image_.release();
  ends_.release();
  depth_.release();
  range_ = opacityRange_ = FiniteRange();
  peak_ = std::max(peak_, backend_.budget().peak());
  setupPeak_ = 0;

  // Pieces are gathered on the host.
  TetMeshInput there = mesh;
  std::vector<char> points, connectivity;
  const auto toHost = [](const void*& values, MemorySpace& memory, ValueType type, std::int64_t count,
                        const char* name, std::vector<char>& copy) {
    if (memory == MemorySpace::Host || count <= 0 || !values)
      return;
    const std::size_t size = sizeOf(type);
    checkDeviceArray(values, static_cast<std::size_t>(count) * size, size, anyCudaDevice, name);
    copy.resize(static_cast<std::size_t>(count) * size);
    copyDeviceArray(copy.data(), values, copy.size(), name);
    values = copy.data();
    memory = MemorySpace::Host;
  };
  toHost(there.points, there.pointMemory, there.pointType, 3 * there.numPoints, "points", points);
  toHost(there.connectivity, there.connectivityMemory, there.connectivityType, 4 * there.numTets,
    "point ids of the tetrahedra", connectivity);

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
      workspace_->release();
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
  pieces_.resize(partition_.pieces.size());
  turns_.resize(pieces_.size());
  std::vector<std::uint32_t> localIds;
  isDrawn_.assign(static_cast<std::size_t>(mesh.numTets), false);
  for (std::size_t k = 0; k < pieces_.size(); ++k)
  {
    Piece& piece = pieces_[k];
    piece.part = std::move(partition_.pieces[k]);
    piece.caster = std::make_unique<Caster>(workspace_);
    turns_[k] = turn_ = k;
    const double first = double(k) / double(pieces_.size()), share = 1.0 / double(pieces_.size());
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
  Piece& piece = pieces_[k];
  const std::vector<std::uint32_t>& tets = piece.part.tets;
  PieceMesh own = meshOfPiece(mesh, piece.part, localIds);
  own.input.bounds = partition_.bounds;

  TetMeshReport found;
  this->withMemory(k, [&] {
    found = piece.caster->setMesh(own.input, observer);
    setupPeak_ = std::max(setupPeak_, piece.caster->memory().setupPeak);
    peak_ = std::max(peak_, backend_.budget().peak());
  });
  timings_.adjacency += piece.caster->timings().adjacency;
  timings_.upload += piece.caster->timings().upload;
  meshReport_.numBoundaryFaces += found.numBoundaryFaces;
  meshReport_.nonManifoldFaces += found.nonManifoldFaces;

  // All copies of a tet are in the same pieces, each of which leaves out the same ones.
  if (found.duplicate == 0)
    for (const std::uint32_t tet : tets)
      isDrawn_[tet] = true;
  else
  {
    std::vector<std::int64_t> kept(static_cast<std::size_t>(found.numTets));
    piece.caster->originalTets(kept.data());
    for (const std::int64_t tet : kept)
      isDrawn_[tets[static_cast<std::size_t>(tet)]] = true;
  }
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::checkValues(const Field& field) const
{
  if (pieces_.empty())
    throw InvalidInput("values were given before a mesh");
  const bool ofCells = field.association == Association::Cells;
  checkField(field, ofCells ? numTets_ : numPoints_, ofCells ? "tetrahedra" : "points");
}

/// The values of a piece, which it finds in the array of the whole; `tuples` has to live as long as they do.
template <class Backend>
Field PiecedTetRayCasterImpl<Backend>::fieldOf(
  const Piece& piece, const Field& field, std::vector<std::int64_t>& tuples) const
{
  const std::vector<std::uint32_t>& ids =
    field.association == Association::Cells ? piece.part.tets : piece.part.points;
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
  this->forPieces([&](Piece& piece) {
    give(*piece.caster, this->fieldOf(piece, field, tuples));
    timings_.upload += piece.caster->timings().upload;
  });
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::setThresholdRanges(const Field& least, const Field& greatest)
{
  this->checkValues(least);
  this->checkValues(greatest);
  std::vector<std::int64_t> leastTuples, greatestTuples;
  this->forPieces([&](Piece& piece) {
    piece.caster->setThresholdRanges(
      this->fieldOf(piece, least, leastTuples), this->fieldOf(piece, greatest, greatestTuples));
  });
}

template <class Backend>
template <class Entries>
FiniteRange PiecedTetRayCasterImpl<Backend>::rangeOf(const Field& field, const Entries& entriesOf)
{
  const std::int64_t count = field.association == Association::Cells ? numTets_ : numPoints_;
  FiniteRange range;
  this->withMemory(noPiece, [&] {
    readEntries(backend_, field, count, "values",
      [&](const auto& reader, const auto& entries) { range = reader.range(count, entriesOf(entries)); });
  });
  return range;
}

/// The pieces that may be in the picture, from front to back. One of them where none is, which finds what is
/// wrong with a frame.
template <class Backend>
auto PiecedTetRayCasterImpl<Backend>::seenPieces(const Camera& camera) const -> std::vector<SeenPiece>
{
  double toClip[16];
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 4; ++c)
    {
      toClip[4 * r + c] = 0;
      for (int k = 0; k < 4; ++k)
        toClip[4 * r + c] += camera.eyeToClip[4 * r + k] * camera.meshToEye[4 * k + c];
    }
  // A box is out of sight where all of its corners lie outside of one plane. One that reaches behind the eye
  // may be anywhere.
  const auto see = [&](const AxisBox& box, SeenPiece& seen) {
    bool isBeyond[6] = { true, true, true, true, true, true }, isInFront = true;
    double low[2] = { 1, 1 }, high[2] = { -1, -1 };
    for (int corner = 0; corner < 8; ++corner)
    {
      const double p[3] = { (corner & 1) != 0 ? box.high[0] : box.low[0],
        (corner & 2) != 0 ? box.high[1] : box.low[1], (corner & 4) != 0 ? box.high[2] : box.low[2] };
      double clip[4];
      for (int r = 0; r < 4; ++r)
        clip[r] =
          toClip[4 * r] * p[0] + toClip[4 * r + 1] * p[1] + toClip[4 * r + 2] * p[2] + toClip[4 * r + 3];
      for (int axis = 0; axis < 3; ++axis)
      {
        isBeyond[2 * axis] = isBeyond[2 * axis] && clip[axis] < -clip[3];
        isBeyond[2 * axis + 1] = isBeyond[2 * axis + 1] && clip[axis] > clip[3];
      }
      isInFront = isInFront && clip[3] > 0;
      for (int axis = 0; axis < 2; ++axis)
      {
        low[axis] = std::min(low[axis], clip[axis] / clip[3]);
        high[axis] = std::max(high[axis], clip[axis] / clip[3]);
      }
    }
    const int size[2] = { camera.width, camera.height };
    int first[2] = { 0, 0 }, last[2] = { size[0] - 1, size[1] - 1 };
    for (int axis = 0; axis < 2 && isInFront; ++axis)
    {
      // A pixel more on each side.
      const double half = 0.5 * size[axis];
      first[axis] =
        static_cast<int>(std::clamp(std::floor((low[axis] + 1) * half) - 1, 0.0, size[axis] - 1.0));
      last[axis] = static_cast<int>(
        std::clamp(std::ceil((high[axis] + 1) * half) + 1, double(first[axis]), size[axis] - 1.0));
    }
    seen.x = first[0];
    seen.y = first[1];
    seen.width = last[0] - first[0] + 1;
    seen.height = last[1] - first[1] + 1;
    return std::none_of(isBeyond, isBeyond + 6, [](bool beyond) { return beyond; });
  };
  std::vector<SeenPiece> all;
  for (const std::size_t k : partition_.frontToBack(camera))
  {
    SeenPiece seen = { k, 0, 0, 0, 0 };
    if (see(pieces_[k].part.occupied, seen))
      all.push_back(seen);
  }
  if (all.empty())
    all.push_back({ 0, 0, 0, camera.width, camera.height });
  return all;
}

/// Whether rays get as far as to a piece.
template <class Backend>
bool PiecedTetRayCasterImpl<Backend>::isOpen(const SeenPiece& seen, int imageWidth)
{
  backend_.zero(isAnyOpen_.data(), sizeof(std::uint8_t));
  backend_.forEach(std::int64_t(seen.width) * seen.height,
    FindOpenPixels{ ends_.data(), imageWidth, seen.x, seen.y, seen.width, isAnyOpen_.data() });
  return backend_.read(isAnyOpen_.data()) != 0;
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::beginFrame(const Camera& camera, const FrameOptions& options)
{
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  this->withMemory(noPiece, [&] {
    image_.reserve(backend_, numPixels);
    ends_.reserve(backend_, numPixels);
    isAnyOpen_.reserve(backend_, 1);
  });
  const float* opaqueDepth = options.opaqueDepth;
  if (opaqueDepth && !options.opaqueDepthOnDevice)
  {
    backend_.copyFromHost(ends_.data(), opaqueDepth, static_cast<std::size_t>(numPixels) * sizeof(float));
    opaqueDepth = ends_.data();
  }
  backend_.forEach(numPixels, BeginPieces{ opaqueDepth, image_.data(), ends_.data() });
  hasDepth_ = false;
  statistics_ = TetRayCastStatistics();
  timings_.camera = timings_.lists = timings_.cast = timings_.present = 0;
  report_.bytesSent = 0;
  report_.cast = 0;
  largestGradient_ = 0;
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::draw(const Camera& camera, const FrameOptions& options, bool present)
{
  checkFrame(camera, options);
  if (pieces_.empty())
    throw InvalidInput("a mesh and its values are needed before a frame");
  FrameContents contents;
  contents.isInPieces = pieces_.size() > 1;
  contents.drawsVolume = options.drawVolume;
  contents.blend = options.blend;
  for (const FrameRule* const rule : brokenRules(contents))
    if (rule->isError)
      throw InvalidInput(noteOf(*rule));

  this->beginFrame(camera, options);
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  const std::vector<SeenPiece> seen = this->seenPieces(camera);
  std::fill(turns_.begin(), turns_.end(), noPiece);
  for (std::size_t i = 0; i < seen.size(); ++i)
    turns_[seen[i].piece] = i;
  for (turn_ = 0; turn_ < seen.size(); ++turn_)
  {
    const std::size_t k = seen[turn_].piece;
    if (turn_ > 0 && !this->isOpen(seen[turn_], camera.width))
      continue;
    this->bringIn(k);
    if (turn_ + 1 < seen.size() && this->isOpen(seen[turn_ + 1], camera.width))
      this->bringInAhead(seen[turn_ + 1].piece, k);

    FrameOptions own = options;
    own.sparse = SparseRays();
    own.piece = pieces_[k].part.box;
    if (turn_ > 0 || options.opaqueDepth)
    {
      own.opaqueDepth = ends_.data();
      own.opaqueDepthOnDevice = true;
    }
    if (options.progress)
      own.progress = [&, first = double(turn_)](
                       double share) { options.progress((first + share) / double(seen.size())); };
    this->castPiece(k, camera, own);
    this->composite(k, numPixels, options.earlyTermination);
  }

  const auto start = std::chrono::steady_clock::now();
  imageInHost_ = present ? hostImage_.take(backend_, image_, numPixels) : nullptr;
  depthInHost_ = present && hasDepth_ ? hostDepth_.take(backend_, depth_, numPixels) : nullptr;
  backend_.synchronize();
  timings_.present +=
    std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::castPiece(
  std::size_t k, const Camera& camera, const FrameOptions& options)
{
  Caster& caster = *pieces_[k].caster;
  this->withMemory(k, [&] { caster.renderOnDevice(camera, options); });
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

template <class Backend>
void PiecedTetRayCasterImpl<Backend>::composite(std::size_t k, std::int64_t numPixels, float earlyTermination)
{
  const Caster& caster = *pieces_[k].caster;
  const float* const pieceDepth = caster.pictureDepth();
  if (pieceDepth && !hasDepth_)
  {
    this->withMemory(k, [&] { depth_.reserve(backend_, numPixels); });
    backend_.forEach(numPixels, FillDepths{ depth_.data() });
    hasDepth_ = true;
  }
  backend_.forEach(numPixels,
    CompositePiece{ caster.picture(), pieceDepth,
      std::max(earlyTermination, std::numeric_limits<float>::min()), image_.data(),
      pieceDepth ? depth_.data() : nullptr, ends_.data() });
}

template <class Backend>
std::int64_t PiecedTetRayCasterImpl<Backend>::numRays() const
{
  std::vector<Float4> pixels(static_cast<std::size_t>(image_.size()));
  if (!pixels.empty())
    backend_.copyToHost(pixels.data(), image_.data(), image_.bytes());
  return std::count_if(pixels.begin(), pixels.end(), [](const Float4& pixel) { return pixel.w > 0.0f; });
}

} // namespace inkray
