// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkPVRayCastVolume
 * @brief   ParaView volume that draws a ray cast picture in the suitable pass of the renderer
 *
 * ParaView's volume representations need a vtkPVLODVolume, which draws an outline instead of the picture
 * during interaction. This class draws in the pass that vtkRayCastVolume chooses for its mapper.
 */
#ifndef vtkPVRayCastVolume_h
#define vtkPVRayCastVolume_h

#include "InKRayRepresentationsModule.h"
#include "RayCastProp.h"
#include "vtkPVLODVolume.h"

class INKRAYREPRESENTATIONS_EXPORT vtkPVRayCastVolume
  : public vtkPVLODVolume
#ifndef __VTK_WRAP__
  , public RayCastProp
#endif
{
public:
  static vtkPVRayCastVolume* New();
  vtkTypeMacro(vtkPVRayCastVolume, vtkPVLODVolume);

#ifndef __VTK_WRAP__
  int GetPicturePass(vtkViewport* viewport) override;
  RayCastMapper* GetMapperWithData() override;
  int DrawPicture(vtkViewport* viewport) override;
  bool IsDrawnTogether() override
  {
    return this->DrawsTogether;
  }
  bool AreAllDrawnTogether() override
  {
    return this->AllDrawTogether;
  }
  bool AgreeOn(bool yes) override;
#endif

  ///@{
  /**
   * Called by the renderer in each pass. One of these draws the picture.
   */
  int RenderOpaqueGeometry(vtkViewport* viewport) override;
  int RenderVolumetricGeometry(vtkViewport* viewport) override;
  int RenderOverlay(vtkViewport* viewport) override;
  ///@}

  /**
   * Draw together with other ranks (vtkTetRayCastMapper::SetRanks), each of which has a part of
   * the data. `bounds` are those of all parts: GetBounds returns them, and the mapper draws in
   * every frame, even without data. Null, the default: draw alone. `all`: all other volumes of the
   * view are drawn together, too.
   */
  void SetWholeBounds(const double bounds[6], bool all = false);

  /**
   * The bounds in world coordinates: those of all parts if they were set.
   */
  double* GetBounds() override;
  using vtkVolume::GetBounds;

protected:
  vtkPVRayCastVolume() = default;
  ~vtkPVRayCastVolume() override = default;

private:
  vtkPVRayCastVolume(const vtkPVRayCastVolume&) = delete;
  void operator=(const vtkPVRayCastVolume&) = delete;

  int GetPass(vtkViewport* viewport);
  int Draw(int pass, vtkViewport* viewport);

  bool DrawsTogether = false;
  bool AllDrawTogether = false;
  double WholeBounds[6] = { 1, -1, 1, -1, 1, -1 };
};

#endif
