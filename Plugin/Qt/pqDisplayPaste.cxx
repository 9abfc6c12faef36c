// SPDX-License-Identifier: BSD-3-Clause
#include "pqDisplayPaste.h"

#include "pqActiveObjects.h"
#include "pqDataRepresentation.h"
#include "pqPropertiesPanel.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"

#include <QPushButton>

namespace
{
const char* const UnitDistanceName = "ScalarOpacityUnitDistance";
} // namespace

pqDisplayPaste::pqDisplayPaste(pqPropertiesPanel* panel)
  : QObject(panel)
{
  // The panel was connected before, and pastes when the button is clicked.
  if (auto* const button = panel->findChild<QPushButton*>("DisplayPaste"))
  {
    this->connect(button, SIGNAL(pressed()), SLOT(remember()));
    this->connect(button, SIGNAL(clicked()), SLOT(restore()));
  }
}

pqDisplayPaste::~pqDisplayPaste() = default;

void pqDisplayPaste::remember()
{
  this->Display = pqActiveObjects::instance().activeRepresentation();
  this->UnitDistance.clear();
  this->Type.clear();
  if (this->Display && this->Display->getProxy()->GetProperty(UnitDistanceName))
  {
    this->UnitDistance = vtkSMPropertyHelper(this->Display->getProxy(), UnitDistanceName).GetDoubleArray();
    this->Type = vtkSMPropertyHelper(this->Display->getProxy(), "Representation", true).GetAsString();
  }
}

void pqDisplayPaste::restore()
{
  if (this->Display && !this->UnitDistance.empty())
  {
    vtkSMProxy* const proxy = this->Display->getProxy();
    vtkSMPropertyHelper(proxy, UnitDistanceName)
      .Set(this->UnitDistance.data(), static_cast<unsigned int>(this->UnitDistance.size()));
    // If pasting has changed the type, notify FirstLook again, which fits the distance to the display's own
    // data.
    if (this->Type != vtkSMPropertyHelper(proxy, "Representation", true).GetAsString())
    {
      proxy->GetProperty("Representation")->Modified();
    }
    proxy->UpdateVTKObjects();
    this->Display->renderViewEventually();
  }
}
