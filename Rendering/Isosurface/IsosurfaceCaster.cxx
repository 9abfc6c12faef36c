// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceCaster.h"

#include "DrawnValues.h"
#include "IsosurfaceGrid.h"
#include "RayCastBridge.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkRayCastReport.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <cmath>
#include <string>

bool IsosurfaceCaster::Update(
  vtkIsosurfaceRayCastSettings* settings, const IsosurfaceGrid& input, const BlockStyle& style)
{
  this->Choice.Prepare(settings, input, [this] { this->Release(); });
  if (!this->UpdateVolume(input, settings->GetInputIsPart() != 0) ||
    !this->UpdateSurfaces(settings, input, style))
  {
    return false;
  }
  this->UpdateColors(settings, input);
  // A few numbers, which travel with the launch.
  vtkVolumeProperty* const property = this->Session.GetVolume()->GetProperty();
  const bool isLit = property->GetShade(0) != 0;
  this->Get()->setLights(this->Session.MakeLights(isLit));
  this->Get()->setMaterial(RayCastBridge::MakeMaterial(property, isLit));
  return true;
}

bool IsosurfaceCaster::UpdateVolume(const IsosurfaceGrid& input, bool isPiece)
{
  this->Volume.Update(input.GetKey(), [&] {
    this->ReleaseVolume();
    const inkray::VolumeInput volume = this->InUse.MakeVolume(input.Image, input.Scalars);
    this->VolumeReport =
      this->Get()->setVolume(volume, this->Session.Observe("Finding ranges of bricks", 0.4));
    std::copy_n(volume.indexToMesh, 16, this->IndexToMesh.begin());
    if (!this->Choice.UsesHostArrays())
    {
      this->InUse.Release();
    }
    const inkray::IsosurfaceTimings timings = this->Get()->timings();
    this->BrickMilliseconds = timings.bricks;
    this->UploadMilliseconds = timings.upload;
  });
  this->Choice.NoteImage();

  return DrawnValues::CheckImage(this->Session, input.Scalars, this->VolumeReport, isPiece,
    "it has no isosurface", "there is no isosurface");
}

bool IsosurfaceCaster::UpdateSurfaces(
  vtkIsosurfaceRayCastSettings* settings, const IsosurfaceGrid& input, const BlockStyle& style)
{
  const IsosurfaceSet set(settings, this->Session.GetVolume()->GetProperty(), style);
  set.ReportValues(this->Session);
  set.NoteNone(this->Session, this->VolumeReport.range, settings->GetInputIsPart() != 0, &input.Scalars);
  this->Places = set.Places;
  this->Surfaces.Update(set, [&] { this->Get()->setIsosurfaces(set.Surfaces); });
  return !set.Surfaces.empty();
}

void IsosurfaceCaster::UpdateColors(vtkIsosurfaceRayCastSettings* settings, const IsosurfaceGrid& input)
{
  if (!input.Colors.Array)
  {
    if (this->ColorArray)
    {
      this->Get()->setColorValues(inkray::Field());
      this->ColorArray.Forget();
      this->InUse.ReleaseSecond();
    }
    return;
  }
  this->ColorArray.Update(input.KeyOf(input.Colors), [&] {
    const double start = RayCastSession::Now();
    this->Get()->setColorValues(this->InUse.MakeSecond(input.Image, input.Colors, input.Scalars.Association));
    if (!this->Choice.UsesHostArrays())
    {
      this->InUse.ReleaseSecond();
    }
    this->UploadMilliseconds += RayCastSession::Now() - start;
  });
  vtkVolumeProperty* const property = this->Session.GetVolume()->GetProperty();
  vtkScalarsToColors* const own = settings->GetColorFunction();
  RayCastKey function(RayCastBridge::FindSurfaceFunction(own, property));
  function.Component = input.Colors.Component;
  this->ColorTable.Update(function, [&] {
    this->Get()->setColorTable(RayCastBridge::MakeSurfaceTable(own, property, input.Colors.AreColors()));
  });
}

void IsosurfaceCaster::ReleaseVolume()
{
  this->Volume.Forget();
  this->ColorArray.Forget();
  this->InUse.Release();
}

void IsosurfaceCaster::Release()
{
  this->Choice.Drop();
  this->ReleaseVolume();
  this->Surfaces.Forget();
  this->ColorTable.Forget();
}

void IsosurfaceCaster::Fail(const inkray::filters::ImageVolumeKey& image)
{
  this->Choice.Fail(image);
  this->Release();
}

void IsosurfaceCaster::Fail()
{
  this->Fail(this->Volume ? this->Volume.Get() : inkray::filters::ImageVolumeKey());
}

int IsosurfaceCaster::FindSurface(double value, double& isovalue) const
{
  const std::vector<inkray::Isosurface>& surfaces = this->Surfaces.Get().Surfaces;
  const auto nearest = std::min_element(
    surfaces.begin(), surfaces.end(), [value](const inkray::Isosurface& a, const inkray::Isosurface& b) {
      return std::abs(a.value - value) < std::abs(b.value - value);
    });
  isovalue = nearest->value;
  return this->Places[nearest - surfaces.begin()];
}

void IsosurfaceCaster::AddTimes(vtkRayCastReport* report) const
{
  report->AddRow("bricks", this->BrickMilliseconds, "ms");
  report->AddRow("upload", this->UploadMilliseconds, "ms");
}

void IsosurfaceCaster::AddRows(vtkRayCastReport* report) const
{
  const std::int64_t* const leaves = this->VolumeReport.leaves;
  report->AddCount("leaves", leaves[0] * leaves[1] * leaves[2]);
  this->Choice.AddRows(report);
  report->AddCount("volume uploads", this->Volume.GetNumberOfUpdates());
  report->AddCount("color array uploads", this->ColorArray.GetNumberOfUpdates());
  report->AddCount("isosurface uploads", this->Surfaces.GetNumberOfUpdates());
  report->AddCount("color table uploads", this->ColorTable.GetNumberOfUpdates());
  report->AddRow("smallest value", this->VolumeReport.range[0], "data");
  report->AddRow("largest value", this->VolumeReport.range[1], "data");
}
