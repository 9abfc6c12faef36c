// SPDX-License-Identifier: BSD-3-Clause
#include "DefaultArray.h"

#include "IdArrays.h"
#include "vtkDataObject.h"
#include "vtkDataSetAttributes.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkPVDataSetAttributesInformation.h"
#include "vtkSMArrayListDomain.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

#include <tuple>

namespace
{
/// Information about the display's arrays on points or cells. Null for other associations.
vtkPVDataSetAttributesInformation* GetAttributes(vtkSMPVRepresentationProxy* display, int association)
{
  vtkSMPropertyHelper input(display, "Input");
  auto* source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  return source &&
      (association == vtkDataObject::FIELD_ASSOCIATION_POINTS ||
        association == vtkDataObject::FIELD_ASSOCIATION_CELLS)
    ? source->GetDataInformation(input.GetOutputPort())->GetAttributeInformation(association)
    : nullptr;
}
} // namespace

vtkPVArrayInformation* DefaultArray::GetInformation(vtkSMPVRepresentationProxy* display) const
{
  vtkPVDataSetAttributesInformation* attributes = GetAttributes(display, this->Association);
  return attributes ? attributes->GetArrayInformation(this->Name.c_str()) : nullptr;
}

bool DefaultArray::GetRange(vtkSMPVRepresentationProxy* display, double range[2]) const
{
  vtkPVArrayInformation* array = this->GetInformation(display);
  if (!array)
  {
    return false;
  }
  array->GetComponentFiniteRange(array->GetNumberOfComponents() > 1 ? -1 : 0, range);
  return range[0] <= range[1];
}

bool DefaultArray::IsWorthALook(vtkSMPVRepresentationProxy* display) const
{
  double range[2];
  return !this->Name.empty() && !IsIdArray(this->Name) && this->GetRange(display, range) &&
    range[0] < range[1];
}

DefaultArray DefaultArray::FirstOf(vtkSMPVRepresentationProxy* display)
{
  DefaultArray best;
  auto* arrays = display->GetProperty("ColorArrayName")->FindDomain<vtkSMArrayListDomain>();
  if (arrays)
  {
    arrays->Update(nullptr); // ParaView may update domains later
  }
  std::tuple<bool, bool, bool, bool, bool> least(true, true, true, true, true);
  for (unsigned int i = 0; arrays && i < arrays->GetNumberOfStrings(); ++i)
  {
    const DefaultArray candidate{ arrays->GetFieldAssociation(i), arrays->GetString(i) };
    vtkPVArrayInformation* array = candidate.GetInformation(display);
    if (!array || array->GetDataType() == VTK_STRING || array->GetDataType() == VTK_VARIANT)
    {
      continue;
    }
    double range[2];
    const bool varies = candidate.GetRange(display, range) && range[0] < range[1];
    vtkPVArrayInformation* active =
      GetAttributes(display, candidate.Association)->GetAttributeInformation(vtkDataSetAttributes::SCALARS);
    const auto lacks = std::make_tuple(IsIdArray(candidate.Name), !varies, array->GetIsPartial(),
      candidate.Association != vtkDataObject::FIELD_ASSOCIATION_POINTS, active != array);
    if (best.Name.empty() || lacks < least)
    {
      least = lacks;
      best = candidate;
    }
  }
  return best;
}
