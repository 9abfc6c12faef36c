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

// Qt exports this for its test library: it delivers a key as the window system does, so it may be a shortcut.
QT_BEGIN_NAMESPACE
Q_GUI_EXPORT void qt_handleKeyEvent(QWindow* window, QEvent::Type type, int key,
  Qt::KeyboardModifiers modifiers, const QString& text, bool repeats, ushort count);
QT_END_NAMESPACE

namespace
{

/// Only frames that may be too long for the user can be aborted. Mappers of VTK also ask in quick frames.
constexpr int LongFrameMilliseconds = 250;

pqProgressManager* manager()
{
  return pqApplicationCore::instance()->getProgressManager();
}

/// The buttons that ParaView leaves enabled while it works: the one that aborts.
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

/// Whether a frame of a window is a still, and not part of an interaction.
bool isStill(vtkRenderWindow* window)
{
  return window->GetDesiredUpdateRate() < 1;
}

/// Copy an event that would make a window draw, change or notify its owner. Null for other events.
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

/// Deliver an event that was held back to its window, as the window system would. Posting the event has
/// another effect: widgets do not pass posted turns of the wheel to the scroll area around them, and posted
/// keys trigger no shortcuts.
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
  // Skip remote servers: while the client waits for their picture, its own mappers would ask its window.
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
  // While the user turns the camera, the mouse is needed for that.
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
    // ParaView's progress manager handles the button until 6.0. From 6.1 on, it only aborts filters.
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
    case QEvent::Timer: // will come again
      return true;
    case QEvent::ShortcutOverride:
      // The receiver of the key is only known on delivery: earlier events may move the focus. If this event
      // is not accepted, the key becomes one of ParaView's shortcuts here, such as s, d, f, g and b.
      event->accept();
      return true;
    case QEvent::Shortcut: // the last key of a sequence
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
  // Only hold events of system windows: Qt derives the events of widgets from these.
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
  // A frame that refines a picture only adds to it and may end for any input. Other frames are awaited, so
  // only input on the view itself may end them.
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
  // Deliver one event at a time: it may start the next frame, which holds the others back, or open
  // a dialog that waits for them.
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
