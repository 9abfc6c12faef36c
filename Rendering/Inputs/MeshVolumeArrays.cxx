// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolumeArrays.h"

#include "RayCastSession.h"
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
#include <string>

namespace
{
bool IsCategorical(vtkVolumeProperty* property)
{
  return property->GetColorChannels(0) != 1 && property->GetRGBTransferFunction(0)->GetIndexedLookup();
}

/// The array that is chosen. False, with a problem reported: there is none `purpose`.
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
      "Components that hold colors have to be two, three or four; of " + std::to_string(numComponents) +
        ", the first one is drawn through the transfer functions.");
  }
  else if (isDependent && numComponents > 2 && this->Blend != inkray::BlendMode::Composite)
  {
    this->Scalars.Component = 0;
    session.Note("Blend modes other than Composite show the first component of the array " +
      this->Scalars.GetQuotedName() + ", and no colors.");
  }
  else if (isDependent && numComponents > 2)
  {
    this->AreColors = true;
    this->Scalars.Component = -2; // none of them by itself
    if (!this->Opacity.Array)
    {
      this->Opacity = this->Scalars;
      this->Opacity.Component = numComponents == 4 ? 3 : -1;
    }
  }
  if (this->Opacity.Array && this->Blend != inkray::BlendMode::Composite)
  {
    session.Note("Blend modes other than Composite take opacity from the array " +
      this->Scalars.GetQuotedName() + ", as the color.");
    this->Opacity.Array = nullptr;
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
  return Find(session, grid, choice, "to threshold by", this->Threshold);
}

const char* MeshVolumeArrays::WhyNoSurfaces(RayCastSession& session) const
{
  return !this->DrawsVolume                       ? nullptr
    : this->Blend != inkray::BlendMode::Composite ? "only the blend mode Composite has them."
    : this->AreColors || IsCategorical(session.GetVolume()->GetProperty())
    ? "categories, and components that are colors, have none."
    : this->Opacity.Array ? "there are none in a volume whose opacity comes from another array."
                          : nullptr;
}

void MeshVolumeArrays::SelectSurfaces(
  RayCastSession& session, vtkDataSet* grid, vtkTetRayCastSettings* settings)
{
  vtkVolumeProperty* const property = session.GetVolume()->GetProperty();
  const IsosurfaceSet listed(settings, property);
  if (listed.NotANumber)
  {
    session.Report(true, "An isovalue is not a finite number (NaN or infinite); it is left out.",
      "isovalue that is no number");
  }
  const char* const why = this->WhyNoSurfaces(session);
  if (!why)
  {
    this->Surfaces = listed;
    if (!listed.Surfaces.empty() && settings->GetColorMode() == vtkRayCastSurfaceSettings::COLOR_BY_ARRAY)
    {
      session.SelectSurfaceColors(grid, "grid", settings, this->SurfaceColors);
    }
  }
  else if (!listed.Surfaces.empty())
  {
    session.Note(std::string("The isosurfaces are not drawn: ") + why);
  }
}

void MeshVolumeArrays::SelectSlices(RayCastSession& session, vtkTetRayCastSettings* settings)
{
  const char* const why = !this->DrawsVolume && IsCategorical(session.GetVolume()->GetProperty())
    ? "categories have none."
    : this->WhyNoSurfaces(session);
  if (settings->GetNumberOfSlices() > 0 && why)
  {
    session.Note(std::string("The slices are not drawn: ") + why);
    return;
  }
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
      "A slice has no normal, or not of finite numbers, and is left out; give it a normal that is not 0.");
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
  const char* const why = this->Blend != inkray::BlendMode::Composite
    ? "only the blend mode Composite has it."
    : this->AreColors || IsCategorical(property) ? "categories, and components that are colors, have none."
    : this->Opacity.Array                        ? "there is none where opacity comes from another array."
                                                 : nullptr;
  if (why)
  {
    session.Note(
      std::string(is2D ? "The 2-D transfer function" : "Gradient opacity") + " does not apply: " + why);
  }
  else if (is2D)
  {
    this->Transfer2D = property->GetTransferFunction2D(0);
    if (!this->Transfer2D)
    {
      session.Report(false,
        "The volume property asks for a 2-D transfer function and has none; those of one value are taken.");
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
  const bool ofCells = this->Scalars.Association == vtkDataObject::CELL && this->Surfaces.Surfaces.empty();
  this->WhyNoNaN = this->Blend != inkray::BlendMode::Composite ? "only the blend mode Composite shows them."
    : this->Opacity.Array && !(ofCells && this->Opacity.Association == vtkDataObject::CELL)
    ? "where opacity comes from another array they are not shown."
    : ofCells ? nullptr
    : this->AreColors || IsCategorical(property)
    ? "categories, and components that are colors, do not show them."
    : this->GradientOpacity || this->Transfer2D
    ? "with gradient opacity and 2-D transfer functions they are not shown."
    : nullptr;
  if (!this->WhyNoNaN)
  {
    vtkColorTransferFunction* const colors = property->GetRGBTransferFunction(0);
    const double distance = property->GetScalarOpacityUnitDistance(0);
    std::copy_n(colors->GetNanColor(), 3, this->NaN.begin());
    this->NaN[3] = static_cast<float>(std::clamp(colors->GetNanOpacity(), 0.0, 1.0) /
      (distance > 0 && std::isfinite(distance) ? distance : 1.0));
  }
}

bool MeshVolumeArrays::IsLit(RayCastSession& session) const
{
  vtkVolumeProperty* const property = session.GetVolume()->GetProperty();
  if (!property->GetShade(0))
  {
    return false;
  }
  const char* const why = this->Blend != inkray::BlendMode::Composite
    ? "only the blend mode Composite has light."
    : this->Transfer2D ? "there is none with a 2-D transfer function."
                       : nullptr;
  if (why)
  {
    session.Note(std::string("The volume is drawn without light: ") + why);
  }
  return !why;
}
