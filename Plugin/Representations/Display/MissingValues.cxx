// SPDX-License-Identifier: BSD-3-Clause
#include "MissingValues.h"

#include "ArrayChoice.h"
#include "ArrayMemory.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"

#include <algorithm>
#include <limits>

int MissingValues::Fill(
  const std::vector<vtkSmartPointer<vtkDataSet>>& blocks, const ArrayChoice& array, vtkDataArray* like)
{
  const auto lacking = std::count_if(
    blocks.begin(), blocks.end(), [&array](vtkDataSet* block) { return array.In(block) == nullptr; });
  if (!like || lacking == 0)
  {
    return 0;
  }
  for (const auto& block : blocks)
  {
    vtkDataArray* const values = array.In(block);
    vtkNew<vtkDoubleArray> filled;
    const int numComponents = (values ? values : like)->GetNumberOfComponents();
    const vtkIdType numTuples =
      values ? values->GetNumberOfTuples() : block->GetNumberOfElements(array.Association);
    filled->SetName(array.Name.c_str());
    filled->SetNumberOfComponents(numComponents);
    double* const first = inkray::filters::allocateTuples(filled.Get(), numTuples);
    std::fill_n(first, numTuples * numComponents, std::numeric_limits<double>::quiet_NaN());
    for (vtkIdType i = 0; values && i < numTuples; ++i)
    {
      values->GetTuple(i, first + i * numComponents);
    }
    block->GetAttributes(array.Association)->AddArray(filled);
  }
  return static_cast<int>(lacking);
}
