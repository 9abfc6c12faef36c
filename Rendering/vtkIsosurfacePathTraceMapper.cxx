// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfacePathTraceMapper.h"

#include "ImageVolume.h"
#include "IsosurfaceSet.h"
#include "PathTraceSky.h"
#include "PathTraceTriangles.h"
#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "vtkBoundingBox.h"
#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkImageData.h"
#include "vtkInformation.h"
#include "vtkIsovalueList.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkPathTraceSettings.h"
#include "vtkPointData.h"
#include "vtkRayCastReport.h"
#include "vtkRectilinearGrid.h"
#include "vtkRenderer.h"
#include "vtkSmartPointer.h"
#include "vtkTrivialProducer.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <utility>
#include <vector>

using inkray::filters::ImageVolume;
using inkray::filters::ImageVolumeKey;

namespace
{

/// A frame that refines a still takes about this long, in milliseconds: half of what a first picture may.
constexpr double RefiningFrame = 50;
constexpr double OneSample = 1e-9; // is less than any takes
/// Depths are nearer by this where the picture shows polygons that the window shows, too, so that it is in
/// front of them: at full resolution, and where an image is coarser than the window.
constexpr float DepthBias = 2e-5f, CoarseDepthBias = 1e-3f;
constexpr int OfIsosurfaces = 0, OfPolygons = 1; // places of materials

/// An image or a grid of the scene with what is drawn of it.
struct ScenePiece
{
  vtkDataSet* Image = nullptr;
  vtkUnstructuredGrid* Grid = nullptr;
  RayCastArray Scalars, Colors;
};

/// All that triangles and volumes are made of.
struct SceneKey
{
  std::vector<ImageVolumeKey> Images;
  PathTraceKey Rest;
  bool operator==(const SceneKey& other) const
  {
    return this->Images == other.Images && this->Rest == other.Rest;
  }
};

/// The surfaces of volumes.
struct SurfacesKey
{
  IsosurfaceSet Set;
  bool SolidBelow = false;
  bool operator==(const SurfacesKey& other) const
  {
    return this->Set == other.Set && this->SolidBelow == other.SolidBelow;
  }
};

/// The tracer's options, with what a session adds to those of a caster.
struct TraceOptions : inkray::PathFrameOptions
{
  bool opaqueDepthOnDevice = false;
};

/// Whatever of camera and options a picture depends on, beside the sample count.
std::vector<double> ShotOf(const inkray::Camera& camera, const inkray::PathFrameOptions& options)
{
  std::vector<double> shot(camera.meshToEye, camera.meshToEye + 16);
  shot.insert(shot.end(), camera.eyeToClip, camera.eyeToClip + 16);
  for (const double number :
    { 1.0 * camera.width, 1.0 * camera.height, 1.0 * options.bounces, 1.0 * options.smoothNormals,
      1.0 * options.showEnvironment, 1.0 * options.lensRadius, 1.0 * options.focalDepth })
  {
    shot.push_back(number);
  }
  return shot;
}

/// What a session casts with: the samples that a frame is to add, no more than are wanted in all.
class Samples
{
public:
  /// `wanted` in all; this frame adds what `milliseconds` allow, one at least, or all where they are 0.
  /// `pixelTime` is what a sample of a pixel has taken, 0 where that is not known.
  Samples(inkray::PathTracer& tracer, std::int64_t wanted, double milliseconds, double pixelTime)
    : PixelTime(pixelTime)
    , Tracer(tracer)
    , Wanted(wanted)
    , Milliseconds(milliseconds)
  {
  }

  inkray::DeviceKind device() const { return this->Tracer.device(); }
  const inkray::PathTimings& timings() const { return this->Timings; }
  void renderOnDevice(const inkray::Camera& camera, const TraceOptions& options)
  {
    this->Add(camera, options, true);
  }
  void render(const inkray::Camera& camera, const TraceOptions& options)
  {
    this->Add(camera, options, false);
  }

