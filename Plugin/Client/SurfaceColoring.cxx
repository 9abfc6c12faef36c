// SPDX-License-Identifier: BSD-3-Clause
#include "SurfaceColoring.h"

#include "DefaultArray.h"
#include "DisplayColoring.h"
#include "vtkNew.h"
#include "vtkPVArrayInformation.h"
#include "vtkSMPVRepresentationProxy.h"
#include "vtkSMPropertyHelper.h"
#include "vtkSMTransferFunctionManager.h"
#include "vtkSMTransferFunctionProxy.h"
#include "vtkSmartPointer.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace
{
const char* const ArrayName = "RayCastIsosurfaceColorArray";
const char* const NoArrays[] = { "By Value", "None" }; // in the panel and in older state files
const char* const ColorMap = "RayCastIsosurfaceLookupTable";

/// Fit a color map to the range of the component or magnitude that it maps. Keep a range that it has already,
/// and a map that ParaView must not rescale.
void Fit(vtkSMProxy* colors, vtkPVArrayInformation* array)
{
  if (!array || vtkSMPropertyHelper(colors, "ScalarRangeInitialized", true).GetAsInt() != 0 ||
    vtkSMPropertyHelper(colors, "AutomaticRescaleRangeMode", true).GetAsInt() ==
      vtkSMTransferFunctionManager::NEVER)
  {
    return;
  }
  const int numComponents = array->GetNumberOfComponents();
  const bool byComponent =
    std::strcmp(vtkSMPropertyHelper(colors, "VectorMode").GetAsString(), "Component") == 0;
  const int component = vtkSMPropertyHelper(colors, "VectorComponent").GetAsInt();
  double range[2];
  array->GetComponentFiniteRange(numComponents == 1 ? 0
      : byComponent && component < numComponents    ? component
                                                    : -1,
    range);
  if (range[0] <= range[1])
  {
    vtkSMTransferFunctionProxy::RescaleTransferFunction(colors, range[0], range[1]);
  }
}
} // namespace

void SurfaceColoring::Watch(vtkSMProxy* proxy)
{
  vtkNew<SurfaceColoring> command;
  if (command->LookAfter(proxy, { ArrayName, ColorMap }))
  {
    command->Hear({ ArrayName }, { vtkCommand::UpdateDataEvent });
  }
}

void SurfaceColoring::Execute(vtkObject* caller, unsigned long event, void*)
{
  const bool isUpdated = this->Display && this->IsViewUpdated(caller, event);
  if (!this->Display || (event == vtkCommand::UpdateDataEvent && !isUpdated) ||
    DisplayColoring::IsRestoring(this->Display, event))
  {
    return;
  }
  vtkSMPropertyHelper chosen(this->Display, ArrayName);
  const char* const name = chosen.GetInputArrayNameToProcess();
  vtkSmartPointer<vtkSMProxy> colors = vtkSMPropertyHelper(this->Display, ColorMap).GetAsProxy();
  if (isUpdated)
  {
    if (colors && name)
    {
      Fit(colors, DefaultArray{ chosen.GetInputArrayAssociation(), name }.GetInformation(this->Display));
    }
    return;
  }
  colors = nullptr;
  const auto is = [name](const char* other) { return std::strcmp(name, other) == 0; };
  if (name && *name && std::none_of(std::begin(NoArrays), std::end(NoArrays), is))
  {
    vtkNew<vtkSMTransferFunctionManager> functions;
    colors = functions->GetColorTransferFunction(name, this->Display->GetSessionProxyManager());
    Fit(colors, DefaultArray{ chosen.GetInputArrayAssociation(), name }.GetInformation(this->Display));
  }
  vtkSMPropertyHelper(this->Display, ColorMap).Set(colors.GetPointer());
}
