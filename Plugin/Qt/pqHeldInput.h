// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqHeldInput_h
#define pqHeldInput_h

#include <QObject>
#include <QPointer>

/// Whether the user holds a mouse button, or a key long enough to repeat, anywhere in the application.
class pqHeldInput : public QObject
{
  Q_OBJECT

public:
  explicit pqHeldInput(QObject* parent = nullptr);
  ~pqHeldInput() override;

  bool isHeld() const { return this->Button || this->Key; }
  /// The object on which the mouse button was pressed. Null if it no longer exists.
  QObject* pressedOn() const { return this->PressedOn; }

  bool eventFilter(QObject* receiver, QEvent* event) override;

Q_SIGNALS:
  void began(); ///< emitted before the widget gets the event
  void ended(); ///< emitted before the widget gets the event

private:
  Q_DISABLE_COPY(pqHeldInput)

  void set(bool button, bool key);

  bool Button = false;
  bool Key = false;
  QPointer<QObject> PressedOn;
};

#endif
