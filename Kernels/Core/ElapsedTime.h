// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <chrono>

namespace inkray
{

/// Measures the time since its construction.
class ElapsedTime
{
public:
  double milliseconds() const
  {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }

private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace inkray