  std::vector<double> Shot; ///< of the picture that the tracer holds, empty for none
  bool IsOnHost = false;    ///< it is in host memory
  std::int64_t Added = 0;   ///< by this frame
  double PixelTime;         ///< of the last sample, milliseconds for a pixel
  double GetSampleTime() const { return this->PixelTime * this->Pixels; }

private:
  void Add(const inkray::Camera& camera, TraceOptions options, bool onDevice)
  {
    this->Pixels = static_cast<double>(camera.width) * camera.height;
    const std::vector<double> shot = ShotOf(camera, options);
    std::int64_t held = this->Shot == shot ? this->Tracer.numSamples() : 0;
    // A picture of too many samples begins anew, and so does one that is finished and has to be elsewhere.
    if (held > this->Wanted || (held == this->Wanted && !onDevice && !this->IsOnHost))
    {
      held = 0;
    }
    if (held == this->Wanted)
    {
      return;
    }
    if (held == 0)
    {
      this->Tracer.restart();
      this->Shot.clear();
    }
    const std::int64_t rest = this->Wanted - held;
    const double time = this->GetSampleTime();
    const double fit = this->Milliseconds > 0
      ? std::max({ 1.0, static_cast<double>(this->Added), time > 0 ? this->Milliseconds / time : 1.0 })
      : static_cast<double>(rest);
    options.samples = static_cast<std::int32_t>(std::min(fit, static_cast<double>(rest)));
    onDevice ? this->Tracer.renderOnDevice(camera, options) : this->Tracer.render(camera, options);
    this->Timings = this->Tracer.timings();
    this->PixelTime = this->Timings.trace / (options.samples * this->Pixels);
    this->Added = options.samples;
    this->Shot = shot;
    this->IsOnHost = !onDevice;
  }

  inkray::PathTracer& Tracer;
  std::int64_t Wanted;
  double Milliseconds;
  double Pixels = 0;
  inkray::PathTimings Timings;
};

std::string Interval(const double range[2])
{
  std::ostringstream text;
  text << "[" << range[0] << ", " << range[1] << "]";
  return text.str();
}

} // namespace

vtkStandardNewMacro(vtkIsosurfacePathTraceMapper);

/// What one call of Render works with.
struct vtkIsosurfacePathTraceMapper::Frame
{
  std::vector<ScenePiece> Pieces;
  std::vector<vtkActor*> Shown;
  IsosurfaceSet Set;
  SceneKey Scene;
  bool IsAnew = false;      ///< nothing of the picture that the tracer holds can be kept
  std::vector<double> Shot; ///< of that picture
};

/// What lasts from frame to frame.
struct vtkIsosurfacePathTraceMapper::Internals
{
  explicit Internals(vtkIsosurfacePathTraceMapper* mapper)
    : Session(mapper, "isosurface path trace", "isosurface")
  {
    this->Session.DrawInWorld();
  }

  vtkSmartPointer<vtkPathTraceSettings> Settings = vtkSmartPointer<vtkPathTraceSettings>::New();
  std::vector<vtkSmartPointer<vtkDataSet>> More; // beside the input
  vtkNew<vtkRayCastReport> Report;
  RayCastSession Session;
  PathTraceSky Sky;

  std::unique_ptr<inkray::PathTracer> Tracer;
  RayCastHeld<SceneKey> Scene; // these are what Tracer holds
  RayCastHeld<SurfacesKey> Surfaces;
  RayCastHeld<PathTraceKey> ColorTable;
  RayCastHeld<std::vector<double>> Materials;
  RayCastHeld<std::vector<double>> SkyLight;
  RayCastHeld<std::vector<double>> Lights;
  SceneKey Failed; // what a CUDA device failed for
  bool HasFailed = false;

  // Plain arrays of the host are read where they are by the CPU, so they are kept.
  struct Volume
  {
    ImageVolume Values, Colors;
    std::array<vtkSmartPointer<vtkObject>, 5> InUse;
    bool HasColors = false;
  };
  std::vector<std::unique_ptr<Volume>> Volumes;
  std::int64_t NumTriangles = 0;
  bool HasTranslucentTriangles = false;

