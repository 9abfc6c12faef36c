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

/// Whether a caster can cast rays for a part of the pixels.
template <class Caster, class = void>
struct CastsSparseRays : std::false_type
{
};
template <class Caster>
struct CastsSparseRays<Caster, std::void_t<decltype(std::declval<Caster&>().sparseReport())>> : std::true_type
{
};

/// The part of a ray casting mapper that all kinds of casters share: the window, the device and what happens
/// when it fails, the size of the image, messages, and the time that all of it takes.
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

  /// Cameras are given in world coordinates: the volume's matrix has been applied to the scene already.
  void DrawInWorld() { this->InWorld = true; }

  /// The CUDA device of all sessions of this process where none is chosen by its number: a rank of several on
  /// one machine has its own. -1, at first: the current one.
  static INKRAYRENDERING_EXPORT void SetRankDevice(int ordinal);

  ///@{
  /// A problem or a note of this frame, see RayCastMessages.
  void Report(bool error, const std::string& message, const std::string& kind = std::string());
  void Note(const std::string& message) { this->Messages.Note(message); }
  void SetCaption(const std::string& caption) { this->Messages.SetCaption(caption); }
  const std::string& GetCaption() const { return this->Messages.GetCaption(); }
  ///@}

  /// The lights of the view, in eye coordinates. A note says where it has more than the kernels take; an
  /// unlit frame says nothing.
  std::vector<inkray::SurfaceLight> MakeLights(bool isLit);

  /// Draw a frame. Where the window has pixels and the frame finds something to draw, it draws. When a CUDA
  /// device fails in that, say why, and let it draw again, with the CPU. Never throws: errors of the CPU are
  /// reported. `step`, where it is given, is run in place of RayCastFrame::Draw: it gives what the frame
  /// would draw, and the frame goes on.
  void Run(vtkRenderer* renderer, vtkVolume* volume, RayCastFrame& frame,
    const std::function<void()>& step = nullptr);

  ///@{
  /// See RayCastProgress; Run notes that a frame was aborted.
  static constexpr double LongFrame = RayCastProgress::LongFrame;
  void AskFrom(double milliseconds) { this->Progress.AskFrom(milliseconds); }
  inkray::WorkObserver Observe(const char* text, double end) { return this->Progress.Observe(text, end); }
  ///@}

  /// Whether a renderer draws ids to select by, in a frame that nobody sees.
  static bool IsSelecting(vtkRenderer* renderer);

  ///@{
  /// The target of drawing, during a frame.
  vtkRenderer* GetRenderer() const { return this->Renderer; }
  vtkVolume* GetVolume() const { return this->Volume; }
  const int* GetViewport() const { return this->Viewport; } ///< size in pixels
  RayCastFrameTarget& GetTarget() { return this->Target; }
  bool IsStill() const;                                                    ///< nobody waits for this frame
  bool IsCoarse() const { return this->ImageSize[0] < this->Viewport[0]; } ///< of the image that is cast
  ///@}

  /// Give back the resources in the window.
  void ReleaseGraphicsResources(vtkWindow* window);

  /// Select the array that a mapper draws of a data set (ScalarMode, ArrayName, ...), and the component that
  /// the settings choose. False, with a message, when there is none to draw.
  bool SelectScalars(
    vtkDataSet* input, const char* dataSetName, vtkRayCastSettings* settings, RayCastArray& selected);
  /// Select the array that colors surfaces (vtkRayCastSurfaceSettings::SelectColorArray), and the component
  /// that the settings choose. Only values of images can be direct colors (COLORS). Where there is no such
  /// array, none is selected, with a message.
  void SelectSurfaceColors(
    vtkDataSet* input, const char* dataSetName, vtkRayCastSurfaceSettings* settings, RayCastArray& selected);
  /// The component that counts of an array: -1 for the norm, the last one where there are not so many.
  int SelectComponent(vtkDataArray* array, int vectorMode, int vectorComponent, bool mayReport);

  /// A caster on the device that the user wants (vtkRayCastSettings::Device), made anew where the current one
  /// is on another, as `make` says. A device that has failed is tried again for another input and when the
  /// user chooses anew.
  template <class Caster, class Make>
  void PrepareCaster(std::unique_ptr<Caster>& caster, int wantedDevice, bool failedForThisInput,
    const std::function<void()>& release, const Make& make);
  template <class Caster>
  void PrepareCaster(std::unique_ptr<Caster>& caster, int wantedDevice, bool failedForThisInput,
    const std::function<void()>& release)
  {
    this->PrepareCaster(
      caster, wantedDevice, failedForThisInput, release, [this] { return this->MakeCaster<Caster>(); });
  }

  ///@{
  /// Another caster on the device that was chosen, all devices where several were, and the bytes that it may
  /// take (RayCastDevice).
  template <class Caster>
  std::unique_ptr<Caster> MakeCaster() const
  {
    return this->Device.MakeCaster<Caster>();
  }
  template <class Caster>
  std::unique_ptr<Caster> MakePieced(std::size_t limit) const
  {
    return this->Device.MakePieced<Caster>(limit);
  }
  const std::vector<inkray::DeviceId>& GetDevices() const { return this->Device.GetAll(); }
  std::size_t GetLimit(int mebibytes, std::size_t own) const { return this->Device.GetLimit(mebibytes, own); }
  ///@}

  /// Cast an image of the size that the settings and the time allow, and present it in the window, from the
  /// device where window and driver manage it and otherwise by way of host memory. `withOpaqueDepth`: rays
  /// stop at the window's depths. `pictureOf(onDevice)` gives the caster's picture. `toPace` maps the
  /// milliseconds of this cast to the milliseconds that it would take in an interactive frame of this size;
  /// null: the same. Returns the caster's timings.
  template <class Caster, class Options, class PictureOf>
  auto Cast(Caster& caster, Options options, vtkRayCastSettings* settings, bool withOpaqueDepth,
    RayCastFrameTarget::Use use, const PictureOf& pictureOf,
    const std::function<double(double)>& toPace = nullptr);

  ///@{
  /// The parts of Cast, for a picture that is made of several: a camera for an image of the size that
  /// settings and time allow, or of a given size, which counts as the size of the frame's image; the window's
  /// depths for such an image, in host memory (null: nothing is there); and the picture, in host memory, to
  /// the window, where the casts took so many milliseconds.
  inkray::Camera ChooseImage(vtkRayCastSettings* settings);
  inkray::Camera ChooseImage(int width, int height);
  const float* GetOpaqueDepth(const inkray::Camera& camera, RayCastFrameTarget::Use use);
  void Present(vtkRayCastSettings* settings, const RayCastPicture& picture, const inkray::Camera& camera,
    RayCastFrameTarget::Use use, double milliseconds);
  /// The part of Present for a picture that is in the window, or that another rank shows.
  void NoteDrawn(vtkRayCastSettings* settings, double milliseconds);
  ///@}

  /// Whether the last frame was drawn. If not, the figures of an earlier frame are to be forgotten.
  bool HasDrawn() const { return this->Drawn; }
  /// Another session has drawn what this one would have, in one picture with its own.
  void CountAsDrawn(const RayCastSession& other);

  /// Give the CUDA device up, for `error`.
  void Fail(const inkray::Error& error);
  inkray::DeviceKind GetDevice() const { return this->Device.GetKind(); }
  /// The device of the caster, and whether it is that of another session's.
  inkray::DeviceId GetDeviceId() const { return this->Device.GetId(); }
  bool IsOnDeviceOf(const RayCastSession& other) const { return this->Device.IsSameAs(other.Device); }
  const char* GetDeviceName() const { return this->DeviceName.c_str(); }
  const char* GetFallbackReason() const { return this->Device.GetFallbackReason().c_str(); }

  /// The time in milliseconds.
  static double Now() { return RayCastProgress::Now(); }

  /// Seconds that the last Run took.
  double GetSeconds() const { return 1e-3 * this->FrameMilliseconds; }

  ///@{
  /// Rows about who drew the last frame, and its problems and notes.
  void AddDrawnRows(vtkRayCastReport* report) const;
  /// Rows about times of the whole frame, the image, and the frame's memory: `frameBytes` of the caster, and
  /// the bytes of the window's depth on the device.
  void AddFrameRows(vtkRayCastReport* report, std::size_t frameBytes) const;
  ///@}

