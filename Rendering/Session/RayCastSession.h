// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "CasterWithPolygons.h"
#include "Core/Errors.h"
#include "Core/WorkObserver.h"
#include "Device/Device.h"
#include "InKRayRenderingModule.h"
#include "RayCastBridge.h"
#include "RayCastDevice.h"
#include "RayCastFrameTarget.h"
#include "RayCastHeld.h"
#include "RayCastMessages.h"
#include "RayCastPace.h"
#include "RayCastProgress.h"
#include "View/SparseRays.h"
#include "vtkIndent.h"
#include "vtkSmartPointer.h"
#include "vtkWeakPointer.h"

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

class RayCastFrame;
class vtkAbstractVolumeMapper;
class vtkDataSet;
class vtkRayCastReport;
class vtkRayCastSettings;
class vtkRayCastSurfaceSettings;
class vtkRenderer;
class vtkVolume;
class vtkWindow;

/// Whether a caster can cast rays for some of the pixels only.
template <class Caster, class = void>
struct CastsSparseRays : std::false_type
{
};
template <class Caster>
struct CastsSparseRays<Caster, std::void_t<decltype(std::declval<Caster&>().sparseReport())>> : std::true_type
{
};

/// The functions that mappers share for all kinds of casters: the window, the device and its failure, the
/// size of the image, messages, and times.
///
/// A frame is one call of Run. Within it the mapper makes its caster ready (PrepareCaster), sends it the
/// changed data, and casts (Cast).
class RayCastSession
{
public:
  /// Messages are errors and warnings of `mapper`; `name` is its name in the report, and `noun` names the
  /// object drawn ("volume").
  RayCastSession(vtkAbstractVolumeMapper* mapper, const char* name, const char* noun);
  ~RayCastSession();
  RayCastSession(const RayCastSession&) = delete;
  RayCastSession& operator=(const RayCastSession&) = delete;

  /// Use cameras in world coordinates: the scene already includes the volume's matrix.
  void DrawInWorld() { this->InWorld = true; }

  /// Set the CUDA device of all sessions of this process that do not choose a device by number, so that each
  /// of several ranks on a machine has its own device. -1, the default: the current device.
  static INKRAYRENDERING_EXPORT void SetRankDevice(int ordinal);

  ///@{
  /// A problem or a note of this frame, see RayCastMessages.
  void Report(bool error, const std::string& message, const std::string& kind = std::string());
  void Note(const std::string& message) { this->Messages.Note(message); }
  void SetCaption(const std::string& caption) { this->Messages.SetCaption(caption); }
  const std::string& GetCaption() const { return this->Messages.GetCaption(); }
  ///@}

  /// The lights of the view, in eye coordinates; none for an unlit frame. A note says if the view has more
  /// lights than the kernels take.
  std::vector<inkray::SurfaceLight> MakeLights(bool isLit);

  /// Draw a frame, if the window has pixels and the frame finds something to draw. If a CUDA device fails,
  /// report why, and draw again with the CPU. Throws nothing: errors of the CPU are reported. `step`, if
  /// given, replaces RayCastFrame::Draw: it provides what the frame would draw, and the frame continues
  /// elsewhere.
  void Run(vtkRenderer* renderer, vtkVolume* volume, RayCastFrame& frame,
    const std::function<void()>& step = nullptr);

  ///@{
  /// See RayCastProgress; Run notes an aborted frame.
  static constexpr double LongFrame = RayCastProgress::LongFrame;
  void AskFrom(double milliseconds) { this->Progress.AskFrom(milliseconds); }
  inkray::WorkObserver Observe(const char* text, double end) { return this->Progress.Observe(text, end); }
  ///@}

  /// Whether a renderer draws ids for a selection, in an invisible frame.
  static bool IsSelecting(vtkRenderer* renderer);

  ///@{
  /// The target into which a frame draws; valid during the frame.
  vtkRenderer* GetRenderer() const { return this->Renderer; }
  vtkVolume* GetVolume() const { return this->Volume; }
  const int* GetViewport() const { return this->Viewport; } ///< size in pixels
  RayCastFrameTarget& GetTarget() { return this->Target; }
  bool IsStill() const; ///< whether the frame is a still, for which nobody waits
  /// Whether the cast image is smaller than the viewport.
  bool IsCoarse() const { return this->ImageSize[0] < this->Viewport[0]; }
  ///@}

  /// Release resources in the window.
  void ReleaseGraphicsResources(vtkWindow* window);

