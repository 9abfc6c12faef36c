// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"

#include <string>

class vtkRenderer;

/// Why nothing can be seen by a renderer's camera, and what to do about it, in one sentence that ends with a
/// period: its position or focal point is not of finite numbers, out of reach, or both are one point. Empty
/// where the camera can be used.
INKRAYRENDERING_EXPORT std::string FindCameraProblem(vtkRenderer* renderer);
