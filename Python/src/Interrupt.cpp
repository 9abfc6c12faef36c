// SPDX-License-Identifier: BSD-3-Clause
#include "Interrupt.h"

namespace inkray::python
{

WorkObserver Interrupt::observer()
{
  WorkObserver observer;
  observer.abortCheck = [this] { return this->asksForEnd(); };
  return observer;
}

bool Interrupt::asksForEnd()
{
  if (ReleasedGil::hasToEnd())
    return true;
  // Check only every 50 ms: taking the GIL may mean waiting for another thread, and
  // there are thousands of calls.
  const auto now = std::chrono::steady_clock::now();
  if (isRaised_ || now - last_ < std::chrono::milliseconds(50))
    return isRaised_;
  const nanobind::gil_scoped_acquire acquired;
  isRaised_ = PyErr_CheckSignals() != 0;
  if (isRaised_)
    error_.emplace(); // keeps the exception, which the interpreter forgets, until check
  last_ = std::chrono::steady_clock::now();
  return isRaised_;
}

void Interrupt::check() const
{
  if (isRaised_)
    throw nanobind::python_error(*error_);
}

} // namespace inkray::python