  std::vector<double> Shot; // of the picture that Tracer holds, as is the next
  bool IsOnHost = false;
  double PixelTime = 0;
  bool Unfinished = false;

  std::int64_t NewSamples = 0;
  std::int64_t NumSamples = 0;
  inkray::PathTimings Timings;
  double BrickMilliseconds = 0;
  double UploadMilliseconds = 0;
  inkray::PathStatistics Statistics;
  inkray::PathMemory Memory;

  void ForgetFrame()
  {
    this->NewSamples = this->NumSamples = 0;
    this->Timings = {};
    this->BrickMilliseconds = this->UploadMilliseconds = 0;
    this->Statistics = {};
    this->Unfinished = false;
  }

  void Release()
  {
    this->Tracer.reset();
    this->ForgetScene();
    this->Materials.Forget();
    this->SkyLight.Forget();
    this->Lights.Forget();
    this->PixelTime = 0;
  }

  void ForgetScene()
  {
    this->Scene.Forget();
    this->Surfaces.Forget();
    this->ColorTable.Forget();
    this->Volumes.clear();
    this->NumTriangles = 0;
    this->HasTranslucentTriangles = false;
    this->Shot.clear();
  }

  void AddVolume(const ScenePiece& piece, vtkMatrix4x4* toWorld);
};

vtkIsosurfacePathTraceMapper::vtkIsosurfacePathTraceMapper()
  : Internal(std::make_unique<Internals>(this))
{
}

vtkIsosurfacePathTraceMapper::~vtkIsosurfacePathTraceMapper() = default;

void vtkIsosurfacePathTraceMapper::Render(vtkRenderer* renderer, vtkVolume* volume)
{
  if (RayCastSession::IsSelecting(renderer))
  {
    return;
  }
  Internals& internal = *this->Internal;
  Frame frame;
  const auto check = [this, &frame] { return this->CheckInput(frame); };
  const auto draw = [this, &internal, &frame] {
    internal.Session.PrepareCaster(internal.Tracer, internal.Settings->GetDevice(),
      internal.HasFailed && internal.Failed == frame.Scene, [&internal] { internal.Release(); });
    frame.Shot = std::exchange(internal.Shot, {}); // it is put back when the picture is there
    frame.IsAnew = this->UpdateScene(frame);
    if (this->UpdateIsosurfaces(frame))
    {
      frame.IsAnew = this->UpdateLight(frame) || frame.IsAnew;
      this->Trace(frame);
    }
  };
  const auto release = [&internal, &frame] {
    internal.HasFailed = true;
    internal.Failed = frame.Scene;
    internal.Release();
  };
  internal.ForgetFrame();
  internal.Session.Run(renderer, volume, check, draw, release);
  this->TimeToDraw = internal.Session.GetSeconds();
}

