// SPDX-License-Identifier: BSD-3-Clause
#include "MeshGenerator.h"
#include "Noise.h"
#include "Solid.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace inkray::generator
{
namespace
{

constexpr int MaximumCells =
  1200; ///< per axis: lattice indices then fit everything below, and 1200^3 x 6 tets is past any machine

// Corner c of a hexahedron sits at the bits of c: x is bit 0, y bit 1, z bit 2. Corner 8 is the centre.
using LocalTet = std::array<int, 4>;

double determinant(const std::array<std::array<int, 3>, 4>& p)
{
  int e[3][3];
  for (int i = 0; i < 3; ++i)
  {
    for (int a = 0; a < 3; ++a)
    {
      e[i][a] = p[i + 1][a] - p[0][a];
    }
  }
  return e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
    e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) + e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
}

LocalTet oriented(LocalTet tet)
{
  std::array<std::array<int, 3>, 4> p;
  for (int i = 0; i < 4; ++i)
  {
    for (int a = 0; a < 3; ++a)
    {
      p[i][a] = tet[i] == 8 ? 1 : 2 * ((tet[i] >> a) & 1);
    }
  }
  if (determinant(p) < 0)
  {
    std::swap(tet[1], tet[2]);
  }
  return tet;
}

/// The tets of one hexahedron whose lattice indices sum to an even or odd number. Both sides of a face choose
/// the same diagonal.
std::vector<LocalTet> cutHexahedron(Cut cut, int parity)
{
  std::vector<LocalTet> tets;
  if (cut == Cut::Kuhn)
  {
    std::array<int, 3> axes = { 0, 1, 2 };
    do
    {
      const int first = 1 << axes[0], second = first | (1 << axes[1]);
      tets.push_back(oriented({ 0, first, second, 7 }));
    } while (std::next_permutation(axes.begin(), axes.end()));
    return tets;
  }
  for (int axis = 0; axis < 3; ++axis)
  {
    const int u = 1 << ((axis + 1) % 3), v = 1 << ((axis + 2) % 3);
    for (int side = 0; side < 2; ++side)
    {
      // A face belongs to the hexahedron above it: the upper face of this one has the parity of the next.
      const int base = side << axis;
      if ((parity + side) % 2 == 0)
      {
        tets.push_back(oriented({ base, base | u, base | u | v, 8 }));
        tets.push_back(oriented({ base, base | u | v, base | v, 8 }));
      }
      else
      {
        tets.push_back(oriented({ base, base | u, base | v, 8 }));
        tets.push_back(oriented({ base | u, base | u | v, base | v, 8 }));
      }
    }
  }
  return tets;
}

constexpr int EvenOrders[12][4] = { { 0, 1, 2, 3 }, { 0, 2, 3, 1 }, { 0, 3, 1, 2 }, { 1, 0, 3, 2 },
  { 1, 2, 0, 3 }, { 1, 3, 2, 0 }, { 2, 0, 1, 3 }, { 2, 1, 3, 0 }, { 2, 3, 0, 1 }, { 3, 0, 2, 1 },
  { 3, 1, 0, 2 }, { 3, 2, 1, 0 } };

/// Lattice size for a wanted number of hexahedra: near-cubic, each axis rounded so that the product comes
/// closest.
std::array<int, 3> chooseCells(double hexahedra, Shape shape)
{
  constexpr int samples = 64;
  std::int64_t inside = 0;
  for (int k = 0; k < samples; ++k)
  {
    for (int j = 0; j < samples; ++j)
    {
      for (int i = 0; i < samples; ++i)
      {
        inside += insideSolid(shape, (i + 0.5) / samples, (j + 0.5) / samples, (k + 0.5) / samples);
      }
    }
  }
  const double wanted = hexahedra * samples * samples * samples / static_cast<double>(inside);
  const int low = std::max(1, static_cast<int>(std::cbrt(wanted)));
  std::array<int, 3> best = { low, low, low };
  double bestError = std::numeric_limits<double>::max();
  for (int larger = 0; larger <= 3; ++larger)
  {
    const std::array<int, 3> cells = { low + (larger > 0), low + (larger > 1), low + (larger > 2) };
    const double error = std::abs(double(cells[0]) * cells[1] * cells[2] - wanted);
    if (error < bestError)
    {
      bestError = error;
      best = cells;
    }
  }
  return best;
}

/// The lattice while it is being numbered. Layers (k) are the unit of parallel work: each knows where its
/// points and tets start.
struct Lattice
{
  std::array<int, 3> Cells;
  std::vector<std::uint8_t> Inside;    ///< per hexahedron
  std::vector<std::int32_t> CornerIds; ///< per lattice corner; -1 when no hexahedron uses it
  std::vector<std::int32_t> CentreIds; ///< per hexahedron, Cut::Centre only
  std::vector<std::int64_t> FirstTet;  ///< per layer
  std::int64_t NumPoints = 0;
  std::int64_t NumTets = 0;

  std::size_t hexahedron(int i, int j, int k) const
  {
    return (std::size_t(k) * this->Cells[1] + j) * this->Cells[0] + i;
  }
  std::size_t corner(int i, int j, int k) const
  {
    return (std::size_t(k) * (this->Cells[1] + 1) + j) * (this->Cells[0] + 1) + i;
  }
  bool isInside(int i, int j, int k) const
  {
    return i >= 0 && j >= 0 && k >= 0 && i < this->Cells[0] && j < this->Cells[1] && k < this->Cells[2] &&
      this->Inside[this->hexahedron(i, j, k)];
  }
  bool isUsed(int i, int j, int k) const
  {
    for (int c = 0; c < 8; ++c)
    {
      if (this->isInside(i - (c & 1), j - ((c >> 1) & 1), k - (c >> 2)))
      {
        return true;
      }
    }
    return false;
  }
};

Lattice buildLattice(
  const MeshOptions& options, const std::array<int, 3>& cells, std::size_t tetsPerHexahedron)
{
  Lattice lattice;
  lattice.Cells = cells;
  lattice.Inside.resize(std::size_t(cells[0]) * cells[1] * cells[2]);
  tbb::parallel_for(0, cells[2], [&](int k) {
    for (int j = 0; j < cells[1]; ++j)
    {
      for (int i = 0; i < cells[0]; ++i)
      {
        lattice.Inside[lattice.hexahedron(i, j, k)] =
          insideSolid(options.shape, (i + 0.5) / cells[0], (j + 0.5) / cells[1], (k + 0.5) / cells[2]);
      }
    }
  });

  // Count per layer, then number: corners of a layer first, then its centres, so that a tet's points are
  // close together.
  std::vector<std::int64_t> points(cells[2] + 2, 0);
  lattice.FirstTet.assign(cells[2] + 2, 0);
  lattice.CornerIds.assign(std::size_t(cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1), -1);
  const bool centres = options.cut == Cut::Centre;
  if (centres)
  {
    lattice.CentreIds.assign(lattice.Inside.size(), -1);
  }
  const auto visitLayer = [&](int k, std::int64_t id) {
    const std::int64_t first = id;
    for (int j = 0; j <= cells[1]; ++j)
    {
      for (int i = 0; i <= cells[0]; ++i)
      {
        if (lattice.isUsed(i, j, k))
        {
          lattice.CornerIds[lattice.corner(i, j, k)] = static_cast<std::int32_t>(id++);
        }
      }
    }
    std::int64_t hexahedra = 0;
    for (std::size_t h = lattice.hexahedron(0, 0, k); k < cells[2] && h < lattice.hexahedron(0, 0, k + 1);
         ++h)
    {
      if (lattice.Inside[h])
      {
        ++hexahedra;
        if (centres)
        {
          lattice.CentreIds[h] = static_cast<std::int32_t>(id++);
        }
      }
    }
    points[k + 1] = id - first;
    lattice.FirstTet[k + 1] = hexahedra * static_cast<std::int64_t>(tetsPerHexahedron);
  };
  tbb::parallel_for(0, cells[2] + 1, [&](int k) { visitLayer(k, 0); });
  std::vector<std::int64_t> firstPoint(cells[2] + 2, 0);
  for (int k = 0; k <= cells[2]; ++k)
  {
    firstPoint[k + 1] = firstPoint[k] + points[k + 1];
    lattice.FirstTet[k + 1] += lattice.FirstTet[k];
  }
  lattice.NumPoints = firstPoint[cells[2] + 1];
  lattice.NumTets = lattice.FirstTet[cells[2] + 1];
  if (lattice.NumPoints > std::numeric_limits<std::int32_t>::max())
  {
    throw std::invalid_argument("The mesh would have " + std::to_string(lattice.NumPoints) +
      " points; 32-bit point ids end at 2147483647.");
  }
  const std::vector<std::int64_t> firstTet = lattice.FirstTet;
  tbb::parallel_for(0, cells[2] + 1, [&](int k) { visitLayer(k, firstPoint[k]); });
  lattice.FirstTet = firstTet;
  return lattice;
}

void checkOptions(const MeshOptions& options)
{
  const bool cellsGiven = options.cells[0] > 0 && options.cells[1] > 0 && options.cells[2] > 0;
  if (!cellsGiven && options.tets < 1)
  {
    throw std::invalid_argument(
      "The number of tets must be positive, not " + std::to_string(options.tets) + ".");
  }
  const double limit = options.cut == Cut::Centre ? 0.16 : 0.15;
  if (!(options.jitter <= limit))
  {
    throw std::invalid_argument("Jitter beyond " + std::to_string(limit) + " cells can turn tets over.");
  }
}

} // namespace

