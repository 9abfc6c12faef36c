// SPDX-License-Identifier: BSD-3-Clause
// vtkIsosurfacePathTraceMapper: samples add up to what is asked for, whatever the frames, and light, surfaces
// and depth are where they belong.
#include "PathTraceScene.h"
#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkFloatArray.h"
#include "vtkLight.h"
#include "vtkPointData.h"
#include "vtkPolyData.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

constexpr float OneLevel = 1.05f / 255;

double height(double, double, double z)
{
  return z;
}

double ball(double x, double y, double z)
{
  return 0.6 - std::sqrt(x * x + y * y + z * z);
}

/// A gyroid, whose surfaces light each other.
double gyroid(double x, double y, double z)
{
  return std::sin(4 * x) * std::cos(4 * y) + std::sin(4 * y) * std::cos(4 * z) +
    std::sin(4 * z) * std::cos(4 * x);
}

void expectColor(const std::array<float, 3>& pixel, double red, double green, double blue, double tolerance,
  const char* what)
{
  EXPECT_NEAR(pixel[0], red, tolerance) << what;
  EXPECT_NEAR(pixel[1], green, tolerance) << what;
  EXPECT_NEAR(pixel[2], blue, tolerance) << what;
}

/// A light like the sun, from a direction.
void addSun(vtkRenderer* renderer, double x, double y, double z)
{
  vtkNew<vtkLight> sun;
  sun->SetLightTypeToSceneLight();
  sun->SetPosition(x, y, z);
  sun->SetFocalPoint(0, 0, 0);
  renderer->RemoveAllLights();
  renderer->SetAutomaticLightCreation(0);
  renderer->AddLight(sun);
}

TEST(PathTraceMapper, AnEvenSkyGivesAFlatSurfaceItsColour)
{
  PathTraceScene scene(height);
  scene.Paths->SetSolidColor(0.8, 0.4, 0.2);
  expectColor(scene.Pixel(16, 16), 0.8, 0.4, 0.2, 2 * OneLevel, "solid colour");
  EXPECT_STREQ(scene.Tracer->GetReport()->GetText("drawn by"), "isosurface path trace");
  EXPECT_EQ(scene.Remarks("problem"), "");
  scene.Paths->SetSkyStrength(0.5);
  expectColor(scene.Pixel(16, 16), 0.4, 0.2, 0.1, 2 * OneLevel, "half the light");
  scene.Paths->SetColorModeToIsovalue();
  expectColor(scene.Pixel(16, 16), 0, 0.5, 0, 2 * OneLevel, "by isovalue");
  scene.Paths->SetSkyColor(1, 0.5, 1);
  expectColor(scene.Pixel(16, 16), 0, 0.25, 0, 2 * OneLevel, "in another light");
}

TEST(PathTraceMapper, LightsGiveWhatPhongHas)
{
  PathTraceScene scene(height);
  addSun(scene.Renderer, 0, 0, 10);
  scene.Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  scene.Paths->SetSolidColor(0.8, 0.4, 0.2);
  expectColor(scene.Pixel(16, 16), 0.8, 0.4, 0.2, 2 * OneLevel, "a light that faces the surface");
  addSun(scene.Renderer, 10, 0, 10);
  const double cosine = std::sqrt(0.5);
  expectColor(scene.Pixel(16, 16), 0.8 * cosine, 0.4 * cosine, 0.2 * cosine, 2 * OneLevel, "at 45 degrees");
  scene.Paths->SetLightStrength(0.5);
  expectColor(scene.Pixel(16, 16), 0.4 * cosine, 0.2 * cosine, 0.1 * cosine, 2 * OneLevel, "half as strong");
}

TEST(PathTraceMapper, AStillHasAllSamplesAndIsTracedOnce)
{
  PathTraceScene scene(gyroid);
  const auto whole = scene.Picture();
  EXPECT_EQ(scene.Told("samples"), 8);
  EXPECT_EQ(scene.Told("new samples"), 8);
  EXPECT_FALSE(scene.Tracer->IsUnfinished());
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0);
  EXPECT_EQ(scene.Told("samples"), 8);
  EXPECT_EQ(scene.Told("new samples"), 0) << "nothing has changed";

  scene.Paths->SetSamplesPerPixel(12);
  scene.Picture();
  EXPECT_EQ(scene.Told("samples"), 12);
  EXPECT_EQ(scene.Told("new samples"), 4) << "those that are there count";
  scene.Paths->SetSamplesPerPixel(8);
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0) << "fewer than there are: from the start";
  EXPECT_EQ(scene.Told("samples"), 8);
  EXPECT_EQ(scene.Told("scene uploads"), 1);
}

