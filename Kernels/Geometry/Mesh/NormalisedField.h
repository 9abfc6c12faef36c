// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Device/CallerArrays.h"
#include "Geometry/Mesh/TetAdjacencyKernels.h"

namespace inkray
{

/// The entries of a field as floats from 0 to 1 over their range, NaN where one is not finite. They are
/// normalised in double before they become float, so that a small range on a large offset keeps its digits.
template <class Entries>
struct NormalisedEntries
{
  Entries entries;
  double low, scale;

  INKRAY_HD float operator()(std::int64_t i) const
  {
    const double v = entries(i);
    return v - v == 0.0 ? static_cast<float>((v - low) * scale) : static_cast<float>(notANumber);
  }
};

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
    std::int64_t numTets, const FiniteRange& whole = FiniteRange())
  {
    const bool cells = field.association == Association::Cells;
    const std::int64_t wanted = cells ? numTets : numPoints;
    checkField(field, wanted, cells ? "tetrahedra" : "points");
    readEntries(backend, field, wanted, name, [&](const auto& reader, const auto& entries) {
      isSet = false;
      perCell = cells;
      values.reserve(backend, wanted);
      range = reader.range(wanted, entries);
      if (range.low <= range.high)
      {
        range.low = whole.low < range.low ? whole.low : range.low;
        range.high = whole.high > range.high ? whole.high : range.high;
      }
      reader.fill(values.data(), wanted,
        NormalisedEntries<std::decay_t<decltype(entries)>>{ entries, range.low, this->scale() });
    });
    isSet = true;
  }

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

/// A field of the values of a mesh (TetAdjacency). Those of points go, in the order of the mesh, into an
/// array of their own, and not into the field; it is empty for those of tets.
template <class Backend, class Mesh>
void setField(Backend& backend, const Mesh& mesh, const Field& values, const char* name,
  NormalisedField<Backend>& field, Buffer<float, Backend>& ofVertices)
{
  field.set(backend, values, name, mesh.vertices.size(), mesh.originalTet.size());
  if (field.perCell)
    return ofVertices.release();
  ofVertices.reserve(backend, mesh.vertices.size());
  backend.forEach(mesh.vertices.size(),
    PlaceVertexValues{ field.values.data(), mesh.originalVertex.data(), ofVertices.data() });
  field.values.release();
}

} // namespace inkray
