// SPDX-License-Identifier: BSD-3-Clause
// Properties that are left out of traces and of states in Python:
// - Properties for information only, such as the report of a frame. ParaView updates them after each change
//   of the user. A trace would record them as newer than that change, and a script that sets one fails.
// - Properties whose contents another property has as well, such as a column of a table.
// - Properties that trigger an action once, such as a preset.
//
// While ParaView traces, these properties look as if they had never been modified. For a state they look
// as if they had their defaults.
#include "vtkObjectFactory.h"
#include "vtkSMTrace.h"
#include "vtkSMUntracedDoubleVectorProperty.h"
#include "vtkSMUntracedIntVectorProperty.h"
#include "vtkSMUntracedStringVectorProperty.h"

#define UNTRACED(Class)                                                                                      \
  vtkStandardNewMacro(Class);                                                                                \
  Class::Class() = default;                                                                                  \
  Class::~Class() = default;                                                                                 \
  vtkMTimeType Class::GetMTime()                                                                             \
  {                                                                                                          \
    return vtkSMTrace::GetActiveTracer() ? 0 : this->Superclass::GetMTime();                                 \
  }

UNTRACED(vtkSMUntracedDoubleVectorProperty)
UNTRACED(vtkSMUntracedIntVectorProperty)
UNTRACED(vtkSMUntracedStringVectorProperty)
