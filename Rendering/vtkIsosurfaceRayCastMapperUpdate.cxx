// SPDX-License-Identifier: BSD-3-Clause
// What vtkIsosurfaceRayCastMapper sends to the ray caster, and when: volume, isosurfaces, colours, lights.
#include "vtkIsosurfaceRayCastMapper.h"

#include "IsosurfaceBridge.h"
#include "vtkColorTransferFunction.h"
#include "vtkIsosurfaceRayCastMapperInternals.h"
#include "vtkIsovalueList.h"
#include "vtkPiecewiseFunction.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

namespace
{

std::string NameOf(vtkDataArray* array)
{
  return std::string("'") + (array->GetName() ? array->GetName() : "(no name)") + "'";
}

std::string Interval(const double range[2])
{
  std::ostringstream text;
  text << "[" << range[0] << ", " << range[1] << "]";
  return text.str();
}

bool Same(const inkray::Isosurface& a, const inkray::Isosurface& b)
{
  return a.value == b.value && a.opacity == b.opacity && std::equal(a.color, a.color + 3, b.color);
}

} // namespace

bool vtkIsosurfaceRayCastMapper::UpdateVolume(const Frame& frame)
{
  Internals& internal = *this->Internal;
  const inkray::filters::ImageVolumeKey key =
    inkray::filters::imageVolumeKey(frame.Image, frame.Scalars, frame.Association, frame.Component);
  if (!internal.HaveVolume || key != internal.VolumeKey)
  {
    this->UpdateProgress(0.1);
    internal.ReleaseVolume();
    const inkray::VolumeInput volume =
      internal.Volume.makeVolume(frame.Image, frame.Scalars, frame.Association, frame.Component);
    internal.Report = internal.Caster->setVolume(volume);
    if (internal.Device.GetKind() == inkray::DeviceKind::CUDA)
    {
      internal.Volume.clear();
    }
    else
    {
      internal.VolumeArrays = { frame.Scalars, frame.Image->GetPointGhostArray(),
        frame.Image->GetCellGhostArray() };
    }
    std::copy_n(volume.indexToMesh, 16, internal.IndexToMesh.begin());
    internal.VolumeKey = key;
    internal.HaveVolume = true;
    internal.MillisecondsPerPixel = 0;
    ++internal.VolumeUploads;
    const inkray::IsosurfaceTimings timings = internal.Caster->timings();
    internal.Timings[0] = timings.bricks;
    internal.Timings[1] = timings.upload;
  }

  // A value that is no number draws nothing; saying so is better than a picture with unexplained holes.
  const inkray::VolumeReport& report = internal.Report;
  std::copy_n(report.range, 2, internal.ScalarRange);
  const vtkIdType count = frame.Scalars->GetNumberOfTuples();
  if (!(report.range[0] <= report.range[1]))
  {
    if (report.numNonFinite == count)
    {
      this->Report(true,
        "No value of the array " + NameOf(frame.Scalars) + " is a finite number, so it has no isosurface.");
    }
    else if (!this->GetSettings()->GetInputIsPiece())
    {
      this->Report(false,
        "No cell of the image is visible with eight finite values of the array " + NameOf(frame.Scalars) +
          ", so there is no isosurface.");
    }
    return false;
  }
  if (report.numNonFinite > 0)
  {
    this->Report(false,
      std::to_string(report.numNonFinite) + " of " + std::to_string(count) + " values of the array " +
        NameOf(frame.Scalars) +
        " are not finite numbers (NaN or infinite); the cells that use them are left out.");
  }
  return true;
}

