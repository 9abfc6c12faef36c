// SPDX-License-Identifier: BSD-3-Clause
// Takes the place of one function of VTK, as the symbols of a program do.
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
