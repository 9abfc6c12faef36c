// SPDX-License-Identifier: BSD-3-Clause
#include "GeometryBounds.h"

#include "vtkBoundingBox.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkPVRenderView.h"
#include "vtkProp3D.h"

#include <algorithm>

void GeometryBounds::Transform(const double bounds[6], vtkMatrix4x4* matrix, double transformed[6])
{
  std::copy_n(bounds, 6, transformed);
  if (!vtkMath::AreBoundsInitialized(bounds))
  {
    return;
  }
  vtkBoundingBox box;
  for (int corner = 0; corner < 8; ++corner)
  {
    double point[4] = { bounds[corner & 1], bounds[2 + (corner >> 1 & 1)], bounds[4 + (corner >> 2)], 1 };
    matrix->MultiplyPoint(point, point);
    box.AddPoint(point[0] / point[3], point[1] / point[3], point[2] / point[3]);
  }
  box.GetBounds(transformed);
}

void GeometryBounds::Set(
  vtkInformation* info, vtkPVDataRepresentation* representation, const double bounds[6], vtkProp3D* prop)
{
  // The view transforms only two corners, that of all minima and that of all maxima. This matrix
  // takes them to the same corners of the transformed box. It maps along the longest side, because
  // other sides may have no length.
  vtkNew<vtkMatrix4x4> matrix;
  prop->GetMatrix(matrix);
  double transformed[6];
  Transform(bounds, matrix, transformed);
  int longest = 0;
  for (int axis = 1; axis < 3; ++axis)
  {
    const auto length = [bounds](int of) { return bounds[2 * of + 1] - bounds[2 * of]; };
    longest = length(axis) > length(longest) ? axis : longest;
  }
  const double first = bounds[2 * longest], length = bounds[2 * longest + 1] - first;
  vtkNew<vtkMatrix4x4> corners;
  corners->Zero();
  for (int axis = 0; axis < 3; ++axis)
  {
    const double slope = length > 0 ? (transformed[2 * axis + 1] - transformed[2 * axis]) / length : 0;
    corners->SetElement(axis, longest, slope);
    corners->SetElement(axis, 3, transformed[2 * axis] - slope * first);
  }
  corners->SetElement(3, 3, 1);
  vtkPVRenderView::SetGeometryBounds(info, representation, bounds, corners);
}
