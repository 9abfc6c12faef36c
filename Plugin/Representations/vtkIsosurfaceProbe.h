// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceProbe
 * @brief   finds the surface that the last frame of Isosurface (Ray Cast) shows under a pixel of its window
 *
 * Among all blocks of a composite data set and all ranks of a parallel server, the surface
 * nearest to the camera counts.
 */
#ifndef vtkIsosurfaceProbe_h
#define vtkIsosurfaceProbe_h

#include "InKRayRepresentationsModule.h"
#include "vtkFrameInformation.h"

#include <array>      // for std::array
#include <functional> // for std::function

class INKRAYREPRESENTATIONS_EXPORT vtkIsosurfaceProbe : public vtkFrameInformation
{
public:
  static vtkIsosurfaceProbe* New();
  vtkTypeMacro(vtkIsosurfaceProbe, vtkFrameInformation);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /// A surface. Distance is that from the camera in world coordinates, infinite if there is no surface.
  /// Numbers are the three coordinates, the isovalue, the interpolated value, and the value of the
  /// color array (NaN: no array).
  struct Surface
  {
    double Distance;
    std::array<double, 6> Numbers;
  };

  /**
   * Set the function that finds the nearest surface of this process under a pixel.
   */
  void SetSource(const std::function<Surface(int x, int y)>& source) { this->Source = source; }

  /**
   * Find the surface under a pixel of the window, counted from the lower left corner. A negative pixel finds
   * none. All ranks of a parallel server call this together.
   */
  void SetPixel(int x, int y);

  ///@{
  /**
   * The surface: whether there is one; its place in world coordinates; its isovalue, the interpolated value
   * and the value of the color array. A single process looks again, because the picture may have changed.
   * With several ranks only one is asked here, so they keep what SetPixel found.
   */
  int GetProbed();
  double* GetPosition() VTK_SIZEHINT(3);
  double* GetValues() VTK_SIZEHINT(3);
  ///@}

  /**
   * The surface as tuples of name, value and unit as texts: "isovalue", "value" and "color value" in the unit
   * of the data, and "x", "y" and "z". If there is no surface, the only row is "surface", with the reason.
   */
  vtkStringArray* GetRows();

protected:
  vtkIsosurfaceProbe();
  ~vtkIsosurfaceProbe() override;

private:
  vtkIsosurfaceProbe(const vtkIsosurfaceProbe&) = delete;
  void operator=(const vtkIsosurfaceProbe&) = delete;

  void Look();
  void LookAgain();

  std::function<Surface(int, int)> Source;
  int Pixel[2] = { -1, -1 };
  Surface Found;
  vtkNew<vtkRayCastReport> Report;
};

#endif
