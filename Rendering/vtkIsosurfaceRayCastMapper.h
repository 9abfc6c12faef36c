// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   vtkIsosurfaceRayCastMapper
 * @brief   exact isosurfaces of image data, ray cast without a mesh
 *
 * Draws the surfaces {f = isovalue} of a vtkImageData as the trilinear interpolant has them: in each voxel
 * that a ray crosses, a cubic is solved, and normals are the gradient there. Empty space is skipped through a
 * tree over min/max bricks of 16 x 16 x 16 cells, in four kernels with in-kernel compaction between them; see
 * D. M. Hughes, I. S. Lim, M. W. Jones, A. Knoll and B. Spencer, "InK-Compact: In-Kernel Stream Compaction
 * and Its Application to Multi-Kernel Raytracing on GPUs", Computer Graphics Forum 32, 2013. It runs on a
 * CUDA device, or on CPU threads with the same picture.
 *
 * One frame: check the input, send to the device what changed (volume, colour array, isovalues and colour
 * table, each by its own modification time), cast, and draw the picture into the window with its depth, so
 * that other props are in front of the surface or behind it as they should be.
 *
 * Input is what vtkVolumeMapper selects (ScalarMode, ArrayName...): point or cell values of any numeric type,
 * one component or the length of several (VectorMode). Spacing, origin, direction and extent count; hidden
 * points and cells, and cells with a value that is not finite, draw nothing; ghost cells leave their part to
 * the neighbouring piece.
 *
 * Lights are those of the renderer. Ambient, Diffuse, Specular and SpecularPower are those of the volume
 * property; where its Shade is off, the colour is drawn as it is. The property's opacity functions and the
 * blend mode do not matter. Cropping and clipping planes cut the surface open.
 *
 * Anything wrong with the input is said once, as an error or warning of this object, and nothing or the rest
 * is drawn.
 */
#ifndef vtkIsosurfaceRayCastMapper_h
#define vtkIsosurfaceRayCastMapper_h

#include "InKRayRenderingModule.h"
#include "vtkVolumeMapper.h"

#include <memory> // for std::unique_ptr
#include <string> // for std::string

class vtkScalarsToColors;

