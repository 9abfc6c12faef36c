// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickRanges.h"
#include "Geometry/RegularGrid/FindVisibleValues.h"
#include "Geometry/RegularGrid/GridPart.h"
#include "Picture/BlockStore.h"
#include "Renderers/MeshVolume/Grid/GridRayCasterImpl.h"
#include "View/EyeRays.h"

#include <algorithm>
#include <list>
#include <memory>
#include <utility>
#include <vector>

namespace inkray
{

/// The blocks of a grid, each a separate grid with a caster. Blocks that are not in the memory of the backend
/// are made again from the caller's arrays. The casters share the backend with its memory budget, and the
/// workspace of a frame.
template <class Backend>
class GridInBlocks : private BlockSource
{
public:
  using Caster = GridRayCasterImpl<Backend>;

  explicit GridInBlocks(std::shared_ptr<FrameWorkspace<Backend>> workspace)
    : workspace_(std::move(workspace))
  {
  }

  void clear()
  {
    blocks_.clear();
    store_.countPicture(0);
    workspace_->release();
  }
  /// Take a grid and its fields in host memory; the arrays must exist as long as they are drawn.
  /// `blankPoints`: those of the whole grid (HiddenCells). A block's side has `leavesASide` leaves; 0: as
  /// many as the memory limit allows.
  void set(const VolumeInput& grid, const MeshFields& fields, std::vector<std::uint32_t> blankPoints,
    int leavesASide);

  std::size_t size() const { return blocks_.size(); }
  /// The range of the values of drawn cells; low > high if no cell is drawn.
  const MinMax<double>& range() const { return range_; }
  /// Like MeshInBlocks::shown. A block is left out by the rules that GridScene uses for bricks.
  auto shown(const FrameOptions& options) const
  {
    const bool areMissing = options.drawVolume && options.missing[3] > 0.0f;
    const bool areAll = !options.slices.empty() ||
      (options.drawVolume &&
        (!filmOf(options.blend).isComposite || !style_.function2D->entries.empty() ||
          (fields_.opacity.isSet() && !fields_.areColors())));
    std::vector<MinMax<float>> visible;
    if (options.drawVolume)
      visible = findVisibleValues(
        (fields_.areColors() ? style_.opacityFunction : style_.function)->knots, form_.offset, form_.scale);
    for (const Isosurface& surface : style_.isosurfaces.get())
      visible.push_back({ form_.keep(surface.value), form_.keep(surface.value) });
    return [=](std::size_t k) {
      const MinMax<double>& range = blocks_[k].range;
      const auto shows = [&](const MinMax<float>& values) {
        return form_.keep(range.low) <= values.high && form_.keep(range.high) >= values.low;
      };
      return areMissing ||
        (range.low <= range.high && (areAll || std::any_of(visible.begin(), visible.end(), shows)));
    };
  }
  ///@{
  /// As of MeshInBlocks.
  Camera cameraOfBoxes(const Camera& camera) const
  {
    Camera ofBoxes = camera;
    multiply(camera.meshToEye, boxes_.toMesh, ofBoxes.meshToEye);
    return ofBoxes;
  }
  std::vector<std::size_t> frontToBack(const Camera& camera) const
  {
    return boxes_.walls.frontToBack(camera);
  }
  AxisBox box(std::size_t k) const
  {
    AxisBox box = boxes_.walls.boxOf(k);
    for (int axis = 0; axis < 3; ++axis)
    {
      const std::vector<double>& walls = boxes_.walls.along[axis];
      box.low[axis] = box.low[axis] == walls.front() ? -AxisBox::infinity : box.low[axis];
      box.high[axis] = box.high[axis] == walls.back() ? AxisBox::infinity : box.high[axis];
    }
    return box;
  }
  AxisBox occupied(std::size_t k) const { return boxes_.walls.boxOf(k); }
  PagedVector<std::uint32_t> cells(std::size_t k) const { return GridPart(grid_, blocks_[k].box).cells(); }
  const double (&bounds() const)[6] { return bounds_; }
  void addTo(CasterState& state) const
  {
    for (const Block& block : blocks_)
      if (block.caster)
        state.memory.resident += block.caster->memory().resident;
  }
  const MeshStyle& style() const { return style_; }
  BlockStore& store() { return store_; }
  const BlockStore& store() const { return store_; }
  void setStyle(const MeshStyle& style)
  {
    const bool wasOld = std::exchange(isStyleOld_, true);
    if (empty_.updateStyle(style) || wasOld)
      style_ = style;
    isStyleOld_ = false;
  }
  Caster& use(std::size_t k)
  {
    if (!this->isLoaded(k))
      store_.load(k);
    Caster& caster = *blocks_[k].caster;
    store_.withMemory(k, [&] { caster.updateStyle(style_); });
    return caster;
  }
  ///@}

private:
  struct Block
  {
    GridBlock box;
    MinMax<double> range;                ///< as range()
    GridPart part;                       ///< while there is a caster
    std::list<std::vector<char>> copies; ///< copies of its fields, if the caster reads them in place
    std::unique_ptr<Caster> caster;      ///< null: the block is not loaded
  };

  bool isRectilinear() const { return grid_.coordinates[0] || grid_.coordinates[1] || grid_.coordinates[2]; }
  std::size_t bytesOf(const std::int64_t points[3]) const;

