// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickRanges.h"
#include "Geometry/RegularGrid/GridPieces.h"
#include "Renderers/Isosurface/IsosurfaceRayCasterImpl.h"
#include "Renderers/Isosurface/SeenGridPieces.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace inkray
{

/// Finds whether a rectangle has pixels in which rays go on.
struct FindOpenRays
{
  const Float4* color;
  const float* depth;
  bool isOneOpaque;                     ///< rays end at their first crossing, whatever its depth
  std::int32_t imageWidth, x, y, width; ///< of the rectangle, its lower left pixel and its width
  std::uint8_t* isAny;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::int64_t at = (y + i / width) * imageWidth + x + i % width;
    if (depth[at] >= 1.0f && !(isOneOpaque && color[at].w >= 1.0f))
      setFlagRelaxed(isAny);
  }
};

/// The ray caster of a grid in pieces on one backend. The volume of the base is the frame of all pieces: it
/// has the surfaces and all of the grid but values. A frame of the caster's has the tree and values of one
/// piece after the other in its scene.
template <class Backend>
class PiecedIsosurfaceRayCasterImpl : public IsosurfaceRayCasterImpl<Backend>
{
  using Base = IsosurfaceRayCasterImpl<Backend>;
  using Volume = IsosurfaceVolume<Backend>;

public:
  PiecedIsosurfaceRayCasterImpl(const DeviceInfo& device, std::size_t memoryLimit, int leavesASide)
    : Base(device, memoryLimit)
    , leavesASide_(leavesASide)
  {
  }

  const VolumeReport& setVolume(const VolumeInput& volume, const WorkObserver& observer) override;
  void setColorValues(const Field& values) override;
  void setIsosurfaces(const std::vector<Isosurface>& surfaces) override
  {
    Base::setIsosurfaces(surfaces);
    ++version_;
  }
  void setColorTable(const ColorTable& table) override
  {
    this->withMemory([&] { Base::setColorTable(table); });
    ++version_;
  }
  void renderOnDevice(const Camera& camera, const IsosurfaceFrameOptions& options) override;

  IsosurfaceMemory memory() const override
  {
    IsosurfaceMemory memory = Base::memory();
    for (const Piece& piece : pieces_)
      if (piece.volume)
      {
        memory.volume += piece.volume->valueBytes();
        memory.bricks += piece.volume->brickBytes();
      }
    memory.frame = this->backend_.budget().used() - memory.volume - memory.bricks;
    return memory;
  }
  GridPiecesReport piecesReport() const override
  {
    GridPiecesReport report = report_;
    report.pieces = static_cast<int>(pieces_.size());
    report.resident = static_cast<int>(this->numResident());
    return report;
  }
  IsosurfaceStatistics statistics() const override;

private:
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  struct Piece
  {
    GridPiece box;
    MinMax<double> range;           ///< of the cells that draw something
    std::unique_ptr<Volume> volume; ///< null: not on the device
    std::int64_t version = -1;      ///< of the surfaces that it has
    std::int64_t colorVersion = -1;
    std::size_t turn = none; ///< in the current frame
  };

  void drop()
  {
    pieces_.clear();
    full_ = none;
    values_ = colors_ = Field();
    this->volume_.drop();
  }
  std::int64_t sideFor(const std::int64_t points[3]) const;
  void takeVolume(const VolumeInput& volume);
  bool isTouched(const Piece& piece, const std::vector<float>& isovalues) const;
  std::vector<SeenGridPiece> seePieces(const Camera& camera);
  std::size_t numResident() const
  {
    return static_cast<std::size_t>(std::count_if(
      pieces_.begin(), pieces_.end(), [](const Piece& piece) { return piece.volume != nullptr; }));
  }

  /// The piece on the device whose next turn is farthest from that of piece k, or null. Of frames from front
  /// to back, that is one without a turn, or the one that was cast last.
  Piece* farthest(std::size_t k);
  template <class Work>
  void withMemory(const Work& work, std::size_t kept = none);
  void send(const GridPiece& box, const Field& values, const KeptForm& form, char* to);
  void load(std::size_t k);
  void castPiece(const SeenGridPiece& seen, const IsosurfaceFrameOptions& options);
  bool isOpen(const SeenGridPiece& seen);

