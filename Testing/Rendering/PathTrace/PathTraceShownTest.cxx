// SPDX-License-Identifier: BSD-3-Clause
// vtkPathTraceSettings::IncludeSurfaces: the traced scene has exactly the polygons that the view shows.
#include "PathTraceScene.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkCompositeDataDisplayAttributes.h"
#include "vtkFloatArray.h"
#include "vtkGlyph3DMapper.h"
#include "vtkMultiBlockDataSet.h"
#include "vtkPointData.h"
#include "vtkPointGaussianMapper.h"
#include "vtkPolyData.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkSphereSource.h"
#include "vtkVolumeProperty.h"

#if __has_include("vtkCompositePolyDataMapperDelegator.h")
#include "vtkCompositePolyDataMapper.h"
using CompositeMapper = vtkCompositePolyDataMapper;
#else
#include "vtkCompositePolyDataMapper2.h"
using CompositeMapper = vtkCompositePolyDataMapper2;
#endif

#include <gtest/gtest.h>

#include <cmath>

namespace
{

const float Lit = static_cast<float>(std::sqrt(0.5));

/// A ground at z = 0 under a sun at 45 degrees from the right, without other light. An object at z = 0.5 over
/// x in [0, 0.5] shades pixel (12, 16) and is seen at (20, 16).
struct SunlitGround : PathTraceScene
{
  SunlitGround()
    : PathTraceScene(height)
  {
    AddSun(this->Renderer, 10, 0, 10);
    this->Paths->SetLight(vtkPathTraceSettings::LIGHTS);
    this->Paths->SetBounces(0);
    this->Paths->IncludeSurfacesOn();
  }
  void ExpectShade(bool is, const char* what)
  {
    const float light = is ? 0 : Lit;
    ExpectColor(this->Pixel(12, 16), light, light, light, 2 * OneLevel, what);
  }
};

/// The polygons of MakeQuad as a roof over the ground.
vtkSmartPointer<vtkPolyData> makeRoof(double y0 = -1, double y1 = 1)
{
  const double origin[3] = { 0, y0, 0.5 }, right[3] = { 0.5, y0, 0.5 }, up[3] = { 0, y1, 0.5 };
  const vtkSmartPointer<vtkActor> quad = MakeQuad(origin, right, up, 1, 0, 0);
  auto* const mapper = vtkPolyDataMapper::SafeDownCast(quad->GetMapper());
  mapper->Update();
  auto polygons = vtkSmartPointer<vtkPolyData>::New();
  polygons->ShallowCopy(mapper->GetInput());
  return polygons;
}

TEST(PathTraceShown, CastShadowsAndGetLight)
{
  PathTraceScene scene(height);
  AddSun(scene.Renderer, 10, 0, 10);
  scene.Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  scene.Paths->SetBounces(0);
  // The quadrilateral at z = 0.5 shades the ground below it and to the left.
  const double origin[3] = { 0, -1, 0.5 }, right[3] = { 0.5, -1, 0.5 }, up[3] = { 0, 1, 0.5 };
  const vtkSmartPointer<vtkActor> quad = MakeQuad(origin, right, up, 1, 0, 0);
  scene.Renderer->AddActor(quad);
  const float lit = static_cast<float>(std::sqrt(0.5));
  ExpectColor(scene.Pixel(12, 16), lit, lit, lit, 2 * OneLevel, "no shadow");
  ExpectColor(scene.Pixel(20, 16), 1, 0, 0, OneLevel, "as VTK draws it");

  scene.Paths->IncludeSurfacesOn();
  ExpectColor(scene.Pixel(12, 16), 0, 0, 0, 2 * OneLevel, "in the shadow");
  ExpectColor(scene.Pixel(28, 16), lit, lit, lit, 2 * OneLevel, "outside");
  ExpectColor(scene.Pixel(20, 16), lit, 0, 0, 2 * OneLevel, "in the light");
  EXPECT_EQ(scene.Told("triangles"), 2);
  const double uploads = scene.Told("scene uploads");
  scene.Picture();
  EXPECT_EQ(scene.Told("scene uploads"), uploads);
  EXPECT_EQ(scene.Told("new samples"), 0);
  quad->GetMapper()->Modified();
  quad->GetProperty()->Modified();
  scene.Picture();
  EXPECT_EQ(scene.Told("scene uploads"), uploads) << "nothing that counts has changed";

  quad->GetProperty()->SetColor(0, 1, 0);
  ExpectColor(scene.Pixel(20, 16), 0, lit, 0, 2 * OneLevel, "in another color");
  quad->SetPosition(0, 0.9, 0);
  ExpectColor(scene.Pixel(12, 4), lit, lit, lit, 2 * OneLevel, "moved away");
  ExpectColor(scene.Pixel(12, 28), 0, 0, 0, 2 * OneLevel, "moved there");
  quad->GetProperty()->SetOpacity(0.5);
  ExpectColor(scene.Pixel(12, 28), lit, lit, lit, 2 * OneLevel, "what is translucent takes no part");
  quad->GetProperty()->SetOpacity(1);
  quad->VisibilityOff();
  ExpectColor(scene.Pixel(20, 28), lit, lit, lit, 2 * OneLevel, "nor what is hidden");
}

TEST(PathTraceShown, AreSmoothOrFlatAsTheViewHasThem)
{
  PathTraceScene scene(height);
  AddSun(scene.Renderer, 10, 0, 10);
  scene.Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  scene.Paths->SetBounces(0);
  scene.Paths->IncludeSurfacesOn();
  const double origin[3] = { 0, -1, 0.5 }, right[3] = { 0.5, -1, 0.5 }, up[3] = { 0, 1, 0.5 };
  const vtkSmartPointer<vtkActor> quad = MakeQuad(origin, right, up, 1, 0, 0);
  auto* const mapper = vtkPolyDataMapper::SafeDownCast(quad->GetMapper());
  mapper->Update();
  vtkNew<vtkPolyData> polygons;
  polygons->DeepCopy(mapper->GetInput());
  const double towardsSun = std::sqrt(0.5);
  vtkNew<vtkFloatArray> normals;
  normals->SetNumberOfComponents(3);
  for (vtkIdType i = 0; i < polygons->GetNumberOfPoints(); ++i)
  {
    normals->InsertNextTuple3(towardsSun, 0, towardsSun);
  }
  polygons->GetPointData()->SetNormals(normals);
  mapper->SetInputData(polygons);
  scene.Renderer->AddActor(quad);
  ExpectColor(scene.Pixel(20, 16), 1, 0, 0, 2 * OneLevel, "by the normals at its points");
  quad->GetProperty()->SetInterpolationToFlat();
  ExpectColor(scene.Pixel(20, 16), towardsSun, 0, 0, 2 * OneLevel, "by that of its plane");
}

TEST(PathTraceShown, TheirPictureIsInFrontOfThem)
{
  // Light from below leaves the traced quadrilateral black. VTK draws it red, and no red may remain.
  PathTraceScene scene(height);
  AddSun(scene.Renderer, 0, 0, -10);
  scene.Paths->SetLight(vtkPathTraceSettings::LIGHTS);
  scene.Paths->SetBounces(0);
  const double origin[3] = { -1, -1, 0.4 }, right[3] = { 1, -1, 0.7 }, up[3] = { -1, 1, 0.9 };
  scene.Renderer->AddActor(MakeQuad(origin, right, up, 1, 0, 0));
  scene.Perspective(0.5, -1, 4);
  const auto isRed = [&scene](const std::vector<float>& picture, int x, int y) {
    const std::array<float, 3> pixel = scene.PixelOf(picture, x, y);
    return pixel[0] > 0.3f && pixel[1] < 0.1f;
  };
  const std::vector<float> apart = scene.Picture();
  scene.Paths->IncludeSurfacesOn();
  const std::vector<float> together = scene.Picture();
  // At the edges, a rasterizer may fill a pixel whose ray just misses the quadrilateral.
  const int width = scene.Window->GetSize()[0], height = scene.Window->GetSize()[1];
  int number = 0;
  for (int y = 1; y + 1 < height; ++y)
  {
    for (int x = 1; x + 1 < width; ++x)
    {
      const bool isWithin = isRed(apart, x, y) && isRed(apart, x - 1, y) && isRed(apart, x + 1, y) &&
        isRed(apart, x, y - 1) && isRed(apart, x, y + 1);
      number += isWithin ? 1 : 0;
      EXPECT_FALSE(isWithin && isRed(together, x, y)) << "pixel " << x << ", " << y;
    }
  }
  EXPECT_GT(number, 150);
}

TEST(PathTraceShown, HaveTheColorsOfTheirMaps)
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
  mapper->SetLookupTable(scene.Volume->GetProperty()->GetRGBTransferFunction()); // from blue to red
  mapper->SetUseLookupTableScalarRange(1);
  EXPECT_GT(scene.Pixel(30, 16)[0], 0.8f);
  EXPECT_LT(scene.Pixel(30, 16)[2], 0.1f);
  EXPECT_GT(scene.Pixel(1, 16)[2], 0.8f);

