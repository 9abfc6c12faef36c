// SPDX-License-Identifier: BSD-3-Clause
// A library that tests preload into ranks. A rank that waits for another rank calls sched_yield() in a loop
// of Open MPI, which keeps a core busy. This sched_yield() sleeps for 0.2 ms instead.
#include <ctime>
#include <sched.h>

extern "C" int sched_yield() noexcept
{
  const timespec pause{ 0, 200000 };
  nanosleep(&pause, nullptr);
  return 0;
}
