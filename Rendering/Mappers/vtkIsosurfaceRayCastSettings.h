// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceRayCastSettings
 * @brief   how vtkIsosurfaceRayCastMapper draws, and which surfaces; may be shared by several of them
 */
#ifndef vtkIsosurfaceRayCastSettings_h
#define vtkIsosurfaceRayCastSettings_h

#include "InKRayRenderingModule.h"
#include "vtkRayCastSurfaceSettings.h"

class INKRAYRENDERING_EXPORT vtkIsosurfaceRayCastSettings : public vtkRayCastSurfaceSettings
{
public:
  static vtkIsosurfaceRayCastSettings* New();
  vtkTypeMacro(vtkIsosurfaceRayCastSettings, vtkRayCastSurfaceSettings);
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
   * Pipeline that takes rays through the volume: four kernels with compaction between them (Hughes et al.
   * 2013, section 3), one kernel, or Kd-Jump's stackless traversal in one kernel (Hughes and Lim 2009). Auto
   * (the default) takes the pipeline that measurements found fastest. The pictures are the same.
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

  ///@{
  /**
   * MiB of the device's memory that an image and its picture may take. An image of which more is expected is
   * cut into pieces, which are sent to the device as far as the isovalues lie in them and they are seen, and
   * drawn one after the other: the picture is the same. Some of them stay on the device. 0, the default: 90 %
   * of what is free on a CUDA device, and all that there is on the CPU.
   */
  vtkSetClampMacro(GPUMemory, int, 0, VTK_INT_MAX);
  vtkGetMacro(GPUMemory, int);
  ///@}

protected:
  vtkIsosurfaceRayCastSettings();
  ~vtkIsosurfaceRayCastSettings() override;

  vtkTypeBool SmoothNormals = 1;
  int Pipeline = PIPELINE_AUTO;
  int CompactionMethod = INK_COMPACT_LOOK_BACK;
  int GPUMemory = 0;

private:
  vtkIsosurfaceRayCastSettings(const vtkIsosurfaceRayCastSettings&) = delete;
  void operator=(const vtkIsosurfaceRayCastSettings&) = delete;
};

#endif
