// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Picture/CompositeBlocks.h"
#include "Picture/RayStops.h"
#include "View/BoxPixels.h"

#include <cstdint>

namespace inkray
{

/// The window depths at which rays stop in a picture's next block, in the memory of a backend.
template <class Backend>
class RayEnds
{
public:
  explicit RayEnds(Backend& backend)
    : backend_(backend)
  {
  }

  void reserve(std::int64_t numPixels)
  {
    numPixels_ = numPixels;
    ends_.reserve(backend_, numPixels);
    isAnyOpen_.reserve(backend_, 1);
  }
  void release() { ends_.release(); }
  float* data() { return ends_.data(); }

  /// The stops of a frame in the memory of the backend. They may be in the memory of the ends.
  const float* onDevice(const RayOptions& options) { return stopsOf(backend_, options, numPixels_, ends_); }
  /// Whether rays reach a block in these pixels.
  bool isOpen(const BoxPixels& seen, int imageWidth)
  {
    backend_.zero(isAnyOpen_.data(), sizeof(std::uint8_t));
    backend_.forEach(std::int64_t(seen.width) * seen.height,
      FindOpenPixels{ ends_.data(), imageWidth, seen.x, seen.y, seen.width, isAnyOpen_.data() });
    return backend_.read(isAnyOpen_.data()) != 0;
  }

private:
  Backend& backend_;
  std::int64_t numPixels_ = 0;
  Buffer<float, Backend> ends_;
  Buffer<std::uint8_t, Backend> isAnyOpen_;
};

} // namespace inkray
