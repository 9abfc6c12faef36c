// SPDX-License-Identifier: BSD-3-Clause
#include "vtkRayCastVolume.h"

#include "vtkObjectFactory.h"
#include "vtkRenderer.h"

vtkStandardNewMacro(vtkRayCastVolume);

vtkRayCastVolume::vtkRayCastVolume() = default;
vtkRayCastVolume::~vtkRayCastVolume() = default;

vtkRayCastVolume::Phase vtkRayCastVolume::GetPhase(vtkViewport* viewport)
{
  // An outline in its place, and what is drawn to select, go the usual way.
  auto* renderer = vtkRenderer::SafeDownCast(viewport);
  if (!renderer || renderer->GetSelector() || this->GetEnableLOD() || this->Drawn == AS_VOLUME)
  {
    return Phase::Volumetric;
  }
  if (this->Drawn == WITH_OPAQUE_GEOMETRY)
  {
    return Phase::Opaque;
  }
  return renderer->GetUseDepthPeelingForVolumes() ? Phase::Overlay : Phase::Volumetric;
}

int vtkRayCastVolume::RenderOpaqueGeometry(vtkViewport* viewport)
{
  return this->GetPhase(viewport) == Phase::Opaque ? this->Superclass::RenderVolumetricGeometry(viewport)
                                                   : this->Superclass::RenderOpaqueGeometry(viewport);
}

int vtkRayCastVolume::RenderVolumetricGeometry(vtkViewport* viewport)
{
  return this->GetPhase(viewport) == Phase::Volumetric ? this->Superclass::RenderVolumetricGeometry(viewport)
                                                       : 0;
}

int vtkRayCastVolume::RenderOverlay(vtkViewport* viewport)
{
  return this->GetPhase(viewport) == Phase::Overlay ? this->Superclass::RenderVolumetricGeometry(viewport)
                                                    : this->Superclass::RenderOverlay(viewport);
}

void vtkRayCastVolume::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Drawn: " << this->Drawn << "\n";
}
