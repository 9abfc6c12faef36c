// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkTetRayCastMapper
 * @brief   volume rendering of unstructured grids with the ray caster of Gu and Kim
 *
 * Draws any vtkUnstructuredGrid: tetrahedra as they are, other three-dimensional cells cut into tetrahedra,
 * everything else ignored. Each ray visits the cells in order from face to face and integrates colour and
 * attenuation exactly over each of them; see G. Gu and D. Kim, "Accurate and efficient GPU ray-casting
 * algorithm for volume rendering of unstructured grid data", ETRI Journal 42, 2020, whose per-pixel
 * intersection lists let rays enter and leave non-convex meshes. It runs on a CUDA device, or on CPU threads
 * with the same picture.
 *
 * One frame: check the input, bring the tetrahedra up to date (vtkTetrahedralizer), send to the device what
 * changed (mesh, values and transfer function each by their own modification time), stop rays at opaque
 * geometry, cast, and blend the image over the render window in floating point.
 *
 * Attenuation is opacity / ScalarOpacityUnitDistance per world unit, as in VTK's other unstructured-grid
 * mappers. With several components the transfer function sees the vector's length or one component
 * (VectorMode). Shading, clipping planes and maximum intensity are not supported.
 *
 * Anything wrong with the input is said once, as an error or warning of this object, and nothing or the rest
 * is drawn.
 */
#ifndef vtkTetRayCastMapper_h
#define vtkTetRayCastMapper_h

#include "InKRayRenderingModule.h"
#include "vtkUnstructuredGridVolumeMapper.h"

#include <memory> // for std::unique_ptr
#include <string> // for std::string

class INKRAYRENDERING_EXPORT vtkTetRayCastMapper : public vtkUnstructuredGridVolumeMapper
{
public:
  static vtkTetRayCastMapper* New();
  vtkTypeMacro(vtkTetRayCastMapper, vtkUnstructuredGridVolumeMapper);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum DeviceType
  {
    DEVICE_AUTO = 0,
    DEVICE_CUDA = 1,
    DEVICE_CPU = 2
  };
  enum VectorModeType
  {
    MAGNITUDE = 0,
    COMPONENT = 1
  };
  enum FaceTestType
  {
    EDGE_FUNCTION = 0,
    ON_DEMAND_VDFI = 1
  };
  enum ListBuilderType
  {
    COUNT_SCAN_FILL = 0,
    SORT_BY_PIXEL = 1
  };

  ///@{
  /**
   * Where to compute. Auto (the default) takes a CUDA device where there is one and the CPU otherwise;
   * GetFallbackReason() then says why. CUDA does the same with a warning.
   */
  vtkSetClampMacro(Device, int, DEVICE_AUTO, DEVICE_CPU);
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
   * During interaction, take a larger sample distance when frames at ImageSampleDistance would not fit the
   * render time allocated to the volume. On by default. Frames with a second or more to spare (stills) always
   * have ImageSampleDistance.
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
   * of what an 8-bit pixel can show; 0 integrates to the end.
   */
  vtkSetClampMacro(EarlyTermination, float, 0.0f, 1.0f);
  vtkGetMacro(EarlyTermination, float);
  ///@}

  ///@{
  /**
   * What the transfer function sees of an array with several components: the Euclidean norm (default) or
   * component VectorComponent.
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
   * How the face through which a ray leaves a tetrahedron is found: signs of edge functions (default), or the
   * paper's on-demand view-dependent face information. The pictures agree.
   */
  vtkSetClampMacro(FaceTest, int, EDGE_FUNCTION, ON_DEMAND_VDFI);
  vtkGetMacro(FaceTest, int);
  ///@}

  ///@{
  /**
   * How the per-pixel lists of boundary faces are built: count, scan and fill (default), or the paper's sort
   * by pixel. The lists are equal.
   */
  vtkSetClampMacro(ListBuilder, int, COUNT_SCAN_FILL, SORT_BY_PIXEL);
  vtkGetMacro(ListBuilder, int);
  ///@}

  ///@{
  /**
   * The input is one of several parts of a grid, as on the ranks of a parallel run: a part that is empty or
   * of one value is then nothing to speak of. Off by default.
   */
  vtkSetMacro(InputIsPiece, vtkTypeBool);
  vtkGetMacro(InputIsPiece, vtkTypeBool);
  vtkBooleanMacro(InputIsPiece, vtkTypeBool);
  ///@}

  /**
   * Milliseconds of the last set-up and frame: topology, upload, lists (with the projection of the vertices),
   * cast, present (image to the window and depth from it), and the whole of the last Render. The first two
   * are of the last frame that needed them.
   */
  double* GetTimings() VTK_SIZEHINT(6);

  ///@{
  /**
   * What the last frame came from: the device's name, and one sentence about why it is not the one that was
   * wanted (empty when it is).
   */
  const char* GetDeviceName();
  const char* GetFallbackReason();
  ///@}

  ///@{
  /**
   * Mebibytes held for the mesh and for the image, and the most in use while the mesh was set up.
   */
  double* GetMemoryUsed() VTK_SIZEHINT(3);
  ///@}

  ///@{
  /**
   * Counters: tetrahedra drawn, boundary faces, entries in the intersection lists of the last frame, rays
   * given up in the last frame; and how often mesh, values and transfer function went to the device since
   * this mapper was made.
   */
  vtkIdType GetNumberOfTets();
  vtkIdType GetNumberOfBoundaryFaces();
  vtkIdType GetNumberOfListEntries();
  vtkIdType GetNumberOfFailedRays();
  vtkIdType GetNumberOfMeshUploads();
  vtkIdType GetNumberOfScalarUploads();
  vtkIdType GetNumberOfTransferFunctionUploads();
  ///@}

  ///@{
  /**
   * Width and height of the last image.
   */
  int* GetImageSize() VTK_SIZEHINT(2);
  ///@}

  /**
   * Draw the volume. Called by the renderer. Never throws; whatever goes wrong is reported and the frame goes
   * on without this volume.
   */
  void Render(vtkRenderer* renderer, vtkVolume* volume) override;

  /**
   * Give back what is held in the window and on the device. The next frame sets all up again.
   */
  void ReleaseGraphicsResources(vtkWindow* window) override;

protected:
  vtkTetRayCastMapper();
  ~vtkTetRayCastMapper() override;

  int Device = DEVICE_AUTO;
  float ImageSampleDistance = 1.0f;
  float MaximumImageSampleDistance = 8.0f;
  vtkTypeBool AutoAdjustSampleDistances = 1;
  float EarlyTermination = 0.001f;
  int VectorMode = MAGNITUDE;
  int VectorComponent = 0;
  int FaceTest = EDGE_FUNCTION;
  int ListBuilder = COUNT_SCAN_FILL;
  vtkTypeBool InputIsPiece = 0;

private:
  vtkTetRayCastMapper(const vtkTetRayCastMapper&) = delete;
  void operator=(const vtkTetRayCastMapper&) = delete;

  struct Frame;
  struct Internals;

  // The steps of Render, in order. Those that can find nothing to draw return false.
  bool CheckInput(vtkRenderer* renderer, vtkVolume* volume, Frame& frame);
  bool SelectScalars(Frame& frame);
  bool UpdateTopology(const Frame& frame);
  void PrepareDevice();
  bool UpdateMesh();
  bool UpdateScalars(const Frame& frame);
  void UpdateTransferFunction(const Frame& frame);
  void Cast(const Frame& frame);

  void Report(bool error, const std::string& message);

  std::unique_ptr<Internals> Internal;
};

#endif
