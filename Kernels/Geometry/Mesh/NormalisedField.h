// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Device/CallerArrays.h"
#include "Geometry/Mesh/TetAdjacency.h"

namespace inkray
{

/// Values of the vertices into their fourth component, in the order of the mesh.
struct PlacePointScalars
{
  const float* values;
  const std::uint32_t* originalVertex;
  Float4* vertices;

  INKRAY_HD void operator()(std::int64_t v) const { vertices[v].w = values[originalVertex[v]]; }
};

/// Values of the vertices in an array of their own, in the order of the mesh.
struct PlaceVertexValues
{
  const float* values;
  const std::uint32_t* originalVertex;
  float* placed;

  INKRAY_HD void operator()(std::int64_t v) const { placed[v] = values[originalVertex[v]]; }
};

/// Values of the tets in the order of the mesh.
struct PlaceCellValues
{
  const float* values;
  const std::uint32_t* originalTet;
  float* placed;

  INKRAY_HD void operator()(std::int64_t t) const
  {
    const std::uint32_t original = originalTet[t];
    placed[t] = original == noTet ? 0.0f : values[original];
  }
};

/// Values of a mesh in a backend's memory: floats from 0 to 1 over their finite range, NaN where a value is
/// not finite.
template <class Backend>
struct NormalisedField
{
  Buffer<float, Backend> values; ///< in the order of the caller's points or tets
  FiniteRange range;
  bool isSet = false;
  bool perCell = false;

  /// Take the values of a mesh of so many points and tets; `name` is their name in errors. Where these are a
  /// part of a whole with a range (`whole`), they are normalised over both ranges together. Throws
  /// InvalidInput, and keeps its values, for an array that does not fit or does not lie in the memory named;
  /// OutOfMemory.
  void set(Backend& backend, const Field& field, const char* name, std::int64_t numPoints,
    std::int64_t numTets, const FiniteRange& whole = FiniteRange());

  void release()
  {
    values.release();
    range = FiniteRange();
    isSet = false;
  }

  /// A value v is (v - low()) * scale() here.
  double low() const { return range.low <= range.high ? range.low : 0.0; }
  double scale() const { return range.high > range.low ? 1.0 / (range.high - range.low) : 1.0; }
};

/// A field of the values of a mesh (TetAdjacency). Values of points go, in the order of the mesh, into an
/// array of their own, and not into the field; it is empty for values of tets.
template <class Backend>
void setField(Backend& backend, const TetAdjacency<Backend>& mesh, const Field& values, const char* name,
  NormalisedField<Backend>& field, Buffer<float, Backend>& ofVertices,
  const FiniteRange& whole = FiniteRange());

} // namespace inkray
