// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceGeometry.h"

#include "ImageInUse.h"
#include "PathTraceShown.h"
#include "PathTraceTriangles.h"
#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "RayCastTransferFunction.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "vtkDataSet.h"
#include "vtkMatrix4x4.h"
#include "vtkPathTraceSettings.h"
#include "vtkPiecewiseFunction.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <string>

struct PathTraceGeometry::Volume
{
  ImageInUse Image;
  bool Colored = false, OfColors = false, HasSurfaces = false, Medium = false;

  bool HasColors() const { return this->Colored; }
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
  for (const auto& mesh : this->Meshes)
  {
    mesh->Forget();
  }
  this->NumTriangles = 0;
  this->Empty = true;
  this->Medium = false;
}

void PathTraceGeometry::Fail(const PathTraceContent& content)
{
  this->Failed.Update(content.Key, [] {});
}

bool PathTraceGeometry::PrepareMeshes(PathTraceContent& content, bool isPiece)
{
  std::vector<PathTraceItem> drawn;
  std::size_t numMeshes = 0;
  for (PathTraceItem& piece : content.Pieces)
  {
    if (piece.Grid)
    {
      // Reuse the meshes of the last frame in their order: mostly they are unchanged.
      if (++numMeshes > this->Meshes.size())
      {
        this->Meshes.push_back(std::make_unique<PathTraceMesh>(this->Session));
      }
      PathTraceMesh& mesh = *this->Meshes[numMeshes - 1];
      if (!mesh.Prepare(piece, !content.Set.Surfaces.empty(), isPiece))
      {
        continue;
      }
      piece.Mesh = &mesh;
      PathTraceKey& rest = content.Key.Rest;
      rest.Add(static_cast<double>(numMeshes));
      rest.Add(static_cast<double>(mesh.GetMeshMTime()));
      rest.Add(piece.HasVolumeOfItsOwn());
    }
    drawn.push_back(piece);
  }
  this->Meshes.resize(numMeshes);
  content.Pieces = drawn;
  return !drawn.empty();
}

void PathTraceGeometry::UpdateData(const PathTraceContent& content, inkray::PathTracer& tracer)
{
  this->Data.Update(content.Key, [&] {
    this->Forget();
    tracer.clearScene();
    for (const PathTraceItem& piece : content.Pieces)
    {
      piece.Image ? this->AddImage(piece, tracer)
                  : piece.Mesh->Add(piece, this->Session.GetVolume()->GetMatrix(), tracer);
    }
    this->AddShown(content, tracer);
  });
}

// If the surrounding volume shows another array than the surfaces, the tracer gets a second volume for it.
void PathTraceGeometry::AddImage(const PathTraceItem& piece, inkray::PathTracer& tracer)
{
  const int number = this->AddVolume(piece.Image, piece.Scalars, tracer);
  Volume& volume = *this->Volumes.back();
  volume.HasSurfaces = true;
  if (piece.Colors.Array)
  {
    const double start = RayCastSession::Now();
    tracer.setColorValues(
      number, volume.Image.MakeSecond(piece.Image, piece.Colors, piece.Scalars.Association));
    volume.Colored = true;
    volume.OfColors = piece.Colors.AreColors();
    this->UploadMilliseconds += RayCastSession::Now() - start;
  }
  if (piece.HasVolumeOfItsOwn())
  {
    this->AddVolume(piece.Image, piece.Medium, tracer);
  }
  if (this->Session.GetDevice() == inkray::DeviceKind::CUDA)
  {
    for (const std::unique_ptr<Volume>& held : this->Volumes)
    {
      held->Image.Release(); // the device has copies
    }
  }
}

int PathTraceGeometry::AddVolume(vtkDataSet* image, const RayCastArray& scalars, inkray::PathTracer& tracer)
{
  this->Volumes.push_back(std::make_unique<Volume>());
  Volume& volume = *this->Volumes.back();
  const inkray::VolumeInput input =
    volume.Image.MakeVolume(image, scalars, this->Session.GetVolume()->GetMatrix());
  const int number = tracer.addVolume(input, this->Session.Observe("Finding ranges of bricks", 0.1));
  const inkray::PathTimings timings = tracer.timings();
  this->BrickMilliseconds += timings.bricks;
  this->UploadMilliseconds += timings.upload;
  return number;
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
    if (!triangles.Corners.empty())
    {
      tracer.addTriangles(triangles.GetView(OfPolygons));
    }
    this->NumTriangles += static_cast<std::int64_t>(triangles.Corners.size() / 3);
  }
}

