// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Shading/Phong.h"
#include "View/Camera.h"

namespace inkray
{

/// From the normalised mesh to eye coordinates.
struct MeshToEye
{
  float position[12]; ///< rows of a normalised point
  float gradient[9];  ///< rows of a gradient over normalised positions; of no particular length

  MeshToEye(const Camera& camera, const double center[3], double scale);

  INKRAY_HD Float3 ofPoint(const Float4& p) const
  {
    const auto row = [&](const float* r) {
      return multiplyAdd(r[0], p.x, multiplyAdd(r[1], p.y, multiplyAdd(r[2], p.z, r[3])));
    };
    return { row(position), row(position + 4), row(position + 8) };
  }
  INKRAY_HD Float3 ofGradient(const Float3& g) const
  {
    const auto row = [&](
                       const float* r) { return multiplyAdd(r[0], g.x, multiplyAdd(r[1], g.y, r[2] * g.z)); };
    return { row(gradient), row(gradient + 3), row(gradient + 6) };
  }
};

/// The light on a point of a volume: its colour c becomes c * diffuse + specular.
INKRAY_HD LightSums lightOnVolume(const SurfaceMaterial& material, const SurfaceLight* lights, int numLights,
  const Float3& p, bool parallel, const Float3& gradient)
{
  const Float3 normal = normalized(gradient);
  const float ambient = numLights == 0 ? material.ambient + material.diffuse : material.ambient;
  LightSums sums = { { 0, 0, 0 }, { 0, 0, 0 } };
  if (numLights > 0 && !(normal.x == 0.0f && normal.y == 0.0f && normal.z == 0.0f))
  {
    const float facing = parallel ? normal.z : -dot(normal, p);
    sums = sumLights(material, lights, numLights, p, facing < 0.0f ? scaled(normal, -1.0f) : normal);
  }
  const auto of = [&](float sum) { return multiplyAdd(material.diffuse, sum, ambient); };
  return { { of(sums.diffuse.x), of(sums.diffuse.y), of(sums.diffuse.z) },
    scaled(sums.specular, material.specular) };
}

/// What the light on the vertices follows from.
struct VertexLighting
{
  MeshToEye toEye;
  const Float4* vertices;
  const Float3* gradients;
  SurfaceMaterial material;
  SurfaceLight lights[maxLights];
  int numLights;
  bool parallel;
  float* light; ///< N for each vertex
};

/// The light on each vertex. Grey lights take N = 2 numbers (diffuse, specular), others 6.
template <int N>
struct LightVertices : VertexLighting
{
  INKRAY_HD void operator()(std::int64_t v) const
  {
    const LightSums sums = lightOnVolume(
      material, lights, numLights, toEye.ofPoint(vertices[v]), parallel, toEye.ofGradient(gradients[v]));
    float* const out = light + N * v;
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

} // namespace inkray
