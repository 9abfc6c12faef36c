// SPDX-License-Identifier: BSD-3-Clause
#include "Callback.h"

#include <optional>
#include <utility>

namespace nb = nanobind;

namespace inkray::python
{
namespace
{

/// The exception to raise. Only used by the main thread while it holds the GIL.
std::optional<nb::python_error>& waiting()
{
  static std::optional<nb::python_error> error;
  return error;
}

/// Called by the interpreter between two instructions of the main thread.
int raiseWaiting(void*)
{
  if (!waiting())
    return 0;
  nb::python_error error = std::move(*waiting());
  waiting().reset();
  error.restore();
  return -1;
}

bool isInMainThread()
{
  const nb::module_ threading = nb::module_::import_("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

void raiseLater(nb::python_error& error)
{
  const bool isFirst = !waiting();
  if (!isFirst && !error.matches(PyExc_KeyboardInterrupt))
    return;
  waiting().emplace(std::move(error));
  if (isFirst && Py_AddPendingCall(raiseWaiting, nullptr) != 0)
  {
    waiting()->discard_as_unraisable("a callback"); // the interpreter's queue is full
    waiting().reset();
  }
}

} // namespace

Callback::Callback(nb::callable function, nb::object otherwise)
  : function_(std::move(function))
  , otherwise_(std::move(otherwise))
{
}

nb::object Callback::call(const nb::args& arguments) const
{
  try
  {
    return function_(*arguments);
  }
  catch (nb::python_error& error)
  {
    bool isMain = false;
    try
    {
      isMain = isInMainThread();
    }
    catch (nb::python_error&) // another signal came; report the first exception
    {
      isMain = true;
    }
    if (isMain)
      raiseLater(error);
    else
      error.discard_as_unraisable("a callback");
  }
  return otherwise_;
}

void bindCallback(nb::module_& module)
{
  nb::class_<Callback>(module, "Callback")
    .def(nb::init<nb::callable, nb::object>(), nb::arg("function"), nb::arg("otherwise").none())
    .def("__call__", &Callback::call);
}

} // namespace inkray::python
