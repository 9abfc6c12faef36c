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
  double milliseconds = 0; ///< time for these rows
  std::string problem;     ///< why it does no more work; empty: it works
};

/// The ray caster of a mesh on several devices of one kind. Each device has the whole mesh and casts some
/// bands of rows of each picture; the result is bit for bit that of one device. Shares of the rows follow the
/// times of earlier frames. Pictures are gathered on the first device, which alone merges, picks and counts.
/// If another device fails or runs out of memory, it gets no more work, and the rest draw; see work().
///
/// The calls are those of TetRayCaster. Errors of the first device are thrown: the caller has to give it up.
/// Arrays on a CUDA device are copied to the others through the host. Observers follow the first device's
/// work. A frame casts all rays, even if sparse ones were requested. Timings are those of the slowest device;
/// memory and statistics are sums.
class MultiDeviceTetRayCaster : public TetRayCaster
{
public:
  /// Make a caster for at least one device, all of the kind of the first; each may take `memoryLimit` bytes.
  /// Throws InvalidInput otherwise, and Error if the first device cannot be used; work() reports other
  /// devices that cannot.
  static std::unique_ptr<MultiDeviceTetRayCaster> create(
    const std::vector<DeviceId>& devices, std::size_t memoryLimit = MemoryBudget::noLimit);

  virtual std::vector<DeviceWork> work() const = 0; ///< of all devices passed to create
};

} // namespace inkray
