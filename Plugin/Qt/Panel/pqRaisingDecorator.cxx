// SPDX-License-Identifier: BSD-3-Clause
#include "pqRaisingDecorator.h"

#include "pqPropertyWidget.h"
#include "vtkPVXMLElement.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMTrace.h"
#include "vtkSMUncheckedPropertyHelper.h"

pqRaisingDecorator::pqRaisingDecorator(vtkPVXMLElement* config, pqPropertyWidget* widget)
  : Superclass(config, widget)
{
  this->connect(widget, SIGNAL(changeAvailable()), SLOT(choose())); // before the user's choice is applied
}

pqRaisingDecorator::~pqRaisingDecorator() = default;

void pqRaisingDecorator::choose()
{
  int value = 0;
  double below = 0, to = 0;
  this->xml()->GetScalarAttribute("value", &value);
  this->xml()->GetScalarAttribute("below", &below);
  this->xml()->GetScalarAttribute("to", &to);
  pqPropertyWidget* const widget = this->parentWidget();
  vtkSMProperty* const raised = widget->proxy()->GetProperty(this->xml()->GetAttribute("property"));
  if (!raised)
  {
    return;
  }
  vtkSMPropertyHelper helper(raised);
  const double now = helper.GetAsDouble();
  const bool isChosen = vtkSMUncheckedPropertyHelper(widget->property()).GetAsInt() == value;
  const bool isRaised = isChosen && now < below;
  const bool isBack = !isChosen && this->IsRaised && now == to;
  if (isRaised || isBack)
  {
    SM_SCOPED_TRACE(PropertiesModified).arg("proxy", widget->proxy());
    helper.Set(isBack ? this->Before : to); // sent to the server together with the user's choice
    this->Before = now;
  }
  this->IsRaised = isRaised || (isChosen && this->IsRaised);
}
