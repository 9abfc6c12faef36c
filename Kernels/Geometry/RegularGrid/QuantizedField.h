// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/KeptScaling.h"
#include "Device/CallerArrays.h"
#include "Geometry/RegularGrid/GridBlocks.h"
#include "Geometry/RegularGrid/VolumeInput.h"

#include <cstdint>
#include <type_traits>
#include <utility>

namespace inkray
{

/// An array as the kernels read it: uint8, uint16 or float, kept = (value - offset) scale. 8- and 16-bit
/// integers keep their type (signed ones are shifted), and floats stay floats. Other types become floats
/// (KeptScaling.h). If their range is far from 0, they are relative to its middle, which preserves small
/// differences of large values. Otherwise they are relative to 0, which preserves small values beside large
/// ones.
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
  const void* values = nullptr; ///< in the backend's memory; host memory may be the caller's
  std::int64_t count = 0;
  bool nonFiniteCounted = false; ///< false: the backend has to count (floats that are used unchanged)
  std::int64_t numNonFinite = 0;

  float keep(double v) const { return static_cast<float>(keptWithin((v - offset) * scale)); }
  double restore(double kept) const { return kept / scale + offset; }
  std::size_t bytes() const { return bytes_.bytes(); }
  KeptForm form() const { return { type, offset, scale }; }

  /// Take `n` tuples. `normalize`: also scale floats whose magnitudes would overflow sums. `asFloat`:
  /// integers of any size become floats. `name` is the values' name in errors.
  void take(Backend& backend, const Field& in, std::int64_t n, bool normalize = false, bool asFloat = false,
    const char* name = "values");

  /// Adopt the form of another field, and allocate memory for n values in this form, which the caller fills.
  /// Neither values nor errors are counted.
  char* takeForm(Backend& backend, const KeptForm& form, std::int64_t n);

  /// Replace the values by others, which the kernel make(values, others, bytes of a value) writes: `each` of
  /// them in one of its `threads`. Returns false, and keeps the values, if there is no memory for both.
  template <class Make>
  bool rearrange(Backend& backend, std::int64_t threads, std::int64_t each, const Make& make)
  {
    const auto bytes = static_cast<int>(this->form().bytesOfAValue());
    typename Backend::template Array<char> others;
    try
    {
      others.reset(backend, threads * each * bytes);
    }
    catch (const OutOfMemory&)
    {
      return false;
    }
    backend.forEach(threads, make(values, others.data(), bytes));
    backend.synchronize();
    bytes_ = std::move(others);
    values = bytes_.data();
    count = threads * each;
    return true;
  }

  void release()
  {
    bytes_.release();
    values = nullptr;
    count = 0;
  }

private:
  void useInPlace(const void* p)
  {
    bytes_.release();
    values = p;
  }

  /// Take values in host memory.
  template <class V, class Kept, class Convert>
  void takeAs(
    const HostReader<Backend>& reader, const V* p, int stride, std::int64_t n, const Convert& convert);
  template <class V>
  void takeComponent(
    const HostReader<Backend>& reader, const V* p, int stride, std::int64_t n, bool normalize, bool asFloat);
  /// Take values that the backend's kernels can read in place, by the same rules. Values of every type are
  /// copied: the owner of device memory may move it, or write to it in streams for which no frame waits.
  void takeThere(const DeviceReader<Backend>& reader, const Field& in, const void* there, std::int64_t n,
    bool normalize, bool asFloat);
  template <class Reader, class Value>
  void takeFloats(const Reader& reader, std::int64_t n, const Value& value);
  template <class Kept>
  Kept* allocate(Backend& backend, std::int64_t n);

  typename Backend::template Array<char> bytes_;
};

} // namespace inkray
