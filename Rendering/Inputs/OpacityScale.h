// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"

#include <string>

class vtkPiecewiseFunction;

/// Logarithmic scales of opacity functions, which need a range above 0.
namespace OpacityScale
{
/// The function itself, or another one where it has a logarithmic scale and its range begins at 0 or below.
/// The other one's range begins at 1e-4 of its end, as ParaView has it for colors; where the end is not above
/// 0 either, its scale is linear. Null for null.
vtkSmartPointer<vtkPiecewiseFunction> Usable(vtkPiecewiseFunction* function);

/// A message for users where another function than the given one is drawn; else empty, also for null.
std::string GetProblem(vtkPiecewiseFunction* function);
} // namespace OpacityScale
