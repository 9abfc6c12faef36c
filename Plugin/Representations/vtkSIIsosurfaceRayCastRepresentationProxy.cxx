// SPDX-License-Identifier: BSD-3-Clause
#include "vtkSIIsosurfaceRayCastRepresentationProxy.h"

#include "vtkIsosurfaceRayCastRepresentation.h"
#include "vtkIsosurfaceRayCastStatistics.h"
#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkSIIsosurfaceRayCastRepresentationProxy);

vtkSIIsosurfaceRayCastRepresentationProxy::vtkSIIsosurfaceRayCastRepresentationProxy() = default;
vtkSIIsosurfaceRayCastRepresentationProxy::~vtkSIIsosurfaceRayCastRepresentationProxy() = default;

bool vtkSIIsosurfaceRayCastRepresentationProxy::CreateVTKObjects()
{
  if (!this->Superclass::CreateVTKObjects())
  {
    return false;
  }
  // A client of a remote server has no statistics of its own.
  vtkSIProxy* proxy = this->GetSubSIProxy("IsosurfaceStatistics");
  auto* statistics = vtkIsosurfaceRayCastStatistics::SafeDownCast(proxy ? proxy->GetVTKObject() : nullptr);
  if (statistics)
  {
    statistics->SetRepresentation(vtkIsosurfaceRayCastRepresentation::SafeDownCast(this->GetVTKObject()));
  }
  return true;
}
