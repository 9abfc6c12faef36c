// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Renderers/MeshVolume/Merged/DrawnLayers.h"

namespace inkray
{

/// DrawnLayers on one backend.
template <class Backend>
class DrawnLayersImpl final : public DrawnLayers
{
public:
  explicit DrawnLayersImpl(const DeviceInfo& device)
    : backend_(device.id)
  {
  }

  SurfaceLayers set(const Float4* colours, const float* depths, int most, std::int64_t numPixels,
    const WindowDepth& window) override
  {
    const std::int64_t size = most * numPixels;
    colours_.reserve(backend_, size);
    depths_.reserve(backend_, size);
    backend_.copyFromHost(colours_.data(), colours, static_cast<std::size_t>(size) * sizeof(Float4));
    backend_.copyFromHost(depths_.data(), depths, static_cast<std::size_t>(size) * sizeof(float));
    backend_.synchronize();
    return { colours_.data(), depths_.data(), most, window };
  }

private:
  Backend backend_;
  Buffer<Float4, Backend> colours_;
  Buffer<float, Backend> depths_;
};

} // namespace inkray
