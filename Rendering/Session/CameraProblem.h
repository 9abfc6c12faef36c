// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"

#include <string>

class vtkRenderer;

/// The reason why a renderer's camera sees nothing, and the remedy, in one sentence that ends with a period:
/// its position or focal point is not of finite numbers, out of reach, or both are one point. Empty where the
/// camera can be used.
INKRAYRENDERING_EXPORT std::string FindCameraProblem(vtkRenderer* renderer);
