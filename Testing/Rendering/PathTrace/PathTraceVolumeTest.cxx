// SPDX-License-Identifier: BSD-3-Clause
// vtkPathTraceSettings::IncludeVolume: light passes through the data as the functions of the volume property
// say. Uniform volumes are compared with their closed form.
#include "PathTraceScene.h"
#include "vtkActor.h"
#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkLightCollection.h"
#include "vtkLineSource.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkRayCastVolume.h"
#include "vtkStringArray.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace
{

// As in VTK's mappers of images, a length of Distance absorbs the share Opacity.
constexpr double Opacity = 0.4, Distance = 0.8;
const double Attenuation = -std::log(1 - Opacity) / Distance;
const double Color[3] = { 0.9, 0.6, 0.3 };

/// A uniform fog in [-1, 1]^3 without a surface, and a sun in front of it.
struct Fog : PathTraceScene
{
  Fog()
    : PathTraceScene(height)
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
    this->Paths->SetColorModeToIsovalue();
    this->Paths->GetIsovalues()->SetNumberOfContours(0);
    this->Paths->IncludeVolumeOn();
    this->Paths->SetBounces(0);
    AddSun(this->Renderer, 0, 0, 10);
    this->Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  }
  /// Expects fog of a length in front of a color, whose light has passed `shade` of fog.
  void ExpectFog(double length, double red, double green, double blue, const char* what, double shade = 0)
  {
    const double passes = std::exp(-Attenuation * length), reaches = std::exp(-Attenuation * shade);
    ExpectColor(this->Pixel(16, 16), Color[0] * (1 - passes) + red * passes * reaches,
      Color[1] * (1 - passes) + green * passes * reaches, Color[2] * (1 - passes) + blue * passes * reaches,
      2 * OneLevel, what);
  }
};

vtkSmartPointer<vtkActor> makeWall(double z)
{
  const double origin[3] = { -1, -1, z }, right[3] = { 1, -1, z }, up[3] = { -1, 1, z };
  return MakeQuad(origin, right, up, 1, 0, 0);
}

TEST(PathTraceVolume, IsThereWithoutASurface)
{
  Fog scene;
  scene.ExpectFog(2, 0, 0, 0, "over a black background");
  EXPECT_STREQ(scene.Tracer->GetReport()->GetText("drawn by"), "isosurface path trace");
  EXPECT_EQ(scene.Remarks("problem"), "");
  scene.Renderer->SetBackground(0, 0, 1);
  scene.ExpectFog(2, 0, 0, 1, "over a blue one");
  EXPECT_EQ(scene.DepthAt(16, 16), 1) << "it has no depth";
  scene.Volume->SetScale(0.5);
  scene.ExpectFog(1, 0, 0, 1, "distances are those of the world");

  scene.Paths->IncludeVolumeOff();
  ExpectColor(scene.Pixel(16, 16), 0, 0, 1, OneLevel, "off");
  EXPECT_NE(scene.Remarks("note").find("no isovalue"), std::string::npos);
}

TEST(PathTraceVolume, DensityIsAFactorOfWhatItAbsorbsAndEmits)
{
  Fog scene;
  scene.Paths->SetVolumeDensity(3);
  scene.ExpectFog(6, 0, 0, 0, "as three times the length");
  scene.Paths->SetVolumeDensity(0.25);
  scene.ExpectFog(0.5, 0, 0, 0, "as a quarter of it");
  scene.Paths->SetVolumeDensity(-1);
  EXPECT_EQ(scene.Paths->GetVolumeDensity(), 1e-6);
}

TEST(PathTraceVolume, AChangeOfTheFunctionsBeginsThePictureAnew)
{
  Fog scene;
  vtkVolumeProperty* const property = scene.Volume->GetProperty();
  auto before = scene.Picture();
  const auto expectAnew = [&](const char* what) {
    const auto now = scene.Picture();
    EXPECT_EQ(scene.Told("new samples"), 8) << what;
    EXPECT_EQ(scene.Told("scene uploads"), 1) << what;
    EXPECT_GT(LargestDifference(before, now), 0.05f) << what;
    before = now;
  };
  scene.Picture();
  EXPECT_EQ(scene.Told("new samples"), 0);
  property->SetScalarOpacityUnitDistance(2);
  expectAnew("unit distance");
  scene.Paths->SetVolumeDensity(3);
  expectAnew("density");
  property->GetScalarOpacity()->AddPoint(1, 1);
  expectAnew("opacity");
  property->GetRGBTransferFunction()->AddRGBPoint(1, 0, 0, 1);
  expectAnew("color");
}

