// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/WorkObserver.h"
#include "ReleasedGil.h"

#include <nanobind/nanobind.h>

#include <chrono>
#include <optional>

namespace inkray::python
{

/// Ends long work when a signal asks for it (Ctrl-C). Used without the GIL, by the thread that waits for the
/// work; `check` tells Python afterwards: until then the exception of the signal's handler is here alone.
class Interrupt
{
public:
  WorkObserver observer();
  /// Throws the exception of the signal's handler, if there was one. Needs the GIL.
  void check() const;

private:
  bool asksForEnd();

  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  bool isRaised_ = false;
  std::optional<nanobind::python_error> error_;
};

/// Call work(observer) without the GIL. Throws the exception of a signal's handler, however the work ended
/// after that was called; otherwise what the work throws.
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
