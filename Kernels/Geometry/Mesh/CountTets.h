// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Float3.h"
#include "Core/Portable.h"
#include "Geometry/Mesh/CellVertices.h"
#include "Geometry/Mesh/MeshHistogram.h"
#include "Geometry/Mesh/TetAdjacencyKernels.h"

#include <cmath>
#include <cstdint>
#include <cstring>

namespace inkray
{

/// A mesh in the memory of a backend, as in TetAdjacency, and its values.
struct MeshToCount
{
  const Float4* vertices; ///< normalized positions, and normalized values in w if the vertices have values
  const UInt2* links;
  const std::uint32_t* originalTet;
  std::int64_t numTets;
  double center[3], scale;     ///< p' = (p - center) * scale
  const float* tetValues;      ///< normalized values of the caller's tets; null: the vertices' values are
                               ///< used
  double low, valueScale;      ///< of the values in use: v' = (v - low) * valueScale
  double gradientScale;        ///< the scale of the values in the vertices
  const std::uint32_t* hidden; ///< a bit for each tet that is not counted, or null
};

/// Histogram bins given by a table of their ends. Values are floats relative to a range; the ends are rounded
/// like values, so that a value at the end of a bin is in the same bin as in double precision.
struct BinEdges
{
  double low, high; ///< the ends of the first and of the last bin
  double perValue;
  int count;
  const double* edges; ///< count + 1

  INKRAY_HD double edge(int i) const { return edges[i]; }
  INKRAY_HD int binOf(double value) const
  {
    return low < high ? binNear(*this, (value - low) * perValue, value) : 0;
  }
};

/// Sums over all tets that a kernel has counted.
struct CountedTets
{
  std::uint64_t volume;   ///< in fixed point, modulo 2^64
  std::uint64_t upper;    ///< at least the volume / 2^32
  std::uint64_t steepest; ///< the bits of the largest magnitude
};

/// The kernel of a histogram (BinSums.h): adds the volumes of one tet by bin in fixed point, and marks its
/// shadow. All arithmetic is in double precision; only stored data are floats.
struct CountTets
{
  MeshToCount mesh;
  BinEdges values;
  HistogramBins gradients;
  double gradientUnit; ///< a gradient of the data, divided by that of normalized values and positions
  double volumeUnit;   ///< fixed-point number of a volume in normalized positions
  double planes[6][4]; ///< a x + b y + c z >= d is inside, in normalized positions
  int numPlanes;
  bool keepsOutside;
  float shadowLow[3], shadowScale[3]; ///< a normalized position is in square (p' - low) * scale
  float touch[3];                     ///< squares that a tet reaches by less than this are not marked
  CountedTets* counted;

  /// The sums of one thread, not yet in the table.
  struct State
  {
    std::uint64_t volume, upper;
    double steepest;
  };

  template <class Bins>
  INKRAY_HD void operator()(std::int64_t t, State& state, const Bins& bins) const
  {
    const std::uint32_t original = load(mesh.originalTet + t);
    if (original == noTet || (mesh.hidden && (load(mesh.hidden + t / 32) >> (t % 32) & 1u)))
      return;
    std::uint32_t ids[4];
    verticesOfCell(mesh.links, static_cast<std::uint32_t>(t), ids);
    Float4 v[4];
    INKRAY_UNROLL
    for (int i = 0; i < 4; ++i)
      v[i] = load(mesh.vertices + ids[i]);
    const TetShape shape = tetShape(v[0], v[1], v[2], v[3]);
    if (shape.flat || (numPlanes > 0 && !this->isKept(v)))
      return;
    int row = 0;
    if (gradients.count > 1)
    {
      const double magnitude = this->magnitude(v, shape.determinant);
      if (!(magnitude - magnitude == 0.0))
        return;
      state.steepest = magnitude > state.steepest ? magnitude : state.steepest;
      row = gradients.binOf(magnitude < gradients.low ? gradients.low
          : magnitude > gradients.high                ? gradients.high
                                                      : magnitude);
    }
    const double volume = fabs(shape.determinant) / 6.0 * volumeUnit;
    const std::uint64_t whole = rounded(volume);
    state.volume += whole;
    state.upper += (whole >> 32) + 1;
    bool counts = false;
    const auto add = [&](int bin, double part) {
      bins.add(std::int64_t(row) * values.count + bin, rounded(part));
      counts = true;
    };
    if (mesh.tetValues)
      addCell(static_cast<double>(load(mesh.tetValues + original)), volume, values, add);
    else
    {
      const double corners[4] = { v[0].w, v[1].w, v[2].w, v[3].w };
      addTet(corners, volume, values, add);
    }
    if (counts)
      this->markShadows(v, bins);
  }

