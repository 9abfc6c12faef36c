// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkGridRayCastMapper
 * @brief   volume rendering of image data and rectilinear grids, without sample distance
 *
 * Draws a vtkImageData or vtkRectilinearGrid as vtkTetRayCastMapper draws a mesh, without cutting it into
 * tetrahedra. Each ray goes from cell to cell. Values are trilinear in a cell, and color and attenuation are
 * integrated along the ray without samples (inkray::GridRayCaster). It runs on a CUDA device, or on CPU
 * threads with the same picture.
 *
 * The input is selected as in vtkVolumeMapper (ScalarMode, ArrayName...): point or cell values of any numeric
 * type, one component or the length of several (vtkRayCastSettings::VectorMode). The mapper supports spacing,
 * origin, direction and extent of images, and ascending or descending coordinates along each axis. Cell
 * values lie at the centers of the cells and are interpolated between them, or each cell has its own value
 * (vtkTetRayCastSettings::SmoothCells). With indexed (categorical) colors, each cell has its own color and
 * opacity; with values of points, each place has those of the nearest point. Hidden points and cells draw
 * nothing. Cells with a value that is not finite draw nothing, or the color of NaN
 * (vtkTetRayCastSettings::DrawNaN). Ghost cells are left to the neighboring block.
 *
 * Opacity is the share of light that ScalarOpacityUnitDistance stops, as in VTK's image mappers: attenuation
 * is -log(1 - opacity) / ScalarOpacityUnitDistance. An opacity of 1 counts as 1 - 1e-5.
 *
 * Functions, blend modes, light, gradient opacity, 2-D transfer functions, clipping planes and the crop box
 * have the meaning that vtkTetRayCastMapper gives them. Gradients are central differences at the points,
 * interpolated in each cell. Components that are not independent are color and opacity, or red, green, blue
 * and opacity, as for meshes; colors are kept with ten bits for each channel. Isosurfaces and slices are
 * those of the interpolant, also of cell values; constant cells, categories and components that are colors
 * have no isosurfaces. A second array (vtkRayCastSurfaceSettings::SelectColorArray) colors isosurfaces
 * without a color of their own. Its values are trilinear, too, and its components can be colors.
 * vtkVolumeMapper's cropping has no effect, and neither have settings that the comments of
 * vtkTetRayCastSettings describe for meshes alone.
 */
#ifndef vtkGridRayCastMapper_h
#define vtkGridRayCastMapper_h

#include "InKRayRenderingModule.h"
#include "RayCastVolumeMapperOf.h"
#include "vtkVolumeMapper.h"

#include <memory> // for std::unique_ptr

class INKRAYRENDERING_EXPORT vtkGridRayCastMapper : public RayCastGridVolumeMapper
{
public:
  static vtkGridRayCastMapper* New();
  vtkTypeMacro(vtkGridRayCastMapper, RayCastGridVolumeMapper);
  RayCastVolumeMapperWrappedMethods;

  void ReleaseCaster() override;

protected:
  vtkGridRayCastMapper();
  ~vtkGridRayCastMapper() override;

  VolumeParts& GetParts() override;
  std::unique_ptr<VolumeFrame> MakeFrame(const FilmGroup* films, bool isAsked) override;

  /**
   * The rows of the report, in addition to those of all mappers:
   * - in ms: "bricks" and "upload", 0 if the data have not changed; "lists" (always 0), "cast"
   * - in MiB: "volume memory", without arrays that are used in place
   * - of an image that several GPUs draw, as a text: "rows by GPU"
   * - of an image in pieces (vtkTetRayCastSettings::SetGPUMemory), the rows of a mesh in pieces
   * - counts: "cells" between values; "rays" that meet the image; and how often data went to the device since
   * this mapper was made: "volume uploads", "transfer function uploads", "color array uploads",
   * "color table uploads", "isosurface uploads"
   */
  void AddRows(vtkRayCastReport* report) override;

private:
  vtkGridRayCastMapper(const vtkGridRayCastMapper&) = delete;
  void operator=(const vtkGridRayCastMapper&) = delete;

  class Frame;
  struct Internals;

  std::unique_ptr<Internals> Parts;
};

#endif
