// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nanobind/nanobind.h>

namespace inkray::python
{

/// A function for libraries that call Python and do not pass exceptions on: VTK prints them and goes on, or
/// ends the process. An exception of the function, KeyboardInterrupt of a signal that came before it began
/// too, is raised as soon as the main thread runs Python again outside of such functions: where the library
/// was called. Of several only the first is raised, or KeyboardInterrupt. In other threads it goes to
/// sys.unraisablehook.
///
/// It is no Python function, because the interpreter may raise KeyboardInterrupt as soon as one begins.
class Callback
{
public:
  /// Call `function`; where that raises, the library gets `otherwise`.
  Callback(nanobind::callable function, nanobind::object otherwise);

  nanobind::object call(const nanobind::args& arguments) const;

private:
  nanobind::callable function_;
  nanobind::object otherwise_;
};

void bindCallback(nanobind::module_& module);

} // namespace inkray::python
