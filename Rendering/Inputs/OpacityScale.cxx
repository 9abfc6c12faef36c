// SPDX-License-Identifier: BSD-3-Clause
#include "OpacityScale.h"

#include "vtkNew.h"
#include "vtkPiecewiseFunction.h"

#include <array>
#include <cstddef>
#include <sstream>
#include <vector>

namespace
{
/// The beginning of a usable logarithmic range, relative to its end.
constexpr double LeastLogarithm = 1e-4;
} // namespace

vtkSmartPointer<vtkPiecewiseFunction> OpacityScale::Usable(vtkPiecewiseFunction* function)
{
  double range[2];
  if (!function || !function->GetUseLogScale() || function->GetSize() == 0 ||
    (function->GetRange(range), range[0] > 0))
  {
    return function;
  }
  vtkNew<vtkPiecewiseFunction> made;
  made->DeepCopy(function);
  if (!(range[1] > 0))
  {
    made->UseLogScaleOff();
    return made.Get();
  }
  const double low = LeastLogarithm * range[1];
  std::vector<std::array<double, 4>> nodes(static_cast<std::size_t>(function->GetSize()));
  for (int i = 0; i < function->GetSize(); ++i)
  {
    function->GetNodeValue(i, nodes[static_cast<std::size_t>(i)].data());
  }
  made->SetUseLogScale(true); // DeepCopy does not copy it
  made->RemoveAllPoints();
  for (const auto& node : nodes)
  {
    const double place = low + (node[0] - range[0]) / (range[1] - range[0]) * (range[1] - low);
    made->AddPoint(place, node[1], node[2], node[3]);
  }
  return made.Get();
}

std::string OpacityScale::GetProblem(vtkPiecewiseFunction* function)
{
  if (Usable(function) == function)
  {
    return {};
  }
  const double* const range = function->GetRange();
  std::ostringstream text;
  text << "The opacity function has a logarithmic scale and begins at " << range[0]
       << ", but only numbers above 0 have logarithms; it is drawn ";
  if (range[1] > 0)
  {
    text << "from " << LeastLogarithm * range[1] << " on";
  }
  else
  {
    text << "with a linear scale";
  }
  text << ". Give it a range above 0, or switch off the logarithmic scale of the opacity.";
  return text.str();
}
