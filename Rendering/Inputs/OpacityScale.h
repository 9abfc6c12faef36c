// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"

#include <string>

class vtkPiecewiseFunction;

/// Logarithmic scales of opacity functions, which need a range above 0.
namespace OpacityScale
{
/// Returns the function itself, or a replacement if it has a logarithmic scale and its range begins at 0 or
/// below. The replacement's range begins at 1e-4 of its end, as ParaView does for colors; if the end is not
/// above 0, its scale is linear. Returns null for null.
vtkSmartPointer<vtkPiecewiseFunction> Usable(vtkPiecewiseFunction* function);

/// A message for users if Usable replaces the function; otherwise empty, also for null.
std::string GetProblem(vtkPiecewiseFunction* function);
} // namespace OpacityScale
