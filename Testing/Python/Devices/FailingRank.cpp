// SPDX-License-Identifier: BSD-3-Clause
// Loaded before the kernels' library, with FailingDevice.cxx: a machine with a CUDA device whose memory runs
// out in the call INKRAY_FAILS (FailingDevice::Fails), in images of more than INKRAY_FAILS_PIXELS, on rank
// INKRAY_FAILS_RANK.
#include "FailingDevice.h"

#include <cstdlib>
#include <cstring>

namespace
{

const char* textOf(const char* name)
{
  const char* const text = std::getenv(name);
  return text ? text : "";
}

struct Setting
{
  Setting()
  {
    if (std::strcmp(textOf("OMPI_COMM_WORLD_RANK"), textOf("INKRAY_FAILS_RANK")) == 0)
    {
      FailingDevice::Fails = textOf("INKRAY_FAILS");
      FailingDevice::Pixels = std::atol(textOf("INKRAY_FAILS_PIXELS"));
    }
  }
};
const Setting setting;

} // namespace
