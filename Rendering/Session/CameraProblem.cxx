// SPDX-License-Identifier: BSD-3-Clause
#include "CameraProblem.h"

#include "vtkCamera.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkRenderer.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace
{
/// VTK keeps a position and a focal point at least this far apart; its matrices lose so small a distance.
constexpr double SamePoint = 1e-19;

/// A distance too far away. Views use single precision, whose limit is not much greater.
constexpr double OutOfReach = 1e30;
} // namespace

std::string FindCameraProblem(vtkRenderer* renderer)
{
  vtkCamera* const camera = renderer->GetActiveCamera();
  const double* const position = camera->GetPosition();
  const double* const focus = camera->GetFocalPoint();
  const auto isWithin = [](double number) { return std::abs(number) < OutOfReach; }; // false for NaN
  const double distance = std::sqrt(vtkMath::Distance2BetweenPoints(position, focus));
  const double* const view = camera->GetModelViewTransformMatrix()->GetData();
  if (std::all_of(position, position + 3, isWithin) && std::all_of(focus, focus + 3, isWithin) &&
    camera->GetDistance() > SamePoint && distance > 0 && std::all_of(view, view + 16, isWithin))
  {
    return {};
  }
  std::ostringstream text;
  text << "The camera at (" << position[0] << ", " << position[1] << ", " << position[2] << ") looks at ("
       << focus[0] << ", " << focus[1] << ", " << focus[2]
       << "). Both points have to be finite, not too far away, and different. Set the view direction to +X.";
  return text.str();
}
