// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/TetAdjacencyKernels.h"
#include "Shading/PiecewiseTransferFunction.h"

/// The kernels that give a mesh its values: points keep theirs with their position, cells get their colour.
namespace inkray
{

/// Values of the vertices, in the order of the mesh.
struct PlacePointScalars
{
  const float* values;
  const std::uint32_t* originalVertex;
  Float4* vertices;

  INKRAY_HD void operator()(std::int64_t v) const { vertices[v].w = values[originalVertex[v]]; }
};

/// Colour and attenuation of each tet from its value; where that is NaN, nothing.
struct ColourCells
{
  const float* values;
  const std::uint32_t* originalTet;
  PiecewiseView pieces;
  Float4* colours;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    const std::uint32_t original = originalTet[t];
    const float s = original == noTet ? 0.0f : values[original];
    const int index = findPiece(pieces, s);
    if (index < 0)
    {
      colours[t] = { 0.0f, 0.0f, 0.0f, 0.0f };
      return;
    }
    const TransferFunctionPiece& p = pieces.pieces[index];
    const float u = s - p.middle;
    colours[t] = { p.red + p.redSlope * u, p.green + p.greenSlope * u, p.blue + p.blueSlope * u,
      p.attenuation + p.attenuationSlope * u };
  }
};

} // namespace inkray
