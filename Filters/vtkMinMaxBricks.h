// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkMinMaxBricks
 * @brief   least and greatest value in each brick of an image
 *
 * Divides the cells of a vtkImageData into leaves of LeafSize x LeafSize x LeafSize cells, which share the
 * points between them (one voxel of overlap), and gives the range of the trilinear interpolant in each: an
 * isosurface passes only through leaves whose range holds its isovalue. With 16 cells these are the leaves
 * that vtkIsosurfaceRayCastMapper skips empty space with (D. M. Hughes et al., "InK-Compact", 2013,
 * section 3.1.1), so that a user can look at them: colour the output by Min or Max, or threshold it.
 *
 * The output is an image with one cell for each leaf and the cell arrays "Min" and "Max" (double). The last
 * leaf along an axis may reach beyond the input, whose number of cells need not be a multiple of LeafSize.
 *
 * Cells that the mapper does not draw do not count: cells with a value that is not finite, hidden, refined
 * and duplicate (ghost) cells, and cells with a hidden point. A leaf without any other cell has NaN in both
 * arrays. For an array of cell values, the interpolant lies between the centres of the cells: the leaves
 * begin half a cell inside the image.
 *
 * The array is chosen with SetInputArrayToProcess(0, ...); the active point scalars by default. The output
 * can be asked for in pieces; each takes the piece of the input that it needs.
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
   * Cells along the side of a leaf. Default 16, as in the ray caster.
   */
  vtkSetClampMacro(LeafSize, int, 1, 65536);
  vtkGetMacro(LeafSize, int);
  ///@}

  ///@{
  /**
   * Choice for an array with several components: one of them, or the Euclidean norm for -1 (default).
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
