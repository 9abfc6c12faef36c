// SPDX-License-Identifier: BSD-3-Clause
// Memory that runs out at any place gives one message, and the next request gets the right answer.
#include "FailingNew.h"
#include "MeshChecks.h"
#include "MeshKit.h"

#include "vtkCallbackCommand.h"
#include "vtkCellData.h"
#include "vtkCommand.h"
#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkImageData.h"
#include "vtkIntArray.h"
#include "vtkMinMaxBricks.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkUnstructuredGrid.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace
{

/// Smaller allocations have other reasons than the mesh: texts, or a standard library's own.
constexpr std::size_t large = 512;

/// Calls `meet` with one allocation that fails: the first, the second and so on up to the last. Returns how
/// many there are.
int forEachAllocation(const std::function<void()>& meet)
{
  for (int n = 0;; ++n)
  {
    const FailingNew failing(large, n);
    meet();
    if (!failing.HasFailed() || testing::Test::HasFatalFailure())
    {
      return n;
    }
  }
}

vtkSmartPointer<vtkUnstructuredGrid> gridOf(const std::string& kind)
{
  kit::MeshKit kit(5);
  for (const kit::CellKind& candidate : kit::cellKinds())
  {
    if (candidate.name == kind)
    {
      candidate.fill(kit);
    }
  }
  return kit.grid(1.0);
}

class MemoryForCells : public testing::TestWithParam<const char*>
{
};

TEST_P(MemoryForCells, RunsOut)
{
  auto grid = gridOf(this->GetParam());
  vtkNew<vtkTetrahedralizer> reference;
  reference->Update(grid);
  const kit::PlainMesh expected(reference->GetMesh());
  ASSERT_FALSE(expected.tets.empty());

  for (int n = 0;; ++n)
  {
    vtkNew<vtkTetrahedralizer> topology;
    bool hasFailed = false;
    {
      const FailingNew failing(large, n);
      ASSERT_TRUE(topology->Update(grid));
      hasFailed = failing.HasFailed();
    }
    if (!hasFailed)
    {
      ASSERT_EQ(kit::PlainMesh(topology->GetMesh()).tets, expected.tets);
      EXPECT_GE(n, topology->GetNumberOfAddedPoints() > 0 ? 6 : 2);
      return;
    }
    ASSERT_EQ(topology->GetMessage(),
      "Out of memory while cutting " + std::to_string(grid->GetNumberOfCells()) +
        " cells into tetrahedra; nothing is drawn.")
      << "allocation " << n;
    ASSERT_EQ(topology->GetNumberOfTets(), 0);
    ASSERT_EQ(topology->GetMesh().numTets, 0);
    ASSERT_TRUE(topology->Update(grid)); // tries again
    ASSERT_EQ(topology->GetMessage(), "");
    ASSERT_EQ(kit::PlainMesh(topology->GetMesh()).tets, expected.tets);
    ASSERT_EQ(kit::PlainMesh(topology->GetMesh()).points, expected.points);
  }
}

INSTANTIATE_TEST_SUITE_P(Memory, MemoryForCells, testing::Values("Hexahedron", "Polyhedron", "Octree"));

TEST(Memory, RunsOutForScalars)
{
  auto grid = gridOf("Octree");
  vtkNew<vtkIntArray> values; // copied in double
  values->SetName("heat");
  values->SetNumberOfValues(grid->GetNumberOfPoints());
  values->FillValue(7);
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  ASSERT_GT(topology->GetNumberOfAddedPoints(), 0);
  bool isTaken = false;
  const int count = forEachAllocation([&] {
    inkray::Field scalars;
    isTaken = topology->GetScalars(values, vtkDataObject::POINT, 0, scalars);
    if (!isTaken)
    {
      EXPECT_EQ(topology->GetMessage(), "Array \"heat\" could not be copied: out of memory.");
      EXPECT_EQ(scalars.values, nullptr);
    }
  });
  EXPECT_TRUE(isTaken);
  EXPECT_EQ(topology->GetMessage(), "");
  EXPECT_GE(count, 1);
}

TEST(Memory, RunsOutForAverages)
{
  auto grid = gridOf("Hexahedron");
  vtkNew<vtkDoubleArray> values;
  values->SetName("heat");
  values->SetNumberOfValues(grid->GetNumberOfCells());
  values->FillValue(7);
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  vtkSmartPointer<vtkDataArray> averages;
  const int count = forEachAllocation([&] {
    averages = topology->AverageAtPoints(values, 0);
    if (!averages)
    {
      EXPECT_EQ(topology->GetMessage(), "Array \"heat\" could not be averaged at the points: out of memory.");
    }
  });
  ASSERT_TRUE(averages);
  EXPECT_EQ(averages->GetNumberOfTuples(), grid->GetNumberOfPoints());
  EXPECT_EQ(averages->GetComponent(3, 0), 7);
  EXPECT_GE(count, 2);
}

TEST(Memory, RunsOutForRangesOfBricks)
{
  vtkNew<vtkImageData> image;
  image->SetDimensions(41, 41, 41);
  image->AllocateScalars(VTK_FLOAT, 1);
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    image->GetPointData()->GetScalars()->SetComponent(i, 0, static_cast<double>(i));
  }
  int count = 0;
  for (;; ++count)
  {
    vtkNew<vtkMinMaxBricks> bricks;
    std::string errors;
    vtkNew<vtkCallbackCommand> listen;
    listen->SetClientData(&errors);
    listen->SetCallback([](vtkObject*, unsigned long, void* to, void* text) {
      *static_cast<std::string*>(to) += static_cast<const char*>(text);
    });
    bricks->AddObserver(vtkCommand::ErrorEvent, listen);
    bricks->SetInputData(image);
    bricks->SetLeafSize(4);
    bricks->UpdateInformation();
    bool hasFailed = false;
    {
      const FailingNew failing(large, count);
      bricks->Update();
      hasFailed = failing.HasFailed();
    }
    if (!hasFailed)
    {
      EXPECT_EQ(errors, "");
      break;
    }
    ASSERT_NE(errors.find("There is not enough memory to find the ranges."), std::string::npos) << errors;
    ASSERT_EQ(bricks->GetOutput()->GetNumberOfCells(), 0);
    bricks->Modified();
    bricks->Update();
    ASSERT_EQ(bricks->GetOutput()->GetNumberOfCells(), 1000);
    ASSERT_EQ(bricks->GetOutput()->GetCellData()->GetArray("Min")->GetComponent(0, 0), 0);
  }
  EXPECT_GE(count, 3);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // these take terabytes of addresses

/// Limits the process to this many bytes more than it has.
void limitMemory(std::size_t bytes)
{
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t all = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + bytes;
  const rlimit limit{ all, all };
  ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
}

/// One tetrahedron stands among so many points that averages at the points do not fit.
TEST(Memory, RunsOutWhereVtkWouldEndTheProcess)
{
  vtkNew<vtkPoints> points;
  points->SetNumberOfPoints(24'000'000); // never touched, but for the first
  vtkNew<vtkUnstructuredGrid> grid;
  grid->SetPoints(points);
  const vtkIdType ids[4] = { 0, 1, 2, 3 };
  const double corners[4][3] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
  for (const vtkIdType id : ids)
  {
    points->SetPoint(id, corners[id]);
  }
  grid->InsertNextCell(VTK_TETRA, 4, ids);
  vtkNew<vtkDoubleArray> values;
  values->SetName("heat");
  values->InsertNextValue(7);
  vtkNew<vtkTetrahedralizer> topology;
  topology->Update(grid);
  ASSERT_EQ(topology->GetNumberOfTets(), 1);

  EXPECT_EXIT(
    {
      limitMemory(100'000'000);
      const bool isRefused = !topology->AverageAtPoints(values, 0) &&
        topology->GetMessage() == "Array \"heat\" could not be averaged at the points: out of memory.";
      std::_Exit(isRefused ? 0 : 1);
    },
    testing::ExitedWithCode(0), "");
}

#endif

} // namespace
