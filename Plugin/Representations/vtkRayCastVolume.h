// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRayCastVolume
 * @brief   volume of ParaView that draws a ray cast picture when it does not disturb others
 *
 * VTK draws volumes after everything else or, with depth peeling for volumes (ParaView's default) and
 * translucent polygons in the view, within the peeling and with shaders of its own, for which a mapper that
 * hands over a finished picture is no match: it would draw into the peels. Opaque surfaces are drawn with the
 * opaque geometry instead, so that translucent polygons in front are blended over them. A translucent picture
 * is blended over the rest when that is done.
 */
#ifndef vtkRayCastVolume_h
#define vtkRayCastVolume_h

#include "InKRayRepresentationsModule.h"
#include "vtkPVLODVolume.h"

class INKRAYREPRESENTATIONS_EXPORT vtkRayCastVolume : public vtkPVLODVolume
{
public:
  static vtkRayCastVolume* New();
  vtkTypeMacro(vtkRayCastVolume, vtkPVLODVolume);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum DrawnType
  {
    AS_VOLUME = 0,
    WITH_OPAQUE_GEOMETRY = 1,
    AFTER_TRANSLUCENT_GEOMETRY = 2
  };

  ///@{
  /**
   * When the mapper's picture is drawn: as VTK draws volumes (default), with the opaque geometry (nothing is
   * seen through it), or after the translucent geometry.
   */
  vtkSetClampMacro(Drawn, int, AS_VOLUME, AFTER_TRANSLUCENT_GEOMETRY);
  vtkGetMacro(Drawn, int);
  ///@}

  ///@{
  /**
   * Called by the renderer. The picture is drawn in one of these.
   */
  int RenderOpaqueGeometry(vtkViewport* viewport) override;
  int RenderVolumetricGeometry(vtkViewport* viewport) override;
  int RenderOverlay(vtkViewport* viewport) override;
  ///@}

protected:
  vtkRayCastVolume();
  ~vtkRayCastVolume() override;

private:
  vtkRayCastVolume(const vtkRayCastVolume&) = delete;
  void operator=(const vtkRayCastVolume&) = delete;

  enum class Phase
  {
    Opaque,
    Volumetric,
    Overlay
  };
  Phase GetPhase(vtkViewport* viewport);

  int Drawn = AS_VOLUME;
};

#endif
