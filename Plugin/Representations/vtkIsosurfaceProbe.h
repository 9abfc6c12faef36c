// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceProbe
 * @brief   what surface the last frame of Isosurface (Ray Cast) shows under a pixel of its window
 *
 * Of all blocks of a composite data set and all ranks of a parallel server, the surface nearest to the eye
 * counts.
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

  /// A surface: how far it is from the eye in world coordinates (infinite where there is none), its place,
  /// its isovalue, the interpolated value there, and the value of the colour array (NaN when there is none).
  struct Surface
  {
    double Distance;
    std::array<double, 6> Numbers;
  };

  /**
   * Finds the nearest surface that this process has under a pixel.
   */
  void SetSource(const std::function<Surface(int x, int y)>& source);

  /**
   * Look under a pixel of the window, counted from the lower left corner; a negative one looks nowhere. All
   * ranks of a parallel server have to call this.
   */
  void SetPixel(int x, int y);

  ///@{
  /**
   * What is there: whether there is a surface; its place in world coordinates; its isovalue, the interpolated
   * value, and the value of the colour array. One process alone looks again, because the picture may have
   * changed; several ranks, of which one only is asked here, keep what they had when the pixel was set.
   */
  int GetProbed();
  double* GetPosition() VTK_SIZEHINT(3);
  double* GetValues() VTK_SIZEHINT(3);
  ///@}

  /**
   * The same as tuples of name, value and unit as texts: "isovalue", "value" and "colour value" in the unit
   * of the data, "x", "y" and "z"; or "surface", with why there is none.
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