  /// Select the array of a data set that the mapper draws (ScalarMode, ArrayName, ...), and the component
  /// that the settings choose. Returns false, with a message, if there is no such array.
  bool SelectScalars(
    vtkDataSet* input, const char* dataSetName, vtkRayCastSettings* settings, RayCastArray& selected);
  /// Select the array that colors surfaces (vtkRayCastSurfaceSettings::SelectColorArray), and the component
  /// that the settings choose. Only values of images can be direct colors (COLORS). If the array does not
  /// exist, none is selected, with a message.
  void SelectSurfaceColors(
    vtkDataSet* input, const char* dataSetName, vtkRayCastSurfaceSettings* settings, RayCastArray& selected);
  /// The component of an array to draw: -1 for the norm; the last component if the chosen one does not exist.
  int SelectComponent(vtkDataArray* array, int vectorMode, int vectorComponent, bool mayReport);

  /// Prepare a caster on the device that the user wants (vtkRayCastSettings::Device). If the present caster
  /// is on another device, `release` drops its data, and a new caster is made. A failed device is tried again
  /// for other data, and when the user changes the choice.
  template <class Caster>
  void PrepareCaster(std::unique_ptr<Caster>& caster, int wantedDevice, bool failedForThisInput,
    const std::function<void()>& release);

  ///@{
  /// Make another caster on the chosen device, or on all chosen devices; get the number of bytes that a
  /// caster may take (RayCastDevice).
  template <class Caster>
  std::unique_ptr<Caster> MakeCaster() const
  {
    return this->Device.MakeCaster<Caster>();
  }
  template <class Caster>
  std::unique_ptr<Caster> MakeInBlocks(std::size_t limit) const
  {
    return this->Device.MakeInBlocks<Caster>(limit);
  }
  std::size_t GetLimit(int mebibytes, std::size_t own) const { return this->Device.GetLimit(mebibytes, own); }
  ///@}

  /// Cast an image of the size that the settings and the time allow, and present it in the window, directly
  /// from the device if window and driver support it, otherwise through host memory. `withOpaqueDepth`: rays
  /// stop at the window's depths. `pictureOf(onDevice)` returns the caster's picture. `toPace` maps the
  /// milliseconds of this cast to those of an interactive frame of this size; null: they are equal. Returns
  /// the caster's timings.
  template <class Caster, class Options, class PictureOf>
  auto Cast(Caster& caster, Options options, vtkRayCastSettings* settings, bool withOpaqueDepth,
    RayCastFrameTarget::Use use, const PictureOf& pictureOf,
    const std::function<double(double)>& toPace = nullptr);

  ///@{
  /// The parts of Cast, for a picture that is made of several. ChooseImage returns a camera for an image of
  /// the size that settings and time allow, or of a given size, and makes it the frame's size. GetOpaqueDepth
  /// returns the window's depths for such an image, in host memory (null: nothing is there). Present draws
  /// the picture, in host memory, in the window; the casts took this many milliseconds.
  inkray::Camera ChooseImage(vtkRayCastSettings* settings);
  inkray::Camera ChooseImage(int width, int height);
  const float* GetOpaqueDepth(const inkray::Camera& camera, RayCastFrameTarget::Use use);
  void Present(vtkRayCastSettings* settings, const RayCastPicture& picture, const inkray::Camera& camera,
    RayCastFrameTarget::Use use, double milliseconds);
  /// The end of Present, for a picture that the window or another rank already shows.
  void NoteDrawn(vtkRayCastSettings* settings, double milliseconds);
  ///@}

  /// Whether the last frame was drawn. If not, figures of an earlier frame are invalid.
  bool HasDrawn() const { return this->Drawn; }
  /// Count this session's frame as drawn: another session has drawn it in one picture with its own.
  void CountAsDrawn(const RayCastSession& other);

  /// Give up the CUDA device, because of `error`.
  void Fail(const inkray::Error& error);
  inkray::DeviceKind GetDevice() const { return this->Device.GetKind(); }
  /// The device of the caster, and whether another session has the same.
  inkray::DeviceId GetDeviceId() const { return this->Device.GetId(); }
  bool IsOnDeviceOf(const RayCastSession& other) const { return this->Device.IsSameAs(other.Device); }
  const char* GetDeviceName() const { return this->DeviceName.c_str(); }
  const char* GetFallbackReason() const { return this->Device.GetFallbackReason().c_str(); }

  /// The time in milliseconds.
  static double Now() { return RayCastProgress::Now(); }

  /// Seconds that the last Run took.
  double GetSeconds() const { return 1e-3 * this->FrameMilliseconds; }

