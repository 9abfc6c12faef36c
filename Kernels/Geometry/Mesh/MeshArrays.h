// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/HostPages.h"
#include "Device/CallerArrays.h"
#include "Geometry/Mesh/Places/MeshPlaces.h"
#include "Geometry/Mesh/TetAdjacencyKernels.h"
#include "Geometry/Mesh/TetMesh.h"

#include <algorithm>
#include <cmath>

/// The caller's arrays of a mesh with their types: points as normalized floats, tets as 32-bit ids.
namespace inkray
{

/// Call f with the array as a pointer to its real type.
template <class F>
void visitIds(const void* ids, ValueType type, const F& f)
{
  if (type == ValueType::Int32)
    f(static_cast<const std::int32_t*>(ids));
  else if (type == ValueType::Int64)
    f(static_cast<const std::int64_t*>(ids));
  else
    throw InvalidInput("connectivity must be 32-bit or 64-bit integers");
}

template <class F>
void visitPoints(const void* points, ValueType type, const F& f)
{
  if (type == ValueType::Float32)
    f(static_cast<const float*>(points));
  else if (type == ValueType::Float64)
    f(static_cast<const double*>(points));
  else
    throw InvalidInput("points must be float or double");
}

/// One coordinate of the points of a place; NaN for points of other places.
template <class P>
struct CoordinatesOfPlace
{
  const P* points;
  const std::uint8_t* placeOf;
  std::uint8_t place;
  int axis;

  INKRAY_HD double operator()(std::int64_t i) const
  {
    return placeOf[i] == place ? static_cast<double>(points[3 * i + axis]) : static_cast<double>(NAN);
  }
};

/// p' = (p - center) * scale. Either one place gives center and scale, or each point has its own place.
template <class P>
struct NormalizedPoints
{
  const P* points;
  double x, y, z, scale;
  const MeshPlace* places = nullptr; ///< null: all points use x, y, z and scale
  const std::uint8_t* placeOf = nullptr;

  INKRAY_HD Float3 operator()(std::int64_t i) const
  {
    if (!places)
      return this->normalized(i, x, y, z, scale);
    const MeshPlace& place = places[placeOf[i] == noPlace ? 0 : placeOf[i] - firstPlace];
    return this->normalized(i, place.center[0], place.center[1], place.center[2], place.scale);
  }

private:
  INKRAY_HD Float3 normalized(std::int64_t i, double cx, double cy, double cz, double by) const
  {
    return { static_cast<float>((points[3 * i] - cx) * by), static_cast<float>((points[3 * i + 1] - cy) * by),
      static_cast<float>((points[3 * i + 2] - cz) * by) };
  }
};

/// The four points of each tet. If one of them does not exist, all four are noVertex.
template <class Id>
struct TetPoints
{
  const Id* ids;
  std::uint64_t numPoints;

  INKRAY_HD UInt4 operator()(std::int64_t t) const
  {
    const auto a = static_cast<std::uint64_t>(ids[4 * t]), b = static_cast<std::uint64_t>(ids[4 * t + 1]),
               c = static_cast<std::uint64_t>(ids[4 * t + 2]), d = static_cast<std::uint64_t>(ids[4 * t + 3]);
    if (a >= numPoints || b >= numPoints || c >= numPoints || d >= numPoints)
      return { noVertex, noVertex, noVertex, noVertex };
    return { static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(c),
      static_cast<std::uint32_t>(d) };
  }
};

/// An entry for each point or tet of a part of a mesh. For the host, which has the part's arrays.
template <class Convert>
struct OfPart
{
  const std::uint32_t* ids;
  Convert convert;

  auto operator()(std::int64_t i) const { return convert(std::int64_t(ids[i])); }
};

/// The points of each tet of a part.
template <class Id>
struct PartPoints
{
  const Id* ids;
  const std::uint32_t* tets;
  const std::uint32_t* localIds;

