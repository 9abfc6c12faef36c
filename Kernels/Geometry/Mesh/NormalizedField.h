// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/HeldRange.h"
#include "Device/Buffer.h"
#include "Device/CallerArrays.h"
#include "Geometry/Mesh/TetAdjacency.h"

namespace inkray
{

/// Copies the vertices' values into their fourth component, in the order of the mesh.
struct PlacePointScalars
{
  const float* values;
  const std::uint32_t* originalVertex;
  Float4* vertices;

  INKRAY_HD void operator()(std::int64_t v) const { vertices[v].w = values[originalVertex[v]]; }
};

/// Copies the vertices' values into a separate array, in the order of the mesh.
struct PlaceVertexValues
{
  const float* values;
  const std::uint32_t* originalVertex;
  float* placed;

  INKRAY_HD void operator()(std::int64_t v) const { placed[v] = values[originalVertex[v]]; }
};

/// Copies the tets' values into the order of the mesh.
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

/// Values of a mesh in a backend's memory. They are floats, NaN if a value is not finite. 0 and 1 are the
/// ends of the range by which they are normalized (HeldRange.h): the range of the values, or another one.
template <class Backend>
struct NormalizedField : HeldValues
{
  Buffer<float, Backend> values; ///< in the order of the caller's points or tets
  bool isSet = false;
  bool perCell = false;

  /// Take the values of a mesh with these numbers of points and tets; `name` is their name in errors. Stored
  /// values are relative to `whole` or, if that is empty, to their own range. Throws InvalidInput, and keeps
  /// the earlier values, if the array does not fit or is not in the named memory; OutOfMemory.
  void set(Backend& backend, const Field& field, const char* name, std::int64_t numPoints,
    std::int64_t numTets, const FiniteRange& whole = FiniteRange());
  /// The same for values if the bounds for their comparison, or their color table, are not known yet: they
  /// are relative to heldRangeOfFloats.
  void setAsFloats(
    Backend& backend, const Field& field, const char* name, std::int64_t numPoints, std::int64_t numTets);

  void release()
  {
    values.release();
    range = held = FiniteRange();
    isSet = false;
  }

private:
  /// Take values, normalized by the range choose(their range), with magnitudes clamped to `farthest`.
  template <class Choose>
  void setHeld(Backend& backend, const Field& field, const char* name, std::int64_t numPoints,
    std::int64_t numTets, double farthest, const Choose& choose);
};

/// Move a field's values of points into `ofVertices`, in the order of the mesh's vertices; the field is then
/// empty. Values of tets stay in the field.
template <class Backend>
void placeField(Backend& backend, const TetAdjacency<Backend>& mesh, NormalizedField<Backend>& field,
  Buffer<float, Backend>& ofVertices);

} // namespace inkray
