// SPDX-License-Identifier: BSD-3-Clause
#include "ReleasedGil.h"

#include "Core/Errors.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace inkray::python
{
namespace
{

// Only changed by threads that have the GIL.
std::atomic<int> numWorking{ 0 };
std::atomic<bool> isEnding{ false };
std::thread::id endingThread;

} // namespace

ReleasedGil::ReleasedGil()
{
  if (ReleasedGil::hasToEnd())
    throw Aborted("Python ends");
  ++numWorking;
  released_.emplace();
}

ReleasedGil::~ReleasedGil()
{
  released_.reset();
  --numWorking;
}

bool ReleasedGil::hasToEnd()
{
  return isEnding && std::this_thread::get_id() != endingThread;
}

void ReleasedGil::endAll()
{
  endingThread = std::this_thread::get_id();
  isEnding = true;
  const nanobind::gil_scoped_release released;
  while (numWorking > 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

} // namespace inkray::python
