// SPDX-License-Identifier: BSD-3-Clause
#include "pqViewFrames.h"

#include "DisplayTypes.h"
#include "pqCoreUtilities.h"
#include "pqHeldInput.h"
#include "pqQVTKWidget.h"
#include "pqRepresentation.h"
#include "pqSceneSteps.h"
#include "pqServer.h"
#include "pqUndoStack.h"
#include "pqView.h"
#include "vtkCommand.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSession.h"
#include "vtkSMViewProxy.h"

#include <QApplication>

namespace
{
/// The time in milliseconds from an interactive frame to a still, if no button or key is held.
constexpr int Rest = 500;
/// Whether the view's interactor requests frames. Only the client has this property.
const char* const RenderOnInteraction = "EnableRenderOnInteraction";

bool isInteractive(void* data)
{
  return *static_cast<int*>(data) != 0;
}
} // namespace

pqViewFrames::pqViewFrames(pqView* view, pqHeldInput* held, pqSceneSteps* steps)
  : QObject(view)
  , View(view)
  , Held(held)
  , Steps(steps)
{
  this->Resting.setSingleShot(true);
  this->connect(&this->Resting, SIGNAL(timeout()), SLOT(rest()));
  this->connect(held, SIGNAL(ended()), SLOT(letGo()));
  vtkSMViewProxy* const proxy = view->getViewProxy();
  pqCoreUtilities::connect(
    proxy, vtkCommand::StartEvent, this, SLOT(begin(vtkObject*, unsigned long, void*)));
  pqCoreUtilities::connect(proxy, vtkCommand::EndEvent, this, SLOT(end(vtkObject*, unsigned long, void*)));
  if (view->metaObject()->indexOfSlot("tryRender()") >= 0)
  {
    qApp->installEventFilter(this);
  }
}

pqViewFrames::~pqViewFrames() = default;

bool pqViewFrames::AreOurs(pqView* view)
{
  for (pqRepresentation* item : view->getRepresentations())
  {
    vtkSMProxy* const display = item->getProxy();
    if (display && item->isVisible() && DisplayTypes::Find(display))
    {
      return true;
    }
  }
  return false;
}

bool pqViewFrames::eventFilter(QObject* receiver, QEvent* event)
{
  // The view's timer is private and cannot be observed: take over its signal when it first fires.
  auto* const timer = event->type() == QEvent::Timer ? qobject_cast<QTimer*>(receiver) : nullptr;
  if (timer && QObject::disconnect(timer, SIGNAL(timeout()), this->View, SLOT(tryRender())))
  {
    this->connect(timer, SIGNAL(timeout()), SLOT(draw()));
    qApp->removeEventFilter(this);
  }
  return QObject::eventFilter(receiver, event);
}

void pqViewFrames::draw()
{
  vtkSMViewProxy* const proxy = this->View->getViewProxy();
  const bool areOurs = proxy && pqViewFrames::AreOurs(this->View);
  if (areOurs && this->Steps && this->Steps->isWithin())
  {
    this->View->render(); // try later, unless the still of the step comes first
    return;
  }
  if (!areOurs || !this->isHeld())
  {
    QMetaObject::invokeMethod(this->View, "tryRender");
    return;
  }
  auto* const widget = qobject_cast<pqQVTKWidget*>(this->View->widget());
  if (proxy->GetSession()->GetPendingProgress() || this->View->getServer()->isProcessingPending())
  {
    this->View->render(); // try later
  }
  else if (!widget || widget->isValid())
  {
    proxy->InteractiveRender();
  }
}

void pqViewFrames::begin(vtkObject*, unsigned long, void* interactive)
{
  // Wait for the end of this frame before requesting a still: a long frame handles events, and a still
  // requested in it would be drawn twice.
  this->Resting.stop();
  // The frame shows all changes until now: drop pending frames. Releasing the button or key brings a still.
  if ((this->isHeld() || !isInteractive(interactive)) && pqViewFrames::AreOurs(this->View))
  {
    this->View->cancelPendingRenders();
  }
}

void pqViewFrames::end(vtkObject*, unsigned long, void* interactive)
{
  this->Interactive = isInteractive(interactive) && pqViewFrames::AreOurs(this->View);
  if (!this->Interactive || this->isHeld())
  {
    this->Resting.stop();
  }
  else
  {
    this->Resting.start(Rest + this->delay());
  }
}

void pqViewFrames::quiet()
{
  vtkSMPropertyHelper asks(this->View->getProxy(), RenderOnInteraction, true);
  if (asks.GetAsInt() == 1)
  {
    this->Quiet = true;
    asks.Set(0);
  }
}

void pqViewFrames::letGo()
{
  // Otherwise widgets in the view would draw a still when they get the release, before panels
  // have applied their last change.
  if (this->Interactive)
  {
    this->quiet();
  }
  QTimer::singleShot(0, this, SLOT(settle()));
}

void pqViewFrames::settle()
{
  if (this->isHeld())
  {
    return; // the user has begun to hold again
  }
  if (this->Interactive || this->Quiet)
  {
    this->Resting.start(this->delay());
  }
  if (this->Quiet)
  {
    this->Quiet = false;
    vtkSMProxy* const proxy = this->View->getProxy();
    vtkSMPropertyHelper(proxy, RenderOnInteraction).Set(1);
    // A state of the view may have been recorded meanwhile. Exclude the change from
    // undo, which would restore it.
    BEGIN_UNDO_EXCLUDE();
    proxy->UpdateProperty(RenderOnInteraction);
    END_UNDO_EXCLUDE();
  }
}

void pqViewFrames::rest()
{
  if (!this->isHeld())
  {
    this->View->render();
  }
}

bool pqViewFrames::isHeld() const
{
  return this->Held && this->Held->isHeld();
}

int pqViewFrames::delay() const
{
  // The user's setting for stills after camera movements, in seconds.
  vtkSMProxy* const proxy = this->View->getProxy();
  return static_cast<int>(1e3 * vtkSMPropertyHelper(proxy, "NonInteractiveRenderDelay", true).GetAsDouble());
}
