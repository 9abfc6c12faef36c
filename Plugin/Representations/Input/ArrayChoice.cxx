// SPDX-License-Identifier: BSD-3-Clause
#include "ArrayChoice.h"

#include "IdArrays.h"
#include "vtkAbstractArray.h"
#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkFieldData.h"
#include "vtkInformation.h"
#include "vtkVolumeMapper.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace
{
/// Whether `is` holds for a data object, or for a leaf of a composite one.
template <class Predicate>
bool AnyLeaf(vtkDataObject* data, const Predicate& is)
{
  auto* composite = vtkCompositeDataSet::SafeDownCast(data);
  if (!composite)
  {
    return data && is(data);
  }
  auto leaves = vtkSmartPointer<vtkCompositeDataIterator>::Take(composite->NewIterator());
  for (leaves->InitTraversal(); !leaves->IsDoneWithTraversal(); leaves->GoToNextItem())
  {
    if (is(leaves->GetCurrentDataObject()))
    {
      return true;
    }
  }
  return false;
}
} // namespace

bool ArrayChoice::Set(int association, const char* name)
{
  const ArrayChoice before = std::exchange(*this, { name ? name : "", association });
  return !(*this == before);
}

ArrayChoice ArrayChoice::Of(vtkInformation* inputArray)
{
  ArrayChoice choice;
  if (inputArray && inputArray->Has(vtkDataObject::FIELD_ASSOCIATION()) &&
    inputArray->Has(vtkDataObject::FIELD_NAME()))
  {
    choice.Set(
      inputArray->Get(vtkDataObject::FIELD_ASSOCIATION()), inputArray->Get(vtkDataObject::FIELD_NAME()));
  }
  return choice;
}

ArrayChoice ArrayChoice::FirstIn(const std::vector<vtkSmartPointer<vtkDataSet>>& pieces)
{
  ArrayChoice choice;
  int least = 4; // demerits of the best array so far: 2 for ids, 1 for one value everywhere
  for (int association : { vtkDataObject::FIELD_ASSOCIATION_POINTS, vtkDataObject::FIELD_ASSOCIATION_CELLS })
  {
    for (const auto& piece : pieces)
    {
      vtkDataSetAttributes* attributes = piece->GetAttributes(association);
      for (int i = -1; i < attributes->GetNumberOfArrays(); ++i)
      {
        vtkDataArray* array = i < 0 ? attributes->GetScalars() : attributes->GetArray(i);
        if (!array || !array->GetName() || !array->GetName()[0] ||
          std::strcmp(array->GetName(), vtkDataSetAttributes::GhostArrayName()) == 0)
        {
          continue;
        }
        double range[2] = { 0.0, 1.0 };
        array->GetFiniteRange(range, array->GetNumberOfComponents() > 1 ? -1 : 0);
        const int worth = (IsIdArray(array->GetName()) ? 2 : 0) + (range[0] < range[1] ? 0 : 1);
        if (worth < least)
        {
          least = worth;
          choice.Name = array->GetName();
          choice.Association = association;
        }
      }
    }
  }
  return choice;
}

bool ArrayChoice::IsAnyInAll(const std::vector<vtkSmartPointer<vtkDataSet>>& pieces)
{
  for (int association : { vtkDataObject::FIELD_ASSOCIATION_POINTS, vtkDataObject::FIELD_ASSOCIATION_CELLS })
  {
    vtkDataSetAttributes* const first = pieces.empty() ? nullptr : pieces.front()->GetAttributes(association);
    for (int i = 0; first && i < first->GetNumberOfArrays(); ++i)
    {
      const char* const name = first->GetArrayName(i);
      const ArrayChoice choice = { name ? name : "", association };
      if (std::strcmp(choice.Name.c_str(), vtkDataSetAttributes::GhostArrayName()) != 0 &&
        std::all_of(pieces.begin(), pieces.end(), [&](vtkDataSet* piece) { return choice.In(piece); }))
      {
        return true;
      }
    }
  }
  return false;
}

vtkDataArray* ArrayChoice::In(vtkDataSet* data) const
{
  vtkDataSetAttributes* attributes =
    data && !this->Name.empty() ? data->GetAttributes(this->Association) : nullptr;
  return attributes ? attributes->GetArray(this->Name.c_str()) : nullptr;
}

bool ArrayChoice::IsIn(vtkDataObject* data) const
{
  const auto has = [this](
                     vtkDataObject* leaf) { return this->In(vtkDataSet::SafeDownCast(leaf)) != nullptr; };
  return AnyLeaf(data, has);
}

std::string ArrayChoice::WhyNotIn(vtkDataObject* data) const
{
  if (this->Association != vtkDataObject::FIELD_ASSOCIATION_POINTS &&
    this->Association != vtkDataObject::FIELD_ASSOCIATION_CELLS)
  {
    return "'" + this->Name +
      "' belongs to whole blocks and not to points or cells, so it has no values inside " +
      "a volume; choose an array of points or cells to color by.";
  }
  const auto isText = [this](vtkDataObject* leaf) {
    vtkFieldData* fields = leaf ? leaf->GetAttributesAsFieldData(this->Association) : nullptr;
    return fields && fields->GetAbstractArray(this->Name.c_str());
  };
  if (AnyLeaf(data, isText))
  {
    return "The array '" + this->Name + "' on the " + this->GetPlace() +
      " is not numeric; choose another array to color by.";
  }
  return "There is no array '" + this->Name + "' on the " + this->GetPlace() +
    " of the data; choose another array to color by.";
}

bool ArrayChoice::IsElsewhereIn(vtkDataSet* block) const
{
  const int other = this->Association == vtkDataObject::FIELD_ASSOCIATION_POINTS
    ? vtkDataObject::FIELD_ASSOCIATION_CELLS
    : vtkDataObject::FIELD_ASSOCIATION_POINTS;
  return !this->In(block) && ArrayChoice{ this->Name, other }.In(block);
}

std::string ArrayChoice::NoteLeftOut(
  std::size_t without, std::size_t all, std::size_t elsewhere, const std::vector<ArrayChoice>& arrays)
{
  std::string names;
  for (std::size_t i = 0; i < arrays.size(); ++i)
  {
    names += (i > 0 ? " or '" : "'") + arrays[i].Name + "'";
    if (i + 1 == arrays.size() || arrays[i].Association != arrays[i + 1].Association)
    {
      names += " on the " + std::string(arrays[i].GetPlace());
    }
  }
  const std::string place = arrays.size() > 1                               ? "an array elsewhere"
    : arrays.front().Association == vtkDataObject::FIELD_ASSOCIATION_POINTS ? "it on the cells"
                                                                            : "it on the points";
  const std::string more = elsewhere == 0
    ? "."
    : "; " + std::to_string(elsewhere) + " of them " + (elsewhere == 1 ? "has " : "have ") + place + ".";
  return std::to_string(without) + " of " + std::to_string(all) + " blocks do not have the array " + names +
    " and are not drawn" + more;
}

const char* ArrayChoice::GetPlace() const
{
  switch (this->Association)
  {
    case vtkDataObject::FIELD_ASSOCIATION_POINTS:
      return "points";
    case vtkDataObject::FIELD_ASSOCIATION_CELLS:
      return "cells";
    default:
      return "blocks";
  }
}

int ArrayChoice::GetScalarMode() const
{
  return this->Association == vtkDataObject::FIELD_ASSOCIATION_CELLS ? VTK_SCALAR_MODE_USE_CELL_FIELD_DATA
                                                                     : VTK_SCALAR_MODE_USE_POINT_FIELD_DATA;
}
