// SPDX-License-Identifier: BSD-3-Clause
#include "OpacityPresets.h"

#include "DisplayColoring.h"
#include "DisplayHistogram.h"
#include "FirstLook.h"
#include "vtkNew.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMTrace.h"
#include "vtkSMViewProxy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace
{
const char* const Name = "RayCastOpacityPreset";
const char* const Function = "ScalarOpacityFunction";
const char* const Distance = "ScalarOpacityUnitDistance";

constexpr int Bins = 128;
constexpr int MostPeaks = 4;
constexpr int BackgroundBins = 4; ///< at an end of the range
constexpr int Layers = 4;
constexpr double LayerWidth = 0.02; ///< half the width of a layer, relative to the range
constexpr double LeastPeak = 0.1;   ///< relative to the highest peak; lower ones are ignored

void AddNode(std::vector<double>& points, double value, double opacity)
{
  // The nodes of a function must ascend.
  const double last = points.empty() ? value : points[points.size() - 4];
  points.insert(points.end(), { std::max(value, last), opacity, 0.5, 0.0 });
}

/// Remove the values at an end of the range if they fill more than half of the volume, as air around an
/// object does. They would otherwise be the only peak, and would show as haze.
std::vector<double> WithoutBackground(std::vector<double> volumes)
{
  const double all = std::accumulate(volumes.begin(), volumes.end(), 0.0);
  const auto remove = [all](auto first) {
    const double volume = std::accumulate(first, first + BackgroundBins, 0.0);
    if (volume > 0.5 * all && volume < all)
    {
      std::fill_n(first, BackgroundBins, 0.0);
    }
  };
  remove(volumes.begin());
  remove(volumes.rbegin());
  return volumes;
}

/// The ascending values of the layers. They divide the volume without the background into equal parts. Layers
/// that would touch are moved apart.
std::vector<double> FindLayers(const DisplayHistogram& shown)
{
  DisplayHistogram object = shown;
  object.Volumes = WithoutBackground(shown.Volumes);
  const double apart = 2 * LayerWidth * (shown.Range[1] - shown.Range[0]);
  std::vector<double> values;
  for (int i = 1; i <= Layers; ++i)
  {
    const double value = object.FindQuantile(0, i / (Layers + 1.0));
    values.push_back(values.empty() ? value : std::max(value, values.back() + apart));
  }
  double most = shown.Range[1];
  for (auto value = values.rbegin(); value != values.rend(); ++value, most -= apart)
  {
    *value = std::min(*value, most);
  }
  return values;
}

/// The bins of local maxima of a smoothed histogram, in ascending order.
std::vector<int> FindPeaks(const std::vector<double>& volumes)
{
  const int number = static_cast<int>(volumes.size());
  const auto at = [&](int bin) { return volumes[static_cast<std::size_t>(std::clamp(bin, 0, number - 1))]; };
  std::vector<double> smooth;
  smooth.reserve(volumes.size());
  for (int bin = 0; bin < number; ++bin)
  {
    smooth.push_back(at(bin - 2) + 2 * at(bin - 1) + 3 * at(bin) + 2 * at(bin + 1) + at(bin + 2));
  }
  const double least = LeastPeak * *std::max_element(smooth.begin(), smooth.end());
  std::vector<int> peaks;
  for (int bin = 0; bin < number; ++bin)
  {
    constexpr int reach = 4;
    const auto from = smooth.begin() + std::max(0, bin - reach);
    const auto to = smooth.begin() + std::min(number, bin + reach + 1);
    const auto highest = std::max_element(from, to);
    if (highest - smooth.begin() == bin && *highest > least)
    {
      peaks.push_back(bin);
    }
  }
  std::stable_sort(peaks.begin(), peaks.end(),
    [&](int a, int b) { return smooth[static_cast<std::size_t>(a)] > smooth[static_cast<std::size_t>(b)]; });
  peaks.resize(std::min<std::size_t>(peaks.size(), MostPeaks));
  std::sort(peaks.begin(), peaks.end());
  return peaks;
}
} // namespace

void OpacityPresets::Watch(vtkSMProxy* proxy)
{
  vtkNew<OpacityPresets> command;
  if (command->LookAfter(proxy, { Name, Function, Distance }))
  {
    command->Hear({ Name }, { vtkCommand::UpdateEvent, vtkCommand::UpdateDataEvent });
  }
}

