// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/WorkObserver.h"
#include "ReleasedGil.h"

#include <nanobind/nanobind.h>

#include <chrono>
#include <optional>

namespace inkray::python
{

/// Ends long work after a signal (Ctrl-C). The thread that waits for the work uses it without the GIL.
/// Afterwards `check` raises the exception of the signal's handler, which this object keeps until then.
class Interrupt
{
public:
  WorkObserver observer();
  /// Throw the exception of the signal's handler, if there was one. Needs the GIL.
  void check() const;

private:
  bool asksForEnd();

  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  bool isRaised_ = false;
  std::optional<nanobind::python_error> error_;
};

/// Call work(observer) without the GIL. If a signal's handler raised an exception, throws that exception,
/// however the work ended. Otherwise throws what the work throws.
template <class Work>
void runInterruptibly(const Work& work)
{
  Interrupt interrupt;
  try
  {
    const ReleasedGil released;
    work(interrupt.observer());
  }
  catch (...)
  {
    interrupt.check();
    throw;
  }
  interrupt.check();
}

} // namespace inkray::python
