// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Picture/RayOptions.h"

#include <cstdint>

namespace inkray
{

/// The window depths at which the rays of a frame stop, for kernels of a backend (ImagePlane::stops). They
/// are in the caller's memory or in `copy`. Null: there are none.
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
