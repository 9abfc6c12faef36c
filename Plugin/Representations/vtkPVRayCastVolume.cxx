// SPDX-License-Identifier: BSD-3-Clause
#include "vtkPVRayCastVolume.h"

#include "GeometryBounds.h"
#include "RayCastMapper.h"
#include "ServerRanks.h"
#include "vtkAbstractVolumeMapper.h"
#include "vtkObjectFactory.h"
#include "vtkRayCastVolume.h"
#include "vtkRenderer.h"

#include <algorithm>

vtkStandardNewMacro(vtkPVRayCastVolume);

int vtkPVRayCastVolume::GetPass(vtkViewport* viewport)
{
  return this->GetEnableLOD() ? static_cast<int>(vtkRayCastVolume::VOLUMETRIC_PASS)
                              : vtkRayCastVolume::GetPass(this->GetMapper(), viewport);
}

int vtkPVRayCastVolume::GetPicturePass(vtkViewport* viewport)
{
  return !this->GetEnableLOD() && dynamic_cast<RayCastMapper*>(this->GetMapper()) ? this->GetPass(viewport)
                                                                                  : -1;
}

void vtkPVRayCastVolume::SetWholeBounds(const double bounds[6], bool all)
{
  this->DrawsTogether = bounds != nullptr;
  this->AllDrawTogether = bounds && all;
  if (bounds)
  {
    std::copy_n(bounds, 6, this->WholeBounds);
  }
}

double* vtkPVRayCastVolume::GetBounds()
{
  if (!this->DrawsTogether || this->WholeBounds[0] > this->WholeBounds[1])
  {
    return this->Superclass::GetBounds();
  }
  GeometryBounds::Transform(this->WholeBounds, this->GetMatrix(), this->Bounds);
  this->BoundsMTime = vtkTimeStamp(); // makes the superclass compute the bounds again
  return this->Bounds;
}

bool vtkPVRayCastVolume::AgreeOn(bool yes)
{
  float least = yes ? 1.0f : 0.0f;
  ServerRanks::TakeLeast(&least, 1);
  return least > 0;
}

RayCastMapper* vtkPVRayCastVolume::GetMapperWithData()
{
  vtkAbstractVolumeMapper* const mapper = this->GetMapper();
  if (mapper && !this->DrawsTogether)
  {
    if (!this->CanRender())
    {
      return nullptr;
    }
    mapper->Update();
  }
  return dynamic_cast<RayCastMapper*>(mapper);
}

int vtkPVRayCastVolume::DrawPicture(vtkViewport* viewport)
{
  auto* const renderer = vtkRenderer::SafeDownCast(viewport);
  if (this->DrawsTogether && renderer && !renderer->GetSelector() && this->GetMapper())
  {
    // The superclass draws nothing if there is no array.
    this->GetMapper()->Render(renderer, this);
    return 1;
  }
  return this->Superclass::RenderVolumetricGeometry(viewport);
}

int vtkPVRayCastVolume::Draw(int pass, vtkViewport* viewport)
{
  return this->GetPicturePass(viewport) == pass ? vtkRayCastVolume::DrawInOrder(this, pass, viewport)
                                                : this->DrawPicture(viewport);
}

int vtkPVRayCastVolume::RenderOpaqueGeometry(vtkViewport* viewport)
{
  if (!this->GetEnableLOD())
  {
    vtkRayCastVolume::PrepareFrame(this->GetMapper(), viewport);
  }
  return this->GetPass(viewport) == vtkRayCastVolume::OPAQUE_PASS
    ? this->DrawPicture(viewport)
    : this->Superclass::RenderOpaqueGeometry(viewport);
}

int vtkPVRayCastVolume::RenderVolumetricGeometry(vtkViewport* viewport)
{
  // A selection would read the colors of ParaView's own mappers as ids.
  auto* const renderer = vtkRenderer::SafeDownCast(viewport);
  if (renderer && renderer->GetSelector() && !this->GetEnableLOD() &&
    !vtkRayCastVolume::DrawsIds(this->GetMapper()))
  {
    return 0;
  }
  const int pass = this->GetPass(viewport);
  if (pass == vtkRayCastVolume::OVERLAY_PASS)
  {
    vtkRayCastVolume::PreparePeeling(this, viewport);
  }
  return pass == vtkRayCastVolume::VOLUMETRIC_PASS ? this->Draw(vtkRayCastVolume::VOLUMETRIC_PASS, viewport)
                                                   : 0;
}

int vtkPVRayCastVolume::RenderOverlay(vtkViewport* viewport)
{
  return this->GetPass(viewport) == vtkRayCastVolume::OVERLAY_PASS
    ? this->Draw(vtkRayCastVolume::OVERLAY_PASS, viewport)
    : this->Superclass::RenderOverlay(viewport);
}
