// SPDX-License-Identifier: BSD-3-Clause
#include "vtkSMRayCastTransferFunction2DProxy.h"

#include "DisplayHistogram.h"
#include "vtkImageData.h"
#include "vtkObjectFactory.h"
#include "vtkPointData.h"
#include "vtkSMPropertyHelper.h"
#include "vtkScalarsToColors.h"
#include "vtkStringArray.h"

#include <algorithm>

namespace
{
constexpr int NumberOfBoxes = 3;   ///< the first boxes, side by side along the values
constexpr double LeastSize = 0.05; ///< the least size of a box, relative to its axis
constexpr double Opacities[NumberOfBoxes] = { 0.15, 0.4, 0.8 };
} // namespace

vtkStandardNewMacro(vtkSMRayCastTransferFunction2DProxy);

vtkSMRayCastTransferFunction2DProxy::vtkSMRayCastTransferFunction2DProxy() = default;
vtkSMRayCastTransferFunction2DProxy::~vtkSMRayCastTransferFunction2DProxy() = default;

vtkSmartPointer<vtkImageData> vtkSMRayCastTransferFunction2DProxy::ComputeDataHistogram2D(int numberOfBins)
{
  // The editor gives the function's table as many entries as this histogram has bins. Small boxes need many.
  const int number = std::max(numberOfBins, BoxBins);
  const std::vector<DisplayHistogram> all = DisplayHistogram::OfUsers(this, number, number);
  if (all.empty())
  {
    return this->Superclass::ComputeDataHistogram2D(numberOfBins);
  }
  const DisplayHistogram& shown = all.front(); // ParaView takes the first display, too
  vtkNew<vtkImageData> image;
  image->SetDimensions(number, number, 1);
  image->SetOrigin(shown.Range[0], shown.Range[2], 0);
  image->SetSpacing(
    (shown.Range[1] - shown.Range[0]) / number, (shown.Range[3] - shown.Range[2]) / number, 1);
  image->AllocateScalars(VTK_DOUBLE, 1);
  // The editor shows logarithms of numbers from 1 on.
  const double most = *std::max_element(shown.Volumes.begin(), shown.Volumes.end());
  auto* const bins = static_cast<double*>(image->GetScalarPointer());
  std::transform(shown.Volumes.begin(), shown.Volumes.end(), bins,
    [most](double volume) { return 1e6 * (volume / most); });
  vtkNew<vtkStringArray> names; // the names of the axes
  names->SetName("ArrayNames");
  names->InsertNextValue("Value");
  names->InsertNextValue("Gradient Magnitude");
  image->GetFieldData()->AddArray(names);
  this->Histogram2DCache = image;

  double range[4];
  vtkSMPropertyHelper axes(this, "Range");
  axes.Get(range, 4);
  const bool isNew =
    vtkSMPropertyHelper(this, "Boxes").GetNumberOfElements() == 0 && range[2] == 0.0 && range[3] == 1.0;
  std::copy_n(shown.Range + 2, 2, range + 2);
  axes.Set(range, 4);
  if (isNew)
  {
    AddFirstBoxes(this, shown);
  }
  else if (!this->FirstBoxes.empty() && vtkSMPropertyHelper(this, "Boxes").GetNumberOfElements() == 0)
  {
    vtkSMPropertyHelper(this, "Boxes")
      .Set(this->FirstBoxes.data(), static_cast<unsigned int>(this->FirstBoxes.size()));
    this->UpdateVTKObjects();
  }
  vtkSMPropertyHelper(this, "OutputDimensions").Set(shown.Bins, 2);
  this->UpdateVTKObjects();
  this->FirstBoxes.clear();
  return this->Histogram2DCache;
}

void vtkSMRayCastTransferFunction2DProxy::AddFirstBoxes(vtkSMProxy* function, const DisplayHistogram& all)
{
  const DisplayHistogram shown = all.WithoutFlat();
  const double low = shown.FindQuantile(0, 0.01), high = shown.FindQuantile(0, 0.99);
  const double leastWidth = LeastSize * (shown.Range[1] - shown.Range[0]);
  const double width = std::max((high - low) / NumberOfBoxes, leastWidth);
  const double start = std::min(low, shown.Range[1] - NumberOfBoxes * width);
  const double bottom = shown.FindQuantile(1, 0.1);
  const double height = std::max(shown.FindQuantile(1, 0.98) - bottom, LeastSize * shown.Range[3]);
  vtkSMProxy* const map = vtkSMPropertyHelper(shown.Display, "LookupTable").GetAsProxy();
  auto* const colors = vtkScalarsToColors::SafeDownCast(map ? map->GetClientSideObject() : nullptr);
  std::vector<double> boxes;
  for (int i = 0; i < NumberOfBoxes; ++i)
  {
    const double left = start + i * width;
    double color[3] = { 1, 1, 1 };
    if (colors)
    {
      colors->GetColor(left + 0.5 * width, color);
    }
    boxes.insert(boxes.end(), { left, bottom, width, height, color[0], color[1], color[2], Opacities[i] });
  }
  vtkSMPropertyHelper(function, "OutputDimensions").Set(shown.Bins, 2); // the default is 10 by 10
  vtkSMPropertyHelper(function, "Boxes").Set(boxes.data(), static_cast<unsigned int>(boxes.size()));
  function->UpdateVTKObjects();
  if (auto* const known = vtkSMRayCastTransferFunction2DProxy::SafeDownCast(function))
  {
    known->FirstBoxes = boxes;
  }
}
