// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// VTK's clock (vtkTimerLog::GetUniversalTime) in a test program: while a TestClock lives, each look at the
/// clock is so many seconds later than the one before, however long anything takes.
class TestClock
{
public:
  explicit TestClock(double seconds);
  ~TestClock();
  void SetStep(double seconds);
};
