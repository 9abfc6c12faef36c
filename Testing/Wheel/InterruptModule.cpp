// SPDX-License-Identifier: BSD-3-Clause
// Provides work for test_interrupt.py that receives a signal and then ends in a chosen way.
#include "Core/Errors.h"
#include "Interrupt.h"

#include <nanobind/stl/string.h>

#include <csignal>
#include <new>
#include <stdexcept>
#include <string>

namespace
{

/// Raises a signal in the middle of work, which then ends as `how` says. Returns whether the work was told to
/// end.
bool work(int number, const std::string& how)
{
  bool isAsked = false;
  inkray::python::runInterruptibly([&](const inkray::WorkObserver& observer) {
    std::raise(number);
    const auto start = std::chrono::steady_clock::now(); // abortCheck looks for signals only at intervals
    while (!isAsked && std::chrono::steady_clock::now() - start < std::chrono::seconds(1))
      isAsked = observer.abortCheck();
    if (how == "aborted")
      throw inkray::Aborted("the work was abandoned");
    if (how == "out of memory")
      throw inkray::OutOfMemory("nothing left", 1, 0);
    if (how == "bad_alloc")
      throw std::bad_alloc();
    if (how == "no exception of ours")
      throw 1;
  });
  return isAsked;
}

} // namespace

NB_MODULE(inkray_interrupt, module)
{
  module.def("work", &work, nanobind::arg("signal"), nanobind::arg("how"));
}