// ParaView's window marks unchanged objects as modified in each frame.
TEST(PathTraceVolume, GoesOnWhereNothingChangesButModificationTimes)
{
  Fog scene;
  scene.Picture();
  for (vtkObject* const object :
    std::initializer_list<vtkObject*>{ scene.Volume->GetProperty(), scene.Volume, scene.Tracer, scene.Paths,
      scene.Renderer, scene.Renderer->GetActiveCamera(), scene.Renderer->GetLights()->GetItemAsObject(0) })
  {
    object->Modified();
    scene.Picture();
    EXPECT_EQ(scene.Told("new samples"), 0) << object->GetClassName();
  }
}

TEST(PathTraceVolume, IsInFrontOfWhatTheViewShows)
{
  Fog scene;
  const vtkSmartPointer<vtkActor> wall = makeWall(0.5);
  scene.Renderer->AddActor(wall);
  scene.ExpectFog(0.5, 1, 0, 0, "a wall that takes no part");
  wall->SetPosition(0, 0, -1);
  scene.ExpectFog(1.5, 1, 0, 0, "that is moved back");
  EXPECT_EQ(scene.Told("new samples"), 8) << "rays go farther";
  EXPECT_LT(scene.DepthAt(16, 16), 1);
  scene.Picture();
  EXPECT_EQ(scene.Told("new samples"), 0);
  wall->SetPosition(0, 0, 0.6);
  ExpectColor(scene.Pixel(16, 16), 1, 0, 0, OneLevel, "in front of all");

  scene.Paths->IncludeSurfacesOn();
  wall->SetPosition(0, 0, 0);
  scene.ExpectFog(0.5, 1, 0, 0, "one that takes part: light comes through the fog, too", 0.5);
  // Each ray of a pixel ends at the oblique wall itself, not at the depth that VTK drew for the pixel's
  // center.
  wall->SetOrigin(0, 0, 0.5);
  wall->SetPosition(0, 0, -0.5);
  wall->RotateY(60);
  const double length = 1 + std::sqrt(3.0) / 32; // at the pixel's center
  scene.ExpectFog(length, 0.5, 0, 0, "a steep one, in the light that it gets", length);
}

TEST(PathTraceVolume, VeilsWhatIsAddedLater)
{
  // vtkRayCastVolume draws opaque surfaces in the opaque pass, in the order of the props. With a volume it is
  // drawn after that pass.
  Fog scene;
  vtkNew<vtkRayCastVolume> volume;
  volume->SetMapper(scene.Tracer);
  volume->SetProperty(scene.Volume->GetProperty());
  scene.Renderer->RemoveVolume(scene.Volume);
  const vtkSmartPointer<vtkActor> wall = makeWall(-0.5);
  for (const bool wallFirst : { true, false })
  {
    for (vtkProp* const prop : { static_cast<vtkProp*>(volume), static_cast<vtkProp*>(wall) })
    {
      scene.Renderer->RemoveViewProp(prop);
    }
    scene.Renderer->AddViewProp(wallFirst ? static_cast<vtkProp*>(wall) : volume);
    scene.Renderer->AddViewProp(wallFirst ? static_cast<vtkProp*>(volume) : wall);
    for (const bool peels : { false, true })
    {
      scene.Renderer->SetUseDepthPeelingForVolumes(peels);
      scene.ExpectFog(1.5, 1, 0, 0, wallFirst ? "a wall, and then fog" : "fog, and then a wall");
    }
  }

  // Without a volume it is drawn in the opaque pass, so that a translucent pane in front is blended over it.
  vtkRenderer* const renderer = scene.Renderer;
  EXPECT_EQ(vtkRayCastVolume::GetPass(scene.Tracer, renderer), vtkRayCastVolume::OVERLAY_PASS);
  scene.Paths->SetColorModeToSolid();
  EXPECT_EQ(vtkRayCastVolume::GetPass(scene.Tracer, renderer), vtkRayCastVolume::OPAQUE_PASS)
    << "one color: there is no volume";
  scene.Paths->SetColorModeToIsovalue();
  scene.Paths->IncludeVolumeOff();
  EXPECT_EQ(vtkRayCastVolume::GetPass(scene.Tracer, renderer), vtkRayCastVolume::OPAQUE_PASS);
}

