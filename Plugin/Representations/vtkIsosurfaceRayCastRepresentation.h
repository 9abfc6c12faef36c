// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceRayCastRepresentation
 * @brief   representation "Isosurface (Ray Cast)": isosurfaces of image data drawn by
 * vtkIsosurfaceRayCastMapper
 *
 * Takes images and composite data sets of them; each image that is a block gets a mapper and a volume of its
 * own. On several ranks a layer of ghost cells is asked for, so that surfaces of cell values meet at the
 * seams; opaque surfaces are composited by depth, translucent ones in the order of the ranks' boxes.
 *
 * The surfaces are those of the isosurface array: the chosen one, else the array chosen to colour by, else
 * the active scalars or the first array of numbers. They are coloured by the colour array: if it is the same,
 * each surface has the colour of its isovalue; if it is another, the colours of that array on the surface; if
 * there is none, one colour.
 *
 * Under OSPRay or OptiX, which know VTK's own mappers only, nothing is drawn. GetFallbackReason() says so.
 */
#ifndef vtkIsosurfaceRayCastRepresentation_h
#define vtkIsosurfaceRayCastRepresentation_h

#include "InKRayRepresentationsModule.h"
#include "vtkImageVolumeRepresentation.h"
#include "vtkNew.h"          // for vtkNew
#include "vtkSmartPointer.h" // for vtkSmartPointer

#include <functional> // for std::function
#include <set>        // for std::set
#include <string>     // for std::string
#include <vector>     // for std::vector

class vtkDataArray;
class vtkImageData;
class vtkIsosurfaceRayCastMapper;
class vtkIsosurfaceRayCastStatistics;
class vtkRayCastReport;
class vtkRayCastVolume;

class INKRAYREPRESENTATIONS_EXPORT vtkIsosurfaceRayCastRepresentation : public vtkImageVolumeRepresentation
{
public:
  static vtkIsosurfaceRayCastRepresentation* New();
  vtkTypeMacro(vtkIsosurfaceRayCastRepresentation, vtkImageVolumeRepresentation);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  int ProcessViewRequest(
    vtkInformationRequestKey* request, vtkInformation* inInfo, vtkInformation* outInfo) override;

  void SetVisibility(bool visible) override;

  ///@{
  /**
   * The array that has the surfaces, by association (vtkDataObject::FIELD_ASSOCIATION_POINTS or
   * FIELD_ASSOCIATION_CELLS) and name; no or an empty name leaves the choice to the representation. Of an
   * array with several components the surface is of one of them, from 0 on, or of the length when Component
   * is not below their number.
   */
  void SelectIsosurfaceArray(int idx, int port, int connection, int association, const char* name);
  void SetIsosurfaceComponent(int component);
  ///@}

  ///@{
  /**
   * The isovalues, and the opacities of their surfaces: those at the same place in the lists belong together,
   * and a surface without an opacity in its list is opaque.
   */
  void SetIsovalue(int i, double value);
  void SetNumberOfIsovalues(int number);
  void SetIsosurfaceOpacity(int i, double opacity);
  void SetNumberOfIsosurfaceOpacities(int number);
  ///@}

  ///@{
  /**
   * Opacity of everything, and the colour where no array is chosen to colour by.
   */
  void SetOpacity(double opacity);
  void SetDiffuseColor(double red, double green, double blue);
  ///@}

  ///@{
  /**
   * Forwarded to the mapper; see vtkIsosurfaceRayCastMapper.
   */
  void SetDevice(int device);
  void SetPipeline(int pipeline);
  void SetCompactionMethod(int method);
  void SetImageSampleDistance(double distance);
  void SetAutoAdjustSampleDistances(bool adjust);
  void SetMaximumImageSampleDistance(double distance);
  void SetEarlyTermination(double share);
  ///@}

  /**
   * Look at what the last frame shows under a pixel of its window, counted from the lower left corner; a
   * negative pixel looks nowhere. All ranks of a parallel server have to call this.
   */
  void SetProbePixel(int x, int y);

  ///@{
  /**
   * What ProbePixel found: whether there is a surface; its place in world coordinates; its isovalue, the
   * interpolated value and the value of the colour array (NaN when that is not another array).
   */
  int GetProbed();
  double* GetProbedPosition() VTK_SIZEHINT(3);
  double* GetProbedValues() VTK_SIZEHINT(3);
  ///@}

