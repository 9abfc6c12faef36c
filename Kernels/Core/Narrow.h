// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"

#include <cstdint>
#include <limits>
#include <string>

namespace inkray
{

/// Convert the count to an Integer. Throws InvalidInput, which names `things`, if it is too large.
template <class Integer>
Integer narrow(std::int64_t count, const char* things)
{
  constexpr auto most = std::numeric_limits<Integer>::max();
  static_assert(sizeof(Integer) < sizeof count, "nothing to narrow");
  if (count < 0 || count > static_cast<std::int64_t>(most))
    throw InvalidInput("there are " + std::to_string(count) + " " + things + ", and at most " +
      std::to_string(most) + " are possible; use a part of the data or the CPU");
  return static_cast<Integer>(count);
}

} // namespace inkray
