// SPDX-License-Identifier: BSD-3-Clause
#include "Oracles/Grid/BruteForceIsosurface.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace inkray::testing
{
namespace
{

constexpr double Infinity = std::numeric_limits<double>::infinity();

Vector along(const Vector& origin, const Vector& direction, double t)
{
  return { origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2] };
}

double weight(int corner, const Vector& local)
{
  return (corner & 1 ? local[0] : 1.0 - local[0]) * (corner & 2 ? local[1] : 1.0 - local[1]) *
    (corner & 4 ? local[2] : 1.0 - local[2]);
}

/// The gradient of the trilinear interpolant of eight corners, x fastest.
Vector gradient(const std::array<double, 8>& corner, const Vector& local)
{
  Vector g = { 0, 0, 0 };
  for (int c = 0; c < 8; ++c)
  {
    for (int a = 0; a < 3; ++a)
    {
      Vector at = local;
      at[a] = c >> a & 1;
      g[a] += (c >> a & 1 ? 1.0 : -1.0) * weight(c, at) * corner[c];
    }
  }
  return g;
}

} // namespace

std::array<double, 3> shadeSurface(const SurfaceMaterial& material, const std::vector<SurfaceLight>& lights,
  const std::array<double, 3>& color, const Vector& point, const Vector& normal, const Vector& direction)
{
  Vector n = normal;
  if (dot(n, direction) > 0.0)
    n = { -n[0], -n[1], -n[2] };
  std::array<double, 3> diffuse = { 0, 0, 0 }, specular = { 0, 0, 0 };
  const bool isHeadlight = lights.size() == 1 && !lights[0].positional && lights[0].direction[0] == 0.0f &&
    lights[0].direction[1] == 0.0f && lights[0].direction[2] == -1.0f;
  for (const SurfaceLight& light : lights)
  {
    Vector L = { light.direction[0], light.direction[1], light.direction[2] };
    double attenuation = 1.0;
    if (light.positional)
    {
      L = minus(point, { light.position[0], light.position[1], light.position[2] });
      const double r = norm(L);
      L = { L[0] / r, L[1] / r, L[2] / r };
      attenuation = 1.0 / (light.attenuation[0] + light.attenuation[1] * r + light.attenuation[2] * r * r);
      if (light.coneCosine >= -1.0f)
      {
        const double inCone = dot(L, { light.direction[0], light.direction[1], light.direction[2] });
        attenuation *= inCone >= light.coneCosine ? std::pow(inCone, light.exponent) : 0.0;
      }
    }
    const double reflected = 2.0 * dot(n, L);
    const Vector mirror = { L[0] - reflected * n[0], L[1] - reflected * n[1], L[2] - reflected * n[2] };
    double df = std::max(0.0, -attenuation * dot(n, L));
    double sf = df > 0.0
      ? attenuation * std::pow(std::max(0.0, -dot(mirror, point) / norm(point)), material.specularPower)
      : 0.0;
    if (isHeadlight)
    {
      df = std::max(1e-6, n[2]);
      sf = std::pow(df, material.specularPower);
    }
    for (int c = 0; c < 3; ++c)
    {
      diffuse[c] += df * light.diffuse[c];
      specular[c] += sf * light.specular[c];
    }
  }
  std::array<double, 3> rgb;
  for (int c = 0; c < 3; ++c)
  {
    const double lit = lights.empty() ? 1.0 : diffuse[c];
    rgb[c] = std::clamp(material.ambient * color[c] + material.diffuse * color[c] * lit +
        material.specular * material.specularColor[c] * specular[c],
      0.0, 1.0);
  }
  return rgb;
}

/// Central differences at a point, one-sided where a neighbor has no good value.
Vector BruteForceIsosurface::pointGradient(const std::array<std::int64_t, 3>& point) const
{
  Vector gradient = { 0, 0, 0 };
  for (int a = 0; a < 3; ++a)
  {
    std::array<std::array<std::int64_t, 3>, 2> ends = { point, point };
    for (int side = 0; side < 2; ++side)
    {
      std::array<std::int64_t, 3> neighbor = point;
      neighbor[a] += side == 0 ? -1 : 1;
      if (neighbor[a] >= 0 && neighbor[a] < this->Count[a] &&
        this->Good[this->pointIndex(neighbor[0], neighbor[1], neighbor[2])])
        ends[side] = neighbor;
    }
    const double distance = this->Planes[a][ends[1][a]] - this->Planes[a][ends[0][a]];
    if (distance > 0.0)
      gradient[a] =
        (this->value(ends[1][0], ends[1][1], ends[1][2]) - this->value(ends[0][0], ends[0][1], ends[0][2])) /
        distance;
  }
  return gradient;
}

