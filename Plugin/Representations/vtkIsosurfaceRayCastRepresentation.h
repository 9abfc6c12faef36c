// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceRayCastRepresentation
 * @brief   representation "Isosurface (Ray Cast)": isosurfaces of images and meshes, drawn by
 * vtkIsosurfaceRayCastMapper and vtkTetRayCastMapper
 *
 * The input is an image (or rectilinear grid), a mesh (unstructured or structured grid), or a composite data
 * set of both. Each image gets a mapper and a volume of its own. All meshes together get one mapper, which
 * draws no volume. On several ranks, a layer of ghost cells is requested, so that surfaces of cell values
 * meet at borders. Opaque surfaces are composited by depth. Translucent surfaces of images are composited in
 * the order of the ranks' boxes; for those of meshes, the ranks draw one picture together.
 *
 * The isosurface array is the chosen one, else the array to color by, else the active scalars or the first
 * array of numbers. If the color array is the same, each surface has the color of its isovalue. If it is
 * another array, that array colors the surfaces. Without a color array, all have one color.
 *
 * Under OSPRay or OptiX, which support only VTK's own mappers, nothing is drawn. The report says so.
 */
#ifndef vtkIsosurfaceRayCastRepresentation_h
#define vtkIsosurfaceRayCastRepresentation_h

#include "CompositedRanks.h" // for CompositedRanks
#include "DisplayCuts.h"     // for DisplayCuts
#include "InKRayRepresentationsModule.h"
#include "IsosurfaceArrays.h" // for IsosurfaceArrays
#include "RankPicture.h"      // for RankPicture
#include "vtkImageVolumeRepresentation.h"
#include "vtkIsosurfaceRayCastMapper.h"   // for the commands
#include "vtkIsosurfaceRayCastSettings.h" // for the commands
#include "vtkNew.h"                       // for vtkNew
#include "vtkRepresentationReport.h"      // for its Histogram
#include "vtkSmartPointer.h"              // for vtkSmartPointer

#include <memory> // for std::unique_ptr
#include <string> // for std::string
#include <vector> // for std::vector

class DisplayMessages;
class IsosurfaceBlocks;
class IsosurfaceInput;
class IsosurfaceMesh;
class PartBounds;
class vtkDataSet;
class vtkIsosurfaceProbe;
class vtkPVRayCastVolume;
class vtkUnstructuredGrid;
struct IsosurfaceGrids;

class INKRAYREPRESENTATIONS_EXPORT vtkIsosurfaceRayCastRepresentation
  : public vtkImageVolumeRepresentation
#ifndef __VTK_WRAP__
  , public RankPicture
