// SPDX-License-Identifier: BSD-3-Clause
// vtkIsosurfacePathTraceMapper on unstructured grids: rays go from cell to cell, a mesh looks like its image
// where both interpolate alike, and a frame uploads only changes.
#include "PathTraceScene.h"
#include "vtkAppendFilter.h"
#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace
{

/// The voxels of an image as a mesh, with the image's arrays.
vtkSmartPointer<vtkUnstructuredGrid> MeshOf(vtkImageData* image)
{
  vtkNew<vtkAppendFilter> voxels;
  voxels->SetInputData(image);
  voxels->Update();
  return voxels->GetOutput();
}

double MeanDifference(const std::vector<float>& a, const std::vector<float>& b)
{
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    sum += std::abs(a[i] - b[i]);
  }
  return sum / static_cast<double>(a.size());
}

TEST(PathTraceMesh, RaysGoThroughItsCells)
{
  PathTraceScene scene(height);
  scene.Paths->SetSolidColor(0.2, 0.6, 0.4);
  vtkSmartPointer<vtkUnstructuredGrid> cube = MakeCube(4);
  scene.Tracer->SetInputData(cube);
  scene.Paths->GetIsovalues()->SetValue(0, 0.5);
  vtkCamera* const camera = scene.Renderer->GetActiveCamera();
  camera->SetPosition(5, 0, 0);
  camera->SetViewUp(0, 0, 1);
  scene.Picture();
  EXPECT_GT(scene.Told("adjacency"), 0);
  // The surface x = 0.5 of the unit cube fills a quarter of the window, right of and above its center.
  ExpectColor(scene.Pixel(24, 24), 0.2, 0.6, 0.4, 2 * OneLevel, "on the surface");
  EXPECT_EQ(scene.Pixel(8, 24)[1], 0.0f);
  EXPECT_EQ(scene.Remarks("problem") + scene.Remarks("note"), "");
  EXPECT_GE(scene.Told("tetrahedra"), 64 * 5);
  EXPECT_LE(scene.Told("tetrahedra"), 64 * 6);
  EXPECT_EQ(scene.Told("triangles"), 0);
  EXPECT_EQ(scene.Told("adjacency"), 0) << "once";

  // A cell array gives each cell one color: green up to y = 0.75, then red.
  scene.Paths->SetColorModeToArray();
  scene.Paths->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_CELLS, "c");
  vtkDataArray* const colors = cube->GetCellData()->GetArray("c");
  for (vtkIdType i = 0; i < cube->GetNumberOfCells(); ++i)
  {
    double bounds[6];
    cube->GetCellBounds(i, bounds);
    colors->SetTuple1(i, bounds[2] > 0.7 ? 1 : 0);
  }
  colors->Modified();
  ExpectColor(scene.Pixel(24, 24), 0, 1, 0, 2 * OneLevel, "by an array of the cells");
  ExpectColor(scene.Pixel(26, 24), 0, 1, 0, 2 * OneLevel, "beside other cells");
  ExpectColor(scene.Pixel(29, 24), 1, 0, 0, 2 * OneLevel, "and in these");
  scene.Paths->SetColorModeToIsovalue();
  ExpectColor(scene.Pixel(24, 24), 0.5, 0.5, 0, 2 * OneLevel, "by isovalue");

  // The report describes the last frame.
  scene.Paths->GetIsovalues()->SetNumberOfContours(0);
  scene.Picture();
  EXPECT_EQ(scene.Told("tetrahedra"), 0);
  scene.Paths->GetIsovalues()->SetNumberOfContours(1);
  scene.Paths->GetIsovalues()->SetValue(0, 0.5);
  scene.Picture();
  EXPECT_GT(scene.Told("tetrahedra"), 0);
  EXPECT_GT(scene.Told("scene memory"), 0);
  scene.Tracer->ReleaseGraphicsResources(scene.Window);
  EXPECT_EQ(scene.Told("scene memory"), 0);
}

