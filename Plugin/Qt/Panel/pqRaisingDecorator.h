// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqRaisingDecorator_h
#define pqRaisingDecorator_h

#include "pqPropertyWidgetDecorator.h"

/// Raises one property when a user chooses a certain value of another one in the panel, because the value
/// makes little sense without that. Glass raises the bounces, since light does not leave it otherwise. Shade
/// raises the ambient light, since one side of the volume would be black. Choosing another value restores
/// the raised property, if nobody has changed it since. Scripts and state files keep what they set. This
/// hint of the property that the user sets, in the XML, makes the decorator:
///
/// `<PropertyWidgetDecorator type="raises" value="2" property="PathTraceBounces" below="8" to="8" />`
///
/// raises PathTraceBounces to 8 when 2 is chosen, where it is less than 8.
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
