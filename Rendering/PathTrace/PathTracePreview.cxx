// SPDX-License-Identifier: BSD-3-Clause
#include "PathTracePreview.h"

#include "Core/Errors.h"
#include "Device/Device.h"
#include "ImageInUse.h"
#include "PathTraceContent.h"
#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"
#include "vtkDataSet.h"
#include "vtkMatrix4x4.h"
#include "vtkPathTraceSettings.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <exception>
#include <memory>

namespace
{
/// For larger images the CPU takes longer to find the ranges of all bricks than a GPU takes to start, to
/// receive the bricks and to trace a sample.
constexpr vtkIdType MostPoints = vtkIdType(1) << 26;

bool AreSmall(const PathTraceContent& content)
{
  vtkIdType points = 0;
  for (const PathTraceItem& piece : content.Pieces)
  {
    points += piece.Image->GetNumberOfPoints();
  }
  return points <= MostPoints;
}
} // namespace

bool PathTracePreview::Draw(
  RayCastSession& session, vtkPathTraceSettings* settings, const PathTraceContent& content)
{
  const bool areImages = std::all_of(content.Pieces.begin(), content.Pieces.end(),
    [](const PathTraceItem& piece) { return piece.Image != nullptr; });
  const bool isDue = !this->IsOver && areImages && !content.HasMedium &&
    settings->DrawsOpaqueSurfacesAlone() && !session.GetRenderer()->GetRenderWindow()->GetStereoRender() &&
    (settings->GetDevice() == vtkRayCastSettings::DEVICE_CPU || AreSmall(content));
  if (!isDue)
  {
    return false;
  }
  this->StartDevice(settings->GetDevice());
  try
  {
    for (const PathTraceItem& piece : content.Pieces)
    {
      this->IsShown = CastPiece(session, settings, content, piece) || this->IsShown;
    }
  }
  catch (const inkray::Aborted&)
  {
    throw;
  }
  catch (const std::exception&)
  {
    this->IsShown = false;
  }
  this->IsOver = true;
  if (this->IsShown)
  {
    session.Note("The CPU ray casts this first picture; path traced pictures follow.");
  }
  return this->IsShown;
}

void PathTracePreview::StartDevice(int wanted)
{
  if (wanted != vtkRayCastSettings::DEVICE_CPU && !this->Starting.valid())
  {
    this->Starting = std::async(std::launch::async, [wanted] {
      wanted >= vtkRayCastSettings::DEVICE_CUDA_0
        ? inkray::cudaDevice(wanted - vtkRayCastSettings::DEVICE_CUDA_0)
        : inkray::cudaDevice();
    });
  }
}

void PathTracePreview::End()
{
  this->IsOver = true;
  if (this->Starting.valid())
  {
    this->Starting.get();
  }
}

bool PathTracePreview::CastPiece(RayCastSession& session, vtkPathTraceSettings* settings,
  const PathTraceContent& content, const PathTraceItem& piece)
{
  std::unique_ptr<inkray::IsosurfaceRayCaster> caster;
  session.PrepareCaster(caster, vtkRayCastSettings::DEVICE_CPU, false, [] {});

  // MakeVolume applies the volume's matrix to the data, since the session draws in world coordinates.
  ImageInUse image;
  const inkray::VolumeInput input =
    image.MakeVolume(piece.Image, piece.Scalars, session.GetVolume()->GetMatrix());
  const inkray::VolumeReport& report =
    caster->setVolume(input, session.Observe("Finding ranges of bricks", 0.4));
  if (!content.Set.IsAnyWithin(report.range))
  {
    return false;
  }
  caster->setIsosurfaces(content.Set.Surfaces);

  vtkVolumeProperty* const property = session.GetVolume()->GetProperty();
  if (piece.Colors.Array)
  {
    caster->setColorValues(image.MakeSecond(piece.Image, piece.Colors, piece.Scalars.Association));
    caster->setColorTable(
      RayCastBridge::MakeSurfaceTable(settings->GetColorFunction(), property, piece.Colors.AreColors()));
  }
  caster->setLights(session.MakeLights(true));
  caster->setMaterial(RayCastBridge::MakeMaterial(property, true));

  inkray::IsosurfaceFrameOptions options;
  options.smoothNormals = settings->GetSmoothNormals() != 0;
  session.Cast(*caster, options, settings, false, RayCastFrameTarget::Use::Test, [&caster](bool) {
    return RayCastPicture{ caster->image(), caster->depth() };
  });
  return true;
}
