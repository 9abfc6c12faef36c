// SPDX-License-Identifier: BSD-3-Clause
#include "Transfer2DSwitch.h"

#include "DisplayColoring.h"
#include "vtkNew.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"

void Transfer2DSwitch::Watch(vtkSMProxy* proxy)
{
  vtkNew<Transfer2DSwitch> command;
  if (command->LookAfter(proxy, { "UseTransfer2D", "RayCastMapper", "LookupTable" }))
  {
    command->Hear({ "LookupTable" });
    command->FindSwitch();
  }
}

void Transfer2DSwitch::FindSwitch()
{
  vtkSMProxy* const colors = vtkSMPropertyHelper(this->Display, "LookupTable").GetAsProxy();
  vtkSMProperty* const found = colors ? colors->GetProperty("Use2DTransferFunction") : nullptr;
  if (found != this->Switch)
  {
    if (this->Switch)
    {
      this->Switch->RemoveObserver(this);
    }
    this->Switch = found;
    if (found)
    {
      found->AddObserver(vtkCommand::ModifiedEvent, this);
    }
  }
}

void Transfer2DSwitch::Execute(vtkObject* caller, unsigned long event, void*)
{
  if (!this->Display)
  {
    return;
  }
  if (caller != this->Switch)
  {
    this->FindSwitch();
  }
  else if (this->IsOfType(VolumeType) && !DisplayColoring::IsRestoring(this->Display, event))
  {
    vtkSMPropertyHelper(this->Display, "UseTransfer2D").Set(vtkSMPropertyHelper(this->Switch).GetAsInt());
    this->Display->UpdateVTKObjects();
  }
}
