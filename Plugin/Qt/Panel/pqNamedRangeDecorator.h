// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqNamedRangeDecorator_h
#define pqNamedRangeDecorator_h

#include "pqPropertyWidgetDecorator.h"

class QLabel;

/// Puts a property's own label over ParaView's list of numbers, for properties with the hint
/// <PropertyWidgetDecorator type="named_range" />. ParaView heads every such list with "Value Range",
/// whatever its numbers are.
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

  QLabel* const Heading; ///< null where a later version of ParaView has another widget
};

#endif
