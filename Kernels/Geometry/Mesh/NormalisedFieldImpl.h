// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Device/CallerArrays.h"
#include "Geometry/Mesh/NormalisedField.h"

#include <type_traits>

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

template <class Backend>
void NormalisedField<Backend>::set(Backend& backend, const Field& field, const char* name,
  std::int64_t numPoints, std::int64_t numTets, const FiniteRange& whole)
{
  const bool cells = field.association == Association::Cells;
  const std::int64_t wanted = cells ? numTets : numPoints;
  checkField(field, wanted, cells ? "tetrahedra" : "points");
  readEntries(backend, field, wanted, name, [&](const auto& reader, const auto& entries) {
    isSet = false;
    perCell = cells;
    values.reserve(backend, wanted);
    range = reader.range(wanted, entries);
    range.low = whole.low < range.low ? whole.low : range.low;
    range.high = whole.high > range.high ? whole.high : range.high;
    reader.fill(values.data(), wanted,
      NormalisedEntries<std::decay_t<decltype(entries)>>{ entries, range.low, this->scale() });
  });
  isSet = true;
}

template <class Backend>
void setField(Backend& backend, const TetAdjacency<Backend>& mesh, const Field& values, const char* name,
  NormalisedField<Backend>& field, Buffer<float, Backend>& ofVertices, const FiniteRange& whole)
{
  const std::int64_t numVertices = mesh.vertices.size();
  field.set(backend, values, name, numVertices, mesh.originalTet.size(), whole);
  if (field.perCell)
    return ofVertices.release();
  field.isSet = false; // until its values are where they belong
  ofVertices.reserve(backend, numVertices);
  backend.forEach(
    numVertices, PlaceVertexValues{ field.values.data(), mesh.originalVertex.data(), ofVertices.data() });
  field.values.release();
  field.isSet = true;
}

} // namespace inkray
