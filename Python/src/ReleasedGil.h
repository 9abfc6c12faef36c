// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nanobind/nanobind.h>

#include <optional>

namespace inkray::python
{

/// Releases the GIL while the object exists. When Python ends, it asks such work of other threads to end and
/// waits for it, because a thread that requested the GIL later would crash the process.
class ReleasedGil
{
public:
  /// Needs the GIL. Throws Aborted if Python ends, unless this thread ends it.
  ReleasedGil();
  ~ReleasedGil();
  ReleasedGil(const ReleasedGil&) = delete;
  ReleasedGil& operator=(const ReleasedGil&) = delete;

  /// Whether this thread's work must end because Python ends. Does not need the GIL.
  static bool hasToEnd();
  /// Registered with Python's atexit.
  static void endAll();

private:
  std::optional<nanobind::gil_scoped_release> released_;
};

} // namespace inkray::python
