// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkTetRayCastRepresentation
 * @brief   representation "Volume (Ray Cast)": unstructured volumes drawn by vtkTetRayCastMapper
 *
 * Adds the mappers "InKRay Ray Caster" (default) and "HAVS" to those of ParaView's volume representation.
 * They avoid ParaView's preprocessing, which cuts everything into tetrahedra in one thread at every time
 * step. Unstructured grids go to the mapper as they are, structured grids as hexahedra that keep their
 * connectivity between time steps, and composite data sets as one merged grid. With a mapper of ParaView,
 * everything is as in representation Volume.
 *
 * With UseSeparateOpacityArray, opacity comes from an array of its own, on points or cells, wherever the
 * color array is. Under OSPRay or OptiX, which support only VTK's own mappers, ParaView's "Projected
 * tetra" draws. The report says so.
 *
 * Without an array to color by (Solid Color), the volume has one color and the opacity function of the
 * opacity array. If that array is not in the data, ArrayChoice::FirstIn() replaces it. Without an opacity
 * function, opacity rises over the array's range.
 */
#ifndef vtkTetRayCastRepresentation_h
#define vtkTetRayCastRepresentation_h

#include "CellSelection.h"   // for CellSelection
#include "CompositedRanks.h" // for CompositedRanks
#include "InKRayRepresentationsModule.h"
#include "RankPicture.h"             // for RankPicture
#include "VolumeLook.h"              // for VolumeLook
#include "VolumeMapperChoice.h"      // for VolumeMapperChoice
#include "vtkNew.h"                  // for vtkNew
#include "vtkRepresentationReport.h" // for its Histogram
#include "vtkSmartPointer.h"         // for vtkSmartPointer
#include "vtkUnstructuredGridVolumeRepresentation.h"
#include "vtkVolumeProperty.h" // for the superclass's Property

#include <algorithm> // for std::clamp
#include <memory>    // for std::unique_ptr
#include <string>    // for std::string

class DisplayMessages;
class EmptyCaption;
class VolumeMesh;
struct RayCastArray;
class vtkAbstractVolumeMapper;
class vtkDataSet;
class vtkHavsMapper;
class vtkIdTypeArray;
class vtkPVRayCastVolume;
class vtkPVTransferFunction2D;
class vtkPiecewiseFunction;
class vtkRayCastReport;
class vtkScalarsToColors;
class vtkTetRayCastMapper;
class vtkTetRayCastSettings;
class vtkUnstructuredGrid;

class INKRAYREPRESENTATIONS_EXPORT vtkTetRayCastRepresentation
  : public vtkUnstructuredGridVolumeRepresentation
#ifndef __VTK_WRAP__
  , public RankPicture
  , public CellSelection::Finder
