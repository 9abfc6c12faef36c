// SPDX-License-Identifier: BSD-3-Clause
#include "ArrayChoice.h"

#include "vtkDataArray.h"
#include "vtkDataSetAttributes.h"
#include "vtkInformation.h"
#include "vtkVolumeMapper.h"

#include <cstring>

ArrayChoice ArrayChoice::Of(vtkInformation* inputArray)
{
  ArrayChoice choice;
  if (inputArray && inputArray->Has(vtkDataObject::FIELD_ASSOCIATION()) &&
    inputArray->Has(vtkDataObject::FIELD_NAME()))
  {
    const char* name = inputArray->Get(vtkDataObject::FIELD_NAME());
    choice.Name = name ? name : "";
    choice.Association = inputArray->Get(vtkDataObject::FIELD_ASSOCIATION());
  }
  return choice;
}

ArrayChoice ArrayChoice::FirstIn(const std::vector<vtkSmartPointer<vtkDataSet>>& pieces)
{
  ArrayChoice choice;
  for (int association : { vtkDataObject::FIELD_ASSOCIATION_POINTS, vtkDataObject::FIELD_ASSOCIATION_CELLS })
  {
    for (const auto& piece : pieces)
    {
      vtkDataSetAttributes* attributes = piece->GetAttributes(association);
      for (int i = -1; i < attributes->GetNumberOfArrays(); ++i)
      {
        vtkDataArray* array = i < 0 ? attributes->GetScalars() : attributes->GetArray(i);
        if (array && array->GetName() && array->GetName()[0] &&
          std::strcmp(array->GetName(), vtkDataSetAttributes::GhostArrayName()) != 0)
        {
          choice.Name = array->GetName();
          choice.Association = association;
          return choice;
        }
      }
    }
  }
  return choice;
}

vtkDataArray* ArrayChoice::In(vtkDataSet* data) const
{
  vtkDataSetAttributes* attributes =
    data && !this->Name.empty() ? data->GetAttributes(this->Association) : nullptr;
  return attributes ? attributes->GetArray(this->Name.c_str()) : nullptr;
}

const char* ArrayChoice::GetPlace() const
{
  return this->Association == vtkDataObject::FIELD_ASSOCIATION_CELLS ? "cells" : "points";
}

int ArrayChoice::GetScalarMode() const
{
  return this->Association == vtkDataObject::FIELD_ASSOCIATION_CELLS ? VTK_SCALAR_MODE_USE_CELL_FIELD_DATA
                                                                     : VTK_SCALAR_MODE_USE_POINT_FIELD_DATA;
}
