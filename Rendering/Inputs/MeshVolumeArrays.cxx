// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolumeArrays.h"

#include "RayCastSession.h"
#include "RayCastTransferFunction.h"
#include "vtkColorTransferFunction.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkDataSetAttributes.h"
#include "vtkMath.h"
#include "vtkTetRayCastSettings.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

namespace
{
/// Find the chosen array. If it does not exist, return false, and report it as missing for `purpose`.
bool Find(RayCastSession& session, vtkDataSet* grid, const MeshArrayChoice& choice, const char* purpose,
  RayCastArray& found)
{
  vtkDataSetAttributes* attributes = grid->GetAttributes(choice.Association);
  found.Array = attributes ? attributes->GetArray(choice.Name.c_str()) : nullptr;
  if (!found.Array)
  {
    session.Report(true,
      "There is no array of numbers '" + choice.Name + "' on the " +
        (choice.Association == vtkDataObject::CELL ? "cells" : "points") + " " + purpose +
        "; choose another one.");
    return false;
  }
  found.Association = choice.Association;
  const int numComponents = found.Array->GetNumberOfComponents();
  const bool byComponent = choice.Component >= 0 && choice.Component < numComponents;
  found.Component = numComponents == 1 ? 0 : byComponent ? choice.Component : -1;
  return true;
}
} // namespace

bool MeshVolumeArrays::SelectOpacity(RayCastSession& session, vtkDataSet* grid, const MeshArrayChoice& choice)
{
  const bool isDependent = this->Scalars.Array->GetNumberOfComponents() > 1 &&
    !session.GetVolume()->GetProperty()->GetIndependentComponents();
  if (!choice.Name.empty())
  {
    if (!Find(session, grid, choice, "to take opacity from", this->Opacity))
    {
      return false;
    }
  }
  else if (isDependent && this->Scalars.Array->GetNumberOfComponents() == 2)
  {
    this->Opacity = this->Scalars;
    this->Opacity.Component = 1;
    this->Scalars.Component = 0;
  }
  const int numComponents = this->Scalars.Array->GetNumberOfComponents();
  if (isDependent && numComponents > 4)
  {
    this->Scalars.Component = 0;
    session.Report(false,
      "An array whose components are colors needs two, three or four of them, and this one has " +
        std::to_string(numComponents) + "; the transfer functions draw the first component.");
  }
  else if (isDependent && numComponents > 2 && this->LeavesOut(session, inkray::FrameFeature::Blend, true))
  {
    this->Scalars.Component = 0;
  }
  else if (isDependent && numComponents > 2)
  {
    this->AreColors = true;
    this->Scalars.Component = -2; // the color is no single component
    if (!this->Opacity.Array)
    {
      this->Opacity = this->Scalars;
      this->Opacity.Component = numComponents == 4 ? 3 : -1;
    }
  }
  return true;
}

bool MeshVolumeArrays::SelectThreshold(
  RayCastSession& session, vtkDataSet* grid, const MeshArrayChoice& choice, const double range[2])
{
  if (choice.Name.empty())
  {
    return true;
  }
  if (!(range[0] <= range[1]))
  {
    session.Report(true, "The range of the threshold is empty; give its lower end first.");
    return false;
  }
  if (!Find(session, grid, choice, "to threshold by", this->Threshold))
  {
    return false;
  }
  double found[2];
  this->Threshold.Array->GetFiniteRange(found, this->Threshold.Component);
  if (!this->IsPart && (found[1] < range[0] || found[0] > range[1]))
  {
    std::ostringstream note;
    note << "The threshold from " << range[0] << " to " << range[1] << " leaves no value of the array "
         << this->Threshold.GetQuotedName() << " (" << found[0] << " to " << found[1]
         << "), so no cell is shown.";
    session.Note(note.str());
  }
  return true;
}

bool MeshVolumeArrays::LeavesOut(RayCastSession& session, inkray::FrameFeature feature, bool areColors) const
{
  inkray::FrameContents contents;
  contents.isGrid = !this->Grid;
  contents.film = this->Film;
  contents.drawsVolume = this->DrawsVolume;
  contents.areColors = areColors;
  contents.isLit = contents.hasGradientOpacity = contents.hasTable = contents.showsMissing =
    contents.hasIsosurfaces = true;
  for (const inkray::FrameRule* const rule : inkray::brokenRules(contents))
  {
    if (rule->left == feature)
    {
      session.Note(inkray::noteOf(*rule));
      return true;
    }
  }
  return false;
}