  const int leavesASide_;
  std::vector<char> valueCopy_, colorCopy_; ///< of arrays on a device
  Field values_, colors_;                   ///< in host memory
  std::int64_t points_[3] = { 0, 0, 0 };
  VolumeReport volumeReport_;
  GridWalls walls_;
  std::vector<Piece> pieces_;
  std::size_t full_ = none; ///< pieces with which the memory was full; `none`: it never was
  std::size_t turn_ = 0, numTurns_ = 0;
  std::int64_t version_ = 0, colorVersion_ = 0;
  typename Backend::HostStore store_;
  typename Backend::SentMark sent_;
  typename Backend::template Array<std::uint8_t> isAnyOpen_;
  GridPiecesReport report_;
};

template <class Backend>
std::int64_t PiecedIsosurfaceRayCasterImpl<Backend>::sideFor(const std::int64_t points[3]) const
{
  if (leavesASide_ > 0)
    return leavesASide_;
  const std::size_t limit = this->backend_.budget().limit();
  std::int64_t side = 16;
  for (; side > 1; side /= 2)
  {
    const std::int64_t along = side * leafSize + 3;
    const std::int64_t own[3] = { std::min(along, points[0]), std::min(along, points[1]),
      std::min(along, points[2]) };
    if (estimatePieceBytes(this->volume_.form(), own) <= limit / 16)
      break;
  }
  return side;
}

template <class Backend>
const VolumeReport& PiecedIsosurfaceRayCasterImpl<Backend>::setVolume(
  const VolumeInput& volume, const WorkObserver& observer)
{
  const Observed<Backend> observed(this->backend_, observer);
  this->drop();
  ++version_;
  ++colorVersion_;
  try
  {
    this->takeVolume(volume);
  }
  catch (...)
  {
    this->drop();
    throw;
  }
  return volumeReport_;
}

template <class Backend>
void PiecedIsosurfaceRayCasterImpl<Backend>::takeVolume(const VolumeInput& volume)
{
  Backend& backend = this->backend_;
  backend.step(0.0, 0.1);
  if (!volume.scalars.values)
    throw InvalidInput("the volume has no array to draw; choose one with numbers");
  if (volume.scalars.tupleOf)
    throw InvalidInput("the values of a grid have to lie in its own order, without tupleOf; copy them");
  // What is wrong with the grid is found before its values are looked at.
  volumeReport_ = this->volume_.setFrame(backend, volume, KeptForm());
  std::copy_n(volumeReport_.dimensions, 3, points_);
  const std::int64_t n = points_[0] * points_[1] * points_[2];
  checkField(volume.scalars, n, "points or cells of the grid");
  VolumeInput there = volume;
  there.scalars = gridFieldInHost(volume.scalars, valueCopy_);

  const bool asFloat = !this->volume_.isEven();
  FiniteRange range;
  KeptForm form = findKeptForm(there.scalars, n, false, asFloat, range);
  volumeReport_.numNonFinite = range.notFinite;
  this->volume_.setForm(backend, form);
  backend.step(0.1, 0.9);
  std::int64_t count[3];
  const std::int64_t side = this->sideFor(points_);
  const std::vector<GridPiece> boxes = cutGrid(points_, side, count);
  const BrickSelection all = { side * leafSize, { 0, 0, 0 }, { count[0], count[1], count[2] }, { 0, 0, 0 } };
  std::vector<MinMax<double>> ranges(boxes.size());
  findBrickRanges(there, all, ranges.data());
  MinMax<double> whole = emptyRange<double>();
  for (const MinMax<double>& own : ranges)
    extend(whole, own);
  const bool isAny = whole.low <= whole.high;
  if (isAny && !(std::abs(whole.low) < 1e37 && std::abs(whole.high) < 1e37) &&
    volume.scalars.type == ValueType::Float32)
  {
    // Differences of values this large could overflow.
    form = findKeptForm(there.scalars, n, true, asFloat, range);
    this->volume_.setForm(backend, form);
  }
  if (isAny)
  {
    volumeReport_.range[0] = form.restore(form.keep(whole.low));
    volumeReport_.range[1] = form.restore(form.keep(whole.high));
  }
  for (int axis = 0; axis < 3; ++axis)
  {
    walls_.along[axis].clear();
    for (std::int64_t i = 0; i <= count[axis]; ++i)
      walls_.along[axis].push_back(
        this->volume_.planePosition(axis, std::min(i * side * leafSize, points_[axis] - 1)));
  }
  pieces_.resize(boxes.size());
  for (std::size_t k = 0; k < boxes.size(); ++k)
  {
    pieces_[k].box = boxes[k];
    pieces_[k].range = ranges[k];
  }
  values_ = there.scalars;
  backend.step(1.0, 1.0);
}

