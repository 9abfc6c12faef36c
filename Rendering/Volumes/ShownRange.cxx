// SPDX-License-Identifier: BSD-3-Clause
#include "ShownRange.h"

#include "OpacityScale.h"
#include "VtkRenderingCompat.h"
#include "vtkColorTransferFunction.h"
#include "vtkPiecewiseFunction.h"
#include "vtkSmartPointer.h"
#include "vtkVariant.h"
#include "vtkVolumeProperty.h"

#include <algorithm>

namespace RayCastBridge
{

inkray::FiniteRange FindShownRange(vtkVolumeProperty* property, const FunctionUse& use)
{
  inkray::FiniteRange shown;
  const auto add = [&shown](auto* function) {
    if (function->GetSize() > 0)
    {
      shown.add(function->GetRange()[0]);
      shown.add(function->GetRange()[1]);
    }
  };
  if (use.Colors && property->GetColorChannels(0) == 1)
  {
    add(property->GetGrayTransferFunction(0));
  }
  else if (use.Colors)
  {
    vtkColorTransferFunction* const colors = property->GetRGBTransferFunction(0);
    add(colors);
    for (vtkIdType i = 0; colors->GetIndexedLookup() && i < colors->GetNumberOfAnnotatedValues(); ++i)
    {
      bool isNumber = false;
      const double x = colors->GetAnnotatedValue(i).ToDouble(&isNumber);
      shown.add(isNumber ? x : shown.low);
    }
  }
  if (use.Opacities)
  {
    add(property->GetScalarOpacity(0));
  }
  return shown;
}

bool ShowsOnlyOthers(vtkVolumeProperty* property, const double range[2])
{
  // Between two nodes the opacity lies between the nodes' opacities, so only nodes and ends are compared.
  const vtkSmartPointer<vtkPiecewiseFunction> opacity = OpacityScale::Usable(property->GetScalarOpacity(0));
  double ofAll = 0.0;
  double ofRange = std::max(VtkCompat::ValueOf(opacity, range[0]), VtkCompat::ValueOf(opacity, range[1]));
  for (int i = 0; i < opacity->GetSize(); ++i)
  {
    double node[4];
    opacity->GetNodeValue(i, node);
    ofAll = std::max(ofAll, node[1]);
    ofRange = range[0] <= node[0] && node[0] <= range[1] ? std::max(ofRange, node[1]) : ofRange;
  }
  return ofAll > 0.0 && !(ofRange > 0.0);
}

} // namespace RayCastBridge
