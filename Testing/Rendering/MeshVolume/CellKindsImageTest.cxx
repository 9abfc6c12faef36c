// SPDX-License-Identifier: BSD-3-Clause
// Cubes of every kind of cell side by side in one mesh. Holes, overlaps and swapped nodes show as spots.
#include "../../Filters/MeshKit.h"
#include "ImageTest.h"

#include "vtkAppendFilter.h"
#include "vtkDoubleArray.h"
#include "vtkPointData.h"

#include <cmath>
#include <cstddef>
#include <string>

namespace
{

/// Waves without symmetry along any axis.
double Waves(const double x[3])
{
  return 0.5 + 0.5 * std::sin(5 * x[0] + 2 * x[1]) * std::cos(4 * x[1] - x[2]) * std::sin(1 + 3 * x[2]);
}

/// Draws the kinds of cells from `first` to before `last`, row by row from the upper left.
void DrawKinds(Canvas& canvas, std::size_t first, std::size_t last, int columns)
{
  vtkNew<vtkAppendFilter> all;
  for (std::size_t i = first; i < last; ++i)
  {
    const kit::CellKind& kind = kit::cellKinds()[i];
    kit::MeshKit cubes(7);
    kind.fill(cubes);
    vtkSmartPointer<vtkUnstructuredGrid> grid = cubes.grid(kind.straight ? 0 : 1);
    const int place = static_cast<int>(i - first);
    vtkNew<vtkDoubleArray> values;
    values->SetName("waves");
    for (vtkIdType p = 0; p < grid->GetNumberOfPoints(); ++p)
    {
      double x[3];
      grid->GetPoint(p, x);
      values->InsertNextValue(Waves(x));
      grid->GetPoints()->SetPoint(p, x[0] + 1.6 * (place % columns), x[1], x[2] - 1.6 * (place / columns));
    }
    grid->GetPointData()->SetScalars(values);
    all->AddInputData(grid);
  }
  all->Update();
  canvas.AddMesh(all->GetOutput(), 0, 1, 0.2);

  canvas.LookFrom(0.3, -1, 0.3, 1.45, true);
}

std::size_t FirstQuadratic()
{
  std::size_t i = 0;
  while (std::string(kit::cellKinds()[i].name) != "QuadraticTetra")
  {
    ++i;
  }
  return i;
}

} // namespace

std::vector<ImageTest> CellKindImageTests()
{
  return { { "CellsLinear", 300, 220, [](Canvas& canvas) { DrawKinds(canvas, 0, FirstQuadratic(), 4); } },
    { "CellsHigherOrder", 300, 200,
      [](Canvas& canvas) { DrawKinds(canvas, FirstQuadratic(), kit::cellKinds().size(), 6); } } };
}
