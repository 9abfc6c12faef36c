// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Devices/OnDevices.h"
#include "Renderers/MeshVolume/Grid/GridRayCasterImpl.h"

namespace inkray
{

/// The ray caster of grids on several devices of one backend.
template <class Backend>
class GridsOnDevices : public OnDevices<GridRayCasterImpl<Backend>>
{
  using Caster = GridRayCasterImpl<Backend>;

public:
  using OnDevices<Caster>::OnDevices;

  void setGrid(const VolumeInput& grid) override
  {
    this->forAll([&](std::size_t, Caster& caster) { caster.setGrid(grid); });
  }
  const VolumeReport& report() const override { return this->first().report(); }
};

} // namespace inkray
