// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceShown.h"

#include "PathTraceKey.h"
#include "PathTraceTriangles.h"
#include "VtkRenderingCompat.h"
#include "vtkActor.h"
#include "vtkCellData.h"
#include "vtkCompositeDataDisplayAttributes.h"
#include "vtkCompositeDataIterator.h"
#include "vtkCompositeDataSet.h"
#include "vtkDataObjectTreeIterator.h"
#include "vtkGlyph3DMapper.h"
#include "vtkMapper.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPointGaussianMapper.h"
#include "vtkPolyData.h"
#include "vtkPropCollection.h"
#include "vtkProperty.h"
#include "vtkRenderer.h"
#include "vtkScalarsToColors.h"
#include "vtkSmartPointer.h"
#include "vtkTriangleFilter.h"
#include "vtkUnsignedCharArray.h"

#include <functional>
#include <utility>

namespace
{
/// A function that gets drawn polygons and the color of their block; null means the actor's color.
using Drawn = std::function<void(vtkPolyData*, const double*)>;

/// Calls `call` for the drawn polygons of a block, with `color` unless the block has its own color. Nested
/// blocks inherit visibility and color unless they have their own.
void ForEachPolygons(vtkDataObject* block, vtkCompositeDataDisplayAttributes* attributes, bool isVisible,
  const double* color, const Drawn& call)
{
  double ownColor[3];
  if (attributes && attributes->HasBlockVisibility(block))
  {
    isVisible = attributes->GetBlockVisibility(block);
  }
  if (attributes && attributes->HasBlockColor(block))
  {
    attributes->GetBlockColor(block, ownColor);
    color = ownColor;
  }
  auto* const composite = vtkCompositeDataSet::SafeDownCast(block);
  if (!composite)
  {
    auto* const polygons = vtkPolyData::SafeDownCast(block);
    if (polygons && isVisible)
    {
      call(polygons, color);
    }
    return;
  }
  auto blocks = vtkSmartPointer<vtkCompositeDataIterator>::Take(composite->NewIterator());
  if (auto* const tree = vtkDataObjectTreeIterator::SafeDownCast(blocks))
  {
    tree->VisitOnlyLeavesOff();
    tree->TraverseSubTreeOff();
  }
  for (blocks->InitTraversal(); !blocks->IsDoneWithTraversal(); blocks->GoToNextItem())
  {
    ForEachPolygons(blocks->GetCurrentDataObject(), attributes, isVisible, color, call);
  }
}

/// Calls `call` for the polygons that an actor draws.
void ForEachPolygons(vtkActor* actor, const Drawn& call)
{
  vtkMapper* const mapper = actor->GetMapper();
  if (vtkDataObject* const input = mapper->GetInputDataObject(0, 0))
  {
    ForEachPolygons(input, VtkCompat::BlockAttributesOf(mapper), true, nullptr, call);
  }
}

/// Whether a mapper draws its input itself, rather than glyphs or points placed at the input's points.
bool DrawsItsInput(vtkMapper* mapper)
{
  return !vtkGlyph3DMapper::SafeDownCast(mapper) && !vtkPointGaussianMapper::SafeDownCast(mapper);
}

/// The colors that a mapper's color map gives to polygons; null: the property's color applies.
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

/// Whether an actor has polygons. Outlines, lines and points have none.
bool HasPolygons(vtkActor* actor)
{
  actor->GetMapper()->Update();
  vtkIdType number = 0;
  ForEachPolygons(actor, [&number](vtkPolyData* polygons, const double*) {
    number += polygons->GetNumberOfPolys() + polygons->GetNumberOfStrips();
  });
  return number > 0;
}

} // namespace

std::vector<vtkActor*> PathTraceShown::Find(vtkRenderer* renderer)
{
  std::vector<vtkActor*> shown;
  vtkPropCollection* const props = renderer->GetViewProps();
  vtkCollectionSimpleIterator it;
  props->InitTraversal(it);
  while (vtkProp* const prop = props->GetNextProp(it))
  {
    vtkActor* const actor = vtkActor::SafeDownCast(prop);
    if (actor && actor->GetVisibility() && actor->GetMapper() &&
      actor->GetMapper()->GetNumberOfInputConnections(0) > 0 && DrawsItsInput(actor->GetMapper()) &&
      actor->GetProperty()->GetRepresentation() == VTK_SURFACE && actor->GetProperty()->GetOpacity() >= 1 &&
      !actor->HasTranslucentPolygonalGeometry() && HasPolygons(actor))
    {
      shown.push_back(actor);
    }
  }
  return shown;
}

void PathTraceShown::AddKey(vtkActor* actor, PathTraceKey& key)
{
  vtkMapper* const mapper = actor->GetMapper();
  vtkProperty* const property = actor->GetProperty();
  key.Add(actor->GetMatrix());
  // Compare the values of property, mapper and blocks, not modification times: ParaView modifies these
  // objects without changing them.
  for (const double part :
    { property->GetDiffuseColor()[0], property->GetDiffuseColor()[1], property->GetDiffuseColor()[2] })
  {
    key.Add(part);
  }
  key.Add(property->GetInterpolation());
  key.Add(static_cast<vtkObject*>(mapper->GetScalarVisibility() ? mapper->GetLookupTable() : nullptr));
  for (const int setting : { mapper->GetScalarMode(), mapper->GetArrayAccessMode(), mapper->GetArrayId(),
         mapper->GetArrayComponent(), mapper->GetColorMode() })
  {
    key.Add(setting);
  }
  for (const char* name = mapper->GetArrayName(); name && *name; ++name)
  {
    key.Add(*name);
  }
  ForEachPolygons(actor, [&key](vtkPolyData* polygons, const double* color) {
    key.Add(static_cast<vtkObject*>(polygons));
    for (int c = 0; c < 3; ++c)
    {
      key.Add(color ? color[c] : -1.0);
    }
  });
}

void PathTraceShown::AddTo(vtkActor* actor, std::vector<PathTraceTriangles>& all)
{
  vtkProperty* const property = actor->GetProperty();
  ForEachPolygons(actor, [&](vtkPolyData* shown, const double* color) {
    if (shown->GetNumberOfPolys() + shown->GetNumberOfStrips() == 0)
    {
      return;
    }
    vtkNew<vtkPolyData> polygons;
    polygons->CopyStructure(shown);
    polygons->GetPointData()->SetNormals(shown->GetPointData()->GetNormals());
    bool onCells = false;
    const vtkSmartPointer<vtkUnsignedCharArray> colors =
      color ? nullptr : ColorsOf(actor->GetMapper(), shown, onCells);
    if (colors)
    {
      colors->SetName(PathTraceTriangles::ColorsName);
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
      part.Color[c] = static_cast<float>((color ? color : property->GetDiffuseColor())[c]);
    }
    part.Add(triangles->GetOutput(), actor->GetMatrix(), property->GetInterpolation() != VTK_FLAT, onCells);
    all.push_back(std::move(part));
  });
}
