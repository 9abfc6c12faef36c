// SPDX-License-Identifier: BSD-3-Clause
#include "pqRefineRendering.h"

#include "pqApplicationCore.h"
#include "pqCoreUtilities.h"
#include "pqProgressManager.h"
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
#include <QEvent>
#include <QMetaObject>
#include <QWidget>

#include <algorithm>
#include <vector>

namespace
{
/// The time in milliseconds to wait while other work goes on.
constexpr int Later = 50;
/// The time in milliseconds for which more input is expected after use of mouse, wheel or keyboard. A frame
/// may take as long as a sample, during which the window would not respond.
constexpr int Rest = 500;

[[maybe_unused]] const bool isMade = [] {
  pqRefinedPictures::maker() = [](QObject* parent) -> pqRefinedPictures* {
    return new pqRefineRendering(parent);
  };
  return true;
}();

/// The path traced displays that are visible in a view.
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

/// ParaView's progress bars: the widgets whose slots ParaView's progress manager calls.
QList<QWidget*> findProgressBars()
{
  QList<QWidget*> bars;
  QWidget* const window = pqCoreUtilities::mainWidget();
  for (QWidget* widget : window ? window->findChildren<QWidget*>() : QList<QWidget*>())
  {
    if (widget->inherits("pqProgressWidget"))
    {
      bars << widget;
    }
  }
  return bars;
}

/// A time in words, such as "41 s", "3 min" or "2 h".
QString timeOf(qint64 milliseconds)
{
  const qint64 seconds = (milliseconds + 999) / 1000;
  const qint64 minutes = (seconds + 30) / 60;
  return seconds < 100 ? QString("%1 s").arg(seconds)
    : minutes < 100    ? QString("%1 min").arg(minutes)
                       : QString("%1 h").arg((minutes + 30) / 60);
}

/// Whether a view can be drawn now.
bool isReady(const QPointer<pqView>& view)
{
  return QApplication::mouseButtons() == Qt::NoButton &&
    !view->getViewProxy()->GetSession()->GetPendingProgress() && !view->getServer()->isProcessingPending() &&
    view->widget() && view->widget()->isVisible();
}
} // namespace

pqRefineRendering::pqRefineRendering(QObject* parentObject)
  : pqRefinedPictures(parentObject)
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
  this->Frame.start();
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
  int missing = 0;
  int wanted = 0;
  for (vtkSMProxy* display : findTraced(view))
  {
    vtkSMProperty* const unfinished = display->GetProperty("PathTraceUnfinished");
    unfinished->GetParent()->InvokeCommand("PathTraceFindUnfinished");
    unfinished->GetParent()->UpdatePropertyInformation(unfinished);
    const int own = vtkSMPropertyHelper(unfinished).GetAsInt();
    if (own > missing)
    {
      missing = own;
      wanted = vtkSMPropertyHelper(display, "PathTraceSamples").GetAsInt();
    }
  }
  this->Unfinished.removeAll(view);
  if (this->Left.removeAll(view) > 0 || missing > 0)
  {
    this->add(view);
  }
  if (missing > 0 && QApplication::mouseButtons() == Qt::NoButton)
  {
    this->tell(view, wanted - missing, wanted);
  }
  else if (this->Told.View == view)
  {
    this->tellNothing();
  }
}

bool pqRefineRendering::isShownBy(pqView* view) const
{
  return !findTraced(view).empty();
}

void pqRefineRendering::leave(pqView* view)
{
  this->Left.append(view);
}

void pqRefineRendering::add(pqView* view)
{
  this->Unfinished.append(view);
  qApp->installEventFilter(this);
  if (!this->Timer.isActive())
  {
    this->Timer.start(0); // once there are no other events
  }
}

bool pqRefineRendering::eventFilter(QObject* receiver, QEvent* event)
{
  switch (event->type())
  {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseMove:
    case QEvent::Wheel:
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
      if (event->spontaneous() && receiver->isWindowType()) // count each event of the window system once
      {
        this->Used.start();
      }
      break;
    default:
      break;
  }
  return QObject::eventFilter(receiver, event);
}

void pqRefineRendering::refine()
{
  this->Unfinished.removeAll(QPointer<pqView>());
  if (this->Used.isValid() && this->Used.elapsed() < Rest)
  {
    this->Timer.start(static_cast<int>(Rest - this->Used.elapsed()));
    return;
  }
  // A view on a hidden tab waits until it is visible, without blocking other views.
  const auto ready = std::find_if(this->Unfinished.begin(), this->Unfinished.end(), isReady);
  if (ready != this->Unfinished.end())
  {
    pqView* const view = *ready;
    this->Unfinished.erase(ready); // end() adds it again if samples are missing
    this->draw(view);
  }
  if (this->Unfinished.isEmpty())
  {
    qApp->removeEventFilter(this);
    this->tellNothing();
  }
  else if (!this->Timer.isActive())
  {
    this->Timer.start(std::any_of(this->Unfinished.begin(), this->Unfinished.end(), isReady) ? 0 : Later);
  }
}

void pqRefineRendering::draw(pqView* view)
{
  // The bar shows the progress of the whole picture, so hide the progress of this frame.
  pqProgressManager* const manager = pqApplicationCore::instance()->getProgressManager();
  manager->lockProgress(this);
  this->Refining = true;
  view->getViewProxy()->StillRender();
  this->Refining = false;
  manager->unlockProgress(this);
}

void pqRefineRendering::tell(pqView* view, int samples, int wanted)
{
  this->Told.Milliseconds += this->Frame.elapsed();
  if (this->Told.View != view || samples <= this->Told.Samples || !this->Telling)
  {
    this->Told = { view, samples, samples, 0 };
  }
  this->Told.Samples = samples;
  const int added = samples - this->Told.First;
  QString text = QString("Samples %1 of %2").arg(samples).arg(wanted);
  if (added > 0)
  {
    text += ", " + timeOf(this->Told.Milliseconds * (wanted - samples) / added) + " left";
  }
  this->Telling = true;
  for (QWidget* bar : findProgressBars())
  {
    QMetaObject::invokeMethod(bar, "enableProgress", Q_ARG(bool, true));
    QMetaObject::invokeMethod(bar, "setProgress", Q_ARG(QString, text), Q_ARG(int, 100 * samples / wanted));
  }
}

void pqRefineRendering::tellNothing()
{
  if (this->Telling)
  {
    this->Telling = false;
    for (QWidget* bar : findProgressBars())
    {
      QMetaObject::invokeMethod(bar, "enableProgress", Q_ARG(bool, false));
    }
  }
}
