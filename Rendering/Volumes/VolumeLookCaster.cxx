// SPDX-License-Identifier: BSD-3-Clause
#include "VolumeLookCaster.h"

#include "DrawnValues.h"
#include "MeshBlockStyles.h"
#include "MeshVolumeArrays.h"
#include "RayCastBridge.h"
#include "RayCastSession.h"
#include "RayCastTransferFunction.h"
#include "ShownRange.h"
#include "vtkDiscretizableColorTransferFunction.h"
#include "vtkPiecewiseFunction.h"
#include "vtkVolume.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <sstream>

void VolumeLookCaster::KeepRanges(MeshVolumeArrays& frame) const
{
  frame.Held = this->Look.fields.values->held;
  frame.HeldOpacity = this->Look.fields.opacity->held;
}

void VolumeLookCaster::GiveLight(
  const std::vector<inkray::SurfaceLight>& lights, const inkray::SurfaceMaterial& material)
{
  this->Look.style.lights = lights;
  this->Look.style.material = material;
  this->Get()->update(this->Look);
}

bool VolumeLookCaster::UpdateOpacity(const MeshVolumeArrays& frame)
{
  inkray::Revised<inkray::HeldField>& item = this->Look.fields.opacity;
  if (!frame.Opacity.Array)
  {
    return this->Drop(item);
  }
  if (!IsHeld(item.get(), frame.HeldOpacity))
  {
    this->Opacity.Forget();
  }
  const auto load = [&](inkray::HeldField& values) {
    values.held = frame.HeldOpacity;
    return this->GetValues(frame.Opacity, values);
  };
  if (!this->Send(this->Opacity, item, frame.Opacity, load))
  {
    return false;
  }
  const inkray::FiniteRange found = this->Get()->opacityRange();
  return DrawnValues::Check(this->Session, frame.Opacity, { found.low, found.high }, found.notFinite,
    "are transparent.", ", which gives the opacity, is a finite number, so nothing is drawn");
}

void VolumeLookCaster::GiveThreshold(const double shown[2])
{
  inkray::Revised<inkray::ThresholdBounds>& item = this->Look.style.threshold;
  if (!item.isSet() || item->low != shown[0] || item->high != shown[1])
  {
    this->Give(item, { shown[0], shown[1] });
  }
}

bool VolumeLookCaster::UpdateThreshold(const MeshVolumeArrays& frame, const ThresholdLoad& load)
{
  if (!frame.Threshold.Array)
  {
    return this->Drop(this->Look.fields.threshold);
  }
  this->GiveThreshold(frame.ThresholdRange);
  return this->Send(this->Threshold, this->Look.fields.threshold, frame.Threshold, load);
}

bool VolumeLookCaster::UpdateSurfaceColors(
  const MeshVolumeArrays& frame, const std::function<bool(inkray::Field&)>& load)
{
  if (!frame.SurfaceColors.Array)
  {
    return this->Drop(this->Look.fields.surfaceValues);
  }
  vtkScalarsToColors* const own = frame.SurfaceColorFunction;
  vtkVolumeProperty* const property = this->Session.GetVolume()->GetProperty();
  const bool areColors = frame.SurfaceColors.AreColors();
  RayCastKey key(RayCastBridge::FindSurfaceFunction(own, property));
  key.Component = areColors ? 1 : 0;
  this->Give(this->Look.style.surfaceColors, this->SurfaceColorTable, key,
    [&] { return RayCastBridge::MakeSurfaceTable(own, property, areColors); });
  return this->Send(this->SurfaceColors, this->Look.fields.surfaceValues, frame.SurfaceColors, load);
}

