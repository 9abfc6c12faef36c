// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceVolume.h"

#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkObjectFactory.h"
#include "vtkRenderer.h"

vtkStandardNewMacro(vtkIsosurfaceVolume);

vtkIsosurfaceVolume::Phase vtkIsosurfaceVolume::GetPhase(vtkViewport* viewport)
{
  auto* mapper = vtkIsosurfaceRayCastMapper::SafeDownCast(this->Mapper);
  auto* renderer = vtkRenderer::SafeDownCast(viewport);
  if (!mapper || !renderer)
  {
    return Phase::Volumetric;
  }
  return mapper->GetSettings()->IsOpaque()     ? Phase::Opaque
    : renderer->GetUseDepthPeelingForVolumes() ? Phase::Overlay
                                               : Phase::Volumetric;
}

int vtkIsosurfaceVolume::RenderOpaqueGeometry(vtkViewport* viewport)
{
  return this->GetPhase(viewport) == Phase::Opaque ? this->Superclass::RenderVolumetricGeometry(viewport) : 0;
}

int vtkIsosurfaceVolume::RenderVolumetricGeometry(vtkViewport* viewport)
{
  return this->GetPhase(viewport) == Phase::Volumetric ? this->Superclass::RenderVolumetricGeometry(viewport)
                                                       : 0;
}

int vtkIsosurfaceVolume::RenderOverlay(vtkViewport* viewport)
{
  return this->GetPhase(viewport) == Phase::Overlay ? this->Superclass::RenderVolumetricGeometry(viewport)
                                                    : 0;
}
