// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqRangeFieldsDecorator_h
#define pqRangeFieldsDecorator_h

#include "pqPropertyWidgetDecorator.h"

/// Corrects the two fields of ParaView's widget transfer_function_editor, for properties with the hint
/// <PropertyWidgetDecorator type="range_fields" />. The dash is moved between the ends of the range, the word
/// before them is hidden, and a field that is too narrow for its number shows the first digits.
class pqRangeFieldsDecorator : public pqPropertyWidgetDecorator
{
  Q_OBJECT
  typedef pqPropertyWidgetDecorator Superclass;

public:
  pqRangeFieldsDecorator(vtkPVXMLElement* config, pqPropertyWidget* parent);
  ~pqRangeFieldsDecorator() override;

private:
  Q_DISABLE_COPY(pqRangeFieldsDecorator)
};

#endif