TEST(PathTraceMesh, IsTheSceneOfItsImage)
{
  // Voxels and tetrahedra interpolate alike where values are linear in space. The scene is two translucent
  // planes, each in the color of its isovalue; colors and depths are compared.
  PathTraceScene scene([](double x, double y, double z) { return 0.3 * x - 0.2 * y + z; });
  scene.Paths->SetLight(vtkPathTraceSettings::SKY_AND_LIGHTS);
  scene.Paths->SetSkyColor(0.2, 0.9, 0.4);
  AddSun(scene.Renderer, 3, 5, 10);
  scene.Paths->SetOpacity(0.6);
  scene.Paths->SetColorModeToIsovalue();
  scene.Paths->GetIsovalues()->SetNumberOfContours(2);
  scene.Paths->GetIsovalues()->SetValue(0, -0.4);
  scene.Paths->GetIsovalues()->SetValue(1, 0.33);
  scene.Perspective(1, 0.5, 4);
  vtkSmartPointer<vtkImageData> image = vtkImageData::SafeDownCast(scene.Mapper->GetInput());
  vtkSmartPointer<vtkUnstructuredGrid> mesh = MeshOf(image);
  const auto expectSame = [&](const char* what) {
    scene.Tracer->SetInputData(image);
    const auto picture = scene.Picture();
    const auto depths = scene.Depths();
    scene.Tracer->SetInputData(mesh);
    const auto ours = scene.Picture();
    EXPECT_LT(MeanDifference(ours, picture), 0.002) << what;
    EXPECT_LT(MeanDifference(scene.Depths(), depths), 1e-4) << what;
    EXPECT_EQ(scene.Remarks("note"), "") << what;
    return picture;
  };
  const auto translucent = expectSame("in its place");
  scene.Paths->SetOpacity(1);
  EXPECT_GT(MeanDifference(expectSame("opaque"), translucent), 0.02);
  scene.Volume->SetPosition(0.2, 0, 0);
  scene.Volume->SetScale(0.7, 0.5, -0.8);
  scene.Volume->RotateY(20);
  expectSame("moved, scaled, turned and mirrored");
  scene.Paths->SetSmoothNormals(!scene.Paths->GetSmoothNormals());
  expectSame("with other normals, which are the same on planes");
}

TEST(PathTraceMesh, SeveralAndAnImageAreOneScene)
{
  PathTraceScene scene(height);
  scene.Paths->SetSolidColor(1, 1, 1);
  const auto add = [&scene](double x) {
    vtkSmartPointer<vtkUnstructuredGrid> cube = MakeCube(2);
    for (vtkIdType i = 0; i < cube->GetNumberOfPoints(); ++i)
    {
      double p[3];
      cube->GetPoint(i, p);
      cube->GetPoints()->SetPoint(i, x + 0.4 * p[1], 0.4 * p[2], 0.4 * p[0] + 0.5); // z = 0.7 where f = 0.5
    }
    scene.Tracer->AddDataSet(cube);
  };
  scene.Paths->GetIsovalues()->SetValue(0, 0.5);
  add(-0.9);
  add(0.5);
  scene.Picture();
  EXPECT_NEAR(scene.DepthAt(3, 20), scene.WindowDepth(0, 0, 0.7), 1e-5);
  EXPECT_NEAR(scene.DepthAt(16, 16), scene.WindowDepth(0, 0, 0.5), 1e-5);
  EXPECT_NEAR(scene.DepthAt(28, 20), scene.WindowDepth(0, 0, 0.7), 1e-5);
  // A data set that cannot be drawn does not move the others.
  scene.Tracer->RemoveAllDataSets();
  vtkNew<vtkUnstructuredGrid> flat;
  vtkNew<vtkPoints> points;
  const vtkIdType ids[3] = { points->InsertNextPoint(0, 0, 0), points->InsertNextPoint(1, 0, 0),
    points->InsertNextPoint(0, 1, 0) };
  flat->SetPoints(points);
  flat->InsertNextCell(VTK_TRIANGLE, 3, ids);
  vtkNew<vtkDoubleArray> values;
  values->SetName("f");
  values->SetNumberOfValues(3);
  values->Fill(1);
  flat->GetPointData()->SetScalars(values);
  scene.Tracer->AddDataSet(flat);
  add(0.5);
  Messages messages(scene.Tracer);
  scene.Picture();
  scene.Picture();
  EXPECT_NEAR(scene.DepthAt(16, 16), scene.WindowDepth(0, 0, 0.5), 1e-5);
  EXPECT_NEAR(scene.DepthAt(28, 20), scene.WindowDepth(0, 0, 0.7), 1e-5);
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_NE(messages.Said[0].find("no three-dimensional cells"), std::string::npos) << messages.Said[0];
  EXPECT_EQ(scene.Told("adjacency"), 0) << "what is drawn is kept beside what is not";
}

