// SPDX-License-Identifier: BSD-3-Clause
#include "vtkSMFrameInformationProxy.h"

#include "vtkFrameInformation.h"
#include "vtkObjectFactory.h"
#include "vtkPVSession.h"

vtkStandardNewMacro(vtkSMFrameInformationProxy);

vtkSMFrameInformationProxy::vtkSMFrameInformationProxy() = default;
vtkSMFrameInformationProxy::~vtkSMFrameInformationProxy() = default;

void vtkSMFrameInformationProxy::UpdatePropertyInformationInternal(vtkSMProperty* property)
{
  this->CreateVTKObjects();
  const vtkTypeUInt32 everywhere = this->Location;
  auto* information = vtkFrameInformation::SafeDownCast(this->GetClientSideObject());
  if (!information || !information->IsDrawnByClient())
  {
    this->Location &= ~static_cast<vtkTypeUInt32>(vtkPVSession::CLIENT);
  }
  this->Superclass::UpdatePropertyInformationInternal(property);
  this->Location = everywhere;
}
