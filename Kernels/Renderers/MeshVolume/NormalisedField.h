// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/FieldValues.h"
#include "Device/Buffer.h"

namespace inkray
{

/// Values of a mesh in a backend's memory: floats from 0 to 1 over their finite range, NaN where a value is
/// not finite.
template <class Backend>
struct NormalisedField
{
  Buffer<float, Backend> values; ///< in the order of the caller's points or tets
  FiniteRange range;
  bool isSet = false;
  bool perCell = false;

  /// Send the values of a mesh of so many points and tets. Throws InvalidInput, and keeps what it has, for an
  /// array that does not fit; OutOfMemory.
  void set(Backend& backend, const Field& field, std::int64_t numPoints, std::int64_t numTets)
  {
    const bool cells = field.association == Association::Cells;
    const std::int64_t wanted = cells ? numTets : numPoints;
    checkField(field, wanted, cells ? "tetrahedra" : "points");
    isSet = false;
    perCell = cells;
    values.reserve(backend, wanted);
    visitEntries(field, [&](const auto& value) {
      // Normalised in double before they become float, so that a small range on a large offset keeps its
      // digits.
      range = finiteRange(wanted, value);
      const double from = range.low;
      const double by = this->scale();
      backend.stage(values.data(), wanted, [=](std::int64_t i) {
        const double v = value(i);
        return std::isfinite(v) ? static_cast<float>((v - from) * by)
                                : std::numeric_limits<float>::quiet_NaN();
      });
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

} // namespace inkray
