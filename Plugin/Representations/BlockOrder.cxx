// SPDX-License-Identifier: BSD-3-Clause
#include "BlockOrder.h"

#include "vtkCamera.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"

#include <algorithm>
#include <limits>

namespace
{
/// The eye in the boxes' coordinates: a point or, in a parallel projection, the direction towards it (w = 0).
std::array<double, 4> EyeIn(vtkCamera* camera, vtkMatrix4x4* matrix)
{
  std::array<double, 4> eye = { 0, 0, 0, 1 };
  if (camera->GetParallelProjection())
  {
    camera->GetDirectionOfProjection(eye.data());
    eye = { -eye[0], -eye[1], -eye[2], 0 };
  }
  else
  {
    camera->GetPosition(eye.data());
  }
  vtkNew<vtkMatrix4x4> inverse;
  vtkMatrix4x4::Invert(matrix, inverse);
  inverse->MultiplyPoint(eye.data(), eye.data());
  return eye;
}

/// Whether a plane separates the boxes with the eye on the side of b, so that a hides nothing of b.
bool LiesBehind(const BlockOrder::Box& a, const BlockOrder::Box& b, const std::array<double, 4>& eye)
{
  for (int axis = 0; axis < 3; ++axis)
  {
    // Faces of neighbours may differ by rounding.
    const double slack = 1e-6 * (a[2 * axis + 1] - a[2 * axis] + b[2 * axis + 1] - b[2 * axis]);
    const double above = b[2 * axis], below = b[2 * axis + 1];
    if ((a[2 * axis + 1] <= above + slack && eye[axis] - eye[3] * above >= 0) ||
      (a[2 * axis] >= below - slack && eye[axis] - eye[3] * below <= 0))
    {
      return true;
    }
  }
  return false;
}
} // namespace

namespace BlockOrder
{

std::vector<std::size_t> BackToFront(const std::vector<Box>& boxes, vtkCamera* camera, vtkMatrix4x4* matrix)
{
  const std::array<double, 4> eye = EyeIn(camera, matrix);
  // How many boxes still to come have to be drawn before this one: those of which it may hide something.
  std::vector<std::vector<std::size_t>> hiddenBy(boxes.size());
  std::vector<std::size_t> waitsFor(boxes.size(), 0);
  for (std::size_t i = 0; i < boxes.size(); ++i)
  {
    for (std::size_t j = 0; j < boxes.size(); ++j)
    {
      if (i != j && !LiesBehind(boxes[i], boxes[j], eye) && LiesBehind(boxes[j], boxes[i], eye))
      {
        ++waitsFor[i];
        hiddenBy[j].push_back(i);
      }
    }
  }
  std::vector<std::size_t> order;
  while (order.size() < boxes.size())
  {
    // One that waits for nothing; in a circle, one that waits for the fewest.
    const std::size_t next = std::min_element(waitsFor.begin(), waitsFor.end()) - waitsFor.begin();
    order.push_back(next);
    waitsFor[next] = std::numeric_limits<std::size_t>::max();
    for (std::size_t other : hiddenBy[next])
    {
      if (waitsFor[other] != std::numeric_limits<std::size_t>::max())
      {
        --waitsFor[other];
      }
    }
  }
  return order;
}

} // namespace BlockOrder
