// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastVolume.h"

#include "vtkObjectFactory.h"
#include "vtkRenderer.h"

vtkStandardNewMacro(vtkIsosurfaceRayCastVolume);

vtkIsosurfaceRayCastVolume::vtkIsosurfaceRayCastVolume() = default;
vtkIsosurfaceRayCastVolume::~vtkIsosurfaceRayCastVolume() = default;

vtkIsosurfaceRayCastVolume::Phase vtkIsosurfaceRayCastVolume::GetPhase(vtkViewport* viewport)
{
  // An outline in its place, and what is drawn to select, go the usual way.
  auto* renderer = vtkRenderer::SafeDownCast(viewport);
  if (!renderer || renderer->GetSelector() || this->GetEnableLOD())
  {
    return Phase::Volumetric;
  }
  if (this->Opaque)
  {
    return Phase::Opaque;
  }
  return renderer->GetUseDepthPeelingForVolumes() ? Phase::Overlay : Phase::Volumetric;
}

int vtkIsosurfaceRayCastVolume::RenderOpaqueGeometry(vtkViewport* viewport)
{
  return this->GetPhase(viewport) == Phase::Opaque ? this->Superclass::RenderVolumetricGeometry(viewport) : this->Superclass::RenderOpaqueGeometry(viewport);
}

int vtkIsosurfaceRayCastVolume::RenderVolumetricGeometry(vtkViewport* viewport)
{
  return this->GetPhase(viewport) == Phase::Volumetric ? this->Superclass::RenderVolumetricGeometry(viewport) : 0;
}

int vtkIsosurfaceRayCastVolume::RenderOverlay(vtkViewport* viewport)
{
  return this->GetPhase(viewport) == Phase::Overlay ? this->Superclass::RenderVolumetricGeometry(viewport) : this->Superclass::RenderOverlay(viewport);
}

void vtkIsosurfaceRayCastVolume::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Opaque: " << this->Opaque << "\n";
}