template <class Backend>
void PiecedIsosurfaceRayCasterImpl<Backend>::setColorValues(const Field& values)
{
  ++version_;
  ++colorVersion_;
  colors_ = Field();
  if (!values.values)
    return Base::setColorValues(values);
  if (this->volume_.empty())
    throw InvalidInput("colours were given before the volume");
  if (values.association != values_.association)
    throw InvalidInput("the array that colours the surface has to lie where the contoured one lies: both at "
                       "the points or both in the cells");
  const std::int64_t n = points_[0] * points_[1] * points_[2];
  checkField(values, n, "points or cells of the grid");
  const Field there = gridFieldInHost(values, colorCopy_);
  FiniteRange range;
  const KeptForm form = findKeptForm(there, n, false, false, range);
  this->withMemory([&] { this->volume_.setColorForm(this->backend_, form); });
  colors_ = there;
}

/// Whether an isovalue lies in a piece, as values are kept.
template <class Backend>
bool PiecedIsosurfaceRayCasterImpl<Backend>::isTouched(
  const Piece& piece, const std::vector<float>& isovalues) const
{
  const KeptForm form = this->volume_.form();
  if (!(piece.range.low <= piece.range.high))
    return false;
  const float low = form.keep(piece.range.low), high = form.keep(piece.range.high);
  const auto first = std::lower_bound(isovalues.begin(), isovalues.end(), low);
  return first != isovalues.end() && *first <= high;
}

template <class Backend>
std::vector<SeenGridPiece> PiecedIsosurfaceRayCasterImpl<Backend>::seePieces(const Camera& camera)
{
  std::vector<float> isovalues;
  for (const Isosurface& surface : this->volume_.surfaces())
    isovalues.push_back(this->volume_.form().keep(surface.value));
  std::vector<bool> isWanted(pieces_.size());
  for (std::size_t k = 0; k < pieces_.size(); ++k)
    isWanted[k] = this->isTouched(pieces_[k], isovalues);
  report_.touched = static_cast<int>(std::count(isWanted.begin(), isWanted.end(), true));
  std::vector<SeenGridPiece> seen = seenGridPieces(walls_, this->volume_.gridToMesh(), camera, isWanted);
  for (Piece& piece : pieces_)
    piece.turn = none;
  for (std::size_t turn = 0; turn < seen.size(); ++turn)
    pieces_[seen[turn].piece].turn = turn;
  turn_ = 0;
  numTurns_ = seen.size();
  return seen;
}

template <class Backend>
auto PiecedIsosurfaceRayCasterImpl<Backend>::farthest(std::size_t k) -> Piece*
{
  Piece* found = nullptr;
  std::size_t most = 0;
  for (std::size_t i = 0; i < pieces_.size(); ++i)
  {
    Piece& piece = pieces_[i];
    if (!piece.volume || i == k)
      continue;
    const std::size_t distance = piece.turn == none ? numTurns_ + 1
      : piece.turn < turn_                          ? piece.turn + numTurns_ - turn_
                                                    : piece.turn - turn_;
    if (!found || distance > most)
    {
      found = &piece;
      most = distance;
    }
  }
  return found;
}

