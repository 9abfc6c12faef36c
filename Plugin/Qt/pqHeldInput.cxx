// SPDX-License-Identifier: BSD-3-Clause
#include "pqHeldInput.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

pqHeldInput::pqHeldInput(QObject* parentObject)
  : QObject(parentObject)
{
  qApp->installEventFilter(this);
}

pqHeldInput::~pqHeldInput() = default;

bool pqHeldInput::eventFilter(QObject* receiver, QEvent* event)
{
  switch (event->type())
  {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
      this->PressedOn = receiver;
      this->set(true, this->Key);
      break;
    case QEvent::MouseButtonRelease:
      this->set(static_cast<QMouseEvent*>(event)->buttons() != Qt::NoButton, this->Key);
      break;
    case QEvent::MouseMove:
      // The release was lost, for example to another window. Events of test players may lack buttons.
      if (event->spontaneous() && static_cast<QMouseEvent*>(event)->buttons() == Qt::NoButton)
      {
        this->set(false, this->Key);
      }
      break;
    case QEvent::KeyPress:
      this->set(this->Button, this->Key || static_cast<QKeyEvent*>(event)->isAutoRepeat());
      break;
    case QEvent::KeyRelease:
      // Each repetition of a key also sends a release.
      this->set(this->Button, this->Key && static_cast<QKeyEvent*>(event)->isAutoRepeat());
      break;
    case QEvent::ApplicationStateChange:
      this->set(false, false); // another application gets the releases
      break;
    default:
      break;
  }
  return QObject::eventFilter(receiver, event);
}

void pqHeldInput::set(bool button, bool key)
{
  const bool before = this->isHeld();
  this->Button = button;
  this->Key = key;
  if (this->isHeld() != before)
  {
    before ? Q_EMIT this->ended() : Q_EMIT this->began();
  }
}