#endif
{
public:
  static vtkTetRayCastRepresentation* New();
  vtkTypeMacro(vtkTetRayCastRepresentation, vtkUnstructuredGridVolumeRepresentation);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Choose the mapper by its name in the panel. "InKRay Ray Caster (default)" and "HAVS" (vtkHavsMapper) are
   * the plug-in's. "ParaView: Projected Tetra", "ParaView: Z Sweep", "ParaView: Bunyk" and "ParaView:
   * Resample To Image" are ParaView's. Older names ("Gu-Kim ray cast" and those of VTK) still work.
   */
  void SetRayCastMapper(const char* name);

  /**
   * Does nothing: the property SelectMapper, which the proxy inherits, would push its own
   * default here. Use SetRayCastMapper.
   */
  void SetActiveVolumeMapper(const char* name) override;

  /**
   * The number of samples along each axis of the image of "ParaView: Resample To Image". 128 by default.
   */
  void SetSamplingDimensions(int x, int y, int z);

  int ProcessViewRequest(
    vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo) override;

  ///@{
  /**
   * The selection of drawn blocks of a composite data set, as in the superclass.
   */
  void SetActiveAssembly(const char* name);
  void AddBlockSelector(const char* selector);
  void RemoveAllBlockSelectors();
  ///@}

  enum VectorModeType
  {
    AS_COLORED = VolumeArrays::AS_COLORED,
    MAGNITUDE = VolumeArrays::MAGNITUDE,
    COMPONENT = VolumeArrays::COMPONENT
  };

  ///@{
  /**
   * The scalar that is drawn of a vector. AS_COLORED (default): as in the color map. MAGNITUDE: the
   * magnitude. COMPONENT: the component with the index of SetVectorComponent.
   */
  void SetVectorMode(int mode) { this->Look.Arrays.VectorMode = mode; }
  void SetVectorComponent(int component) { this->Look.Arrays.VectorComponent = component; }
  ///@}

  ///@{
  /**
   * The blend mode of values along a ray, one of vtkVolumeMapper::BlendModes from COMPOSITE_BLEND (default)
   * to ADDITIVE_BLEND, and the range of values, in the array's units, that AVERAGE_INTENSITY_BLEND counts.
   * Mappers of ParaView always composite.
   */
  void SetBlendMode(int mode);
  void SetAverageIPScalarRange(double low, double high);
  ///@}

  ///@{
  /**
   * Settings of the mapper HAVS. The k-buffers have 2 or 6 (default) entries. A frame during interaction may
   * take the given seconds; 0 is no limit, and ParaView's property has 0.033 s by default. See
   * vtkHavsMapper::SetBufferSize and SetLevelOfDetailTargetTime.
   */
  void SetHavsBufferSize(int size);
  void SetHavsTargetTime(double seconds);
  ///@}

  /**
   * Threshold, cropping, slices and styles of single blocks: see DisplayCuts. Only
   * the ray caster supports them.
   */
  INKRAY_CUT_COMMANDS(this->Look)

  /**
   * Whether to draw slices without the volume around them. Off by default.
   */
  void SetSlicesAlone(bool alone) { this->Look.Slices.Alone = alone; }

  ///@{
  /**
   * The light on the volume: vtkVolumeProperty's Shade, off by default, and its coefficients.
   */
  void SetShade(bool shade) { this->Property->SetShade(shade); }
  void SetAmbient(double ambient) { this->Property->SetAmbient(ambient); }
  void SetDiffuse(double diffuse) { this->Property->SetDiffuse(diffuse); }
  void SetSpecular(double specular) { this->Property->SetSpecular(specular); }
  void SetSpecularPower(double power) { this->Property->SetSpecularPower(power); }
  ///@}

  ///@{
  /**
   * Isosurfaces in the volume. Each has a value and an opacity, which Opacity multiplies, and may be hidden
   * or have a color of its own: see vtkIsovalueList::SetRow. None by default. Mappers of ParaView draw none.
   */
  void SetIsosurface(int i, double value, double opacity, double visible, double ownColor, double red,
    double green, double blue);
  void SetNumberOfIsosurfaceRows(int number);
  ///@}

  ///@{
  /**
   * The array that colors the isosurfaces, by association and name, and its color map, which chooses the
   * component of a vector. Without a name or with "None", the default, surfaces have the colors of their
   * isovalues. Without a map, they use that of the volume.
   */
  void SelectIsosurfaceColorArray(int idx, int port, int connection, int association, const char* name);
  void SetIsosurfaceColors(vtkScalarsToColors* function);
  ///@}

  ///@{
  /**
   * Functions of gradient magnitude, off by default. The first multiplies the opacity. The second is a
   * function of value and gradient magnitude: it gives color and opacity in place of all other functions and
   * needs an array to color by. Units are those of vtkTetRayCastMapper. Mappers of ParaView support neither.
   */
  void SetUseGradientOpacity(bool use) { this->Look.Gradients.UseOpacity = use; }
  void SetGradientOpacity(vtkPiecewiseFunction* function);
  void SetUseTransfer2D(bool use);
  void SetTransferFunction2D(vtkPVTransferFunction2D* function);
  ///@}

  /**
   * The arrays with the ids of selected points and cells. Null: use their ids in the data.
   */
  void SetArrayIdNames(const char* pointArray, const char* cellArray) override
  {
    CellSelection::SetArrayIdNames(this->Mapper.GetPointer(), pointArray, cellArray);
  }

  /**
   * Find the cells that pixels show: see CellSelection::Finder.
   */
  double FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, bool withRanks) override
  {
    return CellSelection::FindCells(this->Mapper.GetPointer(), pixels, cells, withRanks);
  }

  /**
   * The color of Solid Color.
   */
  void SetDiffuseColor(double red, double green, double blue) { this->Look.Solid.SetColor(red, green, blue); }

  /**
   * The opacity function, as in the superclass; null for none.
   */
  void SetScalarOpacity(vtkPiecewiseFunction* function);

  ///@{
  /**
   * The unit distance: the length over which the volume absorbs the opacity of the opacity function, as in
   * the superclass. Opacity is a factor from 0 to 1 (default) of that function: with 0.5, every length
   * absorbs half as much, as with twice the unit distance. Thus pictures of ranks and overlapping volumes
   * composite to the picture of one process. Density, a positive number, divides the unit distance. Mappers
   * of ParaView support all three.
   */
  void SetScalarOpacityUnitDistance(double distance) { this->Look.UnitDistance = distance; }
  void SetDensity(double density) { this->Look.Density = density > 0 ? density : 1.0; }
  void SetOpacity(double opacity) { this->Look.Opacity = std::clamp(opacity, 0.0, 1.0); }
  ///@}

  ///@{
  /**
   * Set the settings of the mapper, and the object that provides its report.
   * Called by ParaView for subproxies.
   */
  void SetSettings(vtkTetRayCastSettings* settings);
  void SetReport(vtkRepresentationReport* report);
  ///@}

  /**
   * The report of this process's mapper about its last frame: see vtkTetRayCastMapper::GetReport(). If
   * another mapper draws, the rows are its name in "drawn by", problems, notes, "frame", and "fallback
   * reason" if it is not the chosen one.
   */
  vtkSmartPointer<vtkRayCastReport> GetReport();

  /**
   * The histogram of the drawn array over the cells of all ranks that threshold and cropping keep: see
   * vtkRepresentationReport::SetHistogramBins(). A threshold keeps whole cells, the crop box tetrahedra whose
   * centroid it keeps. All ranks call this together.
   */
  vtkRepresentationReport::Histogram GetHistogram(int valueBins, int gradientBins);