  UInt4 operator()(std::int64_t i) const
  {
    const Id* const corners = ids + 4 * std::int64_t(tets[i]);
    return { localIds[corners[0]], localIds[corners[1]], localIds[corners[2]], localIds[corners[3]] };
  }
};

/// The center of bounds, and a power of two that scales their largest half extent into (0.5, 1].
inline void normalize(const double bounds[6], double center[3], double& scale)
{
  double half = 0;
  for (int axis = 0; axis < 3; ++axis)
  {
    const double low = bounds[2 * axis], high = bounds[2 * axis + 1];
    const bool any = low <= high;
    center[axis] = any ? 0.5 * low + 0.5 * high : 0.0;
    half = std::max(half, any ? 0.5 * high - 0.5 * low : 0.0);
  }
  int exponent = 0;
  if (half > 0)
    std::frexp(half, &exponent);
  scale = std::ldexp(1.0, -exponent);
}

/// Call f(reader, p, flags): p are the points in the memory that the reader reads, and `flags`, one for each
/// point, are copied to the same memory.
template <class Backend, class F>
void readPoints(
  Backend& backend, const TetMeshInput& input, const Buffer<std::uint8_t, Backend>& flags, const F& f)
{
  readArray(backend, { input.points, input.pointMemory, input.pointType, 3 * input.numPoints, "points" },
    [&](const auto& reader, const void* points) {
      PagedVector<std::uint8_t> inHost;
      if (Backend::isDevice && !std::decay_t<decltype(reader)>::readsInPlace)
      {
        inHost.resize(static_cast<std::size_t>(flags.size()));
        backend.copyToHost(inHost.data(), flags.data(), flags.bytes());
        backend.synchronize();
      }
      visitPoints(points, input.pointType,
        [&](const auto* p) { f(reader, p, inHost.empty() ? flags.data() : inHost.data()); });
    });
}

/// Throws InvalidInput if a part of a mesh is not in host memory, or has no bounds.
inline void checkPart(const TetMeshInput& input)
{
  if (input.pointMemory != MemorySpace::Host || input.connectivityMemory != MemorySpace::Host ||
    !input.bounds)
    throw InvalidInput("a part of a mesh needs the mesh in host memory, and its bounds");
}

/// Take all points, normalized. Throws the InvalidInput of MemorySpace, and InvalidInput for a type that
/// coordinates cannot have.
template <class Backend>
void takePoints(Backend& backend, const TetMeshInput& input, const double center[3], double scale,
  Buffer<Float3, Backend>& to)
{
  to.reset(backend, input.numPoints);
  if (input.part)
    return visitPoints(input.points, input.pointType, [&](const auto* p) {
      using Points = NormalizedPoints<std::decay_t<decltype(*p)>>;
      backend.stage(to.data(), input.numPoints,
        OfPart<Points>{ input.part->points, { p, center[0], center[1], center[2], scale } });
    });
  readArray(backend, { input.points, input.pointMemory, input.pointType, 3 * input.numPoints, "points" },
    [&](const auto& reader, const void* points) {
      visitPoints(points, input.pointType, [&](const auto* p) {
        reader.fill(to.data(), input.numPoints,
          NormalizedPoints<std::decay_t<decltype(*p)>>{ p, center[0], center[1], center[2], scale });
      });
    });
}

/// Take the points of all tets. Throws InvalidInput like takePoints.
template <class Backend>
void takeTets(Backend& backend, const TetMeshInput& input, Buffer<UInt4, Backend>& to)
{
  if (input.part)
  {
    checkPart(input);
    to.reset(backend, input.numTets);
    return visitIds(input.connectivity, input.connectivityType, [&](const auto* id) {
      using Tets = PartPoints<std::decay_t<decltype(*id)>>;
      backend.stage(to.data(), input.numTets, Tets{ id, input.part->tets, input.part->localIds });
    });
  }
  readArray(backend,
    { input.connectivity, input.connectivityMemory, input.connectivityType, 4 * input.numTets,
      "point ids of the tetrahedra" },
    [&](const auto& reader, const void* ids) {
      visitIds(ids, input.connectivityType, [&](const auto* id) {
        to.reset(backend, input.numTets);
        reader.fill(to.data(), input.numTets,
          TetPoints<std::decay_t<decltype(*id)>>{ id, static_cast<std::uint64_t>(input.numPoints) });
      });
    });
}

} // namespace inkray
