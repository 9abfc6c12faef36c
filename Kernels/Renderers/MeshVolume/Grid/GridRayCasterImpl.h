// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Grid/GridFrame.h"
#include "Renderers/MeshVolume/Grid/GridRayCaster.h"
#include "Renderers/MeshVolume/VolumeRayCasterImpl.h"

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

  VolumeInput grid_; ///< without its scalars
  bool hasGrid_ = false;
  VolumeReport report_;
};

template <class Backend>
void GridRayCasterImpl<Backend>::takeValues(const Revised<ShownField>& values)
{
  scene_.valuesChanged();
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
  if (values->full != 0.0)
    throw InvalidInput("an image of direct colors is not drawn as a volume; choose one of its components");
  VolumeInput volume = grid_;
  volume.scalars = values.get();
  report_ = scene_.volume.setVolume(backend_, volume, values->held);
  this->numCells_ = 1;
  for (int axis = 0; axis < 3; ++axis)
    this->numCells_ *= grid_.cellsAlong(axis);
  this->frame_.report.timings.upload = scene_.volume.uploadMilliseconds();
  this->frame_.report.timings.adjacency = scene_.volume.bricksMilliseconds();
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
    if (fields.opacity.isSet())
      scene_.volume.setOpacity(backend_, fields.opacity.get(), fields.opacity->held);
    else
      scene_.volume.dropOpacity();
  });
  update(ofFields_.gradients, fields.gradients, [&] {
    if (fields.gradients.isSet())
      throw InvalidInput("gradients of an image are not drawn in its volume");
  });
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
