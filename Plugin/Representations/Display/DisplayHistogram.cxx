// SPDX-License-Identifier: BSD-3-Clause
#include "DisplayHistogram.h"

#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMProxy.h"
#include "vtkSMProxyManager.h"
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
  const char* const type = vtkSMPropertyHelper(display, "Representation", true).GetAsString();
  const bool isTraced = type && std::strcmp(type, "Isosurface (Path Traced)") == 0;
  return Find(display, isTraced ? "PathTrace" : "Isosurface", bins, 1);
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
  // Nothing that users have changed, and so nothing for them to undo.
  vtkSMUndoStackBuilder* const undo = vtkSMProxyManager::GetProxyManager()->GetUndoStackBuilder();
  const bool ignored = undo && undo->GetIgnoreAllChanges();
  if (undo)
  {
    undo->SetIgnoreAllChanges(true);
  }
  const int bins[2] = { valueBins, gradientBins };
  vtkSMPropertyHelper wanted(report, (prefix + "HistogramBins").c_str());
  int own[2]; // that a script has set
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
