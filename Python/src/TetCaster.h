// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "VolumeCaster.h"

namespace inkray::python
{

/// TetRayCaster for Python.
class TetCaster : public VolumeCaster
{
public:
  /// Without an ordinal, the current CUDA device of the calling thread is used.
  explicit TetCaster(DeviceKind kind, std::optional<int> ordinal = {});

  TetMeshReport setMesh(const Array& points, const Array& tets);
};

void bindTetCaster(nanobind::module_& module);

} // namespace inkray::python
