// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkRayCastSettings
 * @brief   how a ray casting mapper draws: device, resolution, termination, choice of component
 *
 * A mapper has its settings from an object of its own, which several mappers may share: the blocks of a
 * composite data set are then drawn alike, and a setting that is changed once changes for all of them.
 * Options of VTK's own mapper classes (arrays, cropping, clipping planes) stay with the mapper.
 *
 * vtkRayCastSurfaceSettings adds isosurfaces; vtkTetRayCastSettings and vtkIsosurfaceRayCastSettings add the
 * options of only one kind of mapper.
 */
#ifndef vtkRayCastSettings_h
#define vtkRayCastSettings_h

#include "InKRayRenderingModule.h"
#include "vtkObject.h"

class INKRAYRENDERING_EXPORT vtkRayCastSettings : public vtkObject
{
public:
  vtkTypeMacro(vtkRayCastSettings, vtkObject);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum DeviceType
  {
    DEVICE_ALL_CUDA = -1,
    DEVICE_AUTO = 0,
    DEVICE_CUDA = 1,
    DEVICE_CPU = 2,
    DEVICE_CUDA_0 = 3 ///< the first CUDA device; the others follow in the order of their numbers
  };
  enum VectorModeType
  {
    MAGNITUDE = 0,
    COMPONENT = 1
  };

  ///@{
  /**
   * Where to compute. Auto (the default) takes a CUDA device where there is one and the CPU otherwise; the
   * mapper's GetFallbackReason() then says why. CUDA does the same with a warning. Data that are too large
   * for the device's memory are drawn in pieces or by the CPU, with a warning that says how much was asked
   * for and how much was free. DEVICE_CUDA_0 + n is CUDA device number n; the others take the current one of
   * the thread that draws. DEVICE_ALL_CUDA is as DEVICE_CUDA, but a mesh that each CUDA device has room for
   * is drawn by all of them, each of which casts some of the rows; one that fails leaves its rows to the
   * others.
   */
  vtkSetClampMacro(Device, int, DEVICE_ALL_CUDA, VTK_INT_MAX);
  vtkGetMacro(Device, int);
  void SetDeviceToAuto() { this->SetDevice(DEVICE_AUTO); }
  void SetDeviceToCUDA() { this->SetDevice(DEVICE_CUDA); }
  void SetDeviceToCPU() { this->SetDevice(DEVICE_CPU); }
  ///@}

  ///@{
  /**
   * Window pixels per image pixel along each axis: 2 casts a quarter of the rays. Default 1; from 0.25
   * (supersampling) to 100.
   */
  vtkSetClampMacro(ImageSampleDistance, float, 0.25f, 100.0f);
  vtkGetMacro(ImageSampleDistance, float);
  ///@}

  ///@{
  /**
   * During interaction, take a larger sample distance when frames at ImageSampleDistance would take longer
   * than 33 ms, or than the window's desired update rate allows. It is chosen from the measured times of the
   * frames before. On by default. Stills, frames of a window with a desired update rate of less than one a
   * second, always have ImageSampleDistance.
   */
  vtkSetMacro(AutoAdjustSampleDistances, vtkTypeBool);
  vtkGetMacro(AutoAdjustSampleDistances, vtkTypeBool);
  vtkBooleanMacro(AutoAdjustSampleDistances, vtkTypeBool);
  ///@}

  ///@{
  /**
   * The largest sample distance that interaction may take. Default 8.
   */
  vtkSetClampMacro(MaximumImageSampleDistance, float, 0.25f, 100.0f);
  vtkGetMacro(MaximumImageSampleDistance, float);
  ///@}

  ///@{
  /**
   * A ray ends when less than this share of the light from behind would get through. Default 0.001, a quarter
   * of a step of an 8-bit pixel; 0 goes on to the end.
   */
  vtkSetClampMacro(EarlyTermination, float, 0.0f, 1.0f);
  vtkGetMacro(EarlyTermination, float);
  ///@}

  ///@{
  /**
   * The scalar that is drawn of an array with several components: the Euclidean norm (default) or component
   * VectorComponent.
   */
  vtkSetClampMacro(VectorMode, int, MAGNITUDE, COMPONENT);
  vtkGetMacro(VectorMode, int);
  void SetVectorModeToMagnitude() { this->SetVectorMode(MAGNITUDE); }
  void SetVectorModeToComponent() { this->SetVectorMode(COMPONENT); }
  vtkSetClampMacro(VectorComponent, int, 0, VTK_INT_MAX);
  vtkGetMacro(VectorComponent, int);
  ///@}

  ///@{
  /**
   * Draw only the inside of a box or, if it keeps outside, only the outside. Off by default.
   */
  vtkSetMacro(UseCropBox, vtkTypeBool);
  vtkGetMacro(UseCropBox, vtkTypeBool);
  vtkBooleanMacro(UseCropBox, vtkTypeBool);
  vtkSetMacro(CropBoxKeepsOutside, vtkTypeBool);
  vtkGetMacro(CropBoxKeepsOutside, vtkTypeBool);
  vtkBooleanMacro(CropBoxKeepsOutside, vtkTypeBool);
  ///@}

  ///@{
  /**
   * The box, which may have any orientation, in the coordinates of the data: x, y and z of a corner, then of
   * the three edges from there. By default from 0 to 1 along each axis.
   */
  vtkSetVectorMacro(CropBox, double, 12);
  vtkGetVectorMacro(CropBox, double, 12);
  ///@}

  ///@{
  /**
   * The input is one of several pieces, as on the ranks of a parallel run or in a composite data set: a piece
   * that is empty, of one value, or without a surface is then no reason for a warning. Off by default.
   */
  vtkSetMacro(InputIsPiece, vtkTypeBool);
  vtkGetMacro(InputIsPiece, vtkTypeBool);
  vtkBooleanMacro(InputIsPiece, vtkTypeBool);
  ///@}

protected:
  /// Take over all that is set here in another object.
  void CopyCasting(vtkRayCastSettings* other);

  vtkRayCastSettings();
  ~vtkRayCastSettings() override;

  int Device = DEVICE_AUTO;
  float ImageSampleDistance = 1.0f;
  float MaximumImageSampleDistance = 8.0f;
  vtkTypeBool AutoAdjustSampleDistances = 1;
  float EarlyTermination = 0.001f;
  int VectorMode = MAGNITUDE;
  int VectorComponent = 0;
  vtkTypeBool UseCropBox = 0;
  vtkTypeBool CropBoxKeepsOutside = 0;
  double CropBox[12] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  vtkTypeBool InputIsPiece = 0;

private:
  vtkRayCastSettings(const vtkRayCastSettings&) = delete;
  void operator=(const vtkRayCastSettings&) = delete;
};

#endif
