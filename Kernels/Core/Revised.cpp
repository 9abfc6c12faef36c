// SPDX-License-Identifier: BSD-3-Clause
#include "Core/Revised.h"

#include <atomic>

namespace inkray
{

std::uint64_t nextRevision()
{
  static std::atomic<std::uint64_t> last{ 0 };
  return ++last;
}

} // namespace inkray
