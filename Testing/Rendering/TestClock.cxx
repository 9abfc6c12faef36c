// SPDX-License-Identifier: BSD-3-Clause
// Replaces one function of VTK: symbols of a program take precedence over those of a library.
#include "TestClock.h"

#include "vtkTimerLog.h"

#include <atomic>
#include <chrono>

namespace
{
std::atomic<bool> Stepping{ false };
std::atomic<double> Step{ 0 };
std::atomic<double> Time{ 0 };
} // namespace

TestClock::TestClock(double seconds)
{
  Time = vtkTimerLog::GetUniversalTime();
  Step = seconds;
  Stepping = true;
}

TestClock::~TestClock()
{
  Stepping = false;
}

void TestClock::SetStep(double seconds)
{
  Step = seconds;
}

double vtkTimerLog::GetUniversalTime()
{
  if (Stepping)
  {
    Time = Time + Step;
    return Time;
  }
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}