  ///@{
  /// Add rows that say who drew the last frame, and its problems and notes.
  void AddDrawnRows(vtkRayCastReport* report) const;
  /// Add rows about the times of the whole frame, the image, and the frame's memory: `frameBytes` of the
  /// caster plus the window's depths on the device.
  void AddFrameRows(vtkRayCastReport* report, std::size_t frameBytes) const;
  ///@}

private:
  template <class Caster, class Options, class PictureOf>
  auto CastOnce(Caster& caster, Options options, vtkRayCastSettings* settings, bool withOpaqueDepth,
    RayCastFrameTarget::Use use, const PictureOf& pictureOf, const std::function<double(double)>& toPace);
  // GetPolygons: the translucent polygons that the picture has to include, or null. CountPolygons notes that
  // it does.
  const TranslucentPolygons* GetPolygons() const;
  void CountPolygons();
  void Follow(vtkRenderer* renderer);
  void BeginFrame();
  bool Start();
  void DrawOrFallBack(RayCastFrame& frame, const std::function<void()>& draw);
  void WarnOfFallback(); // in each frame, since it is the same warning
  // If there is time for more rays than an image of that camera's size has, enlarge the camera to full size
  // and return the rays for it.
  inkray::SparseRays ChooseSparse(vtkRayCastSettings* settings, inkray::Camera& camera) const;
  void TellPace(vtkRayCastSettings* settings, double milliseconds, const inkray::SparseReport& sparse = {});

  vtkAbstractVolumeMapper* Mapper;
  std::string Name;
  std::string Noun;
  bool InWorld = false;

  vtkRenderer* Renderer = nullptr; // valid during a frame, like the next two
  vtkVolume* Volume = nullptr;
  int Viewport[2] = { 0, 0 };
  RayCastFrameTarget Target;

  RayCastDevice Device;
  std::string DeviceName;
  RayCastMessages Messages;

  RayCastProgress Progress;

  bool Drawn = false; // in the last frame, like the next members
  vtkWeakPointer<vtkRenderer> LastRenderer;
  unsigned long Observer = 0; // of LastRenderer
  int ImageSize[2] = { 0, 0 };
  std::int64_t EdgeRays = 0; // additional rays of single pixels
  double PresentMilliseconds = 0;
  double FrameMilliseconds = 0;
};

template <class Caster>
void RayCastSession::PrepareCaster(std::unique_ptr<Caster>& caster, int wantedDevice, bool failedForThisInput,
  const std::function<void()>& release)
{
  if (this->Device.Choose(wantedDevice, caster != nullptr, failedForThisInput))
  {
    release();
    caster = this->MakeCaster<Caster>();
    this->DeviceName = caster->deviceName();
  }
  this->WarnOfFallback();
}

template <class Caster, class Options, class PictureOf>
auto RayCastSession::Cast(Caster& caster, Options options, vtkRayCastSettings* settings, bool withOpaqueDepth,
  RayCastFrameTarget::Use use, const PictureOf& pictureOf, const std::function<double(double)>& toPace)
{
  const TranslucentPolygons* const polygons = this->GetPolygons();
  if (!polygons)
  {
    return this->CastOnce(caster, options, settings, withOpaqueDepth, use, pictureOf, toPace);
  }
  CasterWithPolygons<Caster, PictureOf> with(caster, *polygons, pictureOf);
  auto timings = this->CastOnce(
    with, options, settings, true, use, [&with](bool) { return with.GetPicture(); }, toPace);
  this->CountPolygons();
  return timings;
}

template <class Caster, class Options, class PictureOf>
auto RayCastSession::CastOnce(Caster& caster, Options options, vtkRayCastSettings* settings,
  bool withOpaqueDepth, RayCastFrameTarget::Use use, const PictureOf& pictureOf,
  const std::function<double(double)>& toPace)
{
  inkray::Camera camera = this->ChooseImage(settings);
  if constexpr (CastsSparseRays<Caster>::value)
  {
    options.sparse = this->ChooseSparse(settings, camera);
  }
  const double start = Now();
  const bool stays = this->Target.Prepare(camera.width, camera.height, use, withOpaqueDepth,
    caster.device() == inkray::DeviceKind::CUDA && this->Device.IsCurrent(), options);
  this->Target.SetProjection(camera.eyeToClip);
  static_cast<inkray::WorkObserver&>(options) = this->Observe("Casting rays", 1);
  const double prepared = Now();
  try
  {
    stays ? caster.renderOnDevice(camera, options) : caster.render(camera, options);
  }
  catch (...)
  {
    this->Target.LeaveDevice();
    throw;
  }
  auto timings = caster.timings(); // known once the device has finished
  const double cast = Now();
  if (!stays || !this->Target.PresentFromDevice(pictureOf(true), camera.width, camera.height, use))
  {
    if (stays)
    {
      caster.render(camera, options); // the first image was left on the device; cast again into host memory
    }
    this->Target.Present(pictureOf(false), camera.width, camera.height, use);
  }
  this->PresentMilliseconds = timings.present + (prepared - start) + (Now() - cast);
  const double milliseconds = toPace ? toPace(cast - prepared) : cast - prepared;
  if constexpr (CastsSparseRays<Caster>::value)
  {
    this->TellPace(settings, milliseconds, caster.sparseReport());
  }
  else
  {
    this->TellPace(settings, milliseconds);
  }
  this->Drawn = true;
  return timings;
}
