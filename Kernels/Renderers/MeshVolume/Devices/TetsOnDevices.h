// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Devices/OnDevices.h"
#include "Renderers/MeshVolume/TetRayCasterImpl.h"

#include <vector>

namespace inkray
{

/// The ray caster of tetrahedra on several devices of one backend.
template <class Backend>
class TetsOnDevices : public OnDevices<TetRayCasterImpl<Backend>>
{
  using Caster = TetRayCasterImpl<Backend>;

public:
  using OnDevices<Caster>::OnDevices;

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override
  {
    std::vector<char> points, connectivity;
    const TetMeshInput inHost = this->isAlone() ? mesh : meshInHost(mesh, points, connectivity);
    const TetMeshReport* report = nullptr;
    this->forAll([&](std::size_t d, Caster& caster) {
      if (d == 0)
        report = &caster.setMesh(mesh, observer);
      else
        caster.setMesh(inHost, {});
    });
    return *report;
  }
  MeshHistogram histogram(const MeshHistogramInput& input) override { return this->first().histogram(input); }
  void originalTets(std::int64_t* tets) const override { this->first().originalTets(tets); }
};

} // namespace inkray
