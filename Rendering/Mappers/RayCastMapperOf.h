// SPDX-License-Identifier: BSD-3-Clause
/**
 * @class   RayCastMapperOf
 * @brief   what mappers that cast rays have in common, whatever class of VTK they derive from
 *
 * Base is the volume mapper of VTK; Settings is vtkRayCastSettings or a subclass. A mapper overrides Render,
 * which the renderer calls and which calls DrawFrame, and the three steps below it. Render never throws:
 * errors are reported, and the frame goes on without this volume.
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
   * Device, resolution and methods. A mapper has settings of its own until it is given others, which it may
   * share with other mappers. Null gives it new ones.
   */
  void SetSettings(Settings* settings);
  Settings* GetSettings();
  ///@}

  /**
   * Figures, times, problems and notes of the last frame. Times and counts of a frame that was not drawn are
   * 0. Each mapper documents its own rows; all have these:
   * - "drawn by": the mapper's name, or "nothing"
   * - "device", "fallback reason": see GetDeviceName and GetFallbackReason
   * - "problem", which the user has to solve, and which is an error or a warning as well, once as long as it
   *   lasts: nothing, or only the rest, is drawn; "note", which explains the picture; any number of both
   * - in ms: "present" (picture to the window, depth from it), "frame" (the whole of Render)
   * - in %: "share of the view", the share of Render in the time in which the renderer drew everything
   * - in MiB on the device (on the CPU: in memory): "frame memory" (picture, and what rays need)
   * - in pixels: "image width", "image height"; "edge rays", rays of single pixels where an image of fewer
   *   rays than pixels changes at once
   *
   * The object is the mapper's own and changes with the next call. Counting rays takes a part of a frame's
   * time, so it waits for this call.
   */
  vtkRayCastReport* GetReport();

  ///@{
  /**
   * The device of the last frame: its name, and one sentence that says why it is not the wanted one (empty
   * when it is).
   */
  const char* GetDeviceName();
  const char* GetFallbackReason();
  ///@}

  /**
   * A text for the view, for data of one value of which nothing can be seen in the last frame: it says why.
   * Empty otherwise.
   */
  const char* GetCaption();

  /**
   * Includes the settings.
   */
  vtkMTimeType GetMTime() override;

  ///@{
  /**
   * Bring the input up to date. Does nothing for an input that was set with SetInputData: VTK asks several
   * times a frame, for bounds, and a pass through the pipeline takes as long as casting.
   */
  using Base::Update;
  void Update() override;
  ///@}

  ///@{
  /**
   * The bounds of what is drawn. Those of a mesh hold its three-dimensional cells alone: a camera that is
   * reset to them has to see the cells, and points that no such cell uses may lie anywhere.
   */
  using Base::GetBounds;
  double* GetBounds() override;
  ///@}

  /**
   * Give back the resources in the window and on the device. The next frame sets all up again.
   */
  void ReleaseGraphicsResources(vtkWindow* window) override;

  /**
   * Give back the data on the device alone, where another mapper draws them for now.
   */
  virtual void ReleaseCaster() = 0;

protected:
  /// `name` is the mapper's name in the report, and `noun` names the object drawn ("volume").
  RayCastMapperOf(const char* name, const char* noun);
  ~RayCastMapperOf() override;

  RayCastSession& GetSession() { return *this->Session; }

  /// Run the steps of a frame, with `step` in place of its drawing where that is given. Never throws: errors
  /// are reported, and the frame goes on without this volume.
  void DrawFrame(vtkRenderer* renderer, vtkVolume* volume, RayCastFrame& frame,
    const std::function<void()>& step = nullptr);

  /// Forget the figures of the last frame.
  virtual void ForgetFrame() = 0;

  /// Add the rows of this mapper to those that all have.
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
// VTK's wrappers for other languages know no class templates. To them the mappers derive from VTK's class and
// have these methods themselves, as with VTK's arrays.
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
