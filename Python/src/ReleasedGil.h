// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nanobind/nanobind.h>

#include <optional>

namespace inkray::python
{

/// Work without the GIL, as long as the object lives. When Python ends, it waits for such work of other
/// threads, which is told to end: a thread that asked for the GIL afterwards would take the process down.
class ReleasedGil
{
public:
  /// Needs the GIL. Throws Aborted where Python ends and another thread does that.
  ReleasedGil();
  ~ReleasedGil();
  ReleasedGil(const ReleasedGil&) = delete;
  ReleasedGil& operator=(const ReleasedGil&) = delete;

  /// Whether the work of this thread has to end, because Python does. Needs no GIL.
  static bool hasToEnd();
  /// For Python's atexit.
  static void endAll();

private:
  std::optional<nanobind::gil_scoped_release> released_;
};

} // namespace inkray::python