TEST(PathTraceMesh, AFrameSendsWhatHasChanged)
{
  PathTraceScene scene(ball);
  vtkSmartPointer<vtkUnstructuredGrid> cube = MakeCube(4);
  scene.Tracer->SetInputData(cube);
  scene.Paths->GetIsovalues()->SetValue(0, 0.4);
  scene.Perspective(3, 1, 2);
  scene.Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  AddSun(scene.Renderer, 3, 5, 10);
  auto before = scene.Picture();
  double uploads = scene.Told("scene uploads");
  const auto expectAnew = [&](const char* what, bool mesh = false, bool seen = true) {
    const auto now = scene.Picture();
    EXPECT_EQ(scene.Told("scene uploads"), uploads + (mesh ? 1 : 0)) << what;
    EXPECT_EQ(scene.Told("new samples"), 8) << what;
    EXPECT_EQ(LargestDifference(now, before) > 0.02f, seen) << what;
    uploads = scene.Told("scene uploads");
    before = scene.Picture();
    EXPECT_EQ(scene.Told("new samples"), 0) << what;
    EXPECT_EQ(LargestDifference(now, before), 0) << what;
  };
  scene.Paths->SetSmoothNormals(!scene.Paths->GetSmoothNormals());
  expectAnew("normals, of a plane", false, false);
  scene.Paths->SolidBelowOn();
  expectAnew("side of the solid, which is none", false, false);
  scene.Paths->SetSolidColor(1, 0, 0);
  expectAnew("color");
  scene.Paths->GetIsovalues()->SetValue(0, 0.6);
  expectAnew("isovalue");
  scene.Volume->SetPosition(0.1, 0, 0);
  expectAnew("placement", true);
  cube->GetPointData()->GetArray("f")->SetComponent(62, 0, 0.9); // the center
  cube->GetPointData()->GetArray("f")->Modified();
  expectAnew("values");
  cube->GetPoints()->SetPoint(62, 0.6, 0.6, 0.5);
  cube->GetPoints()->Modified();
  expectAnew("points", true);
  scene.Paths->SetColorModeToArray();
  scene.Paths->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_CELLS, "c");
  expectAnew("array of colors");
  scene.Volume->GetProperty()->GetRGBTransferFunction()->AddRGBPoint(0.5, 1, 1, 1);
  expectAnew("color map");
  scene.Paths->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_POINTS, "f");
  expectAnew("another array of colors");
  scene.Paths->SetColorModeToSolid();
  expectAnew("no array of colors");
  // Another grid with the same cells, as of another time step.
  vtkNew<vtkUnstructuredGrid> later;
  later->ShallowCopy(cube);
  vtkNew<vtkDoubleArray> values;
  values->DeepCopy(cube->GetPointData()->GetArray("f"));
  values->SetComponent(62, 0, 0.1);
  later->GetPointData()->SetScalars(values);
  scene.Tracer->SetInputData(later);
  expectAnew("another time step");
}

