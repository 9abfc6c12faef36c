// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/RaySource.h"

#include <memory>
#include <vector>

namespace inkray
{

/// A picture of several sources of any kind on one device. No other class knows more than one source.
///
/// Composited volumes and surfaces may overlap: each ray meets all their spans and surfaces in the order of
/// depth. Where they overlap, attenuations add up and colors are mixed by attenuation (Optics/MixedMedia.h).
/// Of surfaces at one place, the least opaque comes first. If a source is in blocks, the others are cut to
/// the box of each block, and the pictures of the boxes are composited from front to back.
///
/// In other blend modes, films are combined before they get a color, so that extremes, means and sums count
/// all sources. Surfaces lie over the films in the order of depth, and hide everything behind an opaque one.
/// The order of the sources does not change a bit of the picture, with up to 16 films.
class RayPicture
{
public:
  using Sources = std::vector<RaySource*>;
  /// The largest number of sources that rays can walk through together.
  static constexpr int mostSources = 8;

  /// Make a picture for sources on this device. Throws Error if there is no such device.
  static std::unique_ptr<RayPicture> create(const DeviceId& device);
  virtual ~RayPicture() = default;
  virtual DeviceKind device() const = 0;

  /// Whether the surfaces over films can be drawn: at most one source has surfaces, or all sources with
  /// surfaces can be merged.
  static bool canDrawFilms(const Sources& sources);

  /// Draw composited sources. The result is at view(), or with `onDevice` only at deviceView(). It has depths
  /// if any source has surfaces. Throws the errors of the sources. Throws InvalidInput for no source, for
  /// more than mostSources, and for sources that cannot be merged or draw the same data. Throws it also for
  /// sources on other devices, and for images of different sizes.
  virtual void draw(const Sources& sources, const PictureOptions& options, bool onDevice = false) = 0;

  /// Draw any number of sources in a blend mode other than Composite. All must have the same mode, range to
  /// average and range of values. For extremes, all must also have the same functions and the same kind of
  /// values, at points or in cells. Throws as `draw` does, and InvalidInput for surfaces that cannot be
  /// drawn.
  virtual void drawFilms(const Sources& sources, const PictureOptions& options, bool onDevice = false) = 0;

  /// view: the last picture in host memory, null if it was left on the device. deviceView: the last picture
  /// in device memory, null on the CPU. Both are valid until the next call.
  virtual DrawnImage view() const = 0;
  virtual DrawnImage deviceView() const = 0;
  /// Sums over all sources.
  virtual PictureTimings timings() const = 0;
  virtual PictureStatistics statistics() const = 0;

private:
  /// Make a picture on a CUDA device. Throws Error in a build without CUDA.
  static std::unique_ptr<RayPicture> createOnCuda(const DeviceInfo& device);
};

} // namespace inkray
