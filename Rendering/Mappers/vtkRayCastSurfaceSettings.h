// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRayCastSurfaceSettings
 * @brief   settings of mappers that draw isosurfaces: their values and colors
 */
#ifndef vtkRayCastSurfaceSettings_h
#define vtkRayCastSurfaceSettings_h

#include "InKRayRenderingModule.h"
#include "vtkNew.h" // for vtkNew
#include "vtkRayCastSettings.h"
#include "vtkSmartPointer.h" // for vtkSmartPointer

class vtkIsovalueList;
class vtkScalarsToColors;

class INKRAYRENDERING_EXPORT vtkRayCastSurfaceSettings : public vtkRayCastSettings
{
public:
  vtkTypeMacro(vtkRayCastSurfaceSettings, vtkRayCastSettings);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  INKRAY_SETTERS_RayCastSurface;

  enum ColorVectorModeType
  {
    COLORS = 2 ///< a value of ColorVectorMode, beside MAGNITUDE and COMPONENT
  };

  /**
   * The isosurfaces: isovalues with their opacities, colors and visibilities. A change of the list changes
   * the settings.
   */
  vtkIsovalueList* GetIsovalues();

  /**
   * Whether all drawn surfaces are opaque.
   */
  bool IsOpaque();

  ///@{
  /**
   * Choose by name, or choose association and name of the array that colors the surfaces.
   */
  void SetColorModeToIsovalue() { this->SetColorMode(COLOR_BY_ISOVALUE); }
  void SetColorModeToArray() { this->SetColorMode(COLOR_BY_ARRAY); }
  void SetColorModeToSolid() { this->SetColorMode(COLOR_SOLID); }
  void SelectColorArray(int association, const char* name);
  ///@}

  ///@{
  /**
   * The colors of the second array: any lookup table or color transfer function. Null (default): the color
   * function of the volume property.
   */
  void SetColorFunction(vtkScalarsToColors* function);
  vtkScalarsToColors* GetColorFunction();
  ///@}

  /**
   * Copy all settings of another object of this class, with its list of isovalues.
   */
  void CopySurfaces(vtkRayCastSurfaceSettings* other);

  /**
   * Includes the list of isovalues.
   */
  vtkMTimeType GetMTime() override;

protected:
  vtkRayCastSurfaceSettings();
  ~vtkRayCastSurfaceSettings() override;

  INKRAY_VALUES_RayCastSurface;

private:
  vtkRayCastSurfaceSettings(const vtkRayCastSurfaceSettings&) = delete;
  void operator=(const vtkRayCastSurfaceSettings&) = delete;

  vtkNew<vtkIsovalueList> Isovalues;
  vtkSmartPointer<vtkScalarsToColors> ColorFunction;
};

#endif
