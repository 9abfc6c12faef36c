// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/FieldValues.h"
#include "RayCastTransferFunction.h"

namespace RayCastBridge
{

/// What the functions show of values: the range from their first node to their last. Empty: they have none.
inkray::FiniteRange FindShownRange(vtkVolumeProperty* property, const FunctionUse& use = {});

/// Whether the opacity function shows values, but none within `range` (low, high): most often it was made for
/// another array.
bool ShowsOnlyOthers(vtkVolumeProperty* property, const double range[2]);

} // namespace RayCastBridge
