// SPDX-License-Identifier: BSD-3-Clause
#include "FirstLook.h"

#include "DefaultArray.h"
#include "DisplayColoring.h"
#include "DisplayHistogram.h"
#include "DisplayTypes.h"
#include "vtkBoundingBox.h"
#include "vtkImageData.h"
#include "vtkMath.h"
#include "vtkNew.h"
#include "vtkPVDataInformation.h"
#include "vtkPVTransferFunction2D.h"
#include "vtkPiecewiseFunction.h"
#include "vtkSMBoundsDomain.h"
#include "vtkSMDoubleRangeDomain.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMTrace.h"
#include "vtkSMTransferFunctionProxy.h"
#include "vtkSMUncheckedPropertyHelper.h"
#include "vtkSMViewProxy.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <utility>

namespace
{
const char* const Distance = "ScalarOpacityUnitDistance";
const char* const Isovalues = "Isovalues";

/// Data that are thinner than this share of the unit distance let almost all light through.
constexpr double ThinShare = 0.1;

/// The optical depth of a mean ray: about a sixth of the light from behind passes.
constexpr double Depth = 1.75;

/// The relative difference to ParaView's distance of the distance that is set before the fit. It shows that
/// the user has not chosen the distance.
constexpr double Unchosen = 1e-9;

constexpr int Bins = 256;

/// An isosurface shows almost nothing if less than this share of the data's volume is on one side of it.
constexpr double LeastShare = 0.02;
constexpr int SurfaceBins = 4096;

/// The distance that the plug-in has set last for each display.
std::map<vtkSMProxy*, double>& Found()
{
  static std::map<vtkSMProxy*, double> distances;
  return distances;
}

/// The VTK object of the function in a property of a display. Null if the property has no function.
template <class Function>
Function* Get(vtkSMProxy* display, const char* property)
{
  vtkSMProxy* const proxy = vtkSMPropertyHelper(display, property, true).GetAsProxy();
  return Function::SafeDownCast(proxy ? proxy->GetClientSideObject() : nullptr);
}

bool IsOn(vtkSMProxy* display, const char* property)
{
  return vtkSMPropertyHelper(display, property, true).GetAsInt() != 0;
}

/// The opacity in the table of a 2-D function, at a value and a gradient magnitude.
double GetOpacity(vtkImageData* table, double value, double magnitude)
{
  int dimensions[3], at[2];
  table->GetDimensions(dimensions);
  const double place[2] = { value, magnitude };
  for (int axis = 0; axis < 2; ++axis)
  {
    const double spacing = table->GetSpacing()[axis];
    const double bin = spacing > 0 ? (place[axis] - table->GetOrigin()[axis]) / spacing : 0;
    at[axis] = static_cast<int>(std::clamp(bin, 0.0, dimensions[axis] - 1.0));
  }
  return table->GetScalarComponentAsDouble(at[0], at[1], 0, 3);
}

vtkPVDataInformation* DataOf(vtkSMProxy* display)
{
  const vtkSMPropertyHelper input(display, "Input");
  auto* const source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  return source ? source->GetDataInformation(input.GetOutputPort()) : nullptr;
}

/// FirstLook::FindDistance for an image, or for the volume around surfaces, which uses the histogram of the
/// isosurface array. Returns 0 if another array colors the surfaces and the volume.
double FindDistanceInBox(vtkSMProxy* display, vtkPiecewiseFunction* opacity, bool aroundSurfaces)
{
  const vtkSMPropertyHelper array(display, "ColorArrayName"), ofSurfaces(display, "IsosurfaceArray", true);
  vtkPVDataInformation* const data = DataOf(display);
  if (!data ||
    (aroundSurfaces && ofSurfaces.GetNumberOfElements() == 5 && *ofSurfaces.GetAsString(4) &&
      std::strcmp(ofSurfaces.GetAsString(4), array.GetInputArrayNameToProcess()) != 0))
  {
    return 0;
  }
  double bounds[6], area = 0;
  data->GetBounds(bounds);
  for (int axis = 0; axis < 3; ++axis)
  {
    const int next = (axis + 1) % 3;
    area += (bounds[2 * axis + 1] - bounds[2 * axis]) * (bounds[2 * next + 1] - bounds[2 * next]);
  }
  // As in VTK's mappers, opacity means the share that is absorbed along the unit distance in images,
  // but the attenuation in meshes.
  const bool isShare = data->GetDataSetType() != VTK_UNSTRUCTURED_GRID;
  const DisplayHistogram shown =
    aroundSurfaces ? DisplayHistogram::OfIsosurfaces(display, Bins) : DisplayHistogram::Of(display, Bins);
  double sum = 0;
  for (int bin = 0; bin < static_cast<int>(shown.Volumes.size()); ++bin)
  {
    const double value = opacity->GetValue(shown.GetValue(bin));
    sum += shown.Volumes[static_cast<std::size_t>(bin)] *
      (isShare ? -std::log1p(-std::clamp(value, 0.0, 1 - 1e-5)) : value);
  }
  // The mean path along the axes through the box of the data is three times its volume divided by this area.
  return area > 0 ? 3 * sum / area / Depth : 0;
}
} // namespace

