// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkMinMaxBricks
 * @brief   least and greatest value in each brick of an image
 *
 * Divides the cells of a vtkImageData into bricks of LeafSize x LeafSize x LeafSize cells. Neighboring bricks
 * share the points between them (one voxel of overlap). The output has the range of the trilinear interpolant
 * in each: an isosurface only passes through bricks whose range contains its isovalue. With 16 cells,
 * vtkIsosurfaceRayCastMapper uses these bricks to skip empty space (D. M. Hughes et al., "InK-Compact", 2013,
 * section 3.1.1). Color the output by Min or Max, or threshold it, to look at them.
 *
 * The output is an image with one cell for each brick and the cell arrays "Min" and "Max"
 * (double). The last brick along an axis may extend beyond the input, because the number of cells
 * need not be a multiple of LeafSize.
 *
 * Cells that the mapper does not draw do not count: cells with a value that is not finite, hidden,
 * refined and duplicate (ghost) cells, and cells with a hidden point. A brick without any other cell has
 * NaN in both arrays. For cell arrays, the interpolant is between the centers of cells, so the bricks
 * begin half a cell inside the image.
 *
 * SetInputArrayToProcess(0, ...) chooses the array. The default is the active point scalars. The output can
 * be requested in parts, each of which requests the part of the input that it needs.
 */
#ifndef vtkMinMaxBricks_h
#define vtkMinMaxBricks_h

#include "InKRayFiltersModule.h"
#include "vtkImageAlgorithm.h"

class INKRAYFILTERS_EXPORT vtkMinMaxBricks : public vtkImageAlgorithm
{
public:
  static vtkMinMaxBricks* New();
  vtkTypeMacro(vtkMinMaxBricks, vtkImageAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * The number of cells along the side of a brick. Default 16, as in the ray caster.
   */
  vtkSetClampMacro(LeafSize, int, 1, 65536);
  vtkGetMacro(LeafSize, int);
  ///@}

  ///@{
  /**
   * The component of an array with several components, or the Euclidean norm for -1 (default).
   */
  vtkSetClampMacro(Component, int, -1, VTK_INT_MAX);
  vtkGetMacro(Component, int);
  ///@}

protected:
  vtkMinMaxBricks();
  ~vtkMinMaxBricks() override = default;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestInformation(
    vtkInformation* request, vtkInformationVector** inputs, vtkInformationVector* outputs) override;
  int RequestUpdateExtent(
    vtkInformation* request, vtkInformationVector** inputs, vtkInformationVector* outputs) override;
  int RequestData(
    vtkInformation* request, vtkInformationVector** inputs, vtkInformationVector* outputs) override;

  int LeafSize = 16;
  int Component = -1;

private:
  vtkMinMaxBricks(const vtkMinMaxBricks&) = delete;
  void operator=(const vtkMinMaxBricks&) = delete;

  /// Whether the chosen array is a cell array.
  bool IsOfCells();
};

#endif
