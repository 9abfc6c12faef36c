// SPDX-License-Identifier: BSD-3-Clause
#include "pqAbortRendering.h"

#include "pqApplicationCore.h"
#include "pqCompat.h"
#include "pqCoreUtilities.h"
#include "pqProgressManager.h"
#include "pqRefinedPictures.h"
#include "pqServer.h"
#include "pqServerManagerModel.h"
#include "pqView.h"
#include "vtkCommand.h"
#include "vtkRenderWindow.h"
#include "vtkSMRenderViewProxy.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCloseEvent>
#include <QCursor>
#include <QExposeEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QResizeEvent>
#include <QShortcutEvent>
#include <QWheelEvent>
#include <QWindow>

#include <vector>

// Qt exports it for its test library: a key as the window system sends it, which may be a shortcut.
QT_BEGIN_NAMESPACE
Q_GUI_EXPORT void qt_handleKeyEvent(QWindow* window, QEvent::Type type, int key,
  Qt::KeyboardModifiers modifiers, const QString& text, bool repeats, ushort count);
QT_END_NAMESPACE

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

/// Whether a frame of a window is none of those that follow the mouse.
bool isStill(vtkRenderWindow* window)
{
  return window->GetDesiredUpdateRate() < 1;
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

/// Give a window what was held back of it, as the window system would have. Posted events are not the same:
/// widgets leave a turn of the wheel that nobody has made to no scroll area around them, and keys are not
/// looked up among the shortcuts.
void deliver(QObject* receiver, QEvent* event)
{
  auto* const window = qobject_cast<QWindow*>(receiver);
  if (window && (event->type() == QEvent::KeyPress || event->type() == QEvent::KeyRelease))
  {
    const auto* const key = static_cast<QKeyEvent*>(event);
    qt_handleKeyEvent(window, key->type(), key->key(), key->modifiers(), key->text(), key->isAutoRepeat(),
      static_cast<ushort>(key->count()));
    return;
  }
  QCoreApplication::instance()->notify(receiver, event);
}

} // namespace

pqAbortRendering::pqAbortRendering(pqRefinedPictures* refining, QObject* parentObject)
  : QObject(parentObject)
  , Refining(refining)
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
  // A user who turns the camera has other uses for the mouse.
  const int patience = this->Refining->isRefining() ? 0 : LongFrameMilliseconds;
  if (!this->Frame.isValid() || this->Frame.elapsed() < patience ||
    QApplication::mouseButtons() != Qt::NoButton)
  {
    return;
  }
  this->Asked = vtkRenderWindow::SafeDownCast(window);
  if (!this->Enabled)
  {
    this->Enabled = true;
    // ParaView's manager of progress tells of it until 6.0, and from 6.1 on aborts a filter alone.
    for (QAbstractButton* button : abortButtons())
    {
      button->setEnabled(true);
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
      return true;
    case QEvent::ShortcutOverride:
      // Whose the key is will be found when it is delivered: what comes before it may move the focus. Taken
      // for nobody's, it would be one of ParaView's shortcuts here, as s, d, f, g and b are.
      event->accept();
      return true;
    case QEvent::Shortcut: // the last key of several
      this->Held.emplace_back(receiver, pqCompat::CopyAs<QShortcutEvent>(event));
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
      if (event->type() == QEvent::MouseButtonPress)
      {
        this->giveWay(pqCompat::PlaceOf(static_cast<QMouseEvent*>(event)));
      }
      break;
    case QEvent::Wheel:
    case QEvent::KeyPress:
      this->giveWay(QCursor::pos());
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

pqView* pqAbortRendering::findAsked() const
{
  for (pqView* view : pqApplicationCore::instance()->getServerManagerModel()->findItems<pqView*>())
  {
    auto* const proxy = vtkSMRenderViewProxy::SafeDownCast(view->getViewProxy());
    if (proxy && proxy->GetRenderWindow() == this->Asked)
    {
      return view;
    }
  }
  return nullptr;
}

void pqAbortRendering::giveWay(const QPoint& place)
{
  pqView* const view = this->Asked && isStill(this->Asked) ? this->findAsked() : nullptr;
  QWidget* const widget = view ? view->widget() : nullptr;
  QWidget* const there = QApplication::widgetAt(place);
  // A frame that refines a picture leaves it as it was; another one is what the view waits for, so that only
  // who uses the view itself may end it.
  const bool isOnView = widget && there && (there == widget || widget->isAncestorOf(there));
  if (widget && (isOnView || this->Refining->isRefining()) && this->Refining->isShownBy(view))
  {
    this->Refining->leave(view);
    this->Asked->SetAbortRender(1);
  }
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
    for (QAbstractButton* button : abortButtons())
    {
      button->setEnabled(false);
    }
  }
  QMetaObject::invokeMethod(this, "release", Qt::QueuedConnection);
}

void pqAbortRendering::release()
{
  // An event may have the next frame drawn, which holds others back, or have a dialog wait for those after
  // it.
  while (!this->Held.empty() && !this->Frame.isValid())
  {
    const auto [receiver, event] = std::move(this->Held.front());
    this->Held.pop_front();
    if (!this->Held.empty())
    {
      QMetaObject::invokeMethod(this, "release", Qt::QueuedConnection);
    }
    if (receiver)
    {
      deliver(receiver, event.get());
    }
  }
}
