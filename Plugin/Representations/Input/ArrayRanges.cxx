// SPDX-License-Identifier: BSD-3-Clause
#include "ArrayRanges.h"

#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkPointSet.h"
#include "vtkPoints.h"
#include "vtkSMPTools.h"
#include "vtkSmartPointer.h"

#include <string>

namespace
{
void FindOf(vtkDataArray* array)
{
  if (!array || !array->IsNumeric())
  {
    return;
  }
  // As vtkPVArrayInformation does; what is known already costs nothing.
  for (int component = -1; component < array->GetNumberOfComponents(); ++component)
  {
    double range[2];
    array->GetRange(range, component);
    array->GetFiniteRange(range, component);
  }
}

void FindOfOne(vtkDataObject* data)
{
  for (int association = 0; association < vtkDataObject::NUMBER_OF_ASSOCIATIONS; ++association)
  {
    vtkFieldData* const arrays = data->GetAttributesAsFieldData(association);
    for (int i = 0; arrays && i < arrays->GetNumberOfArrays(); ++i)
    {
      FindOf(arrays->GetArray(i));
    }
  }
  auto* const grid = vtkPointSet::SafeDownCast(data);
  if (grid && grid->GetPoints())
  {
    FindOf(grid->GetPoints()->GetData());
  }
}

void FindOfAll(vtkDataObject* data)
{
  auto* const blocks = vtkCompositeDataSet::SafeDownCast(data);
  if (!blocks)
  {
    FindOfOne(data);
    return;
  }
  auto block = vtk::TakeSmartPointer(blocks->NewIterator());
  for (block->InitTraversal(); !block->IsDoneWithTraversal(); block->GoToNextItem())
  {
    FindOfOne(block->GetCurrentDataObject());
  }
}
} // namespace

void ArrayRanges::Find(vtkDataObject* data)
{
  if (!data)
  {
    return;
  }
  // Debian's VTK has one thread unless told otherwise. A choice of the user's stays as it is.
  const bool isSequential = std::string(vtkSMPTools::GetBackend()) == "Sequential";
  if (VTK_SMP_ENABLE_STDTHREAD && isSequential)
  {
    vtkSMPTools::LocalScope(vtkSMPTools::Config{ 0, "STDThread", false }, [data] { FindOfAll(data); });
  }
  else
  {
    FindOfAll(data);
  }
}
