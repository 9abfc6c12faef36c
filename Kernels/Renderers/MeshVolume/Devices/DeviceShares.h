// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/RowBands.h"

#include <cstddef>
#include <vector>

namespace inkray
{

/// Divides the bands of an image among several devices, by the times of earlier frames.
class DeviceShares
{
public:
  explicit DeviceShares(std::size_t numDevices)
    : shares_(numDevices, 1.0 / static_cast<double>(numDevices))
  {
  }

  static constexpr std::int32_t bandHeight = 16;

  /// The bands of each device in an image of this height, evenly interleaved. Bands in the middle come first,
  /// so that long rays do not begin when other devices finish.
  std::vector<RowBands> bands(std::int32_t imageHeight) const;
  /// Report each device's time for its share. Differences of a few percent leave the shares unchanged.
  void addTimes(const std::vector<double>& milliseconds);
  /// Give a device no more work.
  void drop(std::size_t device);
  double share(std::size_t device) const { return shares_[device]; }

private:
  std::vector<double> shares_;
};

} // namespace inkray
