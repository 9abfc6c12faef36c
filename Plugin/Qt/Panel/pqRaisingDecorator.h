// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqRaisingDecorator_h
#define pqRaisingDecorator_h

#include "pqPropertyWidgetDecorator.h"

/// Has the panel raise a property where somebody chooses a value of another that makes little sense without:
/// bounces for glass, out of which light does not find its way otherwise, and ambient light for a volume that
/// is shaded, of which one side is black otherwise. Another value takes that back, if nobody
/// has changed the property since. Scripts and state files keep what they set. In XML, of the property that
/// is chosen:
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
