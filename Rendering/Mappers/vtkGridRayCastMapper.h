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
 * values lie at the centers of the cells and are interpolated between them. Hidden points and cells draw
 * nothing. Cells with a value that is not finite draw nothing, or the color of NaN
 * (vtkTetRayCastSettings::DrawNaN). Ghost cells are left to the neighboring block.
 *
 * Opacity is the share of light that ScalarOpacityUnitDistance stops, as in VTK's image mappers: attenuation
 * is -log(1 - opacity) / ScalarOpacityUnitDistance. An opacity of 1 counts as 1 - 1e-5.
 *
 * Functions, blend modes, light, gradient opacity, 2-D transfer functions, clipping planes and
 * the crop box have the meaning that vtkTetRayCastMapper gives them. Gradients are those of the trilinear
 * interpolant. Two components that are not independent are color and opacity. Isosurfaces and slices are
 * those of the interpolant, also of cell values. These features of meshes are refused with a message or have
 * no effect: components that are colors, indexed colors, a second array that colors isosurfaces,
 * vtkVolumeMapper's cropping, and settings that the comments of vtkTetRayCastSettings
 * describe for meshes alone.
 */
#ifndef vtkGridRayCastMapper_h
#define vtkGridRayCastMapper_h

#include "InKRayRenderingModule.h"
#include "RayCastMapperOf.h"
#include "vtkVolumeMapper.h"

#include <limits> // for std::numeric_limits
#include <memory> // for std::unique_ptr

class vtkFloatArray;
class vtkIdTypeArray;

class INKRAYRENDERING_EXPORT vtkGridRayCastMapper : public RayCastGridMapper
{
public:
  static vtkGridRayCastMapper* New();
  vtkTypeMacro(vtkGridRayCastMapper, RayCastGridMapper);
  RayCastMapperWrappedMethods(vtkTetRayCastSettings);

  /**
   * Take opacity from an array of the points or cells, as in vtkTetRayCastMapper. An array that lies
   * elsewhere than the drawn one is averaged: points get the mean of their cells, cells that of their points.
   */
  void SelectOpacityArray(int association, const char* name, int component);

  ///@{
  /**
   * Show only cells with a value in a range, as in vtkTetRayCastMapper: the cell's value or, for a point
   * array, those of its eight points. A new range costs no more than a frame if the array lies where the
   * drawn one lies; otherwise, the image is sent again. While values of cells are drawn, all eight cells
   * around a place have to be in the range.
   */
  void SelectThresholdArray(int association, const char* name, int component);
  vtkSetVector2Macro(ThresholdRange, double);
  vtkGetVector2Macro(ThresholdRange, double);
  ///@}

  ///@{
  /**
   * A factor on the opacity in blend modes Maximum, Minimum and Average, where no unit distance applies. From
   * 0 to 1, the default.
   */
  vtkSetClampMacro(BlendedOpacity, double, 0.0, 1.0);
  vtkGetMacro(BlendedOpacity, double);
  ///@}

  ///@{
  /**
   * Hardware selections, and what their pixels show: see vtkTetRayCastMapper. Ids are those of VTK's cells,
   * or those in its blocks (MeshVolumePicks::BlockExtents), unless the image has arrays of ids with these
   * names. Of cell values, the cell of the nearest center is picked.
   */
  void SetIdArrayNames(
    const char* pointIds, const char* cellIds, const char* compositeIndices, const char* processIds);
  double FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, vtkFloatArray* behind = nullptr);
  void FindEnds(vtkIdTypeArray* pixels, vtkFloatArray* ends);
  void FindLayers(vtkIdTypeArray* pixels, vtkFloatArray* ends, vtkFloatArray* layers);
  ///@}

  ///@{
  /**
   * Answers to vtkRayCastVolume: the picture is opaque if only opaque surfaces are drawn. Ids are drawn. In
   * blend mode Composite the volume may be merged with others.
   */
  bool IsPictureOpaque() override;
  Merging GetMerging() override;
  bool DrawsIds() override { return true; }
  bool KeepsFilms() override;
  bool StopsAtDepths() override { return this->BlendMode == vtkVolumeMapper::COMPOSITE_BLEND; }
  ///@}

#ifndef __VTK_WRAP__
  ///@{
  /**
   * Answers to ViewScene: what a film shows, and this mapper's part of a shared picture.
   */
  bool Offer(vtkRenderer* renderer, vtkVolume* volume, FilmOffer& offer) override;
  bool Give(vtkRenderer* renderer, vtkVolume* volume, const FilmGroup* films, PicturePart& part) override;
  ///@}
#endif

  void Render(vtkRenderer* renderer, vtkVolume* volume) override;
  void ReleaseCaster() override;

protected:
  vtkGridRayCastMapper();
  ~vtkGridRayCastMapper() override;

  void ForgetFrame() override;

  /**
   * The rows of the report, in addition to those of all mappers:
   * - in ms: "bricks" and "upload", 0 if the data have not changed; "lists" (always 0), "cast"
   * - in MiB: "volume memory", without arrays that are used in place
   * - counts: "cells" between values; "rays" that meet the image; and how often data went to the device since
   * this mapper was made: "volume uploads", "transfer function uploads", "isosurface uploads"
   */
  void AddRows(vtkRayCastReport* report) override;

private:
  vtkGridRayCastMapper(const vtkGridRayCastMapper&) = delete;
  void operator=(const vtkGridRayCastMapper&) = delete;

  class Frame;
  struct Internals;

  double ThresholdRange[2] = { -std::numeric_limits<double>::infinity(),
    std::numeric_limits<double>::infinity() };
  double BlendedOpacity = 1.0;
  std::unique_ptr<Internals> Parts;
};

#endif
