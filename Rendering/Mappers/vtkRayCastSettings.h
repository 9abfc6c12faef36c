// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRayCastSettings
 * @brief   how a ray casting mapper draws: device, resolution, termination, choice of component
 *
 * A mapper has its settings from an object of its own, which several mappers may share: the blocks of a
 * composite data set are then drawn alike, and a setting that is changed once changes for all of them.
 * Options of VTK's own mapper classes (arrays, cropping, clipping planes) stay with the mapper.
 *
 * Each row of Kernels/Options.cmake for this class gives it an option X with SetX and GetX, for
 * switches XOn and XOff, and an enumeration of the choices. The table says what each does.
 *
 * vtkRayCastSurfaceSettings adds isosurfaces; vtkTetRayCastSettings and vtkIsosurfaceRayCastSettings add the
 * options of only one kind of mapper.
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
   * Devices beside those of the row: all CUDA devices, and the first one, which the others follow in the
   * order of their numbers.
   */
  enum SeveralDevicesType
  {
    DEVICE_ALL_CUDA = -1,
    DEVICE_CUDA_0 = 3
  };

  ///@{
  /**
   * Take one of the choices.
   */
  void SetDeviceToAuto() { this->SetDevice(DEVICE_AUTO); }
  void SetDeviceToCUDA() { this->SetDevice(DEVICE_CUDA); }
  void SetDeviceToCPU() { this->SetDevice(DEVICE_CPU); }
  void SetVectorModeToMagnitude() { this->SetVectorMode(MAGNITUDE); }
  void SetVectorModeToComponent() { this->SetVectorMode(COMPONENT); }
  ///@}

protected:
  /// Take over all that is set here in another object.
  void CopyCasting(vtkRayCastSettings* other);

  vtkRayCastSettings();
  ~vtkRayCastSettings() override;

  INKRAY_VALUES_RayCast;

private:
  vtkRayCastSettings(const vtkRayCastSettings&) = delete;
  void operator=(const vtkRayCastSettings&) = delete;
};

#endif