#endif
{
public:
  static vtkIsosurfaceRayCastRepresentation* New();
  vtkTypeMacro(vtkIsosurfaceRayCastRepresentation, vtkImageVolumeRepresentation);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  int ProcessViewRequest(
    vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo) override;

  void SetVisibility(bool visible) override;

  /**
   * Set the arrays with the ids of selected points and cells of meshes, as in the superclass.
   */
  void SetArrayIdNames(const char* pointArray, const char* cellArray) override;

  ///@{
  /**
   * Choose the isosurface array by association (vtkDataObject::FIELD_ASSOCIATION_POINTS or
   * FIELD_ASSOCIATION_CELLS) and name. Without a name, the representation chooses. Component selects a
   * component of the array, from 0. If it is not below the number of components, the magnitude is used.
   */
  void SelectIsosurfaceArray(int idx, int port, int connection, int association, const char* name);
  void SetIsosurfaceComponent(int component) { this->Arrays.SetComponent(component); }

  /// Whether the array that colors the surfaces goes through the color map. If this is off, three or
  /// four components are colors themselves on surfaces of images. Surfaces of meshes still use the
  /// color map, and a note says so.
  void SetMapScalars(bool map) { this->Arrays.MapScalars = map; }
  ///@}

  /**
   * The isosurfaces. Each has a value and an opacity, and may be hidden or have a color of its own.
   */
  INKRAY_ISOSURFACE_COMMANDS(this->Mapper)

  /**
   * Threshold, cropping, slices and styles of single blocks: see DisplayCuts. Surfaces with a color of their
   * own keep it. Threshold and slices apply only to meshes, which a note says if there are images. Slices
   * show the isosurface array by the color map, or the single color. If another array colors the surfaces, no
   * slices are drawn, and a note says so.
   */
  INKRAY_THRESHOLD_AND_SLICES(this->Cuts)
  INKRAY_CROPPING_AND_STYLES(this->Cuts)

  ///@{
  /**
   * The opacity of everything, and the color if no array is chosen to color by.
   */
  void SetOpacity(double opacity) { this->Mapper->GetSettings()->SetOpacity(opacity); }
  void SetDiffuseColor(double red, double green, double blue)
  {
    this->Arrays.SetSolidColor(red, green, blue);
  }
  ///@}

  ///@{
  /**
   * Set the settings of all mappers, the object that provides the report, and the object that probes pixels.
   * Called by ParaView for subproxies.
   */
  void SetSettings(vtkIsosurfaceRayCastSettings* settings);
  void SetReport(vtkRepresentationReport* report) { report->Follow(this); }
  void SetProbe(vtkIsosurfaceProbe* probe);
  ///@}

  /**
   * The report of this process's mappers about their last frame, for all blocks together: see
   * vtkIsosurfaceRayCastMapper::GetReport(). If nothing is drawn, "fallback reason" says why.
   */
  vtkSmartPointer<vtkRayCastReport> GetReport();

  /**
   * The histogram of the isosurface array over all ranks, which call this together. Only data that threshold
   * and cropping keep count: see InputHistogram.
   */
  vtkRepresentationReport::Histogram GetHistogram(int bins, int = 1);

  /**
   * Whether pictures of several ranks can be composited by depth. The answer is the same on all ranks.
   */
  virtual bool IsOpaque();

protected:
  vtkIsosurfaceRayCastRepresentation();
  ~vtkIsosurfaceRayCastRepresentation() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestUpdateExtent(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  bool RemoveFromView(vtkView* view) override;
  void UpdateMapperParameters() override;

  /// Whether rays are cut at the walls between ranks, as this class's mapper of meshes does. If so, cells at
  /// walls stay whole and several ranks have them. The answer is the same on all ranks.
  virtual bool CutsRays() { return true; }

  /// Add the reports of the mappers about a frame that was drawn.
  virtual void AddMapperReports(vtkRayCastReport* report);

  ///@{
  /// For subclasses that draw with a separate mapper, after UpdateMapperParameters. IsDrawn: whether there is
  /// anything to draw. IsShown: whether the display is visible.
  bool IsDrawn() const { return this->Drawn; }
  bool IsShown() const { return this->Shown; }
  /// The blocks to draw, and the mapper of images, which is set up for them.
  std::vector<vtkSmartPointer<vtkDataSet>> GetPieces() const;
  vtkIsosurfaceRayCastMapper* GetMapper() { return this->Mapper; }
  /// Hide all images and meshes that this class draws.
  void HideMappers();
  /// Note that colors and opacities of single blocks do not apply to `what`.
  void NoteUnusedBlockStyles(const std::string& what);
  ///@}

private:
  vtkIsosurfaceRayCastRepresentation(const vtkIsosurfaceRayCastRepresentation&) = delete;
  void operator=(const vtkIsosurfaceRayCastRepresentation&) = delete;

#ifndef __VTK_WRAP__
  bool IsExchanged() override;
  bool HasWholeCells() const override;
  bool JoinsOthers() override;
  const double* GetImageBounds() override
  {
    return this->AreImages ? this->DataBounds : nullptr;
  }
  vtkProp3D* GetPlaced() override
  {
    return this->Actor;
  }
#endif

  /// The arrays, updated from the properties.
  const IsosurfaceArrays& GetArrays();
  bool CropToWhole();
  void CutMesh();
  /// Hand the data to the view, which redistributes meshes among ranks.
  void Deliver(vtkInformation* view);
  /// Take the data that the view has delivered.
  void Take(vtkInformation* view);
  /// Decide whether the ranks draw the meshes of the coming frame together.
  void ChooseRanks(vtkInformation* view);

  IsosurfaceArrays Arrays;
  DisplayCuts Cuts;
  vtkNew<vtkPVRayCastVolume> Volume;         // draws the first image; the superclass's Actor
  vtkNew<vtkIsosurfaceRayCastMapper> Mapper; // draws the first image; all mappers share its settings
  CompositedRanks Ranks;
  IsosurfaceArrays Completed;                    // the arrays whose gradients and averages the meshes have
  vtkSmartPointer<vtkUnstructuredGrid> Grid;     // this rank's meshes before the view redistributes them
  const std::unique_ptr<IsosurfaceGrids> Pieces; // to draw in this frame
  const std::unique_ptr<IsosurfaceBlocks> Blocks;
  const std::unique_ptr<IsosurfaceMesh> Mesh;
  const std::unique_ptr<IsosurfaceInput> Input;
  const std::unique_ptr<PartBounds> Bounds;             // of images and grid
  const std::unique_ptr<DisplayMessages> DataMessages;  // about the input of RequestData
  const std::unique_ptr<DisplayMessages> FrameMessages; // about the last frame
  std::string IsovalueNote;                             // about all blocks
  std::string FallbackReason;
  bool Shown = true;
  bool Drawn = false;                        // in the last frame
  bool HasImages = false;                    // in this rank's data
  bool Together = false;                     // ranks draw the meshes of the frame together
  bool AreImages = false, AreMeshes = false; // on any rank
};

#endif
