// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Meshes of isosurfaces, made by a kernel that compacts its own output (Hughes et al., section 6, future
/// work). It is marching tetrahedra, whose cells append none to twelve triangles each (Append.h). Beside it
/// stand the three kernels that count, scan and emit.
#include "Cooperative/Append.h"
#include "Core/Float3.h"
#include "Core/Portable.h"
#include "Device/Buffer.h"

#include <cstdint>
#ifdef __CUDACC__
#include "Cooperative/Append.cuh"
#endif

namespace inkray::laboratory
{

/// Values at the points of a lattice, x fastest, with two points or more along each axis.
struct Lattice
{
  const float* values;
  std::int32_t size[3];

  INKRAY_HD std::int64_t numCells() const
  {
    return std::int64_t(size[0] - 1) * (size[1] - 1) * (size[2] - 1);
  }
};

/// A triangle in coordinates of the lattice, counterclockwise as seen from where values are below the
/// isovalue.
struct ExtractedTriangle
{
  Float3 corners[3];
};

/// Cuts each cell of the lattice into six tetrahedra along its diagonal, which fit their neighbors (Kuhn
/// 1960). Points with the isovalue are within. A vertex has the same coordinates, bit for bit, in all of its
/// triangles.
struct MarchTets
{
  static constexpr int mostTriangles = 12;
  struct State
  {
    float values[8]; ///< values minus the isovalue, x fastest
  };

  Lattice lattice;
  float isovalue;

  /// Returns the number of triangles of a tetrahedron of which `within` corners are inside the surface.
  INKRAY_HD static std::uint32_t trianglesOf(int within) { return within == 2 ? 2 : within % 4 != 0 ? 1 : 0; }

  /// Gives the corners of tetrahedron 0 to 5, and returns whether its orientation is negative.
  INKRAY_HD static bool cornersOf(int tet, int (&corners)[4])
  {
    const int a = tet >> 1, b = (a + 1 + (tet & 1)) % 3;
    corners[0] = 0;
    corners[1] = 1 << a;
    corners[2] = 1 << a | 1 << b;
    corners[3] = 7;
    return (tet & 1) != 0;
  }

  INKRAY_HD void placeOf(std::int64_t cell, std::int32_t (&place)[3]) const
  {
    const std::int64_t width = lattice.size[0] - 1, height = lattice.size[1] - 1;
    place[0] = static_cast<std::int32_t>(cell % width);
    place[1] = static_cast<std::int32_t>(cell / width % height);
    place[2] = static_cast<std::int32_t>(cell / width / height);
  }

  INKRAY_HD std::uint32_t count(std::int64_t cell, State& state) const
  {
    std::int32_t place[3];
    this->placeOf(cell, place);
    INKRAY_UNROLL
    for (int corner = 0; corner < 8; ++corner)
    {
      const std::int64_t point =
        (std::int64_t(place[2] + (corner >> 2)) * lattice.size[1] + place[1] + (corner >> 1 & 1)) *
          lattice.size[0] +
        place[0] + (corner & 1);
      state.values[corner] = lattice.values[point] - isovalue;
    }
    std::uint32_t triangles = 0;
    INKRAY_UNROLL
    for (int tet = 0; tet < 6; ++tet)
    {
      int corners[4], within = 0;
      cornersOf(tet, corners);
      for (const int corner : corners)
        within += state.values[corner] >= 0.0f;
      triangles += trianglesOf(within);
    }
    return triangles;
  }

  INKRAY_HD void emit(std::int64_t cell, const State& state, ExtractedTriangle* triangles) const
  {
    std::int32_t place[3];
    this->placeOf(cell, place);
    INKRAY_NO_UNROLL
    for (int tet = 0; tet < 6; ++tet)
    {
      int corners[4];
      const bool isTurned = cornersOf(tet, corners);
      // Corners within come first, in order, then the others. The swaps of the order turn the tetrahedron.
      int order[4], within = 0, swaps = 0;
      for (int k = 0; k < 4; ++k)
        if (state.values[corners[k]] >= 0.0f)
        {
          swaps += k - within;
          order[within++] = corners[k];
        }
      for (int k = 0, at = within; k < 4; ++k)
        if (!(state.values[corners[k]] >= 0.0f))
          order[at++] = corners[k];
      const bool flips = isTurned != (swaps % 2 != 0);
      const auto vertex = [&](int a, int b) { return this->crossing(place, state, order[a], order[b]); };
      if (within == 1)
        put(*triangles++, vertex(0, 1), vertex(0, 2), vertex(0, 3), flips);
      else if (within ==
        3) // the last, which is without, seen from the other side: of odd distance to the first
        put(*triangles++, vertex(3, 0), vertex(3, 1), vertex(3, 2), flips);
      else if (within == 2)
      {
        const Float3 a = vertex(0, 2), b = vertex(0, 3), c = vertex(1, 3), d = vertex(1, 2);
        put(*triangles++, a, b, c, flips);
        put(*triangles++, a, c, d, flips);
      }
    }
  }

private:
  INKRAY_HD static void put(
    ExtractedTriangle& triangle, const Float3& a, const Float3& b, const Float3& c, bool flips)
  {
    triangle.corners[0] = a;
    triangle.corners[1] = flips ? c : b;
    triangle.corners[2] = flips ? b : c;
  }