TEST(PathTraceMesh, ValuesOfCellsAreAveragedAtThePoints)
{
  PathTraceScene scene(height);
  scene.Tracer->SetInputData(MeshOf(vtkImageData::SafeDownCast(scene.Mapper->GetInput())));
  scene.Tracer->SetScalarModeToUseCellFieldData();
  scene.Tracer->SelectScalarArray("c");
  scene.Picture();
  EXPECT_EQ(scene.Remarks("problem"), "");
  EXPECT_NE(scene.Remarks("note").find("'c' are averaged there."), std::string::npos)
    << scene.Remarks("note");
  EXPECT_NEAR(scene.DepthAt(16, 16), scene.WindowDepth(0, 0, 0), 1e-5) << "the height is linear there, too";
  // An array also gives colors.
  scene.Paths->SetColorModeToArray();
  scene.Paths->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_CELLS, "c");
  ExpectColor(scene.Pixel(16, 16), 0, 1, 0, 2 * OneLevel, "of 0");
}

TEST(PathTraceMesh, WhatHasNoValueIsLeftOut)
{
  PathTraceScene scene(
    [](double x, double, double z) { return x < -0.3 ? std::numeric_limits<double>::quiet_NaN() : z; });
  vtkSmartPointer<vtkUnstructuredGrid> mesh = MeshOf(vtkImageData::SafeDownCast(scene.Mapper->GetInput()));
  scene.Tracer->SetInputData(mesh);
  Messages messages(scene.Tracer);
  EXPECT_EQ(scene.Pixel(4, 16)[0], 0.0f);
  EXPECT_GT(scene.Pixel(24, 16)[0], 0.9f);
  EXPECT_NE(scene.Remarks("note").find(
              "are not finite numbers (NaN or infinite); the cells that use them are left out."),
    std::string::npos)
    << scene.Remarks("note");
  scene.Paths->GetIsovalues()->SetValue(0, 7);
  scene.Picture();
  EXPECT_NE(scene.Remarks("note").find("the values are within [-1, 1]"), std::string::npos);
  EXPECT_TRUE(messages.Said.empty());
  mesh->GetPointData()->GetArray("f")->Fill(std::numeric_limits<double>::quiet_NaN());
  mesh->GetPointData()->GetArray("f")->Modified();
  EXPECT_EQ(scene.Pixel(24, 16)[0], 0.0f);
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_NE(messages.Said[0].find("No value of the array 'f' is a finite number, so there is no isosurface"),
    std::string::npos)
    << messages.Said[0];
  // Isosurfaces of an array without NaN lie in the volume of an array with NaN.
  const vtkSmartPointer<vtkDataArray> none = mesh->GetPointData()->GetArray("f");
  none->SetName("g");
  vtkNew<vtkDoubleArray> heights;
  heights->SetName("f");
  for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i)
  {
    heights->InsertNextValue(mesh->GetPoint(i)[2]);
  }
  mesh->GetPointData()->SetScalars(heights);
  mesh->GetPointData()->AddArray(none);
  scene.Paths->GetIsovalues()->SetValue(0, 0);
  scene.Paths->SetColorModeToArray();
  scene.Paths->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_POINTS, "g");
  scene.Volume->GetProperty()->GetScalarOpacity()->AddPoint(0, 1);
  scene.Volume->GetProperty()->GetRGBTransferFunction()->SetNanColor(1, 0, 1);
  scene.Paths->IncludeVolumeOn();
  ExpectColor(scene.Pixel(24, 16), 1, 0, 1, 2 * OneLevel, "the surface");
  ASSERT_EQ(messages.Said.size(), 2u);
  EXPECT_NE(messages.Said[1].find("'g' is a finite number, so there is no volume"), std::string::npos)
    << messages.Said[1];
}

