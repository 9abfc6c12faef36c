// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "OwnedMutex.h"
#include "ReleasedGil.h"

#include <mutex>

namespace inkray::python
{

/// Call f without the GIL, while no other thread holds the mutex.
template <class F>
auto alone(OwnedMutex& mutex, const F& f)
{
  const ReleasedGil released;
  const std::lock_guard<OwnedMutex> lock(mutex);
  return f();
}

} // namespace inkray::python
