// SPDX-License-Identifier: BSD-3-Clause
#include "MeshThreshold.h"

#include "CellHistogram.h"
#include "ServerRanks.h"
#include "vtkDataArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>

bool MeshThreshold::SetComponent(int component)
{
  const int before = this->Component;
  this->Component = std::max(0, component);
  return this->Component != before && this->IsOn() && ServerRanks::GetNumberOfRanks() > 1;
}

void MeshThreshold::SetRange(double low, double high)
{
  this->Range[0] = low;
  this->Range[1] = high;
}

void MeshThreshold::FindIn(CellHistogramInput& input) const
{
  vtkDataArray* const array = this->IsOn() ? this->Array.In(input.Grid) : nullptr;
  if (array)
  {
    const int number = array->GetNumberOfComponents();
    input.Threshold.Array = array;
    input.Threshold.Association = this->Array.Association;
    input.Threshold.Component = number == 1 ? 0 : this->Component < number ? this->Component : -1;
    std::copy_n(this->Range, 2, input.ThresholdRange);
  }
}
