// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Scene.h"
#include "Selection.h"
#include "vtkActor.h"
#include "vtkIdTypeArray.h"
#include "vtkPlaneSource.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <utility>

/// A cube drawn as a volume, and selections in it.
namespace MeshPicks
{

constexpr int Cells = vtkDataObject::FIELD_ASSOCIATION_CELLS,
              Points = vtkDataObject::FIELD_ASSOCIATION_POINTS;

/// The unlit rectangle [x0, x1] x [y0, y1] at depth z.
inline vtkSmartPointer<vtkActor> Quad(double x0, double x1, double y0, double y1, double z)
{
  vtkNew<vtkPlaneSource> plane;
  plane->SetOrigin(x0, y0, z);
  plane->SetPoint1(x1, y0, z);
  plane->SetPoint2(x0, y1, z);
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(plane->GetOutputPort());
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->GetProperty()->LightingOff();
  return actor;
}

/// The unit cube in n x n x n hexahedra of attenuation 1, seen along -z in 64 x 64 pixels.
struct CubeScene : Scene
{
  static constexpr int n = 8;
  CubeScene()
  {
    Mapper->SetInputData(MakeCube(n));
    Window->Render();
  }

  /// The cell on the ray of a pixel at a distance `way` into the cube, or the nearest point.
  static vtkIdType At(bool isPoint, int x, int y, double way)
  {
    const int size = isPoint ? n + 1 : n;
    const auto index = [isPoint](
                         double at) { return static_cast<vtkIdType>(at * n + (isPoint ? 0.5 : 0.0)); };
    return index((x + 0.5) / 64) + size * (index((y + 0.5) / 64) + size * index(1 - way));
  }
  std::map<vtkProp*, std::set<vtkIdType>> Select(int association, int x0, int y0, int x1, int y1)
  {
    return SelectIds(Renderer, association, { x0, y0, x1, y1 });
  }
};

/// The distance along which an attenuation of 1 reaches an opacity.
inline double WayTo(double opacity)
{
  return -std::log(1 - opacity);
}

/// The pixels selected in a box, and the cells visible in them.
struct VisibleCells
{
  std::set<vtkIdType> Pixels, Cells;
  std::set<std::pair<vtkIdType, vtkIdType>> Parts; ///< composite index and process
  double Depth = 0;

  VisibleCells(CubeScene& scene, int x0, int y0, int x1, int y1)
  {
    scene.Settings->SetSelectsPixels(1);
    this->Pixels = scene.Select(MeshPicks::Cells, x0, y0, x1, y1)[scene.Volume];
    this->Find(scene);
  }
  void Find(CubeScene& scene)
  {
    vtkNew<vtkIdTypeArray> pixels, found;
    for (vtkIdType pixel : this->Pixels)
    {
      pixels->InsertNextValue(pixel);
    }
    this->Cells.clear();
    this->Depth = scene.Mapper->FindCells(pixels, found);
    for (vtkIdType i = 0; i < found->GetNumberOfTuples(); ++i)
    {
      this->Parts.insert({ found->GetTypedComponent(i, 0), found->GetTypedComponent(i, 1) });
      this->Cells.insert(found->GetTypedComponent(i, 2));
    }
    EXPECT_EQ(static_cast<vtkIdType>(this->Cells.size()), found->GetNumberOfTuples()) << "each once";
  }
};

} // namespace MeshPicks