TEST(PathTraceVolume, IsBehindThinThings)
{
  // A line and the edges of a quadrilateral are one pixel wide, with traced polygons behind them.
  Fog scene;
  scene.Renderer->AddActor(makeWall(-0.8));
  scene.Paths->IncludeSurfacesOn();
  vtkNew<vtkLineSource> line;
  line->SetPoint1(-0.9, 0.5 / 16, 1.2);
  line->SetPoint2(0.9, 0.5 / 16, 1.2);
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(line->GetOutputPort());
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  actor->GetProperty()->SetColor(0, 0, 1);
  actor->GetProperty()->LightingOff();
  scene.Renderer->AddActor(actor);
  const vtkSmartPointer<vtkActor> edges = makeWall(1.1);
  edges->GetProperty()->SetRepresentationToWireframe();
  edges->SetScale(0.6);
  edges->SetPosition(0, 0, 0.5);
  scene.Renderer->AddActor(edges);
  const auto picture = scene.Picture();
  ExpectColor(scene.PixelOf(picture, 9, 16), 0, 0, 1, OneLevel, "the line");
  ExpectColor(scene.PixelOf(picture, 16, 16), 0, 0, 1, OneLevel, "the line");
  int red = 0;
  for (std::size_t i = 0; i < picture.size(); i += 3)
  {
    red += picture[i] == 1 && picture[i + 1] == 0 && picture[i + 2] == 0 ? 1 : 0;
  }
  EXPECT_GT(red, 50) << "the edges";
  EXPECT_EQ(scene.Told("triangles"), 2) << "lines take no part";
  EXPECT_EQ(scene.Told("scene uploads"), 1);
  scene.Picture();
  EXPECT_EQ(scene.Told("scene uploads"), 1);
  const double uploads = scene.Told("scene uploads");
  actor->GetProperty()->SetColor(0, 1, 1);
  ExpectColor(scene.Pixel(16, 16), 0, 1, 1, OneLevel, "the line in another color");
  EXPECT_EQ(scene.Told("scene uploads"), uploads);
}

TEST(PathTraceVolume, GivesLightItself)
{
  Fog scene;
  scene.Paths->SetLightStrength(0);
  Messages messages(scene.Tracer);
  scene.ExpectFog(2, 0, 0, 0, "in the dark");
  EXPECT_TRUE(messages.Said.empty());
}

TEST(PathTraceVolume, MayBeImpossible)
{
  // A volume of cell values needs two cells along each axis. One layer of cells still colors surfaces.
  PathTraceScene scene([](double x, double, double) { return x; });
  auto* const image = vtkImageData::SafeDownCast(scene.Mapper->GetInput());
  const double* const spacing = image->GetSpacing();
  vtkNew<vtkImageData> thin;
  thin->SetDimensions(3, 3, 2);
  thin->SetSpacing(spacing);
  vtkNew<vtkDoubleArray> values, cells;
  values->SetName("f");
  cells->SetName("c");
  for (int i = 0; i < 18; ++i)
  {
    values->InsertNextValue(i / 9);
  }
  for (int i = 0; i < 4; ++i)
  {
    cells->InsertNextValue(0);
  }
  thin->GetPointData()->SetScalars(values);
  thin->GetCellData()->AddArray(cells);
  scene.Tracer->SetInputData(thin);
  scene.Paths->GetIsovalues()->SetValue(0, 0.5);
  scene.Paths->SetColorModeToArray();
  scene.Paths->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_CELLS, "c");
  const auto without = scene.Picture();
  EXPECT_GT(LargestDifference(without, std::vector<float>(without.size(), 0.0f)), 0.5f);
  Messages messages(scene.Tracer);
  scene.Paths->IncludeVolumeOn();
  EXPECT_EQ(LargestDifference(scene.Picture(), without), 0);
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_NE(
    messages.Said[0].find("There is no volume around the surfaces. Values at cells need"), std::string::npos)
    << messages.Said[0];
}

TEST(PathTraceVolume, IsSentWhenSomethingChanges)
{
  Fog scene;
  scene.Paths->GetIsovalues()->SetNumberOfContours(1);
  scene.Paths->GetIsovalues()->SetValue(0, 0);
  scene.ExpectFog(1, Color[0], Color[1], Color[2], "around the surface", 1);
  const double uploads = scene.Told("scene uploads");
  scene.Paths->IncludeVolumeOff();
  ExpectColor(scene.Pixel(16, 16), Color[0], Color[1], Color[2], 2 * OneLevel, "off");
  scene.Paths->IncludeVolumeOn();
  scene.ExpectFog(1, Color[0], Color[1], Color[2], "on again", 1);
  EXPECT_EQ(scene.Told("scene uploads"), uploads) << "functions alone";
}

