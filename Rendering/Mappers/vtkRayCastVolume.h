// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRayCastVolume
 * @brief   a volume that draws a ray cast picture in the pass of the renderer that suits it
 *
 * Renderers draw volumes after all polygons. For opaque isosurfaces that is too late: they would be painted
 * over translucent polygons in front of them, and ambient occlusion (SSAO) has been computed without them. If
 * volumes are peeled with translucent polygons (UseDepthPeelingForVolumes, ParaView's default), VTK blends
 * them with its own shaders, and a mapper with a finished picture would draw into the peels.
 *
 * This volume therefore asks its mapper. If all isosurfaces are opaque, without a volume between them, it
 * draws them with the opaque geometry. It draws any other picture of a RayCastMapper with the volumes, or
 * over everything else if the renderer peels volumes. With another mapper it is an ordinary vtkVolume.
 *
 * Pictures of several such volumes are drawn from back to front, in whatever order the volumes were added.
 * Volumes of vtkTetRayCastMapper that overlap are cast in one picture: where both are, attenuations add up,
 * and colors are mixed by attenuation, which is the limit of alternating thin slabs. This holds in blend mode
 * Composite on one device. Translucent isosurfaces of images are drawn at their depths, too, with such
 * volumes and by themselves.
 *
 * In another blend mode, the extreme, mean or sum along a ray is that of all volumes that show an array of
 * one name, component and association in this mode, wherever they lie. For extremes, color and opacity
 * functions and vtkTetRayCastMapper::BlendedOpacity have to be equal; for means, AverageIPScalarRange. Other
 * pictures that overlap are sorted by the distances of their centers.
 *
 * If a renderer peels volumes with translucent polygons (UseDepthPeeling and UseDepthPeelingForVolumes), the
 * picture includes these in the order of their depths. This needs a single volume whose picture is
 * composited, or volumes that can all be cast in one picture. A pixel has up to eight layers of polygons; the
 * last one has the color of all layers behind it. Otherwise the picture is drawn over the polygons.
 *
 * Meshes and surfaces have edges as polygons do. VTK smooths edges (vtkRenderer::UseFXAA) before it draws
 * volumes; with this volume in the renderer, edges are smoothed after everything is drawn.
 */
#ifndef vtkRayCastVolume_h
#define vtkRayCastVolume_h

#include "InKRayRenderingModule.h"
#include "RayCastProp.h"
#include "vtkVolume.h"

class vtkRenderer;

class INKRAYRENDERING_EXPORT vtkRayCastVolume
  : public vtkVolume
#ifndef __VTK_WRAP__
  , public RayCastProp
#endif
{
public:
  static vtkRayCastVolume* New();
  vtkTypeMacro(vtkRayCastVolume, vtkVolume);

  enum PassType
  {
    OPAQUE_PASS = 0,
    VOLUMETRIC_PASS = 1,
    OVERLAY_PASS = 2
  };

  /**
   * The pass in which a volume with this mapper draws its picture; for volumes that derive from another
   * class. Pictures for a selection are drawn in the usual pass, with the volumes.
   */
  static int GetPass(vtkAbstractVolumeMapper* mapper, vtkViewport* viewport);

  /**
   * Whether a mapper draws ids in a hardware selection. VTK's own mappers draw colors.
   */
  static bool DrawsIds(vtkAbstractVolumeMapper* mapper);

  /**
   * Prepare a frame; call this first in such a volume's opaque pass. If the picture is drawn after the
   * polygons, the renderer's FXAA is postponed until then, as for pictures of several ranks. While someone
   * interacts with a window that is too slow for frames in full resolution, FXAA is left out.
   */
  static void PrepareFrame(vtkAbstractVolumeMapper* mapper, vtkViewport* viewport);

  /**
   * Call this in the volumetric pass of a volume that draws in the overlay pass. If the renderer peels
   * translucent polygons then, this saves the picture of the opaque geometry, so that the rays of the volume
   * can meet the polygons at their depths.
   */
  static void PreparePeeling(vtkVolume* volume, vtkViewport* viewport);

  /**
   * Draw the picture of a volume in the pass of its GetPicturePass, in the order of the depths of all
   * pictures in the renderer; for volumes that derive from another class, which have to be RayCastProps.
   * Returns, like the passes of vtkProp, whether anything was drawn.
   */
  static int DrawInOrder(vtkVolume* volume, int pass, vtkViewport* viewport);

  /**
   * Whether two volumes of a renderer were cast in one picture in its last frame: because they overlap, with
   * attenuations added and colors mixed by attenuation, or with the extreme, mean or sum of both.
   */
  static bool AreMerged(vtkRenderer* renderer, vtkVolume* a, vtkVolume* b);

  /**
   * Whether the volumes of a renderer were cast in one picture with its translucent polygons in the last
   * frame, in the order of their depths.
   */
  static bool HasPolygons(vtkRenderer* renderer);

#ifndef __VTK_WRAP__
  int GetPicturePass(vtkViewport* viewport) override;
  RayCastMapper* GetMapperWithData() override;
  int DrawPicture(vtkViewport* viewport) override;
#endif

  ///@{
  /**
   * Called by the renderer; exactly one of these methods draws.
   */
  int RenderOpaqueGeometry(vtkViewport* viewport) override;
  int RenderVolumetricGeometry(vtkViewport* viewport) override;
  int RenderOverlay(vtkViewport* viewport) override;
  ///@}

protected:
  vtkRayCastVolume() = default;
  ~vtkRayCastVolume() override = default;

private:
  vtkRayCastVolume(const vtkRayCastVolume&) = delete;
  void operator=(const vtkRayCastVolume&) = delete;

  int RenderIn(int pass, vtkViewport* viewport);
};

#endif
