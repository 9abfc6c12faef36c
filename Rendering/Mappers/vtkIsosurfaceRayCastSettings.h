// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceRayCastSettings
 * @brief   how vtkIsosurfaceRayCastMapper draws, and which surfaces; several mappers may share it
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

  INKRAY_SETTERS_IsosurfaceRayCast;

protected:
  vtkIsosurfaceRayCastSettings();
  ~vtkIsosurfaceRayCastSettings() override;

  INKRAY_VALUES_IsosurfaceRayCast;

private:
  vtkIsosurfaceRayCastSettings(const vtkIsosurfaceRayCastSettings&) = delete;
  void operator=(const vtkIsosurfaceRayCastSettings&) = delete;
};

#endif
