// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceGeometry.h"

#include "PathTraceShown.h"
#include "PathTraceTriangles.h"
#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "RayCastTransferFunction.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "vtkDataSet.h"
#include "vtkMatrix4x4.h"
#include "vtkPathTraceSettings.h"
#include "vtkSmartPointer.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <sstream>
#include <string>

using inkray::filters::ImageVolume;

namespace
{

std::string Interval(const double range[2])
{
  std::ostringstream text;
  text << "[" << range[0] << ", " << range[1] << "]";
  return text.str();
}

/// How many triangles the tracer has got.
std::int64_t Add(const PathTraceTriangles& triangles, int material, inkray::PathTracer& tracer)
{
  if (!triangles.Corners.empty())
  {
    tracer.addTriangles(triangles.GetView(material));
  }
  return static_cast<std::int64_t>(triangles.Corners.size() / 3);
}

} // namespace

/// Plain arrays of the host are read where they are by the CPU, so they are kept.
struct PathTraceGeometry::Volume
{
  ImageVolume Values, Colors;
  std::vector<vtkSmartPointer<vtkObject>> InUse;
  bool HasColors = false, HasSurfaces = false, IsMedium = false;

  /// A device has copies.
  void Release()
  {
    this->Values.clear();
    this->Colors.clear();
    this->InUse.clear();
  }
};

PathTraceGeometry::PathTraceGeometry(RayCastSession& session)
  : Session(session)
{
}

PathTraceGeometry::~PathTraceGeometry() = default;

void PathTraceGeometry::Forget()
{
  this->Data.Forget();
  this->Surfaces.Forget();
  this->ColorTable.Forget();
  this->Functions.Forget();
  this->Volumes.clear();
  this->NumTriangles = this->NumShown = 0;
  this->HasTranslucentTriangles = false;
  this->Empty = true;
  this->Medium = false;
}

void PathTraceGeometry::Fail(const PathTraceContent& content)
{
  this->Failed.Update(content.Key, [] {});
}

void PathTraceGeometry::UpdateData(
  const PathTraceContent& content, vtkPathTraceSettings* settings, inkray::PathTracer& tracer)
{
  this->Data.Update(content.Key, [&] {
    this->Forget();
    tracer.clearScene();
    for (const PathTracePiece& piece : content.Pieces)
    {
      if (piece.Image)
      {
        this->AddImage(piece, tracer);
      }
      else
      {
        this->AddMesh(piece, content.Set, settings, tracer);
      }
    }
    this->AddShown(content, tracer);
  });
  if (this->HasTranslucentTriangles)
  {
    this->Session.Note("Isosurfaces of meshes are traced opaque, whatever their opacity.");
  }
}

// The volume around the surfaces is one of its own where they have other values.
void PathTraceGeometry::AddImage(const PathTracePiece& piece, inkray::PathTracer& tracer)
{
  const int number = this->AddVolume(piece.Image, piece.Scalars, tracer);
  Volume& volume = *this->Volumes.back();
  volume.HasSurfaces = true;
  if (piece.Colors.Array)
  {
    const double start = RayCastSession::Now();
    tracer.setColorValues(number,
      volume.Colors.makeValues(piece.Image, piece.Colors.Array, piece.Colors.Association,
        piece.Colors.Component, piece.Scalars.Association));
    volume.InUse.emplace_back(piece.Colors.Array);
    volume.HasColors = true;
    this->UploadMilliseconds += RayCastSession::Now() - start;
  }
  const bool isOfSurfaces = piece.Medium.Array && RayCastKey(piece.Scalars) == RayCastKey(piece.Medium);
  if (isOfSurfaces)
  {
    volume.IsMedium = true;
  }
  else if (piece.Medium.Array)
  {
    this->AddVolume(piece.Image, piece.Medium, tracer);
    this->Volumes.back()->IsMedium = true;
  }
  if (this->Session.GetDevice() == inkray::DeviceKind::CUDA)
  {
    for (const std::unique_ptr<Volume>& held : this->Volumes)
    {
      held->Release();
    }
  }
}

int PathTraceGeometry::AddVolume(vtkDataSet* image, const RayCastArray& scalars, inkray::PathTracer& tracer)
{
  this->Volumes.push_back(std::make_unique<Volume>());
  Volume& volume = *this->Volumes.back();
  inkray::VolumeInput input =
    volume.Values.makeVolume(image, scalars.Array, scalars.Association, scalars.Component);
  double toMesh[16];
  std::copy_n(input.indexToMesh, 16, toMesh);
  vtkMatrix4x4::Multiply4x4(this->Session.GetVolume()->GetMatrix()->GetData(), toMesh, input.indexToMesh);
  const int number = tracer.addVolume(input, this->Session.Observe("Finding ranges of bricks", 0.1));
  const inkray::PathTimings timings = tracer.timings();
  this->BrickMilliseconds += timings.bricks;
  this->UploadMilliseconds += timings.upload;
  volume.InUse = { scalars.Array, image->GetPointGhostArray(), image->GetCellGhostArray(), image };
  return number;
}

void PathTraceGeometry::AddMesh(const PathTracePiece& piece, const IsosurfaceSet& set,
  vtkPathTraceSettings* settings, inkray::PathTracer& tracer)
{
  vtkVolume* const volume = this->Session.GetVolume();
  inkray::ColorTable table;
  if (piece.Colors.Array)
  {
    table = RayCastBridge::MakeSurfaceTable(settings->GetColorFunction(), volume->GetProperty());
  }
  for (const inkray::Isosurface& surface : set.Surfaces)
  {
    this->NumTriangles +=
      Add(PathTraceTriangles::OfIsosurface(piece.Grid, piece.Scalars, surface, settings->GetSolidBelow() != 0,
            settings->GetSmoothNormals() != 0, piece.Colors, table, volume->GetMatrix()),
        OfIsosurfaces, tracer);
    this->HasTranslucentTriangles = this->HasTranslucentTriangles || surface.opacity < 1;
  }
}

