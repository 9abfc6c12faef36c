// SPDX-License-Identifier: BSD-3-Clause
#include "ArrayRanges.h"

#include "Core/FieldValues.h"
#include "vtkAOSDataArrayTemplate.h"
#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkInformation.h"
#include "vtkInformationDoubleVectorKey.h"
#include "vtkInformationInformationVectorKey.h"
#include "vtkInformationVector.h"
#include "vtkNew.h"
#include "vtkPointSet.h"
#include "vtkPoints.h"
#include "vtkSMPTools.h"
#include "vtkSmartPointer.h"

#include <cstdint>
#include <string>

namespace
{
/// Find and cache the range of an array of one component in a single pass. Returns false and caches nothing
/// if a number is not finite, or the type does not fit.
template <class Number>
bool FindOfFinite(vtkDataArray* array)
{
  auto* const numbers = vtkAOSDataArrayTemplate<Number>::FastDownCast(array);
  if (!numbers || array->GetNumberOfComponents() != 1 || array->GetNumberOfTuples() == 0)
  {
    return false;
  }
  const Number* const values = numbers->GetPointer(0);
  const inkray::FiniteRange found = inkray::finiteRange(
    array->GetNumberOfTuples(), [values](std::int64_t i) { return static_cast<double>(values[i]); });
  if (found.notFinite > 0)
  {
    return false;
  }
  // The keys by which vtkDataArray caches its ranges. Modified() removes them.
  const double range[2] = { found.low, found.high };
  for (auto* const key : { vtkDataArray::PER_COMPONENT(), vtkDataArray::PER_FINITE_COMPONENT() })
  {
    vtkNew<vtkInformationVector> components;
    components->SetNumberOfInformationObjects(1);
    components->GetInformationObject(0)->Set(vtkDataArray::COMPONENT_RANGE(), range, 2);
    array->GetInformation()->Set(key, components);
  }
  return true;
}

void FindOf(vtkDataArray* array)
{
  if (!array || !array->IsNumeric())
  {
    return;
  }
  const bool isKnown = array->HasInformation() && array->GetInformation()->Has(vtkDataArray::PER_COMPONENT());
  if (!isKnown && (FindOfFinite<float>(array) || FindOfFinite<double>(array)))
  {
    return;
  }
  // vtkPVArrayInformation asks for these ranges. Finding a range that is already cached costs nothing.
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
  // Debian's VTK uses one thread by default. A backend that the user has chosen is kept.
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
