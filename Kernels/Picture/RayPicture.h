// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/RaySource.h"

#include <memory>
#include <vector>

namespace inkray
{

/// A picture of several things on one device, of any kinds: the only place that knows of more than one.
///
/// Composited volumes and surfaces may overlap: each ray meets the segments and surfaces of all of them in
/// the order of depth. Where they overlap, attenuations add up and colors are mixed by attenuation
/// (Optics/MixedMedia.h); of surfaces in one place, those of least opacity come first. Where one of them is
/// in blocks, the others are cut to the box of each block, and what all boxes show is composited from front
/// to back. In other blend modes the films of all are combined before they get a color, so that an extreme, a
/// mean or a sum is that of all, wherever they lie; surfaces lie over it in the order of their depths, and
/// what lies behind an opaque one does not count. The order of the sources does not change a bit of the
/// picture, with up to 16 films.
class RayPicture
{
public:
  using Sources = std::vector<RaySource*>;
  /// The most sources of a picture that rays walk through together.
  static constexpr int mostSources = 8;

  /// For sources on this device. Throws Error when there is no such device.
  static std::unique_ptr<RayPicture> create(const DeviceId& device);
  virtual ~RayPicture() = default;
  virtual DeviceKind device() const = 0;

  /// Whether the surfaces that lie over films can be drawn: one source has some, or those that have can be
  /// merged.
  static bool canDrawFilms(const Sources& sources);

  /// Draw composited sources; afterwards the picture is at view(), or with `onDevice` at deviceView() alone,
  /// with depths where any source has surfaces. Throws as the sources do, and InvalidInput for sources that
  /// cannot be merged, that draw the same data, are on other devices or in images of another size, for none,
  /// and for more than mostSources.
  virtual void draw(const Sources& sources, const PictureOptions& options, bool onDevice = false) = 0;

  /// The same of sources in a blend mode other than Composite, as many as there are. All have the same mode,
  /// range to average and range of values; for extremes values of one kind, at the points or in the cells,
  /// and the same functions. Throws also for surfaces that cannot be drawn.
  virtual void drawFilms(const Sources& sources, const PictureOptions& options, bool onDevice = false) = 0;

  /// The last picture in host memory, null where it was left on the device, and in the memory of the device,
  /// null on the CPU. Valid until the next call.
  virtual DrawnImage view() const = 0;
  virtual DrawnImage deviceView() const = 0;
  /// Of all sources together.
  virtual PictureTimings timings() const = 0;
  virtual PictureStatistics statistics() const = 0;
};

} // namespace inkray
