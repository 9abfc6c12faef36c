// SPDX-License-Identifier: BSD-3-Clause
// Isosurfaces of meshes in windows: compared with vtkContourFilter and closed forms, among other geometry, in
// a volume, and cases without a surface.
#include "IsosurfaceScene.h"
#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkContourFilter.h"
#include "vtkDataSetTriangleFilter.h"
#include "vtkDoubleArray.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkRayCastVolume.h"
#include "vtkUnstructuredGrid.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace
{

/// [-1, 1]^3 in tetrahedra of n x n x n boxes, with the point array "f" and the cell array "c". "c" is the
/// value of f at the center of each box.
vtkSmartPointer<vtkUnstructuredGrid> MakeTets(int n, const Field& f)
{
  vtkNew<vtkDataSetTriangleFilter> tets;
  tets->SetInputData(MakeImage(n + 1, f));
  tets->Update();
  return tets->GetOutput();
}

double bumps(double x, double y, double z)
{
  return x * x + y * y + z * z + 0.2 * std::sin(4 * x) * std::cos(5 * y);
}

/// The window of IsosurfaceScene with a mesh: unlit isosurfaces without a volume, -1 blue, 0 green and 1 red.
struct MeshScene : IsosurfaceScene
{
  explicit MeshScene(const Field& f, int size = 64, int n = 8)
    : IsosurfaceScene(f, size)
  {
    Renderer->RemoveVolume(Volume);
    Renderer->AddVolume(Mesh);
    Mesh->SetProperty(Volume->GetProperty());
    Mesh->SetMapper(MeshMapper);
    MeshMapper->SetInputData(MakeTets(n, f));
    MeshSettings->SetDevice(Settings->GetDevice());
    MeshSettings->SetEarlyTermination(0);
    MeshSettings->DrawVolumeOff();
    Volume->GetProperty()->SetAmbient(1);
    Volume->GetProperty()->SetDiffuse(0);
    Volume->GetProperty()->SetSpecular(0);
  }

  void ShowInMesh(std::initializer_list<double> isovalues)
  {
    Surfaces->SetNumberOfContours(static_cast<int>(isovalues.size()));
    std::for_each(isovalues.begin(), isovalues.end(),
      [this, i = 0](double value) mutable { Surfaces->SetValue(i++, value); });
  }

  /// Draw the volume as white fog whose transparency is exp(-attenuation) per unit of length.
  void Fog(double attenuation)
  {
    MeshSettings->DrawVolumeOn();
    vtkVolumeProperty* property = Volume->GetProperty();
    property->GetRGBTransferFunction()->RemoveAllPoints();
    property->GetRGBTransferFunction()->AddRGBPoint(-2, 1, 1, 1);
    property->GetRGBTransferFunction()->AddRGBPoint(2, 1, 1, 1);
    property->GetScalarOpacity()->RemoveAllPoints();
    property->GetScalarOpacity()->AddPoint(-2, 0.5);
    property->GetScalarOpacity()->AddPoint(2, 0.5);
    property->SetScalarOpacityUnitDistance(0.5 / attenuation);
  }

  std::string Notes() { return RemarksOf(MeshMapper->GetReport(), "note"); }

  vtkNew<vtkRayCastVolume> Mesh;
  vtkNew<vtkTetRayCastMapper> MeshMapper;
  vtkTetRayCastSettings* const MeshSettings = MeshMapper->GetSettings();
  vtkIsovalueList* const Surfaces = MeshSettings->GetIsovalues();
};

void expectColor(
  const std::array<float, 3>& pixel, float red, float green, float blue, const std::string& what)
{
  EXPECT_NEAR(pixel[0], red, 2 * OneLevel) << what;
  EXPECT_NEAR(pixel[1], green, 2 * OneLevel) << what;
  EXPECT_NEAR(pixel[2], blue, 2 * OneLevel) << what;
}

TEST(MeshSurfaces, DepthOfPlanes)
{
  MeshScene scene(height);
  for (double value : { 0.3, -0.55 })
  {
    scene.ShowInMesh({ value });
    scene.Picture();
    EXPECT_NEAR(scene.DepthAt(20, 33), scene.WindowDepth(0, 0, value), 1e-6);
  }
  scene.ShowInMesh({ -0.9, 0 });
  expectColor(scene.Pixel(40, 30), 0, 1, 0, "the nearer of two");
  scene.Surfaces->SetVisibility(1, false);
  expectColor(scene.Pixel(40, 30), 0, 0.1f, 0.9f, "the nearer one hidden");
  scene.Surfaces->SetColor(0, 1, 0, 1);
  expectColor(scene.Pixel(40, 30), 1, 0, 1, "a color of its own");
  scene.MeshSettings->SetColorModeToSolid();
  scene.MeshSettings->SetSolidColor(1, 1, 0);
  scene.Surfaces->SetOwnColor(0, false);
  expectColor(scene.Pixel(40, 30), 1, 1, 0, "one color");
  scene.MeshSettings->SetColorModeToArray();
  scene.MeshSettings->SelectColorArray(vtkDataObject::CELL, "c");
  expectColor(scene.Pixel(40, 30), 0, 0.125f, 0.875f, "an array of cells, which has the middles of boxes");
  vtkUnstructuredGrid* mesh = vtkUnstructuredGrid::SafeDownCast(scene.MeshMapper->GetInput());
  vtkNew<vtkDoubleArray> other;
  other->SetName("other");
  for (vtkIdType p = 0; p < mesh->GetNumberOfPoints(); ++p)
  {
    other->InsertNextValue(0.5 * mesh->GetPoint(p)[2] + 0.2);
  }
  mesh->GetPointData()->AddArray(other);
  mesh->Modified();
  scene.MeshSettings->SelectColorArray(vtkDataObject::POINT, "other");
  expectColor(scene.Pixel(40, 30), 0, 0.75f, 0.25f, "an array of points");
  vtkNew<vtkColorTransferFunction> gray;
  gray->AddRGBPoint(-0.5, 0, 0, 0);
  gray->AddRGBPoint(0, 1, 1, 1);
  scene.MeshSettings->SetColorFunction(gray);
  expectColor(scene.Pixel(40, 30), 0.5f, 0.5f, 0.5f, "in colors of its own");
  const double uploads = scene.MeshMapper->GetReport()->GetValue("color array uploads");
  gray->AddRGBPoint(0, 1, 0, 1);
  expectColor(scene.Pixel(40, 30), 0.5f, 0, 0.5f, "in others");
  EXPECT_EQ(scene.MeshMapper->GetReport()->GetValue("color array uploads"), uploads) << "the values stayed";
  scene.Surfaces->SetColor(0, 1, 0, 0);
  expectColor(scene.Pixel(40, 30), 1, 0, 0, "a color of its own beside those of an array");
  scene.Surfaces->SetOwnColor(0, false);
  scene.MeshSettings->SetColorModeToIsovalue();
  expectColor(scene.Pixel(40, 30), 0, 0.1f, 0.9f, "and back");
}

TEST(MeshSurfaces, AreThoseOfContour)
{
  // Compares with vtkContourFilter's polygons: the same outline, colors and depths.
  MeshScene scene(bumps, 200, 12);
  scene.Perspective(1.5, 1.2, 4);
  scene.ShowInMesh({ 0.7 });
  scene.MeshSettings->SetColorModeToSolid();
  scene.MeshSettings->SetGradients(vtkTetRayCastSettings::PER_CELL);
  vtkVolumeProperty* property = scene.Mesh->GetProperty();
  property->SetAmbient(0.1);
  property->SetDiffuse(0.9);
  const auto ours = scene.Picture();
  scene.Save("mesh_surface_ours");
  const std::vector<float> depths = scene.Depths();

  vtkNew<vtkContourFilter> contour;
  contour->SetInputData(scene.MeshMapper->GetInput());
  contour->SetValue(0, 0.7);
  contour->ComputeNormalsOff();
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(contour->GetOutputPort());
  mapper->ScalarVisibilityOff();
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  actor->GetProperty()->SetAmbient(0.1);
  actor->GetProperty()->SetDiffuse(0.9);
  actor->GetProperty()->SetInterpolationToFlat();
  scene.Renderer->RemoveVolume(scene.Mesh);
  scene.Renderer->AddActor(actor);
  const auto theirs = scene.Picture();
  const std::vector<float> theirDepths = scene.Depths();
  scene.Save("mesh_surface_theirs");

  int seen = 0, outline = 0, otherColors = 0;
  for (int i = 0; i < 200 * 200; ++i)
  {
    const float ourDepth = depths[static_cast<std::size_t>(i)],
                depth = theirDepths[static_cast<std::size_t>(i)];
    const bool isOurs = ourDepth < 1, isTheirs = depth < 1;
    seen += isTheirs;
    outline += isOurs != isTheirs;
    if (isOurs && isTheirs)
    {
      outline += std::abs(ourDepth - depth) > 1e-4; // where one fold of the surface hides another
      otherColors += std::abs(ours[3 * static_cast<std::size_t>(i)] -
                       theirs[3 * static_cast<std::size_t>(i)]) > 2 * OneLevel;
    }
  }
  EXPECT_GT(seen, 8000);
  EXPECT_LE(outline, 10);
  EXPECT_LE(otherColors, seen / 50) << "at edges between triangles";
}

TEST(MeshSurfaces, SmoothNormalsAreRound)
{
  // On a ball of few cells, light is constant per cell, or follows the ball if normals are smooth.
  const Field ball = [](double x, double y, double z) { return x * x + y * y + z * z; };
  const auto error = [&ball](int gradients) {
    MeshScene scene(ball, 128, 10);
    scene.ShowInMesh({ 0.64 });
    scene.MeshSettings->SetColorModeToSolid();
    scene.MeshSettings->SetGradients(gradients);
    scene.Mesh->GetProperty()->SetAmbient(0);
    scene.Mesh->GetProperty()->SetDiffuse(1);
    const auto picture = scene.Picture();
    double sum = 0;
    int count = 0;
    for (int y = 30; y < 98; ++y)
    {
      for (int x = 30; x < 98; ++x)
      {
        const double u = (2.0 * x + 1) / 128 - 1, v = (2.0 * y + 1) / 128 - 1;
        const double lit = std::sqrt(1 - (u * u + v * v) / 0.64); // a headlight in parallel projection
        sum += std::abs(scene.PixelOf(picture, x, y)[0] - lit);
        ++count;
      }
    }
    return sum / count;
  };
  const double smooth = error(vtkTetRayCastSettings::SMOOTH), facets = error(vtkTetRayCastSettings::PER_CELL);
  EXPECT_LT(smooth, 0.01);
  EXPECT_GT(facets, 2 * smooth);
}

TEST(MeshSurfaces, AmongOtherGeometry)
{
  // A red pane crosses the surface, half of it in front. It is first opaque and then translucent; an opaque
  // surface is drawn before a translucent pane, a translucent surface after it.
  const double a[3] = { -1, -1, 0.5 }, b[3] = { 1, -1, -0.5 }, c[3] = { -1, 1, 0.5 };
  for (bool peeling : { false, true })
  {
    MeshScene scene(height);
    scene.ShowInMesh({ 0 });
    auto pane = MakeQuad(a, b, c, 1, 0, 0);
    scene.Renderer->AddActor(pane);
    scene.Renderer->SetUseDepthPeeling(peeling);
    auto picture = scene.Picture();
    expectColor(scene.PixelOf(picture, 16, 32), 1, 0, 0, "behind the pane");
    expectColor(scene.PixelOf(picture, 48, 32), 0, 1, 0, "in front of the pane");
    pane->GetProperty()->SetOpacity(0.5);
    picture = scene.Picture();
    expectColor(scene.PixelOf(picture, 16, 32), 0.5, 0.5, 0, "behind the glass");
    expectColor(scene.PixelOf(picture, 48, 32), 0, 1, 0, "in front of the glass");
    EXPECT_NEAR(scene.DepthAt(16, 32), scene.WindowDepth(0, 0, 0), 2e-6);
    pane->GetProperty()->SetOpacity(1);
    scene.Surfaces->SetOpacity(0, 0.5);
    picture = scene.Picture();
    expectColor(scene.PixelOf(picture, 16, 32), 1, 0, 0, "translucent, behind the pane");
    expectColor(scene.PixelOf(picture, 48, 32), 0.5, 0.5, 0, "translucent, over the pane");
  }
}

TEST(MeshSurfaces, AreOccludedLikeAMesh)
{
  const Field waves = [](double x, double y, double z) {
    return 0.1 * std::sin(12 * x) * std::cos(9 * y) - z;
  };
  MeshScene scene(waves, 160, 24);
  scene.ShowInMesh({ 0 });
  scene.MeshSettings->SetColorModeToSolid();
  scene.Perspective(0.3, 0.4, 4);
  const auto bright = scene.Picture();
  scene.Renderer->SetUseSSAO(true);
  scene.Renderer->SetSSAORadius(0.3);
  scene.Renderer->SetSSAOBias(0.01);
  scene.Renderer->SetSSAOKernelSize(64);
  scene.Renderer->SSAOBlurOn();
  const auto ours = scene.Picture();
  vtkNew<vtkContourFilter> contour;
  contour->SetInputData(scene.MeshMapper->GetInput());
  contour->SetValue(0, 0);
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(contour->GetOutputPort());
  mapper->ScalarVisibilityOff();
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  actor->GetProperty()->SetAmbient(1);
  actor->GetProperty()->SetDiffuse(0);
  scene.Renderer->RemoveVolume(scene.Mesh);
  scene.Renderer->AddActor(actor);
  const auto theirs = scene.Picture();
  double darker = 0, difference = 0;
  int seen = 0;
  for (std::size_t i = 0; i < ours.size(); i += 3)
  {
    if (bright[i] > 0.9f && theirs[i] > 0)
    {
      ++seen;
      darker += bright[i] - ours[i];
      difference += std::abs(ours[i] - theirs[i]);
    }
  }
  EXPECT_GT(seen, 5000);
  EXPECT_GT(darker / seen, 0.05);
  EXPECT_LT(difference / seen, 0.2 * darker / seen);
}

TEST(MeshSurfaces, InAVolume)
{
  // Fog from z = 1 to -1, a translucent surface in its middle, and an opaque surface behind.
  MeshScene scene(height);
  scene.Fog(0.7);
  scene.ShowInMesh({ 0, -0.5 });
  scene.Surfaces->SetOpacity(0, 0.4);
  scene.Surfaces->SetColor(0, 1, 0, 0);
  scene.Surfaces->SetColor(1, 0, 0, 1);
  const float half = std::exp(-0.7f), quarter = std::exp(-0.35f);
  auto picture = scene.Picture();
  const float red = 1 - half + half * (0.4f + 0.6f * (1 - quarter));
  const float green = 1 - half + half * 0.6f * (1 - quarter);
  const float blue = 1 - half + half * 0.6f * (1 - quarter + quarter);
  expectColor(scene.PixelOf(picture, 32, 32), red, green, blue, "both");
  EXPECT_NEAR(scene.DepthAt(32, 32), scene.WindowDepth(0, 0, -0.5), 2e-6);
  EXPECT_EQ(scene.Notes(), "");

  // An opaque object in front of the surfaces hides them and the fog behind it.
  const double a[3] = { -1, -1, 0.5 }, b[3] = { 0, -1, 0.5 }, c[3] = { -1, 1, 0.5 };
  scene.Renderer->AddActor(MakeQuad(a, b, c, 0, 1, 0));
  picture = scene.Picture();
  expectColor(scene.PixelOf(picture, 16, 32), 1 - quarter, 1, 1 - quarter, "behind the pane");
  expectColor(scene.PixelOf(picture, 48, 32), red, green, blue, "beside the pane");

  // With all surfaces hidden, the volume looks as without surfaces.
  scene.Surfaces->SetVisibility(0, false);
  scene.Surfaces->SetVisibility(1, false);
  const auto hidden = scene.Picture();
  scene.ShowInMesh({});
  EXPECT_EQ(LargestDifference(hidden, scene.Picture()), 0);
}

TEST(MeshSurfaces, InAVolumeInTheLight)
{
  // The headlight is along the gradient. Fog and surfaces keep the same share of their colors, and a slice
  // keeps its full color.
  const float lit = 0.25f + 0.5f, part = std::exp(-0.35f);
  const auto shade = [](MeshScene& scene) {
    scene.Fog(0.7);
    vtkVolumeProperty* property = scene.Volume->GetProperty();
    property->ShadeOn();
    property->SetAmbient(0.25);
    property->SetDiffuse(0.5);
  };
  MeshScene scene(height);
  shade(scene);
  scene.ShowInMesh({ 0, -0.5 });
  scene.Surfaces->SetOpacity(0, 0.4);
  scene.Surfaces->SetColor(0, 1, 0, 0);
  scene.Surfaces->SetColor(1, 0, 0, 1);
  const double origin[3] = { 0, 0, 0.5 }, normal[3] = { 0, 0, 1 };
  scene.MeshSettings->SetNumberOfSlices(1);
  scene.MeshSettings->SetSlice(0, origin, normal);
  scene.MeshSettings->SetSliceOpacity(0.25);
  for (const int gradients : { vtkTetRayCastSettings::SMOOTH, vtkTetRayCastSettings::PER_CELL })
  {
    scene.MeshSettings->SetGradients(gradients);
    const float behindSlice = 0.75f * part, behindRed = 0.6f * behindSlice * part;
    const float white =
      lit * (1 - part) + 0.25f * part + lit * behindSlice * (1 - part) + lit * behindRed * (1 - part);
    expectColor(scene.Pixel(40, 30), white + 0.4f * lit * behindSlice * part, white,
      white + lit * behindRed * part, "gradients " + std::to_string(gradients));
    EXPECT_EQ(scene.Notes(), "");
  }

  // Averaged cell values have gradients, with surfaces and without.
  MeshScene cells(height);
  shade(cells);
  cells.MeshMapper->SetScalarMode(VTK_SCALAR_MODE_USE_CELL_FIELD_DATA);
  cells.MeshMapper->SelectScalarArray("c");
  cells.ShowInMesh({ 0 });
  cells.Surfaces->SetColor(0, 1, 0, 0);
  expectColor(cells.Pixel(30, 35), lit, lit * (1 - part * part), lit * (1 - part * part), "values of cells");
  EXPECT_EQ(cells.Notes().find("without light"), std::string::npos) << cells.Notes();
  cells.ShowInMesh({});
  const float all = 1 - std::exp(-1.4f);
  for (const int gradients : { vtkTetRayCastSettings::SMOOTH, vtkTetRayCastSettings::PER_CELL })
  {
    cells.MeshSettings->SetGradients(gradients);
    expectColor(cells.Pixel(30, 35), lit * all, lit * all, lit * all, "values of cells alone");
    EXPECT_EQ(cells.Notes(), "");
  }
  // New values, whose gradient is across the view: only the ambient share is left.
  auto* values = cells.MeshMapper->GetInput()->GetCellData()->GetArray("c");
  for (vtkIdType i = 0; i < values->GetNumberOfTuples(); ++i)
  {
    double bounds[6];
    cells.MeshMapper->GetInput()->GetCellBounds(i, bounds);
    values->SetTuple1(i, std::floor(4 * (bounds[0] + bounds[1]) / 2) / 4);
  }
  values->Modified();
  expectColor(
    cells.Pixel(30, 35), 0.25f * all, 0.25f * all, 0.25f * all, "values of cells that rise along x");
}

TEST(MeshSurfaces, OfCellsAreAveraged)
{
  MeshScene scene(height, 64, 8);
  scene.MeshMapper->SetScalarMode(VTK_SCALAR_MODE_USE_CELL_FIELD_DATA);
  scene.MeshMapper->SelectScalarArray("c");
  scene.ShowInMesh({ 0.125 });
  auto picture = scene.Picture();
  // Away from the border, the mean of the boxes around a point is again z.
  EXPECT_NEAR(scene.DepthAt(30, 35), scene.WindowDepth(0, 0, 0.125), 1e-5);
  expectColor(scene.PixelOf(picture, 30, 35), 0.125f, 0.875f, 0, "surface of cell values");
  EXPECT_NE(scene.Notes().find("'c' are averaged there."), std::string::npos) << scene.Notes();
  const auto uploads = scene.MeshMapper->GetReport()->GetValue("scalar uploads");
  scene.ShowInMesh({ 0.25 });
  scene.Picture();
  EXPECT_EQ(scene.MeshMapper->GetReport()->GetValue("scalar uploads"), uploads);

  // New values move the surface.
  auto* cells = scene.MeshMapper->GetInput()->GetCellData()->GetArray("c");
  for (vtkIdType i = 0; i < cells->GetNumberOfTuples(); ++i)
  {
    cells->SetTuple1(i, cells->GetTuple1(i) + 0.5);
  }
  cells->Modified();
  scene.Picture();
  EXPECT_NEAR(scene.DepthAt(30, 35), scene.WindowDepth(0, 0, -0.25), 1e-5);
  scene.Fog(0.7);
  scene.Picture();
  EXPECT_NE(scene.Notes().find("also for the volume"), std::string::npos) << scene.Notes();
  scene.ShowInMesh({});
  scene.Picture();
  EXPECT_EQ(scene.Notes(), "");
}

TEST(MeshSurfaces, AnIsovalueAloneTravels)
{
  MeshScene scene(height);
  scene.ShowInMesh({ 0.1 });
  scene.Picture();
  scene.ShowInMesh({ 0.2 });
  scene.Picture();
  scene.Picture();
  vtkRayCastReport* report = scene.MeshMapper->GetReport();
  EXPECT_EQ(report->GetValue("mesh uploads"), 1);
  EXPECT_EQ(report->GetValue("scalar uploads"), 1);
  EXPECT_EQ(report->GetValue("transfer function uploads"), 0);
  EXPECT_EQ(report->GetValue("isosurface uploads"), 2);
}

TEST(MeshSurfaces, WhereThereIsNone)
{
  MeshScene scene(height);
  scene.Picture();
  EXPECT_NE(scene.Notes().find("There is no isovalue; set one or more, within [-1, 1] for the array 'f'."),
    std::string::npos)
    << scene.Notes();
  scene.ShowInMesh({ 3 });
  scene.Picture();
  EXPECT_NE(scene.Notes().find("within [-1, 1], but no isovalue is"), std::string::npos) << scene.Notes();
  EXPECT_EQ(scene.DepthAt(32, 32), 1);
  Messages said(scene.MeshMapper);
  scene.ShowInMesh({ std::nan(""), 0 });
  expectColor(scene.Pixel(32, 32), 0, 1, 0, "the one that is a number");
  ASSERT_EQ(said.Said.size(), 1u);
  EXPECT_NE(said.Said[0].find("not a finite number"), std::string::npos) << said.Said[0];
}

TEST(MeshSurfaces, InAnyVolume)
{
  const auto check = [](const char* what, const std::function<void(MeshScene&)>& change) {
    MeshScene scene(height);
    scene.Fog(0.7);
    change(scene);
    const auto without = scene.Picture();
    Messages said(scene.MeshMapper);
    scene.ShowInMesh({ 0 });
    EXPECT_GT(LargestDifference(scene.Picture(), without), 0.1f) << what;
    EXPECT_EQ(scene.Notes().find("not drawn"), std::string::npos) << scene.Notes();
    EXPECT_TRUE(said.Said.empty());
  };
  check("blend mode Composite", [](MeshScene& scene) { scene.MeshMapper->SetBlendMode(1); });
  check("opacity comes from another array",
    [](MeshScene& scene) { scene.MeshMapper->SelectOpacityArray(vtkDataObject::CELL, "c", 0); });
  check("categories", [](MeshScene& scene) {
    scene.Volume->GetProperty()->GetRGBTransferFunction()->IndexedLookupOn();
    scene.Volume->GetProperty()->GetRGBTransferFunction()->SetAnnotation(0.0, "zero");
  });
  check("components that are colors", [](MeshScene& scene) {
    vtkNew<vtkDoubleArray> colors;
    colors->SetName("colors");
    colors->SetNumberOfComponents(3);
    // The isosurface uses the first component.
    vtkDataArray* const heights = scene.MeshMapper->GetInput()->GetPointData()->GetScalars();
    colors->SetNumberOfTuples(heights->GetNumberOfTuples());
    for (vtkIdType i = 0; i < heights->GetNumberOfTuples(); ++i)
    {
      colors->SetTuple3(i, heights->GetTuple1(i), 0.5, 0.5);
    }
    scene.MeshMapper->GetInput()->GetPointData()->SetScalars(colors);
    scene.Volume->GetProperty()->IndependentComponentsOff();
  });
}

} // namespace
