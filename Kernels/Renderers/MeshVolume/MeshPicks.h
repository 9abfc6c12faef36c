// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Device/Buffer.h"
#include "Renderers/MeshVolume/Integrators/PickRays.h"

#include <vector>

namespace inkray
{

/// What a pick finds under each pixel, on a backend and in host memory.
template <class Backend>
class MeshPicks
{
public:
  explicit MeshPicks(Backend& backend)
    : backend_(backend)
  {
  }

  /// Rays are cast for picks, not for a picture.
  bool areWanted() const { return areWanted_; }

  /// From here until `stop`, for a frame of so many pixels. Throws InvalidInput for an opacity that is none.
  void start(std::int64_t numPixels, float opacity)
  {
    if (!(opacity >= 0.0f && opacity <= 1.0f))
      throw InvalidInput("the opacity at which a cell is picked is not between 0 and 1");
    tets_.reserve(backend_, numPixels);
    depths_.reserve(backend_, numPixels);
    backend_.forEach(numPixels, FillPicks{ tets_.data(), depths_.data() });
    opacity_ = opacity;
    areWanted_ = true;
  }
  void stop() { areWanted_ = false; }

  PickTarget target(const std::uint32_t* originalTet)
  {
    return { opacity_, originalTet, tets_.data(), depths_.data(), 1.0f, nullptr };
  }

  void toHost(std::int64_t numPixels)
  {
    tetsInHost_.resize(static_cast<std::size_t>(numPixels));
    depthsInHost_.resize(static_cast<std::size_t>(numPixels));
    backend_.copyToHost(tetsInHost_.data(), tets_.data(), numPixels * sizeof(std::uint32_t));
    backend_.copyToHost(depthsInHost_.data(), depths_.data(), numPixels * sizeof(float));
  }
  const std::uint32_t* tets() const { return tetsInHost_.data(); }
  const float* depths() const { return depthsInHost_.data(); }

private:
  Backend& backend_;
  bool areWanted_ = false;
  float opacity_ = 0.0f;
  Buffer<std::uint32_t, Backend> tets_;
  Buffer<float, Backend> depths_;
  std::vector<std::uint32_t> tetsInHost_;
  std::vector<float> depthsInHost_;
};

} // namespace inkray
