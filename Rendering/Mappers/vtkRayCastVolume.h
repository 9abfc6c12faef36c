// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRayCastVolume
 * @brief   a volume that draws a ray cast picture in the pass of the renderer that suits it
 *
 * Renderers draw volumes after all polygons. For opaque isosurfaces that is too late: translucent polygons in
 * front of them would be painted over, and ambient occlusion (SSAO) has been computed without them. When
 * volumes are peeled with translucent polygons (UseDepthPeelingForVolumes, ParaView's default), VTK blends
 * them with shaders of its own, and a mapper that hands over a finished picture would draw into the peels.
 *
 * This volume therefore asks its mapper. Isosurfaces that are all opaque, without a volume between them, are
 * drawn with the opaque geometry. Any other picture of a RayCastMapper is drawn where volumes are, or over
 * everything else when the renderer peels volumes. With another mapper it is a vtkVolume.
 *
 * Pictures of several such volumes are drawn from back to front, whatever the order in which the volumes were
 * added. Volumes of vtkTetRayCastMapper that overlap are cast in one picture: where both are, attenuations
 * add up, and colors are mixed by attenuation, which is the limit of thin slabs of both in turn. That goes
 * for blend mode Composite on one device; translucent isosurfaces of images are met in their depth, too, in
 * such volumes and by themselves.
 * In another blend mode the extreme, mean or sum along a ray is that of all volumes that show an array of one
 * name, component and association in this mode, wherever they lie: of extremes with equal color and opacity
 * functions and equal vtkTetRayCastMapper::BlendedOpacity, of means with equal AverageIPScalarRange. Other
 * pictures that overlap are sorted by the distances of their centers.
 *
 * Where a renderer peels volumes with translucent polygons (UseDepthPeeling and UseDepthPeelingForVolumes),
 * these are in the picture in the order of their depths, if there is one volume whose picture is composited,
 * or all can be cast in one: up to eight in each pixel, of which the last one has the color of all behind it.
 * Otherwise the picture is drawn over them.
 *
 * Meshes and surfaces have edges as polygons have them. VTK smooths edges (vtkRenderer::UseFXAA) before it
 * draws volumes; with this one in the renderer it does so when all is drawn.
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
   * Whether a mapper draws ids where a hardware selection wants them. VTK's own draw their colours.
   */
  static bool DrawsIds(vtkAbstractVolumeMapper* mapper);

  /**
   * Prepare a frame; to be called first in such a volume's opaque pass. Where the picture is drawn after the
   * polygons, the renderer's FXAA waits until it is there, as it does for the picture of several ranks. While
   * someone interacts with a window that is too slow for frames in full resolution, FXAA is left out.
   */
  static void PrepareFrame(vtkAbstractVolumeMapper* mapper, vtkViewport* viewport);

  /**
   * To be called in the volumetric pass of a volume that draws in the overlay pass. Where the renderer peels
   * translucent polygons then, the picture of the opaque geometry is kept, so that the rays of the volume can
   * meet the polygons in their depth.
   */
  static void PreparePeeling(vtkVolume* volume, vtkViewport* viewport);

  /**
   * Draw the picture of a volume in the pass of its GetPicturePass, in the order of the depths of all
   * pictures in the renderer; for volumes that derive from another class, which have to be RayCastProps.
   * Returns as the passes of vtkProp.
   */
  static int DrawInOrder(vtkVolume* volume, int pass, vtkViewport* viewport);

  /**
   * Whether two volumes of a renderer were cast in one picture in its last frame: because they overlap, and
   * where both are, their attenuations added and their colors mixed by attenuation; or with the extreme, mean
   * or sum of both.
   */
  static bool AreMerged(vtkRenderer* renderer, vtkVolume* a, vtkVolume* b);

  /**
   * Whether the volumes of a renderer were cast in one picture with its translucent polygons in its last
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
   * Called by the renderer: exactly one of them draws.
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