void FirstLook::Watch(vtkSMProxy* proxy)
{
  Found().erase(proxy); // an earlier display that is gone may have had the same address
  vtkNew<FirstLook> command;
  if (command->LookAfter(proxy, { "RayCastMapper" }) || command->LookAfter(proxy, { Isovalues }))
  {
    command->Hear({ "Representation" }, { vtkCommand::UpdateDataEvent });
    command->HearOfVolumes();
    command->KeepsIsosurface = DisplayColoring::IsRestoring(command->Display, vtkCommand::NoEvent);
    // Keep the unit distance that a state file has given to an image, too.
    const bool keepsDistance = command->KeepsIsosurface && !proxy->GetProperty("RayCastMapper");
    if (command->Display->GetProperty(Distance) && command->GetThickness() < 0 && !keepsDistance)
    {
      command->Initial = vtkSMPropertyHelper(command->Display, Distance).GetAsDouble();
    }
  }
}

void FirstLook::Execute(vtkObject* caller, unsigned long event, void*)
{
  if (!this->Display || DisplayColoring::IsRestoring(this->Display, event))
  {
    this->IsDue = false;
    this->IsRestored = true;
    this->KeepsIsosurface = true;
  }
  else if (event == vtkCommand::ModifiedEvent)
  {
    this->KeepsIsosurface = false;
    this->Begin();
  }
  else if (!this->IsViewUpdated(caller, event))
  {
    this->HasNewData = this->HasNewData || caller == this->Display;
  }
  else
  {
    this->FitAgain();
    this->TakeBounds();
    this->MoveIsosurface();
    this->LookAgain();
    if (this->IsForNow && this->IsWorthALook())
    {
      this->IsForNow = false;
      this->IsDue = vtkSMPropertyHelper(this->Display, Distance, true).GetAsDouble() == this->ForNow;
      this->First = this->IsDue ? this->ForNow : this->First;
      this->HasNewData = true;
    }
    if (std::exchange(this->HasNewData, false) && this->IsDue && this->ShowsVolume())
    {
      this->Fit();
    }
  }
}

bool FirstLook::ShowsVolume() const
{
  // Volumes of images keep the distance of representation Volume until a preset is chosen.
  return (this->IsOfType(VolumeType) && this->Display->GetProperty("RayCastMapper")) ||
    this->IncludesVolume();
}

void FirstLook::LookAgain()
{
  const vtkSMPropertyHelper array(this->Display, "ColorArrayName");
  double range[2] = { 0, 0 }, functions[2];
  vtkSMProxy* const colors = vtkSMPropertyHelper(this->Display, "LookupTable", true).GetAsProxy();
  if (!this->IsOfOurType() || !this->Display->GetUsingScalarColoring() || !colors ||
    !vtkSMTransferFunctionProxy::GetRange(colors, functions))
  {
    this->Colored.Is = false;
    return;
  }
  const std::string name = array.GetInputArrayNameToProcess();
  if (this->Array != name)
  {
    this->Array = name;
    this->HasVaried = false;
    this->Colored.Is = false;
  }
  // If functions had a range before the data had any numbers, the user has set it.
  const bool isKnown = DefaultArray{ array.GetInputArrayAssociation(), name }.GetRange(this->Display, range);
  if (!isKnown)
  {
    range[0] = range[1] = 0;
  }
  const bool isOpen = isKnown || vtkSMPropertyHelper(colors, "ScalarRangeInitialized", true).GetAsInt() == 0;
  const bool isConstant = range[0] == range[1] && isOpen && !this->HasVaried;
  this->HasVaried = this->HasVaried || range[0] < range[1];
  const vtkSMPropertyHelper distance(this->Display, Distance, true);
  if (range[0] < range[1] && this->Colored.Is &&
    std::equal(functions, functions + 2, this->Colored.Functions))
  {
    this->Display->RescaleTransferFunctionToDataRange(false, false);
    this->IsDue = this->Colored.IsDue && distance.GetAsDouble() == this->Colored.Distance;
    this->HasNewData = true;
    this->First = this->Colored.Distance;
  }
  const bool isNew = isConstant && !this->Colored.Is;
  this->Colored.Is = isConstant;
  if (isNew)
  {
    this->Colored.IsDue = this->IsDue;
    if (this->IsDue && this->IsOfType(VolumeType))
    {
      this->Fit();
    }
    std::copy_n(functions, 2, this->Colored.Functions);
    this->Colored.Distance = distance.GetAsDouble();
  }
}

