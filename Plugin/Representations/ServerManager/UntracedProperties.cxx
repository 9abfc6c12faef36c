// SPDX-License-Identifier: BSD-3-Clause
// Properties that traces, and states as Python, leave out:
// - Properties for information only, such as the report of a frame. ParaView updates them whenever a user has
//   changed something. A trace would hold them as newer than that change, and a script ends with an error
//   where it sets one.
// - Properties whose contents another property holds as well, such as a column of a table, and properties
//   that do something once, such as a preset.
//
// While ParaView traces, these properties look as if they had never changed. For a state they look as if they
// had their defaults.
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
