// SPDX-License-Identifier: BSD-3-Clause
#include "VtkRenderingCompat.h"

#include "vtkMapper.h"
#include "vtkPiecewiseFunction.h"

// The mapper with attributes of blocks: up to VTK 9.2 a separate class, later the only class.
#if __has_include("vtkCompositePolyDataMapperDelegator.h")
#include "vtkCompositePolyDataMapper.h"
using CompositeMapper = vtkCompositePolyDataMapper;
#else
#include "vtkCompositePolyDataMapper2.h"
using CompositeMapper = vtkCompositePolyDataMapper2;
#endif

#include <algorithm>
#include <cmath>

double VtkCompat::ValueOf(vtkPiecewiseFunction* function, double x)
{
  // Find the interval of nodes around x by bisection.
  double from[4], to[4]; // scalar, value, midpoint, sharpness
  int first = 0, last = function->GetSize() - 1;
  if (last < 1)
  {
    return function->GetValue(x);
  }
  while (last - first > 1)
  {
    const int middle = (first + last) / 2;
    function->GetNodeValue(middle, from);
    (from[0] < x ? first : last) = middle;
  }
  function->GetNodeValue(first, from);
  function->GetNodeValue(last, to);
  if (!(from[0] < x && x <= to[0] && from[3] > 0.99))
  {
    return function->GetValue(x);
  }
  const double t = function->GetUseLogScale()
    ? (std::log10(x) - std::log10(from[0])) / (std::log10(to[0]) - std::log10(from[0]))
    : (x - from[0]) / (to[0] - from[0]);
  return t < std::clamp(from[2], 0.00001, 0.99999) ? from[1] : to[1];
}

vtkCompositeDataDisplayAttributes* VtkCompat::BlockAttributesOf(vtkMapper* mapper)
{
  auto* const composite = CompositeMapper::SafeDownCast(mapper);
  return composite ? composite->GetCompositeDataDisplayAttributes() : nullptr;
}
