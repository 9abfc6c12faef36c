// SPDX-License-Identifier: BSD-3-Clause
// Preloaded into ranks: a rank that waits for another one sleeps. Open MPI calls sched_yield() in a loop,
// which takes all of a core where nothing else runs.
#include <ctime>
#include <sched.h>

extern "C" int sched_yield() noexcept
{
  const timespec pause{ 0, 200000 };
  nanosleep(&pause, nullptr);
  return 0;
}
