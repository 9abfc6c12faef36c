// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqDragStep_h
#define pqDragStep_h

#include "vtkSMTrace.h"

#include <QString>

#include <memory>

class pqPropertyWidget;
class vtkSMProxy;
class QSlider;

/// Joins all changes of a drag into one step of undo, and one trace entry with the last values.
class pqDragStep
{
public:
  pqDragStep();
  ~pqDragStep();
  pqDragStep(const pqDragStep&) = delete;
  pqDragStep& operator=(const pqDragStep&) = delete;

  /// Begin a step. It includes changes of `proxy` and of proxies in its properties until end().
  void begin(const QString& label, vtkSMProxy* proxy);
  void end();

  /// Make each drag of a slider one step. The slider's widget applies the last move within this step.
  void follow(QSlider* slider, const QString& label, pqPropertyWidget* widget);

private:
  bool Begun = false;
  std::unique_ptr<vtkSMTrace::TraceItem> Entry;   ///< traces everything that has changed when it is destroyed
  std::unique_ptr<vtkSMTrace::TraceItem> Instead; ///< suppresses the trace entries of single changes
};

#endif
