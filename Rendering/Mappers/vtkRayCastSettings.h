// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRayCastSettings
 * @brief   how a ray casting mapper draws: device, resolution, termination, choice of component
 *
 * A mapper keeps its settings in a separate object, which several mappers may share: the blocks of a
 * composite data set are then drawn alike, and a change of a setting applies to all of them. Options of VTK's
 * own mapper classes (arrays, cropping, clipping planes) stay with the mapper.
 *
 * Each row of Kernels/Options.cmake for this class gives it an option X with SetX and GetX; switches also
 * have XOn and XOff, and choices an enumeration. The table says what each option does.
 *
 * vtkRayCastSurfaceSettings adds isosurfaces; vtkTetRayCastSettings and vtkIsosurfaceRayCastSettings add the
 * options of a single kind of mapper.
 */
#ifndef vtkRayCastSettings_h
#define vtkRayCastSettings_h

#include "InKRayRenderingModule.h"
#include "RayCastOptions.h" // for the options
#include "vtkObject.h"

class INKRAYRENDERING_EXPORT vtkRayCastSettings : public vtkObject
{
public:
  vtkTypeMacro(vtkRayCastSettings, vtkObject);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  INKRAY_SETTERS_RayCast;

  /**
   * Devices in addition to those of the option's row: all CUDA devices, and the first one; others follow in
   * the order of their numbers.
   */
  enum SeveralDevicesType
  {
    DEVICE_ALL_CUDA = -1,
    DEVICE_CUDA_0 = 3
  };

  ///@{
  /**
   * Choose by name.
   */
  void SetDeviceToAuto() { this->SetDevice(DEVICE_AUTO); }
  void SetDeviceToCUDA() { this->SetDevice(DEVICE_CUDA); }
  void SetDeviceToCPU() { this->SetDevice(DEVICE_CPU); }
  void SetVectorModeToMagnitude() { this->SetVectorMode(MAGNITUDE); }
  void SetVectorModeToComponent() { this->SetVectorMode(COMPONENT); }
  ///@}

protected:
  /// Copy all of these settings from another object.
  void CopyCasting(vtkRayCastSettings* other);

  vtkRayCastSettings();
  ~vtkRayCastSettings() override;

  INKRAY_VALUES_RayCast;

private:
  vtkRayCastSettings(const vtkRayCastSettings&) = delete;
  void operator=(const vtkRayCastSettings&) = delete;
};

#endif