void PathTraceGeometry::AddShown(const PathTraceContent& content, inkray::PathTracer& tracer)
{
  std::vector<PathTraceTriangles> shown;
  for (vtkActor* const actor : content.Shown)
  {
    PathTraceShown::AddTo(actor, shown);
  }
  for (const PathTraceTriangles& triangles : shown)
  {
    this->NumShown += Add(triangles, OfPolygons, tracer);
  }
  this->NumTriangles += this->NumShown;
}

void PathTraceGeometry::UpdateIsosurfaces(
  const PathTraceContent& content, vtkPathTraceSettings* settings, inkray::PathTracer& tracer)
{
  this->LookForSurfaces(content.Set, settings->GetInputIsPiece() != 0, tracer);
  const SurfacesKey key = { content.Set, settings->GetSolidBelow() != 0 };
  this->Surfaces.Update(key, [&] {
    std::vector<inkray::PathSurface> surfaces(key.Set.Surfaces.size());
    for (std::size_t i = 0; i < surfaces.size(); ++i)
    {
      static_cast<inkray::Isosurface&>(surfaces[i]) = key.Set.Surfaces[i];
      surfaces[i].material = OfIsosurfaces;
      surfaces[i].solidBelow = key.SolidBelow;
    }
    for (std::size_t i = 0; i < this->Volumes.size(); ++i)
    {
      if (this->Volumes[i]->HasSurfaces)
      {
        tracer.setIsosurfaces(static_cast<int>(i), surfaces);
      }
    }
  });
  this->UpdateColors(settings, tracer);
}

void PathTraceGeometry::LookForSurfaces(
  const IsosurfaceSet& set, bool isPiece, const inkray::PathTracer& tracer)
{
  double range[2] = { VTK_DOUBLE_MAX, -VTK_DOUBLE_MAX };
  std::int64_t numNonFinite = 0;
  for (std::size_t i = 0; i < this->Volumes.size(); ++i)
  {
    const inkray::VolumeReport& report = tracer.volumeReport(static_cast<int>(i));
    numNonFinite += report.numNonFinite;
    if (this->Volumes[i]->HasSurfaces && report.range[0] <= report.range[1])
    {
      range[0] = std::min(range[0], report.range[0]);
      range[1] = std::max(range[1], report.range[1]);
    }
  }
  if (numNonFinite > 0)
  {
    this->Session.Note(std::to_string(numNonFinite) +
      " values are not finite numbers (NaN or infinite); the cells that use them are left out.");
  }
  const bool hasRange = range[0] <= range[1];
  const bool hasSurface = this->NumTriangles > this->NumShown || (hasRange && set.IsAnyWithin(range));
  this->Empty = !hasSurface && this->NumShown == 0;
  if (!hasSurface && !isPiece && !set.Surfaces.empty())
  {
    this->Session.Note(hasRange
        ? "There is no isosurface: the values are within " + Interval(range) + ", and no isovalue is."
        : std::string("There is no isosurface: no cell has the isovalue between its values."));
  }
}

void PathTraceGeometry::UpdateColors(vtkPathTraceSettings* settings, inkray::PathTracer& tracer)
{
  if (std::none_of(
        this->Volumes.begin(), this->Volumes.end(), [](const auto& volume) { return volume->HasColors; }))
  {
    return;
  }
  vtkVolumeProperty* const property = this->Session.GetVolume()->GetProperty();
  vtkScalarsToColors* const own = settings->GetColorFunction();
  PathTraceKey function;
  function.Add(RayCastBridge::FindSurfaceFunction(own, property));
  this->ColorTable.Update(function, [&] {
    const inkray::ColorTable table = RayCastBridge::MakeSurfaceTable(own, property);
    for (std::size_t i = 0; i < this->Volumes.size(); ++i)
    {
      tracer.setColorTable(static_cast<int>(i), table);
    }
  });
}

void PathTraceGeometry::UpdateMedia(inkray::PathTracer& tracer)
{
  if (std::none_of(
        this->Volumes.begin(), this->Volumes.end(), [](const auto& volume) { return volume->IsMedium; }))
  {
    return;
  }
  vtkVolumeProperty* const property = this->Session.GetVolume()->GetProperty();
  PathTraceKey key;
  key.Add(static_cast<vtkObject*>(property)); // with its functions
  this->Functions.Update(key, [&] {
    RayCastBridge::FunctionUse use;
    use.OverUnitDistance = true; // these are images
    const inkray::TransferFunction function =
      RayCastBridge::MakeTransferFunction(property, this->FunctionsProblem, use);
    this->Medium = !function.isCategorical;
    for (std::size_t i = 0; i < this->Volumes.size(); ++i)
    {
      if (!this->Volumes[i]->IsMedium)
      {
        continue;
      }
      this->Medium ? tracer.setTransferFunction(static_cast<int>(i), function)
                   : tracer.removeTransferFunction(static_cast<int>(i));
    }
  });
  if (!this->Medium)
  {
    this->Session.Report(false,
      "Colours of categories have nothing between them, so there is no volume around the surfaces; colour by "
      "another array, or switch the categories off.");
  }
  else if (!this->FunctionsProblem.empty())
  {
    this->Session.Report(false, this->FunctionsProblem);
  }
}
