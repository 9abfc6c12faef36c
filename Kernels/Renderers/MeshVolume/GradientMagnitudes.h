// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/VertexGradients.h"
#include "Renderers/MeshVolume/ScalarKernels.h"
#include "Shading/GradientIntegration.h"

/// How steep the values of a mesh are: the magnitude of its gradients, of the normalised scalar over
/// normalised positions.
namespace inkray
{

/// Of the gradients at the vertices.
struct VertexMagnitudes
{
  const Float3* gradients;

  INKRAY_HD float operator()(std::int64_t v) const { return sqrtf(dot(gradients[v], gradients[v])); }
};

/// Of the tets' own gradients; 0 for a tet without volume or with a value that is not finite.
struct TetMagnitudes
{
  const UInt2* links;
  const std::uint32_t* originalTet;
  const Float4* vertices;

  INKRAY_HD float operator()(std::int64_t t) const
  {
    if (originalTet[t] == noTet)
      return 0.0f;
    std::uint32_t v[4];
    verticesOfCell(links, static_cast<std::uint32_t>(t), v);
    const TetGradient gradient(vertices[v[0]], vertices[v[1]], vertices[v[2]], vertices[v[3]]);
    return gradient.weight > 0.0f ? sqrtf(dot(gradient.weighted, gradient.weighted)) / gradient.weight : 0.0f;
  }
};

/// Of the gradients at the vertices, where their mean is: at the centroids of the tets.
struct CentroidMagnitudes
{
  const UInt2* links;
  const std::uint32_t* originalTet;
  const Float3* gradients;

  INKRAY_HD float operator()(std::int64_t t) const
  {
    if (originalTet[t] == noTet)
      return 0.0f;
    std::uint32_t v[4];
    verticesOfCell(links, static_cast<std::uint32_t>(t), v);
    Float3 sum = { 0.0f, 0.0f, 0.0f };
    for (const std::uint32_t vertex : v)
    {
      const Float3 g = gradients[vertex];
      sum = { sum.x + g.x, sum.y + g.y, sum.z + g.z };
    }
    return 0.25f * sqrtf(dot(sum, sum));
  }
};

/// The largest of n magnitudes, as the bits of a positive float; each index takes one of every `strides`.
template <class Magnitudes>
struct FindLargestMagnitude
{
  Magnitudes magnitudes;
  std::int64_t n, strides;
  std::uint32_t* largest;

  INKRAY_HD void operator()(std::int64_t first) const
  {
    float most = 0.0f;
    for (std::int64_t i = first; i < n; i += strides)
    {
      const float m = magnitudes(i);
      most = m > most && m - m == 0.0f ? m : most;
    }
    atomicMaxRelaxed(largest, bitsOf(most));
  }
};

/// Each magnitude as scale * magnitude + offset, `most` at most.
template <class Magnitudes>
struct PlaceMagnitudes
{
  Magnitudes magnitudes;
  float scale, offset, most;
  float* placed;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    placed[i] = minimum(multiplyAdd(magnitudes(i), scale, offset), most);
  }
};

/// What the attenuation of each tet is multiplied by.
template <class Magnitudes>
struct PlaceFactors
{
  Magnitudes magnitudes;
  float scale;
  PiecewiseView factors;
  float* placed;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    placed[t] = attenuationOf(factors, minimum(magnitudes(t) * scale, 1.0f));
  }
};

/// Colours of tets with their attenuation multiplied by their factors.
struct FactorCellColours
{
  const Float4* colours;
  const float* factors;
  Float4* made;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    const Float4 c = load(colours + t);
    made[t] = { c.x, c.y, c.z, c.w * factors[t] };
  }
};

/// Colours and attenuations of tets by a table over their values and rows; nothing where there is no value.
struct TableCellColours
{
  const Float4* opacities; ///< whose last number counts in place of the table's attenuation, or null
  TableView table;
  const float* values;
  const float* rows;
  Float4* made;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    if (!(values[t] == values[t]))
    {
      made[t] = { 0.0f, 0.0f, 0.0f, 0.0f };
      return;
    }
    int column, row;
    const float x =
      place(multiplyAdd(values[t], table.columnsPerValue, table.firstColumn), table.columns, column);
    const float y = place(rows[t], table.rows, row);
    const int up = table.columns + 2;
    const Float4* const first = table.entries + ((row + 1) * up + column + 1);
    const Float4 low = mixed(load(first), load(first + 1), x);
    const Float4 high = mixed(load(first + up), load(first + up + 1), x);
    made[t] = mixed(low, high, y);
    if (opacities)
      made[t].w = load(&opacities[t].w);
  }

private:
  /// Between an entry and the next, from 0 to 1; beyond the table, at its border.
  INKRAY_HD static float place(float at, int size, int& entry)
  {
    const float within = minimum(maximum(at, 0.0f), static_cast<float>(size - 1));
    entry = static_cast<int>(within);
    return within - static_cast<float>(entry);
  }
  INKRAY_HD static Float4 mixed(const Float4& a, const Float4& b, float share)
  {
    return { multiplyAdd(b.x - a.x, share, a.x), multiplyAdd(b.y - a.y, share, a.y),
      multiplyAdd(b.z - a.z, share, a.z), multiplyAdd(b.w - a.w, share, a.w) };
  }
};

} // namespace inkray