/// Do something that takes memory, with as many pieces on the device as there is room for beside it.
template <class Backend>
template <class Work>
void PiecedIsosurfaceRayCasterImpl<Backend>::withMemory(const Work& work, std::size_t kept)
{
  for (;;)
  {
    try
    {
      return work();
    }
    catch (const OutOfMemory&)
    {
      Piece* const piece = this->farthest(kept);
      if (!piece)
        throw;
      piece->volume.reset();
      full_ = none; // pieces may have become larger or fewer
    }
  }
}

/// Bring values to the device: the host's threads make some planes ready while those before are on their way.
template <class Backend>
void PiecedIsosurfaceRayCasterImpl<Backend>::send(
  const GridPiece& box, const Field& values, const KeptForm& form, char* to)
{
  this->backend_.synchronize(); // what was sent before has arrived, and the store is free
  const std::size_t plane = static_cast<std::size_t>(box.points[0] * box.points[1]) * form.bytesOfAValue();
  const std::int64_t atATime = std::max<std::int64_t>(1, (box.points[2] + 7) / 8);
  char* const store = store_.reserve(plane * static_cast<std::size_t>(box.points[2]));
  for (std::int64_t first = 0; first < box.points[2]; first += atATime)
  {
    const std::int64_t last = std::min(first + atATime, box.points[2]);
    const std::size_t from = plane * static_cast<std::size_t>(first);
    keepPlanes(values, form, points_, box, first, last, store + from);
    this->backend_.send(to + from, store + from, plane * static_cast<std::size_t>(last - first));
  }
  this->backend_.markSent(sent_);
  this->backend_.awaitSent(sent_);
  report_.bytesSent += plane * static_cast<std::size_t>(box.points[2]);
}

/// Bring a piece to the device, in the memory of another one where there is none left.
template <class Backend>
void PiecedIsosurfaceRayCasterImpl<Backend>::load(std::size_t k)
{
  Piece& piece = pieces_[k];
  auto volume = std::make_unique<Volume>();
  for (bool isFull = this->numResident() >= full_;; isFull = true)
  {
    if (isFull)
    {
      Piece* const other = this->farthest(k);
      if (other)
        volume = std::move(other->volume);
    }
    try
    {
      char* const to = volume->setPiece(this->backend_, this->volume_, piece.box);
      volume->dropColors();
      this->send(piece.box, values_, this->volume_.form(), to);
      volume->buildPiece(this->backend_);
      break;
    }
    catch (const OutOfMemory&)
    {
      full_ = this->numResident();
      if (!this->farthest(k))
        throw;
    }
  }
  piece.version = piece.colorVersion = -1;
  piece.volume = std::move(volume);
}

template <class Backend>
bool PiecedIsosurfaceRayCasterImpl<Backend>::isOpen(const SeenGridPiece& seen)
{
  Backend& backend = this->backend_;
  this->withMemory([&] { isAnyOpen_.reserve(backend, 1); });
  backend.zero(isAnyOpen_.data(), 1);
  backend.forEach(std::int64_t(seen.width) * seen.height,
    FindOpenRays{ this->color_.data(), this->depths_.data(),
      this->volume_.endsAtFirstCrossing(this->scene_) && this->scene_.layers.most == 0,
      this->scene_.camera.width, seen.x, seen.y, seen.width, isAnyOpen_.data() });
  return backend.read(isAnyOpen_.data()) != 0;
}

