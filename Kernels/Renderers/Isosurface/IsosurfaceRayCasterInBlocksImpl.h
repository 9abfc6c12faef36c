// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickRanges.h"
#include "Geometry/RegularGrid/GridBlocks.h"
#include "Picture/BlockStore.h"
#include "Renderers/Isosurface/IsosurfaceRayCasterImpl.h"
#include "View/EyeRays.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace inkray
{

/// Finds whether a rectangle of pixels has rays that have not ended.
struct FindOpenRays
{
  const Float4* color;
  const float* depth;
  bool isOneOpaque;                     ///< rays end at their first crossing, whatever its depth
  std::int32_t imageWidth, x, y, width; ///< of the rectangle: its lower left pixel and its width
  std::uint8_t* isAny;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::int64_t at = (y + i / width) * imageWidth + x + i % width;
    if (depth[at] >= 1.0f && !(isOneOpaque && color[at].w >= 1.0f))
      setFlagRelaxed(isAny);
  }
};

/// The ray caster of a grid in blocks on one backend. A BlockStore loads and drops the blocks. The base's
/// volume_ stands for all blocks: it has the surfaces and the grid, but no values. To draw, the scene refers
/// to the tree and the values of one block after another.
template <class Backend>
class IsosurfaceRayCasterInBlocksImpl
  : public IsosurfaceRayCasterImpl<Backend>
  , private BlockSource
{
  using Base = IsosurfaceRayCasterImpl<Backend>;
  using Volume = IsosurfaceVolume<Backend>;

public:
  IsosurfaceRayCasterInBlocksImpl(const DeviceInfo& device, std::size_t memoryLimit, int leavesASide)
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
    store_.withMemory(BlockStore::none, [&] { Base::setColorTable(table); });
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
  GridBlocksReport piecesReport() const override { return { store_.report(), touched_ }; }

private:
  struct Piece
  {
    GridBlock box;
    MinMax<double> range;           ///< range of the values of all drawn cells
    std::unique_ptr<Volume> volume; ///< null: not on the device
    std::int64_t version = -1;      ///< version_ of its surfaces
    std::int64_t colorVersion = -1; ///< colorVersion_ of its color values
  };

  void drop()
  {
    pieces_.clear();
    spare_.reset();
    store_.countPicture(0);
    values_ = colors_ = Field();
    this->volume_.drop();
  }
  std::int64_t sideFor(const std::int64_t points[3]) const;
  void takeVolume(const VolumeInput& volume);
  bool isTouched(const Piece& piece, const std::vector<float>& isovalues) const;
  std::vector<SeenBlock> seePieces(const Camera& camera);

  std::size_t numBlocks() const override { return pieces_.size(); }
  bool isLoaded(std::size_t k) const override { return pieces_[k].volume != nullptr; }
  std::size_t bytes(std::size_t k) const override
  {
    return static_cast<std::size_t>(pieces_[k].box.numPoints()) * this->volume_.form().bytesOfAValue();
  }
  /// Blocks are not loaded ahead: the host's threads convert values while earlier ones are sent.
  bool loadsAhead() const override { return false; }
  void load(std::size_t k) override;
  void drop(std::size_t k) override { spare_ = std::move(pieces_[k].volume); }
  bool releaseSpare() override { return std::exchange(spare_, nullptr) != nullptr; }

  void countLeaves(std::uint64_t* count) const override;
  void send(const GridBlock& box, const Field& values, const KeptForm& form, char* to);
  void castPiece(const SeenBlock& seen, const IsosurfaceFrameOptions& options);
  bool isOpen(const SeenBlock& seen);

  const int leavesASide_;
  std::vector<char> valueCopy_, colorCopy_; ///< copies of arrays on a device
  Field values_, colors_;                   ///< in host memory
  std::int64_t points_[3] = { 0, 0, 0 };
  VolumeReport volumeReport_;
  GridWalls walls_;
  std::vector<Piece> pieces_;
  std::unique_ptr<Volume> spare_; ///< a dropped block's memory, for the next block to be loaded
  BlockStore store_{ *this, this->backend_.budget() };
  int touched_ = 0; ///< blocks that contain isovalues of the last frame
  std::int64_t version_ = 0, colorVersion_ = 0;
  typename Backend::HostStore staging_; ///< host memory from which values are sent
  typename Backend::SentMark sent_;
  typename Backend::template Array<std::uint8_t> isAnyOpen_;
};

