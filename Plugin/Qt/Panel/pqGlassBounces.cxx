// SPDX-License-Identifier: BSD-3-Clause
#include "pqGlassBounces.h"

#include "pqPropertyWidget.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"

namespace
{
constexpr int Glass = 2; // of PathTraceMaterial
constexpr int Enough = 8;
} // namespace

pqGlassBounces::pqGlassBounces(vtkPVXMLElement* config, pqPropertyWidget* widget)
  : Superclass(config, widget)
{
  this->connect(widget, SIGNAL(changeAvailable()), SLOT(choose())); // by the user, before it is applied
}

pqGlassBounces::~pqGlassBounces() = default;

void pqGlassBounces::choose()
{
  pqPropertyWidget* const widget = this->parentWidget();
  vtkSMProperty* const bounces = widget->proxy()->GetProperty("PathTraceBounces");
  const bool isGlass = vtkSMUncheckedPropertyHelper(widget->property()).GetAsInt() == Glass;
  if (bounces && isGlass && vtkSMPropertyHelper(bounces).GetAsInt() < Enough)
  {
    vtkSMPropertyHelper(bounces).Set(Enough); // sent with the material
  }
}