  // One color per cell.
  polygons->GetPointData()->Initialize();
  vtkNew<vtkFloatArray> ofCells;
  ofCells->SetName("c");
  ofCells->InsertNextValue(0.0f);
  polygons->GetCellData()->SetScalars(ofCells);
  ExpectColor(scene.Pixel(16, 16), 0, 1, 0, 2 * OneLevel, "green");
}

TEST(PathTraceShown, BlocksAreHiddenAndColoredAsTheViewHasThem)
{
  SunlitGround scene;
  const vtkSmartPointer<vtkPolyData> upper = makeRoof(0, 1), lower = makeRoof(-1, 0.2);
  vtkNew<vtkMultiBlockDataSet> inner, blocks;
  inner->SetBlock(0, lower);
  blocks->SetBlock(0, upper);
  blocks->SetBlock(2, inner); // block 1 is missing
  vtkNew<CompositeMapper> mapper;
  mapper->SetInputDataObject(blocks);
  vtkNew<vtkCompositeDataDisplayAttributes> attributes;
  mapper->SetCompositeDataDisplayAttributes(attributes);
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  actor->GetProperty()->SetColor(1, 0, 0);
  scene.Renderer->AddActor(actor);
  scene.ExpectShade(true, "all blocks");
  EXPECT_EQ(scene.Told("triangles"), 4);

  attributes->SetBlockVisibility(inner, false);
  ExpectColor(scene.Pixel(12, 8), Lit, Lit, Lit, 2 * OneLevel, "no shadow of a hidden block");
  EXPECT_EQ(scene.Told("triangles"), 2) << "nor what is in it";
  ExpectColor(scene.Pixel(12, 24), 0, 0, 0, 2 * OneLevel, "the other block's shadow");
  attributes->SetBlockVisibility(lower, true);
  EXPECT_EQ(scene.Pixel(12, 8)[0], 0) << "a block within may be shown nevertheless";

  ExpectColor(scene.Pixel(20, 24), Lit, 0, 0, 2 * OneLevel, "the actor's color");
  const double blue[3] = { 0, 0, 1 };
  attributes->SetBlockColor(upper, blue);
  ExpectColor(scene.Pixel(20, 24), 0, 0, Lit, 2 * OneLevel, "the block's color");
  ExpectColor(scene.Pixel(20, 8), Lit, 0, 0, 2 * OneLevel, "the other block's");
}

