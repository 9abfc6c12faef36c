// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastBridge.h"

#include "Core/Errors.h"
#include "vtkCamera.h"
#include "vtkMatrix4x4.h"
#include "vtkRenderer.h"
#include "vtkVolume.h"

#include <algorithm>
#include <cmath>

namespace RayCastBridge
{

inkray::Camera MakeCamera(vtkRenderer* renderer, vtkVolume* volume, int width, int height)
{
  inkray::Camera out;
  out.width = width;
  out.height = height;

  // The matrices that the renderer's other props are drawn with.
  vtkCamera* camera = renderer->GetActiveCamera();
  const vtkMatrix4x4* model = volume->GetMatrix();
  const vtkMatrix4x4* view = camera->GetModelViewTransformMatrix();
  const vtkMatrix4x4* projection =
    camera->GetProjectionTransformMatrix(renderer->GetTiledAspectRatio(), -1, 1);
  vtkMatrix4x4::Multiply4x4(view->GetData(), model->GetData(), out.meshToEye);
  std::copy_n(projection->GetData(), 16, out.eyeToClip);

  const double* row = out.eyeToClip + 12;
  const bool perspective = row[0] == 0 && row[1] == 0 && row[2] < 0 && row[3] == 0;
  const bool parallel = row[0] == 0 && row[1] == 0 && row[2] == 0 && row[3] > 0;
  if (!perspective && !parallel)
  {
    throw inkray::InvalidInput(
      "The camera's projection is neither perspective nor parallel; reset its user transforms.");
  }
  const double scale = perspective ? -row[2] : row[3];
  for (double& element : out.eyeToClip)
  {
    element /= scale;
  }

  const double determinant = vtkMatrix4x4::Determinant(out.meshToEye);
  if (!(std::abs(determinant) > 0) || !std::isfinite(determinant))
  {
    throw inkray::InvalidInput("The volume's matrix squeezes it flat; give it a scale other than zero.");
  }
  return out;
}

} // namespace RayCastBridge
