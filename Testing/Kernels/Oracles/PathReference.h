// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/Matrices.h"

#include <cstdint>
#include <vector>

namespace inkray::testing
{

/// A path tracer in double precision that shares no code with the tested one, nor its way to find light: the
/// environment is found by rays that a surface scatters, drawn evenly over the hemisphere where the material
/// is no mirror; there is no Russian roulette; and the surfaces are spheres and quads by their equations.
struct PathReference
{
  enum class Kind
  {
    Diffuse,
    Glossy,
    Glass,
    Chrome,
    CarPaint
  };
  struct Material
  {
    Kind kind = Kind::Diffuse;
    Vector color = { 1, 1, 1 };
    double shininess = 100, reflectance = 0.04, refractiveIndex = 1.5;
  };
  struct Sphere
  {
    Vector centre;
    double radius;
    Material material;
  };
  struct Quad ///< corner, and the edges to its two neighbours
  {
    Vector corner, a, b;
    Material material;
  };
  struct PointLight ///< in the world; irradiance pi color / distance^2
  {
    Vector position, color;
  };

  std::vector<Sphere> spheres;
  std::vector<Quad> quads;
  std::vector<PointLight> lights;
  Vector skyTop = { 0, 0, 0 }, skyBottom = { 0, 0, 0 }; ///< linear in the sine of the elevation above y = 0
  int bounces = 8;

  /// Mean and variance of the mean of `samples` paths through pixel (i, j), by channel.
  struct Estimate
  {
    Vector mean, variance;
  };
  Estimate pixel(const Camera& camera, int i, int j, int samples, std::uint64_t seed) const;

private:
  struct Hit
  {
    double t;
    Vector normal;
    Material material;
  };
  bool hit(const Vector& origin, const Vector& direction, double end, Hit& hit) const;
  Vector sky(const Vector& direction) const;
  template <class Engine>
  Vector path(Vector origin, Vector direction, Engine& engine) const;
};

} // namespace inkray::testing
