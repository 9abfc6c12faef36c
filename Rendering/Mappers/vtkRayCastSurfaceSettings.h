// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRayCastSurfaceSettings
 * @brief   settings of mappers that draw isosurfaces: their values and colours
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

  enum ColorModeType
  {
    COLOR_BY_ISOVALUE = 0,
    COLOR_BY_ARRAY = 1,
    COLOR_SOLID = 2
  };
  enum ColorVectorModeType
  {
    COLORS = 2 ///< of ColorVectorMode, which has MAGNITUDE and COMPONENT, too
  };

  /**
   * The isosurfaces: isovalues with their opacities, colours and visibilities. A change of the list is a
   * change of the settings.
   */
  vtkIsovalueList* GetIsovalues();

  ///@{
  /**
   * Multiplies the opacity of every surface. Default 1.
   */
  vtkSetClampMacro(Opacity, double, 0.0, 1.0);
  vtkGetMacro(Opacity, double);
  ///@}

  /**
   * Whether every surface that is drawn is opaque.
   */
  bool IsOpaque();

  ///@{
  /**
   * Where colours come from: the isovalue through the volume property's colour function (default), a second
   * array (SelectColorArray) through the colour function, or SolidColor. A surface that has a colour of its
   * own in the list of isovalues keeps that.
   */
  vtkSetClampMacro(ColorMode, int, COLOR_BY_ISOVALUE, COLOR_SOLID);
  vtkGetMacro(ColorMode, int);
  void SetColorModeToIsovalue() { this->SetColorMode(COLOR_BY_ISOVALUE); }
  void SetColorModeToArray() { this->SetColorMode(COLOR_BY_ARRAY); }
  void SetColorModeToSolid() { this->SetColorMode(COLOR_SOLID); }
  ///@}

  ///@{
  /**
   * The colour of all surfaces when ColorMode is COLOR_SOLID. Default white.
   */
  vtkSetVector3Macro(SolidColor, double);
  vtkGetVector3Macro(SolidColor, double);
  ///@}

  ///@{
  /**
   * The array that colours the surfaces when ColorMode is COLOR_BY_ARRAY: its name, and whether it is on the
   * points (vtkDataObject::FIELD_ASSOCIATION_POINTS, default) or the cells (FIELD_ASSOCIATION_CELLS). It is
   * interpolated as the scalars are; in images, if it is on the cells and the scalars on the points, a point
   * first gets the mean of its cells, and the other way round. In meshes each cell shows its own value.
   */
  vtkSetStringMacro(ColorArrayName);
  vtkGetStringMacro(ColorArrayName);
  vtkSetMacro(ColorArrayAssociation, int);
  vtkGetMacro(ColorArrayAssociation, int);
  void SelectColorArray(int association, const char* name);
  ///@}

  ///@{
  /**
   * The scalar of a colour array with several components that the colour function gets: the Euclidean norm
   * (MAGNITUDE, default) or component ColorVectorComponent (COMPONENT). With COLORS, three or four components
   * are themselves a color, bytes or numbers from 0 to 1 as vtkScalarsToColors takes them. The fourth, an
   * opacity, does not count. COLORS is for images and rectilinear grids; meshes take the norm.
   */
  vtkSetClampMacro(ColorVectorMode, int, MAGNITUDE, COLORS);
  vtkGetMacro(ColorVectorMode, int);
  vtkSetClampMacro(ColorVectorComponent, int, 0, VTK_INT_MAX);
  vtkGetMacro(ColorVectorComponent, int);
  ///@}

  ///@{
  /**
   * The colours of the second array: any lookup table or colour transfer function. Null (default): the colour
   * function of the volume property.
   */
  void SetColorFunction(vtkScalarsToColors* function);
  vtkScalarsToColors* GetColorFunction();
  ///@}

  /**
   * Take over all that is set in another object of this class, and in the list of isovalues.
   */
  void CopySurfaces(vtkRayCastSurfaceSettings* other);

  /**
   * Includes the list of isovalues.
   */
  vtkMTimeType GetMTime() override;

protected:
  vtkRayCastSurfaceSettings();
  ~vtkRayCastSurfaceSettings() override;

  double Opacity = 1.0;
  int ColorMode = COLOR_BY_ISOVALUE;
  double SolidColor[3] = { 1, 1, 1 };
  char* ColorArrayName = nullptr;
  int ColorArrayAssociation = 0;
  int ColorVectorMode = MAGNITUDE;
  int ColorVectorComponent = 0;

private:
  vtkRayCastSurfaceSettings(const vtkRayCastSurfaceSettings&) = delete;
  void operator=(const vtkRayCastSurfaceSettings&) = delete;

  vtkNew<vtkIsovalueList> Isovalues;
  vtkSmartPointer<vtkScalarsToColors> ColorFunction;
};

#endif
