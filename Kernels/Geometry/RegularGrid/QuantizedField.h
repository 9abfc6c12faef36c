// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/FieldValues.h"
#include "Geometry/RegularGrid/VolumeInput.h"

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace inkray
{

/// An array as the kernels read it: uint8, uint16 or float, kept = (value - offset) scale. 8- and 16-bit
/// integers stay what they are (signed ones shifted); float stays float; the rest becomes float relative to
/// the middle of its range, so that small differences of large values keep their digits.
template <class Backend>
class QuantizedField
{
public:
  enum Type : std::int32_t
  {
    UInt8,
    UInt16,
    Float32
  };

  Type type = Float32;
  double offset = 0.0, scale = 1.0;
  const void* values = nullptr; ///< in the backend's memory, or the caller's for the CPU
  std::int64_t count = 0;
  bool nonFiniteCounted = false; ///< otherwise (float as it came) the backend has to count
  std::int64_t numNonFinite = 0;

  float keep(double v) const { return static_cast<float>((v - offset) * scale); }
  double restore(double kept) const { return kept / scale + offset; }
  std::size_t bytes() const { return bytes_.bytes(); }

  /// Bring `n` tuples over. `normalise`: floats become relative to their range too, when their magnitudes
  /// would overflow sums. `asFloat`: integers become floats whatever their size.
  void take(Backend& backend, const Field& in, std::int64_t n, bool normalise = false, bool asFloat = false)
  {
    if (!in.values)
      throw InvalidInput("the volume has no array to draw; choose one with numbers");
    if (in.tupleOf)
      throw InvalidInput("the values of a grid have to lie in its own order, without tupleOf; copy them");
    checkField(in, n, "points or cells of the grid");
    offset = 0.0;
    scale = 1.0;
    numNonFinite = 0;
    nonFiniteCounted = true;
    count = n;
    values = nullptr;
    visitValues(in.values, in.type, [&](const auto* p) {
      using V = std::remove_cv_t<std::remove_reference_t<decltype(*p)>>;
      if (in.isMagnitude())
        this->takeFloats(
          backend, n, [p, c = in.numComponents](std::int64_t i) { return magnitudeOf(p + i * c, c); });
      else
        this->takeComponent(
          backend, p + (in.component < 0 ? 0 : in.component), in.numComponents, n, normalise, asFloat, V());
    });
  }

  void release()
  {
    bytes_.release();
    values = nullptr;
    count = 0;
  }

private:
  template <class V, class Kept, class Convert>
  void takeAs(Backend& backend, const V* p, int stride, std::int64_t n, const Convert& convert)
  {
    if constexpr (!Backend::isDevice && std::is_same_v<V, Kept>)
    {
      if (stride == 1)
      {
        bytes_.release();
        values = p;
        return;
      }
    }
    Kept* const to = this->allocate<Kept>(backend, n);
    backend.stage(to, n, [p, stride, convert](std::int64_t i) { return convert(p[i * stride]); });
  }

  template <class V>
  void takeComponent(
    Backend& backend, const V* p, int stride, std::int64_t n, bool normalise, bool asFloat, V)
  {
    if (asFloat && std::is_integral_v<V>)
    {
      this->takeFloats(
        backend, n, [p, stride](std::int64_t i) { return static_cast<double>(p[i * stride]); });
      return;
    }
    if constexpr (sizeof(V) == 1)
    {
      type = UInt8;
      offset = std::is_signed_v<V> ? -128.0 : 0.0;
      this->takeAs<V, std::uint8_t>(backend, p, stride, n,
        [](V v) { return static_cast<std::uint8_t>(std::is_signed_v<V> ? v + 128 : v); });
    }
    else if constexpr (sizeof(V) == 2)
    {
      type = UInt16;
      offset = std::is_signed_v<V> ? -32768.0 : 0.0;
      this->takeAs<V, std::uint16_t>(backend, p, stride, n,
        [](V v) { return static_cast<std::uint16_t>(std::is_signed_v<V> ? v + 32768 : v); });
    }
    else if constexpr (std::is_same_v<V, float>)
    {
      if (!normalise)
      {
        type = Float32;
        nonFiniteCounted = false;
        this->takeAs<V, float>(backend, p, stride, n, [](V v) { return v; });
        return;
      }
      this->takeFloats(
        backend, n, [p, stride](std::int64_t i) { return static_cast<double>(p[i * stride]); });
    }
    else
      this->takeFloats(
        backend, n, [p, stride](std::int64_t i) { return static_cast<double>(p[i * stride]); });
  }

  template <class Value>
  void takeFloats(Backend& backend, std::int64_t n, const Value& value)
  {
    type = Float32;
    const FiniteRange range = finiteRange(n, value);
    numNonFinite = range.notFinite;
    if (range.low <= range.high)
    {
      offset = 0.5 * range.low + 0.5 * range.high;
      const double half = 0.5 * range.high - 0.5 * range.low;
      scale = half > 0.0 && std::isfinite(1.0 / half) ? 1.0 / half : 1.0;
    }
    float* const to = this->allocate<float>(backend, n);
    backend.stage(to, n, [this, &value](std::int64_t i) { return this->keep(value(i)); });
  }

  template <class Kept>
  Kept* allocate(Backend& backend, std::int64_t n)
  {
    const auto bytes = static_cast<std::int64_t>(n * static_cast<std::int64_t>(sizeof(Kept)));
    if (bytes_.size() != bytes)
      bytes_.reset(backend, bytes);
    values = bytes_.data();
    return reinterpret_cast<Kept*>(bytes_.data());
  }

  typename Backend::template Array<char> bytes_;
};

} // namespace inkray
