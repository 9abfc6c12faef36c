// SPDX-License-Identifier: BSD-3-Clause
#include "DisplayHistogram.h"

#include "DisplayTypes.h"
#include "vtkPVDataInformation.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMProxyManager.h"
#include "vtkSMSourceProxy.h"
#include "vtkSMUndoStackBuilder.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <set>

DisplayHistogram DisplayHistogram::Of(vtkSMProxy* display, int valueBins, int gradientBins)
{
  return Find(display, "RayCast", valueBins, gradientBins);
}

DisplayHistogram DisplayHistogram::OfIsosurfaces(vtkSMProxy* display, int bins)
{
  const DisplayType* const type = DisplayTypes::Find(display);
  const std::string prefix = type ? type->Prefix : "";
  return Find(display, prefix.empty() || prefix == "RayCast" ? "Isosurface" : prefix, bins, 1);
}

bool DisplayHistogram::IsQuick(vtkSMProxy* display)
{
  constexpr vtkIdType mostCells = 10000000, mostPoints = 40000000;
  const vtkSMPropertyHelper input(display, "Input");
  auto* const source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  vtkPVDataInformation* const data = source ? source->GetDataInformation(input.GetOutputPort()) : nullptr;
  const bool isImage =
    data && (data->DataSetTypeIsA("vtkImageData") || data->DataSetTypeIsA("vtkRectilinearGrid"));
  return data && (isImage ? data->GetNumberOfPoints() <= mostPoints : data->GetNumberOfCells() <= mostCells);
}

DisplayHistogram DisplayHistogram::Find(
  vtkSMProxy* display, const std::string& prefix, int valueBins, int gradientBins)
{
  DisplayHistogram found;
  found.Display = display;
  vtkSMProperty* const told = display ? display->GetProperty((prefix + "Histogram").c_str()) : nullptr;
  vtkSMProxy* const report = told ? told->GetParent() : nullptr;
  if (!report || !report->GetObjectsCreated())
  {
    return found; // nothing is shown yet
  }
  // Users have changed nothing here, so the undo stack ignores the changes below.
  vtkSMUndoStackBuilder* const undo = vtkSMProxyManager::GetProxyManager()->GetUndoStackBuilder();
  const bool ignored = undo && undo->GetIgnoreAllChanges();
  if (undo)
  {
    undo->SetIgnoreAllChanges(true);
  }
  const int bins[2] = { valueBins, gradientBins };
  vtkSMPropertyHelper wanted(report, (prefix + "HistogramBins").c_str());
  int own[2]; // the bins that a script may have set, restored below
  wanted.Get(own, 2);
  wanted.Set(bins, 2);
  report->UpdateVTKObjects();
  report->InvokeCommand((prefix + "FindHistogram").c_str());
  report->UpdatePropertyInformation();
  wanted.Set(own, 2);
  report->UpdateVTKObjects();
  if (undo)
  {
    undo->SetIgnoreAllChanges(ignored);
  }
  vtkSMPropertyHelper(report, (prefix + "HistogramRange").c_str()).Get(found.Range, 4);
  found.MeanPath = vtkSMPropertyHelper(report, (prefix + "MeanPath").c_str(), true).GetAsDouble();
  found.Bins[0] = valueBins;
  found.Bins[1] = gradientBins;
  const auto number = static_cast<std::size_t>(valueBins) * static_cast<std::size_t>(gradientBins);
  const vtkSMPropertyHelper volumes(told);
  if (volumes.GetNumberOfElements() == number)
  {
    found.Volumes.resize(number);
    volumes.Get(found.Volumes.data(), static_cast<unsigned int>(number));
  }
  return found;
}

std::vector<DisplayHistogram> DisplayHistogram::OfUsers(vtkSMProxy* function, int valueBins, int gradientBins)
{
  std::vector<DisplayHistogram> found;
  std::set<vtkSMProxy*> asked;
  for (unsigned int i = 0; i < function->GetNumberOfConsumers(); ++i)
  {
    vtkSMProxy* const user = function->GetConsumerProxy(i);
    vtkSMProxy* const display = user ? user->GetTrueParentProxy() : nullptr;
    if (display && asked.insert(display).second && display->GetProperty("RayCastHistogram") &&
      vtkSMPropertyHelper(display, "Visibility", true).GetAsInt() == 1 &&
      std::strcmp(vtkSMPropertyHelper(display, "Representation", true).GetAsString(), "Volume (Ray Cast)") ==
        0)
    {
      DisplayHistogram one = DisplayHistogram::Of(display, valueBins, gradientBins);
      if (one.GetVolume() > 0)
      {
        found.push_back(std::move(one));
      }
    }
  }
  return found;
}

