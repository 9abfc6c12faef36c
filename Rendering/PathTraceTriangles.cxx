// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceTriangles.h"

#include "vtkActor.h"
#include "vtkActorCollection.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkCellDataToPointData.h"
#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkContourFilter.h"
#include "vtkDoubleArray.h"
#include "vtkIdList.h"
#include "vtkMapper.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkPropCollection.h"
#include "vtkProperty.h"
#include "vtkRenderer.h"
#include "vtkScalarsToColors.h"
#include "vtkSmartPointer.h"
#include "vtkTriangleFilter.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <cmath>
#include <cstring>

namespace
{
const char* const ValuesName = "InKRayValues";
const char* const ColorsName = "InKRayColors";

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
  add(colors, ColorsName);
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

/// Of polygons and strips: points, normals (null: none) and corners. Where each triangle has a colour of its
/// own, no two share a point. `turned` changes front and back.
void TakePolygons(
  vtkPolyData* polygons, vtkMatrix4x4* toWorld, bool smooth, bool apart, bool turned, PathTraceTriangles& to)
{
  vtkNew<vtkMatrix4x4> forNormals;
  vtkMatrix4x4::Invert(toWorld, forNormals);
  forNormals->Transpose();
  const bool isTurned = (toWorld->Determinant() < 0) != turned;
  vtkDataArray* const normals = smooth ? polygons->GetPointData()->GetNormals() : nullptr;
  vtkUnsignedCharArray* const ofPoints =
    vtkUnsignedCharArray::SafeDownCast(polygons->GetPointData()->GetArray(ColorsName));
  vtkUnsignedCharArray* const ofCells =
    vtkUnsignedCharArray::SafeDownCast(polygons->GetCellData()->GetArray(ColorsName));
  const auto addPoint = [&](vtkIdType point, vtkIdType cell) {
    double xyz[3];
    polygons->GetPoint(point, xyz);
    Append(to.Points, toWorld->GetData(), xyz, 1);
    if (normals)
    {
      normals->GetTuple(point, xyz);
      Append(to.Normals, forNormals->GetData(), xyz, 0);
    }
    if (vtkUnsignedCharArray* const colors = apart ? ofCells : ofPoints)
    {
      for (int c = 0; c < 3; ++c)
      {
        to.Colors.push_back(static_cast<float>(colors->GetTypedComponent(apart ? cell : point, c)) / 255.0f);
      }
    }
  };
  if (!apart)
  {
    for (vtkIdType i = 0; i < polygons->GetNumberOfPoints(); ++i)
    {
      addPoint(i, 0);
    }
  }
  vtkNew<vtkIdList> corners;
  vtkCellArray* const cells = polygons->GetPolys();
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
      to.Corners.push_back(apart ? static_cast<std::int64_t>(to.Points.size() / 3) : corner);
      if (apart)
      {
        addPoint(corner, cell);
      }
    }
  }
}

/// Calls `call` for each data set of polygons that an actor's mapper draws.
template <class Call>
void ForEachPolygons(vtkActor* actor, const Call& call)
{
  vtkDataObject* const input = actor->GetMapper()->GetInputDataObject(0, 0);
  auto* const composite = vtkCompositeDataSet::SafeDownCast(input);
  if (!composite)
  {
    if (auto* const polygons = vtkPolyData::SafeDownCast(input))
    {
      call(polygons);
    }
    return;
  }
  auto leaves = vtkSmartPointer<vtkCompositeDataIterator>::Take(composite->NewIterator());
  for (leaves->InitTraversal(); !leaves->IsDoneWithTraversal(); leaves->GoToNextItem())
  {
    if (auto* const polygons = vtkPolyData::SafeDownCast(leaves->GetCurrentDataObject()))
    {
      call(polygons);
    }
  }
}

