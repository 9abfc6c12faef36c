// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/HostPages.h"
#include "Renderers/MeshVolume/MeshPicks.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

namespace inkray
{

/// Picks of a mesh in pieces, in the memory of a backend, from its first piece to the last: the rays on their
/// way, and what they have found so far.
template <class Backend>
class PiecesPicks
{
public:
  explicit PiecesPicks(Backend& backend)
    : backend_(backend)
  {
  }

  /// Memory for so many pixels, of which some are asked for, or all.
  void reserve(std::int64_t numPixels, bool areSome)
  {
    numPixels_ = numPixels;
    if (areSome)
      asked_.reserve(backend_, numPixels);
    rays_.reserve(backend_, numPixels);
    tets_.reserve(backend_, numPixels);
    depths_.reserve(backend_, numPixels);
  }
  /// The memory is not kept: picks are wanted now and then.
  void release()
  {
    rays_.release();
    tets_.release();
    depths_.release();
    wholeTets_.release();
    asked_.release();
  }

  /// Picks without a piece, in the pixels that are not 0; null: in all. Opacity and share are those of
  /// MeshPicks.
  void begin(float opacity, float share, const std::uint8_t* pixels)
  {
    areSome_ = pixels != nullptr;
    if (areSome_)
      backend_.copyFromHost(asked_.data(), pixels, static_cast<std::size_t>(numPixels_));
    backend_.zero(rays_.data(), static_cast<std::size_t>(numPixels_) * sizeof(PickOnItsWay));
    backend_.forEach(numPixels_, FillPicks{ tets_.data(), depths_.data() });
    target_ = { opacity, nullptr, tets_.data(), depths_.data(), share, nullptr,
      { rays_.data(), nullptr, nullptr, false } };
    found_.clear();
  }
  /// The window depths at which rays end, which are moved to the front where pixels are not asked for, and
  /// where rays are done.
  void limit(float* ends)
  {
    target_.pieces.ends = ends;
    if (areSome_)
      backend_.forEach(numPixels_, RestrictDepths{ asked_.data(), ends, ends });
  }
  /// Rays are about to go through all pieces once more, with the sums of the first time.
  void beginSecondMarch() { target_.pieces.isSecondMarch = true; }

  /// The target of the piece that has these tets of the whole.
  const PickTarget& targetOf(const PagedVector<std::uint32_t>& wholeTets)
  {
    wholeTets_.assign(backend_, wholeTets);
    target_.pieces.wholeTet = wholeTets_.data();
    return target_;
  }
  /// Tets of that piece are seen.
  void add(const std::vector<std::uint32_t>& seen, const PagedVector<std::uint32_t>& wholeTets)
  {
    for (const std::uint32_t tet : seen)
      found_.push_back(wholeTets[tet]);
  }

  /// All pieces have been cast: the tets under the pixels to host memory,
  void present()
  {
    this->tetsToHost(tetsInHost_);
    depthsInHost_.resize(static_cast<std::size_t>(numPixels_));
    backend_.copyToHost(depthsInHost_.data(), depths_.data(), depthsInHost_.size() * sizeof(float));
  }
  const std::uint32_t* tets() const { return tetsInHost_.data(); }
  const float* depths() const { return depthsInHost_.data(); }
  /// or those that are seen, with what is picked.
  void presentVisible()
  {
    std::vector<std::uint32_t> picked;
    this->tetsToHost(picked);
    std::copy_if(picked.begin(), picked.end(), std::back_inserter(found_),
      [](std::uint32_t tet) { return tet != noTet; });
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    visible_.swap(found_);
  }
  const std::vector<std::uint32_t>& visible() const { return visible_; }

private:
  void tetsToHost(std::vector<std::uint32_t>& tets) const
  {
    tets.resize(static_cast<std::size_t>(numPixels_));
    backend_.copyToHost(tets.data(), tets_.data(), tets.size() * sizeof(std::uint32_t));
  }

  Backend& backend_;
  std::int64_t numPixels_ = 0;
  PickTarget target_ = {};
  Buffer<PickOnItsWay, Backend> rays_;
  Buffer<std::uint32_t, Backend> tets_, wholeTets_;
  Buffer<float, Backend> depths_;
  Buffer<std::uint8_t, Backend> asked_;
  bool areSome_ = false;
  std::vector<std::uint32_t> tetsInHost_, found_, visible_;
  std::vector<float> depthsInHost_;
};

} // namespace inkray
