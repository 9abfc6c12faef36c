// SPDX-License-Identifier: BSD-3-Clause
#include "pqRefineRendering.h"

#include "pqApplicationCore.h"
#include "pqRepresentation.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqUndoStack.h"
#include "pqView.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMRenderViewProxy.h"
#include "vtkSMSession.h"

#include <QApplication>
#include <QWidget>

#include <algorithm>
#include <vector>

namespace
{
/// While something else goes on, in milliseconds.
constexpr int Later = 50;

/// The path traced displays that a view shows now.
std::vector<vtkSMProxy*> findTraced(pqView* view)
{
  std::vector<vtkSMProxy*> traced;
  for (pqRepresentation* item : view->getRepresentations())
  {
    vtkSMProxy* const display = item->getProxy();
    const bool isTraced = display && item->isVisible() && display->GetProperty("PathTraceRefine") &&
      QString(vtkSMPropertyHelper(display, "Representation", true).GetAsString()) ==
        QLatin1String("Isosurface (Path Traced)");
    if (isTraced)
    {
      traced.push_back(display);
    }
  }
  return traced;
}

/// Whether a view may be drawn now.
bool isReady(const QPointer<pqView>& view)
{
  return QApplication::mouseButtons() == Qt::NoButton &&
    !view->getViewProxy()->GetSession()->GetPendingProgress() && !view->getServer()->isProcessingPending() &&
    view->widget() && view->widget()->isVisible();
}
} // namespace

pqRefineRendering::pqRefineRendering(QObject* parentObject)
  : QObject(parentObject)
{
  this->Timer.setSingleShot(true);
  this->connect(&this->Timer, SIGNAL(timeout()), SLOT(refine()));
  auto* const model = pqApplicationCore::instance()->getServerManagerModel();
  this->connect(model, SIGNAL(viewAdded(pqView*)), SLOT(watch(pqView*)));
  for (pqView* view : model->findItems<pqView*>())
  {
    this->watch(view);
  }
}

pqRefineRendering::~pqRefineRendering() = default;

void pqRefineRendering::watch(pqView* view)
{
  if (vtkSMRenderViewProxy::SafeDownCast(view->getViewProxy()))
  {
    this->connect(view, SIGNAL(beginRender()), SLOT(begin()));
    this->connect(view, SIGNAL(endRender()), SLOT(end()));
  }
}

void pqRefineRendering::begin()
{
  for (vtkSMProxy* display : findTraced(qobject_cast<pqView*>(this->sender())))
  {
    vtkSMPropertyHelper refine(display, "PathTraceRefine");
    if (!refine.GetAsInt())
    {
      BEGIN_UNDO_EXCLUDE();
      refine.Set(1);
      display->UpdateVTKObjects();
      END_UNDO_EXCLUDE();
    }
  }
}

void pqRefineRendering::end()
{
  auto* const view = qobject_cast<pqView*>(this->sender());
  bool isUnfinished = false;
  for (vtkSMProxy* display : findTraced(view))
  {
    vtkSMProperty* const unfinished = display->GetProperty("PathTraceUnfinished");
    unfinished->GetParent()->InvokeCommand("PathTraceFindUnfinished");
    unfinished->GetParent()->UpdatePropertyInformation(unfinished);
    isUnfinished = isUnfinished || vtkSMPropertyHelper(unfinished).GetAsInt() != 0;
  }
  this->Unfinished.removeAll(view);
  if (isUnfinished)
  {
    this->Unfinished.append(view);
    if (!this->Timer.isActive())
    {
      this->Timer.start(0); // when there are no other events
    }
  }
}

void pqRefineRendering::refine()
{
  this->Unfinished.removeAll(QPointer<pqView>());
  // One on a page that is turned over waits until it is seen; it keeps no other waiting.
  const auto ready = std::find_if(this->Unfinished.begin(), this->Unfinished.end(), isReady);
  if (ready != this->Unfinished.end())
  {
    pqView* const view = *ready;
    this->Unfinished.erase(ready); // the end of the frame says whether there is more
    view->getViewProxy()->StillRender();
  }
  if (!this->Unfinished.isEmpty() && !this->Timer.isActive())
  {
    this->Timer.start(std::any_of(this->Unfinished.begin(), this->Unfinished.end(), isReady) ? 0 : Later);
  }
}
