// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceSet.h"

#include "RayCastBridge.h"
#include "RayCastHeld.h"
#include "RayCastSession.h"
#include "vtkIsovalueList.h"
#include "vtkRayCastSurfaceSettings.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

IsosurfaceSet::IsosurfaceSet(
  vtkRayCastSurfaceSettings* settings, vtkVolumeProperty* property, const BlockStyle& style)
{
  const bool isSolid = settings->GetColorMode() == vtkRayCastSurfaceSettings::COLOR_SOLID;
  vtkIsovalueList* isovalues = settings->GetIsovalues();
  for (int i = 0; i < isovalues->GetNumberOfContours(); ++i)
  {
    inkray::Isosurface surface;
    surface.value = isovalues->GetValue(i);
    if (!std::isfinite(surface.value))
    {
      this->NotANumber = true;
      continue;
    }
    this->Values.push_back(surface.value);
    surface.opacity = static_cast<float>(settings->GetOpacity() * isovalues->GetOpacity(i));
    if (surface.opacity * style.Opacity <= 0 || !isovalues->GetVisibility(i))
    {
      continue; // the surface is invisible
    }
    surface.keepsColor = isovalues->GetOwnColor(i);
    if (surface.keepsColor || isSolid)
    {
      double color[3];
      surface.keepsColor ? isovalues->GetColor(i, color) : settings->GetSolidColor(color);
      std::transform(color, color + 3, surface.color,
        [](double c) { return static_cast<float>(std::min(1.0, std::max(0.0, c))); });
    }
    else
    {
      RayCastBridge::ColorOf(property, surface.value, surface.color);
    }
    style.ApplyTo(surface);
    this->Surfaces.push_back(surface);
    this->Places.push_back(i);
  }
}

bool IsosurfaceSet::IsTranslucent() const
{
  return std::any_of(this->Surfaces.begin(), this->Surfaces.end(),
    [](const inkray::Isosurface& surface) { return surface.opacity < 1; });
}

bool IsosurfaceSet::IsAnyWithin(const double range[2]) const
{
  return vtkIsovalueList::HasSurface(this->Values, range);
}

void IsosurfaceSet::ReportValues(RayCastSession& session) const
{
  if (this->NotANumber)
  {
    session.Report(true, "An isovalue is not a finite number (NaN or infinite); it is left out.",
      "isovalue that is no number");
  }
}

void IsosurfaceSet::NoteNone(
  RayCastSession& session, const double range[2], bool isPiece, const RayCastArray* array) const
{
  const std::string name = array ? "the array " + array->GetQuotedName() : "";
  std::ostringstream interval;
  interval << "[" << range[0] << ", " << range[1] << "]";
  if (this->Values.empty() && !this->NotANumber)
  {
    session.Note("There is no isovalue; set one or more" +
      (isPiece ? "." : ", within " + interval.str() + " for " + name + "."));
  }
  else if (!this->Surfaces.empty() && !isPiece)
  {
    const std::string why = vtkIsovalueList::WhyNoSurface(this->Values, range, array ? " of " + name : name);
    if (!why.empty())
    {
      session.Note(why);
    }
  }
}

bool IsosurfaceSet::operator==(const IsosurfaceSet& other) const
{
  return std::equal(this->Surfaces.begin(), this->Surfaces.end(), other.Surfaces.begin(),
    other.Surfaces.end(), [](const inkray::Isosurface& a, const inkray::Isosurface& b) {
      return a.value == b.value && a.opacity == b.opacity && a.keepsColor == b.keepsColor &&
        std::equal(a.color, a.color + 3, b.color);
    });
}
