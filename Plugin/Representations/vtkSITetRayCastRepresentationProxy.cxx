// SPDX-License-Identifier: BSD-3-Clause
#include "vtkSITetRayCastRepresentationProxy.h"

#include "vtkObjectFactory.h"
#include "vtkTetRayCastRepresentation.h"
#include "vtkTetRayCastStatistics.h"

vtkStandardNewMacro(vtkSITetRayCastRepresentationProxy);

vtkSITetRayCastRepresentationProxy::vtkSITetRayCastRepresentationProxy() = default;
vtkSITetRayCastRepresentationProxy::~vtkSITetRayCastRepresentationProxy() = default;

bool vtkSITetRayCastRepresentationProxy::CreateVTKObjects()
{
  if (!this->Superclass::CreateVTKObjects())
  {
    return false;
  }
  // A client of a remote server has no statistics of its own.
  vtkSIProxy* proxy = this->GetSubSIProxy("RayCastStatistics");
  auto* statistics = vtkTetRayCastStatistics::SafeDownCast(proxy ? proxy->GetVTKObject() : nullptr);
  if (statistics)
  {
    statistics->SetRepresentation(vtkTetRayCastRepresentation::SafeDownCast(this->GetVTKObject()));
  }
  return true;
}
