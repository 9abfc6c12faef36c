// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Picture/RayOptions.h"

#include <cstdint>

namespace inkray
{

/// Where the kernels of a backend read the window depths at which the rays of a frame stop
/// (ImagePlane::stops): where the caller has them, or in `copy`. Null: nothing is in the way.
template <class Backend>
const float* stopsOf(
  Backend& backend, const RayOptions& options, std::int64_t numPixels, Buffer<float, Backend>& copy)
{
  const OpaqueDepth& opaque = options.opaqueDepth;
  if (!Backend::isDevice || !opaque || opaque.isOnDevice)
    return opaque;
  copy.reserve(backend, numPixels);
  backend.copyFromHost(copy.data(), opaque.depths, static_cast<std::size_t>(numPixels) * sizeof(float));
  return copy.data();
}

} // namespace inkray