protected:
  vtkTetRayCastRepresentation();
  ~vtkTetRayCastRepresentation() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  bool AddToView(vtkView* view) override;
  bool RemoveFromView(vtkView* view) override;
  void UpdateMapperParameters() override;

private:
  vtkTetRayCastRepresentation(const vtkTetRayCastRepresentation&) = delete;
  void operator=(const vtkTetRayCastRepresentation&) = delete;

#ifndef __VTK_WRAP__
  bool IsExchanged() override;
  bool HasWholeCells() const override;
  bool JoinsOthers() override
  {
    return false;
  }
  vtkProp3D* GetPlaced() override
  {
    return this->Actor;
  }
#endif

  std::string GetCaption();
  void ChooseMapper();
  /// The look, with arrays updated from the properties.
  VolumeLook& GetLook();
  /// The array that functions of value apply to, with its component, on processes with data.
  RayCastArray FindShownArray(vtkUnstructuredGrid* grid);
  vtkUnstructuredGrid* GetGrid(); ///< with the data of this process, or those that it was sent to draw
  void UpdateStockMapper();
  void UpdateOwnMapper();
  void UseColors(vtkDataSet* data);          ///< `data` are those that are drawn
  void Complete(vtkUnstructuredGrid* piece); ///< add arrays that need the whole mesh, before cells are cut
  bool NeedsGradients();                     ///< whether ranks with parts of a mesh need gradients at points
  bool IsOneVolume();                        ///< whether the ray caster draws a volume
                                             ///< that ranks can draw together
  bool IsFilm();                             ///< IsOneVolume, and the blend mode is not Composite
  bool ChooseRanks(vtkInformation* view);    ///< returns whether the ranks draw the coming frame together

  vtkNew<vtkPVRayCastVolume> Volume; // the superclass's Actor
  vtkNew<vtkTetRayCastMapper> Mapper;
  vtkNew<vtkHavsMapper> Havs; // shares the settings of Mapper
  CompositedRanks Ranks;
  VolumeMapperChoice Choice;
  VolumeLook Look;
  const std::unique_ptr<VolumeMesh> Mesh;               // the result of RequestData
  const std::unique_ptr<DisplayMessages> DataMessages;  // about the input of RequestData
  const std::unique_ptr<DisplayMessages> FrameMessages; // about the last frame
  const std::unique_ptr<EmptyCaption> Caption;
  bool HasGradients = false; // Mesh is a part with gradients at its points
  bool HasBlocks = false;    // the input of Mesh has blocks
};

#endif