  std::size_t numBlocks() const override { return blocks_.size(); }
  bool isLoaded(std::size_t k) const override { return blocks_[k].caster != nullptr; }
  std::size_t bytes(std::size_t k) const override { return this->bytesOf(blocks_[k].box.points); }
  /// The host copies the arrays of a block before they are sent.
  bool loadsAhead() const override { return false; }
  void load(std::size_t k) override;
  void drop(std::size_t k) override
  {
    blocks_[k].caster.reset();
    blocks_[k].part = GridPart();
    blocks_[k].copies.clear();
  }
  bool releaseSpare() override { return false; }

  const std::shared_ptr<FrameWorkspace<Backend>> workspace_;
  BlockStore store_{ *this, workspace_->backend.budget() };
  Caster empty_{ workspace_ };
  MeshStyle style_;
  bool isStyleOld_ = false; ///< empty_ may have taken more than style_
  VolumeInput grid_;        ///< without scalars but their association
  std::vector<std::uint32_t> blankPoints_;
  MeshFields fields_;
  MinMax<double> range_ = emptyRange<double>();
  KeptForm form_; ///< form of the values of the whole grid
  GridFrameOfBoxes boxes_;
  double bounds_[6] = { 1, -1, 1, -1, 1, -1 };
  std::vector<Block> blocks_;
};

template <class Backend>
std::size_t GridInBlocks<Backend>::bytesOf(const std::int64_t points[3]) const
{
  const auto formOf = [&](const Field& field) {
    return findKeptForm(field, FiniteRange(), false, this->isRectilinear());
  };
  std::size_t bytes = estimateBlockBytes(formOf(fields_.walked()), points);
  const auto n = static_cast<std::size_t>(points[0] * points[1] * points[2]);
  const auto add = [&](const auto& field) {
    bytes += field.isSet() ? n * formOf(field.get()).bytesOfAValue() : 0;
  };
  if (fields_.areColors())
    bytes += n * sizeof(std::uint32_t);
  else
    add(fields_.opacity);
  add(fields_.surfaceValues);
  add(fields_.threshold);
  return bytes + n / 4;
}

template <class Backend>
void GridInBlocks<Backend>::set(
  const VolumeInput& grid, const MeshFields& fields, std::vector<std::uint32_t> blankPoints, int leavesASide)
{
  this->clear();
  blankPoints_ = std::move(blankPoints);
  grid_ = grid;
  grid_.blankPoints = &blankPoints_;
  grid_.scalars = Field();
  grid_.scalars.association = fields.values->association;
  fields_ = fields;
  std::int64_t points[3], count[3];
  interpolantValues(grid_, points);
  std::int64_t side = leavesASide > 0 ? leavesASide : 16;
  for (; leavesASide == 0 && side > 1; side /= 2)
  {
    const std::int64_t most = side * leafSize + 3;
    const std::int64_t own[3] = { std::min(most, points[0]), std::min(most, points[1]),
      std::min(most, points[2]) };
    if (this->bytesOf(own) <= workspace_->backend.budget().limit() / 16)
      break;
  }
  boxes_ = GridFrameOfBoxes(grid_, side * leafSize);
  for (int axis = 0; axis < 3; ++axis)
  {
    bounds_[2 * axis] = bounds_[2 * axis + 1] = boxes_.toMesh[4 * axis + 3];
    for (int along = 0; along < 3; ++along)
    {
      const double low = boxes_.toMesh[4 * axis + along] * boxes_.walls.along[along].front(),
                   high = boxes_.toMesh[4 * axis + along] * boxes_.walls.along[along].back();
      bounds_[2 * axis] += std::min(low, high);
      bounds_[2 * axis + 1] += std::max(low, high);
    }
  }
  const std::vector<GridBlock> boxes = cutGrid(points, side, count, grid_.valuesBeyondCells());
  std::vector<MinMax<double>> ranges(boxes.size());
  VolumeInput whole = grid;
  whole.scalars = fields.walked();
  findBrickRanges(
    whole, { side * leafSize, { 0, 0, 0 }, { count[0], count[1], count[2] }, { 0, 0, 0 } }, ranges.data());
  range_ = emptyRange<double>();
  for (std::size_t k = 0; k < boxes.size(); ++k)
  {
    extend(range_, ranges[k]);
    blocks_.push_back({ boxes[k], ranges[k], {}, {}, nullptr });
  }
  form_ = findKeptForm(whole.scalars, rangeBetween(range_.low, range_.high), false, this->isRectilinear());
}

template <class Backend>
void GridInBlocks<Backend>::load(std::size_t k)
{
  // As long as other blocks can make room, a block is loaded only if all of its memory is available.
  if (store_.report().resident > 0)
    workspace_->backend.budget().require(this->bytes(k));
  Block& block = blocks_[k];
  GridPart part(grid_, block.box);
  std::list<std::vector<char>> copies;
  MeshFields own = fields_;
  TakenFields().forEachNew(own, [&](Field& field) {
    copies.emplace_back();
    field = part.cut(field, copies.back());
  });
  auto caster = std::make_unique<Caster>(workspace_);
  block.part = std::move(part); // the caster refers to its flags
  caster->setGrid(block.part.input());
  caster->updateFields(own);
  if constexpr (!Backend::isDevice)
    block.copies = std::move(copies);
  block.caster = std::move(caster);
}

} // namespace inkray
