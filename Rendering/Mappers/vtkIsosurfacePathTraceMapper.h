// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfacePathTraceMapper
 * @brief   isosurfaces of images and meshes in global illumination, path traced progressively
 *
 * Draws the surfaces {f = isovalue} of a vtkImageData or vtkRectilinearGrid as the trilinear interpolant has
 * them, and those of a vtkUnstructuredGrid as the linear one in its tetrahedra does, in the light that comes
 * from all around (vtkPathTraceSettings::Light), with shadows, and light that surfaces give to each other;
 * see I. Wald, "Active Thread Compaction for GPU Path Tracing", High Performance Graphics 2011. It runs on a
 * CUDA device, or on CPU threads.
 *
 * A picture is the mean of SamplesPerPixel random paths for each pixel. A still is traced to the end, with
 * Refine in several frames; while someone interacts with the window each frame is one sample more. Frames go
 * on where the last one has ended as long as nothing is changed, and else begin anew. The random numbers
 * depend on pixel and sample alone, so that a picture of so many samples is the same however it came about.
 *
 * The data sets of a scene share light and shadows: the input, and those of AddDataSet. With
 * vtkPathTraceSettings::IncludeSurfaces the opaque polygons in the renderer belong to it. Translucent
 * isosurfaces let a share of the paths through. Those of an unstructured grid, whose cells vtkTetrahedralizer
 * cuts into tetrahedra, are of values at the points: values of cells, also those that colour surfaces, are
 * averaged there. A scene has inkray::PathTracer::maxVolumes images and maxMeshes grids at most; with a
 * volume (vtkPathTraceSettings::IncludeVolume) of another array than its surfaces a data set counts twice.
 *
 * Arrays are chosen as in vtkIsosurfaceRayCastMapper. The volume property gives the colour function
 * and, to IncludeVolume, the opacity function and its unit distance. Cropping, clipping planes and hardware
 * selection are not supported: what is cut elsewhere is whole here, and nothing can be selected.
 *
 * What the user has to do something about is an error or warning of this object, once as long as it lasts,
 * and a row "problem" of the report; what explains the picture is a row "note" there. Nothing or the rest is
 * drawn.
 */
#ifndef vtkIsosurfacePathTraceMapper_h
#define vtkIsosurfacePathTraceMapper_h

#include "InKRayRenderingModule.h"
#include "RayCastMapper.h"
#include "vtkVolumeMapper.h"

#include <memory> // for std::unique_ptr
#include <vector> // for std::vector

class vtkPathTraceSettings;
class vtkRayCastReport;

class INKRAYRENDERING_EXPORT vtkIsosurfacePathTraceMapper
  : public vtkVolumeMapper
  , public RayCastMapper
{
public:
  static vtkIsosurfacePathTraceMapper* New();
  vtkTypeMacro(vtkIsosurfacePathTraceMapper, vtkVolumeMapper);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Surfaces, samples, material, light, device and resolution. A mapper has settings of its own until it is
   * given others. Null gives it new ones.
   */
  void SetSettings(vtkPathTraceSettings* settings);
  vtkPathTraceSettings* GetSettings();
  ///@}

  ///@{
  /**
   * The input: a vtkImageData, vtkRectilinearGrid or vtkUnstructuredGrid.
   */
  using Superclass::SetInputData;
  void SetInputData(vtkDataSet* input) override;
  ///@}

  ///@{
  /**
   * More data sets of the same kinds in the scene, beside the input: eight images at most, with it.
   */
  void AddDataSet(vtkDataSet* dataSet);
  void RemoveAllDataSets();
  ///@}

  ///@{
  /**
   * Draw a still in several frames: each call of Render() adds as many samples as fit into 50 ms, one at
   * least, until SamplesPerPixel is reached. Somebody has to ask the window for the next frame while
   * IsUnfinished(). Off by default: a still has all its samples at once, as in stereo.
   */
  vtkSetMacro(Refine, vtkTypeBool);
  vtkGetMacro(Refine, vtkTypeBool);
  vtkBooleanMacro(Refine, vtkTypeBool);
  ///@}

  /**
   * Whether the last frame was drawn with fewer samples than SamplesPerPixel.
   */
  bool IsUnfinished();

  /**
   * Samples per pixel that the last frame lacks of SamplesPerPixel; 0 where it was not drawn.
   */
  int GetNumberOfMissingSamples();

  /**
   * What the last frame was made of and how long it took, with these rows. Times and counts of a frame that
   * was not drawn are 0.
   * - "drawn by": "isosurface path trace" or "nothing"
   * - "device", "fallback reason": as GetDeviceName and GetFallbackReason
   * - "problem" and "note": any number of them, each a sentence
   * - "samples": of each pixel of the picture; "new samples", of them in this frame
   * - in ms: "bricks", "adjacency" (cells cut into tetrahedra, and their neighbours) and "upload", 0 where
   *   the data had not changed; "rebuild" (trees of isosurfaces and
   *   triangles), "trace" (all new samples), "present" (picture to the window), "frame" (the whole of Render)
   * - in %: "share of the view", that Render has of the time in which the renderer drew everything
   * - in MiB on the device (on the CPU: in memory, without arrays that are used in place): "scene memory",
   *   "frame memory"
   * - "tetrahedra" of meshes; "triangles" of surfaces in the view, "left out" (degenerate, or not finite)
   * - how often data went to the device since this mapper was made: "scene uploads" (images, meshes,
   * triangles), "sky uploads"
   * - in pixels: "image width", "image height"
   *
   * The object is the mapper's own and changes with the next call.
   */
  vtkRayCastReport* GetReport();

  ///@{
  /**
   * What the last frame came from: the device's name, and one sentence about why it is not the one that was
   * wanted (empty when it is).
   */
  const char* GetDeviceName();
  const char* GetFallbackReason();
  ///@}

  /**
   * Includes the settings.
   */
  vtkMTimeType GetMTime() override;

  ///@{
  /**
   * What a vtkRayCastVolume asks: whether all surfaces are opaque, without a volume between them; ids are
   * drawn to select.
   */
  bool IsPictureOpaque() override;
  bool DrawsIds() override { return true; }
  ///@}

  ///@{
  /**
   * Of all data sets.
   */
  using Superclass::GetBounds;
  double* GetBounds() VTK_SIZEHINT(6) override;
  ///@}

  /**
   * Draw the surfaces. Called by the renderer. Never throws; whatever goes wrong is reported and the frame
   * goes on without this volume.
   */
  void Render(vtkRenderer* renderer, vtkVolume* volume) override;

  ///@{
  /**
   * Bring the input up to date. Does nothing for an input that was set with SetInputData.
   */
  using Superclass::Update;
  void Update() override;
  ///@}

  /**
   * Give back what is held in the window and on the device. The next frame sets all up again.
   */
  void ReleaseGraphicsResources(vtkWindow* window) override;

protected:
  vtkIsosurfacePathTraceMapper();
  ~vtkIsosurfacePathTraceMapper() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;

private:
  vtkIsosurfacePathTraceMapper(const vtkIsosurfacePathTraceMapper&) = delete;
  void operator=(const vtkIsosurfacePathTraceMapper&) = delete;

  struct Internals;

  std::vector<vtkDataSet*> GetDataSets(); // the input, and those beside it

  vtkTypeBool Refine = 0;
  std::unique_ptr<Internals> Internal;
};

#endif
