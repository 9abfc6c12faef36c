// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Device/Buffer.h"
#include "View/SparseRays.h"

#include <cstdint>

namespace inkray
{

/// A picture: colour multiplied by opacity, window depths or null; lower row first.
struct PictureView
{
  std::int32_t width, height;
  Float4* color;
  float* depth;
};

/// The cells of a picture that is made of a smaller one: the pixels whose centres lie among the centres of
/// the same four pixels of the smaller one. Beyond the outermost centres it goes on as it is at its border,
/// which has cells of its own, so that there is one more cell than pixels on each axis.
struct SparseCells
{
  std::int32_t small[2], full[2];

  INKRAY_HD std::int64_t count() const { return (small[0] + std::int64_t(1)) * (small[1] + std::int64_t(1)); }
  INKRAY_HD void cell(std::int64_t i, int at[2]) const
  {
    at[1] = static_cast<int>(i / (small[0] + 1));
    at[0] = static_cast<int>(i - at[1] * (small[0] + std::int64_t(1)));
  }
  /// The first pixel of a cell on an axis; the next cell's is one behind its last.
  INKRAY_HD int first(int axis, int cell) const
  {
    if (cell <= 0)
      return 0;
    if (cell > small[axis])
      return full[axis];
    // The first whose centre, (x + 1/2) small/full, is not before that of pixel cell - 1.
    const std::int64_t twice = (2 * std::int64_t(cell) - 1) * full[axis] - small[axis];
    return static_cast<int>((twice + 2 * small[axis] - 1) / (2 * small[axis]));
  }
  /// The share of the right or upper one of the two pixels around a pixel: pixel * slope + the offset of its
  /// cell.
  INKRAY_HD float slope(int axis) const
  {
    return static_cast<float>(small[axis]) / static_cast<float>(full[axis]);
  }
  INKRAY_HD float offset(int axis, int cell) const
  {
    return 0.5f * this->slope(axis) - static_cast<float>(cell) + 0.5f;
  }
  /// The nearest pixel that there is in the smaller picture.
  INKRAY_HD int inside(int axis, int pixel) const
  {
    return pixel < 0 ? 0 : pixel >= small[axis] ? small[axis] - 1 : pixel;
  }
  INKRAY_HD std::int64_t pixels(const int at[2]) const
  {
    return std::int64_t(this->first(0, at[0] + 1) - this->first(0, at[0])) *
      (this->first(1, at[1] + 1) - this->first(1, at[1]));
  }
};

/// The smaller picture of a sparse one, and the pixels that need rays of their own, in the memory of a
/// backend.
template <class Backend>
class SparsePicture
{
public:
  /// Begin a picture of width x height pixels: workspace for the smaller one. `stops`: of rays, or null
  /// (ImagePlane).
  void begin(Backend& backend, const SparseRays& rays, std::int32_t width, std::int32_t height, bool hasDepth,
    const float* stops);
  const PictureView& small() const { return small_; } ///< to be cast
  const float* stops() const { return stops_; }       ///< window depths where its rays stop, or null

  /// The smaller picture is cast: interpolate, and list the pixels that want rays of their own, `most` at the
  /// most. `asksOwn`: hasOwnRay() is wanted.
  void enlarge(Backend& backend, const PictureView& full, std::int64_t most, bool asksOwn);
  const std::uint32_t* pixels() const { return pixels_.data(); }
  std::int64_t numListed() const { return numListed_; }
  std::int64_t numWanted() const { return numWanted_; }               ///< where any number may be cast
  const std::uint8_t* hasOwnRay() const { return hasOwnRay_.data(); } ///< 1 for each pixel of the list

private:
  template <class T>
  using Array = Buffer<T, Backend>;

  SparseCells cells_ = {};
  PictureView small_ = {};
  const float* stops_ = nullptr;
  Array<Float4> color_;
  Array<float> depth_, stopDepths_;
  Array<std::uint8_t> levels_, hasOwnRay_;
  Array<std::uint64_t> counts_; ///< of pixels of each level; then the first one of listed pixels
  Array<std::uint32_t> pixels_;
  std::int64_t numListed_ = 0, numWanted_ = 0;
};

} // namespace inkray
