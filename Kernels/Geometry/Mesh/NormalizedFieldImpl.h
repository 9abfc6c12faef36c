// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/HeldRange.h"
#include "Device/CallerArrays.h"
#include "Geometry/Mesh/NormalizedField.h"

#include <type_traits>

namespace inkray
{

/// The entries of a field as floats from 0 to 1 over a range, clamped to `farthest` from 0, and NaN if an
/// entry is not finite. They are normalized in double precision before they become floats, so that a small
/// range with a large offset loses no precision.
template <class Entries>
struct NormalizedEntries
{
  Entries entries;
  double low, scale, farthest;

  INKRAY_HD float operator()(std::int64_t i) const
  {
    const double v = entries(i);
    const double s = (v - low) * scale;
    return static_cast<float>(!(v - v == 0.0) ? notANumber
        : s > farthest                        ? farthest
        : s < -farthest                       ? -farthest
                                              : s);
  }
};

template <class Backend>
template <class Choose>
void NormalizedField<Backend>::setHeld(Backend& backend, const Field& field, const char* name,
  std::int64_t numPoints, std::int64_t numTets, double farthest, const Choose& choose)
{
  const bool cells = field.association == Association::Cells;
  const std::int64_t wanted = cells ? numTets : numPoints;
  checkField(field, wanted, cells ? "tetrahedra" : "points");
  readEntries(backend, field, wanted, name, [&](const auto& reader, const auto& entries) {
    isSet = false;
    perCell = cells;
    values.reserve(backend, wanted);
    range = reader.range(wanted, entries);
    held = choose(range);
    reader.fill(values.data(), wanted,
      NormalizedEntries<std::decay_t<decltype(entries)>>{ entries, this->low(), this->scale(), farthest });
  });
  isSet = true;
}

template <class Backend>
void NormalizedField<Backend>::set(Backend& backend, const Field& field, const char* name,
  std::int64_t numPoints, std::int64_t numTets, const FiniteRange& whole)
{
  this->setHeld(backend, field, name, numPoints, numTets, farthestHeld,
    [&whole](const FiniteRange& own) { return whole.low <= whole.high ? whole : own; });
}

template <class Backend>
void NormalizedField<Backend>::setAsFloats(
  Backend& backend, const Field& field, const char* name, std::int64_t numPoints, std::int64_t numTets)
{
  this->setHeld(backend, field, name, numPoints, numTets, farthestCompared, heldRangeOfFloats);
}

template <class Backend>
void placeField(Backend& backend, const TetAdjacency<Backend>& mesh, NormalizedField<Backend>& field,
  Buffer<float, Backend>& ofVertices)
{
  const std::int64_t numVertices = mesh.vertices.size();
  if (field.perCell)
    return ofVertices.release();
  field.isSet = false; // until all values are in their final place
  ofVertices.reserve(backend, numVertices);
  backend.forEach(
    numVertices, PlaceVertexValues{ field.values.data(), mesh.originalVertex.data(), ofVertices.data() });
  field.values.release();
  field.isSet = true;
}

} // namespace inkray
