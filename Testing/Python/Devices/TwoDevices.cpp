// SPDX-License-Identifier: BSD-3-Clause
// Loaded before the kernels' library, whose functions it replaces: a machine with two NVIDIA GPUs, neither of
// which can be used.
#include "Device/Device.h"

namespace inkray
{

std::vector<std::string> cudaDeviceNames()
{
  return { "Test GPU, large", "Test GPU, small" };
}

DeviceInfo cudaDevice(int ordinal)
{
  DeviceInfo info;
  info.id = { DeviceKind::CUDA, ordinal };
  info.reason = "GPU number " + std::to_string(ordinal) + " is one for tests";
  return info;
}

} // namespace inkray