  /// Returns the crossing on the edge between two corners, computed from the lower to the higher one
  /// whichever cell asks.
  INKRAY_HD Float3 crossing(const std::int32_t (&place)[3], const State& state, int a, int b) const
  {
    const int low = a < b ? a : b, high = a < b ? b : a;
    const float t = state.values[low] / (state.values[low] - state.values[high]);
    float at[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      const float from = static_cast<float>(place[axis] + (low >> axis & 1));
      at[axis] = (low >> axis & 1) == (high >> axis & 1) ? from : from + t;
    }
    return { at[0], at[1], at[2] };
  }
};

/// Counts the triangles of each cell, for a scan.
struct CountTriangles
{
  MarchTets march;
  std::uint32_t* counts;

  INKRAY_HD void operator()(std::int64_t cell) const
  {
    MarchTets::State state;
    counts[cell] = march.count(cell, state);
  }
};

/// Writes the triangles of each cell to the place that the scan gives it.
struct EmitTriangles
{
  MarchTets march;
  const std::uint32_t* counts;
  const std::uint32_t* places;
  ExtractedTriangle* triangles;

  INKRAY_HD void operator()(std::int64_t cell) const
  {
    if (counts[cell] == 0)
      return;
    MarchTets::State state;
    march.count(cell, state);
    march.emit(cell, state, triangles + places[cell]);
  }
};

/// Meshes of isosurfaces with their buffers on a backend.
template <class Backend>
class MeshExtractor
{
public:
  explicit MeshExtractor(Backend& backend)
    : backend_(backend)
    , count_(backend, 1)
  {
  }

  /// Makes the triangles by one kernel, which appends. If there is not enough room for them it runs once
  /// more.
  std::int64_t append(const MarchTets& march)
  {
    for (;;)
    {
      const auto capacity = static_cast<std::uint64_t>(triangles_.size());
      this->appendOnce(march);
      const std::uint64_t count = backend_.read(count_.data());
      if (count <= capacity)
        return static_cast<std::int64_t>(count);
      triangles_.reserve(backend_, static_cast<std::int64_t>(count));
    }
  }
  /// Runs the kernel alone, for the triangles that there is room for.
  void appendOnce(const MarchTets& march)
  {
    backend_.zero(count_.data(), count_.bytes());
    inkray::append(backend_, march.lattice.numCells(), march,
      Queue<ExtractedTriangle>{
        triangles_.data(), static_cast<std::uint64_t>(triangles_.size()), count_.data() });
  }

  /// Makes the triangles by three kernels: cells count, a scan gives them places, and they emit. The order is
  /// the cells' order.
  std::int64_t countScanEmit(const MarchTets& march)
  {
    const std::int64_t n = march.lattice.numCells();
    counts_.reserve(backend_, n + 1);
    places_.reserve(backend_, n + 1);
    backend_.zero(counts_.data() + n, sizeof(std::uint32_t));
    backend_.forEach(n, CountTriangles{ march, counts_.data() });
    backend_.exclusiveScan(counts_.data(), places_.data(), n + 1);
    const auto count = static_cast<std::int64_t>(backend_.read(places_.data() + n));
    triangles_.reserve(backend_, count);
    backend_.forEach(n, EmitTriangles{ march, counts_.data(), places_.data(), triangles_.data() });
    return count;
  }

  const ExtractedTriangle* triangles() const { return triangles_.data(); }

private:
  Backend& backend_;
  Buffer<std::uint64_t, Backend> count_;
  Buffer<ExtractedTriangle, Backend> triangles_;
  Buffer<std::uint32_t, Backend> counts_, places_;
};

} // namespace inkray::laboratory
