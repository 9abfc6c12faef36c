// SPDX-License-Identifier: BSD-3-Clause
#include "MeshGenerator.h"
#include "Noise.h"
#include "Solid.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace inkray::generator
{
namespace
{

constexpr int MaximumCells =
  1200; ///< per axis: keeps lattice indices in range; 1200^3 x 6 tets exceed any machine

// The bits of corner c of a hexahedron are its position: x is bit 0, y bit 1, z bit 2. Corner 8: the center.
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

/// The tets of a hexahedron whose lattice indices have an even or odd sum. The cells on both sides of a
/// face choose the same diagonal.
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
      // The upper face of this hexahedron has the parity of the next one, to which it belongs.
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

/// Choose the lattice size for a number of hexahedra: nearly cubic, with each axis rounded
/// so that the number is closest.
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

/// Tubes are TubeCells cells wide and run along z, in rows that fill the lattice evenly.
constexpr int TubeCells = 2;

/// The boundary faces of a full box of cells, and the additional ones of a tube.
std::int64_t facesOfBox(const std::array<int, 3>& cells)
{
  const std::int64_t x = cells[0], y = cells[1], z = cells[2];
  return 4 * (x * y + y * z + z * x);
}
std::int64_t facesOfTube(int layers)
{
  return std::int64_t(2) * (4 * TubeCells * std::int64_t(layers) - 2 * TubeCells * TubeCells);
}

std::int64_t numTubesFor(std::int64_t faces, const std::array<int, 3>& cells)
{
  return std::max<std::int64_t>(0,
    std::llround(
      double(faces - facesOfBox(cells)) / double(std::max<std::int64_t>(1, facesOfTube(cells[2])))));
}

/// Choose the lattice size so that this many hexahedra remain beside the tubes.
std::array<int, 3> chooseCellsBesideTubes(double hexahedra, std::int64_t faces)
{
  std::array<int, 3> cells = chooseCells(hexahedra, Shape::Convex);
  for (int step = 0; step < 30; ++step)
    cells = chooseCells(
      hexahedra + double(numTubesFor(faces, cells)) * TubeCells * TubeCells * cells[2], Shape::Convex);
  return cells;
}

/// A 1 for each column of hexahedra along z in a tube, else 0. Throws std::invalid_argument if so many tubes
/// do not fit, or if the box alone has more faces.
std::vector<std::uint8_t> placeTubes(std::int64_t faces, const std::array<int, 3>& cells)
{
  if (faces < facesOfBox(cells))
    throw std::invalid_argument("The walls alone have " + std::to_string(facesOfBox(cells)) +
      " boundary faces; ask for as many or more.");
  const std::int64_t count = numTubesFor(faces, cells);
  const auto side = static_cast<std::int64_t>(std::ceil(std::sqrt(double(count))));
  if (cells[2] < 2 || side * 2 * TubeCells > std::min(cells[0], cells[1]))
    throw std::invalid_argument("Tubes for " + std::to_string(faces) +
      " boundary faces do not fit into a lattice of " + std::to_string(cells[0]) + " x " +
      std::to_string(cells[1]) + " x " + std::to_string(cells[2]) +
      " cells; ask for more tets or fewer faces.");
  std::vector<std::uint8_t> columns(std::size_t(cells[0]) * cells[1], 0);
  const auto begin = [side](std::int64_t place, int size) {
    return static_cast<int>((2 * place + 1) * size / (2 * side)) - TubeCells / 2;
  };
  for (std::int64_t place = 0; place < side * side; ++place)
    if ((place + 1) * count / (side * side) > place * count / (side * side))
      for (int cell = 0; cell < TubeCells * TubeCells; ++cell)
      {
        const int i = begin(place % side, cells[0]) + cell % TubeCells,
                  j = begin(place / side, cells[1]) + cell / TubeCells;
        columns[std::size_t(j) * cells[0] + i] = 1;
      }
  return columns;
}

/// The positions of corners along an axis, in mean cell widths. In a graded lattice they follow a hyperbolic
/// tangent: the widest cell, in the center, is `grading` times as wide as the first and the last.
std::vector<double> cornersAlongAxis(int cells, double grading)
{
  std::vector<double> corners(static_cast<std::size_t>(cells) + 1);
  for (int i = 0; i <= cells; ++i)
    corners[i] = i;
  if (grading == 1.0 || cells < 3)
    return corners;
  const auto at = [cells](int i, double stretching) {
    return 0.5 * cells * (1.0 + std::tanh(stretching * (2.0 * i / cells - 1.0)) / std::tanh(stretching));
  };
  double low = 0.0, high = 40.0;
  for (int step = 0; step < 100; ++step)
  {
    const double middle = 0.5 * (low + high);
    const double widest = at(cells / 2 + 1, middle) - at(cells / 2, middle), narrowest = at(1, middle);
    (widest < grading * narrowest ? low : high) = middle;
  }
  for (int i = 1; i < cells; ++i)
    corners[i] = at(i, low);
  return corners;
}

/// The lattice while points and tets are numbered. Layers (k) are the units of parallel work: for each it is
/// known where its points and tets start.
struct Lattice
{
  std::array<int, 3> Cells;
  std::vector<std::uint8_t> Inside;    ///< for each hexahedron
  std::vector<std::int32_t> CornerIds; ///< for each lattice corner; -1 if no hexahedron uses it
  std::vector<std::int32_t> CenterIds; ///< for each hexahedron, Cut::Center only
  std::vector<std::int64_t> FirstTet;  ///< for each layer
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
  const std::vector<std::uint8_t> tubes =
    options.boundaryFaces > 0 ? placeTubes(options.boundaryFaces, cells) : std::vector<std::uint8_t>();
  tbb::parallel_for(0, cells[2], [&](int k) {
    for (int j = 0; j < cells[1]; ++j)
    {
      for (int i = 0; i < cells[0]; ++i)
      {
        const bool isTube = !tubes.empty() && tubes[std::size_t(j) * cells[0] + i] != 0;
        lattice.Inside[lattice.hexahedron(i, j, k)] = !isTube &&
          insideSolid(options.shape, (i + 0.5) / cells[0], (j + 0.5) / cells[1], (k + 0.5) / cells[2]);
      }
    }
  });

  // Count per layer, then number the corners of a layer before its centers. This keeps the
  // points of a tet close together.
  std::vector<std::int64_t> points(cells[2] + 2, 0);
  lattice.FirstTet.assign(cells[2] + 2, 0);
  lattice.CornerIds.assign(std::size_t(cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1), -1);
  const bool centers = options.cut == Cut::Center;
  if (centers)
  {
    lattice.CenterIds.assign(lattice.Inside.size(), -1);
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
        if (centers)
        {
          lattice.CenterIds[h] = static_cast<std::int32_t>(id++);
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
  const double limit = options.cut == Cut::Center ? 0.16 : 0.15;
  if (!(options.jitter <= limit))
  {
    throw std::invalid_argument("Jitter beyond " + std::to_string(limit) + " cells can turn tets over.");
  }
  if (!(options.grading >= 1.0 && options.grading <= 1000.0))
    throw std::invalid_argument("Cells can be from 1 to 1000 times as wide as others.");
  if (options.boundaryFaces < 0)
    throw std::invalid_argument("There cannot be fewer than no boundary faces.");
  if (options.boundaryFaces > 0 && options.shape != Shape::Convex)
    throw std::invalid_argument("Boundary faces are counted for convex meshes alone.");
}

/// Throws std::invalid_argument if the volume of a tet is not positive.
void checkVolumes(const TetMesh& mesh)
{
  std::atomic<std::int64_t> turned = 0;
  tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, mesh.numTets(), 4096), [&](const auto& range) {
    std::int64_t here = 0;
    for (std::int64_t t = range.begin(); t < range.end(); ++t)
    {
      const float* p[4];
      for (int v = 0; v < 4; ++v)
        p[v] = &mesh.points[3 * static_cast<std::size_t>(mesh.tets[4 * static_cast<std::size_t>(t) + v])];
      double e[3][3];
      for (int v = 0; v < 3; ++v)
        for (int a = 0; a < 3; ++a)
          e[v][a] = double(p[v + 1][a]) - double(p[0][a]);
      here += !(e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
          e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
          e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]) >
        0.0);
    }
    turned += here;
  });
  if (turned > 0)
    throw std::invalid_argument(std::to_string(turned.load()) +
      " tets of so strong a grading turn over; ask for more tets, less grading or a convex shape.");
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
    const double hexahedra = std::max(1.0, double(options.tets) / double(tetsPerHexahedron));
    cells = options.boundaryFaces > 0 ? chooseCellsBesideTubes(hexahedra, options.boundaryFaces)
                                      : chooseCells(hexahedra, options.shape);
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
  const double jitter = options.jitter < 0 ? (options.cut == Cut::Center ? 0.16 : 0.15) : options.jitter;

  const bool convex = options.shape == Shape::Convex;

  std::array<std::vector<double>, 3> corners;
  for (int a = 0; a < 3; ++a)
    corners[a] = cornersAlongAxis(cells[a], options.grading);

  // The moved position of a lattice corner, in mean cells. A corner moves in proportion to the narrower of
  // the cells beside it. Scaled to a cube, each hexahedron is then one of an even lattice.
  const auto jittered = [&](int i, int j, int k) {
    const std::uint64_t key = mix(lattice.corner(i, j, k) ^ mix(options.seed));
    const int index[3] = { i, j, k };
    std::array<double, 3> position;
    for (int a = 0; a < 3; ++a)
    {
      // The six sides of a convex mesh stay flat.
      const bool fixed = convex && (index[a] == 0 || index[a] == cells[a]);
      const double* const at = corners[a].data() + index[a];
      const double before = index[a] > 0 ? at[0] - at[-1] : at[1] - at[0],
                   behind = index[a] < cells[a] ? at[1] - at[0] : before;
      position[a] = at[0] + (fixed ? 0.0 : jitter * std::min(before, behind) * signedUnit(mix(key + a)));
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
        if (options.cut == Cut::Center)
        {
          ids[8] = lattice.CenterIds[h];
          // The mean of the moved corners is on the inner side of all twelve triangles.
          std::array<double, 3> center = { 0.0, 0.0, 0.0 };
          for (int c = 0; c < 8; ++c)
          {
            const std::array<double, 3> p = jittered(i + (c & 1), j + ((c >> 1) & 1), k + (c >> 2));
            for (int a = 0; a < 3; ++a)
            {
              center[a] += 0.125 * p[a];
            }
          }
          placePoint(ids[8], center);
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
  if (options.grading != 1.0)
    checkVolumes(mesh);
  return mesh;
}

} // namespace inkray::generator