TEST(PathTraceMesh, GlassIsOnTheSideOfAnImages)
{
  // An image and its voxels as a mesh have the same field: with glass their pictures agree, and equal that of
  // a solid ball.
  const auto pictureOf = [](bool asMesh, bool below) {
    PathTraceScene scene(ball, 48);
    vtkSmartPointer<vtkImageData> image = MakeImage(25, ball);
    vtkSmartPointer<vtkDataSet> data = image;
    if (asMesh)
    {
      data = MeshOf(image);
    }
    scene.Tracer->SetInputData(data);
    scene.Paths->SetMaterial(vtkPathTraceSettings::GLASS);
    scene.Paths->SetSolidBelow(below);
    scene.Paths->SetLight(vtkPathTraceSettings::SKY);
    scene.Paths->SetSkyColor(1, 0, 0);
    scene.Paths->SetGroundColor(0, 0, 1);
    scene.Paths->SetSamplesPerPixel(64);
    scene.Paths->SetBounces(8);
    return scene.Picture();
  };
  const auto image = pictureOf(false, false);
  EXPECT_LT(MeanDifference(image, pictureOf(true, false)), 0.02);
  EXPECT_GT(MeanDifference(image, pictureOf(false, true)), 0.03);
  EXPECT_LT(MeanDifference(pictureOf(false, true), pictureOf(true, true)), 0.02);
}

// The opacity of a mesh is defined as for the ray caster of meshes: attenuation is opacity / unit distance.
constexpr double Opacity = 0.4, Distance = 0.8;
const double Color[3] = { 0.9, 0.6, 0.3 };

/// Fog that fills [-1, 1]^3, with functions of a constant cell array or of f = z.
struct Fog : PathTraceScene
{
  Fog()
    : PathTraceScene(height)
    , Mesh(MeshOf(vtkImageData::SafeDownCast(this->Mapper->GetInput())))
  {
    vtkVolumeProperty* const property = this->Volume->GetProperty();
    property->GetRGBTransferFunction()->RemoveAllPoints();
    property->GetScalarOpacity()->RemoveAllPoints();
    for (const double end : { -1.0, 1.0 })
    {
      property->GetRGBTransferFunction()->AddRGBPoint(end, Color[0], Color[1], Color[2]);
      property->GetScalarOpacity()->AddPoint(end, Opacity);
    }
    property->SetScalarOpacityUnitDistance(Distance);
    this->Tracer->SetInputData(this->Mesh);
    this->Paths->SetColorModeToIsovalue();
    this->Paths->GetIsovalues()->SetNumberOfContours(0);
    this->Paths->IncludeVolumeOn();
    this->Paths->SetBounces(0);
    AddSun(this->Renderer, 0, 0, 10);
    this->Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  }
  /// Expects fog of a length, in front of a white surface that light reaches through the same length.
  void ExpectFog(double length, bool hasSurface, const char* what)
  {
    const double passes = std::exp(-Opacity / Distance * length);
    const auto channel = [&](int c) { return Color[c] * (1 - passes + (hasSurface ? passes * passes : 0)); };
    ExpectColor(this->Pixel(16, 16), channel(0), channel(1), channel(2), 2 * OneLevel, what);
  }

  const vtkSmartPointer<vtkUnstructuredGrid> Mesh;
};

TEST(PathTraceMesh, LightPassesThroughItsVolume)
{
  Fog scene;
  scene.ExpectFog(2, false, "no surface");
  EXPECT_EQ(scene.Remarks("problem") + scene.Remarks("note"), "");
  EXPECT_EQ(scene.DepthAt(16, 16), 1);
  scene.Volume->SetScale(0.5);
  scene.ExpectFog(1, false, "distances are those of the world");
  scene.Volume->SetScale(1);
  scene.Paths->GetIsovalues()->SetNumberOfContours(1);
  scene.Paths->GetIsovalues()->SetValue(0, 0);
  scene.ExpectFog(1, true, "around its surface");
  scene.Volume->GetProperty()->SetScalarOpacityUnitDistance(2 * Distance);
  const double passes = std::exp(-Opacity / Distance / 2);
  EXPECT_NEAR(scene.Pixel(16, 16)[0], Color[0] * (1 - passes + passes * passes), 2 * OneLevel);
  EXPECT_EQ(scene.Told("new samples"), 8);
  const double uploads = scene.Told("scene uploads");
  scene.Paths->IncludeVolumeOff();
  ExpectColor(scene.Pixel(16, 16), Color[0], Color[1], Color[2], 2 * OneLevel, "off");
  scene.Paths->IncludeVolumeOn();
  EXPECT_NEAR(scene.Pixel(16, 16)[0], Color[0] * (1 - passes + passes * passes), 2 * OneLevel) << "on again";
  EXPECT_EQ(scene.Told("scene uploads"), uploads) << "with functions alone";
}

