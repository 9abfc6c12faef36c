// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/Matrices.h"

#include <cstdint>
#include <vector>

namespace inkray::testing
{

/// A path tracer in double precision that shares neither code nor the method of finding light with the tested
/// one. Rays scattered at surfaces find the environment; they are uniform over the hemisphere unless the
/// material is a mirror. There is no Russian roulette, and surfaces are spheres and quads given by equations.
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
    Vector center;
    double radius;
    Material material;
  };
  struct Quad ///< a corner, and the edges to its two neighbors
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

  /// The mean of `samples` paths through pixel (i, j), and the variance of that mean, by channel.
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
