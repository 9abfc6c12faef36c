// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceRayCastVolume.h"

#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkObjectFactory.h"

vtkStandardNewMacro(vtkIsosurfaceRayCastVolume);

bool vtkIsosurfaceRayCastVolume::DrawsOpaque()
{
  auto* mapper = vtkIsosurfaceRayCastMapper::SafeDownCast(this->Mapper);
  return mapper && mapper->IsOpaque();
}

int vtkIsosurfaceRayCastVolume::RenderOpaqueGeometry(vtkViewport* viewport)
{
  return this->DrawsOpaque() ? this->Superclass::RenderVolumetricGeometry(viewport) : 0;
}

int vtkIsosurfaceRayCastVolume::RenderVolumetricGeometry(vtkViewport* viewport)
{
  return this->DrawsOpaque() ? 0 : this->Superclass::RenderVolumetricGeometry(viewport);
}
