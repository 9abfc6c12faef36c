// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickKernels.h"
#include "Geometry/RegularGrid/GridWalk.h"
#include "Rays/WalkConformance.h"

#include <memory>

namespace inkray::testing
{

/// A random grid that fills one box, with rays through it, in the coordinates of its planes. The box may be
/// the whole grid or a block of it.
template <class Volume>
class RaysInGrids
{
public:
  using Walk = GridWalk<Volume>;

  explicit RaysInGrids(std::uint32_t seed)
  {
    Randomness random(seed);
    auto data = std::make_shared<Data>();
    std::int64_t cells[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      cells[axis] = 1 + random.integer(random.chance(0.1) ? 200 : random.chance(0.3) ? 70 : 12);
      double at = 0.0;
      data->planes[axis] = { -INFINITY };
      for (std::int64_t k = 0; k <= cells[axis]; ++k)
      {
        data->planes[axis].push_back(static_cast<float>(isUniform ? double(k) : at));
        at += random.chance(0.05) ? 0.0 : random.real(0.3, 2.0);
      }
      data->planes[axis].push_back(INFINITY);
      for (std::int64_t k = 0; k < cells[axis]; ++k)
      {
        const auto i = static_cast<std::size_t>(k + 1);
        const float width = data->planes[axis][i + 1] - data->planes[axis][i];
        data->inverse[axis].push_back(width > 0.0f ? 1.0f / width : 0.0f);
      }
    }
    data->layout = makeBrickLayout(cells);
    const auto points = static_cast<std::size_t>((cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1));
    const bool isSmooth = random.chance(0.5), isSharp = random.chance(0.3);
    const double f[3] = { random.real(0.05, 0.4), random.real(0.05, 0.4), random.real(0.05, 0.4) };
    for (std::size_t i = 0; i < points; ++i)
    {
      const auto x = double(i % std::size_t(cells[0] + 1)),
                 y = double(i / std::size_t(cells[0] + 1) % std::size_t(cells[1] + 1)),
                 z = double(i / std::size_t(cells[0] + 1) / std::size_t(cells[1] + 1));
      const double value = isSmooth
        ? 0.5 + 0.5 * std::sin(f[0] * x) * std::cos(f[1] * y) * std::sin(f[2] * z + 1)
        : isSharp ? double(random.chance(0.5))
                  : random.real(0.0, 1.0);
      data->values.push_back(static_cast<typename Volume::Value>(isFloat ? value : std::round(255 * value)));
    }
    data->masks.assign(
      static_cast<std::size_t>(data->layout.leaves[0]) * data->layout.leaves[1] * data->layout.leaves[2],
      ~std::uint64_t(0));
    data_ = data;
    this->make(data->layout);
    for (int i = 0; i < 20; ++i)
    {
      WalkedLine line;
      Vector through;
      for (std::size_t axis = 0; axis < 3; ++axis)
        through[axis] = random.real(-0.1, 1.1) * double(this->plane(int(axis), int(cells[axis])));
      line.direction = random.direction();
      const double away = random.real(5.0, 100.0);
      if (random.chance(0.1))
        line.direction[static_cast<std::size_t>(random.integer(3))] = 1e-9;
      for (std::size_t axis = 0; axis < 3; ++axis)
      {
        line.origin[axis] = double(static_cast<float>(through[axis] - away * line.direction[axis]));
      }
      lines_.push_back(line);
    }
  }

