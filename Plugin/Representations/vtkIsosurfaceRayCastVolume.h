// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceRayCastVolume
 * @brief   volume of ParaView that draws its surfaces when VTK draws surfaces
 *
 * VTK draws volumes after everything else or, with depth peeling for volumes (ParaView's default), with shaders of its own within the peeling, which a mapper without such shaders would
 * disturb. An opaque surface belongs to the opaque geometry: translucent geometry in front of it is then blended over it. Translucent surfaces are blended over the rest when that is done.
 */
#ifndef vtkIsosurfaceRayCastVolume_h
#define vtkIsosurfaceRayCastVolume_h

#include "InKRayRepresentationsModule.h"
#include "vtkPVLODVolume.h"

class INKRAYREPRESENTATIONS_EXPORT vtkIsosurfaceRayCastVolume : public vtkPVLODVolume
{
public:
  static vtkIsosurfaceRayCastVolume* New();
  vtkTypeMacro(vtkIsosurfaceRayCastVolume, vtkPVLODVolume);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Whether nothing of the mapper's picture is seen through. Off by default.
   */
  vtkSetMacro(Opaque, bool);
  vtkGetMacro(Opaque, bool);
  vtkBooleanMacro(Opaque, bool);
  ///@}

  ///@{
  /**
   * Called by the renderer. The surfaces are drawn in one of these.
   */
  int RenderOpaqueGeometry(vtkViewport* viewport) override;
  int RenderVolumetricGeometry(vtkViewport* viewport) override;
  int RenderOverlay(vtkViewport* viewport) override;
  ///@}

protected:
  vtkIsosurfaceRayCastVolume();
  ~vtkIsosurfaceRayCastVolume() override;

private:
  vtkIsosurfaceRayCastVolume(const vtkIsosurfaceRayCastVolume&) = delete;
  void operator=(const vtkIsosurfaceRayCastVolume&) = delete;

  enum class Phase
  {
    Opaque,
    Volumetric,
    Overlay
  };
  Phase GetPhase(vtkViewport* viewport);

  bool Opaque = false;
};

#endif
