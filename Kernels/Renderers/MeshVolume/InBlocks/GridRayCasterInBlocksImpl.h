// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/HiddenCells.h"
#include "Renderers/MeshVolume/InBlocks/GridInBlocks.h"
#include "Renderers/MeshVolume/InBlocks/RayCasterInBlocks.h"

#include <utility>
#include <vector>

namespace inkray
{

/// The ray caster of a grid in blocks on one backend (GridRayCaster::createInBlocks).
template <class Backend>
class GridRayCasterInBlocksImpl : public RayCasterInBlocks<GridInBlocks<Backend>>
{
  using Base = RayCasterInBlocks<GridInBlocks<Backend>>;

public:
  GridRayCasterInBlocksImpl(const DeviceInfo& device, std::size_t memoryLimit, int leavesASide)
    : Base(device, memoryLimit)
    , leavesASide_(leavesASide)
  {
  }

  void setGrid(const VolumeInput& grid) override
  {
    this->drop();
    grid_ = grid;
    hasGrid_ = true;
  }
  const VolumeReport& report() const override { return report_; }
  void update(const MeshLook& look) override
  {
    if (!taken_.areOf(look.fields))
      this->takeFields(look.fields);
    pieces_.setStyle(look.style);
  }

private:
  using Base::pieces_;

  void drop()
  {
    pieces_.clear();
    this->frame_.release();
    this->range_ = this->opacityRange_ = FiniteRange();
    report_ = VolumeReport();
    taken_ = TakenFields();
  }
  void takeFields(const MeshFields& fields);
  void takeGrid(const MeshFields& fields);

  const int leavesASide_;
  VolumeInput grid_; ///< without its scalars
  bool hasGrid_ = false;
  VolumeReport report_;
  TakenFields taken_;
  std::vector<char> copies_[4]; ///< of fields on a device
};

/// All blocks take all fields again: no block has some of them only.
template <class Backend>
void GridRayCasterInBlocksImpl<Backend>::takeFields(const MeshFields& fields)
{
  this->drop();
  if (fields.values.isSet())
  {
    if (!hasGrid_)
      throw InvalidInput("values were given before an image");
    if (fields.areColors())
      checkColors(fields.values.get());
    if (fields.areColors() && fields.opacity.isSet())
      checkOpacityOfColors(fields.values.get(), fields.opacity.get());
  }
  if (fields.values.isSet() && (!fields.areColors() || fields.opacity.isSet()))
  {
    try
    {
      this->takeGrid(fields);
      pieces_.use(0); // it refuses what the whole would refuse
    }
    catch (...)
    {
      this->drop();
      throw;
    }
  }
  const auto take = [](TakenRevision& of, const auto& item) { of.update(item, [] {}); };
  take(taken_.values, fields.values);
  take(taken_.gradientValues, fields.gradientValues);
  take(taken_.gradients, fields.gradients);
  take(taken_.opacity, fields.opacity);
  take(taken_.surfaceValues, fields.surfaceValues);
  take(taken_.threshold, fields.threshold);
}

template <class Backend>
void GridRayCasterInBlocksImpl<Backend>::takeGrid(const MeshFields& fields)
{
  MeshFields own = fields;
  VolumeInput grid = grid_;
  grid.scalars.association = own.values->association;
  std::int64_t cells[3], values[3];
  interpolantCells(grid, cells);
  interpolantValues(grid, values);
  std::int64_t count = 1;
  this->numCells_ = 1;
  for (int axis = 0; axis < 3; ++axis)
  {
    if (cells[axis] < 1)
      throw InvalidInput("the image needs at least two values along each axis");
    report_.dimensions[axis] = cells[axis] + 1;
    count *= values[axis];
    this->numCells_ *= grid_.cellsAlong(axis);
  }
  // The host copies the blocks' values. All blocks have them relative to one range.
  const auto bring = [&](Field& field, std::vector<char>& copy) {
    checkField(field, count, "points or cells of the grid");
    field = gridFieldInHost(field, copy);
  };
  const auto prepare = [&](Field& field, std::vector<char>& copy, FiniteRange& range) {
    bring(field, copy);
    visitEntries(field, [&](const auto& entries) { range = finiteRange(count, entries); });
  };
  const auto hold = [](FiniteRange& held, const FiniteRange& all) {
    if (!(held.low <= held.high))
      held = all;
  };
  prepare(own.values.view(), copies_[0], this->range_);
  if (own.areColors())
    visitEntries(own.values.get(), [&](const auto& entries) {
      this->range_ = rangeOfColors(finiteRange(count, ColorSums<std::decay_t<decltype(entries)>>{ entries }));
    });
  else
    hold(own.values.view().held, this->range_);
  if (own.opacity.isSet())
  {
    prepare(own.opacity.view(), copies_[1], this->opacityRange_);
    hold(own.opacity.view().held, this->opacityRange_);
  }
  if (own.threshold.isSet())
    bring(own.threshold.view(), copies_[2]);
  if (own.surfaceValues.isSet())
    bring(own.surfaceValues.view(), copies_[3]);
  report_.numNonFinite = this->range_.notFinite;
  HiddenCells hidden = findHiddenCells(grid, cells);
  report_.numHiddenCells = hidden.count;
  pieces_.set(grid_, own, std::move(hidden.blankPoints), leavesASide_);
  const bool isAny = pieces_.range().low <= pieces_.range().high;
  report_.range[0] = own.areColors() && isAny ? this->range_.low : pieces_.range().low;
  report_.range[1] = own.areColors() && isAny ? this->range_.high : pieces_.range().high;
}

} // namespace inkray
