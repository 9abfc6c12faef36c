// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqSceneSteps_h
#define pqSceneSteps_h

#include "vtkNew.h"

#include <QObject>

class pqProxy;
class vtkEventQtSlotConnect;

/// Whether an animation is within a step. ParaView's window processes events there, after the data have been
/// updated and before the still that ends the step.
class pqSceneSteps : public QObject
{
  Q_OBJECT

public:
  explicit pqSceneSteps(QObject* parent = nullptr);
  ~pqSceneSteps() override;

  bool isWithin() const { return this->Within; }

private Q_SLOTS:
  void watch(pqProxy* proxy);
  void begin();
  void end();

private:
  Q_DISABLE_COPY(pqSceneSteps)

  vtkNew<vtkEventQtSlotConnect> Connections;
  bool Within = false;
};

#endif