TEST(PathTraceVolume, SurroundsItsSurfaces)
{
  Fog scene;
  scene.Paths->GetIsovalues()->SetNumberOfContours(1);
  scene.Paths->GetIsovalues()->SetValue(0, 0);
  scene.ExpectFog(1, Color[0], Color[1], Color[2], "light passes the fog twice", 1);
  EXPECT_NEAR(scene.DepthAt(16, 16), scene.WindowDepth(0, 0, 0), 1e-5);
  // An isovalue outside the data gives a note, and the volume is still drawn.
  scene.Paths->GetIsovalues()->SetValue(0, 7);
  scene.ExpectFog(2, 0, 0, 0, "no surface");
  EXPECT_NE(scene.Remarks("note").find("There is no isosurface"), std::string::npos);
}

TEST(PathTraceVolume, IsNotSmoothed)
{
  Fog scene;
  scene.Paths->GetIsovalues()->SetValue(0, -0.5);
  scene.Paths->SetLight(vtkPathTraceSettings::SKY);
  scene.Paths->SetBounces(2);
  scene.Paths->SetSamplesPerPixel(2);
  const auto noisy = scene.Picture();
  scene.Paths->DenoiseOn();
  EXPECT_EQ(LargestDifference(scene.Picture(), noisy), 0);
  EXPECT_NE(scene.Remarks("note").find("Denoise has no effect"), std::string::npos);
  scene.Paths->IncludeVolumeOff();
  const auto smooth = scene.Picture();
  EXPECT_EQ(scene.Remarks("note").find("Denoise"), std::string::npos);
  scene.Paths->DenoiseOff();
  EXPECT_GT(LargestDifference(scene.Picture(), smooth), 0.02f) << "a surface alone is";
}

TEST(PathTraceVolume, IsOfTheArrayThatColorsTheSurfaces)
{
  // Isosurfaces of one array, in the volume of another array, of which one half is visible.
  Fog scene;
  auto* const image = vtkImageData::SafeDownCast(scene.Mapper->GetInput());
  vtkNew<vtkDoubleArray> other;
  other->SetName("side");
  for (vtkIdType i = 0; i < image->GetNumberOfPoints(); ++i)
  {
    other->InsertNextValue(image->GetPoint(i)[0] + 10);
  }
  image->GetPointData()->AddArray(other);
  scene.Paths->SetColorModeToArray();
  scene.Paths->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_POINTS, "side");
  vtkVolumeProperty* const property = scene.Volume->GetProperty();
  property->GetScalarOpacity()->RemoveAllPoints();
  for (const double x : { 9.0, 9.5, 10.5, 11.0 })
  {
    property->GetScalarOpacity()->AddPoint(x, x < 10 ? 0 : Opacity);
  }
  property->GetRGBTransferFunction()->AddRGBPoint(11, Color[0], Color[1], Color[2]);
  auto drawn = scene.Picture();
  const double passes = std::exp(-Attenuation * 2);
  ExpectColor(scene.PixelOf(drawn, 4, 16), 0, 0, 0, OneLevel, "nothing");
  ExpectColor(scene.PixelOf(drawn, 28, 16), Color[0] * (1 - passes), Color[1] * (1 - passes),
    Color[2] * (1 - passes), 2 * OneLevel, "fog");
  scene.Paths->GetIsovalues()->SetNumberOfContours(1);
  scene.Paths->GetIsovalues()->SetValue(0, 0);
  drawn = scene.Picture();
  ExpectColor(scene.PixelOf(drawn, 4, 16), Color[0], Color[1], Color[2], 2 * OneLevel, "the surface");
  EXPECT_NEAR(scene.DepthAt(28, 16), scene.WindowDepth(0, 0, 0), 1e-5);
  scene.Paths->GetIsovalues()->SetValue(0, 10);
  scene.Picture();
  EXPECT_NE(scene.Remarks("note").find("[-1, 1]"), std::string::npos) << "of the array with the surfaces";
}

TEST(PathTraceVolume, SaysWhereThereIsNone)
{
  Fog scene;
  scene.Paths->GetIsovalues()->SetNumberOfContours(1);
  scene.Paths->GetIsovalues()->SetValue(0, 0);
  scene.Paths->SetColorModeToSolid();
  ExpectColor(scene.Pixel(16, 16), 1, 1, 1, OneLevel, "the surface alone");
  EXPECT_NE(scene.Remarks("problem").find("No array colors the surfaces"), std::string::npos);
  scene.Paths->SetColorModeToIsovalue();
  Messages messages(scene.Tracer);
  vtkColorTransferFunction* const colors = scene.Volume->GetProperty()->GetRGBTransferFunction();
  colors->SetIndexedLookup(1);
  colors->SetAnnotation(0.0, "nothing");
  scene.Picture();
  scene.Picture();
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_NE(messages.Said[0].find("categories"), std::string::npos) << messages.Said[0];
  EXPECT_STREQ(scene.Tracer->GetReport()->GetText("drawn by"), "isosurface path trace");
}

} // namespace
