// SPDX-License-Identifier: BSD-3-Clause
// Arrays that live on a CUDA device (VTK 9.6) give the same pictures as arrays on the host, and no value is
// read on the host.
#include "Core/Errors.h"
#include "CudaArray.h"
#include "Device/Device.h"
#include "IsosurfaceScene.h"
#include "vtkCamera.h"
#include "vtkCellArray.h"
#include "vtkCellData.h"
#include "vtkDataSetTriangleFilter.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkIdTypeArray.h"
#include "vtkImageData.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkTetrahedralizer.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace
{

/// The unit cube in tetrahedra, with "f" and "vector" at points, "c" and "color" in cells.
vtkSmartPointer<vtkUnstructuredGrid> MakeTets()
{
  vtkNew<vtkDataSetTriangleFilter> filter;
  filter->SetInputData(MakeCube(3));
  filter->Update();
  auto made = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkUnstructuredGrid* const tets = filter->GetOutput();
  made->SetPoints(tets->GetPoints());
  // All cells have one size, so VTK computes the offsets instead of storing them.
  vtkNew<vtkIdTypeArray> ids;
  vtkNew<vtkDoubleArray> c, vector, f;
  c->SetName("c");
  f->SetName("f");
  vector->SetName("vector");
  vector->SetNumberOfComponents(3);
  vtkNew<vtkDoubleArray> color;
  color->SetName("color");
  color->SetNumberOfComponents(4);
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
    color->InsertNextTuple4(x, 1.0 - x, 0.5, 0.7);
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
  made->GetCellData()->AddArray(color);
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
  for (const char* name : { "c", "color" })
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
  /// Expects the same picture of both grids after choose(scene), and no access on the host. Each grid has a
  /// new scene.
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

TEST_F(DeviceArrays, ColorsAndOpacity)
{
  ExpectSame("colors", [](Scene& scene) {
    scene.Mapper->SetScalarMode(VTK_SCALAR_MODE_USE_CELL_FIELD_DATA);
    scene.Mapper->SelectScalarArray("color");
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
  // Cutting a hexahedron needs its points on the host. Its values stay on the device.
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
  // Points in floats give the picture of points in doubles, apart from the rounding of their coordinates.
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

  // Floats are used without conversion.
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

/// An array that is either on the device or on the host, as vtkmDataArray is.
template <class T>
vtkSmartPointer<CudaArray<T>> MakeMoving(vtkDataArray* array)
{
  vtkSmartPointer<CudaArray<T>> made = CudaArray<T>::Of(array);
  made->Moves = true;
  return made;
}

TEST_F(DeviceArrays, AreAskedOnceAndForgotten)
{
  const auto wave = [](double x, double y, double z) { return x + 0.3 * std::sin(3 * y) + 0.2 * z; };
  IsosurfaceScene host(wave), other(wave);
  vtkImageData* const images[2] = { vtkImageData::SafeDownCast(host.Mapper->GetInput()),
    vtkImageData::SafeDownCast(other.Mapper->GetInput()) };
  vtkNew<vtkFloatArray> values;
  values->DeepCopy(images[0]->GetPointData()->GetArray("f"));
  images[0]->GetPointData()->SetScalars(values);
  const vtkSmartPointer<CudaArray<float>> moving = MakeMoving<float>(values);
  images[1]->GetPointData()->SetScalars(moving);
  for (IsosurfaceScene* scene : { &host, &other })
  {
    scene->Show({ 0.1, 0.4 });
    scene->Perspective(1, 2, 5);
  }
  DeviceRequests = 0;
  const std::vector<float> first = other.Picture();
  EXPECT_EQ(LargestDifference(host.Picture(), first), 0.0f);
  const long requests = DeviceRequests;
  EXPECT_GT(requests, 0);

  // Reading a value brings the array to the host and frees its memory on the device. The array stays on the
  // host until something changes.
  const int size[2] = { other.Window->GetSize()[0], other.Window->GetSize()[1] };
  double found[2];
  ASSERT_TRUE(host.Mapper->ProbePixel(size[0] / 2, size[1] / 2));
  for (double& value : found)
  {
    ASSERT_TRUE(other.Mapper->ProbePixel(size[0] / 2, size[1] / 2));
    value = other.Mapper->GetProbedValue();
  }
  EXPECT_EQ(found[0], host.Mapper->GetProbedValue());
  EXPECT_EQ(found[1], found[0]);
  other.Renderer->GetActiveCamera()->Azimuth(20);
  host.Renderer->GetActiveCamera()->Azimuth(20);
  EXPECT_EQ(LargestDifference(host.Picture(), other.Picture()), 0.0f) << "another frame";
  EXPECT_EQ(DeviceRequests, requests);
  EXPECT_EQ(other.Reported("volume uploads"), 1);

  for (vtkIdType i = 0; i < values->GetNumberOfValues(); ++i)
  {
    const float changed = 0.9f * values->GetValue(i) + 0.05f;
    values->SetValue(i, changed);
    moving->SetValue(i, changed);
  }
  values->Modified();
  moving->Modified();
  EXPECT_EQ(LargestDifference(host.Picture(), other.Picture()), 0.0f) << "other values";
  EXPECT_GT(LargestDifference(first, other.Picture()), 0.1f);
  EXPECT_EQ(other.Reported("volume uploads"), 2);
}

TEST_F(DeviceArrays, AreTakenFromTheHostWhereTheDeviceFails)
{
  const vtkSmartPointer<vtkUnstructuredGrid> grid = MakeTets(), device = OnDevice(grid);
  Scene host, other;
  host.Mapper->SetInputData(grid);
  const std::vector<float> expected = host.Picture();
  other.Mapper->SetInputData(device);
  auto* const values = static_cast<CudaArray<double>*>(device->GetPointData()->GetArray("f"));
  values->Throws = true;
  EXPECT_EQ(LargestDifference(expected, other.Picture()), 0.0f);
  EXPECT_EQ(RemarksOf(other.Mapper->GetReport(), "problem"), "");
  if (SetDeviceIsCurrent(false))
  {
    const vtkSmartPointer<vtkUnstructuredGrid> elsewhere = OnDevice(grid);
    other.Mapper->SetInputData(elsewhere);
    EXPECT_EQ(LargestDifference(expected, other.Picture()), 0.0f) << "on another device";
    EXPECT_EQ(RemarksOf(other.Mapper->GetReport(), "problem"), "");
    SetDeviceIsCurrent(true);
  }
}

TEST_F(DeviceArrays, ThoseOfTheHostStartNoDevice)
{
  const vtkSmartPointer<vtkUnstructuredGrid> grid = MakeTets();
  vtkNew<vtkTetrahedralizer> tetrahedralizer;
  DeviceQuestions = 0;
  tetrahedralizer->Update(grid);
  EXPECT_EQ(tetrahedralizer->GetMesh().pointMemory, inkray::MemorySpace::Host);
  inkray::Field values;
  EXPECT_TRUE(
    tetrahedralizer->GetScalars(grid->GetPointData()->GetArray("f"), vtkDataObject::POINT, 0, values));
  EXPECT_EQ(DeviceQuestions, 0);
}

TEST_F(DeviceArrays, OneThreadBringsThemToTheHost)
{
  // Hexahedra, enough for several threads: points and ids are read on the host, values go to an image's
  // cells.
  const vtkSmartPointer<vtkUnstructuredGrid> grid = MakeCube(24);
  auto device = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  points->SetData(MakeMoving<double>(grid->GetPoints()->GetData()));
  device->SetPoints(points);
  vtkNew<vtkCellArray> cells;
  cells->SetData(8, MakeMoving<vtkIdType>(grid->GetCells()->GetConnectivityArray()));
  device->SetCells(VTK_HEXAHEDRON, cells);
  vtkNew<vtkTetrahedralizer> tetrahedralizer;
  Races = 0;
  DeviceRequests = 0;
  tetrahedralizer->Update(device);
  EXPECT_EQ(DeviceRequests, 0) << "cells that are cut are wanted on the host";
  EXPECT_GT(tetrahedralizer->GetNumberOfTets(), 0);
  EXPECT_EQ(Races, 0) << "a mesh";
  inkray::Field values;
  const vtkSmartPointer<vtkDataArray> f = MakeMoving<double>(grid->GetPointData()->GetArray("f"));
  static_cast<CudaArray<double>*>(f.GetPointer())->IsLost = true;
  ASSERT_TRUE(tetrahedralizer->GetScalars(f, vtkDataObject::POINT, 0, values));
  EXPECT_EQ(Races, 0) << "values";
}

TEST_F(DeviceArrays, ThatLeaveTheDeviceAreAnErrorOfOneFrame)
{
  const vtkSmartPointer<vtkUnstructuredGrid> grid = MakeTets(), device = OnDevice(grid);
  vtkNew<vtkTetrahedralizer> tetrahedralizer;
  ASSERT_TRUE(tetrahedralizer->Update(device));
  EXPECT_EQ(tetrahedralizer->GetMesh().pointMemory, inkray::MemorySpace::Cuda);
  static_cast<CudaArray<double>*>(device->GetPoints()->GetData())->IsLost = true;
  EXPECT_THROW(tetrahedralizer->GetMesh(), inkray::InvalidInput);
  EXPECT_TRUE(tetrahedralizer->Update(device));
  const inkray::TetMeshInput mesh = tetrahedralizer->GetMesh();
  EXPECT_EQ(mesh.pointMemory, inkray::MemorySpace::Host);
  ASSERT_NE(mesh.points, nullptr);
  EXPECT_EQ(static_cast<const double*>(mesh.points)[3], grid->GetPoint(1)[0]);
}

} // namespace