void VolumeLookCaster::UpdateFunctions(const MeshVolumeArrays& frame)
{
  vtkVolumeProperty* property = this->Session.GetVolume()->GetProperty();
  RayCastBridge::FunctionUse use;
  use.Opacities = !frame.Opacity.Array;
  use.PerLength = frame.Film.isPerLength;
  use.OverUnitDistance = use.PerLength && frame.IsOverUnitDistance;
  use.Opacity = use.PerLength ? 1.0 : frame.BlendedOpacity;
  // VTK builds its table of colors on first use, which modifies the function; build it before the key is
  // made. Tables of the slowest color space are built only when they are needed.
  if (property->GetColorChannels(0) != 1)
  {
    auto* const table =
      vtkDiscretizableColorTransferFunction::SafeDownCast(property->GetRGBTransferFunction(0));
    if (table && table->GetColorSpace() != VTK_CTF_LAB_CIEDE2000)
    {
      table->Build();
    }
  }
  // The key includes the use of the functions.
  const auto key = [&](bool isOpacity, double opacity) {
    RayCastKey made(property);
    made.Association = (use.Opacities ? 1 : 0) + (use.PerLength ? 2 : 0) + (isOpacity ? 4 : 0);
    made.Component = static_cast<int>(1e6 * opacity);
    if (frame.Blocks)
    {
      made.Association += 8;
      made.Time = std::max(made.Time, frame.Blocks->GetTime());
    }
    return made;
  };
  const auto spread = [&frame](const inkray::TransferFunction& function, bool ofOpacity) {
    return frame.Blocks ? frame.Blocks->Spread(function, ofOpacity) : function;
  };
  if (!frame.AreColors)
  {
    this->Give(this->Look.style.function, this->TransferFunction, key(false, use.Opacity), [&] {
      return spread(RayCastBridge::MakeTransferFunction(property, this->TransferFunctionProblem, use), false);
    });
  }
  if (frame.Opacity.Array)
  {
    this->Give(this->Look.style.opacityFunction, this->OpacityFunction, key(true, use.Opacity), [&] {
      RayCastBridge::FunctionUse opacities = use;
      opacities.Colors = false;
      opacities.Opacities = true;
      return spread(
        RayCastBridge::MakeTransferFunction(property, this->OpacityFunctionProblem, opacities), true);
    });
    if (!this->OpacityFunctionProblem.empty())
    {
      this->Session.Report(false, this->OpacityFunctionProblem);
    }
  }
  if (!frame.AreColors && !this->TransferFunctionProblem.empty())
  {
    this->Session.Report(false, this->TransferFunctionProblem);
  }
  const bool isSeparate = frame.Opacity.Array != nullptr;
  const inkray::FiniteRange found = isSeparate ? this->Get()->opacityRange() : this->Get()->valueRange();
  double range[2] = { found.low, found.high };
  if (frame.Blocks)
  {
    frame.Blocks->GetRange(isSeparate, range);
  }
  const bool showsMissing = frame.NaN[3] > 0 && this->Get()->valueRange().notFinite > 0;
  const bool hasSurfaces = !frame.Surfaces.Surfaces.empty() || !frame.Slices.empty();
  if (frame.DrawsVolume && !frame.Transfer2D && !frame.IsPart && !showsMissing && !hasSurfaces &&
    RayCastBridge::ShowsOnlyOthers(property, range))
  {
    std::ostringstream values;
    values << range[0];
    if (range[0] < range[1])
    {
      values << " to " << range[1];
    }
    const std::string what = "The opacity function is 0 for all values of the array " +
      (frame.Opacity.Array ? frame.Opacity : frame.Scalars).GetQuotedName() + " (" + values.str() +
      "), so nothing can be seen";
    // Simulations often begin with one value everywhere, and then the user has nothing to do: a note
    // suffices. If the function has been rescaled to that value, it is a problem.
    const double* const ofFunction = property->GetScalarOpacity(0)->GetRange();
    const bool isRescaled = ofFunction[1] - ofFunction[0] <= 1e-3 * std::abs(range[0]);
    if (range[0] < range[1])
    {
      this->Session.Report(false, what + "; change it, or rescale it to the data range.", "opacity");
      return;
    }
    if (!isRescaled)
    {
      this->Session.Note(what + " until there are other values; to see this one, change the function.");
      return;
    }
    const std::string problem =
      what + ", because the function begins with 0 there; rescale it to a wider custom range.";
    this->Session.Report(false, problem, "opacity");
    this->Session.SetCaption(problem);
  }
}
