// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/RowBands.h"

#include <cstddef>
#include <vector>

namespace inkray
{

/// Shares of the bands of an image for several devices, from the times that they took.
class DeviceShares
{
public:
  explicit DeviceShares(std::size_t numDevices)
    : shares_(numDevices, 1.0 / static_cast<double>(numDevices))
  {
  }

  static constexpr std::int32_t bandHeight = 16;

  /// The bands of each device in an image of so many rows, evenly among one another. Bands in the middle come
  /// first: long rays are not to begin when the others end.
  std::vector<RowBands> bands(std::int32_t imageHeight) const;
  /// Report how long each device took for its share of a frame. Differences of a few percent change nothing.
  void addTimes(const std::vector<double>& milliseconds);
  /// A device does nothing from now on.
  void drop(std::size_t device);
  double share(std::size_t device) const { return shares_[device]; }

private:
  std::vector<double> shares_;
};

} // namespace inkray