void FirstLook::MoveIsosurface()
{
  vtkSMProperty* const property = this->Display->GetProperty(Isovalues);
  auto* const domain = property ? property->FindDomain<vtkSMDoubleRangeDomain>() : nullptr;
  if (!domain || this->IsOfType(VolumeType))
  {
    return;
  }
  domain->Update(nullptr); // now, because ParaView may update it later
  if (!domain->GetMinimumExists(0) || !domain->GetMaximumExists(0))
  {
    return;
  }
  const double low = domain->GetMinimum(0), high = domain->GetMaximum(0);
  vtkSMPropertyHelper values(property);
  const bool isOne = values.GetNumberOfElements() == 1;
  if (low < high && this->Isosurface.Is && isOne && values.GetAsDouble() == this->Isosurface.Value)
  {
    values.Set(0.5 * low + 0.5 * high);
    this->Display->UpdateVTKObjects();
  }
  this->Isosurface.Is = low == high && isOne && values.GetAsDouble() == low;
  this->Isosurface.Value = low;
  const double middle = 0.5 * low + 0.5 * high;
  const vtkSMPropertyHelper array(this->Display, "IsosurfaceArray", true);
  const char* const name = array.GetNumberOfElements() == 5 ? array.GetAsString(4) : nullptr;
  if (low < high && name && this->SurfaceArrays.count(name) == 0 && this->IsOfOurType() &&
    vtkSMPropertyHelper(this->Display, "Visibility", true).GetAsInt() == 1)
  {
    this->SurfaceArrays.insert(name);
    if (!std::exchange(this->KeepsIsosurface, false) && isOne &&
      std::abs(values.GetAsDouble() - middle) <= Unchosen * (high - low))
    {
      this->LookAtIsosurface(middle);
    }
  }
}

void FirstLook::LookAtIsosurface(double middle)
{
  const DisplayHistogram shown = DisplayHistogram::IsQuick(this->Display)
    ? DisplayHistogram::OfIsosurfaces(this->Display, SurfaceBins)
    : DisplayHistogram();
  if (!(shown.GetVolume() > 0) || !(shown.Range[0] < shown.Range[1]))
  {
    return;
  }
  const double below = shown.GetShareBelow(middle);
  const double found = std::min(below, 1 - below) < LeastShare ? shown.FindThreshold(middle) : middle;
  if (found != middle)
  {
    SM_SCOPED_TRACE(PropertiesModified).arg("proxy", this->Display);
    vtkSMPropertyHelper(this->Display, Isovalues).Set(found);
    this->Display->UpdateVTKObjects();
  }
}

void FirstLook::Begin()
{
  vtkSMProperty* const property = this->Display->GetProperty(Distance);
  auto* const domain = property ? property->FindDomain<vtkSMBoundsDomain>() : nullptr;
  if (!this->ShowsVolume() || !domain)
  {
    return;
  }
  this->HasNewData = this->HasNewData || this->CanIncludeVolume(); // the data are shown already
  vtkSMPropertyHelper distance(property);
  const double set = distance.GetAsDouble();
  domain->SetDefaultValues(property, true);
  const double stock = vtkSMUncheckedPropertyHelper(property).GetAsDouble();
  property->ClearUncheckedElements();
  // The last digits of ParaView's distance vary between calls.
  const auto is = [set](double other) { return std::abs(set - other) <= 1e-12 * std::abs(other); };
  this->IsDue = is(stock) || is(this->First) || is(this->Initial);
  const double thickness = this->GetThickness();
  this->HasBounds = thickness >= 0;
  if (!this->IsDue)
  {
    return;
  }
  if (!this->HasBounds)
  {
    this->First = set;
    return;
  }
  // ParaView's distance is the length of a cell if the data are as thick as wide. A slightly different
  // distance is a sign that the user has not chosen it: it differs from ParaView's distance and from round
  // numbers.
  const bool isThin = thickness > 0 && thickness < ThinShare * stock;
  this->First = (1 + Unchosen) * (isThin ? thickness : stock);
  distance.Set(this->First);
}

void FirstLook::FitAgain()
{
  // Redo restores the type of representation with the distance before the fit, but not the fit.
  if (std::exchange(this->IsRestored, false) && this->First > 0 && this->ShowsVolume() &&
    vtkSMPropertyHelper(this->Display, Distance).GetAsDouble() == this->First)
  {
    this->IsDue = this->HasNewData = true;
  }
}

