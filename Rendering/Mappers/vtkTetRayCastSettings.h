// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkTetRayCastSettings
 * @brief   how vtkTetRayCastMapper draws; may be shared by several of them
 */
#ifndef vtkTetRayCastSettings_h
#define vtkTetRayCastSettings_h

#include "InKRayRenderingModule.h"
#include "vtkRayCastSurfaceSettings.h"

#include <array>  // for std::array
#include <vector> // for std::vector

class INKRAYRENDERING_EXPORT vtkTetRayCastSettings : public vtkRayCastSurfaceSettings
{
public:
  static vtkTetRayCastSettings* New();
  vtkTypeMacro(vtkTetRayCastSettings, vtkRayCastSurfaceSettings);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum FaceTestType
  {
    EDGE_FUNCTION = 0,
    ON_DEMAND_VDFI = 1
  };
  enum GradientsType
  {
    PER_CELL = 0,
    SMOOTH = 1
  };

  ///@{
  /**
   * How the face through which a ray leaves a tetrahedron is found: signs of edge functions (default), or the
   * on-demand view-dependent face information of Gu and Kim (2020), section 5.2. The pictures agree.
   */
  vtkSetClampMacro(FaceTest, int, EDGE_FUNCTION, ON_DEMAND_VDFI);
  vtkGetMacro(FaceTest, int);
  ///@}

  ///@{
  /**
   * Draw the volume between the isosurfaces (default); off, isosurfaces alone.
   */
  vtkSetMacro(DrawVolume, vtkTypeBool);
  vtkGetMacro(DrawVolume, vtkTypeBool);
  vtkBooleanMacro(DrawVolume, vtkTypeBool);
  ///@}

  ///@{
  /**
   * Planes in which the mesh has the colours of the colour function, without light, in depth order with
   * volume and isosurfaces: a point and a normal each, in the coordinates of the data; 32 at most. New ones
   * go through the origin along z. None by default.
   */
  void SetNumberOfSlices(int number);
  int GetNumberOfSlices();
  void SetSlice(int i, const double origin[3], const double normal[3]);
  void GetSlice(int i, double origin[3], double normal[3]);
  ///@}

  ///@{
  /**
   * Opacity of slices, independent of the opacity function: from 0 to 1, the default.
   */
  vtkSetClampMacro(SliceOpacity, double, 0.0, 1.0);
  vtkGetMacro(SliceOpacity, double);
  ///@}

  /**
   * Whether nothing is drawn but opaque isosurfaces and slices.
   */
  bool DrawsOpaqueSurfacesAlone();

  ///@{
  /**
   * The gradients that light follows: at the points the volume-weighted mean of the gradients in the
   * tetrahedra around, linear between (SMOOTH, the default), or the gradient of each tetrahedron, which is
   * constant in it, so that light shows the tetrahedra (PER_CELL). Smooth gradients take 12 bytes a point.
   */
  vtkSetClampMacro(Gradients, int, PER_CELL, SMOOTH);
  vtkGetMacro(Gradients, int);
  ///@}

  ///@{
  /**
   * Draw the tetrahedra with a value that is not finite in the colour function's NanColor, with its
   * NanOpacity per ScalarOpacityUnitDistance, the same in all of them and without light. Off by default, when
   * they are transparent. They are also transparent, and a note says so, in blend modes other than Composite
   * and where the values of points are categories or colours, have opacity from another array, gradient
   * opacity or a 2-D transfer function.
   */
  vtkSetMacro(DrawNaN, vtkTypeBool);
  vtkGetMacro(DrawNaN, vtkTypeBool);
  vtkBooleanMacro(DrawNaN, vtkTypeBool);
  ///@}

  ///@{
  /**
   * Opacity at which a hardware selection picks a cell in a pixel: the cell in which the opacity that a ray
   * has gathered reaches this, from 0 to 1, or where it never does and nothing opaque is behind, the cell
   * that adds most to it. Default 0.1.
   */
  vtkSetClampMacro(PickOpacity, double, 0.0, 1.0);
  vtkGetMacro(PickOpacity, double);
  ///@}

  ///@{
  /**
   * Whether a hardware selection of cells finds, in place of their ids, the indices of the pixels that show
   * some, which vtkTetRayCastMapper::FindCells makes cells of. Off by default.
   */
  vtkSetMacro(SelectsPixels, vtkTypeBool);
  vtkGetMacro(SelectsPixels, vtkTypeBool);
  ///@}

  ///@{
  /**
   * MiB of the device's memory that the mesh and its picture may take. A mesh of which more is expected is
   * cut into pieces, which are drawn one after the other: the picture is the same. Some of them stay on the
   * device, and the others are sent in each frame. 0, the default: 90 % of what is free on a CUDA device, and
   * all that there is on the CPU.
   */
  vtkSetClampMacro(GPUMemory, int, 0, VTK_INT_MAX);
  vtkGetMacro(GPUMemory, int);
  ///@}

  ///@{
  /**
   * Milliseconds from the beginning of a frame of a moving picture, within which the pieces of a mesh are to
   * be on the device (see GPUMemory): those that would be there later are left out. Stills have all, and so
   * have moving pictures without AutoAdjustSampleDistances. Default 33.
   */
  vtkSetClampMacro(PiecesWithin, double, 0.0, VTK_DOUBLE_MAX);
  vtkGetMacro(PiecesWithin, double);
  ///@}

protected:
  vtkTetRayCastSettings();
  ~vtkTetRayCastSettings() override;

  int FaceTest = EDGE_FUNCTION;
  int Gradients = SMOOTH;
  vtkTypeBool DrawVolume = 1;
  std::vector<std::array<double, 6>> Slices;
  double SliceOpacity = 1.0;
  vtkTypeBool DrawNaN = 0;
  double PickOpacity = 0.1;
  vtkTypeBool SelectsPixels = 0;
  int GPUMemory = 0;
  double PiecesWithin = 33;

private:
  vtkTetRayCastSettings(const vtkTetRayCastSettings&) = delete;
  void operator=(const vtkTetRayCastSettings&) = delete;
};

#endif
