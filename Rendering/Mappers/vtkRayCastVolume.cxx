// SPDX-License-Identifier: BSD-3-Clause
#include "vtkRayCastVolume.h"

#include "RayCastAntialiasing.h"
#include "RayCastMapper.h"
#include "RayCastPace.h"
#include "ViewScene.h"
#include "vtkAbstractVolumeMapper.h"
#include "vtkDualDepthPeelingPass.h"
#include "vtkInformation.h"
#include "vtkInformationObjectBaseVectorKey.h"
#include "vtkObjectFactory.h"
#include "vtkOpenGLRenderPass.h"
#include "vtkRenderer.h"

vtkStandardNewMacro(vtkRayCastVolume);

namespace
{
/// The mapper as a RayCastMapper; null if it is of another class.
RayCastMapper* AsRayCastMapper(vtkAbstractVolumeMapper* mapper)
{
  return dynamic_cast<RayCastMapper*>(mapper);
}
} // namespace

int vtkRayCastVolume::GetPass(vtkAbstractVolumeMapper* mapper, vtkViewport* viewport)
{
  auto* renderer = vtkRenderer::SafeDownCast(viewport);
  RayCastMapper* const drawing = AsRayCastMapper(mapper);
  if (!renderer || renderer->GetSelector() || !drawing)
  {
    return VOLUMETRIC_PASS;
  }
  return drawing->IsPictureOpaque()            ? OPAQUE_PASS
    : renderer->GetUseDepthPeelingForVolumes() ? OVERLAY_PASS
                                               : VOLUMETRIC_PASS;
}

bool vtkRayCastVolume::DrawsIds(vtkAbstractVolumeMapper* mapper)
{
  RayCastMapper* const drawing = AsRayCastMapper(mapper);
  return drawing && drawing->DrawsIds();
}

void vtkRayCastVolume::PrepareFrame(vtkAbstractVolumeMapper* mapper, vtkViewport* viewport)
{
  auto* renderer = vtkRenderer::SafeDownCast(viewport);
  if (!renderer || renderer->GetSelector() || !AsRayCastMapper(mapper))
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

void vtkRayCastVolume::PreparePeeling(vtkVolume* volume, vtkViewport* viewport)
{
  vtkInformation* const keys = volume->GetPropertyKeys();
  vtkInformationObjectBaseVectorKey* const passes = vtkOpenGLRenderPass::RenderPasses();
  const int number = keys && keys->Has(passes) ? passes->Length(keys) : 0;
  auto* const renderer = vtkRenderer::SafeDownCast(viewport);
  if (renderer && number > 0 && vtkDualDepthPeelingPass::SafeDownCast(passes->Get(keys, number - 1)))
  {
    ViewScene::Of(renderer)->BeginPeeling();
  }
}

int vtkRayCastVolume::DrawInOrder(vtkVolume* volume, int pass, vtkViewport* viewport)
{
  // Opaque surfaces are sorted by their depths, and a selection draws one volume after the other.
  auto* const renderer = vtkRenderer::SafeDownCast(viewport);
  auto* const prop = dynamic_cast<RayCastProp*>(volume);
  return renderer && pass != OPAQUE_PASS && !renderer->GetSelector()
    ? ViewScene::Of(renderer)->Draw(volume, pass)
    : prop->DrawPicture(viewport);
}

bool vtkRayCastVolume::AreMerged(vtkRenderer* renderer, vtkVolume* a, vtkVolume* b)
{
  return renderer && ViewScene::Of(renderer)->AreMerged(a, b);
}

bool vtkRayCastVolume::HasPolygons(vtkRenderer* renderer)
{
  return renderer && ViewScene::Of(renderer)->HasPolygons();
}

int vtkRayCastVolume::GetPicturePass(vtkViewport* viewport)
{
  return AsRayCastMapper(this->Mapper) ? GetPass(this->Mapper, viewport) : -1;
}

RayCastMapper* vtkRayCastVolume::GetMapperWithData()
{
  this->Update();
  return this->Mapper && this->Mapper->GetDataObjectInput() ? AsRayCastMapper(this->Mapper) : nullptr;
}

int vtkRayCastVolume::DrawPicture(vtkViewport* viewport)
{
  return this->Superclass::RenderVolumetricGeometry(viewport);
}

int vtkRayCastVolume::RenderIn(int pass, vtkViewport* viewport)
{
  return GetPass(this->Mapper, viewport) != pass ? 0
    : AsRayCastMapper(this->Mapper)              ? DrawInOrder(this, pass, viewport)
                                                 : this->DrawPicture(viewport);
}

int vtkRayCastVolume::RenderOpaqueGeometry(vtkViewport* viewport)
{
  PrepareFrame(this->Mapper, viewport);
  return this->RenderIn(OPAQUE_PASS, viewport);
}

int vtkRayCastVolume::RenderVolumetricGeometry(vtkViewport* viewport)
{
  if (GetPass(this->Mapper, viewport) == OVERLAY_PASS)
  {
    PreparePeeling(this, viewport);
  }
  return this->RenderIn(VOLUMETRIC_PASS, viewport);
}

int vtkRayCastVolume::RenderOverlay(vtkViewport* viewport)
{
  return this->RenderIn(OVERLAY_PASS, viewport);
}