TEST(PathTraceMapper, FramesThatRefineEndWithTheSamePicture)
{
  PathTraceScene scene(gyroid);
  const auto whole = scene.Picture();
  scene.Paths->SetBounces(3);
  scene.Picture();
  scene.Paths->SetBounces(4);
  scene.Tracer->RefineOn();
  const auto first = scene.Interact();
  EXPECT_EQ(scene.Told("samples"), 1);
  EXPECT_TRUE(scene.Tracer->IsUnfinished());
  EXPECT_GT(LargestDifference(first, whole), 0.01f);
  std::vector<float> last;
  double samples = 1;
  for (int frame = 0; frame < 8 && scene.Tracer->IsUnfinished(); ++frame)
  {
    last = scene.Picture();
    EXPECT_GT(scene.Told("samples"), samples);
    samples = scene.Told("samples");
  }
  EXPECT_EQ(samples, 8);
  EXPECT_FALSE(scene.Tracer->IsUnfinished());
  EXPECT_EQ(LargestDifference(last, whole), 0);
}

TEST(PathTraceMapper, AnyChangeBeginsThePictureAnew)
{
  PathTraceScene scene(gyroid);
  addSun(scene.Renderer, 3, 4, 5);
  scene.Paths->SetLight(vtkPathTraceSettings::SKY_AND_LIGHTS);
  auto before = scene.Picture();
  const auto expectAnew = [&](const char* what) {
    const auto now = scene.Picture();
    EXPECT_EQ(scene.Told("new samples"), 8) << what;
    EXPECT_EQ(scene.Told("samples"), 8) << what;
    EXPECT_GT(LargestDifference(before, now), 0.01f) << what;
    before = now;
  };
  scene.Paths->SetMaterial(vtkPathTraceSettings::CHROME);
  expectAnew("material");
  scene.Paths->SetMaterial(vtkPathTraceSettings::GLASS);
  expectAnew("glass");
  scene.Paths->SolidBelowOn();
  expectAnew("glass on the other side");
  scene.Paths->SetRefractiveIndex(2);
  expectAnew("refractive index");
  scene.Paths->SetMaterial(vtkPathTraceSettings::PLASTIC);
  expectAnew("plastic");
  scene.Paths->SetShininess(10);
  expectAnew("shininess");
  scene.Paths->SetMaterial(vtkPathTraceSettings::MATTE);
  expectAnew("matte");
  scene.Paths->SetSkyColor(1, 0, 0);
  expectAnew("colour of the sky");
  scene.Paths->SetGroundColor(0, 0, 1);
  expectAnew("colour of the ground");
  scene.Paths->SetLight(vtkPathTraceSettings::SKY);
  expectAnew("no lights");
  scene.Paths->SetBounces(0);
  expectAnew("bounces");
  scene.Paths->GetIsovalues()->SetValue(0, 0.4);
  expectAnew("isovalue");
  scene.Paths->SetOpacity(0.5);
  expectAnew("opacity");
  scene.Paths->SetOpacity(1);
  expectAnew("opaque again");
  scene.Volume->SetPosition(0.2, 0.1, 0);
  expectAnew("placement");
  scene.Renderer->GetActiveCamera()->Azimuth(20);
  expectAnew("camera");
  scene.Perspective(1, 2, 4);
  expectAnew("perspective");
  scene.Paths->SetLensRadius(0.3);
  expectAnew("lens");
  scene.Paths->SetFocalDistance(3);
  expectAnew("focal distance");
  scene.Paths->ShowSkyOn();
  expectAnew("the sky behind");
  scene.Paths->SetSolidColor(0.2, 0.4, 1);
  expectAnew("colour");
  vtkSmartPointer<vtkImageData> other = MakeImage(9, ball);
  scene.Tracer->SetInputData(other);
  expectAnew("other data");
}

