// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/RayCastTest.h"
#include "Oracles/Randomness.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace inkray::testing
{

/// A function of two to six knots over scalars of about 0 to 1. Some knots share a scalar: a step.
inline TransferFunction randomFunction(Randomness& random)
{
  TransferFunction function;
  double scalar = random.real(-0.3, 0.3);
  for (int knot = 2 + random.integer(5); knot > 0; --knot)
  {
    const auto color = [&] { return static_cast<float>(random.real(0, 1)); };
    const double attenuation = random.chance(0.2) ? 0.0 : random.chance(0.1) ? 60.0 : random.real(0.0, 3.0);
    function.knots.push_back({ scalar, color(), color(), color(), static_cast<float>(attenuation) });
    scalar += random.chance(0.15) ? 0.0 : random.real(0.01, 0.5);
  }
  return function;
}

/// Moves cell values, of about 0 to 1, away from the steps of a function. Casters have each step 2e-6 of the
/// range beside its scalar (PiecewiseTransferFunction), the reference at the scalar.
inline void keepOffSteps(const TransferFunction& function, std::vector<double>& values)
{
  for (std::size_t k = 0; k + 1 < function.knots.size(); ++k)
  {
    const double step = function.knots[k].scalar;
    for (double& value : values)
      if (step == function.knots[k + 1].scalar && std::abs(value - step) < 1e-5)
        value = step + 1e-5;
  }
}

/// A small generated mesh of any kind, with point values.
inline OracleScene randomMesh(Randomness& random, std::uint32_t seed)
{
  generator::MeshOptions mesh;
  for (int& cells : mesh.cells)
    cells = 1 + random.integer(7);
  mesh.seed = seed;
  mesh.cut = random.chance(0.5) ? generator::Cut::Center : generator::Cut::Kuhn;
  mesh.order = random.chance(0.5) ? generator::Order::Random : generator::Order::Lattice;
  mesh.shape = generator::Shape::Convex;
  if (std::min({ mesh.cells[0], mesh.cells[1], mesh.cells[2] }) > 5 && random.chance(0.7))
    mesh.shape = random.chance(0.5) ? generator::Shape::NonConvex : generator::Shape::Disconnected;
  return fromGenerator(mesh);
}

/// A camera around or inside the mesh, in general position, because rays along lattice planes have no
/// reference.
inline Camera randomCamera(Randomness& random)
{
  const int width = 1 + random.integer(imageSize(40)), height = 1 + random.integer(imageSize(40));
  const bool inside = random.chance(0.25);
  const double away = inside ? random.real(0.05, 0.8) : random.real(2.0, 6.0);
  Vector eye = random.direction();
  for (double& x : eye)
    x *= away;
  const Vector target = { random.real(-0.2, 0.2), random.real(-0.2, 0.2), random.real(-0.2, 0.2) };
  const double near = inside ? 1e-3 : random.chance(0.2) ? away - 0.3 : 0.5;
  return random.chance(0.6)
    ? perspectiveCamera(eye, target, random.real(15, inside ? 120 : 50), near, 12.0, width, height)
    : parallelCamera(eye, target, random.real(0.2, 1.4), near, 12.0, width, height);
}

/// Window depths of geometry in front of some pixels; empty for most pictures.
inline std::vector<float> randomOpaqueDepth(Randomness& random, const Camera& camera)
{
  std::vector<float> opaque;
  if (random.chance(0.3))
  {
    for (int pixel = 0; pixel < camera.width * camera.height; ++pixel)
      opaque.push_back(random.chance(0.5) ? 1.0f : static_cast<float>(random.real(0.0, 1.0)));
  }
  return opaque;
}

} // namespace inkray::testing
