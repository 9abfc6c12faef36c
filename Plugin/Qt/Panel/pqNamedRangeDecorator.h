// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqNamedRangeDecorator_h
#define pqNamedRangeDecorator_h

#include "pqPropertyWidgetDecorator.h"

class QLabel;

/// Shows a property's own label above ParaView's list of numbers, for properties with the hint
/// <PropertyWidgetDecorator type="named_range" />. ParaView's heading is always "Value Range".
class pqNamedRangeDecorator : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  typedef pqPropertyWidgetDecorator Superclass;

public:
  pqNamedRangeDecorator(vtkPVXMLElement* config, pqPropertyWidget* parent);
  ~pqNamedRangeDecorator() override;

private Q_SLOTS:
  void showRange();

private:
  Q_DISABLE_COPY(pqNamedRangeDecorator)

  QLabel* const Heading; ///< null if a later version of ParaView has another widget
};

#endif