void MeshVolumeArrays::SelectSurfaces(
  RayCastSession& session, vtkDataSet* grid, vtkTetRayCastSettings* settings)
{
  vtkVolumeProperty* const property = session.GetVolume()->GetProperty();
  this->Surfaces = IsosurfaceSet(settings, property);
  this->Surfaces.ReportValues(session);
  if (!this->Surfaces.Surfaces.empty() &&
    this->LeavesOut(session, inkray::FrameFeature::Isosurfaces, this->AreColors))
  {
    this->Surfaces.Surfaces.clear();
  }
  if (!this->Surfaces.Surfaces.empty() &&
    settings->GetColorMode() == vtkRayCastSurfaceSettings::COLOR_BY_ARRAY)
  {
    session.SelectSurfaceColors(grid, "grid", settings, this->SurfaceColors);
  }
}

void MeshVolumeArrays::SelectSlices(RayCastSession& session, vtkTetRayCastSettings* settings)
{
  bool anyWithout = false;
  for (int i = 0; i < settings->GetNumberOfSlices(); ++i)
  {
    double origin[3];
    inkray::ClippingPlane plane;
    settings->GetSlice(i, origin, plane.normal);
    plane.distance = vtkMath::Dot(origin, plane.normal);
    const double length = vtkMath::Norm(plane.normal);
    const bool isPlane = length > 0 && std::isfinite(length) && std::isfinite(plane.distance);
    anyWithout = anyWithout || !isPlane;
    if (isPlane && this->Slices.size() < inkray::maxClippingPlanes)
    {
      this->Slices.push_back(plane);
    }
  }
  if (anyWithout)
  {
    session.Report(true,
      "A slice is left out: its plane has no normal, or numbers that are not finite. Give it a normal that "
      "is "
      "not 0.");
  }
  else if (settings->GetNumberOfSlices() > static_cast<int>(this->Slices.size()))
  {
    session.Report(true,
      "There are " + std::to_string(settings->GetNumberOfSlices()) + " slices; the first " +
        std::to_string(inkray::maxClippingPlanes) + " are drawn.");
  }
}

void MeshVolumeArrays::SelectGradients(RayCastSession& session)
{
  vtkVolumeProperty* const property = session.GetVolume()->GetProperty();
  const bool is2D = property->GetTransferFunctionMode() == vtkVolumeProperty::TF_2D;
  const bool hasOpacity = property->HasGradientOpacity(0) && !property->GetDisableGradientOpacity(0);
  if (!is2D && !hasOpacity)
  {
    return;
  }
  if (this->LeavesOut(
        session, is2D ? inkray::FrameFeature::Table : inkray::FrameFeature::GradientOpacity, this->AreColors))
  {
    return;
  }
  if (is2D)
  {
    this->Transfer2D = property->GetTransferFunction2D(0);
    if (!this->Transfer2D)
    {
      session.Report(false,
        "The volume property asks for a 2-D transfer function and has none; its color and opacity functions "
        "are used.");
    }
  }
  else
  {
    this->GradientOpacity = property->GetGradientOpacity(0);
  }
}

void MeshVolumeArrays::SelectNaN(RayCastSession& session, vtkTetRayCastSettings* settings)
{
  vtkVolumeProperty* const property = session.GetVolume()->GetProperty();
  if (!settings->GetDrawNaN() || !this->DrawsVolume || property->GetColorChannels(0) == 1)
  {
    return;
  }
  if (this->LeavesOut(session, inkray::FrameFeature::Missing, this->AreColors))
  {
    return;
  }
  vtkColorTransferFunction* const colors = property->GetRGBTransferFunction(0);
  const double distance = property->GetScalarOpacityUnitDistance(0);
  std::copy_n(colors->GetNanColor(), 3, this->NaN.begin());
  this->NaN[3] =
    static_cast<float>(RayCastBridge::AttenuationOf(colors->GetNanOpacity(), this->IsOverUnitDistance) /
      (distance > 0 && std::isfinite(distance) ? distance : 1.0));
}

bool MeshVolumeArrays::IsLit(RayCastSession& session) const
{
  return session.GetVolume()->GetProperty()->GetShade(0) &&
    !this->LeavesOut(session, inkray::FrameFeature::Light, this->AreColors);
}

double MeshVolumeArrays::GetFullChannel() const
{
  const int type = this->Scalars.Array->GetDataType();
  return type == VTK_FLOAT || type == VTK_DOUBLE ? 1.0 : 255.0;
}
