// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Device/Buffer.h"
#include "View/SparseRays.h"

#include <cstdint>

namespace inkray
{

/// A picture: premultiplied colors, and window depths or null; lower row first.
struct PictureView
{
  std::int32_t width, height;
  Float4* color;
  float* depth;
};

/// The cells of a picture that is enlarged from a smaller one. A cell holds the pixels whose centers lie
/// among the centers of the same four pixels of the smaller picture. Beyond the outermost centers, the
/// picture repeats its border, which has cells of its own; so each axis has one cell more than the smaller
/// picture has pixels.
struct SparseCells
{
  std::int32_t small[2], full[2];

  INKRAY_HD std::int64_t count() const { return (small[0] + std::int64_t(1)) * (small[1] + std::int64_t(1)); }
  INKRAY_HD void cell(std::int64_t i, int at[2]) const
  {
    at[1] = static_cast<int>(i / (small[0] + 1));
    at[0] = static_cast<int>(i - at[1] * (small[0] + std::int64_t(1)));
  }
  /// The first pixel of a cell along an axis; the next cell begins behind its last pixel.
  INKRAY_HD int first(int axis, int cell) const
  {
    if (cell <= 0)
      return 0;
    if (cell > small[axis])
      return full[axis];
    // The first pixel whose center, (x + 1/2) small/full, is not before that of pixel cell - 1.
    const std::int64_t twice = (2 * std::int64_t(cell) - 1) * full[axis] - small[axis];
    return static_cast<int>((twice + 2 * small[axis] - 1) / (2 * small[axis]));
  }
  /// A pixel lies between two pixels of the smaller picture. The weight of the right or upper one is pixel *
  /// slope + the offset of its cell.
  INKRAY_HD float slope(int axis) const
  {
    return static_cast<float>(small[axis]) / static_cast<float>(full[axis]);
  }
  INKRAY_HD float offset(int axis, int cell) const
  {
    return 0.5f * this->slope(axis) - static_cast<float>(cell) + 0.5f;
  }
  /// The nearest pixel inside of the smaller picture.
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

/// The smaller picture of a sparse picture, and the pixels that get separate rays, in the memory of a
/// backend.
template <class Backend>
class SparsePicture
{
public:
  /// Begin a picture of width x height pixels: allocate the smaller one. `stops`: where rays stop, or null
  /// (ImagePlane).
  void begin(Backend& backend, const SparseRays& rays, std::int32_t width, std::int32_t height, bool hasDepth,
    const float* stops);
  const PictureView& small() const { return small_; } ///< the picture to cast
  const float* stops() const { return stops_; }       ///< window depths at which its rays stop, or null

  /// Call this after the smaller picture has been cast. Interpolates, and lists at most `most` pixels that
  /// need separate rays. `asksOwn`: hasOwnRay() will be called.
  void enlarge(Backend& backend, const PictureView& full, std::int64_t most, bool asksOwn);
  const std::uint32_t* pixels() const { return pixels_.data(); }
  std::int64_t numListed() const { return numListed_; }
  std::int64_t numWanted() const
  {
    return numWanted_;
  }                                                                   ///< the number of pixels that would be
                                                                      ///< listed without a limit
  const std::uint8_t* hasOwnRay() const { return hasOwnRay_.data(); } ///< 1 for each listed pixel

private:
  template <class T>
  using Array = Buffer<T, Backend>;

  SparseCells cells_ = {};
  PictureView small_ = {};
  const float* stops_ = nullptr;
  Array<Float4> color_;
  Array<float> depth_, stopDepths_;
  Array<std::uint8_t> levels_, hasOwnRay_;
  Array<std::uint64_t> counts_; ///< pixels of each level; later the counter of listed pixels
  Array<std::uint32_t> pixels_;
  std::int64_t numListed_ = 0, numWanted_ = 0;
};

} // namespace inkray
