// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceVolume
 * @brief   a volume that is drawn among the opaque geometry when its isosurfaces are opaque
 *
 * Renderers draw volumes after all polygons. For opaque isosurfaces that is too late: translucent polygons in
 * front of them would be painted over, and ambient occlusion (SSAO) has been computed without them. With a
 * vtkIsosurfaceRayCastMapper whose surfaces are all opaque, this volume draws in the pass for opaque
 * geometry, and they are a surface like any other; as soon as one is translucent, it draws where volumes do,
 * or after everything else when the renderer peels volumes (UseDepthPeelingForVolumes), which takes mappers
 * with shaders for it. With another mapper it is a vtkVolume.
 */
#ifndef vtkIsosurfaceVolume_h
#define vtkIsosurfaceVolume_h

#include "InKRayRenderingModule.h"
#include "vtkVolume.h"

class INKRAYRENDERING_EXPORT vtkIsosurfaceVolume : public vtkVolume
{
public:
  static vtkIsosurfaceVolume* New();
  vtkTypeMacro(vtkIsosurfaceVolume, vtkVolume);

  ///@{
  /**
   * Called by the renderer: exactly one of them draws.
   */
  int RenderOpaqueGeometry(vtkViewport* viewport) override;
  int RenderVolumetricGeometry(vtkViewport* viewport) override;
  int RenderOverlay(vtkViewport* viewport) override;
  ///@}

protected:
  vtkIsosurfaceVolume() = default;
  ~vtkIsosurfaceVolume() override = default;

private:
  vtkIsosurfaceVolume(const vtkIsosurfaceVolume&) = delete;
  void operator=(const vtkIsosurfaceVolume&) = delete;

  enum class Phase
  {
    Opaque,
    Volumetric,
    Overlay
  };
  Phase GetPhase(vtkViewport* viewport);
};

#endif
