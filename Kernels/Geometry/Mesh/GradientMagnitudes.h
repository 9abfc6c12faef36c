// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/VertexGradients.h"

/// The magnitudes of a mesh's gradients: of the normalized scalar over positions normalized over the whole
/// mesh.
namespace inkray
{

/// Magnitudes of the gradients at the vertices.
struct VertexMagnitudes
{
  const Float3* gradients;
  MeshPlaces places;

  INKRAY_HD float operator()(std::int64_t v) const
  {
    return sqrtf(dot(gradients[v], gradients[v])) * places.ratioOf(static_cast<std::uint32_t>(v));
  }
};

/// Magnitudes of the tets' own gradients; 0 for a tet without volume or with a value that is not finite.
struct TetMagnitudes
{
  const UInt2* links;
  const std::uint32_t* originalTet;
  const Float4* vertices;
  MeshPlaces places;

  INKRAY_HD float operator()(std::int64_t t) const
  {
    if (originalTet[t] == noTet)
      return 0.0f;
    std::uint32_t v[4];
    verticesOfCell(links, static_cast<std::uint32_t>(t), v);
    const TetGradient gradient(vertices[v[0]], vertices[v[1]], vertices[v[2]], vertices[v[3]]);
    return gradient.weight > 0.0f
      ? sqrtf(dot(gradient.weighted, gradient.weighted)) / gradient.weight * places.ratioOf(v[0])
      : 0.0f;
  }
};

/// Magnitudes of the mean of the vertices' gradients in each tet, which is their interpolant at its centroid.
struct CentroidMagnitudes
{
  const UInt2* links;
  const std::uint32_t* originalTet;
  const Float3* gradients;
  MeshPlaces places;

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
    return 0.25f * sqrtf(dot(sum, sum)) * places.ratioOf(v[0]);
  }
};

/// Finds the largest of n magnitudes, as the bits of a positive float. Index i examines entries i, i +
/// strides, and so on.
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

/// Stores each magnitude as scale * magnitude + offset, but at most `most`.
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

} // namespace inkray