TEST(PathTraceMesh, ItsVolumeIsOfTheArrayThatColorsTheSurfaces)
{
  Fog scene;
  vtkNew<vtkDoubleArray> side;
  side->SetName("side");
  vtkNew<vtkDoubleArray> sideOfCells;
  sideOfCells->SetName("side");
  const vtkIdType numPoints = scene.Mesh->GetNumberOfPoints();
  for (vtkIdType i = 0; i < numPoints; ++i)
  {
    side->InsertNextValue(scene.Mesh->GetPoint(i)[0] + 10);
  }
  for (vtkIdType i = 0; i < scene.Mesh->GetNumberOfCells(); ++i)
  {
    double bounds[6];
    scene.Mesh->GetCellBounds(i, bounds);
    sideOfCells->InsertNextValue(bounds[0] + bounds[1] > 0 ? 11 : 9);
  }
  scene.Mesh->GetPointData()->AddArray(side);
  scene.Mesh->GetCellData()->AddArray(sideOfCells);
  vtkVolumeProperty* const property = scene.Volume->GetProperty();
  property->GetScalarOpacity()->RemoveAllPoints();
  for (const double x : { 9.0, 9.5, 10.5, 11.0 })
  {
    property->GetScalarOpacity()->AddPoint(x, x < 10 ? 0 : Opacity);
  }
  property->GetRGBTransferFunction()->AddRGBPoint(11, Color[0], Color[1], Color[2]);
  scene.Paths->SetColorModeToArray();
  const double rate = Opacity / Distance;
  for (const bool ofCells : { false, true })
  {
    const char* const what = ofCells ? "of cells" : "of points";
    scene.Paths->SelectColorArray(
      ofCells ? vtkDataObject::FIELD_ASSOCIATION_CELLS : vtkDataObject::FIELD_ASSOCIATION_POINTS, "side");
    scene.Paths->GetIsovalues()->SetNumberOfContours(0);
    auto drawn = scene.Picture();
    double passes = std::exp(-2 * rate);
    ExpectColor(scene.PixelOf(drawn, 4, 16), 0, 0, 0, OneLevel, what);
    ExpectColor(scene.PixelOf(drawn, 28, 16), Color[0] * (1 - passes), Color[1] * (1 - passes),
      Color[2] * (1 - passes), 2 * OneLevel, what);
    // A cell's value holds throughout the cell, so there is no slope from 9 to 11 around the center.
    EXPECT_EQ(scene.PixelOf(drawn, 14, 16)[0] == 0, ofCells) << what;
    scene.Paths->GetIsovalues()->SetNumberOfContours(1);
    scene.Paths->GetIsovalues()->SetValue(0, 0);
    drawn = scene.Picture();
    passes = std::exp(-rate);
    ExpectColor(scene.PixelOf(drawn, 4, 16), Color[0], Color[1], Color[2], 2 * OneLevel, "the surface");
    ExpectColor(scene.PixelOf(drawn, 28, 16), Color[0] * (1 - passes + passes * passes),
      Color[1] * (1 - passes + passes * passes), Color[2] * (1 - passes + passes * passes), 2 * OneLevel,
      what);
    EXPECT_NEAR(scene.DepthAt(28, 16), scene.WindowDepth(0, 0, 0), 1e-5);
  }
  EXPECT_EQ(scene.Remarks("problem"), "");
}

} // namespace
