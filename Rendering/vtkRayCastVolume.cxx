// SPDX-License-Identifier: BSD-3-Clause
#include "vtkRayCastVolume.h"

#include "RayCastAntialiasing.h"
#include "RayCastPace.h"
#include "vtkIsosurfacePathTraceMapper.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkObjectFactory.h"
#include "vtkPathTraceSettings.h"
#include "vtkRenderer.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"

vtkStandardNewMacro(vtkRayCastVolume);

int vtkRayCastVolume::GetPass(vtkAbstractVolumeMapper* mapper, vtkViewport* viewport)
{
  auto* renderer = vtkRenderer::SafeDownCast(viewport);
  auto* isosurfaces = vtkIsosurfaceRayCastMapper::SafeDownCast(mapper);
  auto* mesh = vtkTetRayCastMapper::SafeDownCast(mapper);
  auto* traced = vtkIsosurfacePathTraceMapper::SafeDownCast(mapper);
  if (!renderer || renderer->GetSelector() || (!isosurfaces && !mesh && !traced))
  {
    return VOLUMETRIC_PASS;
  }
  const bool isOpaque = isosurfaces ? isosurfaces->GetSettings()->IsOpaque()
    : traced                        ? traced->GetSettings()->IsOpaque()
                                    : mesh->GetSettings()->DrawsOpaqueSurfacesAlone();
  return isOpaque ? OPAQUE_PASS : renderer->GetUseDepthPeelingForVolumes() ? OVERLAY_PASS : VOLUMETRIC_PASS;
}

bool vtkRayCastVolume::CastsRays(vtkAbstractVolumeMapper* mapper)
{
  return vtkIsosurfaceRayCastMapper::SafeDownCast(mapper) || vtkTetRayCastMapper::SafeDownCast(mapper) ||
    vtkIsosurfacePathTraceMapper::SafeDownCast(mapper);
}

void vtkRayCastVolume::PrepareFrame(vtkAbstractVolumeMapper* mapper, vtkViewport* viewport)
{
  auto* renderer = vtkRenderer::SafeDownCast(viewport);
  if (!renderer || renderer->GetSelector() || !CastsRays(mapper))
  {
    return;
  }
  if (RayCastPace::Of(renderer)->IsHurried())
  {
    RayCastAntialiasing::Skip(renderer);
  }
  else if (GetPass(mapper, viewport) != OPAQUE_PASS)
  {
    RayCastAntialiasing::Postpone(renderer);
  }
}

int vtkRayCastVolume::RenderIn(int pass, vtkViewport* viewport)
{
  return GetPass(this->Mapper, viewport) == pass ? this->Superclass::RenderVolumetricGeometry(viewport) : 0;
}

int vtkRayCastVolume::RenderOpaqueGeometry(vtkViewport* viewport)
{
  PrepareFrame(this->Mapper, viewport);
  return this->RenderIn(OPAQUE_PASS, viewport);
}

int vtkRayCastVolume::RenderVolumetricGeometry(vtkViewport* viewport)
{
  return this->RenderIn(VOLUMETRIC_PASS, viewport);
}

int vtkRayCastVolume::RenderOverlay(vtkViewport* viewport)
{
  return this->RenderIn(OVERLAY_PASS, viewport);
}