  ///@{
  /**
   * What the mappers of this process say about their last frame, all blocks together; see
   * vtkIsosurfaceRayCastMapper.
   */
  const char* GetDeviceName();
  const char* GetFallbackReason();
  const char* GetUsedPipelineName();
  double* GetTimings() VTK_SIZEHINT(6);
  double* GetMemoryUsed() VTK_SIZEHINT(3);
  double GetCompactionRatio();
  int* GetImageSize() VTK_SIZEHINT(2);
  vtkIdType* GetRays()
    VTK_SIZEHINT(5); ///< rays, hits, rounds, items that the compactions were given, items they kept
  vtkIdType* GetLeaves() VTK_SIZEHINT(2);  ///< leaves, active leaves
  vtkIdType* GetUploads() VTK_SIZEHINT(4); ///< of volumes, colour arrays, isovalues, colour tables
  ///@}

  /**
   * What is asked for these, on the processes of a server.
   */
  void SetStatistics(vtkIsosurfaceRayCastStatistics* statistics);

protected:
  vtkIsosurfaceRayCastRepresentation();
  ~vtkIsosurfaceRayCastRepresentation() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;
  int RequestUpdateExtent(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;
  bool RemoveFromView(vtkView* view) override;
  void UpdateMapperParameters() override;

private:
  vtkIsosurfaceRayCastRepresentation(const vtkIsosurfaceRayCastRepresentation&) = delete;
  void operator=(const vtkIsosurfaceRayCastRepresentation&) = delete;

  /// An array by name and where it is.
  struct ArrayChoice
  {
    std::string Name;
    int Association = 0;
    bool operator==(const ArrayChoice& other) const
    {
      return this->Name == other.Name && this->Association == other.Association;
    }
  };
  /// What draws one image of several; the first is drawn by the actor of the superclass.
  struct Block
  {
    vtkSmartPointer<vtkIsosurfaceRayCastMapper> Mapper;
    vtkSmartPointer<vtkRayCastVolume> Volume;
  };

  /// The bounds of an image as it was at a time, without what a neighbouring piece has as well.
  struct Box
  {
    vtkSmartPointer<vtkImageData> Image;
    vtkMTimeType Time = 0;
    double Bounds[6];
  };

  void ForEachMapper(const std::function<void(vtkIsosurfaceRayCastMapper*)>& action);
  void CopyInputChoice(vtkIsosurfaceRayCastMapper* other);
  void TakeImages(vtkDataObject* input);
  void TakeBounds();
  void LeaveOutImagesWithout(const ArrayChoice& choice);
  void MakeBlocks();
  void SortBlocks();
  vtkDataArray* FindArray(const ArrayChoice& choice);
  ArrayChoice GetColorArray();
  bool ChooseIsosurfaceArray(ArrayChoice& choice);
  void ChooseColors(const ArrayChoice& contoured);
  void CheckIsovalues();
  bool IsTranslucent();
  void ProbeHere();
  vtkSmartPointer<vtkRayCastReport> ReportOfAllBlocks();
  void Report(bool error, const std::string& message);

  vtkNew<vtkRayCastVolume> Volume;                   // of the first image: the superclass's Actor
  vtkNew<vtkIsosurfaceRayCastMapper> Mapper;         // of the first image; its settings are those of all
  std::vector<Block> Blocks;                         // of the others
  std::vector<vtkSmartPointer<vtkImageData>> Images; // to be drawn
  std::vector<Box> Boxes;                            // of Images
  std::string FallbackReason;
  bool Shown = true;

  ArrayChoice IsosurfaceArray;
  int IsosurfaceComponent = 0;
  double DiffuseColor[3] = { 1, 1, 1 };
  double WholeBounds[6]; // of all ranks

  int ProbePixel[2] = { -1, -1 };
  int Probed = 0;
  double ProbedPosition[3] = { 0, 0, 0 };
  double ProbedValues[3] = { 0, 0, 0 };

  std::set<std::string> Said;
  double Timings[6];
  int ImageSize[2] = { 0, 0 };
  double MemoryUsed[3];
  vtkIdType Rays[5];
  vtkIdType Leaves[2];
  vtkIdType Uploads[4];
};

#endif
