// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkGridRayCastRepresentation
 * @brief   representation "Volume (Ray Cast)" of images and rectilinear grids, drawn by vtkGridRayCastMapper
 *
 * The properties of ParaView's representation Volume of images keep their meaning: color map, opacity
 * function, unit distance, separate opacity array, light and cropping. Its blend modes, isosurfaces, slices
 * and second arrays of 2-D transfer functions are left to it; isosurfaces, slices and a threshold are those
 * of vtkTetRayCastRepresentation. Blocks of images are put together into one (ImageOfBlocks). On several
 * ranks each rank draws its part, and the ranks put their pictures together (CompositedRanks).
 *
 * Without an array to color by (Solid Color), the volume has one color, see vtkTetRayCastRepresentation.
 * Under OSPRay or OptiX, which support only VTK's own mappers, nothing is drawn. The report says so.
 */
#ifndef vtkGridRayCastRepresentation_h
#define vtkGridRayCastRepresentation_h

#include "CompositedRanks.h" // for CompositedRanks
#include "InKRayRepresentationsModule.h"
#include "RankPicture.h"          // for RankPicture
#include "VolumeLook.h"           // for VolumeLook
#include "vtkGridRayCastMapper.h" // for the commands
#include "vtkImageVolumeRepresentation.h"
#include "vtkNew.h"                  // for vtkNew
#include "vtkRepresentationReport.h" // for its Histogram
#include "vtkSmartPointer.h"         // for vtkSmartPointer
#include "vtkVolumeProperty.h"       // for the superclass's Property

#include <memory> // for std::unique_ptr
#include <string> // for std::string

class DisplayMessages;
class EmptyCaption;
class ImageOfBlocks;
class PartBounds;
class vtkPVRayCastVolume;
class vtkScalarsToColors;
class vtkTetRayCastSettings;

class INKRAYREPRESENTATIONS_EXPORT vtkGridRayCastRepresentation
  : public vtkImageVolumeRepresentation
#ifndef __VTK_WRAP__
  , public RankPicture
  , public CellSelection::Finder
#endif
{
public:
  static vtkGridRayCastRepresentation* New();
  vtkTypeMacro(vtkGridRayCastRepresentation, vtkImageVolumeRepresentation);

  int ProcessViewRequest(
    vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo) override;

  void SetVisibility(bool visible) override; ///< hiding the display releases the image of its blocks

  /**
   * The look of the volume: see VolumeLook.h.
   */
  INKRAY_VOLUME_COMMANDS(this->Look, this->Mapper)

  ///@{
  /**
   * The array that colors the isosurfaces, and its color map: see vtkTetRayCastRepresentation.
   */
  void SelectIsosurfaceColorArray(int idx, int port, int connection, int association, const char* name);
  void SetIsosurfaceColors(vtkScalarsToColors* function);
  ///@}

  ///@{
  /**
   * Cropping: see CroppingBox. The superclass has the origin and the scale of the box.
   */
  void SetCropping(int crop) { this->Look.Cropping.Use = crop != 0; }
  void SetCroppingKeepOutside(bool outside) { this->Look.Cropping.KeepsOutside = outside; }
  void SetCroppingRotation(const double degrees[3]) { this->Look.Cropping.SetRotation(degrees); }
  ///@}

  ///@{
  /**
   * Set the settings of the mapper, and the object that provides its report. Called by ParaView for
   * subproxies.
   */
  void SetSettings(vtkTetRayCastSettings* settings) { this->Mapper->SetSettings(settings); }
  void SetReport(vtkRepresentationReport* report) { report->Follow(this); }
  ///@}

  /**
   * The report of this process's mapper about its last frame: see vtkGridRayCastMapper::GetReport(). If
   * nothing is drawn, "fallback reason" says why.
   */
  vtkSmartPointer<vtkRayCastReport> GetReport();

  /**
   * The histogram of the array that the transfer functions apply to, over all ranks, which call this
   * together: see InputHistogram. The threshold does not count, and there is none of gradients.
   */
  vtkRepresentationReport::Histogram GetHistogram(int bins, int ofGradients);

protected:
  vtkGridRayCastRepresentation();
  ~vtkGridRayCastRepresentation() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestUpdateExtent(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  bool AddToView(vtkView* view) override;
  bool RemoveFromView(vtkView* view) override;
  void UpdateMapperParameters() override;

private:
  vtkGridRayCastRepresentation(const vtkGridRayCastRepresentation&) = delete;
  void operator=(const vtkGridRayCastRepresentation&) = delete;

#ifndef __VTK_WRAP__
  bool IsExchanged() override;
  const double* GetImageBounds() override
  {
    return this->DataBounds;
  }
  const double* GetImageAxes() override;
  void GetBoundsAlong(const double axes[9], double bounds[6]) override;
  vtkProp3D* GetPlaced() override
  {
    return this->Actor;
  }
#endif

  bool IsOneVolume(); ///< whether a volume is drawn, which ranks can draw together
  bool IsRayTraced(); ///< by ParaView, which does not draw the volume then
  void UpdateLook();  ///< from the superclass's properties

  vtkNew<vtkPVRayCastVolume> Volume; // the superclass's Actor
  vtkNew<vtkGridRayCastMapper> Mapper;
  VolumeLook Look;
  CompositedRanks Ranks;
  const std::unique_ptr<ImageOfBlocks> Blocks;            // puts a composite data set together
  const std::unique_ptr<PartBounds> Bounds, TurnedBounds; // along x, y and z, and along an image's axes
  const std::unique_ptr<DisplayMessages> Messages;        // about the last frame
  const std::unique_ptr<EmptyCaption> Caption;
  std::string FallbackReason;
  bool ShowsCells = false; // values of cells
  bool HasBlocks = false;  // the input is a composite data set
};

#endif