template <class Backend>
std::int64_t IsosurfaceRayCasterInBlocksImpl<Backend>::sideFor(const std::int64_t points[3]) const
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
    if (estimateBlockBytes(this->volume_.form(), own) <= limit / 16)
      break;
  }
  return side;
}

template <class Backend>
const VolumeReport& IsosurfaceRayCasterInBlocksImpl<Backend>::setVolume(
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
void IsosurfaceRayCasterInBlocksImpl<Backend>::takeVolume(const VolumeInput& volume)
{
  Backend& backend = this->backend_;
  backend.step(0.0, 0.1);
  if (!volume.scalars.values)
    throw InvalidInput("the volume has no array to draw; choose one with numbers");
  if (volume.scalars.tupleOf)
    throw InvalidInput(
      "the values of a grid have to be in the order of its points or cells, without tupleOf; "
      "copy them into this order");
  // Errors of the grid are found before its values are read.
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
  const std::vector<GridBlock> boxes = cutGrid(points_, side, count);
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
void IsosurfaceRayCasterInBlocksImpl<Backend>::setColorValues(const Field& values)
{
  ++version_;
  ++colorVersion_;
  colors_ = Field();
  if (!values.values)
    return Base::setColorValues(values);
  if (this->volume_.empty())
    throw InvalidInput("colors were given before the volume");
  if (values.association != values_.association)
    throw InvalidInput("the array that colors the surface has to lie where the contoured one lies: both at "
                       "the points or both in the cells");
  const std::int64_t n = points_[0] * points_[1] * points_[2];
  checkField(values, n, "points or cells of the grid");
  const Field there = gridFieldInHost(values, colorCopy_);
  FiniteRange range;
  const KeptForm form = findKeptForm(there, n, false, false, range);
  store_.withMemory(BlockStore::none, [&] { this->volume_.setColorForm(this->backend_, form); });
  colors_ = there;
}

/// Whether a block contains an isovalue. `isovalues` are in the stored form, in ascending order.
template <class Backend>
bool IsosurfaceRayCasterInBlocksImpl<Backend>::isTouched(
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
std::vector<SeenBlock> IsosurfaceRayCasterInBlocksImpl<Backend>::seePieces(const Camera& camera)
{
  std::vector<float> isovalues;
  for (const Isosurface& surface : this->volume_.surfaces())
    isovalues.push_back(this->volume_.form().keep(surface.value));
  Camera inGrid = camera;
  multiply(camera.meshToEye, this->volume_.gridToMesh(), inGrid.meshToEye);
  std::vector<std::size_t> order = walls_.frontToBack(inGrid);
  order.erase(std::remove_if(order.begin(), order.end(),
                [&](std::size_t k) { return !this->isTouched(pieces_[k], isovalues); }),
    order.end());
  touched_ = static_cast<int>(order.size());
  return seenBlocks(
    order, [&](std::size_t k) { return walls_.boxOf(k); }, inGrid);
}

/// Send values to the device. The host's threads convert some planes while the planes before are being sent.
template <class Backend>
void IsosurfaceRayCasterInBlocksImpl<Backend>::send(
  const GridBlock& box, const Field& values, const KeptForm& form, char* to)
{
  this->backend_.synchronize(); // earlier values have arrived, so staging_ is free
  const std::size_t plane = static_cast<std::size_t>(box.points[0] * box.points[1]) * form.bytesOfAValue();
  const std::int64_t atATime = std::max<std::int64_t>(1, (box.points[2] + 7) / 8);
  char* const staged = staging_.reserve(plane * static_cast<std::size_t>(box.points[2]));
  for (std::int64_t first = 0; first < box.points[2]; first += atATime)
  {
    const std::int64_t last = std::min(first + atATime, box.points[2]);
    const std::size_t from = plane * static_cast<std::size_t>(first);
    keepPlanes(values, form, points_, box, first, last, staged + from);
    this->backend_.send(to + from, staged + from, plane * static_cast<std::size_t>(last - first));
  }
  this->backend_.markSent(sent_);
  this->backend_.awaitSent(sent_);
}

template <class Backend>
void IsosurfaceRayCasterInBlocksImpl<Backend>::load(std::size_t k)
{
  Piece& piece = pieces_[k];
  const KeptForm form = this->volume_.form();
  // As long as other blocks can make room, a block is loaded only if all of its memory is available.
  if (!spare_ && store_.report().resident > 0)
    this->backend_.budget().require(estimateBlockBytes(form, piece.box.points));
  std::unique_ptr<Volume> volume = spare_ ? std::move(spare_) : std::make_unique<Volume>();
  char* const to = volume->setPiece(this->backend_, this->volume_, piece.box);
  volume->dropColors();
  this->send(piece.box, values_, form, to);
  volume->buildPiece(this->backend_);
  piece.version = piece.colorVersion = -1;
  piece.volume = std::move(volume);
}

template <class Backend>
bool IsosurfaceRayCasterInBlocksImpl<Backend>::isOpen(const SeenBlock& seen)
{
  Backend& backend = this->backend_;
  const BoxPixels& pixels = seen.pixels;
  store_.withMemory(BlockStore::none, [&] { isAnyOpen_.reserve(backend, 1); });
  backend.zero(isAnyOpen_.data(), 1);
  backend.forEach(std::int64_t(pixels.width) * pixels.height,
    FindOpenRays{ this->color_.data(), this->depths_.data(),
      this->volume_.endsAtFirstCrossing(this->scene_) && this->scene_.layers.most == 0,
      this->scene_.camera.width, pixels.x, pixels.y, pixels.width, isAnyOpen_.data() });
  return backend.read(isAnyOpen_.data()) != 0;
}

template <class Backend>
void IsosurfaceRayCasterInBlocksImpl<Backend>::castPiece(
  const SeenBlock& seen, const IsosurfaceFrameOptions& options)
{
  Piece& piece = pieces_[seen.block];
  if (colors_.values && piece.colorVersion != colorVersion_)
  {
    char* to = nullptr;
    store_.withMemory(seen.block, [&] { to = piece.volume->takeColors(this->backend_, this->volume_); });
    this->send(piece.box, colors_, this->volume_.colorForm(), to);
    store_.countSent(
      static_cast<std::size_t>(piece.box.numPoints()) * this->volume_.colorForm().bytesOfAValue());
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
    image.firstRay = seen.pixels.y / tileSize * row;
    this->endRay_ = ((seen.pixels.y + seen.pixels.height - 1) / tileSize + 1) * row;
  }
  this->cast(options, image);
}

template <class Backend>
void IsosurfaceRayCasterInBlocksImpl<Backend>::renderOnDevice(
  const Camera& camera, const IsosurfaceFrameOptions& options)
{
  Backend& backend = this->backend_;
  const Observed<Backend> observed(backend, options);
  // However this call ends, cast_ is the frame of all blocks afterwards.
  struct Reset
  {
    IsosurfaceRayCasterInBlocksImpl& caster;
    ~Reset()
    {
      caster.cast_ = &caster.volume_;
      caster.endRay_ = 0;
    }
  } reset{ *this };
  store_.beginFrame(options.pictureBytes);
  touched_ = 0;
  bool visible = false;
  store_.withMemory(BlockStore::none, [&] { visible = this->beginFrame(camera, options); });
  if (this->used_ == IsosurfacePipeline::KdJump)
    this->used_ = IsosurfacePipeline::SingleKernel;
  this->clear(options);
  if (visible)
  {
    const std::vector<SeenBlock> seen = this->seePieces(camera);
    const auto isOpen = [&](const SeenBlock& piece) {
      return this->isLoaded(piece.block) || this->isOpen(piece);
    };
    const auto draw = [&](std::size_t turn) {
      backend.step(0.05 + 0.95 * double(turn) / double(seen.size()),
        0.05 + 0.95 * double(turn + 1) / double(seen.size()));
      store_.withMemory(seen[turn].block, [&] { this->castPiece(seen[turn], options); });
    };
    double bytes = std::numeric_limits<double>::infinity();
    store_.draw(seen, bytes, { isOpen, draw });
    this->drawn_ = true;
  }
  this->endFrame(options);
}

template <class Backend>
void IsosurfaceRayCasterInBlocksImpl<Backend>::countLeaves(std::uint64_t* count) const
{
  for (const Piece& piece : pieces_)
    if (piece.volume && piece.version == version_ && !piece.volume->treeIsOld())
      Base::countLeaves(*piece.volume, count);
}

} // namespace inkray
