// SPDX-License-Identifier: BSD-3-Clause
// The same cells in every storage that VTK has for them give the same mesh, and no array is copied for it.
#include "CellStorages.h"
#include "MeshChecks.h"
#include "MeshKit.h"

#include "vtkCellArray.h"
#include "vtkCellType.h"
#include "vtkDoubleArray.h"
#include "vtkNew.h"

#include <gtest/gtest.h>

namespace
{

vtkSmartPointer<vtkUnstructuredGrid> gridOf(const std::string& kind)
{
  kit::MeshKit kit(11);
  for (const kit::CellKind& candidate : kit::cellKinds())
  {
    if (candidate.name == kind)
    {
      candidate.fill(kit);
    }
  }
  return kit.grid(1.0);
}

/// The tuple of each tet, and the average of cell values at each point.
struct Results
{
  explicit Results(vtkUnstructuredGrid* grid)
  {
    EXPECT_TRUE(this->topology->Update(grid));
    kit::expectUnitCube(this->topology);
    this->tets = kit::PlainMesh(this->topology->GetMesh()).tets;
    vtkNew<vtkDoubleArray> numbers;
    for (vtkIdType cell = 0; cell < grid->GetNumberOfCells(); ++cell)
    {
      numbers->InsertNextValue(static_cast<double>(cell * cell % 97));
    }
    const auto averages = this->topology->AverageAtPoints(numbers, 0);
    for (vtkIdType point = 0; averages && point < grid->GetNumberOfPoints(); ++point)
    {
      this->averages.push_back(averages->GetComponent(point, 0));
    }
  }
  vtkNew<vtkTetrahedralizer> topology;
  std::vector<std::array<std::int64_t, 4>> tets;
  std::vector<double> averages;
};

class CellStorages : public testing::TestWithParam<std::string>
{
};

TEST_P(CellStorages, GiveTheSameMesh)
{
  for (const char* kind : { "Tetra", "Hexahedron", "Mixture", "Polyhedron" })
  {
    auto grid = gridOf(kind);
    const Results expected(grid);
    if (!kit::storeAs(grid->GetCells(), this->GetParam()))
    {
      EXPECT_EQ(this->GetParam().find("FixedSize"), 0u) << kind;
      EXPECT_STREQ(kind, "Mixture");
      continue;
    }
    kit::storeTypesDifferently(grid);
    const unsigned long kibibytes = grid->GetCells()->GetActualMemorySize();
    const Results found(grid);
    EXPECT_EQ(found.tets, expected.tets) << kind;
    EXPECT_EQ(found.averages, expected.averages) << kind;
    EXPECT_EQ(grid->GetCells()->GetActualMemorySize(), kibibytes) << kind << ": an array was copied";

    // The next time step has its own arrays with the same values.
    auto next = vtkSmartPointer<vtkUnstructuredGrid>::New();
    next->DeepCopy(grid);
    EXPECT_FALSE(found.topology->Update(next)) << kind;
  }
}

INSTANTIATE_TEST_SUITE_P(All, CellStorages, testing::ValuesIn(kit::storages()),
  [](const testing::TestParamInfo<std::string>& info) { return info.param; });

TEST(CellTypes, OneForAllCells)
{
  auto grid = gridOf("Tetra");
  const Results expected(grid);
  vtkSmartPointer<vtkCellArray> cells = grid->GetCells();
  grid->SetCells(VTK_TETRA, cells);
  const Results found(grid);
  EXPECT_EQ(found.tets, expected.tets);
  EXPECT_EQ(found.topology->GetMessage(), "");
  // Tets are still taken as they lie in memory.
  EXPECT_EQ(found.topology->GetMemorySize(), 0u);
}

} // namespace
