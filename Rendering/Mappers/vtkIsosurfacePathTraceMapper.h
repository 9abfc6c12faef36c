// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfacePathTraceMapper
 * @brief   isosurfaces of images and meshes in global illumination, path traced progressively
 *
 * Draws the surfaces {f = isovalue} of a vtkImageData or vtkRectilinearGrid, with f trilinear in each cell,
 * and of a vtkUnstructuredGrid, with f linear in each tetrahedron. Light comes from all around
 * (vtkPathTraceSettings::Light), with shadows and light between surfaces; see I. Wald, "Active Thread
 * Compaction for GPU Path Tracing", High Performance Graphics 2011. It runs on a CUDA device, or on CPU
 * threads.
 *
 * A picture is the mean of SamplesPerPixel random paths for each pixel. A still is traced completely, with
 * Refine in several frames. While someone interacts with the window, each frame adds one sample. Frames add
 * samples to the last picture as long as nothing changes, and otherwise begin anew. The random numbers depend
 * on pixel and sample alone, so a picture of a given number of samples is always the same.
 *
 * The data sets of a scene share light and shadows: the input, and the data sets of AddDataSet. With
 * vtkPathTraceSettings::IncludeSurfaces the opaque polygons in the renderer belong to the scene. Translucent
 * isosurfaces let a share of the paths through. vtkTetrahedralizer cuts the cells of an unstructured grid
 * into tetrahedra. Its isosurfaces use values at the points: cell values, also those that color surfaces, are
 * averaged there. A scene has at most inkray::PathTracer::maxVolumes images and maxMeshes grids. A data set
 * whose volume (vtkPathTraceSettings::IncludeVolume) shows another array than its surfaces counts twice.
 *
 * Arrays are chosen as in vtkIsosurfaceRayCastMapper. The volume property gives the color function and, for
 * IncludeVolume, the opacity function and its unit distance. Cropping, clipping planes and hardware selection
 * are not supported: the data are drawn whole, and nothing can be selected.
 */
#ifndef vtkIsosurfacePathTraceMapper_h
#define vtkIsosurfacePathTraceMapper_h

#include "InKRayRenderingModule.h"
#include "RayCastMapperOf.h"
#include "vtkVolumeMapper.h"

#include <memory> // for std::unique_ptr
#include <vector> // for std::vector

class vtkPathTraceSettings;

#ifndef __VTK_WRAP__
using PathTraceMapper = RayCastMapperOf<vtkVolumeMapper, vtkPathTraceSettings>;
#else
#define PathTraceMapper vtkVolumeMapper
#endif

class INKRAYRENDERING_EXPORT vtkIsosurfacePathTraceMapper : public PathTraceMapper
{
public:
  static vtkIsosurfacePathTraceMapper* New();
  vtkTypeMacro(vtkIsosurfacePathTraceMapper, PathTraceMapper);
  void PrintSelf(ostream& os, vtkIndent indent) override;
  RayCastMapperWrappedMethods(vtkPathTraceSettings);

  ///@{
  /**
   * The input: a vtkImageData, vtkRectilinearGrid or vtkUnstructuredGrid.
   */
  using Superclass::SetInputData;
  void SetInputData(vtkDataSet* input) override;
  ///@}

  ///@{
  /**
   * Add data sets of the same kinds to the scene, in addition to the input: eight images at most, with the
   * input.
   */
  void AddDataSet(vtkDataSet* dataSet);
  void RemoveAllDataSets();
  ///@}

  ///@{
  /**
   * Draw a still in several frames: each call of Render() adds as many samples as fit into 50 ms, at least
   * one, until SamplesPerPixel is reached. The CPU ray casts the first picture of opaque isosurfaces of
   * images, with no samples, before any data are on a device. (It does not in stereo, nor for more than 2^26
   * points unless Device is DEVICE_CPU.) The caller has to ask the window for the next frame while
   * IsUnfinished(). Off by default: a still then gets all its samples at once, as in stereo.
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
   * How many samples per pixel the last frame lacks; 0 if it was not drawn.
   */
  int GetNumberOfMissingSamples();

  ///@{
  /**
   * Answers to vtkRayCastVolume. The picture is opaque if all surfaces are and there is no volume between
   * them. Surfaces have depths, which sort them with other volumes. Ids are drawn.
   */
  bool IsPictureOpaque() override;
  bool MayCover() override { return false; }
  bool DrawsIds() override { return true; }
  ///@}

  ///@{
  /**
   * The bounds of all data sets.
   */
  using Superclass::GetBounds;
  double* GetBounds() VTK_SIZEHINT(6) override;
  ///@}

  void Render(vtkRenderer* renderer, vtkVolume* volume) override;
  void ReleaseCaster() override;

  ///@{
  /**
   * Bring the input up to date. Does nothing for an input that was set with SetInputData.
   */
  using Superclass::Update;
  void Update() override;
  ///@}

protected:
  vtkIsosurfacePathTraceMapper();
  ~vtkIsosurfacePathTraceMapper() override;

  int FillInputPortInformation(int port, vtkInformation* info) override;

  void ForgetFrame() override;

  /**
   * The rows of the report, in addition to those of all mappers:
   * - "samples": of each pixel of the picture, 0 where it is ray cast; "new samples", of them in this frame
   * - in ms: "bricks", "adjacency" (cells cut into tetrahedra, and their neighbors) and "upload", 0 where
   *   the data had not changed; "rebuild" (trees of isosurfaces and triangles), "trace" (all new samples)
   * - in MiB on the device (on the CPU: in memory, without arrays that are used in place): "scene memory"
   * - "tetrahedra" of meshes; "triangles" of surfaces in the view, "left out" (degenerate, or not finite)
   * - how often data went to the device since this mapper was made: "scene uploads" (images, meshes,
   * triangles), "sky uploads"
   */
  void AddRows(vtkRayCastReport* report) override;

private:
  vtkIsosurfacePathTraceMapper(const vtkIsosurfacePathTraceMapper&) = delete;
  void operator=(const vtkIsosurfacePathTraceMapper&) = delete;

  struct Frame;
  struct Internals;

  std::vector<vtkDataSet*> GetDataSets(); // the input, and the added data sets

  vtkTypeBool Refine = 0;
  std::unique_ptr<Internals> Internal;
};

#endif
