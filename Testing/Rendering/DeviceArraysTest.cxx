// SPDX-License-Identifier: BSD-3-Clause
// Arrays that live on a CUDA device (VTK 9.6): the same pictures as from the host, and nobody looks at their
// values there.
#include "CudaArray.h"
#include "Device/Device.h"
#include "IsosurfaceScene.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataSetTriangleFilter.h"
#include "vtkDoubleArray.h"
#include "vtkIdTypeArray.h"
#include "vtkImageData.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace
{

/// The unit cube in tetrahedra, with "f" and "vector" at points, "c" and "colour" in cells.
vtkSmartPointer<vtkUnstructuredGrid> MakeTets()
{
  vtkNew<vtkDataSetTriangleFilter> filter;
  filter->SetInputData(MakeCube(3));
  filter->Update();
  auto made = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkUnstructuredGrid* const tets = filter->GetOutput();
  made->SetPoints(tets->GetPoints());
  // Cells of one size, whose offsets are a formula.
  vtkNew<vtkIdTypeArray> ids;
  vtkNew<vtkDoubleArray> c, vector, f;
  c->SetName("c");
  f->SetName("f");
  vector->SetName("vector");
  vector->SetNumberOfComponents(3);
  vtkNew<vtkDoubleArray> colour;
  colour->SetName("colour");
  colour->SetNumberOfComponents(4);
  for (vtkIdType t = 0; t < tets->GetNumberOfCells(); ++t)
  {
    vtkNew<vtkIdList> corners;
    tets->GetCellPoints(t, corners);
    for (vtkIdType i = 0; i < 4; ++i)
    {
      ids->InsertNextValue(corners->GetId(i));
    }
    const double x = std::fmod(0.6180339887 * static_cast<double>(t), 1.0);
    c->InsertNextValue(x);
    colour->InsertNextTuple4(x, 1.0 - x, 0.5, 0.7);
  }
  for (vtkIdType p = 0; p < tets->GetNumberOfPoints(); ++p)
  {
    const double* const at = tets->GetPoint(p);
    f->InsertNextValue(at[0]);
    vector->InsertNextTuple3(at[0], at[1] * at[1], at[2]);
  }
  vtkNew<vtkCellArray> cells;
  cells->SetData(4, ids);
  made->SetCells(VTK_TETRA, cells);
  made->GetPointData()->SetScalars(f);
  made->GetPointData()->AddArray(vector);
  made->GetCellData()->AddArray(c);
  made->GetCellData()->AddArray(colour);
  return made;
}

/// The same grid with all its arrays on the device.
vtkSmartPointer<vtkUnstructuredGrid> OnDevice(vtkUnstructuredGrid* grid)
{
  auto made = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  vtkDataArray* const coordinates = grid->GetPoints()->GetData();
  if (coordinates->GetDataType() == VTK_FLOAT)
  {
    points->SetData(CudaArray<float>::Of(coordinates));
  }
  else
  {
    points->SetData(CudaArray<double>::Of(coordinates));
  }
  made->SetPoints(points);
  vtkNew<vtkCellArray> cells;
  cells->SetData(4, CudaArray<vtkIdType>::Of(grid->GetCells()->GetConnectivityArray()));
  made->SetCells(VTK_TETRA, cells);
  for (const char* name : { "f", "vector" })
  {
    made->GetPointData()->AddArray(CudaArray<double>::Of(grid->GetPointData()->GetArray(name)));
  }
  made->GetPointData()->SetActiveScalars("f");
  for (const char* name : { "c", "colour" })
  {
    made->GetCellData()->AddArray(CudaArray<double>::Of(grid->GetCellData()->GetArray(name)));
  }
  return made;
}

class DeviceArrays : public ::testing::Test
{
protected:
  void SetUp() override
  {
    if (!inkray::cudaDevice().available)
    {
      GTEST_SKIP() << inkray::cudaDevice().reason;
    }
  }
  /// The pictures of both grids after choose(scene), and no access on the host. The scene is new each time.
  static void ExpectSame(const char* what, const std::function<void(Scene&)>& choose)
  {
    const vtkSmartPointer<vtkUnstructuredGrid> grid = MakeTets(), device = OnDevice(grid);
    Scene host, other;
    host.Mapper->SetInputData(grid);
    choose(host);
    const std::vector<float> expected = host.Picture();
    EXPECT_EQ(RemarksOf(host.Mapper->GetReport(), "problem"), "") << what;
    EXPECT_GT(*std::max_element(expected.begin(), expected.end()), 0.1f) << what << ": an empty picture";
    other.Mapper->SetInputData(device);
    HostAccesses = 0;
    choose(other);
    const std::vector<float> found = other.Picture();
    EXPECT_EQ(HostAccesses, 0) << what;
    EXPECT_EQ(RemarksOf(other.Mapper->GetReport(), "problem"), "") << what;
    EXPECT_EQ(LargestDifference(expected, found), 0.0f) << what;
  }
};

TEST_F(DeviceArrays, ValuesOfPointsAndCells)
{
  ExpectSame("points", [](Scene&) {});
  ExpectSame("cells", [](Scene& scene) {
    scene.Mapper->SetScalarMode(VTK_SCALAR_MODE_USE_CELL_FIELD_DATA);
    scene.Mapper->SelectScalarArray("c");
  });
  ExpectSame("length of vectors", [](Scene& scene) {
    scene.Mapper->SetScalarMode(VTK_SCALAR_MODE_USE_POINT_FIELD_DATA);
    scene.Mapper->SelectScalarArray("vector");
    scene.Volume->GetProperty()->SetIndependentComponents(true);
  });
}

TEST_F(DeviceArrays, ColoursAndOpacity)
{
  ExpectSame("colours", [](Scene& scene) {
    scene.Mapper->SetScalarMode(VTK_SCALAR_MODE_USE_CELL_FIELD_DATA);
    scene.Mapper->SelectScalarArray("colour");
    scene.Volume->GetProperty()->SetIndependentComponents(false);
  });
  ExpectSame("opacity", [](Scene& scene) { scene.Mapper->SelectOpacityArray(vtkDataObject::CELL, "c", 0); });
}

TEST_F(DeviceArrays, AreTakenFromTheHostWhereNoDeviceCanBeUsed)
{
  const vtkSmartPointer<vtkUnstructuredGrid> grid = MakeTets(), device = OnDevice(grid);
  if (!SetDeviceIsThere(false))
  {
    GTEST_SKIP() << "the device is a real one";
  }
  Scene host, other;
  host.Mapper->SetInputData(grid);
  other.Mapper->SetInputData(device);
  HostAccesses = 0;
  EXPECT_EQ(LargestDifference(host.Picture(), other.Picture()), 0.0f);
  EXPECT_GT(HostAccesses, 0);
  SetDeviceIsThere(true);
}

TEST_F(DeviceArrays, IsTakenFromTheHostWhereCellsAreCut)
{
  // A hexahedron has to be looked at. Its values do not.
  const vtkSmartPointer<vtkUnstructuredGrid> grid = MakeCube(3);
  Scene scene;
  scene.Mapper->SetInputData(grid);
  const std::vector<float> expected = scene.Picture();
  auto device = vtkSmartPointer<vtkUnstructuredGrid>::New();
  device->ShallowCopy(grid);
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetData(CudaArray<double>::Of(grid->GetPoints()->GetData()));
  device->SetPoints(points);
  device->GetPointData()->SetScalars(CudaArray<double>::Of(grid->GetPointData()->GetArray("f")));
  Scene other;
  other.Mapper->SetInputData(device);
  const std::vector<float> found = other.Picture();
  EXPECT_EQ(RemarksOf(other.Mapper->GetReport(), "problem"), "");
  // Points of floats are drawn to the last bit like doubles of the same numbers, but for their rounding.
  EXPECT_LT(LargestDifference(expected, found), 1.05f / 255);
}

TEST_F(DeviceArrays, Images)
{
  const auto wave = [](double x, double y, double z) { return x + 0.3 * std::sin(3 * y) + 0.2 * z; };
  IsosurfaceScene host(wave), other(wave);
  const std::vector<float> expected = host.Picture();
  vtkImageData* const image = vtkImageData::SafeDownCast(other.Mapper->GetInput());
  image->GetPointData()->SetScalars(CudaArray<double>::Of(image->GetPointData()->GetArray("f")));
  HostAccesses = 0;
  EXPECT_EQ(LargestDifference(expected, other.Picture()), 0.0f);
  EXPECT_EQ(HostAccesses, 0) << "doubles";

  // Floats are used in place where the device draws, as long as they are there.
  image->GetPointData()->SetScalars(CudaArray<float>::Of(image->GetPointData()->GetArray("f")));
  HostAccesses = 0;
  EXPECT_LT(LargestDifference(expected, other.Picture()), 1.05f / 255);
  EXPECT_LT(LargestDifference(expected, other.Picture()), 1.05f / 255);
  EXPECT_EQ(HostAccesses, 0) << "floats";
  EXPECT_EQ(other.Reported("volume uploads"), 2);
  image->GetPointData()->SetScalars(CudaArray<float>::Of(image->GetPointData()->GetArray("f")));
  EXPECT_LT(LargestDifference(expected, other.Picture()), 1.05f / 255);
  EXPECT_EQ(other.Reported("volume uploads"), 3);
}

} // namespace
