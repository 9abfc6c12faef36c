// SPDX-License-Identifier: BSD-3-Clause
#include "vtkSMFiniteRangeDomain.h"

#include "vtkObjectFactory.h"
#include "vtkPVArrayInformation.h"
#include "vtkPVDataInformation.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMUncheckedPropertyHelper.h"

#include <cmath>
#include <vector>

vtkStandardNewMacro(vtkSMFiniteRangeDomain);

vtkSMFiniteRangeDomain::vtkSMFiniteRangeDomain() = default;
vtkSMFiniteRangeDomain::~vtkSMFiniteRangeDomain() = default;

void vtkSMFiniteRangeDomain::Update(vtkSMProperty* requesting)
{
  this->Superclass::Update(requesting);
  std::vector<vtkEntry> entries = this->GetEntries();
  vtkSMProperty* const choice = this->GetRequiredProperty("ArraySelection");
  vtkPVDataInformation* const data = this->GetInputDataInformation("Input");
  if (entries.empty() || !choice || !data ||
    (std::isfinite(entries[0].Value[0]) && std::isfinite(entries[0].Value[1])))
  {
    return;
  }
  const vtkSMUncheckedPropertyHelper array(choice);
  vtkPVArrayInformation* const values =
    data->GetArrayInformation(array.GetInputArrayNameToProcess(), array.GetInputArrayAssociation());
  vtkSMProperty* const component = this->GetRequiredProperty("ComponentSelection");
  const int chosen = component ? vtkSMUncheckedPropertyHelper(component).GetAsInt() : 0;
  if (!values)
  {
    return;
  }
  double range[2];
  values->GetComponentFiniteRange(chosen < values->GetNumberOfComponents() ? chosen : -1, range);
  range[0] <= range[1] ? entries.assign(1, vtkEntry(range[0], range[1])) : entries.clear();
  this->SetEntries(entries);
}
