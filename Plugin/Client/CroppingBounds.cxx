// SPDX-License-Identifier: BSD-3-Clause
#include "CroppingBounds.h"

#include "vtkNew.h"
#include "vtkPVDataInformation.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMProperty.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMSourceProxy.h"

namespace
{
const char* const Minimum = "CroppingMinimum";
const char* const Maximum = "CroppingMaximum";
const char* const Origin = "CroppingOrigin";
const char* const Scale = "CroppingScale";
} // namespace

void CroppingBounds::Watch(vtkSMProxy* proxy)
{
  const Names names = { Minimum, Maximum, Origin, Scale };
  vtkNew<CroppingBounds> command;
  if (command->LookAfter(proxy, names))
  {
    command->Hear(names, { vtkCommand::UpdateDataEvent });
    command->PublishEnds();
  }
}

void CroppingBounds::Execute(vtkObject* caller, unsigned long event, void*)
{
  if (!this->Display || this->IsBusy)
  {
    return;
  }
  const bool ends = event == vtkCommand::ModifiedEvent &&
    (caller == this->Display->GetProperty(Minimum) || caller == this->Display->GetProperty(Maximum));
  this->IsBusy = true;
  ends ? this->TakeEnds() : this->PublishEnds();
  this->IsBusy = false;
}

bool CroppingBounds::GetDataBounds(double bounds[6]) const
{
  const vtkSMPropertyHelper input(this->Display, "Input");
  auto* const source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  if (!source || !source->GetObjectsCreated())
  {
    return false;
  }
  source->GetDataInformation(input.GetOutputPort())->GetBounds(bounds);
  return bounds[0] <= bounds[1] && bounds[2] <= bounds[3] && bounds[4] <= bounds[5];
}

CroppingBounds::Numbers CroppingBounds::Get(const char* name) const
{
  Numbers numbers{};
  vtkSMPropertyHelper(this->Display, name).Get(numbers.data(), 3);
  return numbers;
}

void CroppingBounds::Set(const char* name, const Numbers& numbers)
{
  vtkSMPropertyHelper(this->Display, name).Set(numbers.data(), 3);
}

void CroppingBounds::TakeEnds()
{
  double bounds[6];
  if (!this->GetDataBounds(bounds))
  {
    return;
  }
  const Numbers low = this->Get(Minimum), high = this->Get(Maximum);
  Numbers origin = this->Get(Origin), scale = this->Get(Scale);
  for (int axis = 0; axis < 3; ++axis)
  {
    const double length = bounds[2 * axis + 1] - bounds[2 * axis];
    scale[axis] = length > 0 ? (high[axis] - low[axis]) / length : 1.0; // flat data need no scale
    origin[axis] = low[axis] - scale[axis] * bounds[2 * axis];
  }
  this->Set(Origin, origin);
  this->Set(Scale, scale);
}

void CroppingBounds::PublishEnds()
{
  double bounds[6];
  if (!this->GetDataBounds(bounds))
  {
    return;
  }
  const Numbers origin = this->Get(Origin), scale = this->Get(Scale);
  Numbers low, high;
  for (int axis = 0; axis < 3; ++axis)
  {
    low[axis] = origin[axis] + scale[axis] * bounds[2 * axis];
    high[axis] = origin[axis] + scale[axis] * bounds[2 * axis + 1];
  }
  this->Set(Minimum, low);
  this->Set(Maximum, high);
}
