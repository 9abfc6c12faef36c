// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkTetRayCastRepresentation
 * @brief   representation "Volume (Ray Cast)": unstructured volumes drawn by vtkTetRayCastMapper
 *
 * Adds the mappers "InKRay Ray Caster", which is the default, and "HAVS" to those of the stock volume
 * representation. With them, the stock preprocessing (cutting everything into tetrahedra in one thread, at
 * every time step) is left out: unstructured grids go to the mapper as they are, structured and rectilinear
 * grids as hexahedra that keep their connectivity from one time step to the next, composite data sets as one
 * merged grid. With a stock mapper, everything is as in representation Volume.
 *
 * With UseSeparateOpacityArray, opacity comes from an array of its own, on the points or cells whatever the
 * colours are. Under OSPRay or OptiX the stock mapper "Projected tetra" draws, because those renderers only
 * know VTK's own mappers. The report says so.
 *
 * Without an array to colour by (Solid Color), the volume has one colour and the opacity function of the
 * opacity array. Where that is not in the data, ArrayChoice::FirstIn() stands in, and where there is no
 * opacity function, opacity rises over the array's range.
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
#endif
{
public:
  static vtkTetRayCastRepresentation* New();
  vtkTypeMacro(vtkTetRayCastRepresentation, vtkUnstructuredGridVolumeRepresentation);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Name of the mapper, as in the panel: "InKRay Ray Caster (default)", "HAVS" (vtkHavsMapper), or a stock
   * one ("ParaView: Projected Tetra", "ParaView: Z Sweep", "ParaView: Bunyk", "ParaView: Resample To Image").
   * Older names ("Gu-Kim ray cast" and those of VTK) mean the same.
   */
  void SetRayCastMapper(const char* name);

  /**
   * Does nothing: the stock property SelectMapper, which the proxy inherits, would push its own default here.
   * Use SetRayCastMapper.
   */
  void SetActiveVolumeMapper(const char* name) override;

  /**
   * The number of samples along each axis of the image that "ParaView: Resample To Image" draws. Default 128.
   */
  void SetSamplingDimensions(int x, int y, int z);

  int ProcessViewRequest(
    vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo) override;

  ///@{
  /**
   * Which blocks of a composite data set are drawn, as in the superclass.
   */
  void SetActiveAssembly(const char* name);
  void AddBlockSelector(const char* selector);
  void RemoveAllBlockSelectors();
  ///@}

  enum VectorModeType
  {
    AS_COLOURED = VolumeArrays::AS_COLOURED,
    MAGNITUDE = VolumeArrays::MAGNITUDE,
    COMPONENT = VolumeArrays::COMPONENT
  };

  ///@{
  /**
   * What is drawn of a vector. AS_COLOURED (default) takes what the colour map shows of it, MAGNITUDE its
   * length, COMPONENT the component with this index.
   */
  void SetVectorMode(int mode) { this->Look.Arrays.VectorMode = mode; }
  void SetVectorComponent(int component) { this->Look.Arrays.VectorComponent = component; }
  ///@}

  ///@{
  /**
   * What a ray makes of the values along it, one of vtkVolumeMapper::BlendModes from COMPOSITE_BLEND
   * (default) to ADDITIVE_BLEND, and the values that AVERAGE_INTENSITY_BLEND counts, in the units of the
   * array. Stock mappers composite.
   */
  void SetBlendMode(int mode);
  void SetAverageIPScalarRange(double low, double high);
  ///@}

  ///@{
  /**
   * Of the mapper HAVS: entries of the k-buffers, 2 or 6 (default), and the seconds that a frame may take
   * while someone interacts, or 0 for any time: as vtkHavsMapper::SetBufferSize and
   * SetLevelOfDetailTargetTime. ParaView's property has 0.033.
   */
  void SetHavsBufferSize(int size);
  void SetHavsTargetTime(double seconds);
  ///@}

  /**
   * Threshold, cropping, slices and looks of single blocks: see DisplayCuts. Mappers other than the ray
   * caster draw none of them.
   */
  INKRAY_CUT_COMMANDS(this->Look)

  /**
   * Draw slices without the volume around them. Off by default.
   */
  void SetSlicesAlone(bool alone) { this->Look.Slices.Alone = alone; }

  ///@{
  /**
   * Light on the volume: vtkVolumeProperty's Shade, off by default, and its coefficients.
   */
  void SetShade(bool shade) { this->Property->SetShade(shade); }
  void SetAmbient(double ambient) { this->Property->SetAmbient(ambient); }
  void SetDiffuse(double diffuse) { this->Property->SetDiffuse(diffuse); }
  void SetSpecular(double specular) { this->Property->SetSpecular(specular); }
  void SetSpecularPower(double power) { this->Property->SetSpecularPower(power); }
  ///@}

  ///@{
  /**
   * Isosurfaces in the volume, each of which has a value, an opacity, which Opacity multiplies, and may be
   * hidden or have a colour of its own; see vtkIsovalueList::SetRow. None by default. Stock mappers draw
   * none.
   */
  void SetIsosurface(int i, double value, double opacity, double visible, double ownColor, double red,
    double green, double blue);
  void SetNumberOfIsosurfaces(int number);
  ///@}

  ///@{
  /**
   * The array that colours the isosurfaces, by association and name, and its colour map, which says what
   * counts of a vector; without a name or with "None", the default, they have the colours of their values,
   * and without a map, the volume's own.
   */
  void SelectIsosurfaceColorArray(int idx, int port, int connection, int association, const char* name);
  void SetIsosurfaceColors(vtkScalarsToColors* function);
  ///@}

  ///@{
  /**
   * Opacity multiplied by a function of the magnitude of the values' gradient, off by default, or colour and
   * opacity of value and magnitude, off by default, for which an array is to be chosen to colour by; it then
   * takes the place of all other functions. Units are as in vtkTetRayCastMapper. Stock mappers obey neither.
   */
  void SetUseGradientOpacity(bool use) { this->Look.Gradients.UseOpacity = use; }
  void SetGradientOpacity(vtkPiecewiseFunction* function);
  void SetUseTransfer2D(bool use);
  void SetTransferFunction2D(vtkPVTransferFunction2D* function);
  ///@}

  /**
   * The arrays that points and cells are called by when they are selected; null: their ids in the data.
   */
  void SetArrayIdNames(const char* pointArray, const char* cellArray) override
  {
    CellSelection::SetArrayIdNames(this->Mapper, pointArray, cellArray);
  }

  /**
   * What this process shows in pixels, as vtkTetRayCastMapper::FindCells, with the composite index and the
   * process that a selection has where the data say none: 1, and this one. `withRanks`: all ranks draw their
   * pieces and call this with the same pixels, and each counts what the pieces of others have in front.
   */
  double FindCells(vtkIdTypeArray* pixels, vtkIdTypeArray* cells, bool withRanks)
  {
    return CellSelection::FindCells(this->Mapper, pixels, cells, withRanks);
  }

  /**
   * The colour of Solid Color.
   */
  void SetDiffuseColor(double red, double green, double blue) { this->Look.Solid.SetColor(red, green, blue); }

  /**
   * The opacity function, as in the superclass; null for none.
   */
  void SetScalarOpacity(vtkPiecewiseFunction* function);

  ///@{
  /**
   * The length in which the volume absorbs what the opacity function says, as in the superclass, and a factor
   * of that function, from 0 to 1 (default): with 0.5, every length absorbs half as much, as with twice the
   * unit distance. Like this, ranks and overlapping volumes composite to what one process draws. The density,
   * a positive number, divides the unit distance. Stock mappers obey it as well.
   */
  void SetScalarOpacityUnitDistance(double distance) { this->Look.UnitDistance = distance; }
  void SetDensity(double density) { this->Look.Density = density > 0 ? density : 1.0; }
  void SetOpacity(double opacity) { this->Look.Opacity = std::clamp(opacity, 0.0, 1.0); }
  ///@}

  ///@{
  /**
   * ParaView's subproxies: the settings of the mapper, and what is asked for its report.
   */
  void SetSettings(vtkTetRayCastSettings* settings);
  void SetReport(vtkRepresentationReport* report);
  ///@}

  /**
   * What the mapper of this process reports about its last frame; see vtkTetRayCastMapper::GetReport(). Where
   * another mapper draws, the rows are "drawn by", with its name, "fallback reason", with why if nobody chose
   * it, problems and notes, and "frame".
   */
  vtkSmartPointer<vtkRayCastReport> GetReport();

  /**
   * The histogram of the cells of all ranks that threshold and cropping leave, of the values that are drawn:
   * see vtkRepresentationReport::SetHistogramBins(). A threshold takes whole cells, the box of the cropping
   * tetrahedra whose centroid is beyond it. All ranks call this.
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
  /// The look, with the arrays as the properties now say.
  VolumeLook& GetLook();
  /// The array of which functions of value are, with the component that counts, on processes with data.
  RayCastArray FindShownArray(vtkUnstructuredGrid* grid);
  vtkUnstructuredGrid* GetGrid(); ///< with the data of this process, or those it was sent to draw
  void UpdateStockMapper();
  void UpdateOwnMapper();
  void UseColors(vtkDataSet* data);          ///< of the data that are drawn
  void Complete(vtkUnstructuredGrid* piece); ///< add arrays that need the whole mesh, before cells are cut
  bool NeedsGradients();                     ///< at the points, on ranks that have pieces of a mesh
  bool IsOneVolume();                        ///< the ray caster draws a volume that ranks can draw together
  bool IsFilm();                             ///< as IsOneVolume, in a blend mode other than Composite
  bool ChooseRanks(vtkInformation* view);    ///< whether the coming frame is drawn together with other ranks

  vtkNew<vtkPVRayCastVolume> Volume; // the superclass's Actor
  vtkNew<vtkTetRayCastMapper> Mapper;
  vtkNew<vtkHavsMapper> Havs; // with the settings of Mapper
  CompositedRanks Ranks;
  VolumeMapperChoice Choice;
  VolumeLook Look;
  const std::unique_ptr<VolumeMesh> Mesh;               // what RequestData made
  const std::unique_ptr<DisplayMessages> DataMessages;  // about what RequestData got
  const std::unique_ptr<DisplayMessages> FrameMessages; // about the frame
  const std::unique_ptr<EmptyCaption> Caption;
  bool HasGradients = false; // Mesh is a piece with gradients at its points
  bool HasBlocks = false;    // Mesh was made of data with blocks
};

#endif
