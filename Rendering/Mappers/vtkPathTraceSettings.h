// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkPathTraceSettings
 * @brief   how vtkIsosurfacePathTraceMapper draws: samples, bounces, material, light, lens
 *
 * Surfaces, their colors, the device and the size of the image are options of the superclasses. Pipeline,
 * CompactionMethod, EarlyTermination and the cropping box have no effect.
 */
#ifndef vtkPathTraceSettings_h
#define vtkPathTraceSettings_h

#include "InKRayRenderingModule.h"
#include "vtkIsosurfaceRayCastSettings.h"

class INKRAYRENDERING_EXPORT vtkPathTraceSettings : public vtkIsosurfaceRayCastSettings
{
public:
  static vtkPathTraceSettings* New();
  vtkTypeMacro(vtkPathTraceSettings, vtkIsosurfaceRayCastSettings);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  INKRAY_SETTERS_PathTrace;

  /**
   * Whether only opaque isosurfaces are drawn, without a volume around them.
   */
  bool DrawsOpaqueSurfacesAlone();

protected:
  vtkPathTraceSettings();
  ~vtkPathTraceSettings() override;

  INKRAY_VALUES_PathTrace;

private:
  vtkPathTraceSettings(const vtkPathTraceSettings&) = delete;
  void operator=(const vtkPathTraceSettings&) = delete;
};

#endif
