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

#include "CompositedRanks.h" // for CompositedRanks
#include "InKRayRepresentationsModule.h"
#include "RankPicture.h"             // for RankPicture
#include "VolumeLook.h"              // for VolumeLook
#include "VolumeMapperChoice.h"      // for VolumeMapperChoice
#include "vtkNew.h"                  // for vtkNew
#include "vtkRepresentationReport.h" // for its Histogram
#include "vtkSmartPointer.h"         // for vtkSmartPointer
#include "vtkTetRayCastMapper.h"     // for the commands
#include "vtkUnstructuredGridVolumeRepresentation.h"
#include "vtkVolumeProperty.h" // for the superclass's Property

#include <memory> // for std::unique_ptr
#include <string> // for std::string

class DisplayMessages;
class EmptyCaption;
class VolumeMesh;
struct RayCastArray;
class vtkDataSet;
class vtkHavsMapper;
class vtkPVRayCastVolume;
class vtkPVTransferFunction2D;
class vtkScalarsToColors;
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
   * The look of the volume: see VolumeLook.h. Mappers of ParaView always composite. Of the rest they support
   * the color of Solid Color, opacity function, unit distance, opacity and density.
   */
  INKRAY_VOLUME_COMMANDS(this->Look, this->Mapper)

  /**
   * Cropping and styles of single blocks: see DisplayCuts. Only the ray caster supports them.
   */
  INKRAY_CROPPING_AND_STYLES(this->Look)

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
   * The array that colors the isosurfaces, by association and name, and its color map, which chooses the
   * component of a vector. Without a name or with "None", the default, surfaces have the colors of their
   * isovalues. Without a map, they use that of the volume.
   */
  void SelectIsosurfaceColorArray(int idx, int port, int connection, int association, const char* name);
  void SetIsosurfaceColors(vtkScalarsToColors* function);
  ///@}

  ///@{
  /**
   * A function of value and gradient magnitude, off by default: it gives color and opacity in place of all
   * other functions and needs an array to color by. Units are those of vtkTetRayCastMapper. Mappers of
   * ParaView support no functions of gradient magnitude.
   */
  void SetUseTransfer2D(bool use);
  void SetTransferFunction2D(vtkPVTransferFunction2D* function);
  ///@}

  ///@{
  /**
   * Set the settings of the mapper, and the object that provides its report.
   * Called by ParaView for subproxies.
   */
  void SetSettings(vtkTetRayCastSettings* settings);
  void SetReport(vtkRepresentationReport* report) { report->Follow(this); }
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
  vtkUnstructuredGrid* GetGrid(); ///< the grid of this process, or the grid that it was sent to draw
  void UpdateStockMapper();
  void UpdateOwnMapper();
  void UseColors(vtkDataSet* data);          ///< `data`: the drawn data
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
