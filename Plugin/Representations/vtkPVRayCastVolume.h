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
#include "vtkPVLODVolume.h"

class INKRAYREPRESENTATIONS_EXPORT vtkPVRayCastVolume : public vtkPVLODVolume
{
public:
  static vtkPVRayCastVolume* New();
  vtkTypeMacro(vtkPVRayCastVolume, vtkPVLODVolume);

  ///@{
  /**
   * Called by the renderer. The picture is drawn in one of these.
   */
  int RenderOpaqueGeometry(vtkViewport* viewport) override;
  int RenderVolumetricGeometry(vtkViewport* viewport) override;
  int RenderOverlay(vtkViewport* viewport) override;
  ///@}

protected:
  vtkPVRayCastVolume() = default;
  ~vtkPVRayCastVolume() override = default;

private:
  vtkPVRayCastVolume(const vtkPVRayCastVolume&) = delete;
  void operator=(const vtkPVRayCastVolume&) = delete;

  int GetPass(vtkViewport* viewport);
};

#endif
