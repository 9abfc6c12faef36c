// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace inkray
{

/// The work of one of several devices.
struct DeviceWork
{
  DeviceId device;
  std::string name;
  double share = 0;        ///< of the rows of the last frame, from 0 to 1
  double milliseconds = 0; ///< that they took
  std::string problem;     ///< why it does nothing any more; empty: it works
};

/// The ray caster of a mesh on several devices of one kind, each of which has all of it and casts some bands
/// of rows of each picture, bit for bit those of one device. Shares of the rows follow the times of the
/// frames before. Pictures come together on the first device, which alone merges, picks and counts. Another
/// device that fails, or has no memory left, does nothing any more, and the rest draw; see work().
///
/// The calls are those of TetRayCaster, with the same errors, which those of the first device are: it is
/// given up by the caller. Arrays on a CUDA device are copied for the others by way of the host. Observers
/// hear of the first device's work. A frame has all rays, whether sparse ones were asked for or not.
/// Timings are those of the device that took longest; memory and statistics are sums.
class MultiDeviceTetRayCaster : public TetRayCaster
{
public:
  /// At least one device, all of the kind of the first, each of which may take `memoryLimit` bytes. Throws
  /// InvalidInput otherwise, and Error where the first cannot be used; others that cannot are told by work().
  static std::unique_ptr<MultiDeviceTetRayCaster> create(
    const std::vector<DeviceId>& devices, std::size_t memoryLimit = MemoryBudget::noLimit);

  virtual std::vector<DeviceWork> work() const = 0; ///< of all devices that create was given
};

} // namespace inkray