TEST(PathTraceMapper, PlacementIsThatOfTheVolume)
{
  PathTraceScene scene(ball);
  scene.Volume->SetScale(0.5);
  scene.Volume->SetPosition(0.5, 0, 0);
  EXPECT_GT(scene.Pixel(24, 16)[1], 0.5f);
  EXPECT_EQ(scene.Pixel(8, 16)[1], 0.0f);
  EXPECT_EQ(scene.Pixel(24, 26)[1], 0.0f) << "half as large";
}

TEST(PathTraceMapper, DepthIsThatOfTheSurface)
{
  PathTraceScene scene(ball);
  scene.Picture();
  const int middle = 16;
  float depth = 0;
  scene.Window->GetZbufferData(middle, middle, middle, middle, &depth);
  EXPECT_NEAR(depth, scene.WindowDepth(0, 0, 0.6), 5e-3);
  scene.Window->GetZbufferData(1, 1, 1, 1, &depth);
  EXPECT_EQ(depth, 1.0f);

  // Other things are in front of it and behind.
  const double origin[3] = { -1, -1, 0 }, right[3] = { 0, -1, 0 }, up[3] = { -1, 1, 0 };
  const vtkSmartPointer<vtkActor> quad = MakeQuad(origin, right, up, 1, 0, 0);
  scene.Renderer->AddActor(quad);
  expectColor(scene.Pixel(4, 4), 1, 0, 0, OneLevel, "beside the ball");
  expectColor(scene.Pixel(14, 16), 1, 1, 1, 0.1, "behind the ball");
  quad->SetPosition(0, 0, 0.8);
  expectColor(scene.Pixel(14, 16), 1, 0, 0, OneLevel, "in front of it");
}

TEST(PathTraceMapper, SeveralDataSetsAreOneScene)
{
  PathTraceScene scene(height);
  addSun(scene.Renderer, 0, 0, 10);
  scene.Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  scene.Paths->SetBounces(0);
  EXPECT_GT(scene.Pixel(16, 16)[0], 0.9f);
  // A roof between the sun and the ground; the camera looks from the side of it.
  vtkSmartPointer<vtkImageData> roof = MakeImage(9, height);
  roof->SetSpacing(0.05, 0.05, 0.05);
  roof->SetOrigin(-0.3, -0.1, 0.5 - 5 * 0.05 - 4 * 0.05 + 0.2);
  scene.Tracer->AddDataSet(roof);
  addSun(scene.Renderer, 10, 0, 10);
  const auto picture = scene.Picture();
  int lit = 0, dark = 0;
  for (std::size_t i = 0; i < picture.size(); i += 3)
  {
    lit += picture[i] > 0.5f ? 1 : 0;
    dark += picture[i] < 0.1f ? 1 : 0;
  }
  EXPECT_GT(lit, 600);
  EXPECT_GT(dark, 20) << "the roof's shadow";
  scene.Tracer->RemoveAllDataSets();
  EXPECT_GT(scene.Pixel(16, 16)[0], 0.6f);
}

TEST(PathTraceMapper, MeshesAreTracedAsTriangles)
{
  PathTraceScene scene(height);
  scene.Paths->SetSolidColor(0.2, 0.6, 0.4);
  vtkSmartPointer<vtkUnstructuredGrid> cube = MakeCube(4);
  scene.Tracer->SetInputData(cube);
  scene.Paths->GetIsovalues()->SetValue(0, 0.5);
  vtkCamera* const camera = scene.Renderer->GetActiveCamera();
  camera->SetPosition(5, 0, 0);
  camera->SetViewUp(0, 0, 1);
  // {x = 0.5} of the unit cube fills a quarter of the window, right of and above the middle.
  expectColor(scene.Pixel(24, 24), 0.2, 0.6, 0.4, 2 * OneLevel, "on the surface");
  EXPECT_EQ(scene.Pixel(8, 24)[1], 0.0f);
  EXPECT_EQ(scene.Told("triangles"), 32);
  EXPECT_EQ(scene.Told("left out"), 0);

  // Coloured by values of the cells.
  scene.Paths->SetColorModeToArray();
  scene.Paths->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_CELLS, "c"); // 0.5
  expectColor(scene.Pixel(24, 24), 0.5, 0.5, 0, 2 * OneLevel, "by an array of the cells");
  scene.Paths->SetColorModeToIsovalue();
  scene.Paths->SetOpacity(0.5);
  expectColor(scene.Pixel(24, 24), 0.5, 0.5, 0, 2 * OneLevel, "by isovalue");
  EXPECT_NE(scene.Remarks("note").find("traced opaque"), std::string::npos);
}

