// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   RayCastMapperOf
 * @brief   the common base of mappers that cast rays, whatever class of VTK they derive from
 *
 * Base is the volume mapper of VTK; Settings is vtkRayCastSettings or a subclass. A mapper overrides Render,
 * which the renderer calls and which calls DrawFrame, and the three methods below DrawFrame. Render throws
 * nothing: errors are reported, and the frame goes on without this volume.
 */
#ifndef RayCastMapperOf_h
#define RayCastMapperOf_h

#include "InKRayRenderingModule.h"
#include "RayCastMapper.h"
#include "vtkSmartPointer.h"
#include "vtkType.h"

#include <functional> // for std::function
#include <iosfwd>     // for std::ostream
#include <memory>     // for std::unique_ptr

class DrawnBounds;
class RayCastFrame;
class RayCastSession;
class vtkIndent;
class vtkIsosurfaceRayCastSettings;
class vtkRayCastReport;
class vtkRenderer;
class vtkTetRayCastSettings;
class vtkUnstructuredGridVolumeMapper;
class vtkVolume;
class vtkVolumeMapper;
class vtkWindow;

#ifndef __VTK_WRAP__
template <class Base, class Settings>
class INKRAYRENDERING_EXPORT RayCastMapperOf
  : public Base
  , public RayCastMapper
{
public:
  void PrintSelf(std::ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * Device, resolution and methods. A mapper has its own settings until SetSettings replaces them; several
   * mappers may share settings. Null gives the mapper new ones.
   */
  void SetSettings(Settings* settings);
  Settings* GetSettings();
  ///@}

  /**
   * Figures, times, problems and notes of the last frame. Times and counts of a frame that was not drawn are
   * 0. Each mapper documents its own rows; all mappers have these:
   * - "drawn by": the mapper's name, or "nothing"
   * - "device", "fallback reason": see GetDeviceName and GetFallbackReason
   * - "problem": the user has to solve it, because nothing or only a part is drawn; each is also an error or
   *   a warning, given once while it lasts. "note" explains the picture. There may be several of both
   * - in ms: "present" (picture to the window, depth from it), "frame" (the whole of Render)
   * - in %: "share of the view", the share of Render in the time in which the renderer drew everything
   * - in MiB on the device (on the CPU: in memory): "frame memory" (picture, and data of the rays)
   * - in pixels: "image width", "image height"; "edge rays": additional rays of single pixels, at edges of an
   *   image with fewer rays than pixels
   *
   * The object belongs to the mapper and changes with the next call. Rays are counted only in this call,
   * because counting takes a part of a frame's time.
   */
  vtkRayCastReport* GetReport();

  ///@{
  /**
   * The device of the last frame: its name, and one sentence that says why it is not the wanted one (empty if
   * it is).
   */
  const char* GetDeviceName();
  const char* GetFallbackReason();
  ///@}

  /**
   * A text for the view that explains why nothing is visible in the last frame, for data with a single value;
   * otherwise empty.
   */
  const char* GetCaption();

  /**
   * Includes the settings.
   */
  vtkMTimeType GetMTime() override;

  ///@{
  /**
   * Bring the input up to date. Does nothing for an input that was set with SetInputData: VTK asks for bounds
   * several times a frame, and a pass through the pipeline takes as long as casting.
   */
  using Base::Update;
  void Update() override;
  ///@}

  ///@{
  /**
   * The bounds of what is drawn. For a mesh these are the bounds of its three-dimensional cells: a camera
   * that is reset has to see the cells, and points that no such cell uses may lie anywhere.
   */
  using Base::GetBounds;
  double* GetBounds() override;
  ///@}

  /**
   * Release the resources in the window and on the device. The next frame makes them again.
   */
  void ReleaseGraphicsResources(vtkWindow* window) override;

  /**
   * Release the data on the device, because another mapper draws them for now.
   */
  virtual void ReleaseCaster() = 0;

protected:
  /// `name` is the mapper's name in the report, and `noun` names the object drawn ("volume").
  RayCastMapperOf(const char* name, const char* noun);
  ~RayCastMapperOf() override;

  RayCastSession& GetSession() { return *this->Session; }

  /// Run the steps of a frame; `step`, if given, replaces its drawing. Throws nothing: errors are reported,
  /// and the frame goes on without this volume.
  void DrawFrame(vtkRenderer* renderer, vtkVolume* volume, RayCastFrame& frame,
    const std::function<void()>& step = nullptr);

  /// Forget the figures of the last frame.
  virtual void ForgetFrame() = 0;

  /// Add the rows of this mapper to the rows that all mappers have.
  virtual void AddRows(vtkRayCastReport* report) = 0;

private:
  vtkSmartPointer<Settings> HeldSettings;
  vtkSmartPointer<vtkRayCastReport> Report;
  const std::unique_ptr<DrawnBounds> BoundsOfMesh;
  std::unique_ptr<RayCastSession> Session;
};

using RayCastMeshMapper = RayCastMapperOf<vtkUnstructuredGridVolumeMapper, vtkTetRayCastSettings>;
using RayCastImageMapper = RayCastMapperOf<vtkVolumeMapper, vtkIsosurfaceRayCastSettings>;

#define RayCastMapperWrappedMethods(Settings)
#else
// VTK's wrappers for other languages do not know class templates. For them the mappers derive from VTK's
// class and have these methods themselves, as VTK's arrays do.
#define RayCastMeshMapper vtkUnstructuredGridVolumeMapper
#define RayCastImageMapper vtkVolumeMapper
#define RayCastMapperWrappedMethods(Settings)                                                                \
  void SetSettings(Settings* settings);                                                                      \
  Settings* GetSettings();                                                                                   \
  vtkRayCastReport* GetReport();                                                                             \
  const char* GetDeviceName();                                                                               \
  const char* GetFallbackReason();                                                                           \
  const char* GetCaption();
#endif

#endif
