// SPDX-License-Identifier: BSD-3-Clause
#include "pqSceneSteps.h"

#include "pqAnimationScene.h"
#include "pqApplicationCore.h"
#include "pqServerManagerModel.h"
#include "vtkCommand.h"
#include "vtkEventQtSlotConnect.h"
#include "vtkObject.h"
#include "vtkSMProxy.h"

pqSceneSteps::pqSceneSteps(QObject* parentObject)
  : QObject(parentObject)
{
  auto* const model = pqApplicationCore::instance()->getServerManagerModel();
  this->connect(model, SIGNAL(proxyAdded(pqProxy*)), SLOT(watch(pqProxy*)));
  for (pqAnimationScene* scene : model->findItems<pqAnimationScene*>())
  {
    this->watch(scene);
  }
}

pqSceneSteps::~pqSceneSteps() = default;

void pqSceneSteps::watch(pqProxy* proxy)
{
  auto* const item = qobject_cast<pqAnimationScene*>(proxy);
  auto* const scene = item ? vtkObject::SafeDownCast(item->getProxy()->GetClientSideObject()) : nullptr;
  if (scene)
  {
    // Notify before and after pqAnimationScene, which processes events.
    const auto tick = vtkCommand::AnimationCueTickEvent;
    this->Connections->Connect(scene, tick, this, SLOT(begin()), nullptr, 1.0f);
    this->Connections->Connect(scene, tick, this, SLOT(end()), nullptr, -1.0f);
  }
}

void pqSceneSteps::begin()
{
  this->Within = true;
}

void pqSceneSteps::end()
{
  this->Within = false;
}
