// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkTetRayCastSettings
 * @brief   how vtkTetRayCastMapper and vtkGridRayCastMapper draw; several mappers may share it
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

  INKRAY_SETTERS_TetRayCast;

  ///@{
  /**
   * Planes that show the mesh in the colors of the color function, without light, in depth order with volume
   * and isosurfaces. Each has a point and a normal, in the coordinates of the data; at most 32. New planes go
   * through the origin, with their normal along z. None by default.
   */
  void SetNumberOfSlices(int number);
  int GetNumberOfSlices();
  void SetSlice(int i, const double origin[3], const double normal[3]);
  void GetSlice(int i, double origin[3], double normal[3]);
  ///@}

  /**
   * Whether only opaque isosurfaces and slices are drawn.
   */
  bool DrawsOpaqueSurfacesAlone();

protected:
  vtkTetRayCastSettings();
  ~vtkTetRayCastSettings() override;

  INKRAY_VALUES_TetRayCast;
  std::vector<std::array<double, 6>> Slices;

private:
  vtkTetRayCastSettings(const vtkTetRayCastSettings&) = delete;
  void operator=(const vtkTetRayCastSettings&) = delete;
};

#endif
