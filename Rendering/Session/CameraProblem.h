// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"

#include <string>

class vtkRenderer;

/// The reason why a renderer's camera sees nothing, and the remedy, in one sentence that ends with a period.
/// The position or focal point may be not finite, too far away, or both may be one point. Empty if the camera
/// can be used.
INKRAYRENDERING_EXPORT std::string FindCameraProblem(vtkRenderer* renderer);
