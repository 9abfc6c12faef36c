// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Device/Buffer.h"
#include "Renderers/MeshVolume/Integrators/PickRays.h"

#include <algorithm>
#include <vector>

namespace inkray
{

/// Window depths at which the rays of a picture end: in front of everything where a pixel is not asked for.
struct RestrictDepths
{
  const std::uint8_t* pixels; ///< 0: not asked for
  const float* opaqueDepth;   ///< of the picture, or null
  float* depths;
  INKRAY_HD void operator()(std::int64_t i) const
  {
    depths[i] = !pixels[i] ? -1.0f : opaqueDepth ? opaqueDepth[i] : 1.0f;
  }
};

/// The caller's tets for the cells that are marked: items of append.
struct CollectMarked
{
  struct State
  {
  };
  const std::uint8_t* marks;
  const std::uint32_t* originalTet;

  INKRAY_HD std::uint32_t count(std::int64_t t, State&) const { return marks[t]; }
  INKRAY_HD void emit(std::int64_t t, const State&, std::uint32_t* out) const { *out = originalTet[t]; }
};

/// The tets that a picture shows in some of its pixels, on a backend and in host memory.
template <class Backend>
class MeshVisibleTets
{
public:
  MeshVisibleTets(Backend& backend, const TetAdjacency<Backend>& mesh)
    : backend_(backend)
    , mesh_(mesh)
  {
  }

  /// Rays are cast to mark cells, not for a picture.
  bool areWanted() const { return areWanted_; }

  /// From here until `stop`, for the pixels of a frame of so many that are not 0. Throws InvalidInput for an
  /// opacity or share that is none.
  void start(std::int64_t numPixels, const std::uint8_t* pixels, float opacity, float share)
  {
    if (!(opacity >= 0.0f && opacity <= 1.0f))
      throw InvalidInput("the opacity at which a cell is picked is not between 0 and 1");
    if (!(share > 0.0f && share <= 1.0f))
      throw InvalidInput("the share of a pixel that is visible is not above 0 and at most 1");
    marks_.reserve(backend_, mesh_.numTets);
    backend_.zero(marks_.data(), mesh_.numTets * sizeof(std::uint8_t));
    pixels_.reserve(backend_, numPixels);
    backend_.copyFromHost(pixels_.data(), pixels, numPixels * sizeof(std::uint8_t));
    depths_.reserve(backend_, numPixels);
    numPixels_ = numPixels;
    opacity_ = opacity;
    share_ = share;
    areWanted_ = true;
  }
  void stop() { areWanted_ = false; }
  /// What was marked goes: it is wanted now and then, and not small.
  void release()
  {
    marks_.release();
    list_.release();
    pixels_.release();
    depths_.release();
  }

  /// The depths at which rays end, where they do at opaqueDepth (or null) in pixels that are asked for.
  const float* limitDepths(const float* opaqueDepth)
  {
    backend_.forEach(numPixels_, RestrictDepths{ pixels_.data(), opaqueDepth, depths_.data() });
    return depths_.data();
  }
  PickTarget target() { return { opacity_, nullptr, nullptr, nullptr, share_, marks_.data() }; }

  /// What is marked is the list.
  void toHost()
  {
    count_.reserve(backend_, 1);
    backend_.zero(count_.data(), sizeof(std::uint64_t));
    list_.reserve(backend_, mesh_.numTets);
    append(backend_, mesh_.numTets, CollectMarked{ marks_.data(), mesh_.originalTet.data() },
      Queue<std::uint32_t>{ list_.data(), static_cast<std::uint64_t>(mesh_.numTets), count_.data() });
    tets_.resize(static_cast<std::size_t>(backend_.read(count_.data())));
    backend_.copyToHost(tets_.data(), list_.data(), tets_.size() * sizeof(std::uint32_t));
    std::sort(tets_.begin(), tets_.end());
    this->release();
  }
  const std::vector<std::uint32_t>& tets() const { return tets_; }

private:
  Backend& backend_;
  const TetAdjacency<Backend>& mesh_;
  bool areWanted_ = false;
  float opacity_ = 0.0f, share_ = 0.0f;
  std::int64_t numPixels_ = 0;
  Buffer<std::uint8_t, Backend> marks_, pixels_;
  Buffer<float, Backend> depths_;
  Buffer<std::uint32_t, Backend> list_;
  Buffer<std::uint64_t, Backend> count_;
  std::vector<std::uint32_t> tets_;
};

} // namespace inkray