TEST(PathTraceMapper, GlassOfAMeshIsOnTheSideOfAnImages)
{
  // The same field as an image and as its cells: with glass the pictures agree, and are those of a solid
  // ball.
  const auto pictureOf = [](bool asMesh, bool below) {
    PathTraceScene scene(ball, 48);
    vtkSmartPointer<vtkImageData> image = MakeImage(25, ball);
    vtkNew<vtkUnstructuredGrid> mesh;
    vtkNew<vtkPoints> points;
    for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
    {
      points->InsertNextPoint(image->GetPoint(i));
    }
    mesh->SetPoints(points);
    mesh->GetPointData()->SetScalars(image->GetPointData()->GetScalars());
    for (vtkIdType i = 0; i < image->GetNumberOfCells(); ++i)
    {
      vtkNew<vtkIdList> corners;
      image->GetCellPoints(i, corners);
      mesh->InsertNextCell(VTK_VOXEL, corners);
    }
    scene.Tracer->SetInputData(asMesh ? static_cast<vtkDataSet*>(mesh) : image);
    scene.Paths->SetMaterial(vtkPathTraceSettings::GLASS);
    scene.Paths->SetSolidBelow(below);
    scene.Paths->SetLight(vtkPathTraceSettings::SKY);
    scene.Paths->SetSkyColor(1, 0, 0);
    scene.Paths->SetGroundColor(0, 0, 1);
    scene.Paths->SetSamplesPerPixel(64);
    scene.Paths->SetBounces(8);
    return scene.Picture();
  };
  const auto meanDifference = [](const std::vector<float>& a, const std::vector<float>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
    {
      sum += std::abs(a[i] - b[i]);
    }
    return sum / static_cast<double>(a.size());
  };
  const auto image = pictureOf(false, false);
  EXPECT_LT(meanDifference(image, pictureOf(true, false)), 0.02);
  EXPECT_GT(meanDifference(image, pictureOf(false, true)), 0.03);
  EXPECT_LT(meanDifference(pictureOf(false, true), pictureOf(true, true)), 0.02);
}

TEST(PathTraceMapper, SurfacesInTheViewCastShadowsAndGetLight)
{
  PathTraceScene scene(height);
  addSun(scene.Renderer, 10, 0, 10);
  scene.Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  scene.Paths->SetBounces(0);
  // A quad in z = 0.5, left half; it shades what is below it, moved to the left.
  const double origin[3] = { 0, -1, 0.5 }, right[3] = { 0.5, -1, 0.5 }, up[3] = { 0, 1, 0.5 };
  const vtkSmartPointer<vtkActor> quad = MakeQuad(origin, right, up, 1, 0, 0);
  scene.Renderer->AddActor(quad);
  const float lit = static_cast<float>(std::sqrt(0.5));
  expectColor(scene.Pixel(12, 16), lit, lit, lit, 2 * OneLevel, "no shadow");
  expectColor(scene.Pixel(20, 16), 1, 0, 0, OneLevel, "as VTK draws it");

  scene.Paths->IncludeSurfacesOn();
  expectColor(scene.Pixel(12, 16), 0, 0, 0, 2 * OneLevel, "in the shadow");
  expectColor(scene.Pixel(28, 16), lit, lit, lit, 2 * OneLevel, "outside");
  expectColor(scene.Pixel(20, 16), lit, 0, 0, 2 * OneLevel, "in the light");
  EXPECT_EQ(scene.Told("triangles"), 2);
  const double uploads = scene.Told("scene uploads");
  scene.Picture();
  EXPECT_EQ(scene.Told("scene uploads"), uploads);
  EXPECT_EQ(scene.Told("new samples"), 0);

  quad->GetProperty()->SetColor(0, 1, 0);
  expectColor(scene.Pixel(20, 16), 0, lit, 0, 2 * OneLevel, "in another colour");
  quad->SetPosition(0, 0.9, 0);
  expectColor(scene.Pixel(12, 4), lit, lit, lit, 2 * OneLevel, "moved away");
  expectColor(scene.Pixel(12, 28), 0, 0, 0, 2 * OneLevel, "moved there");
  quad->GetProperty()->SetOpacity(0.5);
  expectColor(scene.Pixel(12, 28), lit, lit, lit, 2 * OneLevel, "what is translucent takes no part");
  quad->GetProperty()->SetOpacity(1);
  quad->VisibilityOff();
  expectColor(scene.Pixel(20, 28), lit, lit, lit, 2 * OneLevel, "nor what is hidden");
}