double DisplayHistogram::GetVolume() const
{
  return std::accumulate(this->Volumes.begin(), this->Volumes.end(), 0.0);
}

DisplayHistogram DisplayHistogram::WithoutFlat() const
{
  DisplayHistogram steep = *this;
  if (!steep.Volumes.empty())
  {
    std::fill_n(steep.Volumes.begin(), steep.Bins[0], 0.0);
  }
  return steep.GetVolume() > 0 ? steep : *this;
}

double DisplayHistogram::FindQuantile(int axis, double fraction) const
{
  const double* const range = this->Range + 2 * axis;
  const int number = this->Bins[axis];
  std::vector<double> along(static_cast<std::size_t>(number), 0.0);
  for (std::size_t i = 0; i < this->Volumes.size(); ++i)
  {
    const auto row = static_cast<std::size_t>(this->Bins[0]);
    along[axis == 0 ? i % row : i / row] += this->Volumes[i];
  }
  double left = fraction * this->GetVolume();
  for (int bin = 0; bin < number; ++bin)
  {
    const double volume = along[static_cast<std::size_t>(bin)];
    if (volume > 0 && left <= volume)
    {
      return range[0] + (range[1] - range[0]) * (bin + left / volume) / number;
    }
    left -= volume;
  }
  return range[1];
}

double DisplayHistogram::GetShareBelow(double value) const
{
  const double bins = (value - this->Range[0]) / (this->Range[1] - this->Range[0]) * this->Bins[0];
  double below = 0;
  for (std::size_t i = 0; i < this->Volumes.size(); ++i)
  {
    const auto bin = static_cast<double>(i % static_cast<std::size_t>(this->Bins[0]));
    below += this->Volumes[i] * std::clamp(bins - bin, 0.0, 1.0);
  }
  return below / this->GetVolume();
}

double DisplayHistogram::FindThreshold(double wanted) const
{
  constexpr double few = 0.005, nearly = 0.8, same = 1 - 1e-9;
  const int number = this->Bins[0];
  const double width = (this->Range[1] - this->Range[0]) / number;
  std::vector<double> along(static_cast<std::size_t>(number), 0.0);
  for (std::size_t i = 0; i < this->Volumes.size(); ++i)
  {
    along[i % along.size()] += this->Volumes[i];
  }
  const double volume = this->GetVolume();
  double low = this->FindQuantile(0, few), high = this->FindQuantile(0, 1 - few);
  if (high - low < width)
  {
    low = this->Range[0];
    high = this->Range[1];
  }
  const auto valueOf = [&](int bin) { return std::clamp(this->GetValue(bin), low, high); };
  double sum = 0, below = 0, sumBelow = 0;
  for (int bin = 0; bin < number; ++bin)
  {
    sum += along[static_cast<std::size_t>(bin)] * valueOf(bin);
  }
  // The variance between the two parts that a threshold at the upper end of each bin makes.
  std::vector<double> apart(along.size(), 0.0);
  for (int bin = 0; bin + 1 < number; ++bin)
  {
    const auto at = static_cast<std::size_t>(bin);
    below += along[at];
    sumBelow += along[at] * valueOf(bin);
    const double above = volume - below;
    if (below > 0 && above > 0)
    {
      const double means = sumBelow / below - (sum - sumBelow) / above;
      apart[at] = below * above * means * means;
    }
  }
  const double most = *std::max_element(apart.begin(), apart.end());
  const auto isMost = [=](double one) { return one >= same * most; };
  const auto at = static_cast<std::size_t>(std::clamp((wanted - this->Range[0]) / width, 0.0, number - 1.0));
  if (apart[at] >= nearly * most)
  {
    return wanted;
  }
  // Between two groups of values all thresholds are equally good: take the middle one.
  const auto first = std::find_if(apart.begin(), apart.end(), isMost) - apart.begin();
  const auto last = apart.rend() - std::find_if(apart.rbegin(), apart.rend(), isMost);
  return this->Range[0] + width * 0.5 * static_cast<double>(first + 1 + last);
}
