// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqDragStep_h
#define pqDragStep_h

#include "vtkSMTrace.h"

#include <QString>

#include <memory>

class vtkSMProxy;

/// Makes all changes of a drag one step of undo, and one entry of a trace with the last values.
class pqDragStep
{
public:
  pqDragStep();
  ~pqDragStep();
  pqDragStep(const pqDragStep&) = delete;
  pqDragStep& operator=(const pqDragStep&) = delete;

  /// Begin a step: changes of `proxy`, and of proxies that its properties name, belong to it until end().
  void begin(const QString& label, vtkSMProxy* proxy);
  void end();

private:
  bool Begun = false;
  std::unique_ptr<vtkSMTrace::TraceItem> Entry; ///< traces, at the end, all that changed since the beginning
  std::unique_ptr<vtkSMTrace::TraceItem> Instead; ///< keeps each change from an entry of its own
};

#endif
