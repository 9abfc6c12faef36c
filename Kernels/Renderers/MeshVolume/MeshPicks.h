// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Device/Buffer.h"
#include "Geometry/Mesh/TetAdjacency.h"
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
    depths[i] = !pixels[i] ? closedPixel : opaqueDepth ? opaqueDepth[i] : 1.0f;
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

/// Results of rays that are cast for picks: the tet under each pixel, or all tets that a picture shows in
/// some of its pixels; on a backend and in host memory.
template <class Backend>
class MeshPicks
{
public:
  MeshPicks(Backend& backend, const TetAdjacency<Backend>& mesh)
    : backend_(backend)
    , mesh_(mesh)
  {
  }

  /// Rays are cast for picks, not for a picture.
  bool areWanted() const { return areWanted_; }

  /// From here until `stop`, the tet under each pixel of a frame of so many. Throws InvalidInput for an
  /// opacity that is none.
  void start(std::int64_t numPixels, float opacity)
  {
    checkOpacity(opacity);
    tets_.reserve(backend_, numPixels);
    depths_.reserve(backend_, numPixels);
    backend_.forEach(numPixels, FillPicks{ tets_.data(), depths_.data() });
    target_ = { opacity, mesh_.originalTet.data(), tets_.data(), depths_.data(), 1.0f, nullptr, {} };
    numPixels_ = numPixels;
    areWanted_ = true;
  }
  /// Or all tets that are seen in the pixels that are not 0. Throws InvalidInput for a share that is none,
  /// too.
  void startVisible(std::int64_t numPixels, const std::uint8_t* pixels, float opacity, float share)
  {
    checkOpacity(opacity);
    checkShare(share);
    this->clearMarks();
    pixels_.reserve(backend_, numPixels);
    backend_.copyFromHost(pixels_.data(), pixels, numPixels * sizeof(std::uint8_t));
    depths_.reserve(backend_, numPixels);
    target_ = { opacity, nullptr, nullptr, nullptr, share, marks_.data(), {} };
    numPixels_ = numPixels;
    areWanted_ = true;
  }
  /// Or what rays find that go through this mesh, a piece of a larger one, to the next: a target for pieces,
  /// whose ends are those of the rays. `marksAll`: the tets that are seen, too.
  void startPiece(const PickTarget& target, bool marksAll)
  {
    target_ = target;
    target_.originalTet = mesh_.originalTet.data();
    if (marksAll)
    {
      // Memory for the list, too, before rays go on: a second time they must not go through the piece.
      this->clearMarks();
      this->reserveList();
      target_.marks = marks_.data();
    }
    areWanted_ = true;
  }
  void stop() { areWanted_ = false; }
  /// Release the marks, which are wanted now and then, and are not small.
  void releaseVisible()
  {
    marks_.release();
    list_.release();
    pixels_.release();
    depths_.release();
  }

  const PickTarget& target() const { return target_; }
  /// The depths at which rays end, where they do at opaqueDepth (or null) in pixels that are asked for.
  const float* limitDepths(const float* opaqueDepth)
  {
    if (!areWanted_ || !target_.marksAll() || target_.isInPieces())
      return opaqueDepth;
    backend_.forEach(numPixels_, RestrictDepths{ pixels_.data(), opaqueDepth, depths_.data() });
    return depths_.data();
  }

  /// Copy the tets under the pixels to host memory.
  void toHost()
  {
    tetsInHost_.resize(static_cast<std::size_t>(numPixels_));
    depthsInHost_.resize(static_cast<std::size_t>(numPixels_));
    backend_.copyToHost(tetsInHost_.data(), tets_.data(), numPixels_ * sizeof(std::uint32_t));
    backend_.copyToHost(depthsInHost_.data(), depths_.data(), numPixels_ * sizeof(float));
  }
  const std::uint32_t* tets() const { return tetsInHost_.data(); }
  const float* depths() const { return depthsInHost_.data(); }

  /// Copy the marked tets to host memory, as the list.
  void visibleToHost()
  {
    this->reserveList();
    backend_.zero(count_.data(), sizeof(std::uint64_t));
    append(backend_, mesh_.numTets, CollectMarked{ marks_.data(), mesh_.originalTet.data() },
      Queue<std::uint32_t>{ list_.data(), static_cast<std::uint64_t>(mesh_.numTets), count_.data() });
    visible_.resize(static_cast<std::size_t>(backend_.read(count_.data())));
    backend_.copyToHost(visible_.data(), list_.data(), visible_.size() * sizeof(std::uint32_t));
    std::sort(visible_.begin(), visible_.end());
    this->releaseVisible();
  }
  const std::vector<std::uint32_t>& visible() const { return visible_; }

  ///@{
  /// Throw InvalidInput for what is none.
  static void checkOpacity(float opacity)
  {
    if (!(opacity >= 0.0f && opacity <= 1.0f))
      throw InvalidInput("the opacity at which a cell is picked is not between 0 and 1");
  }
  static void checkShare(float share)
  {
    if (!(share > 0.0f && share <= 1.0f))
      throw InvalidInput("the share of a pixel that is visible is not above 0 and at most 1");
  }
  ///@}

private:
  void clearMarks()
  {
    marks_.reserve(backend_, mesh_.numTets);
    backend_.zero(marks_.data(), mesh_.numTets * sizeof(std::uint8_t));
  }
  void reserveList()
  {
    count_.reserve(backend_, 1);
    list_.reserve(backend_, mesh_.numTets);
  }

  Backend& backend_;
  const TetAdjacency<Backend>& mesh_;
  bool areWanted_ = false;
  std::int64_t numPixels_ = 0;
  PickTarget target_ = {};
  Buffer<std::uint32_t, Backend> tets_; ///< per pixel
  Buffer<float, Backend> depths_;       ///< that were found there, or at which its ray ends
  std::vector<std::uint32_t> tetsInHost_;
  std::vector<float> depthsInHost_;

  Buffer<std::uint8_t, Backend> marks_, pixels_;
  Buffer<std::uint32_t, Backend> list_;
  Buffer<std::uint64_t, Backend> count_;
  std::vector<std::uint32_t> visible_;
};

} // namespace inkray
