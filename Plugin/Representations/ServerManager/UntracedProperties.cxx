// SPDX-License-Identifier: BSD-3-Clause
// Properties that a trace leaves out, and a state as Python:
// - What is only told, as the report of a frame. ParaView asks for it whenever a user has changed something.
// A trace holds
//   all properties of a display that are newer than that change, and a script that sets what is only told
//   ends there.
// - What is told by another property as well, as a column of a table, or has been done once, as a preset.
//
// While ParaView traces, these properties look as if they had never changed. For a state they have their
// defaults.
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