bool PathTraceGeometry::UpdateIsosurfaces(
  const PathTraceContent& content, vtkPathTraceSettings* settings, inkray::PathTracer& tracer)
{
  // A mesh allows surfaces of point values only: remove them before the arrays change to cell values.
  const SurfacesKey key = { content.Set, settings->GetSolidBelow() != 0 };
  const auto send = [&] { this->Surfaces.Update(key, [&] { this->SendSurfaces(key, tracer); }); };
  if (content.Set.Surfaces.empty())
  {
    send();
  }
  if (!this->UpdateMeshArrays(content, tracer))
  {
    return false;
  }
  send();
  this->LookForSurfaces(content, settings->GetInputIsPart() != 0, tracer);
  this->UpdateColors(settings, tracer);
  return true;
}

bool PathTraceGeometry::UpdateMeshArrays(const PathTraceContent& content, inkray::PathTracer& tracer)
{
  bool fit = true;
  for (const PathTraceItem& piece : content.Pieces)
  {
    fit = (!piece.Mesh || piece.Mesh->UpdateArrays(piece, content.Set, tracer)) && fit;
  }
  return fit;
}

void PathTraceGeometry::SendSurfaces(const SurfacesKey& key, inkray::PathTracer& tracer)
{
  const auto& [set, solidBelow] = key;
  std::vector<inkray::PathSurface> surfaces(set.Surfaces.size());
  for (std::size_t i = 0; i < surfaces.size(); ++i)
  {
    static_cast<inkray::Isosurface&>(surfaces[i]) = set.Surfaces[i];
    surfaces[i].material = OfIsosurfaces;
    surfaces[i].solidBelow = solidBelow;
  }
  for (std::size_t i = 0; i < this->Volumes.size(); ++i)
  {
    if (this->Volumes[i]->HasSurfaces)
    {
      tracer.setIsosurfaces(static_cast<int>(i), surfaces);
    }
  }
  for (const auto& mesh : this->Meshes)
  {
    mesh->SetSurfaces(surfaces, tracer);
  }
}

void PathTraceGeometry::LookForSurfaces(
  const PathTraceContent& content, bool isPiece, const inkray::PathTracer& tracer)
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
  for (const PathTraceItem& piece : content.Pieces)
  {
    if (piece.Mesh)
    {
      piece.Mesh->Note(piece, !content.Set.Surfaces.empty(), isPiece, tracer, range);
    }
  }
  const IsosurfaceSet& set = content.Set;
  const bool hasRange = range[0] <= range[1];
  const bool hasSurface = hasRange && set.IsAnyWithin(range);
  this->Empty = !hasSurface && this->NumTriangles == 0;
  if (hasRange && !set.Surfaces.empty())
  {
    set.NoteNone(this->Session, range, isPiece);
  }
  else if (!isPiece && !set.Surfaces.empty())
  {
    this->Session.Note("There is no isosurface: no cell has the isovalue between its values.");
  }
}

void PathTraceGeometry::UpdateColors(vtkPathTraceSettings* settings, inkray::PathTracer& tracer)
{
  const auto hasColors = [](const auto& one) { return one->HasColors(); };
  if (std::none_of(this->Volumes.begin(), this->Volumes.end(), hasColors) &&
    std::none_of(this->Meshes.begin(), this->Meshes.end(), hasColors))
  {
    return;
  }
  vtkVolumeProperty* const property = this->Session.GetVolume()->GetProperty();
  vtkScalarsToColors* const own = settings->GetColorFunction();
  PathTraceKey function;
  function.Add(RayCastBridge::FindSurfaceFunction(own, property));
  this->ColorTable.Update(function, [&] {
    inkray::ColorTable table = RayCastBridge::MakeSurfaceTable(own, property);
    for (std::size_t i = 0; i < this->Volumes.size(); ++i)
    {
      table.ofColors = this->Volumes[i]->OfColors;
      tracer.setColorTable(static_cast<int>(i), table);
    }
    table.ofColors = false;
    for (const auto& mesh : this->Meshes)
    {
      mesh->SetColorTable(table, tracer);
    }
  });
}