bool vtkIsosurfacePathTraceMapper::CheckInput(Frame& frame)
{
  Internals& internal = *this->Internal;
  RayCastSession& session = internal.Session;
  vtkPathTraceSettings* const settings = internal.Settings;
  std::vector<vtkDataSet*> inputs;
  if (vtkDataSet* const input = vtkDataSet::SafeDownCast(this->GetInputDataObject(0, 0)))
  {
    inputs.push_back(input);
  }
  inputs.insert(inputs.end(), internal.More.begin(), internal.More.end());
  if (inputs.empty())
  {
    session.Report(
      true, "There is no input; connect a vtkImageData, vtkRectilinearGrid or vtkUnstructuredGrid.");
    return false;
  }

  bool isAnyEmpty = false;
  for (vtkDataSet* const input : inputs)
  {
    ScenePiece piece;
    piece.Grid = vtkUnstructuredGrid::SafeDownCast(input);
    piece.Image =
      vtkImageData::SafeDownCast(input) || vtkRectilinearGrid::SafeDownCast(input) ? input : nullptr;
    if (!piece.Grid && !piece.Image)
    {
      session.Report(true,
        std::string("The input is a ") + input->GetClassName() +
          ", neither an image nor a rectilinear or unstructured grid; resample it to an image.");
      return false;
    }
    if (input->GetNumberOfPoints() == 0 || (piece.Grid && piece.Grid->GetNumberOfCells() == 0))
    {
      isAnyEmpty = true;
      continue;
    }
    if (!session.SelectScalars(input, piece.Grid ? "grid" : "image", settings, piece.Scalars))
    {
      return false;
    }
    const std::string problem = piece.Image
      ? inkray::filters::imageVolumeProblem(input, piece.Scalars.Array, piece.Scalars.Association)
      : std::string();
    if (!problem.empty())
    {
      session.Report(true, problem);
      return false;
    }
    if (settings->GetColorMode() == vtkPathTraceSettings::COLOR_BY_ARRAY)
    {
      session.SelectSurfaceColors(input, piece.Grid ? "grid" : "image", settings, piece.Colors);
    }
    frame.Pieces.push_back(piece);
  }
  if (frame.Pieces.empty())
  {
    if (isAnyEmpty && !settings->GetInputIsPiece())
    {
      session.Note("The data set is empty, so there is nothing to draw.");
    }
    return false;
  }

  vtkVolumeProperty* const property = session.GetVolume()->GetProperty();
  frame.Set = IsosurfaceSet(settings, property);
  if (settings->GetIsovalues()->GetNumberOfContours() == 0)
  {
    session.Note("There is no isovalue; set one or more.");
    return false;
  }
  if (frame.Set.NotANumber)
  {
    session.Report(true, "An isovalue is not a finite number (NaN or infinite); it is left out.",
      "isovalue that is no number");
  }
  if (frame.Set.Surfaces.empty())
  {
    return false;
  }
  if (settings->GetIncludeSurfaces())
  {
    frame.Shown = PathTraceTriangles::FindShown(session.GetRenderer());
  }

  // Surfaces of images can be exchanged by themselves; those of meshes are triangles among others.
  PathTraceKey& rest = frame.Scene.Rest;
  rest.Add(session.GetVolume()->GetMatrix());
  for (const ScenePiece& piece : frame.Pieces)
  {
    if (piece.Image)
    {
      frame.Scene.Images.push_back(inkray::filters::imageVolumeKey(
        piece.Image, piece.Scalars.Array, piece.Scalars.Association, piece.Scalars.Component));
      rest.Add(piece.Colors);
      continue;
    }
    rest.Add(static_cast<vtkObject*>(piece.Grid));
    rest.Add(piece.Scalars);
    rest.Add(piece.Colors);
    rest.Add(settings->GetSmoothNormals());
    rest.Add(settings->GetSolidBelow());
    for (const inkray::Isosurface& surface : frame.Set.Surfaces)
    {
      for (const double number : { surface.value, 1.0 * surface.opacity, 1.0 * surface.keepsColor,
             1.0 * surface.color[0], 1.0 * surface.color[1], 1.0 * surface.color[2] })
      {
        rest.Add(number);
      }
    }
    if (piece.Colors.Array)
    {
      rest.Add(RayCastBridge::FindSurfaceFunction(settings->GetColorFunction(), property));
    }
  }
  for (vtkActor* const actor : frame.Shown)
  {
    PathTraceTriangles::AddKeyOf(actor, rest);
  }
  return true;
}

void vtkIsosurfacePathTraceMapper::Internals::AddVolume(const ScenePiece& piece, vtkMatrix4x4* toWorld)
{
  this->Volumes.push_back(std::make_unique<Volume>());
  Volume& volume = *this->Volumes.back();
  const RayCastArray& scalars = piece.Scalars;
  inkray::VolumeInput input =
    volume.Values.makeVolume(piece.Image, scalars.Array, scalars.Association, scalars.Component);
  double toMesh[16];
  std::copy_n(input.indexToMesh, 16, toMesh);
  vtkMatrix4x4::Multiply4x4(toWorld->GetData(), toMesh, input.indexToMesh);
  const int number = this->Tracer->addVolume(input, this->Session.Observe("Finding ranges of bricks", 0.1));
  const inkray::PathTimings timings = this->Tracer->timings();
  this->BrickMilliseconds += timings.bricks;
  this->UploadMilliseconds += timings.upload;

  if (piece.Colors.Array)
  {
    const double start = RayCastSession::Now();
    this->Tracer->setColorValues(number,
      volume.Colors.makeValues(piece.Image, piece.Colors.Array, piece.Colors.Association,
        piece.Colors.Component, scalars.Association));
    volume.HasColors = true;
    this->UploadMilliseconds += RayCastSession::Now() - start;
  }
  if (this->Session.GetDevice() == inkray::DeviceKind::CUDA)
  {
    volume.Values.clear();
    volume.Colors.clear();
  }
  else
  {
    volume.InUse = { scalars.Array, piece.Image->GetPointGhostArray(), piece.Image->GetCellGhostArray(),
      piece.Colors.Array, piece.Image };
  }
}

