// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"

#include <string>

class vtkPiecewiseFunction;

/// Logarithmic scales of opacity functions, which need a range above 0.
namespace OpacityScale
{
/// The function itself, or one that can be drawn: of a logarithmic scale whose range begins at 0 or below,
/// the range begins at 1e-4 of its end, as ParaView has it for colors; where that is not above 0 either, the
/// scale is linear.
vtkSmartPointer<vtkPiecewiseFunction> Usable(vtkPiecewiseFunction* function);

/// What users are told of a function that is drawn as another one; empty: nothing. Null is no function.
std::string GetProblem(vtkPiecewiseFunction* function);
} // namespace OpacityScale
