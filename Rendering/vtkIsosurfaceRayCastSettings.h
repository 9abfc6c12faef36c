// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceRayCastSettings
 * @brief   how vtkIsosurfaceRayCastMapper draws, and which surfaces; may be shared by several of them
 */
#ifndef vtkIsosurfaceRayCastSettings_h
#define vtkIsosurfaceRayCastSettings_h

#include "InKRayRenderingModule.h"
#include "vtkNew.h" // for vtkNew
#include "vtkRayCastSettings.h"
#include "vtkSmartPointer.h" // for vtkSmartPointer

class vtkIsovalueList;
class vtkScalarsToColors;

class INKRAYRENDERING_EXPORT vtkIsosurfaceRayCastSettings : public vtkRayCastSettings
{
public:
  static vtkIsosurfaceRayCastSettings* New();
  vtkTypeMacro(vtkIsosurfaceRayCastSettings, vtkRayCastSettings);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum PipelineType
  {
    PIPELINE_AUTO = 0,
    MULTI_KERNEL = 1,
    SINGLE_KERNEL = 2,
    KD_JUMP = 3
  };
  enum CompactionMethodType
  {
    INK_COMPACT_LOOK_BACK = 0,
    INK_COMPACT = 1,
    INK_COLLATE = 2
  };
  enum ColorModeType
  {
    COLOR_BY_ISOVALUE = 0,
    COLOR_BY_ARRAY = 1,
    COLOR_SOLID = 2
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
   * interpolated as the scalars are; if it is on the cells and the scalars on the points, a point first gets
   * the mean of its cells, and the other way round.
   */
  vtkSetStringMacro(ColorArrayName);
  vtkGetStringMacro(ColorArrayName);
  vtkSetMacro(ColorArrayAssociation, int);
  vtkGetMacro(ColorArrayAssociation, int);
  void SelectColorArray(int association, const char* name);
  ///@}

  ///@{
  /**
   * What the colour function sees of a colour array with several components: the Euclidean norm (default) or
   * component ColorVectorComponent.
   */
  vtkSetClampMacro(ColorVectorMode, int, MAGNITUDE, COMPONENT);
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

  ///@{
  /**
   * Light surfaces by the gradient of central differences at the points, interpolated, as vtkContourFilter
   * and VTK's GPU mapper do; off, by the interpolant's own gradient, which shows the facets of each cell.
   */
  vtkSetMacro(SmoothNormals, vtkTypeBool);
  vtkGetMacro(SmoothNormals, vtkTypeBool);
  vtkBooleanMacro(SmoothNormals, vtkTypeBool);
  ///@}

  ///@{
  /**
   * How rays go through the volume: four kernels with compaction between them (Hughes et al. 2013, section
   * 3), one kernel, or Kd-Jump's stackless traversal in one kernel (Hughes and Lim 2009). Auto (the default)
   * takes the one that measurement says is fastest. The pictures are the same.
   */
  vtkSetClampMacro(Pipeline, int, PIPELINE_AUTO, KD_JUMP);
  vtkGetMacro(Pipeline, int);
  ///@}

  ///@{
  /**
   * The in-kernel compaction between the kernels of MULTI_KERNEL. The pictures are the same. Default
   * INK_COMPACT_LOOK_BACK.
   */
  vtkSetClampMacro(CompactionMethod, int, INK_COMPACT_LOOK_BACK, INK_COLLATE);
  vtkGetMacro(CompactionMethod, int);
  ///@}

  /**
   * Includes the list of isovalues.
   */
  vtkMTimeType GetMTime() override;

protected:
  vtkIsosurfaceRayCastSettings();
  ~vtkIsosurfaceRayCastSettings() override;

  double Opacity = 1.0;
  int ColorMode = COLOR_BY_ISOVALUE;
  double SolidColor[3] = { 1, 1, 1 };
  char* ColorArrayName = nullptr;
  int ColorArrayAssociation = 0;
  int ColorVectorMode = MAGNITUDE;
  int ColorVectorComponent = 0;
  vtkTypeBool SmoothNormals = 1;
  int Pipeline = PIPELINE_AUTO;
  int CompactionMethod = INK_COMPACT_LOOK_BACK;

private:
  vtkIsosurfaceRayCastSettings(const vtkIsosurfaceRayCastSettings&) = delete;
  void operator=(const vtkIsosurfaceRayCastSettings&) = delete;

  vtkNew<vtkIsovalueList> Isovalues;
  vtkSmartPointer<vtkScalarsToColors> ColorFunction;
};

#endif