/// The colours that a mapper gives to polygons, by its colour map; null: the colour of its property.
vtkSmartPointer<vtkUnsignedCharArray> ColorsOf(vtkMapper* mapper, vtkPolyData* polygons, bool& onCells)
{
  int cellFlag = 0;
  vtkAbstractArray* const scalars = mapper->GetScalarVisibility()
    ? vtkAbstractMapper::GetAbstractScalars(polygons, mapper->GetScalarMode(), mapper->GetArrayAccessMode(),
        mapper->GetArrayId(), mapper->GetArrayName(), cellFlag)
    : nullptr;
  vtkScalarsToColors* const table = mapper->GetLookupTable();
  if (!scalars || !table || cellFlag == 2)
  {
    return nullptr;
  }
  table->Build();
  onCells = cellFlag == 1;
  auto colors = vtkSmartPointer<vtkUnsignedCharArray>::Take(
    table->MapScalars(scalars, mapper->GetColorMode(), mapper->GetArrayComponent(), VTK_RGBA));
  if (!colors || colors->GetNumberOfComponents() < 3 ||
    colors->GetNumberOfTuples() != (onCells ? polygons->GetNumberOfCells() : polygons->GetNumberOfPoints()))
  {
    return nullptr;
  }
  return colors;
}
} // namespace

void PathTraceKey::Add(double number)
{
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof(bits));
  this->Numbers.push_back(bits);
}

void PathTraceKey::Add(vtkObject* object)
{
  this->Numbers.push_back(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(object)));
  this->Numbers.push_back(object ? object->GetMTime() : 0);
}

void PathTraceKey::Add(const RayCastArray& array)
{
  this->Add(array.Array);
  this->Add(array.Association);
  this->Add(array.Component);
}

void PathTraceKey::Add(vtkMatrix4x4* matrix)
{
  for (int i = 0; i < 16; ++i)
  {
    this->Add(matrix->GetData()[i]);
  }
}

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
  TakePolygons(polygons, toWorld, smooth, false, solidBelow, out);
  return out;
}

std::vector<vtkActor*> PathTraceTriangles::FindShown(vtkRenderer* renderer)
{
  std::vector<vtkActor*> shown;
  vtkPropCollection* const props = renderer->GetViewProps();
  vtkCollectionSimpleIterator it;
  props->InitTraversal(it);
  while (vtkProp* const prop = props->GetNextProp(it))
  {
    vtkActor* const actor = vtkActor::SafeDownCast(prop);
    if (actor && actor->GetVisibility() && actor->GetMapper() &&
      actor->GetMapper()->GetNumberOfInputConnections(0) > 0 &&
      actor->GetProperty()->GetRepresentation() == VTK_SURFACE && actor->GetProperty()->GetOpacity() >= 1 &&
      !actor->HasTranslucentPolygonalGeometry())
    {
      shown.push_back(actor);
    }
  }
  return shown;
}

void PathTraceTriangles::AddKeyOf(vtkActor* actor, PathTraceKey& key)
{
  vtkMapper* const mapper = actor->GetMapper();
  mapper->Update();
  key.Add(actor->GetMatrix());
  key.Add(actor->GetProperty());
  key.Add(static_cast<vtkObject*>(mapper));
  key.Add(mapper->GetScalarVisibility() ? mapper->GetLookupTable() : nullptr);
  ForEachPolygons(actor, [&key](vtkPolyData* polygons) { key.Add(static_cast<vtkObject*>(polygons)); });
}

void PathTraceTriangles::AddShown(vtkActor* actor, std::vector<PathTraceTriangles>& all)
{
  vtkProperty* const property = actor->GetProperty();
  ForEachPolygons(actor, [&](vtkPolyData* shown) {
    if (shown->GetNumberOfPolys() + shown->GetNumberOfStrips() == 0)
    {
      return;
    }
    vtkNew<vtkPolyData> polygons;
    polygons->CopyStructure(shown);
    polygons->GetPointData()->SetNormals(shown->GetPointData()->GetNormals());
    bool onCells = false;
    if (const auto colors = ColorsOf(actor->GetMapper(), shown, onCells))
    {
      colors->SetName(ColorsName);
      polygons->GetAttributes(onCells ? vtkDataObject::CELL : vtkDataObject::POINT)->AddArray(colors);
    }
    vtkNew<vtkTriangleFilter> triangles;
    triangles->SetInputData(polygons);
    triangles->PassVertsOff();
    triangles->PassLinesOff();
    triangles->Update();

    PathTraceTriangles part;
    for (int c = 0; c < 3; ++c)
    {
      part.Color[c] = static_cast<float>(property->GetDiffuseColor()[c]);
    }
    TakePolygons(triangles->GetOutput(), actor->GetMatrix(), property->GetInterpolation() != VTK_FLAT,
      onCells, false, part);
    all.push_back(std::move(part));
  });
}
