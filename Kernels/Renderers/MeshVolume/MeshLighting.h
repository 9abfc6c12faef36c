// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/CellGradient.h"
#include "Geometry/Mesh/Places/MeshPlaces.h"
#include "Shading/VolumeLight.h"
#include "View/EyeRays.h"

namespace inkray
{

/// The affine map from the normalized mesh to positions relative to the eye, as rows.
struct MeshToEye
{
  float rows[12];

  MeshToEye(const Camera& camera, const double center[3], double scale);

  INKRAY_HD Float3 operator()(const Float4& p) const
  {
    const auto row = [&](const float* r) {
      return multiplyAdd(r[0], p.x, multiplyAdd(r[1], p.y, multiplyAdd(r[2], p.z, r[3])));
    };
    return { row(rows), row(rows + 4), row(rows + 8) };
  }
};

/// Input and output of the light on vertices or cells: N numbers for each. Gray lights have N = 2 (diffuse,
/// specular), others 6.
struct MeshLighting
{
  MeshToEye toEye;
  const MeshToEye* ofPlaces; ///< one for each place, if there are several
  MeshPlaces places;
  EyeRays eye;
  const Float4* vertices;
  SurfaceMaterial material;
  SurfaceLight lights[maxLights];
  int numLights;
  bool parallel;
  float* light;

  /// The position relative to the eye of a point p in the place of a vertex.
  INKRAY_HD Float3 fromEye(std::uint32_t vertex, const Float4& p) const
  {
    return places.count > 1 ? ofPlaces[places.of(vertex)](p) : toEye(p);
  }

  template <int N>
  INKRAY_HD void put(std::int64_t i, const Float3& p, const float gradient[3]) const
  {
    const LightSums sums =
      lightOnVolume(material, lights, numLights, p, parallel, normalInEye(eye, gradient));
    float* const out = light + N * i;
    out[0] = sums.diffuse.x;
    if (N == 2)
    {
      out[1] = sums.specular.x;
      return;
    }
    out[1] = sums.diffuse.y;
    out[2] = sums.diffuse.z;
    out[3] = sums.specular.x;
    out[4] = sums.specular.y;
    out[5] = sums.specular.z;
  }
};

/// Lights each vertex, with the mean gradient there.
template <int N>
struct LightVertices : MeshLighting
{
  const Float3* gradients;

  INKRAY_HD void operator()(std::int64_t v) const
  {
    const float gradient[3] = { gradients[v].x, gradients[v].y, gradients[v].z };
    this->put<N>(v, this->fromEye(static_cast<std::uint32_t>(v), vertices[v]), gradient);
  }
};

/// The centroid of a tet.
INKRAY_HD Float4 centroidOfCell(const Float4* vertices, const UInt2* links, std::uint32_t cell)
{
  std::uint32_t ids[4];
  verticesOfCell(links, cell, ids);
  Float4 centroid = { 0.0f, 0.0f, 0.0f, 0.0f };
  for (const std::uint32_t id : ids)
  {
    const Float4 p = load(vertices + id);
    centroid = { multiplyAdd(0.25f, p.x, centroid.x), multiplyAdd(0.25f, p.y, centroid.y),
      multiplyAdd(0.25f, p.z, centroid.z), 0.0f };
  }
  return centroid;
}

/// Lights each tet at its centroid, by the mean of its vertices' gradients, or by the tet's own gradient.
struct CentroidLighting : MeshLighting
{
  const UInt2* links;
  const Float3* gradients; ///< of the vertices, or null: each tet uses its own

  /// The point of a cell that is lit, and the gradient there; 0 without a gradient, as next to a cell without
  /// a value.
  INKRAY_HD Float3 place(std::uint32_t cell, float gradient[3]) const
  {
    const Float4 centroid = centroidOfCell(vertices, links, cell);
    if (gradients)
      gradientWithinCell(vertices, links, gradients, cell, { centroid.x, centroid.y, centroid.z }, gradient);
    else
      gradientOfCell(vertices, links, cell, gradient);
    const float sum = gradient[0] + gradient[1] + gradient[2];
    if (!(sum - sum == 0.0f))
      gradient[0] = gradient[1] = gradient[2] = 0.0f;
    std::uint32_t ids[4];
    verticesOfCell(links, cell, ids);
    return this->fromEye(ids[0], centroid);
  }
};

template <int N>
struct LightCentroids : CentroidLighting
{
  INKRAY_HD void operator()(std::int64_t t) const
  {
    float gradient[3];
    const Float3 p = this->place(static_cast<std::uint32_t>(t), gradient);
    this->put<N>(t, p, gradient);
  }
};

/// A lit color; its fourth number is unchanged.
INKRAY_HD Float4 litColor(const Float4& c, const LightSums& light)
{
  return { multiplyAdd(c.x, light.diffuse.x, light.specular.x),
    multiplyAdd(c.y, light.diffuse.y, light.specular.y), multiplyAdd(c.z, light.diffuse.z, light.specular.z),
    c.w };
}

/// Lights colors of tets at their centroids: a frame with these colors is cast like an unlit one.
struct LightCellColors : CentroidLighting
{
  const Float4* colors; ///< colors and attenuations
  Float4* lit;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    float gradient[3];
    const Float3 p = this->place(static_cast<std::uint32_t>(t), gradient);
    lit[t] = litColor(
      load(colors + t), lightOnVolume(material, lights, numLights, p, parallel, normalInEye(eye, gradient)));
  }
};

/// Lights colors of vertices.
struct LightVertexColors : MeshLighting
{
  const Float3* gradients;
  const Float4* colors;
  Float4* lit;

  INKRAY_HD void operator()(std::int64_t v) const
  {
    const float gradient[3] = { gradients[v].x, gradients[v].y, gradients[v].z };
    lit[v] = litColor(load(colors + v),
      lightOnVolume(material, lights, numLights, this->fromEye(static_cast<std::uint32_t>(v), vertices[v]),
        parallel, normalInEye(eye, gradient)));
  }
};

} // namespace inkray
