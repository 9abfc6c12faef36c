// SPDX-License-Identifier: BSD-3-Clause
#include "BlockArrays.h"

#include "ArrayMemory.h"
#include "ServerRanks.h"
#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"
#include "vtkSMPTools.h"
#include "vtkTypeInt64Array.h"

#include <algorithm>
#include <limits>

namespace
{
/// Copy an array, converted to another number type. Components that the array lacks become 0.
template <class Array>
vtkSmartPointer<vtkDataArray> Convert(vtkDataArray* values, int numComponents)
{
  using Value = typename Array::ValueType;
  auto converted = vtkSmartPointer<Array>::New();
  converted->SetName(values->GetName());
  converted->SetNumberOfComponents(numComponents);
  const int known = values->GetNumberOfComponents();
  Value* const first = inkray::filters::allocateTuples(converted.Get(), values->GetNumberOfTuples());
  if (known == numComponents)
  {
    converted->DeepCopy(values); // into the memory that was allocated; whole numbers stay exact
    return converted;
  }
  vtkSMPTools::For(0, values->GetNumberOfTuples(), [=](vtkIdType begin, vtkIdType end) {
    for (vtkIdType i = begin; i < end; ++i)
    {
      for (int component = 0; component < numComponents; ++component)
      {
        first[i * numComponents + component] =
          component < known ? static_cast<Value>(values->GetComponent(i, component)) : Value(0);
      }
    }
  });
  return converted;
}
} // namespace

BlockArrays::Blocks BlockArrays::GetBlocks(vtkDataObject* data, const IsTakenFunction& isTaken)
{
  auto* const composite = vtkCompositeDataSet::SafeDownCast(data);
  if (!composite)
  {
    auto* const one = vtkDataSet::SafeDownCast(data);
    return one ? Blocks{ one } : Blocks();
  }
  Blocks leaves;
  auto leaf = vtkSmartPointer<vtkCompositeDataIterator>::Take(composite->NewIterator());
  for (leaf->InitTraversal(); !leaf->IsDoneWithTraversal(); leaf->GoToNextItem())
  {
    auto* const block = vtkDataSet::SafeDownCast(leaf->GetCurrentDataObject());
    if (block && isTaken(block) && block->GetNumberOfCells() > 0)
    {
      leaves.emplace_back(block);
    }
  }
  return leaves;
}

BlockArrays::Forms::Forms()
{
  for (double* const interval : { this->Types, this->Wide, this->Components })
  {
    interval[0] = VTK_DOUBLE_MAX;
    interval[1] = -VTK_DOUBLE_MAX;
  }
}

void BlockArrays::Forms::Add(vtkDataArray* array)
{
  this->Add(array->GetDataType(), array->GetNumberOfComponents());
}

void BlockArrays::Forms::Add(int type, int numComponents)
{
  // Wide types have numbers that 64-bit signed integers cannot hold; unsigned numbers may be too large.
  const bool isWide =
    type == VTK_FLOAT || type == VTK_DOUBLE || type == VTK_UNSIGNED_LONG || type == VTK_UNSIGNED_LONG_LONG;
  const auto extend = [](double interval[2], double value) {
    interval[0] = std::min(interval[0], value);
    interval[1] = std::max(interval[1], value);
  };
  extend(this->Types, type);
  extend(this->Wide, isWide ? 1 : 0);
  if (numComponents > 0)
  {
    extend(this->Components, numComponents);
  }
}

bool BlockArrays::Forms::IsOne() const
{
  return this->Types[0] >= this->Types[1] && this->Components[0] >= this->Components[1];
}

int BlockArrays::Forms::GetComponents() const
{
  return this->Components[0] <= this->Components[1] ? static_cast<int>(this->Components[1]) : 0;
}

BlockArrays::BlockArrays(vtkDataObject* data, const IsTakenFunction& isTaken,
  const std::vector<ArrayChoice>& arrays, bool onAllRanks)
  : Arrays(arrays)
  , Found(arrays.size())
{
  const Blocks leaves = GetBlocks(data, isTaken);
  for (std::size_t i = 0; i < arrays.size(); ++i)
  {
    for (vtkDataSet* const leaf : leaves)
    {
      if (vtkDataArray* const values = arrays[i].In(leaf))
      {
        this->Found[i].Add(values);
      }
      else if (i == 0)
      {
        this->Found[i].Add(VTK_DOUBLE, 0); // FillFirst may add an array of doubles to this block
      }
    }
    for (double* const interval : { this->Found[i].Types, this->Found[i].Wide, this->Found[i].Components })
    {
      if (onAllRanks)
      {
        ServerRanks::Unite(interval, 1);
      }
    }
  }
}

int BlockArrays::Unify(const Blocks& blocks, const ArrayChoice& array, const Forms& forms)
{
  int narrow = 0;
  const int numComponents = forms.GetComponents();
  for (vtkDataSet* const block : blocks)
  {
    vtkDataArray* const values = array.In(block);
    if (values && !forms.IsOne())
    {
      narrow += values->GetNumberOfComponents() < numComponents ? 1 : 0;
      block->GetAttributes(array.Association)
        ->AddArray(forms.Wide[1] > 0 ? Convert<vtkDoubleArray>(values, numComponents)
                                     : Convert<vtkTypeInt64Array>(values, numComponents));
    }
  }
  return narrow;
}

int BlockArrays::FillFirst(const Blocks& blocks) const
{
  const ArrayChoice& array = this->Arrays.front();
  const int numComponents = this->Found.front().GetComponents();
  int lacking = 0;
  for (vtkDataSet* const block : blocks)
  {
    if (array.Name.empty() || numComponents == 0 || array.In(block))
    {
      continue;
    }
    vtkNew<vtkDoubleArray> filled;
    filled->SetName(array.Name.c_str());
    filled->SetNumberOfComponents(numComponents);
    const vtkIdType numTuples = block->GetNumberOfElements(array.Association);
    double* const first = inkray::filters::allocateTuples(filled.Get(), numTuples);
    std::fill_n(first, numTuples * numComponents, std::numeric_limits<double>::quiet_NaN());
    block->GetAttributes(array.Association)->AddArray(filled);
    ++lacking;
  }
  return lacking;
}

std::string BlockArrays::Match(const Blocks& blocks) const
{
  std::string note;
  for (std::size_t i = 0; i < this->Arrays.size(); ++i)
  {
    if (const int narrow = Unify(blocks, this->Arrays[i], this->Found[i]))
    {
      note += (note.empty() ? "" : " ") + std::to_string(narrow) + " of " + std::to_string(blocks.size()) +
        " blocks have fewer components of the array '" + this->Arrays[i].Name +
        "' than others; the missing components count as 0.";
    }
  }
  MatchOthers(blocks);
  return note;
}

void BlockArrays::MatchOthers(const Blocks& blocks)
{
  for (int association : { vtkDataObject::POINT, vtkDataObject::CELL })
  {
    vtkDataSetAttributes* const first = blocks.empty() ? nullptr : blocks.front()->GetAttributes(association);
    for (int i = 0; first && i < first->GetNumberOfArrays(); ++i)
    {
      vtkDataArray* const array = first->GetArray(i);
      const ArrayChoice choice = { array && array->GetName() ? array->GetName() : "", association };
      Forms forms;
      const bool isInAll = std::all_of(blocks.begin(), blocks.end(), [&](vtkDataSet* block) {
        vtkDataArray* const values = choice.In(block);
        if (values)
        {
          forms.Add(values);
        }
        return values != nullptr;
      });
      if (isInAll && forms.HasOneNumber())
      {
        Unify(blocks, choice, forms);
      }
    }
  }
}
