// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceRayCastRepresentation
 * @brief   representation "Isosurface (Ray Cast)": isosurfaces of images and meshes, drawn by
 * vtkIsosurfaceRayCastMapper and vtkTetRayCastMapper
 *
 * Takes images, which may be rectilinear grids, meshes (unstructured and structured grids), and composite
 * data sets of both; each image that is a block gets a mapper and a volume of its own, and all meshes
 * together one, which draws no volume. On several ranks a layer of ghost cells is asked for, so that surfaces
 * of cell values meet at the seams. Opaque surfaces are composited by depth. Translucent ones of images are
 * composited in the order of the ranks' boxes; for those of meshes, the ranks draw one picture together.
 *
 * The surfaces are those of the isosurface array: the chosen one, else the array chosen to colour by, else
 * the active scalars or the first array of numbers. They are coloured by the colour array: if it is the same,
 * each surface has the colour of its isovalue; if it is another, the colours of that array on the surface; if
 * there is none, one colour.
 *
 * Under OSPRay or OptiX, which know VTK's own mappers only, nothing is drawn. The report says so.
 */
#ifndef vtkIsosurfaceRayCastRepresentation_h
#define vtkIsosurfaceRayCastRepresentation_h

#include "CompositedRanks.h" // for CompositedRanks
#include "DisplayCuts.h"     // for DisplayCuts
#include "InKRayRepresentationsModule.h"
#include "IsosurfaceArrays.h" // for IsosurfaceArrays
#include "RankPicture.h"      // for RankPicture
#include "vtkImageVolumeRepresentation.h"
#include "vtkNew.h"                  // for vtkNew
#include "vtkRepresentationReport.h" // for its Histogram
#include "vtkSmartPointer.h"         // for vtkSmartPointer

#include <memory> // for std::unique_ptr
#include <string> // for std::string
#include <vector> // for std::vector