std::vector<OracleShade> BruteForceIsosurface::shade(
  const OracleRay& ray, double distance, int surface, bool smoothNormals) const
{
  const Vector p = along(ray.gridOrigin, ray.gridDirection, distance),
               eye = along(ray.eyeOrigin, ray.eyeDirection, distance);
  std::vector<OracleShade> shades;
  std::array<std::int64_t, 3> low, high;
  for (int a = 0; a < 3; ++a)
  {
    const double margin = 2.0 * RimMargin;
    low[a] = this->cellAt(a, p[a] - margin);
    high[a] = this->cellAt(a, p[a] + margin);
  }
  for (std::int64_t k = low[2]; k <= high[2]; ++k)
    for (std::int64_t j = low[1]; j <= high[1]; ++j)
      for (std::int64_t i = low[0]; i <= high[0]; ++i)
      {
        if (this->isEmpty(i, j, k))
          continue;
        const std::array<std::int64_t, 3> cell = { i, j, k };
        Vector local;
        for (int a = 0; a < 3; ++a)
          local[a] = (p[a] - this->Planes[a][cell[a]]) / this->width(a, cell[a]);
        std::array<double, 8> corner;
        double color = 0.0, lowest = Infinity, highest = -Infinity;
        std::array<double, 3> channels = { 0.0, 0.0, 0.0 };
        for (int c = 0; c < 8; ++c)
        {
          const std::int64_t x = i + (c & 1), y = j + (c >> 1 & 1), z = k + (c >> 2);
          corner[c] = this->value(x, y, z);
          lowest = std::min(lowest, corner[c]);
          highest = std::max(highest, corner[c]);
          if (this->Colors.empty())
            continue;
          const double value = this->Colors[this->pointIndex(x, y, z)];
          color += weight(c, local) * value;
          for (int channel = 0; channel < 3 && this->Scene.colorTable.ofColors; ++channel)
            channels[channel] += weight(c, local) *
              (std::isfinite(value) ? static_cast<double>(static_cast<int>(value) >> 8 * channel & 255) / 255
                                    : value);
        }
        OracleShade shade;
        std::array<Vector, 8> atCorner = {};
        for (int c = 0; c < 8 && smoothNormals; ++c)
          atCorner[c] = this->pointGradient({ i + (c & 1), j + (c >> 1 & 1), k + (c >> 2) });
        // Gradients are covectors: the transposed inverse transforms them to eye coordinates.
        const double* m = this->EyeToGrid.data();
        const auto toEye = [m](const Vector& g) {
          return Vector{ m[0] * g[0] + m[4] * g[1] + m[8] * g[2], m[1] * g[0] + m[5] * g[1] + m[9] * g[2],
            m[2] * g[0] + m[6] * g[1] + m[10] * g[2] };
        };
        const auto gradientAt = [&](const Vector& place) {
          Vector g = gradient(corner, place);
          for (int a = 0; a < 3; ++a)
            g[a] /= this->width(a, cell[a]);
          if (smoothNormals)
          {
            g = { 0, 0, 0 };
            for (int c = 0; c < 8; ++c)
              for (int a = 0; a < 3; ++a)
                g[a] += weight(c, place) * atCorner[c][a];
          }
          return toEye(g);
        };
        Vector n = gradientAt(local);
        const double length = norm(n);
        // Rounding changes both the place and the values.
        double error = 0.0;
        for (int c = 0; c < 8; ++c)
        {
          Vector beside = local;
          for (int a = 0; a < 3; ++a)
            beside[a] += (c >> a & 1 ? RayMargin : -RayMargin) / this->width(a, cell[a]);
          error = std::max(error, norm(minus(gradientAt(beside), n)));
        }
        for (int a = 0; a < 3; ++a)
        {
          Vector axis = { 0, 0, 0 };
          axis[a] = ValueRounding *
            std::max(std::abs(lowest - this->Origin), std::abs(highest - this->Origin)) /
            this->width(a, cell[a]);
          error += norm(toEye(axis));
        }
        shade.uncertainty = error < length ? std::asin(error / length) * 57.29577951308232 : 180.0;
        n = length > 0.0 ? Vector{ n[0] / length, n[1] / length, n[2] / length }
                         : Vector{ -ray.eyeDirection[0], -ray.eyeDirection[1], -ray.eyeDirection[2] };
        shade.normal = n;
        const Isosurface& own = this->Scene.surfaces[surface];
        std::array<double, 3> rgb = { own.color[0], own.color[1], own.color[2] };
        const ColorTable& table = this->Scene.colorTable;
        if (!this->Colors.empty() && !own.keepsColor && table.ofColors)
        {
          for (int c = 0; c < 3; ++c)
            rgb[c] = std::isfinite(channels[c]) ? channels[c] : table.nanColor[c];
        }
        else if (!this->Colors.empty() && !own.keepsColor)
        {
          const std::size_t last = table.rgb.size() / 3 - 1;
          const double place =
            std::clamp((color - table.range[0]) / (table.range[1] - table.range[0]), 0.0, 1.0) *
            static_cast<double>(last);
          const std::size_t entry =
            std::isfinite(color) ? std::min(static_cast<std::size_t>(place), last > 0 ? last - 1 : 0) : 0;
          for (int c = 0; c < 3; ++c)
          {
            const double a = table.rgb[3 * entry + c], b = table.rgb[3 * std::min(entry + 1, last) + c];
            rgb[c] =
              std::isfinite(color) ? a + (b - a) * (place - static_cast<double>(entry)) : table.nanColor[c];
          }
        }
        shade.rgb = shadeSurface(this->Scene.material, this->Scene.lights, rgb, eye, n, ray.eyeDirection);
        shades.push_back(shade);
      }
  return shades;
}

} // namespace inkray::testing