private:
  template <class Caster, class Options, class PictureOf>
  auto CastOnce(Caster& caster, Options options, vtkRayCastSettings* settings, bool withOpaqueDepth,
    RayCastFrameTarget::Use use, const PictureOf& pictureOf, const std::function<double(double)>& toPace);
  // The translucent polygons that the picture is to have in it, or null, and that it has them.
  const TranslucentPolygons* GetPolygons() const;
  void CountPolygons();
  void Follow(vtkRenderer* renderer);
  void BeginFrame();
  bool Start();
  void DrawOrFallBack(RayCastFrame& frame, const std::function<void()>& draw);
  void WarnOfFallback(); // in each frame, so that it is the same warning
  // Where time allows for more rays than an image of that camera's size has, a camera of the full size and
  // the rays for it.
  inkray::SparseRays ChooseSparse(vtkRayCastSettings* settings, inkray::Camera& camera) const;
  void TellPace(vtkRayCastSettings* settings, double milliseconds, const inkray::SparseReport& sparse = {});

  vtkAbstractVolumeMapper* Mapper;
  std::string Name;
  std::string Noun;
  bool InWorld = false;

  vtkRenderer* Renderer = nullptr; // this and the next two only during a frame
  vtkVolume* Volume = nullptr;
  int Viewport[2] = { 0, 0 };
  RayCastFrameTarget Target;

  RayCastDevice Device;
  std::string DeviceName;
  RayCastMessages Messages;

  RayCastProgress Progress;

  bool Drawn = false; // in the last frame; so are these
  vtkWeakPointer<vtkRenderer> LastRenderer;
  unsigned long Observer = 0; // of LastRenderer
  int ImageSize[2] = { 0, 0 };
  std::int64_t EdgeRays = 0; // of single pixels, in addition
  double PresentMilliseconds = 0;
  double FrameMilliseconds = 0;
};

template <class Caster, class Make>
void RayCastSession::PrepareCaster(std::unique_ptr<Caster>& caster, int wantedDevice, bool failedForThisInput,
  const std::function<void()>& release, const Make& make)
{
  if (this->Device.Choose(wantedDevice, caster != nullptr, failedForThisInput))
  {
    release();
    caster = make();
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
  auto timings = caster.timings(); // they are known when the device has finished
  const double cast = Now();
  if (!stays || !this->Target.PresentFromDevice(pictureOf(true), camera.width, camera.height, use))
  {
    if (stays)
    {
      caster.render(camera, options); // the image was left on the device; from now on it is not
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