bool FirstLook::IsWorthALook() const
{
  const vtkSMPropertyHelper array(this->Display, "ColorArrayName");
  const char* const name = array.GetInputArrayNameToProcess();
  return DefaultArray{ array.GetInputArrayAssociation(), name ? name : "" }.IsWorthALook(this->Display);
}

double FirstLook::GetThickness() const
{
  vtkPVDataInformation* const data = DataOf(this->Display);
  double bounds[6], lengths[3] = { -1, -1, -1 };
  vtkMath::UninitializeBounds(bounds);
  if (data)
  {
    data->GetBounds(bounds);
  }
  if (vtkMath::AreBoundsInitialized(bounds))
  {
    vtkBoundingBox(bounds).GetLengths(lengths);
  }
  return *std::min_element(lengths, lengths + 3);
}

void FirstLook::TakeBounds()
{
  // The volume of an image gets the distance that ParaView would have chosen if the data had had bounds.
  if (this->Initial >= 0 && !this->Display->GetProperty("RayCastMapper") && this->GetThickness() >= 0)
  {
    vtkSMProperty* const property = this->Display->GetProperty(Distance);
    if (vtkSMPropertyHelper(property).GetAsDouble() == std::exchange(this->Initial, -1))
    {
      property->ResetToDomainDefaults();
      this->Display->UpdateVTKObjects();
    }
  }
  if (this->HasBounds || !this->IsDue || this->GetThickness() < 0)
  {
    return;
  }
  // Begin() compares with both distances. A distance that the user has chosen since differs from both.
  this->Initial = this->First;
  this->Begin();
  this->Colored.Distance = this->First;
  this->Display->UpdateVTKObjects();
}

void FirstLook::Fit()
{
  vtkSMPropertyHelper distance(this->Display, Distance);
  if (distance.GetAsDouble() != this->First)
  {
    this->IsDue = false; // the user has chosen one
    return;
  }
  {
    SM_SCOPED_TRACE(PropertiesModified).arg("proxy", this->Display);
    this->IsDue = !SetDistance(this->Display);
  }
  // A 2-D function without boxes has no distance yet: GradientFit adds boxes, then fits the distance.
  Found()[this->Display] = distance.GetAsDouble();
  this->IsForNow = !this->IsDue && !this->IsWorthALook();
  this->ForNow = distance.GetAsDouble();
}

bool FirstLook::SetDistance(vtkSMProxy* display)
{
  const double found = FindDistance(display);
  if (!(found > 0) || !std::isfinite(found))
  {
    return false;
  }
  Found()[display] = found;
  vtkSMPropertyHelper(display, Distance).Set(found);
  display->UpdateVTKObjects();
  return true;
}

bool FirstLook::HasSetDistance(vtkSMProxy* display)
{
  const auto found = Found().find(display);
  return found != Found().end() && found->second == vtkSMPropertyHelper(display, Distance).GetAsDouble();
}

double FirstLook::FindDistance(vtkSMProxy* display)
{
  auto* const opacity = Get<vtkPiecewiseFunction>(display, "ScalarOpacityFunction");
  if (!opacity || IsOn(display, "UseSeparateOpacityArray"))
  {
    return 0;
  }
  const DisplayType* const type = DisplayTypes::Find(display);
  const bool isAround = type && type->IncludesVolume;
  if (isAround ||
    (!display->GetProperty("RayCastMapper") && !IsOn(display, "UseTransfer2D") &&
      !IsOn(display, "UseGradientOpacity")))
  {
    return FindDistanceInBox(display, opacity, isAround);
  }
  auto* const of2D =
    IsOn(display, "UseTransfer2D") ? Get<vtkPVTransferFunction2D>(display, "TransferFunction2D") : nullptr;
  vtkImageData* const table = of2D ? of2D->GetFunction() : nullptr;
  auto* const ofGradient = IsOn(display, "UseGradientOpacity")
    ? Get<vtkPiecewiseFunction>(display, "GradientOpacityFunction")
    : nullptr;
  const int rows = table || ofGradient ? Bins : 1;
  const DisplayHistogram shown = DisplayHistogram::Of(display, Bins, rows);
  double sum = 0;
  for (int i = 0; i < static_cast<int>(shown.Volumes.size()); ++i)
  {
    const double volume = shown.Volumes[static_cast<std::size_t>(i)];
    const double value = shown.GetValue(i % Bins), magnitude = shown.GetGradient(i / Bins);
    sum += volume *
      (table ? GetOpacity(table, value, magnitude)
             : opacity->GetValue(value) * (ofGradient ? ofGradient->GetValue(magnitude) : 1.0));
  }
  const double volume = shown.GetVolume();
  return volume > 0 ? sum / volume * shown.MeanPath / Depth : 0;
}
