// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Device/CallerArrays.h"
#include "Geometry/RegularGrid/QuantizedField.h"

#include <cmath>
#include <type_traits>

namespace inkray
{

/// Converts values to the kept form.
template <class Kept, class Values>
struct KeptValues
{
  Values values;
  double offset, scale;

  INKRAY_HD Kept operator()(std::int64_t i) const
  {
    const double kept = (values(i) - offset) * scale;
    if constexpr (std::is_integral_v<Kept>)
      return static_cast<Kept>(kept);
    else
      return static_cast<Kept>(keptWithin(kept));
  }
};

template <class Backend>
void QuantizedField<Backend>::take(
  Backend& backend, const Field& in, std::int64_t n, bool normalize, bool asFloat, const char* name)
{
  if (!in.values)
    throw InvalidInput("the volume has no array to draw; choose one with numbers");
  if (in.tupleOf)
    throw InvalidInput(
      "the values of a grid have to be in the order of its points or cells, without tupleOf; "
      "copy them into this order");
  checkField(in, n, "points or cells of the grid");
  readArray(backend, arrayOf(in, name), [&](const auto& reader, const void* there) {
    offset = 0.0;
    scale = 1.0;
    numNonFinite = 0;
    nonFiniteCounted = true;
    count = n;
    values = nullptr;
    if constexpr (std::decay_t<decltype(reader)>::readsInPlace)
      this->takeThere(reader, in, there, n, normalize, asFloat);
    else
      visitValues(there, in.type, [&](const auto* p) {
        const int c = in.numComponents;
        if (in.isMagnitude())
          this->takeFloats(reader, n, [p, c](std::int64_t i) {
            double sum = 0.0;
            for (int k = 0; k < c; ++k)
              sum = addSquare(sum, static_cast<double>(p[i * c + k]));
            return std::sqrt(sum);
          });
        else
          this->takeComponent(reader, p + (in.component < 0 ? 0 : in.component), c, n, normalize, asFloat);
      });
  });
}

template <class Backend>
char* QuantizedField<Backend>::takeForm(Backend& backend, const KeptForm& form, std::int64_t n)
{
  type = static_cast<Type>(form.type);
  offset = form.offset;
  scale = form.scale;
  values = nullptr;
  count = n;
  if (n == 0)
  {
    bytes_.release();
    return nullptr;
  }
  return type == UInt8 ? reinterpret_cast<char*>(this->template allocate<std::uint8_t>(backend, n))
    : type == UInt16   ? reinterpret_cast<char*>(this->template allocate<std::uint16_t>(backend, n))
                       : reinterpret_cast<char*>(this->template allocate<float>(backend, n));
}

template <class Backend>
template <class V, class Kept, class Convert>
void QuantizedField<Backend>::takeAs(
  const HostReader<Backend>& reader, const V* p, int stride, std::int64_t n, const Convert& convert)
{
  if constexpr (!Backend::isDevice && std::is_same_v<V, Kept>)
  {
    if (stride == 1 && !reader.isCopy)
      return this->useInPlace(p);
  }
  Kept* const to = this->allocate<Kept>(reader.backend, n);
  reader.fill(to, n, [p, stride, convert](std::int64_t i) { return convert(p[i * stride]); });
}

template <class Backend>
template <class V>
void QuantizedField<Backend>::takeComponent(
  const HostReader<Backend>& reader, const V* p, int stride, std::int64_t n, bool normalize, bool asFloat)
{
  if constexpr (std::is_integral_v<V> && sizeof(V) <= 2)
  {
    if (!asFloat)
    {
      using Kept = std::make_unsigned_t<V>;
      constexpr int shift = std::is_signed_v<V> ? 1 << (8 * sizeof(V) - 1) : 0;
      type = sizeof(V) == 1 ? UInt8 : UInt16;
      offset = -shift;
      return this->takeAs<V, Kept>(reader, p, stride, n, [](V v) { return static_cast<Kept>(v + shift); });
    }
  }
  if constexpr (std::is_same_v<V, float>)
  {
    if (!normalize)
    {
      type = Float32;
      nonFiniteCounted = false;
      return this->takeAs<V, float>(reader, p, stride, n, [](V v) { return v; });
    }
  }
  this->takeFloats(reader, n, [p, stride](std::int64_t i) { return static_cast<double>(p[i * stride]); });
}

template <class Backend>
void QuantizedField<Backend>::takeThere(const DeviceReader<Backend>& reader, const Field& in,
  const void* there, std::int64_t n, bool normalize, bool asFloat)
{
  const FieldEntries<AnyNumbers> entries(in, { there, in.type }, nullptr);
  const KeptForm form = findKeptForm(in, FiniteRange(), normalize, asFloat);
  type = static_cast<Type>(form.type);
  offset = form.offset;
  const bool isFloat = type == Float32;
  if (isFloat && (in.type != ValueType::Float32 || normalize || in.isMagnitude()))
    return this->takeFloats(reader, n, entries);
  nonFiniteCounted = !isFloat;
  const auto fill = [&](auto* to) {
    using Kept = std::decay_t<decltype(*to)>;
    reader.fill(to, n, KeptValues<Kept, FieldEntries<AnyNumbers>>{ entries, offset, scale });
  };
  if (type == UInt8)
    fill(this->allocate<std::uint8_t>(reader.backend, n));
  else if (type == UInt16)
    fill(this->allocate<std::uint16_t>(reader.backend, n));
  else
    fill(this->allocate<float>(reader.backend, n));
}

template <class Backend>
template <class Reader, class Value>
void QuantizedField<Backend>::takeFloats(const Reader& reader, std::int64_t n, const Value& value)
{
  type = Float32;
  const FiniteRange range = reader.range(n, value);
  numNonFinite = range.notFinite;
  const KeptScaling kept = keptScalingOf(range);
  offset = kept.offset;
  scale = kept.scale;
  float* const to = this->allocate<float>(reader.backend, n);
  if constexpr (Reader::readsInPlace)
    reader.fill(to, n, KeptValues<float, Value>{ value, offset, scale });
  else
    reader.fill(to, n, [this, &value](std::int64_t i) { return this->keep(value(i)); });
}

template <class Backend>
template <class Kept>
Kept* QuantizedField<Backend>::allocate(Backend& backend, std::int64_t n)
{
  const auto bytes = static_cast<std::int64_t>(n * static_cast<std::int64_t>(sizeof(Kept)));
  if (bytes_.size() != bytes)
    bytes_.reset(backend, bytes);
  values = bytes_.data();
  return reinterpret_cast<Kept*>(bytes_.data());
}

} // namespace inkray