class INKRAYRENDERING_EXPORT vtkIsosurfaceRayCastMapper : public vtkVolumeMapper
{
public:
  static vtkIsosurfaceRayCastMapper* New();
  vtkTypeMacro(vtkIsosurfaceRayCastMapper, vtkVolumeMapper);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  enum DeviceType
  {
    DEVICE_AUTO = 0,
    DEVICE_CUDA = 1,
    DEVICE_CPU = 2
  };
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
    INK_COLLATE = 2,
    OFK_COMPACT = 3,
    THRUST_COMPACT = 4,
    CUB_COMPACT = 5,
    CHAG_COMPACT = 6
  };
  enum ColorModeType
  {
    COLOR_BY_ISOVALUE = 0,
    COLOR_BY_ARRAY = 1,
    COLOR_SOLID = 2
  };
  enum VectorModeType
  {
    MAGNITUDE = 0,
    COMPONENT = 1
  };

  ///@{
  /**
   * The isovalues, as in vtkContourFilter: SetValue makes the list longer as needed, SetNumberOfContours
   * makes it shorter (or longer, with zeros), GenerateValues spreads them evenly over a range. None at first.
   * GetValue clamps its index to the list and is 0 for an empty one; GetValues() is valid until the list
   * changes. Equal values are drawn once.
   */
  void SetValue(int i, double value);
  double GetValue(int i);
  double* GetValues();
  void GetValues(double* values);
  void SetNumberOfContours(int number);
  int GetNumberOfContours();
  void GenerateValues(int number, double range[2]);
  void GenerateValues(int number, double rangeStart, double rangeEnd);
  ///@}

  ///@{
  /**
   * How much the surface of isovalue i hides of what is behind it, 0 to 1, whatever the angle. 1 where
   * nothing was set. The list is independent of the list of isovalues.
   */
  void SetIsosurfaceOpacity(int i, double opacity);
  double GetIsosurfaceOpacity(int i);
  void SetNumberOfIsosurfaceOpacities(int number);
  int GetNumberOfIsosurfaceOpacities();
  ///@}

  ///@{
  /**
   * Multiplies the opacity of every surface. Default 1.
   */
  vtkSetClampMacro(Opacity, double, 0.0, 1.0);
  vtkGetMacro(Opacity, double);
  ///@}

  ///@{
  /**
   * Where colours come from: the isovalue through the volume property's colour function (default), a second
   * array (SetColorArrayName) through the color function, or one colour per isovalue (SetIsosurfaceColor).
   */
  vtkSetClampMacro(ColorMode, int, COLOR_BY_ISOVALUE, COLOR_SOLID);
  vtkGetMacro(ColorMode, int);
  void SetColorModeToIsovalue() { this->SetColorMode(COLOR_BY_ISOVALUE); }
  void SetColorModeToArray() { this->SetColorMode(COLOR_BY_ARRAY); }
  void SetColorModeToSolid() { this->SetColorMode(COLOR_SOLID); }
  ///@}

  ///@{
  /**
   * The colour of the surface of isovalue i when ColorMode is COLOR_SOLID. White where nothing was set. The
   * list is independent of the list of isovalues.
   */
  void SetIsosurfaceColor(int i, double red, double green, double blue);
  void SetIsosurfaceColor(int i, const double color[3])
  {
    this->SetIsosurfaceColor(i, color[0], color[1], color[2]);
  }
  void GetIsosurfaceColor(int i, double color[3]);
  void SetNumberOfIsosurfaceColors(int number);
  int GetNumberOfIsosurfaceColors();
  ///@}

  ///@{
  /**
   * The array that colours the surfaces when ColorMode is COLOR_BY_ARRAY: its name, and whether it is on the
   * points (vtkDataObject::FIELD_ASSOCIATION_POINTS, default) or the cells (FIELD_ASSOCIATION_CELLS). It is
   * interpolated as the scalars are; if it is on the cells and the scalars on the points, a point first gets
   * the mean of its cells, and the other way round.
   */
  vtkSetStringMacro(ColorArrayName);
  vtkGetStringMacro(ColorArrayName);
  vtkSetMacro(ColorArrayAssociation, int);
  vtkGetMacro(ColorArrayAssociation, int);
  void SelectColorArray(int association, const char* name);
  ///@}

  ///@{
  /**
   * What the colour function sees of a colour array with several components: the Euclidean norm (default) or
   * component ColorVectorComponent.
   */
  vtkSetClampMacro(ColorVectorMode, int, MAGNITUDE, COMPONENT);
  vtkGetMacro(ColorVectorMode, int);
  vtkSetClampMacro(ColorVectorComponent, int, 0, VTK_INT_MAX);
  vtkGetMacro(ColorVectorComponent, int);
  ///@}

  ///@{
  /**
   * The colours of the second array: any lookup table or colour transfer function. Null (default): the colour
   * function of the volume property.
   */
  virtual void SetColorFunction(vtkScalarsToColors* function);
  vtkScalarsToColors* GetColorFunction();
  ///@}

  ///@{
  /**
   * What a surface is drawn of if the scalars have several components: the Euclidean norm (default) or
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
   * Where to compute. Auto (the default) takes a CUDA device where there is one and the CPU otherwise;
   * GetFallbackReason() then says why. CUDA does the same with a warning. A volume that is too large for the
   * device's memory is drawn by the CPU, with a warning that says how much was asked for and how much was
   * free.
   */
  vtkSetClampMacro(Device, int, DEVICE_AUTO, DEVICE_CPU);
  vtkGetMacro(Device, int);
  void SetDeviceToAuto() { this->SetDevice(DEVICE_AUTO); }
  void SetDeviceToCUDA() { this->SetDevice(DEVICE_CUDA); }
  void SetDeviceToCPU() { this->SetDevice(DEVICE_CPU); }
  ///@}

  ///@{
  /**
   * How rays go through the volume: four kernels with compaction between them, one kernel, or Kd-Jump's
   * stackless traversal in one kernel; Auto (the default) takes whichever of the first two is faster: one
   * kernel, until the other has been tried, which it is when some 200 frames of a volume have paid for it.
   * The pictures are the same.
   */
  vtkSetClampMacro(Pipeline, int, PIPELINE_AUTO, KD_JUMP);
  vtkGetMacro(Pipeline, int);
  ///@}

  ///@{
  /**
   * The compaction between the kernels of MULTI_KERNEL, by the names of inkray::CompactionMethod. The
   * pictures are the same. Default INK_COMPACT_LOOK_BACK.
   */
  vtkSetClampMacro(CompactionMethod, int, INK_COMPACT_LOOK_BACK, CHAG_COMPACT);
  vtkGetMacro(CompactionMethod, int);
  ///@}

  ///@{
  /**
   * A ray ends when less than this share of the light from behind would get through. Default 0.001, a quarter
   * of what an 8-bit pixel can show; 0 goes on to the end.
   */
  vtkSetClampMacro(EarlyTermination, float, 0.0f, 1.0f);
  vtkGetMacro(EarlyTermination, float);
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
   * The input is one of several parts of an image, as on the ranks of a parallel run: a part that is empty,
   * or that has no surface of an isovalue, is then nothing to speak of. Off by default.
   */
  vtkSetMacro(InputIsPiece, vtkTypeBool);
  vtkGetMacro(InputIsPiece, vtkTypeBool);
  vtkBooleanMacro(InputIsPiece, vtkTypeBool);
  ///@}

  /**
   * Whether every surface that is drawn is opaque. A prop may then draw it in the pass for opaque geometry,
   * where it is a surface like any other: translucent polygons blend over it, and ambient occlusion (SSAO)
   * sees it. vtkIsosurfaceVolume does so.
   */
  bool IsOpaque();

  /**
   * Look at what the last frame shows under a pixel of its window (display coordinates: from the window's
   * lower left corner). False when there is no surface, no frame yet, or the pixel is outside the renderer;
   * the getters below then keep what they had. The surface nearest to the eye counts, however faint, with
   * cropping and clipping planes, but whatever other props are in front.
   */
  bool ProbePixel(int x, int y);

  ///@{
  /**
   * What ProbePixel found: the isovalue and its place in the list, the place in world coordinates, the
   * interpolated value there (the isovalue up to rounding), and the value of the second array (NaN when
   * ColorMode is not COLOR_BY_ARRAY).
   */
  double GetProbedIsovalue();
  int GetProbedIsosurface();
  double* GetProbedPosition() VTK_SIZEHINT(3);
  double GetProbedValue();
  double GetProbedColorValue();
  ///@}

  /**
   * Milliseconds: bricks and upload of the last volume; then, of the last frame: rebuild, cast (all from rays
   * to shaded pixels), present (picture to the window, depth from it), and the whole of Render.
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

  /**
   * The pipeline that drew the last frame (MULTI_KERNEL, SINGLE_KERNEL or KD_JUMP), and its name.
   */
  int GetUsedPipeline();
  const char* GetUsedPipelineName();

  /**
   * Mebibytes on the device (on the CPU: in memory, without arrays of the input that are used in place):
   * volume, bricks and tree, image and queues.
   */
  double* GetMemoryUsed() VTK_SIZEHINT(3);

  ///@{
  /**
   * Counters of the last frame: rays that meet the volume's box, pixels that show a surface, times that
   * TraverseBVH ran and items that the compactions kept of those they were given (both of the multi-kernel
   * pipeline), as a ratio (0 where there were none), leaves in all and those that an isovalue lies in.
   */
  vtkIdType GetNumberOfRays();
  vtkIdType GetNumberOfHits();
  vtkIdType GetNumberOfRounds();
  vtkIdType GetNumberOfQueueItems();
  vtkIdType GetNumberOfKeptItems();
  double GetCompactionRatio();
  vtkIdType GetNumberOfLeaves();
  vtkIdType GetNumberOfActiveLeaves();
  ///@}

  ///@{
  /**
   * How often volume, colour array, isovalues (with colours and opacities) and colour table went to the
   * device since this mapper was made.
   */
  vtkIdType GetNumberOfVolumeUploads();
  vtkIdType GetNumberOfColorArrayUploads();
  vtkIdType GetNumberOfIsosurfaceUploads();
  vtkIdType GetNumberOfColorTableUploads();
  ///@}

  /**
   * Range of the values that there is anything to draw of, as of the last frame; low > high when there are
   * none.
   */
  double* GetScalarRange() VTK_SIZEHINT(2);

  /**
   * Width and height of the last image.
   */
  int* GetImageSize() VTK_SIZEHINT(2);

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
  vtkIsosurfaceRayCastMapper();
  ~vtkIsosurfaceRayCastMapper() override;

  double Opacity = 1.0;
  int ColorMode = COLOR_BY_ISOVALUE;
  char* ColorArrayName = nullptr;
  int ColorArrayAssociation = 0;
  int ColorVectorMode = MAGNITUDE;
  int ColorVectorComponent = 0;
  int VectorMode = MAGNITUDE;
  int VectorComponent = 0;
  int Device = DEVICE_AUTO;
  int Pipeline = PIPELINE_AUTO;
  int CompactionMethod = INK_COMPACT_LOOK_BACK;
  float EarlyTermination = 0.001f;
  float ImageSampleDistance = 1.0f;
  float MaximumImageSampleDistance = 8.0f;
  vtkTypeBool AutoAdjustSampleDistances = 1;
  vtkTypeBool InputIsPiece = 0;

private:
  vtkIsosurfaceRayCastMapper(const vtkIsosurfaceRayCastMapper&) = delete;
  void operator=(const vtkIsosurfaceRayCastMapper&) = delete;

  struct Frame;
  struct Internals;

  // The steps of Render, in order. Those that can find nothing to draw return false.
  bool CheckInput(vtkRenderer* renderer, vtkVolume* volume, Frame& frame);
  bool SelectScalars(Frame& frame);
  void SelectColors(Frame& frame);
  void PrepareDevice(const Frame& frame);
  bool UpdateVolume(const Frame& frame);
  bool UpdateIsosurfaces(const Frame& frame);
  void UpdateColorArray(const Frame& frame);
  void UpdateLighting(const Frame& frame);
  void Cast(const Frame& frame);

  void DrawSelection(const Frame& frame);
  void KeepFrame(const Frame& frame);

  // Once for each input: by its text, or by `kind` where the text varies while someone drags a slider.
  void Report(bool error, const std::string& message, const std::string& kind = std::string());

  std::unique_ptr<Internals> Internal;
};

#endif