void OpacityPresets::Execute(vtkObject*, unsigned long event, void*)
{
  if (!this->Display || DisplayColoring::IsRestoring(this->Display, event))
  {
    this->IsDue = false;
  }
  else if (event == vtkCommand::ModifiedEvent)
  {
    this->IsDue = true; // not now: the server does not have the value yet and may not have the data
    this->Chosen = Get(this->Display);
  }
  else if (this->IsDue)
  {
    this->IsDue = false; // before the display is updated, which calls Execute again
    if (event == vtkCommand::UpdateDataEvent)
    {
      // The choice of the preset has been traced already; trace its effect, too.
      SM_SCOPED_TRACE(PropertiesModified).arg("proxy", this->Display);
      this->IsDue = !this->Apply();
    }
    else
    {
      this->IsDue = !this->Apply();
    }
  }
}

OpacityPresets::Look OpacityPresets::Get(vtkSMProxy* display)
{
  Look look;
  if (vtkSMProxy* const function = vtkSMPropertyHelper(display, Function).GetAsProxy())
  {
    look.Function = function;
    const vtkSMPropertyHelper points(function, "Points");
    look.Nodes.resize(points.GetNumberOfElements());
    points.Get(look.Nodes.data(), points.GetNumberOfElements());
  }
  look.Distance = vtkSMPropertyHelper(display, Distance).GetAsDouble();
  return look;
}

void OpacityPresets::Set(vtkSMProxy* display, const Look& look)
{
  if (vtkSMProxy* const function = vtkSMPropertyHelper(display, Function).GetAsProxy())
  {
    vtkSMPropertyHelper(function, "Points")
      .Set(look.Nodes.data(), static_cast<unsigned int>(look.Nodes.size()));
    function->UpdateVTKObjects();
  }
  vtkSMPropertyHelper(display, Distance).Set(look.Distance);
  display->UpdateVTKObjects();
}

bool OpacityPresets::Make(vtkSMProxy* display, int preset)
{
  Look look = Get(display);
  look.Nodes = MakePoints(DisplayHistogram::Of(display, Bins), preset);
  if (look.Nodes.empty())
  {
    return false; // no histogram yet
  }
  Set(display, look);
  FirstLook::SetDistance(display); // the distance depends on the function
  return true;
}

bool OpacityPresets::Apply()
{
  const int preset = vtkSMPropertyHelper(this->Display, Name).GetAsInt();
  if (!vtkSMPropertyHelper(this->Display, Function).GetAsProxy())
  {
    return false;
  }
  if (preset == OWN)
  {
    if (!this->Own.Nodes.empty())
    {
      Set(this->Display, this->Own);
      this->Own.Nodes.clear();
    }
    return true;
  }
  const Look before = Get(this->Display);
  if (before.Function == this->Chosen.Function && before.Nodes != this->Chosen.Nodes)
  {
    return true; // the user has changed the function since the preset was chosen
  }
  if (!Make(this->Display, preset))
  {
    return false;
  }
  if (before.Distance != this->Chosen.Distance)
  {
    Look made = Get(this->Display);
    made.Distance = before.Distance;
    Set(this->Display, made);
  }
  if (this->Own.Nodes.empty())
  {
    this->Own = before;
  }
  return true;
}

std::vector<double> OpacityPresets::MakePoints(const DisplayHistogram& shown, int preset)
{
  std::vector<double> points;
  if (!(shown.GetVolume() > 0))
  {
    return points;
  }
  const double low = shown.Range[0], high = shown.Range[1], length = high - low;
  if (!(length > 0)) // one value everywhere: half opaque, as in new functions
  {
    const double width = low != 0 ? std::abs(low) : 1;
    AddNode(points, low - width, 0);
    AddNode(points, low + width, 1);
  }
  else if (preset == RAMP)
  {
    AddNode(points, low, 0);
    AddNode(points, high, 1);
  }
  else if (preset == PEAKS)
  {
    const std::vector<int> peaks = FindPeaks(WithoutBackground(shown.Volumes));
    AddNode(points, low, 0);
    for (std::size_t i = 0; i < peaks.size(); ++i)
    {
      const double value = shown.GetValue(peaks[i]), width = 3 * length / Bins;
      AddNode(points, value - width, 0);
      AddNode(points, value, static_cast<double>(i + 1) / static_cast<double>(peaks.size()));
      AddNode(points, value + width, 0);
    }
    AddNode(points, high, 0);
  }
  else if (preset == LAYERS)
  {
    AddNode(points, low, 0);
    const double width = LayerWidth * length;
    double opacity = 0;
    for (const double value : FindLayers(shown))
    {
      opacity += 1.0 / Layers;
      AddNode(points, value - width, 0);
      AddNode(points, value, opacity);
      AddNode(points, value + width, 0);
    }
    AddNode(points, high, 0);
  }
  else // HIGHEST
  {
    const double from = shown.FindQuantile(0, 0.9);
    AddNode(points, low, 0);
    AddNode(points, from, 0);
    AddNode(points, from, 0.3);
    AddNode(points, high, 1);
  }
  return points;
}