bool vtkIsosurfacePathTraceMapper::UpdateScene(Frame& frame)
{
  Internals& internal = *this->Internal;
  RayCastSession& session = internal.Session;
  vtkPathTraceSettings* const settings = internal.Settings;
  const bool isAnew = internal.Scene.Update(frame.Scene, [&] {
    internal.ForgetScene();
    inkray::PathTracer& tracer = *internal.Tracer;
    tracer.clearScene();
    vtkMatrix4x4* const toWorld = session.GetVolume()->GetMatrix();
    std::vector<PathTraceTriangles> shown;
    const auto add = [&](const PathTraceTriangles& triangles, int material) {
      if (!triangles.Corners.empty())
      {
        tracer.addTriangles(triangles.GetView(material));
        internal.NumTriangles += static_cast<std::int64_t>(triangles.Corners.size() / 3);
      }
    };
    for (const ScenePiece& piece : frame.Pieces)
    {
      if (piece.Image)
      {
        internal.AddVolume(piece, toWorld);
        continue;
      }
      inkray::ColorTable table;
      if (piece.Colors.Array)
      {
        table =
          RayCastBridge::MakeSurfaceTable(settings->GetColorFunction(), session.GetVolume()->GetProperty());
      }
      for (const inkray::Isosurface& surface : frame.Set.Surfaces)
      {
        add(
          PathTraceTriangles::OfIsosurface(piece.Grid, piece.Scalars, surface, settings->GetSolidBelow() != 0,
            settings->GetSmoothNormals() != 0, piece.Colors, table, toWorld),
          OfIsosurfaces);
        internal.HasTranslucentTriangles = internal.HasTranslucentTriangles || surface.opacity < 1;
      }
    }
    for (vtkActor* const actor : frame.Shown)
    {
      PathTraceTriangles::AddShown(actor, shown);
    }
    for (const PathTraceTriangles& triangles : shown)
    {
      add(triangles, OfPolygons);
    }
  });
  if (internal.HasTranslucentTriangles)
  {
    session.Note("Isosurfaces of meshes are traced opaque, whatever their opacity.");
  }
  return isAnew;
}