TEST(PathTraceShown, GlyphsAreNotTheirInput)
{
  SunlitGround scene;
  vtkNew<vtkSphereSource> dot;
  dot->SetRadius(1e-3);
  vtkNew<vtkGlyph3DMapper> glyphs;
  glyphs->SetInputDataObject(makeRoof());
  glyphs->SetSourceConnection(dot->GetOutputPort());
  vtkNew<vtkActor> actor;
  actor->SetMapper(glyphs);
  scene.Renderer->AddActor(actor);
  scene.ExpectShade(false, "glyphs at the corners");
  vtkNew<vtkPointGaussianMapper> points;
  points->SetInputDataObject(makeRoof());
  points->SetScaleFactor(1e-3);
  actor->SetMapper(points);
  scene.ExpectShade(false, "points at the corners");
  vtkNew<vtkPolyDataMapper> polygons;
  polygons->SetInputDataObject(makeRoof());
  actor->SetMapper(polygons);
  scene.ExpectShade(true, "the polygons themselves");
}

TEST(PathTraceShown, WhatIsNotDrawnAsOpaqueSurfacesTakesNoPart)
{
  SunlitGround scene;
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputDataObject(makeRoof());
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  scene.Renderer->AddActor(actor);
  scene.ExpectShade(true, "polygons");
  actor->GetProperty()->SetRepresentationToWireframe();
  scene.ExpectShade(false, "a wireframe");
  actor->GetProperty()->SetRepresentationToPoints();
  scene.ExpectShade(false, "points");
  actor->GetProperty()->SetRepresentationToSurface();
  scene.ExpectShade(true, "again");
  mapper->SetInputDataObject(vtkNew<vtkPolyData>());
  scene.ExpectShade(false, "nothing in it");
  vtkSmartPointer<vtkPolyData> other = makeRoof();
  mapper->SetInputDataObject(other);
  scene.ExpectShade(true, "other data");
  other->GetPoints()->SetPoint(2, 0, -1, 0.5); // the roof now has no height
  other->GetPoints()->SetPoint(3, 0.5, -1, 0.5);
  other->GetPoints()->Modified();
  scene.ExpectShade(false, "whose points have moved");
}

TEST(PathTraceShown, AreTracedWhereThereIsNoIsosurface)
{
  SunlitGround scene;
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputDataObject(makeRoof());
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  scene.Renderer->AddActor(actor);
  scene.Paths->GetIsovalues()->SetValue(0, 7);
  ExpectColor(scene.Pixel(20, 16), Lit, Lit, Lit, 2 * OneLevel, "in the light");
  ExpectColor(scene.Pixel(12, 16), 0, 0, 0, 0, "nothing beside it");
  EXPECT_NE(scene.Remarks("note").find("There is no isosurface"), std::string::npos) << scene.Remarks("note");
}

} // namespace
