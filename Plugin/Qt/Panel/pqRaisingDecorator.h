// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqRaisingDecorator_h
#define pqRaisingDecorator_h

#include "pqPropertyWidgetDecorator.h"

/// Raises one property when the user chooses a certain value of another property in the panel that makes
/// little sense otherwise. Glass raises the number of bounces, because light does not leave it otherwise.
/// Shade raises ambient light, because one side of the volume would be black. Another value restores the
/// raised property, unless it has been changed since. Scripts and state files are not affected. The property
/// that the user sets creates the decorator by this hint in the XML:
///
/// `<PropertyWidgetDecorator type="raises" value="2" property="PathTraceBounces" below="8" to="8" />`
///
/// This raises PathTraceBounces to 8 if it is less than 8 when the value 2 is chosen.
class pqRaisingDecorator : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  typedef pqPropertyWidgetDecorator Superclass;

public:
  pqRaisingDecorator(vtkPVXMLElement* config, pqPropertyWidget* widget);
  ~pqRaisingDecorator() override;

private Q_SLOTS:
  void choose();

private:
  Q_DISABLE_COPY(pqRaisingDecorator)

  double Before = 0;
  bool IsRaised = false;
};

#endif
