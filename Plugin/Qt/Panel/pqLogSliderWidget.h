// SPDX-License-Identifier: BSD-3-Clause
#ifndef pqLogSliderWidget_h
#define pqLogSliderWidget_h

#include "pqDragStep.h"
#include "pqPropertyWidget.h"

class pqDoubleLineEdit;
class QSlider;

/// A slider for a factor with equal steps for equal ratios, and a field for the number. Used for properties
/// with panel_widget="log_slider", whose domain is a range of positive numbers. The view follows while the
/// slider is dragged, and a drag is one step of undo.
class pqLogSliderWidget : public pqPropertyWidget
{
  Q_OBJECT
  typedef pqPropertyWidget Superclass;
  Q_PROPERTY(double value READ value WRITE setValue NOTIFY valueChanged)

public:
  pqLogSliderWidget(vtkSMProxy* proxy, vtkSMProperty* property, QWidget* parent = nullptr);
  ~pqLogSliderWidget() override;

  double value() const { return this->Value; }
  void setValue(double value);

Q_SIGNALS:
  void valueChanged();

private Q_SLOTS:
  void slide(int place);
  void type();

private:
  Q_DISABLE_COPY(pqLogSliderWidget)

  void showValue();

  QSlider* const Slider;
  pqDoubleLineEdit* const Edit;
  double Value = 1;
  double Range[2] = { 0.1, 10 };
  pqDragStep Step; ///< the step of undo while the slider is dragged
};

#endif
