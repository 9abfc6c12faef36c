// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nanobind/nanobind.h>

namespace inkray::python
{

/// A function for libraries that call Python but do not pass on exceptions: VTK prints them and continues, or
/// ends the process. An exception of the function is raised as soon as the main thread runs Python outside of
/// such functions, where the library was called. So is KeyboardInterrupt of a signal that came before the
/// function began. Of several exceptions only the first, or KeyboardInterrupt, is raised. In other threads,
/// exceptions go to sys.unraisablehook.
///
/// This is no Python function, because the interpreter may raise KeyboardInterrupt at the beginning of one.
class Callback
{
public:
  /// Call `function`. If it raises an exception, the library gets `otherwise`.
  Callback(nanobind::callable function, nanobind::object otherwise);

  nanobind::object call(const nanobind::args& arguments) const;

private:
  nanobind::callable function_;
  nanobind::object otherwise_;
};

void bindCallback(nanobind::module_& module);

} // namespace inkray::python
