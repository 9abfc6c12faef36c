// SPDX-License-Identifier: BSD-3-Clause
#include "ArrayMemory.h"

#include <cstdlib>

namespace inkray::filters
{

void* allocateForArray(std::size_t bytes) noexcept
{
  return std::malloc(bytes);
}

} // namespace inkray::filters