  const DomainOfBoxes& domain() const { return domain_; }
  int numRays() const { return static_cast<int>(lines_.size()); }
  const WalkedLine& line(int i) const { return lines_[static_cast<std::size_t>(i)]; }
  double tolerance() const { return 2e-5; }
  /// A third of the distance between a part's parabola and its chord; it is greatest in noise.
  double offInSpans() const { return 0.008; }
  Walk walk(int i, float begin = -1e30f, float end = 1e30f) const
  {
    const WalkedLine& line = this->line(i);
    Ray ray;
    for (int axis = 0; axis < 3; ++axis)
      setAxis(ray, axis, static_cast<float>(line.origin[std::size_t(axis)]),
        static_cast<float>(line.direction[std::size_t(axis)]));
    ray.begin = begin;
    ray.end = end;
    return Walk(*view_, ray);
  }
  bool value(const Vector& p, double& found) const
  {
    int cell[3];
    double local[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      const double x = p[std::size_t(axis)];
      int k = 0;
      while (k + 1 < data_->layout.cells[axis] && double(this->plane(axis, k + 1)) <= x)
        ++k;
      cell[axis] = k;
      local[axis] =
        (x - double(this->plane(axis, k))) / double(this->plane(axis, k + 1) - this->plane(axis, k));
      if (!(local[axis] >= 0.0 && local[axis] <= 1.0))
        return false;
    }
    found = 0.0;
    for (int k = 0; k < 8; ++k)
    {
      double weight = 1.0;
      int at[3];
      for (int axis = 0; axis < 3; ++axis)
      {
        at[axis] = cell[axis] + (k >> axis & 1);
        weight *= (k >> axis & 1) != 0 ? local[axis] : 1.0 - local[axis];
      }
      found +=
        weight * this->valueOfPoint(at[0] + at[1] * view_->volume.strideY + at[2] * view_->volume.strideZ);
    }
    return true;
  }
  double valueOfPoint(std::int64_t p) const
  {
    return (double(data_->values[static_cast<std::size_t>(p)])) * double(view_->scale);
  }
  bool areNeighbors(std::uint32_t a, std::uint32_t b) const
  {
    int sum = 0;
    for (int axis = 0; axis < 3; ++axis)
      sum += std::abs(this->place(a, axis) - this->place(b, axis));
    return sum <= 1;
  }
  std::uint32_t cellOfWhole(std::uint32_t cell) const { return cell; }
  /// The leaves on each side of a plane between leaves.
  std::vector<RaysInGrids> blocks() const
  {
    int axis = 0;
    while (axis < 2 && data_->layout.leaves[axis] < 2)
      ++axis;
    const int leaves = data_->layout.leaves[axis], cut = leaves / 2;
    std::vector<RaysInGrids> both;
    for (int side = cut > 0 ? 0 : 1; side < 2; ++side)
    {
      RaysInGrids block(*this);
      BrickLayout layout = data_->layout;
      layout.first[axis] = side == 0 ? 0 : cut;
      layout.leaves[axis] = side == 0 ? cut : leaves - cut;
      block.make(layout);
      both.push_back(block);
    }
    return both;
  }
  /// The same grid, with other masks of the sub-bricks that are drawn.
  RaysInGrids withMasks(const std::vector<std::uint64_t>& masks) const
  {
    RaysInGrids other(*this);
    auto data = std::make_shared<Data>(*data_);
    data->masks = masks;
    other.data_ = data;
    other.make(data->layout);
    return other;
  }
  std::size_t numLeaves() const { return data_->masks.size(); }
  bool isMasked(std::uint32_t cell) const
  {
    int leaf[3], brick = 0;
    for (int axis = 0; axis < 3; ++axis)
    {
      leaf[axis] = this->place(cell, axis) / leafSize;
      brick += (this->place(cell, axis) / subBrickSize % 4) << 2 * axis;
    }
    return !hasBit(data_->masks[static_cast<std::size_t>(leafIndex(data_->layout, leaf))], brick);
  }

private:
  static constexpr bool isUniform = Volume::Axes::isUniform;
  static constexpr bool isFloat = std::is_same_v<typename Volume::Value, float>;
  static constexpr bool isOrdered =
    !std::is_same_v<Volume, RectilinearView> && !std::is_same_v<Volume, VolumeView<typename Volume::Value>>;

  struct Data
  {
    std::vector<float> planes[3], inverse[3];
    std::vector<typename Volume::Value> values;
    std::vector<std::uint64_t> masks;
    BrickLayout layout;
  };