bool vtkIsosurfacePathTraceMapper::UpdateIsosurfaces(Frame& frame)
{
  Internals& internal = *this->Internal;
  RayCastSession& session = internal.Session;
  vtkPathTraceSettings* const settings = internal.Settings;
  inkray::PathTracer& tracer = *internal.Tracer;

  const auto numVolumes = static_cast<int>(internal.Volumes.size());
  double range[2] = { VTK_DOUBLE_MAX, -VTK_DOUBLE_MAX };
  std::int64_t numNonFinite = 0;
  for (int i = 0; i < numVolumes; ++i)
  {
    const inkray::VolumeReport& report = tracer.volumeReport(i);
    numNonFinite += report.numNonFinite;
    if (report.range[0] <= report.range[1])
    {
      range[0] = std::min(range[0], report.range[0]);
      range[1] = std::max(range[1], report.range[1]);
    }
  }
  if (numNonFinite > 0)
  {
    session.Note(std::to_string(numNonFinite) +
      " values are not finite numbers (NaN or infinite); the cells that use them are left out.");
  }
  const bool isEmpty = internal.NumTriangles == 0 &&
    (numVolumes == 0 || !(range[0] <= range[1]) || !frame.Set.IsAnyWithin(range));
  if (isEmpty && !settings->GetInputIsPiece())
  {
    session.Note(numVolumes > 0 && range[0] <= range[1]
        ? "There is no isosurface: the values are within " + Interval(range) + ", and no isovalue is."
        : std::string("There is no isosurface: no cell has the isovalue between its values."));
  }

  const SurfacesKey key = { frame.Set, settings->GetSolidBelow() != 0 };
  frame.IsAnew = internal.Surfaces.Update(key,
                   [&] {
                     std::vector<inkray::PathSurface> surfaces(key.Set.Surfaces.size());
                     for (std::size_t i = 0; i < surfaces.size(); ++i)
                     {
                       static_cast<inkray::Isosurface&>(surfaces[i]) = key.Set.Surfaces[i];
                       surfaces[i].material = OfIsosurfaces;
                       surfaces[i].solidBelow = key.SolidBelow;
                     }
                     for (int i = 0; i < numVolumes; ++i)
                     {
                       tracer.setIsosurfaces(i, surfaces);
                     }
                   }) ||
    frame.IsAnew;

  if (std::any_of(internal.Volumes.begin(), internal.Volumes.end(),
        [](const auto& volume) { return volume->HasColors; }))
  {
    vtkVolumeProperty* const property = session.GetVolume()->GetProperty();
    vtkScalarsToColors* const own = settings->GetColorFunction();
    PathTraceKey function;
    function.Add(RayCastBridge::FindSurfaceFunction(own, property));
    frame.IsAnew = internal.ColorTable.Update(function,
                     [&] {
                       const inkray::ColorTable table = RayCastBridge::MakeSurfaceTable(own, property);
                       for (int i = 0; i < numVolumes; ++i)
                       {
                         tracer.setColorTable(i, table);
                       }
                     }) ||
      frame.IsAnew;
  }
  return !isEmpty;
}

bool vtkIsosurfacePathTraceMapper::UpdateLight(Frame&)
{
  Internals& internal = *this->Internal;
  RayCastSession& session = internal.Session;
  vtkPathTraceSettings* const settings = internal.Settings;
  inkray::PathTracer& tracer = *internal.Tracer;

  const std::vector<double> materials = { 1.0 * settings->GetMaterial(), settings->GetShininess(),
    settings->GetRefractiveIndex() };
  bool isAnew = internal.Materials.Update(materials, [&] {
    inkray::PathMaterial own;
    own.kind = static_cast<inkray::PathMaterialKind>(settings->GetMaterial());
    own.shininess = static_cast<float>(settings->GetShininess());
    own.refractiveIndex = static_cast<float>(settings->GetRefractiveIndex());
    tracer.setMaterials({ own, inkray::PathMaterial() });
  });

  const inkray::Environment sky = internal.Sky.Make(settings, session.GetRenderer(),
    [&session](const std::string& problem) { session.Report(true, problem); });
  const std::vector<double> skyKey = PathTraceSky::KeyOf(sky, internal.Sky.GetNumberOfReadings());
  isAnew = internal.SkyLight.Update(skyKey, [&] { tracer.setEnvironment(sky); }) || isAnew;

  const int light = settings->GetLight();
  const double share = light == vtkPathTraceSettings::LIGHTS                                           ? 1
    : light == vtkPathTraceSettings::SKY_AND_LIGHTS || light == vtkPathTraceSettings::IMAGE_AND_LIGHTS ? 0.5
                                                                                                       : 0;
  const auto factor = static_cast<float>(share * settings->GetLightStrength());
  std::vector<inkray::SurfaceLight> lights;
  std::vector<double> lightKey;
  if (factor > 0)
  {
    lights = RayCastBridge::MakeLights(session.GetRenderer());
  }
  bool isLit = false;
  for (inkray::SurfaceLight& one : lights)
  {
    for (float& channel : one.diffuse)
    {
      channel *= factor;
      isLit = isLit || channel > 0;
    }
    for (const float* numbers : { one.diffuse, one.direction, one.position, one.attenuation })
    {
      lightKey.insert(lightKey.end(), numbers, numbers + 3);
    }
    lightKey.insert(lightKey.end(), { one.coneCosine, one.exponent, 1.0 * one.positional });
  }
  isAnew = internal.Lights.Update(lightKey, [&] { tracer.setLights(lights); }) || isAnew;

  const auto isBright = [](float channel) { return channel > 0; };
  const bool hasSky = sky.strength > 0 &&
    (std::any_of(sky.color, sky.color + 3, isBright) || std::any_of(sky.bottom, sky.bottom + 3, isBright));
  if (!isLit && !hasSky)
  {
    session.Report(false,
      "There is no light, so the surfaces are black; choose another light, or a strength above 0.",
      "no light");
  }
  if (static_cast<int>(lights.size()) > inkray::maxLights)
  {
    session.Note(
      "The view has more than " + std::to_string(inkray::maxLights) + " lights; those beyond are left out.");
  }
  return isAnew;
}