bool vtkIsosurfaceRayCastMapper::UpdateIsosurfaces(const Frame& frame)
{
  Internals& internal = *this->Internal;
  vtkVolumeProperty* property = frame.Volume->GetProperty();
  vtkIsovalueList* isovalues = internal.Settings->GetIsovalues();
  std::vector<inkray::Isosurface> surfaces;
  std::vector<int> places;
  bool inRange = false, notANumber = false;
  for (int i = 0; i < isovalues->GetNumberOfContours(); ++i)
  {
    inkray::Isosurface surface;
    surface.value = isovalues->GetValue(i);
    if (!std::isfinite(surface.value))
    {
      notANumber = true;
      continue;
    }
    inRange =
      inRange || (surface.value >= internal.Report.range[0] && surface.value <= internal.Report.range[1]);
    surface.opacity = static_cast<float>(this->GetSettings()->GetOpacity() * isovalues->GetOpacity(i));
    if (surface.opacity <= 0)
    {
      continue; // nothing is seen of it
    }
    if (this->GetSettings()->GetColorMode() == vtkIsosurfaceRayCastSettings::COLOR_SOLID)
    {
      double color[3];
      isovalues->GetColor(i, color);
      std::transform(color, color + 3, surface.color,
        [](double c) { return static_cast<float>(std::min(1.0, std::max(0.0, c))); });
    }
    else
    {
      IsosurfaceBridge::ColorOf(property, surface.value, surface.color);
    }
    surfaces.push_back(surface);
    places.push_back(i);
  }

  if (isovalues->GetNumberOfContours() == 0)
  {
    this->Report(false,
      "There is no isovalue; set one or more, within " + Interval(internal.Report.range) + " for the array " +
        NameOf(frame.Scalars) + ".");
  }
  else if (notANumber)
  {
    this->Report(true, "An isovalue is not a finite number (NaN or infinite); it is left out.",
      "isovalue that is no number");
  }
  if (!inRange && !this->GetSettings()->GetInputIsPiece() && isovalues->GetNumberOfContours() > 0 &&
    !(notANumber && surfaces.empty()))
  {
    this->Report(false,
      "There is no isosurface: the values of the array " + NameOf(frame.Scalars) + " are within " +
        Interval(internal.Report.range) + ", and no isovalue is.",
      "isovalue out of range");
  }

  const bool same = internal.HaveSurfaces && surfaces.size() == internal.Surfaces.size() &&
    std::equal(surfaces.begin(), surfaces.end(), internal.Surfaces.begin(), Same);
  if (!same)
  {
    internal.HaveSurfaces = false;
    internal.Caster->setIsosurfaces(surfaces);
    internal.Surfaces = surfaces;
    internal.HaveSurfaces = true;
    ++internal.IsosurfaceUploads;
  }
  internal.SurfacePlaces = places;
  internal.Translucent =
    std::any_of(surfaces.begin(), surfaces.end(), [](const inkray::Isosurface& s) { return s.opacity < 1; });
  return !surfaces.empty();
}

void vtkIsosurfaceRayCastMapper::UpdateColorArray(const Frame& frame)
{
  Internals& internal = *this->Internal;
  if (!frame.ColorArray)
  {
    if (internal.HaveColorArray)
    {
      internal.Caster->setColorValues(inkray::VolumeValues());
      internal.HaveColorArray = false;
      internal.ColorVolume.clear();
      internal.ColorArray = nullptr;
    }
    return;
  }

  const inkray::filters::ImageVolumeKey key = inkray::filters::imageVolumeKey(
    frame.Image, frame.ColorArray, frame.ColorAssociation, frame.ColorComponent);
  if (!internal.HaveColorArray || key != internal.ColorKey)
  {
    internal.HaveColorArray = false;
    internal.Caster->setColorValues(internal.ColorVolume.makeValues(
      frame.Image, frame.ColorArray, frame.ColorAssociation, frame.ColorComponent, frame.Association));
    if (internal.Device.GetKind() == inkray::DeviceKind::CUDA)
    {
      internal.ColorVolume.clear();
    }
    else
    {
      internal.ColorArray = frame.ColorArray;
    }
    internal.ColorKey = key;
    internal.HaveColorArray = true;
    ++internal.ColorArrayUploads;
  }

  vtkVolumeProperty* property = frame.Volume->GetProperty();
  vtkScalarsToColors* own = internal.Settings->GetColorFunction();
  const bool gray = !own && property->GetColorChannels(0) == 1;
  vtkScalarsToColors* function = own ? own : property->GetRGBTransferFunction(0);
  vtkObject* source = gray ? static_cast<vtkObject*>(property->GetGrayTransferFunction(0)) : function;
  if (internal.ColorTableFunction != source || internal.ColorTableTime != source->GetMTime())
  {
    internal.Caster->setColorTable(
      gray ? IsosurfaceBridge::MakeGrayTable(property) : IsosurfaceBridge::MakeColorTable(function));
    internal.ColorTableFunction = source;
    internal.ColorTableTime = source->GetMTime(); // making the table may have built it
    ++internal.ColorTableUploads;
  }
}

void vtkIsosurfaceRayCastMapper::UpdateLighting(const Frame& frame)
{
  // A few numbers, which travel with the launch.
  this->Internal->Caster->setLights(IsosurfaceBridge::MakeLights(frame.Renderer));
  this->Internal->Caster->setMaterial(IsosurfaceBridge::MakeMaterial(frame.Volume->GetProperty()));
}
