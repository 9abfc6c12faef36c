// SPDX-License-Identifier: BSD-3-Clause
#include "PathTracer/RandomMedia.h"
#include "Oracles/RandomScene.h"

#include <algorithm>
#include <cmath>

namespace inkray::testing
{
namespace
{

Matrix randomPlace(Randomness& random)
{
  const double size = random.real(0.4, 0.9);
  const Matrix scaled = scaling(size, size * random.real(0.5, 1.5), size);
  return multiply(translation(random.real(-0.4, 0.4), random.real(-0.4, 0.4), random.real(-0.4, 0.4)),
    multiply(rotation(random.direction(), random.real(0, 360)), scaled));
}

} // namespace

RandomMedium randomMeshMedium(Randomness& random, std::uint32_t seed)
{
  RandomMedium medium;
  OracleScene& mesh = medium.scene.mesh;
  mesh = randomMesh(random, seed);
  mesh.transferFunction = randomFunction(random);
  mesh.perCell = random.chance(0.3);
  if (mesh.perCell)
  {
    mesh.scalars.resize(mesh.tets.size() / 4);
    for (double& scalar : mesh.scalars)
      scalar = random.real(0, 1);
    keepOffSteps(mesh.transferFunction, mesh.scalars);
  }
  for (double& scalar : mesh.scalars)
    scalar = random.chance(0.01) ? std::nan("") : scalar;
  const Matrix place = randomPlace(random);
  for (std::size_t p = 0; p < mesh.points.size(); p += 3)
  {
    const auto moved = transform(place.data(), { mesh.points[p], mesh.points[p + 1], mesh.points[p + 2] });
    std::copy_n(moved.begin(), 3, mesh.points.begin() + static_cast<std::ptrdiff_t>(p));
  }
  return medium;
}

RandomMedium randomImageMedium(Randomness& random)
{
  RandomMedium medium;
  MediumGrid& grid = medium.grid;
  OracleScene& mesh = medium.scene.mesh;
  std::array<std::int64_t, 3> cells{};
  for (std::int64_t& n : cells)
    n = 1 + random.integer(7);
  grid = boxMedium({ cells[0] + 1, cells[1] + 1, cells[2] + 1 }, { -1, -1, -1 }, { 1, 1, 1 }, 0);
  grid.indexToWorld = multiply(randomPlace(random), grid.indexToWorld);
  grid.function = mesh.transferFunction = randomFunction(random);
  if (random.chance(0.3))
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (std::int64_t i = 0; i <= cells[axis]; ++i)
        grid.coordinates[axis].push_back(static_cast<double>(i));
  const Vector towards = random.direction();
  const auto at = [&](std::int64_t i, std::int64_t j, std::int64_t k) {
    return i + grid.points[0] * (j + grid.points[1] * k);
  };
  for (std::int64_t k = 0; k <= cells[2]; ++k)
    for (std::int64_t j = 0; j <= cells[1]; ++j)
      for (std::int64_t i = 0; i <= cells[0]; ++i)
      {
        const Vector index = { double(i), double(j), double(k) };
        double value = 0.5;
        for (std::size_t axis = 0; axis < 3; ++axis)
          value += towards[axis] * (index[axis] / double(cells[axis]) - 0.5);
        grid.value(i, j, k) = static_cast<float>(value);
        mesh.scalars.push_back(static_cast<double>(grid.value(i, j, k)));
        const auto p = transform(grid.indexToWorld.data(), index);
        mesh.points.insert(mesh.points.end(), p.begin(), p.begin() + 3);
      }
  const double holes = random.chance(0.5) ? 0.15 : 0.0;
  const std::int64_t strides[3] = { at(1, 0, 0), at(0, 1, 0), at(0, 0, 1) };
  for (std::int64_t k = 0; k < cells[2]; ++k)
    for (std::int64_t j = 0; j < cells[1]; ++j)
      for (std::int64_t i = 0; i < cells[0]; ++i)
      {
        grid.cellFlags.push_back(random.chance(holes) ? 1 : 0);
        if (grid.cellFlags.back() != 0)
          continue;
        // Cut the cell into six tets around its diagonal.
        for (const auto& order :
          { std::array{ 0, 1, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 0, 2, 1 }, { 2, 1, 0 }, { 1, 0, 2 } })
        {
          std::int64_t corner = at(i, j, k);
          mesh.tets.push_back(corner);
          for (const int axis : order)
            mesh.tets.push_back(corner += strides[axis]);
        }
      }
  return medium;
}

} // namespace inkray::testing
