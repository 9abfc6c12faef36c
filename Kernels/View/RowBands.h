// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Device/Buffer.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace inkray
{

/// Some rows of an image: bands of equal height, from the lowest row up.
struct RowBands
{
  std::int32_t height = 0; ///< rows of a band, except for the uppermost one; 0: all rows are drawn
  /// The drawn bands, in the order of their rays. If the uppermost band of the image is one of them, it is
  /// the last.
  std::vector<std::uint32_t> drawn;

  bool areAll() const { return height <= 0; }
  bool operator==(const RowBands& o) const { return height == o.height && drawn == o.drawn; }
};

/// Lists and marks the pixels of bands. Each band is listed in columns of 8 pixels, so that neighbors in the
/// list are neighbors in the picture.
struct ListBandPixels
{
  const std::uint32_t* bands;
  std::int32_t bandHeight, width, imageHeight;
  std::uint32_t* pixels;
  std::uint8_t* isListed;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    constexpr std::int32_t column = 8;
    const std::int64_t inBand = std::int64_t(bandHeight) * width;
    const auto first = static_cast<std::int32_t>(bands[i / inBand]) * bandHeight;
    const std::int32_t rows = imageHeight - first < bandHeight ? imageHeight - first : bandHeight;
    const auto at = static_cast<std::int32_t>(i % inBand), inColumn = column * rows;
    const std::int32_t left = at / inColumn * column;
    const std::int32_t across = width - left < column ? width - left : column;
    const std::int32_t x = left + at % inColumn % across, y = first + at % inColumn / across;
    const std::uint32_t pixel = static_cast<std::uint32_t>(y * width + x);
    pixels[i] = pixel;
    isListed[pixel] = 1;
  }
};

/// Gathers the values of listed pixels into one array. UnpackPixels scatters them back.
template <class T>
struct PackPixels
{
  const std::uint32_t* pixels;
  const T* image;
  T* packed;

  INKRAY_HD void operator()(std::int64_t i) const { packed[i] = image[pixels[i]]; }
};
template <class T>
struct UnpackPixels
{
  const std::uint32_t* pixels;
  const T* packed;
  T* image;

  INKRAY_HD void operator()(std::int64_t i) const { image[pixels[i]] = packed[i]; }
};

/// Restricts a kernel that casts a ray for every pixel of an image to the pixels of the drawn bands. It
/// writes the window depth at which the ray of each pixel stops (ImagePlane::stops). Rays of pixels outside
/// of the bands get the depth -1, so that they end before they begin.
struct StopOtherRays
{
  const std::uint8_t* isListed;
  const float* stops; ///< of the whole image, or null
  float* ends;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    ends[i] = !isListed[i] ? -1.0f : stops ? stops[i] : 1.0f;
  }
};

/// The pixels of bands of an image, in the memory of a backend; computed anew if the image or bands change.
template <class Backend>
class BandPixels
{
public:
  void find(Backend& backend, const RowBands& bands, std::int32_t width, std::int32_t height)
  {
    if (!pixels_.empty() && bands == bands_ && width == width_ && height == height_)
      return;
    width_ = 0; // invalid until all memory has been allocated
    const std::int64_t numPixels = std::int64_t(width) * height;
    pixels_.reserve(backend, numPixels);
    isListed_.reserve(backend, numPixels);
    backend.zero(isListed_.data(), static_cast<std::size_t>(numPixels));
    count_ = 0;
    for (const std::uint32_t band : bands.drawn)
      count_ += std::int64_t(width) *
        std::max(0, std::min(bands.height, height - static_cast<std::int32_t>(band) * bands.height));
    drawn_.assign(backend, bands.drawn);
    backend.forEach(
      count_, ListBandPixels{ drawn_.data(), bands.height, width, height, pixels_.data(), isListed_.data() });
    bands_ = bands;
    width_ = width;
    height_ = height;
  }
  const std::uint32_t* pixels() const { return pixels_.data(); }
  std::int64_t count() const { return count_; }
  /// 1 for each pixel of the list, otherwise 0.
  const std::uint8_t* isListed() const { return isListed_.data(); }

private:
  Buffer<std::uint32_t, Backend> drawn_, pixels_;
  Buffer<std::uint8_t, Backend> isListed_;
  std::int64_t count_ = 0;
  RowBands bands_;
  std::int32_t width_ = 0, height_ = 0;
};

} // namespace inkray
