// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqCompat_h
#define pqCompat_h

#include "vtkPVVersion.h"
#if PARAVIEW_VERSION_NUMBER >= PARAVIEW_VERSION_CHECK(5, 13, 0)
#include "pqCoreUtilities.h"
#else
#include "pqDoubleLineEdit.h"
#endif

#include <QMouseEvent>
#include <QString>

/**
 * Wrappers for differences between Qt 5 and 6, and between versions of ParaView's widgets.
 */
namespace pqCompat
{

/// A number in the format of ParaView's panels, by the digits and the notation of the settings.
inline QString Shown(double number)
{
#if PARAVIEW_VERSION_NUMBER >= PARAVIEW_VERSION_CHECK(5, 13, 0)
  return pqCoreUtilities::formatNumber(number);
#else
  return pqDoubleLineEdit::formatDoubleUsingGlobalPrecisionAndNotation(number);
#endif
}

/// Copy an event of class Event. The caller owns the copy.
template <class Event>
QEvent* CopyAs(const QEvent* event)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 0, 0)
  return event->clone(); // the copy constructors are protected
#else
  return new Event(*static_cast<const Event*>(event));
#endif
}

/// The position of the mouse on the screen.
inline QPoint PlaceOf(const QMouseEvent* event)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 0, 0)
  return event->globalPosition().toPoint();
#else
  return event->globalPos();
#endif
}

} // namespace pqCompat

#endif
