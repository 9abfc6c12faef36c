// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceRayCastVolume
 * @brief   a volume that is drawn among the opaque geometry when its isosurfaces are opaque
 *
 * Renderers draw volumes after all polygons. For opaque isosurfaces that is too late: translucent polygons in front of them would be painted over, and ambient occlusion (SSAO) has been
 * computed without them. With a vtkIsosurfaceRayCastMapper whose surfaces are all opaque, this volume draws in the pass for opaque geometry, and they are a surface like any other; as
 * soon as one is translucent, it draws where volumes do. With another mapper it is a vtkVolume.
 */
#ifndef vtkIsosurfaceRayCastVolume_h
#define vtkIsosurfaceRayCastVolume_h

#include "InKRayRenderingModule.h"
#include "vtkVolume.h"

class INKRAYRENDERING_EXPORT vtkIsosurfaceRayCastVolume : public vtkVolume
{
public:
  static vtkIsosurfaceRayCastVolume* New();
  vtkTypeMacro(vtkIsosurfaceRayCastVolume, vtkVolume);

  ///@{
  /**
   * Called by the renderer: exactly one of the two draws.
   */
  int RenderOpaqueGeometry(vtkViewport* viewport) override;
  int RenderVolumetricGeometry(vtkViewport* viewport) override;
  ///@}

protected:
  vtkIsosurfaceRayCastVolume() = default;
  ~vtkIsosurfaceRayCastVolume() override = default;

private:
  vtkIsosurfaceRayCastVolume(const vtkIsosurfaceRayCastVolume&) = delete;
  void operator=(const vtkIsosurfaceRayCastVolume&) = delete;

  bool DrawsOpaque();
};

#endif
