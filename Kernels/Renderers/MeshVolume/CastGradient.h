// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Shading/GradientIntegration.h"

namespace inkray
{

/// A volume of point values whose opacity, or colour and opacity, depend on the magnitude of the gradient.
struct GradientValues
{
  PiecewiseView pieces;
  bool smooth;             ///< by gradients at the vertices, otherwise by those of the tets
  const float* magnitudes; ///< per vertex as `factors` takes them, or factors per tet; of a table, rows
  PiecewiseView factors;   ///< of the attenuation; the colours mean nothing
  TableView table;         ///< in place of pieces and factors
  bool hasTable;
  const float* light = nullptr; ///< as in ShadedValues, per vertex or per cell as the gradients; null: none
  int numbers = 0;
};

/// Cast the rays of a picture of such a volume. Compiled for each backend in a source of its own.
template <class Backend>
void castGradient(Backend& backend, const TetRays& rays, const GradientValues& values);

} // namespace inkray
