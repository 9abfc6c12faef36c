// SPDX-License-Identifier: BSD-3-Clause
#include "vtkSMRayCastTransferFunctionProxy.h"

#include "DisplayHistogram.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkObjectFactory.h"
#include "vtkTable.h"

#include <algorithm>

vtkStandardNewMacro(vtkSMRayCastTransferFunctionProxy);

vtkSMRayCastTransferFunctionProxy::vtkSMRayCastTransferFunctionProxy() = default;
vtkSMRayCastTransferFunctionProxy::~vtkSMRayCastTransferFunctionProxy() = default;

vtkTable* vtkSMRayCastTransferFunctionProxy::ComputeDataHistogramTable(int numberOfBins)
{
  const int number = std::max(2, numberOfBins); // the width of a bar is the distance between two bins
  const std::vector<DisplayHistogram> all = DisplayHistogram::OfUsers(this, number);
  if (all.empty())
  {
    return this->Superclass::ComputeDataHistogramTable(numberOfBins);
  }
  // For several displays, the bins cover the range of all.
  double range[2] = { all.front().Range[0], all.front().Range[1] };
  for (const DisplayHistogram& one : all)
  {
    range[0] = std::min(range[0], one.Range[0]);
    range[1] = std::max(range[1], one.Range[1]);
  }
  range[1] = range[0] < range[1] ? range[1] : range[0] + 1;
  vtkNew<vtkDoubleArray> places, volumes;
  places->SetName("bin_extents");
  volumes->SetName("bin_values");
  volumes->SetNumberOfValues(number);
  volumes->Fill(0);
  for (int bin = 0; bin < number; ++bin)
  {
    places->InsertNextValue(range[0] + (range[1] - range[0]) * (bin + 0.5) / number);
  }
  for (const DisplayHistogram& one : all)
  {
    for (int bin = 0; bin < number; ++bin)
    {
      const double place = (one.GetValue(bin) - range[0]) / (range[1] - range[0]) * number;
      const auto to = static_cast<vtkIdType>(std::clamp(place, 0.0, number - 1.0));
      volumes->SetValue(to, volumes->GetValue(to) + one.Volumes[static_cast<std::size_t>(bin)]);
    }
  }
  this->HistogramTableCache = vtkSmartPointer<vtkTable>::New();
  this->HistogramTableCache->AddColumn(places);
  this->HistogramTableCache->AddColumn(volumes);
  return this->HistogramTableCache;
}
