// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkPVRayCastVolume
 * @brief   volume of ParaView that draws a ray cast picture in the pass of the renderer that suits it
 *
 * ParaView's volume representations want a vtkPVLODVolume, which draws an outline in the picture's place
 * while someone moves the camera. This one draws in the pass that vtkRayCastVolume chooses for its mapper.
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
   * Called by the renderer. The picture is drawn in one of these.
   */
  int RenderOpaqueGeometry(vtkViewport* viewport) override;
  int RenderVolumetricGeometry(vtkViewport* viewport) override;
  int RenderOverlay(vtkViewport* viewport) override;
  ///@}

  /**
   * Draw together with other ranks (vtkTetRayCastMapper::SetRanks), each of which has a piece of the data
   * with these bounds: this has their bounds, and its mapper draws in every frame, even without data. Null,
   * the default: it draws what it has. `all`: so does each other volume of the view.
   */
  void SetWholeBounds(const double bounds[6], bool all = false);

  /**
   * The bounds in the world, of the whole where they were set.
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
