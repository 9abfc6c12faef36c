// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceTriangles.h"

#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellDataToPointData.h"
#include "vtkContourFilter.h"
#include "vtkDoubleArray.h"
#include "vtkIdList.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkSmartPointer.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace
{
const char* const ValuesName = "InKRayValues";

/// What counts of an array, as an array of one component.
vtkSmartPointer<vtkDoubleArray> Select(const RayCastArray& array, const char* name)
{
  auto values = vtkSmartPointer<vtkDoubleArray>::New();
  values->SetName(name);
  const vtkIdType number = array.Array->GetNumberOfTuples();
  const int components = array.Array->GetNumberOfComponents();
  values->SetNumberOfValues(number);
  for (vtkIdType i = 0; i < number; ++i)
  {
    double value = array.Component >= 0 ? array.Array->GetComponent(i, array.Component) : 0;
    for (int c = 0; array.Component < 0 && c < components; ++c)
    {
      value = std::hypot(value, array.Array->GetComponent(i, c));
    }
    values->SetValue(i, value);
  }
  return values;
}

/// The grid with the selected values at its points, and nothing else.
vtkSmartPointer<vtkDataSet> WithPointValues(
  vtkUnstructuredGrid* grid, const RayCastArray& values, const RayCastArray& colors)
{
  vtkNew<vtkUnstructuredGrid> copy;
  copy->CopyStructure(grid);
  const auto add = [&copy](const RayCastArray& array, const char* name) {
    if (array.Array)
    {
      copy->GetAttributes(array.Association)->AddArray(Select(array, name));
    }
  };
  add(values, ValuesName);
  add(colors, PathTraceTriangles::ColorsName);
  if (copy->GetCellData()->GetNumberOfArrays() == 0)
  {
    return copy.GetPointer();
  }
  vtkNew<vtkCellDataToPointData> toPoints;
  toPoints->SetInputData(copy);
  toPoints->Update();
  return vtkDataSet::SafeDownCast(toPoints->GetOutputDataObject(0));
}

/// Append a point, or a normal, for which `w` is 0 and `matrix` the one of normals.
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

PathTraceTriangles PathTraceTriangles::OfIsosurface(vtkUnstructuredGrid* grid, const RayCastArray& values,
  const inkray::Isosurface& surface, bool solidBelow, bool smooth, const RayCastArray& colors,
  const inkray::ColorTable& table, vtkMatrix4x4* toWorld)
{
  vtkNew<vtkContourFilter> contour;
  contour->SetInputData(WithPointValues(grid, values, colors));
  contour->SetInputArrayToProcess(0, 0, 0, vtkDataObject::FIELD_ASSOCIATION_POINTS, ValuesName);
  contour->SetValue(0, surface.value);
  contour->SetComputeNormals(smooth);
  contour->ComputeScalarsOff();
  contour->Update();
  vtkPolyData* const polygons = contour->GetOutput();

  PathTraceTriangles out;
  std::copy_n(surface.color, 3, out.Color);
  vtkDataArray* const colorValues =
    surface.keepsColor ? nullptr : polygons->GetPointData()->GetArray(ColorsName);
  if (colorValues && !table.rgb.empty())
  {
    inkray::ColorTableView view{};
    view.numEntries = static_cast<std::int32_t>(table.rgb.size() / 3);
    view.table = table.rgb.data();
    std::copy_n(table.nanColor, 3, view.nan);
    view.low = static_cast<float>(table.range[0]);
    view.setRange(table.range[0], table.range[1]);
    for (vtkIdType i = 0; i < polygons->GetNumberOfPoints(); ++i)
    {
      const inkray::Float3 rgb =
        inkray::colorInTable(view, static_cast<float>(colorValues->GetComponent(i, 0)));
      out.Colors.insert(out.Colors.end(), { rgb.x, rgb.y, rgb.z });
    }
  }
  out.Add(polygons, toWorld, smooth, false, solidBelow);
  return out;
}

void PathTraceTriangles::Add(
  vtkPolyData* triangles, vtkMatrix4x4* toWorld, bool smooth, bool apart, bool turned)
{
  vtkNew<vtkMatrix4x4> forNormals;
  vtkMatrix4x4::Invert(toWorld, forNormals);
  forNormals->Transpose();
  const bool isTurned = (toWorld->Determinant() < 0) != turned;
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
