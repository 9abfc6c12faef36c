// SPDX-License-Identifier: BSD-3-Clause
#include "pqProgressContext.h"

#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqProgressManager.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqView.h"
#include "vtkCommand.h"
#include "vtkOpenGLRenderWindow.h"
#include "vtkOpenGLState.h"
#include "vtkSMRenderViewProxy.h"

pqProgressContext::pqProgressContext(QObject* parentObject)
  : QObject(parentObject)
{
  // Connect after the progress bar.
  this->connect(pqApplicationCore::instance()->getProgressManager(), SIGNAL(progress(const QString&, int)),
    SLOT(restore()));
  auto* const model = pqApplicationCore::instance()->getServerManagerModel();
  this->connect(model, SIGNAL(viewAdded(pqView*)), SLOT(watch(pqView*)));
  for (pqView* view : model->findItems<pqView*>())
  {
    this->watch(view);
  }
}

pqProgressContext::~pqProgressContext() = default;

void pqProgressContext::watch(pqView* view)
{
  // In frames of the built-in server, RayCastSession restores the context whenever it reports progress.
  auto* const proxy =
    view->getServer()->isRemote() ? vtkSMRenderViewProxy::SafeDownCast(view->getViewProxy()) : nullptr;
  if (vtkRenderWindow* const window = proxy ? proxy->GetRenderWindow() : nullptr)
  {
    pqCoreUtilities::connect(window, vtkCommand::StartEvent, this, SLOT(begin(vtkObject*)));
    pqCoreUtilities::connect(window, vtkCommand::EndEvent, this, SLOT(end()));
  }
}

void pqProgressContext::begin(vtkObject* window)
{
  this->Drawn = vtkRenderWindow::SafeDownCast(window);
}

void pqProgressContext::end()
{
  this->Drawn = nullptr;
}

void pqProgressContext::restore()
{
  auto* const window = vtkOpenGLRenderWindow::SafeDownCast(this->Drawn);
  vtkOpenGLState* const state = window ? window->GetState() : nullptr;
  if (state)
  {
    state->Push();
    window->MakeCurrent();
    state->Reset();
    state->Pop();
  }
}
