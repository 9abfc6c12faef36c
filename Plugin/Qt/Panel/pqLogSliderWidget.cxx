// SPDX-License-Identifier: BSD-3-Clause
#include "pqLogSliderWidget.h"

#include "pqDoubleLineEdit.h"
#include "vtkSMDoubleRangeDomain.h"
#include "vtkSMProperty.h"

#include <QDoubleValidator>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace
{
constexpr int Steps = 400; ///< the steps of the slider
}

pqLogSliderWidget::pqLogSliderWidget(vtkSMProxy* smproxy, vtkSMProperty* smproperty, QWidget* parentObject)
  : Superclass(smproxy, parentObject)
  , Slider(new QSlider(Qt::Horizontal, this))
  , Edit(new pqDoubleLineEdit(this))
{
  if (auto* const domain = smproperty->FindDomain<vtkSMDoubleRangeDomain>())
  {
    this->Range[0] = domain->GetMinimumExists(0) ? domain->GetMinimum(0) : this->Range[0];
    this->Range[1] = domain->GetMaximumExists(0) ? domain->GetMaximum(0) : this->Range[1];
  }
  this->Slider->setObjectName("Slider");
  this->Slider->setRange(0, Steps);
  this->Edit->setObjectName("DoubleLineEdit");
  this->Edit->setValidator(new QDoubleValidator(this->Edit));
  this->Edit->setUseGlobalPrecisionAndNotation(true);

  auto* const layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(this->Slider, 3);
  layout->addWidget(this->Edit, 2);

  this->showValue();
  this->addPropertyLink(this, "value", SIGNAL(valueChanged()), smproperty);
  this->connect(this->Slider, SIGNAL(valueChanged(int)), SLOT(slide(int)));
  this->connect(this->Edit, SIGNAL(textChangedAndEditingFinished()), SLOT(type()));
  this->Step.follow(this->Slider, smproperty->GetXMLLabel(), this);
}

pqLogSliderWidget::~pqLogSliderWidget() = default;

void pqLogSliderWidget::showValue()
{
  const QSignalBlocker blocked(this->Slider);
  const double place =
    std::log(this->Value / this->Range[0]) / std::log(this->Range[1] / this->Range[0]) * Steps;
  this->Slider->setValue(static_cast<int>(std::lround(std::clamp(place, 0.0, 1.0 * Steps))));
  this->Edit->setText(QString::number(this->Value)); // emits signals that show it in ParaView's field
}

void pqLogSliderWidget::setValue(double value)
{
  if (this->Value != value)
  {
    this->Value = value;
    this->showValue();
    Q_EMIT this->valueChanged();
  }
}

void pqLogSliderWidget::slide(int place)
{
  const double ratio = this->Range[1] / this->Range[0];
  // Round to three digits, so that the middle of the slider is a round number.
  const double exact = this->Range[0] * std::pow(ratio, static_cast<double>(place) / Steps);
  this->setValue(QString::number(exact, 'g', 3).toDouble());
}

void pqLogSliderWidget::type()
{
  bool isNumber = false;
  const double typed = this->Edit->text().toDouble(&isNumber);
  if (isNumber && typed > 0)
  {
    this->setValue(std::clamp(typed, this->Range[0], this->Range[1]));
  }
  this->showValue();
}
