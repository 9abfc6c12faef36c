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

/// Values of a mesh in a backend's memory: floats from 0 to 1 over the range that they are held relative to
/// (HeldRange.h), which is their own finite range or another, NaN where a value is not finite.
template <class Backend>
struct NormalisedField
{
  Buffer<float, Backend> values; ///< in the order of the caller's points or tets
  FiniteRange range;             ///< of the values
  FiniteRange held;              ///< what they are held relative to
  bool isSet = false;
  bool perCell = false;

  /// Take the values of a mesh of so many points and tets; `name` is their name in errors. Values are held
  /// relative to `whole` or, where that is empty, to their own range. Throws InvalidInput, and keeps its
  /// values, for an array that does not fit or does not lie in the memory named; OutOfMemory.
  void set(Backend& backend, const Field& field, const char* name, std::int64_t numPoints,
    std::int64_t numTets, const FiniteRange& whole = FiniteRange());
  /// For bounds or a table that are not known yet (heldRangeOfFloats).
  void setAsFloats(
    Backend& backend, const Field& field, const char* name, std::int64_t numPoints, std::int64_t numTets);

  void release()
  {
    values.release();
    range = held = FiniteRange();
    isSet = false;
  }

  /// A value v is (v - low()) * scale() here.
  double low() const { return held.low <= held.high ? held.low : 0.0; }
  double scale() const { return held.high > held.low ? 1.0 / (held.high - held.low) : 1.0; }

private:
  /// Take values that are held relative to choose(their range), no farther than that from 0.
  template <class Choose>
  void setHeld(Backend& backend, const Field& field, const char* name, std::int64_t numPoints,
    std::int64_t numTets, double farthest, const Choose& choose);
};

/// Values of points of a field of a mesh, in the order of the mesh, into an array of their own; the field is
/// empty then, and stays as it is for values of tets.
template <class Backend>
void placeField(Backend& backend, const TetAdjacency<Backend>& mesh, NormalisedField<Backend>& field,
  Buffer<float, Backend>& ofVertices);

} // namespace inkray
