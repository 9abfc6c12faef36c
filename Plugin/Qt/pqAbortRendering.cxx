// SPDX-License-Identifier: BSD-3-Clause
#include "pqAbortRendering.h"

#include "pqApplicationCore.h"
#include "pqCompat.h"
#include "pqCoreUtilities.h"
#include "pqProgressManager.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqView.h"
#include "vtkCommand.h"
#include "vtkRenderWindow.h"
#include "vtkSMRenderViewProxy.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QExposeEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QResizeEvent>
#include <QWheelEvent>

namespace
{

/// Only frames that somebody may tire of; other mappers than ours ask in quick ones as well.
constexpr int LongFrameMilliseconds = 250;

pqProgressManager* manager()
{
  return pqApplicationCore::instance()->getProgressManager();
}

/// The buttons that ParaView leaves to users while it works: the one that aborts.
std::vector<QAbstractButton*> abortButtons()
{
  std::vector<QAbstractButton*> buttons;
  for (const QPointer<QObject>& object : manager()->nonBlockableObjects())
  {
    if (auto* const button = qobject_cast<QAbstractButton*>(object.data()))
    {
      buttons.push_back(button);
    }
  }
  return buttons;
}

bool isOnAbortButton(const QPoint& place)
{
  for (QAbstractButton* button : abortButtons())
  {
    if (button->isVisible() && button->rect().contains(button->mapFromGlobal(place)))
    {
      return true;
    }
  }
  return false;
}

/// A copy of an event that would have a window drawn, changed or listened to by its owner; null for others.
QEvent* copyOf(const QEvent* event)
{
  switch (event->type())
  {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
      return pqCompat::CopyAs<QMouseEvent>(event);
    case QEvent::Wheel:
      return pqCompat::CopyAs<QWheelEvent>(event);
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
      return pqCompat::CopyAs<QKeyEvent>(event);
    case QEvent::Resize:
      return pqCompat::CopyAs<QResizeEvent>(event);
    case QEvent::Expose:
      return pqCompat::CopyAs<QExposeEvent>(event);
    case QEvent::Close:
      return new QCloseEvent;
    default:
      return nullptr;
  }
}

} // namespace

pqAbortRendering::pqAbortRendering(QObject* parentObject)
  : QObject(parentObject)
{
  auto* const model = pqApplicationCore::instance()->getServerManagerModel();
  this->connect(model, SIGNAL(viewAdded(pqView*)), SLOT(watch(pqView*)));
  for (pqView* view : model->findItems<pqView*>())
  {
    this->watch(view);
  }
}

pqAbortRendering::~pqAbortRendering() = default;

void pqAbortRendering::watch(pqView* view)
{
  // The window of a client is asked too while it waits for a server's picture, by mappers of its own.
  auto* const proxy =
    view->getServer()->isRemote() ? nullptr : vtkSMRenderViewProxy::SafeDownCast(view->getViewProxy());
  if (vtkRenderWindow* const window = proxy ? proxy->GetRenderWindow() : nullptr)
  {
    pqCoreUtilities::connect(window, vtkCommand::StartEvent, this, SLOT(begin()));
    pqCoreUtilities::connect(window, vtkCommand::AbortCheckEvent, this, SLOT(ask(vtkObject*)));
    pqCoreUtilities::connect(window, vtkCommand::EndEvent, this, SLOT(end()));
  }
}

void pqAbortRendering::begin()
{
  this->Frame.start();
}

void pqAbortRendering::ask(vtkObject* window)
{
  // Who turns the camera has other uses for the mouse.
  if (!this->Frame.isValid() || this->Frame.elapsed() < LongFrameMilliseconds ||
    QApplication::mouseButtons() != Qt::NoButton)
  {
    return;
  }
  this->Asked = vtkRenderWindow::SafeDownCast(window);
  if (!this->Enabled)
  {
    this->Enabled = true;
    manager()->setEnableAbort(true);
    // ParaView's manager of progress tells of it until 6.0, and from 6.1 on aborts a filter alone.
    for (QAbstractButton* button : abortButtons())
    {
      this->connect(button, SIGNAL(pressed()), SLOT(abort()), Qt::UniqueConnection);
    }
  }
  qApp->installEventFilter(this);
  const bool unblocked = manager()->unblockEvents(true);
  QCoreApplication::processEvents(QEventLoop::ExcludeSocketNotifiers | QEventLoop::X11ExcludeTimers);
  manager()->unblockEvents(unblocked);
  qApp->removeEventFilter(this);
}

bool pqAbortRendering::eventFilter(QObject* receiver, QEvent* event)
{
  switch (event->type())
  {
    case QEvent::Timer: // comes again
    case QEvent::ShortcutOverride:
    case QEvent::Shortcut:
      return true;
    case QEvent::UpdateRequest:
      this->Held.emplace_back(receiver, new QEvent(QEvent::UpdateRequest));
      return true;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::MouseMove:
      if (isOnAbortButton(pqCompat::PlaceOf(static_cast<QMouseEvent*>(event))))
      {
        return false;
      }
      break;
    default:
      break;
  }
  // Windows of the system get what widgets are given after that.
  QEvent* const copy = receiver->isWindowType() ? copyOf(event) : nullptr;
  if (copy)
  {
    this->Held.emplace_back(receiver, copy);
  }
  return copy != nullptr;
}

void pqAbortRendering::abort()
{
  if (this->Asked)
  {
    this->Asked->SetAbortRender(1);
  }
}

void pqAbortRendering::end()
{
  this->Frame.invalidate();
  this->Asked = nullptr;
  if (this->Enabled)
  {
    this->Enabled = false;
    manager()->setEnableAbort(false);
  }
  for (auto& [receiver, event] : this->Held)
  {
    if (receiver)
    {
      QCoreApplication::postEvent(receiver, event.release());
    }
  }
  this->Held.clear();
}