PathTraceKey PathTraceGeometry::ChooseMedia(const PathTraceContent& content)
{
  PathTraceKey key;
  std::size_t next = 0;
  for (const PathTraceItem& piece : content.Pieces)
  {
    if (piece.Image)
    {
      const bool isSecond = piece.HasVolumeOfItsOwn();
      this->Volumes[next++]->Medium = piece.Medium.Array && !isSecond;
      if (isSecond)
      {
        this->Volumes[next++]->Medium = true;
      }
    }
    key.Add(piece.Medium.Array != nullptr);
  }
  return key;
}

void PathTraceGeometry::UpdateMedia(const PathTraceContent& content, inkray::PathTracer& tracer)
{
  PathTraceKey key = this->ChooseMedia(content);
  vtkVolumeProperty* const property = this->Session.GetVolume()->GetProperty();
  if (content.HasMedium)
  {
    // The key holds the numbers of the property that matter, not the property itself: ParaView modifies it in
    // each frame.
    key.Add(RayCastBridge::FindSurfaceFunction(nullptr, property));
    key.Add(static_cast<vtkObject*>(property->GetScalarOpacity()));
    key.Add(property->GetScalarOpacityUnitDistance());
    key.Add(content.Density);
  }
  this->Functions.Update(key, [&] {
    // VTK's image mappers read opacity per unit distance, and its mesh mappers read extinction per length.
    RayCastBridge::FunctionUse ofImages, ofMeshes;
    ofImages.OverUnitDistance = true;
    ofImages.Opacity = ofMeshes.Opacity = content.Density;
    const inkray::TransferFunction overDistance =
      RayCastBridge::MakeTransferFunction(property, this->FunctionsProblem, ofImages);
    const inkray::TransferFunction perLength =
      RayCastBridge::MakeTransferFunction(property, this->FunctionsProblem, ofMeshes);
    this->Medium = content.HasMedium && !perLength.isCategorical;
    for (std::size_t i = 0; i < this->Volumes.size(); ++i)
    {
      this->Medium&& this->Volumes[i]->Medium ? tracer.setTransferFunction(static_cast<int>(i), overDistance)
                                              : tracer.removeTransferFunction(static_cast<int>(i));
    }
    for (const auto& mesh : this->Meshes)
    {
      mesh->SetTransferFunction(this->Medium ? &perLength : nullptr, tracer);
    }
  });
  if (!content.HasMedium)
  {
    return;
  }
  if (!this->Medium)
  {
    this->Session.Report(false,
      "The color map has categories, and no colors between them, so there is no volume around the surfaces; "
      "color by another array, or switch the categories off.");
  }
  else if (!this->FunctionsProblem.empty())
  {
    this->Session.Report(false, this->FunctionsProblem);
  }
}

std::int64_t PathTraceGeometry::GetNumberOfTets() const
{
  std::int64_t number = 0;
  for (const auto& mesh : this->Meshes)
  {
    number += mesh->GetNumberOfTets();
  }
  return number;
}

void PathTraceGeometry::ForgetTimes()
{
  this->BrickMilliseconds = this->UploadMilliseconds = 0;
  for (const auto& mesh : this->Meshes)
  {
    mesh->ForgetTimes();
  }
}

double PathTraceGeometry::GetAdjacencyMilliseconds() const
{
  double all = 0;
  for (const auto& mesh : this->Meshes)
  {
    all += mesh->GetAdjacencyMilliseconds();
  }
  return all;
}

double PathTraceGeometry::GetUploadMilliseconds() const
{
  double all = this->UploadMilliseconds;
  for (const auto& mesh : this->Meshes)
  {
    all += mesh->GetUploadMilliseconds();
  }
  return all;
}
