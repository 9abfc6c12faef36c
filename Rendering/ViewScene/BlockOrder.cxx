// SPDX-License-Identifier: BSD-3-Clause
#include "BlockOrder.h"

#include "BlockTree.h"
#include "vtkCamera.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"

namespace
{
/// The eye in the coordinates of the boxes: a point. In a parallel projection, w is 0, and x, y and z are the
/// direction towards the eye.
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
} // namespace

namespace BlockOrder
{

std::vector<std::size_t> BackToFront(
  const std::vector<Box>& boxes, vtkCamera* camera, vtkMatrix4x4* matrix, std::size_t* comparisons)
{
  // A box is added to the order after all boxes that it may hide. It waits for them on a stack, and searches
  // for one of them at a time: a list of all would have half of all pairs. No box waits for a box that is
  // waiting already, so that circles end.
  BlockTree coming(boxes, EyeIn(camera, matrix));
  std::vector<std::size_t> order, waiting;
  std::vector<bool> met(boxes.size(), false);
  const auto meet = [&](std::size_t box) {
    met[box] = true;
    coming.Remove(box);
    waiting.push_back(box);
  };
  for (std::size_t i = 0; i < boxes.size(); ++i)
  {
    if (!met[i])
    {
      meet(i);
    }
    while (!waiting.empty())
    {
      const std::size_t hidden = coming.FindHidden(waiting.back());
      if (hidden != BlockTree::None)
      {
        meet(hidden);
      }
      else
      {
        order.push_back(waiting.back());
        waiting.pop_back();
      }
    }
  }
  if (comparisons)
  {
    *comparisons = coming.GetNumberOfComparisons();
  }
  return order;
}

} // namespace BlockOrder