TEST(PathTraceMapper, SurfacesInTheViewHaveTheColoursOfTheirMaps)
{
  PathTraceScene scene(height);
  scene.Paths->IncludeSurfacesOn();
  const double origin[3] = { -1, -1, 0.5 }, right[3] = { 1, -1, 0.5 }, up[3] = { -1, 1, 0.5 };
  const vtkSmartPointer<vtkActor> quad = MakeQuad(origin, right, up, 1, 1, 1);
  scene.Renderer->AddActor(quad);
  auto* const mapper = vtkPolyDataMapper::SafeDownCast(quad->GetMapper());
  mapper->Update();
  vtkNew<vtkPolyData> polygons;
  polygons->DeepCopy(mapper->GetInput());
  vtkNew<vtkFloatArray> values;
  values->SetName("v");
  for (vtkIdType i = 0; i < polygons->GetNumberOfPoints(); ++i)
  {
    values->InsertNextValue(polygons->GetPoint(i)[0] > 0 ? 1.0f : -1.0f);
  }
  polygons->GetPointData()->SetScalars(values);
  mapper->SetInputData(polygons);
  mapper->SetLookupTable(scene.Volume->GetProperty()->GetRGBTransferFunction()); // blue to red
  mapper->SetUseLookupTableScalarRange(1);
  EXPECT_GT(scene.Pixel(30, 16)[0], 0.8f);
  EXPECT_LT(scene.Pixel(30, 16)[2], 0.1f);
  EXPECT_GT(scene.Pixel(1, 16)[2], 0.8f);

  // One colour for each cell.
  polygons->GetPointData()->Initialize();
  vtkNew<vtkFloatArray> ofCells;
  ofCells->SetName("c");
  ofCells->InsertNextValue(0.0f);
  polygons->GetCellData()->SetScalars(ofCells);
  expectColor(scene.Pixel(16, 16), 0, 1, 0, 2 * OneLevel, "green");
}

TEST(PathTraceMapper, DenoisingKeepsEdges)
{
  PathTraceScene scene(height, 64);
  scene.Paths->SetSamplesPerPixel(1);
  scene.Paths->SetLight(vtkPathTraceSettings::SKY);
  scene.Paths->SetSkyColor(1, 1, 1);
  scene.Paths->SetGroundColor(0, 0, 0);
  const auto noisy = scene.Picture();
  scene.Paths->DenoiseOn();
  const auto smooth = scene.Picture();
  EXPECT_EQ(scene.Told("new samples"), 0) << "the samples stay";
  const auto spread = [](const std::vector<float>& picture) {
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < picture.size(); i += 3)
    {
      const double value = picture[i] + picture[i + 1];
      sum += value;
      squares += value * value;
    }
    const double n = static_cast<double>(picture.size() / 3);
    return std::sqrt(squares / n - sum * sum / n / n);
  };
  EXPECT_LT(spread(smooth), 0.5 * spread(noisy));

  // A ball: nothing is beyond its outline.
  PathTraceScene edges(ball, 64);
  edges.Paths->SetSamplesPerPixel(1);
  edges.Paths->DenoiseOn();
  const auto denoised = edges.Picture();
  edges.Paths->DenoiseOff();
  edges.Paths->SetSamplesPerPixel(32);
  const auto exact = edges.Picture();
  int lit = 0;
  for (std::size_t i = 0; i < exact.size(); i += 3)
  {
    ASSERT_TRUE(exact[i] > 0 || denoised[i] == 0) << i / 3;
    lit += denoised[i] > 0 ? 1 : 0;
  }
  EXPECT_GT(lit, 1000);
}

} // namespace
