// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/FieldValues.h"
#include "RayCastTransferFunction.h"

namespace RayCastBridge
{

/// The range of values that the functions show, from their first node to their last; empty if they have no
/// nodes.
inkray::FiniteRange FindShownRange(vtkVolumeProperty* property, const FunctionUse& use = {});

/// Whether the opacity function is above 0 at some values, but 0 in all of `range` (low, high). In most cases
/// the function was made for another array.
bool ShowsOnlyOthers(vtkVolumeProperty* property, const double range[2]);

} // namespace RayCastBridge
