// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceTriangles.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkIdList.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkUnsignedCharArray.h"

#include <cstring>

namespace
{

/// Append a transformed point (`w` = 1), or a normal (`w` = 0, with a `matrix` that transforms normals).
void Append(std::vector<float>& to, const double matrix[16], const double xyz[3], double w)
{
  for (int row = 0; row < 3; ++row)
  {
    const double* m = matrix + 4 * row;
    to.push_back(static_cast<float>(m[0] * xyz[0] + m[1] * xyz[1] + m[2] * xyz[2] + w * m[3]));
  }
}

} // namespace

inkray::PathTriangles PathTraceTriangles::GetView(int material) const
{
  inkray::PathTriangles view;
  view.points = this->Points.data();
  view.numPoints = static_cast<std::int64_t>(this->Points.size() / 3);
  view.corners = this->Corners.data();
  view.numTriangles = static_cast<std::int64_t>(this->Corners.size() / 3);
  view.colors = this->Colors.empty() ? nullptr : this->Colors.data();
  view.normals = this->Normals.empty() ? nullptr : this->Normals.data();
  std::memcpy(view.color, this->Color, sizeof(view.color));
  view.material = material;
  return view;
}

void PathTraceTriangles::Add(vtkPolyData* triangles, vtkMatrix4x4* toWorld, bool smooth, bool apart)
{
  vtkNew<vtkMatrix4x4> forNormals;
  vtkMatrix4x4::Invert(toWorld, forNormals);
  forNormals->Transpose();
  const bool isTurned = toWorld->Determinant() < 0;
  vtkDataArray* const normals = smooth ? triangles->GetPointData()->GetNormals() : nullptr;
  vtkUnsignedCharArray* const ofPoints =
    vtkUnsignedCharArray::SafeDownCast(triangles->GetPointData()->GetArray(ColorsName));
  vtkUnsignedCharArray* const ofCells =
    vtkUnsignedCharArray::SafeDownCast(triangles->GetCellData()->GetArray(ColorsName));
  const auto addPoint = [&](vtkIdType point, vtkIdType cell) {
    double xyz[3];
    triangles->GetPoint(point, xyz);
    Append(this->Points, toWorld->GetData(), xyz, 1);
    if (normals)
    {
      normals->GetTuple(point, xyz);
      Append(this->Normals, forNormals->GetData(), xyz, 0);
    }
    if (vtkUnsignedCharArray* const colors = apart ? ofCells : ofPoints)
    {
      for (int c = 0; c < 3; ++c)
      {
        this->Colors.push_back(
          static_cast<float>(colors->GetTypedComponent(apart ? cell : point, c)) / 255.0f);
      }
    }
  };
  if (!apart)
  {
    for (vtkIdType i = 0; i < triangles->GetNumberOfPoints(); ++i)
    {
      addPoint(i, 0);
    }
  }
  vtkNew<vtkIdList> corners;
  vtkCellArray* const cells = triangles->GetPolys();
  for (vtkIdType cell = 0; cell < cells->GetNumberOfCells(); ++cell)
  {
    cells->GetCellAtId(cell, corners);
    if (corners->GetNumberOfIds() != 3)
    {
      continue;
    }
    for (int i = 0; i < 3; ++i)
    {
      const vtkIdType corner = corners->GetId(isTurned ? 2 - i : i);
      this->Corners.push_back(apart ? static_cast<std::int64_t>(this->Points.size() / 3) : corner);
      if (apart)
      {
        addPoint(corner, cell);
      }
    }
  }
}