  INKRAY_HD void finish(const State& state) const
  {
    if (state.upper == 0)
      return;
    atomicAddRelaxed(&counted->volume, state.volume);
    atomicAddRelaxed(&counted->upper, state.upper);
    std::uint64_t steepest;
    memcpy(&steepest, &state.steepest, sizeof steepest); // nonnegative floats have the order of their bits
    atomicMaxRelaxed(&counted->steepest, steepest);
  }

private:
  /// Rounds; rounding may have made a volume of 0 slightly negative.
  INKRAY_HD static std::uint64_t rounded(double x)
  {
    constexpr double half = 0.5;
    return x > 0.0 ? static_cast<std::uint64_t>(x + half) : std::uint64_t(0);
  }

  INKRAY_HD bool isKept(const Float4 v[4]) const
  {
    const double x = 0.25 * (double(v[0].x) + v[1].x + v[2].x + v[3].x);
    const double y = 0.25 * (double(v[0].y) + v[1].y + v[2].y + v[3].y);
    const double z = 0.25 * (double(v[0].z) + v[1].z + v[2].z + v[3].z);
    bool isInside = true;
    for (int i = 0; i < numPlanes; ++i)
      isInside = isInside && planes[i][0] * x + planes[i][1] * y + planes[i][2] * z >= planes[i][3];
    return isInside != keepsOutside;
  }

  /// The magnitude of the gradient, by Cramer's rule.
  INKRAY_HD double magnitude(const Float4 v[4], double determinant) const
  {
    double e[3][4];
    INKRAY_UNROLL
    for (int i = 0; i < 3; ++i)
    {
      e[i][0] = double(v[i + 1].x) - v[0].x;
      e[i][1] = double(v[i + 1].y) - v[0].y;
      e[i][2] = double(v[i + 1].z) - v[0].z;
      e[i][3] = double(v[i + 1].w) - v[0].w;
    }
    double squares = 0.0;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const int a = (axis + 1) % 3, b = (axis + 2) % 3;
      const double g = e[0][3] * (e[1][a] * e[2][b] - e[1][b] * e[2][a]) +
        e[1][3] * (e[2][a] * e[0][b] - e[2][b] * e[0][a]) + e[2][3] * (e[0][a] * e[1][b] - e[0][b] * e[1][a]);
      squares += g * g;
    }
    return sqrt(squares) / fabs(determinant) * gradientUnit;
  }

  /// Mark the squares that the bounding box of a tet covers.
  template <class Bins>
  INKRAY_HD void markShadows(const Float4 v[4], const Bins& bins) const
  {
    constexpr int n = MeshHistogram::squares;
    int from[3], to[3];
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const auto at = [&](int i) { return axis == 0 ? v[i].x : axis == 1 ? v[i].y : v[i].z; };
      const float least = minimum(minimum(at(0), at(1)), minimum(at(2), at(3)));
      const float greatest = maximum(maximum(at(0), at(1)), maximum(at(2), at(3)));
      const auto square = [&](float p) {
        const float place = (p - shadowLow[axis]) * shadowScale[axis];
        return static_cast<int>(minimum(maximum(place, 0.0f), float(n - 1)));
      };
      from[axis] = square(least + touch[axis]);
      const int last = square(greatest - touch[axis]);
      to[axis] = last > from[axis] ? last : from[axis];
    }
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const int a = (axis + 1) % 3, b = (axis + 2) % 3;
      for (int i = from[a]; i <= to[a]; ++i)
        for (int k = from[b]; k <= to[b]; ++k)
          bins.mark((axis * n + i) * n + k);
    }
  }
};

} // namespace inkray