class DisplayMessages;
class IsosurfaceBlocks;
class IsosurfaceInput;
class IsosurfaceMesh;
class PieceBounds;
class vtkDataSet;
class vtkIsosurfaceProbe;
class vtkIsosurfaceRayCastMapper;
class vtkIsosurfaceRayCastSettings;
class vtkRayCastReport;
class vtkPVRayCastVolume;
class vtkUnstructuredGrid;
struct IsosurfacePieces;

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
   * The ids that are told of what is selected in meshes, as in the superclass.
   */
  void SetArrayIdNames(const char* pointArray, const char* cellArray) override;

  ///@{
  /**
   * The array that has the surfaces, by association (vtkDataObject::FIELD_ASSOCIATION_POINTS or
   * FIELD_ASSOCIATION_CELLS) and name; no or an empty name leaves the choice to the representation. Of an
   * array with several components the surface is of one of them, from 0 on, or of the length when Component
   * is not below their number.
   */
  void SelectIsosurfaceArray(int idx, int port, int connection, int association, const char* name);
  void SetIsosurfaceComponent(int component) { this->Arrays.SetComponent(component); }

  /// Whether the array that colors the surfaces goes through the color map. Off, three or four components are
  /// colors themselves on surfaces of images. On those of meshes they are not, and a note says so.
  void SetMapScalars(bool map) { this->Arrays.MapScalars = map; }
  ///@}

  ///@{
  /**
   * The isosurfaces, each of which has a value, an opacity, and may be hidden or have a colour of its own;
   * see vtkIsovalueList::SetRow.
   */
  void SetIsosurface(int i, double value, double opacity, double visible, double ownColor, double red,
    double green, double blue);
  void SetNumberOfIsosurfaces(int number);
  ///@}

  /**
   * Threshold, cropping, slices and looks of single blocks: see DisplayCuts. Surfaces with a color of their
   * own keep it. Threshold and slices are of meshes; images are drawn whole, which a note says. Slices have
   * the colours of the isosurface array in the colour map, or the one colour of all; where another array
   * colours the surfaces there are none, which a note says.
   */
  INKRAY_CUT_COMMANDS(this->Cuts)

  ///@{
  /**
   * Opacity of everything, and the colour where no array is chosen to colour by.
   */
  void SetOpacity(double opacity);
  void SetDiffuseColor(double red, double green, double blue)
  {
    this->Arrays.SetSolidColor(red, green, blue);
  }
  ///@}

  ///@{
  /**
   * ParaView's subproxies: the settings of all mappers, what is asked for the report, and what looks under a
   * pixel.
   */
  void SetSettings(vtkIsosurfaceRayCastSettings* settings);
  void SetReport(vtkRepresentationReport* report);
  void SetProbe(vtkIsosurfaceProbe* probe);
  ///@}

  /**
   * What the mappers of this process report about their last frame, all blocks together; see
   * vtkIsosurfaceRayCastMapper::GetReport(). Under "fallback reason" is also why nothing is drawn.
   */
  vtkSmartPointer<vtkRayCastReport> GetReport();

  /**
   * The histogram of the isosurface array in what threshold and cropping leave of the data, over all ranks,
   * which all call this: see PieceHistogram.
   */
  vtkRepresentationReport::Histogram GetHistogram(int bins);

  /**
   * Whether pictures of several ranks go together by depth. The answer is the same on all ranks.
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

  /// Whether rays are cut at the walls between ranks, as by this class's mapper of meshes. Cells at the walls
  /// then stay whole, and several ranks have them. The answer is the same on all ranks.
  virtual bool CutsRays() { return true; }

  /// Add what the mappers report about a frame that was drawn.
  virtual void AddMapperReports(vtkRayCastReport* report);

  ///@{
  /// For representations that draw with a mapper of their own, after UpdateMapperParameters: whether there is
  /// something to draw, and if so in these pieces, as the mapper of images is set up for them; that mapper
  /// and its volume; leave what they and the mappers beside them would draw to others.
  bool IsDrawn() const { return this->Drawn; }
  bool IsShown() const { return this->Shown; }
  std::vector<vtkSmartPointer<vtkDataSet>> GetPieces() const;
  vtkIsosurfaceRayCastMapper* GetMapper();
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
  vtkProp3D* GetPlaced() override
  {
    return this->Actor;
  }
#endif

  /// The arrays as the properties now say.
  const IsosurfaceArrays& GetArrays();
  bool CropToWhole();
  /// Give the view the boxes of the ranks' data, of all displays of this kind, and other bounds of this one.
  void SetBounds(vtkInformation* view);
  void CutMesh();
  /// Hand the data to the view, which sends meshes from rank to rank.
  void Deliver(vtkInformation* view);
  /// Take what the view has delivered.
  void Take(vtkInformation* view);
  /// Choose whether ranks draw the meshes of the coming frame together.
  void ChooseRanks(vtkInformation* view);

  IsosurfaceArrays Arrays;
  DisplayCuts Cuts;
  vtkNew<vtkPVRayCastVolume> Volume;         // of the first image: the superclass's Actor
  vtkNew<vtkIsosurfaceRayCastMapper> Mapper; // of the first image; its settings are those of all
  CompositedRanks Ranks;
  IsosurfaceArrays Completed;                     // whose gradients and averages the meshes have
  vtkSmartPointer<vtkUnstructuredGrid> Grid;      // of the meshes of this rank, before cells are handed out
  const std::unique_ptr<IsosurfacePieces> Pieces; // to be drawn
  const std::unique_ptr<IsosurfaceBlocks> Blocks;
  const std::unique_ptr<IsosurfaceMesh> Mesh;
  const std::unique_ptr<IsosurfaceInput> Input;
  const std::unique_ptr<PieceBounds> Bounds;            // of images and grid
  const std::unique_ptr<DisplayMessages> DataMessages;  // about what RequestData got
  const std::unique_ptr<DisplayMessages> FrameMessages; // about the frame
  std::string IsovalueNote;                             // about all pieces
  std::string FallbackReason;
  bool Shown = true;
  bool Drawn = false;                        // in the last frame
  bool HasImages = false;                    // in the data of this rank
  bool Together = false;                     // ranks draw the meshes of the frame together
  bool AreImages = false, AreMeshes = false; // on any rank
};

#endif
