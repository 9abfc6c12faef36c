// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/HiddenCells.h"
#include "Renderers/MeshVolume/Grid/GridFrame.h"
#include "Renderers/MeshVolume/Grid/GridRayCaster.h"
#include "Renderers/MeshVolume/VolumeRayCasterImpl.h"

#include <algorithm>
#include <memory>

namespace inkray
{

/// The ray caster of grids on one backend.
template <class Backend>
class GridRayCasterImpl
  : public VolumeRayCasterImpl<Backend, GridRayCaster, GridScene<Backend>, GridFrame<Backend>>
{
  using Base = VolumeRayCasterImpl<Backend, GridRayCaster, GridScene<Backend>, GridFrame<Backend>>;

public:
  GridRayCasterImpl(const DeviceInfo& device, std::size_t memoryLimit)
    : Base(std::make_shared<FrameWorkspace<Backend>>(device, memoryLimit))
  {
  }

  using Base::Base;

  void setGrid(const VolumeInput& grid) override
  {
    grid_ = grid;
    hasGrid_ = true;
    scene_.volume.drop();
    scene_.volume.dropColors();
    scene_.volume.dropSecondArrays();
    report_ = VolumeReport();
    ofFields_ = TakenFields();
  }
  const VolumeReport& report() const override { return report_; }
  void update(const MeshLook& look) override
  {
    this->updateFields(look.fields);
    this->updateStyle(look.style);
  }
  void updateFields(const MeshFields& fields); ///< a part of update

private:
  using Base::backend_;
  using Base::ofFields_;
  using Base::scene_;

  void takeValues(const Revised<ShownField>& values);
  void takeColors(const ShownField& colors);
  void takeOpacityOfColors(const Revised<HeldField>& values);
  void walkThrough(const HeldField& values);

  VolumeInput grid_; ///< without its scalars
  bool hasGrid_ = false;
  VolumeReport report_;
};

template <class Backend>
void GridRayCasterImpl<Backend>::takeValues(const Revised<ShownField>& values)
{
  scene_.valuesChanged();
  if (values.isSet() && values->full != 0.0)
    return this->takeColors(values.get());
  if (scene_.volume.hasColors())
  {
    scene_.volume.dropColors();
    ofFields_.opacity.forget(); // its values have another use now
  }
  if (!values.isSet())
    return scene_.volume.drop();
  // Arrays that have lain at the points, or in the cells, do not fit values in the other place.
  if ((values->association == Association::Cells) != scene_.volume.areValuesOfCells())
  {
    scene_.volume.dropSecondArrays();
    ofFields_.opacity.forget();
    ofFields_.surfaceValues.forget();
    ofFields_.threshold.forget();
  }
  this->walkThrough(values.get());
}

/// Take direct colors. Rays walk through the values that give the opacity, which come next, and then those of
/// the threshold.
template <class Backend>
void GridRayCasterImpl<Backend>::takeColors(const ShownField& colors)
{
  scene_.volume.drop();
  scene_.volume.dropColors();
  scene_.volume.dropSecondArrays();
  ofFields_.opacity.forget();
  ofFields_.surfaceValues.forget();
  ofFields_.threshold.forget();
  report_ = VolumeReport();
  VolumeInput grid = grid_;
  grid.scalars.association = colors.association;
  std::int64_t cells[3], values[3];
  interpolantCells(grid, cells);
  interpolantValues(grid, values);
  if (std::min({ cells[0], cells[1], cells[2] }) < 1)
    throw InvalidInput("the image needs at least two values along each axis");
  scene_.volume.setColors(backend_, colors, values[0] * values[1] * values[2]);
}

template <class Backend>
void GridRayCasterImpl<Backend>::walkThrough(const HeldField& values)
{
  VolumeInput volume = grid_;
  volume.scalars = values;
  report_ = scene_.volume.setVolume(backend_, volume, values.held);
  this->numCells_ = 1;
  for (int axis = 0; axis < 3; ++axis)
    this->numCells_ *= grid_.cellsAlong(axis);
  this->frame_.report.timings.upload = scene_.volume.uploadMilliseconds();
  this->frame_.report.timings.adjacency = scene_.volume.bricksMilliseconds();
}

/// Take the values that give the opacity of direct colors, or none.
template <class Backend>
void GridRayCasterImpl<Backend>::takeOpacityOfColors(const Revised<HeldField>& values)
{
  ofFields_.opacity.forget(); // if the values are refused, there are none
  scene_.volume.drop();
  report_ = VolumeReport();
  if (!values.isSet())
    return;
  const GridColors<Backend>& colors = scene_.volume.colors();
  checkOpacityOfColors(colors.taken(), values.get());
  this->walkThrough(values.get());
  // The report is about the colors.
  if (report_.range[0] <= report_.range[1])
  {
    report_.range[0] = colors.range().low;
    report_.range[1] = colors.range().high;
  }
  report_.numNonFinite = colors.range().notFinite;
}

template <class Backend>
void GridRayCasterImpl<Backend>::updateFields(const MeshFields& fields)
{
  const auto update = [&](TakenRevision& of, const auto& item, const auto& take) {
    of.update(item, [&] {
      if (item.isSet() && !hasGrid_)
        throw InvalidInput("values were given before an image");
      take();
    });
  };
  update(ofFields_.values, fields.values, [&] { this->takeValues(fields.values); });
  update(ofFields_.opacity, fields.opacity, [&] {
    scene_.valuesChanged();
    if (scene_.volume.hasColors())
      this->takeOpacityOfColors(fields.opacity);
    else if (fields.opacity.isSet())
      scene_.volume.setOpacity(backend_, fields.opacity.get(), fields.opacity->held);
    else
      scene_.volume.dropOpacity();
  });
  update(ofFields_.gradients, fields.gradients, [&] {
    if (fields.gradients.isSet())
      throw InvalidInput("gradients of an image are not drawn in its volume");
  });
  if (scene_.volume.hasColors() && scene_.volume.empty()) // the grid has no place for other values yet
  {
    ofFields_.surfaceValues.forget();
    return ofFields_.threshold.forget();
  }
  update(ofFields_.surfaceValues, fields.surfaceValues, [&] {
    if (fields.surfaceValues.isSet())
      scene_.volume.setSurfaceValues(backend_, fields.surfaceValues.get());
    else
      scene_.volume.dropSurfaceValues();
  });
  update(ofFields_.threshold, fields.threshold, [&] {
    scene_.valuesChanged();
    if (fields.threshold.isSet())
      scene_.volume.setThreshold(backend_, fields.threshold.get());
    else
      scene_.volume.dropThreshold();
  });
}

} // namespace inkray