void vtkIsosurfacePathTraceMapper::Trace(Frame& frame)
{
  Internals& internal = *this->Internal;
  RayCastSession& session = internal.Session;
  vtkPathTraceSettings* const settings = internal.Settings;
  inkray::PathTracer& tracer = *internal.Tracer;
  vtkCamera* const camera = session.GetRenderer()->GetActiveCamera();

  TraceOptions options;
  options.bounces = settings->GetBounces();
  options.smoothNormals = settings->GetSmoothNormals() != 0;
  options.showEnvironment = settings->GetShowSky() != 0;
  options.focalDepth = static_cast<float>(
    settings->GetFocalDistance() > 0 ? settings->GetFocalDistance() : camera->GetDistance());
  options.lensRadius = static_cast<float>(settings->GetLensRadius());
  if (options.lensRadius > 0 && camera->GetParallelProjection())
  {
    options.lensRadius = 0;
    session.Note("A parallel projection has no lens, so everything is sharp.");
  }

  // One sample for those who turn the camera; a still in frames, or to the end.
  const bool isStill = session.IsStill();
  const double milliseconds = !isStill ? OneSample : this->Refine ? RefiningFrame : 0;
  Samples samples(tracer, settings->GetSamplesPerPixel(), milliseconds, internal.PixelTime);
  samples.Shot = frame.IsAnew ? std::vector<double>() : frame.Shot;
  samples.IsOnHost = internal.IsOnHost;

  const auto pictureOf = [&](bool onDevice) {
    const float bias = frame.Shown.empty() ? 0.0f : session.IsCoarse() ? CoarseDepthBias : DepthBias;
    // The mean of n values between 0 and 1 is off by no more than 0.5 / sqrt(n) or so.
    const auto number = static_cast<float>(std::max<std::int64_t>(1, tracer.numSamples()));
    const float noise = settings->GetDenoise() ? 0.5f / std::sqrt(number) : 0.0f;
    return onDevice ? RayCastPicture{ tracer.deviceImage(), tracer.deviceDepth(), bias, noise }
                    : RayCastPicture{ tracer.image(), tracer.depth(), bias, noise };
  };
  // An interactive frame takes the time of one sample, however many this one has.
  const auto toPace = [&samples](double all) {
    return samples.Added > 0 ? all / static_cast<double>(samples.Added) : samples.GetSampleTime();
  };
  internal.Timings =
    session.Cast(samples, options, settings, false, RayCastFrameTarget::Use::Test, pictureOf, toPace);
  internal.Shot = samples.Shot;
  internal.IsOnHost = samples.IsOnHost;
  internal.PixelTime = samples.PixelTime;
  internal.NewSamples = samples.Added;
  internal.NumSamples = tracer.numSamples();
  internal.Unfinished = internal.NumSamples < settings->GetSamplesPerPixel();
  internal.Statistics = tracer.statistics();
  internal.Memory = tracer.memory();
}

bool vtkIsosurfacePathTraceMapper::IsUnfinished()
{
  return this->Internal->Session.HasDrawn() && this->Internal->Unfinished;
}