template <class Backend>
void PiecedIsosurfaceRayCasterImpl<Backend>::castPiece(
  const SeenGridPiece& seen, const IsosurfaceFrameOptions& options)
{
  Piece& piece = pieces_[seen.piece];
  if (colors_.values && piece.colorVersion != colorVersion_)
  {
    char* to = nullptr;
    this->withMemory([&] { to = piece.volume->takeColors(this->backend_, this->volume_); }, seen.piece);
    this->send(piece.box, colors_, this->volume_.colorForm(), to);
    piece.version = -1;
  }
  if (!colors_.values)
    piece.volume->dropColors();
  piece.colorVersion = colorVersion_;
  if (piece.version != version_)
    piece.volume->takeSurfaces(this->volume_);
  piece.version = version_;
  if (options.methods.alwaysRebuild || piece.volume->treeIsOld())
    piece.volume->updateTree(this->backend_);
  piece.volume->describe(this->scene_);
  this->cast_ = piece.volume.get();
  IsosurfaceImage image = this->imageFor(options);
  image.goesOn = true;
  if (this->used_ == IsosurfacePipeline::SingleKernel)
  {
    const std::int64_t row =
      std::int64_t(tileSize) * ((this->scene_.camera.width + tileSize - 1) / tileSize) * tileSize;
    image.firstRay = seen.y / tileSize * row;
    this->endRay_ = ((seen.y + seen.height - 1) / tileSize + 1) * row;
  }
  this->cast(options, image);
  ++report_.cast;
}

template <class Backend>
void PiecedIsosurfaceRayCasterImpl<Backend>::renderOnDevice(
  const Camera& camera, const IsosurfaceFrameOptions& options)
{
  Backend& backend = this->backend_;
  const Observed<Backend> observed(backend, options);
  // However the frame ends, the next one begins with the frame of all pieces.
  struct Reset
  {
    PiecedIsosurfaceRayCasterImpl& caster;
    ~Reset()
    {
      caster.cast_ = &caster.volume_;
      caster.endRay_ = 0;
    }
  } reset{ *this };
  report_ = GridPiecesReport();
  bool visible = false;
  this->withMemory([&] { visible = this->beginFrame(camera, options); });
  if (this->used_ == IsosurfacePipeline::KdJump)
    this->used_ = IsosurfacePipeline::SingleKernel;
  this->clear(options);
  if (visible)
  {
    const std::vector<SeenGridPiece> seen = this->seePieces(camera);
    for (std::size_t turn = 0; turn < seen.size(); ++turn)
    {
      turn_ = turn;
      backend.step(0.05 + 0.95 * double(turn) / double(seen.size()),
        0.05 + 0.95 * double(turn + 1) / double(seen.size()));
      const std::size_t k = seen[turn].piece;
      if (!pieces_[k].volume)
      {
        if (turn > 0 && !this->isOpen(seen[turn]))
          continue;
        this->load(k);
      }
      this->withMemory([&] { this->castPiece(seen[turn], options); }, k);
    }
    this->drawn_ = true;
  }
  this->endFrame(options);
}

template <class Backend>
IsosurfaceStatistics PiecedIsosurfaceRayCasterImpl<Backend>::statistics() const
{
  IsosurfaceStatistics s;
  s.pipeline = this->used_;
  if (!this->drawn_)
    return s;
  // The frame's own scene, which has the box of all cells.
  Backend& backend = this->backend_;
  this->counts_.reserve(backend, 3);
  std::uint64_t* const counts = this->counts_.data();
  backend.zero(counts, this->counts_.bytes());
  backend.forEach(this->numPixels(), CountHits{ this->color_.data(), counts });
  for (const Piece& piece : pieces_)
    if (piece.volume && piece.version == version_ && !piece.volume->treeIsOld())
    {
      const std::int64_t slots = std::int64_t(1) << piece.volume->layout().depth;
      backend.forEach(slots, CountLeaves{ piece.volume->nodes(), slots, counts + 1 });
    }
  IsosurfaceScene unstopped = this->scene_;
  unstopped.camera.stops = nullptr;
  backend.forEach(this->numRays(), CountRays{ { unstopped }, counts + 2 });
  std::uint64_t found[3];
  backend.copyToHost(found, counts, sizeof found);
  s.hits = static_cast<std::int64_t>(found[0]);
  s.activeLeaves = static_cast<std::int64_t>(found[1]);
  s.rays = static_cast<std::int64_t>(found[2]);
  return s;
}

} // namespace inkray