  float plane(int axis, int k) const { return data_->planes[axis][static_cast<std::size_t>(k + 1)]; }
  int place(std::uint32_t cell, int axis) const
  {
    const auto x = static_cast<std::uint32_t>(data_->layout.cells[0]),
               y = static_cast<std::uint32_t>(data_->layout.cells[1]);
    return static_cast<int>(axis == 0 ? cell % x : axis == 1 ? cell / x % y : cell / x / y);
  }
  void make(const BrickLayout& layout)
  {
    auto view = std::make_shared<GridWalkView<Volume>>();
    view->grid = {};
    view->grid.layout = layout;
    view->volume.values = data_->values.data();
    view->volume.strideY = layout.cells[0] + 1;
    view->volume.strideZ = view->volume.strideY * (layout.cells[1] + 1);
    view->volume.hidden = nullptr;
    // A block's masks are addressed from the first leaf of the block: copy them.
    blockMasks_ = std::make_shared<std::vector<std::uint64_t>>();
    int leaf[3];
    for (leaf[2] = 0; leaf[2] < layout.leaves[2]; ++leaf[2])
      for (leaf[1] = 0; leaf[1] < layout.leaves[1]; ++leaf[1])
        for (leaf[0] = 0; leaf[0] < layout.leaves[0]; ++leaf[0])
        {
          const int whole[3] = { leaf[0] + layout.first[0], leaf[1] + layout.first[1],
            leaf[2] + layout.first[2] };
          blockMasks_->push_back(data_->masks[static_cast<std::size_t>(leafIndex(data_->layout, whole))]);
        }
    if constexpr (isOrdered)
      this->order(layout, *view);
    const std::int64_t shift = leafIndex(layout, layout.first);
    view->grid.leafMasks = blockMasks_->data() - shift;
    view->low = 0.0f;
    view->scale = isFloat ? 1.0f : 1.0f / 255.0f;
    if constexpr (!isUniform)
      for (int axis = 0; axis < 3; ++axis)
      {
        view->volume.planes.planes[axis] = data_->planes[axis].data() + 1;
        view->volume.planes.inverseWidths[axis] = data_->inverse[axis].data();
        view->volume.planes.cells[axis] = layout.cells[axis];
      }
    view_ = view;
    DomainOfBoxes::Box box;
    for (int axis = 0; axis < 3; ++axis)
    {
      const int first = layout.first[axis] * leafSize,
                last = std::min(layout.cells[axis], first + layout.leaves[axis] * leafSize);
      box.low[std::size_t(axis)] = double(this->plane(axis, first));
      box.high[std::size_t(axis)] = double(this->plane(axis, last));
    }
    domain_.boxes = { box };
  }

  /// Put the values into blocks, and find the groups of leaves of a whole grid.
  void order(const BrickLayout& layout, GridWalkView<Volume>& view)
  {
    using Value = typename Volume::Value;
    const std::int64_t points[3] = { layout.cells[0] + 1, layout.cells[1] + 1, layout.cells[2] + 1 };
    std::int64_t blocks[3], groups = 1;
    for (int axis = 0; axis < 3; ++axis)
    {
      blocks[axis] = ValueOrder::numBlocks(points[axis]);
      groups *= LeafOfGroup::numGroups(layout, axis);
    }
    blockValues_ =
      std::make_shared<std::vector<Value>>(static_cast<std::size_t>(64 * blocks[0] * blocks[1] * blocks[2]));
    const PutInBlocks put{ data_->values.data(), blockValues_->data(), static_cast<int>(sizeof(Value)),
      { points[0], points[1], points[2] }, { blocks[0], blocks[1] } };
    for (std::size_t i = 0; i < blockValues_->size() / 4; ++i)
      put(static_cast<std::int64_t>(i));
    view.volume.values = blockValues_->data();
    view.volume.order = ValueOrder::inBlocks(points);
    if (layout.leaves[0] * layout.leaves[1] * layout.leaves[2] != static_cast<int>(data_->masks.size()))
      return;
    groups_ = std::make_shared<std::vector<LeafGroup>>(static_cast<std::size_t>(groups));
    for (std::int64_t group = 0; group < groups; ++group)
      FindLeafGroup{ layout, data_->masks.data(), groups_->data() }(group);
    view.grid.groups = groups_->data();
  }

  std::shared_ptr<const Data> data_;
  std::shared_ptr<std::vector<std::uint64_t>> blockMasks_;
  std::shared_ptr<std::vector<LeafGroup>> groups_;
  std::shared_ptr<std::vector<typename Volume::Value>> blockValues_;
  std::shared_ptr<const GridWalkView<Volume>> view_;
  DomainOfBoxes domain_;
  std::vector<WalkedLine> lines_;
};

/// Grids of all types of values and axes, with values in rows and in blocks.
using GridTypes = ::testing::Types<RaysInGrids<VolumeView<float>>, RaysInGrids<VolumeView<std::uint8_t>>,
  RaysInGrids<RectilinearView>, RaysInGrids<OrderedView<VolumeView<std::uint8_t>>>,
  RaysInGrids<OrderedView<RectilinearView>>>;

} // namespace inkray::testing
