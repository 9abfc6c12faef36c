// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqDragStep_h
#define pqDragStep_h

#include "vtkSMTrace.h"

#include <QString>

#include <memory>

class vtkSMProxy;

/// All that a drag changes as one step of undo and one entry of a trace, with the values that it ends with.
class pqDragStep
{
public:
  pqDragStep();
  ~pqDragStep();
  pqDragStep(const pqDragStep&) = delete;
  pqDragStep& operator=(const pqDragStep&) = delete;

  /// Changes of a proxy, and of proxies that it names in its properties, are one step from now on, until the
  /// end.
  void begin(const QString& label, vtkSMProxy* proxy);
  void end();

private:
  bool Begun = false;
  std::unique_ptr<vtkSMTrace::TraceItem> Entry;   ///< of what is newer than itself, when it ends
  std::unique_ptr<vtkSMTrace::TraceItem> Instead; ///< of entries for each change
};

#endif