int vtkIsosurfacePathTraceMapper::FillInputPortInformation(int, vtkInformation* info)
{
  info->Set(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), "vtkDataSet");
  return 1;
}

void vtkIsosurfacePathTraceMapper::SetInputData(vtkDataSet* input)
{
  this->SetInputDataInternal(0, input);
}

void vtkIsosurfacePathTraceMapper::AddDataSet(vtkDataSet* dataSet)
{
  this->Internal->More.emplace_back(dataSet);
  this->Modified();
}

void vtkIsosurfacePathTraceMapper::RemoveAllDataSets()
{
  if (!this->Internal->More.empty())
  {
    this->Internal->More.clear();
    this->Modified();
  }
}

double* vtkIsosurfacePathTraceMapper::GetBounds()
{
  this->Update();
  vtkBoundingBox box;
  const auto add = [&box](vtkDataSet* dataSet) {
    if (dataSet && dataSet->GetNumberOfPoints() > 0)
    {
      box.AddBounds(dataSet->GetBounds());
    }
  };
  add(vtkDataSet::SafeDownCast(this->GetInputDataObject(0, 0)));
  std::for_each(this->Internal->More.begin(), this->Internal->More.end(), add);
  box.GetBounds(this->Bounds);
  return this->Bounds;
}

void vtkIsosurfacePathTraceMapper::Update()
{
  // As vtkIsosurfaceRayCastMapper: data that was handed over is what it is.
  if (this->GetNumberOfInputConnections(0) > 0 &&
    !vtkTrivialProducer::SafeDownCast(this->GetInputAlgorithm()))
  {
    this->Superclass::Update();
  }
}

void vtkIsosurfacePathTraceMapper::ReleaseGraphicsResources(vtkWindow* window)
{
  this->Internal->Session.ReleaseGraphicsResources(window);
  this->Internal->Release();
  this->Superclass::ReleaseGraphicsResources(window);
}

void vtkIsosurfacePathTraceMapper::SetSettings(vtkPathTraceSettings* settings)
{
  if (RayCastSession::Replace(this->Internal->Settings, settings))
  {
    this->Modified();
  }
}

vtkPathTraceSettings* vtkIsosurfacePathTraceMapper::GetSettings()
{
  return this->Internal->Settings;
}

vtkMTimeType vtkIsosurfacePathTraceMapper::GetMTime()
{
  return std::max(this->Superclass::GetMTime(), this->Internal->Settings->GetMTime());
}

vtkRayCastReport* vtkIsosurfacePathTraceMapper::GetReport()
{
  Internals& internal = *this->Internal;
  if (!internal.Session.HasDrawn())
  {
    internal.ForgetFrame();
  }
  vtkRayCastReport* const report = internal.Report;
  report->RemoveAllRows();
  internal.Session.AddDrawnRows(report);
  report->AddCount("samples", internal.NumSamples);
  report->AddCount("new samples", internal.NewSamples);
  report->AddRow("bricks", internal.BrickMilliseconds, "ms");
  report->AddRow("upload", internal.UploadMilliseconds, "ms");
  report->AddRow("rebuild", internal.Timings.rebuild, "ms");
  report->AddRow("trace", internal.Timings.trace, "ms");
  internal.Session.AddFrameRows(report, internal.Memory.frame);
  report->AddBytes("scene memory", internal.Memory.scene);
  report->AddCount("triangles", internal.NumTriangles);
  report->AddCount("left out", internal.Statistics.leftOut);
  report->AddCount("scene uploads", internal.Scene.GetNumberOfUpdates());
  report->AddCount("sky uploads", internal.SkyLight.GetNumberOfUpdates());
  return report;
}

const char* vtkIsosurfacePathTraceMapper::GetDeviceName()
{
  return this->Internal->Session.GetDeviceName();
}

const char* vtkIsosurfacePathTraceMapper::GetFallbackReason()
{
  return this->Internal->Session.GetFallbackReason();
}

void vtkIsosurfacePathTraceMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Refine: " << this->Refine << "\n";
  RayCastSession::Print(os, indent, this->Internal->Settings, this->GetReport());
}
