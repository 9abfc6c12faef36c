// SPDX-License-Identifier: BSD-3-Clause
// Tells scripts whether there is a CUDA device for InKRay: exit status 0, or 77 and the reason, which CTest
// and automake take for a test that is skipped.
#include "Device/Device.h"

#include <cstdio>

int main()
{
  std::string reason;
  if (inkray::resolveDevice(inkray::DeviceKind::CUDA, &reason) == inkray::DeviceKind::CUDA)
  {
    return 0;
  }
  std::printf("skipped: %s\n", reason.c_str());
  return 77;
}
