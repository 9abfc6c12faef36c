// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Replaces VTK's clock (vtkTimerLog::GetUniversalTime) in a test program. While a TestClock lives, each look
/// at the clock is `seconds` later than the one before, independent of the real time.
class TestClock
{
public:
  explicit TestClock(double seconds);
  ~TestClock();
  void SetStep(double seconds);
};