float scalarField(double x, double y, double z, std::uint64_t seed)
{
  double value =
    0.5 + 0.22 * std::sin(2.3 * x + 0.7) * std::cos(1.9 * y - 0.2) + 0.18 * std::sin(2.7 * z + 1.1 * x);
  double amplitude = 0.12, frequency = 3.0;
  for (std::uint64_t octave = 0; octave < 5; ++octave)
  {
    value += amplitude * valueNoise(frequency * x, frequency * y, frequency * z, seed + octave);
    amplitude *= 0.55;
    frequency *= 2.03;
  }
  return static_cast<float>(value);
}

TetMesh generateMesh(const MeshOptions& options)
{
  checkOptions(options);
  const std::vector<LocalTet> local[2] = { cutHexahedron(options.cut, 0), cutHexahedron(options.cut, 1) };
  const std::size_t tetsPerHexahedron = local[0].size();
  std::array<int, 3> cells = options.cells;
  if (cells[0] <= 0 || cells[1] <= 0 || cells[2] <= 0)
  {
    cells = chooseCells(std::max(1.0, double(options.tets) / double(tetsPerHexahedron)), options.shape);
  }
  if (*std::max_element(cells.begin(), cells.end()) > MaximumCells)
  {
    throw std::invalid_argument("At most " + std::to_string(MaximumCells) + " cells along an axis.");
  }
  const Lattice lattice = buildLattice(options, cells, tetsPerHexahedron);
  if (lattice.NumTets == 0)
  {
    throw std::invalid_argument("No cell of so small a lattice lies inside the shape; ask for more tets.");
  }

  TetMesh mesh;
  mesh.points.resize(3 * static_cast<std::size_t>(lattice.NumPoints));
  mesh.scalars.resize(static_cast<std::size_t>(lattice.NumPoints));
  mesh.tets.resize(4 * static_cast<std::size_t>(lattice.NumTets));
  const bool shuffle = options.order == Order::Random;
  const Permutation pointPlace(lattice.NumPoints, mix(options.seed ^ 0x70)),
    tetPlace(lattice.NumTets, mix(options.seed ^ 0x7e));
  const double jitter = options.jitter < 0 ? (options.cut == Cut::Centre ? 0.16 : 0.15) : options.jitter;

  const bool convex = options.shape == Shape::Convex;

  // Where a lattice corner went, in cells.
  const auto jittered = [&](int i, int j, int k) {
    const std::uint64_t key = mix(lattice.corner(i, j, k) ^ mix(options.seed));
    const int index[3] = { i, j, k };
    std::array<double, 3> position;
    for (int a = 0; a < 3; ++a)
    {
      // A convex mesh keeps its six sides flat.
      const bool fixed = convex && (index[a] == 0 || index[a] == cells[a]);
      position[a] = index[a] + (fixed ? 0.0 : jitter * signedUnit(mix(key + a)));
    }
    return position;
  };
  const auto placePoint = [&](std::int32_t id, std::array<double, 3> position) {
    for (int a = 0; a < 3; ++a)
    {
      position[a] = -1.0 + 2.0 * position[a] / cells[a];
    }
    position = bend(options.shape, position);
    const std::size_t place = shuffle ? pointPlace(id) : static_cast<std::size_t>(id);
    for (int a = 0; a < 3; ++a)
    {
      mesh.points[3 * place + a] = static_cast<float>(position[a]);
    }
    mesh.scalars[place] = scalarField(position[0], position[1], position[2], options.seed);
  };

  tbb::parallel_for(0, cells[2] + 1, [&](int k) {
    for (int j = 0; j <= cells[1]; ++j)
    {
      for (int i = 0; i <= cells[0]; ++i)
      {
        const std::int32_t id = lattice.CornerIds[lattice.corner(i, j, k)];
        if (id >= 0)
        {
          placePoint(id, jittered(i, j, k));
        }
      }
    }
    std::size_t t = static_cast<std::size_t>(lattice.FirstTet[k]);
    for (int j = 0; k < cells[2] && j < cells[1]; ++j)
    {
      for (int i = 0; i < cells[0]; ++i)
      {
        const std::size_t h = lattice.hexahedron(i, j, k);
        if (!lattice.Inside[h])
        {
          continue;
        }
        std::int32_t ids[9] = {};
        for (int c = 0; c < 8; ++c)
        {
          ids[c] = lattice.CornerIds[lattice.corner(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2))];
        }
        if (options.cut == Cut::Centre)
        {
          ids[8] = lattice.CentreIds[h];
          // The mean of the moved corners stays on the inner side of all twelve triangles.
          std::array<double, 3> centre = { 0.0, 0.0, 0.0 };
          for (int c = 0; c < 8; ++c)
          {
            const std::array<double, 3> p = jittered(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2));
            for (int a = 0; a < 3; ++a)
            {
              centre[a] += 0.125 * p[a];
            }
          }
          placePoint(ids[8], centre);
        }
        for (const LocalTet& tet : local[(i + j + k) % 2])
        {
          const std::size_t place = shuffle ? tetPlace(t) : t;
          const int* order = EvenOrders[shuffle ? mix(t ^ options.seed) % 12 : 0];
          for (int v = 0; v < 4; ++v)
          {
            const std::int32_t id = ids[tet[order[v]]];
            mesh.tets[4 * place + v] = shuffle ? static_cast<std::int32_t>(pointPlace(id)) : id;
          }
          ++t;
        }
      }
    }
  });
  return mesh;
}

} // namespace inkray::generator
