// SPDX-License-Identifier: BSD-3-Clause
// Input of vtkIsosurfaceRayCastMapper: arrays of all kinds, hidden cells, cropping and clipping, colors,
// which changes upload data, and bad input.
#include "IsosurfaceScene.h"
#include "vtkAOSDataArrayTemplate.h"
#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkLookupTable.h"
#include "vtkPlane.h"
#include "vtkPlaneCollection.h"
#include "vtkPointData.h"
#include "vtkSOADataArrayTemplate.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

void expectColor(const std::array<float, 3>& pixel, double red, double green, double blue, const char* what)
{
  EXPECT_NEAR(pixel[0], red, 2 * OneLevel) << what;
  EXPECT_NEAR(pixel[1], green, 2 * OneLevel) << what;
  EXPECT_NEAR(pixel[2], blue, 2 * OneLevel) << what;
}

vtkImageData* imageOf(IsosurfaceScene& scene)
{
  return vtkImageData::SafeDownCast(scene.Mapper->GetInput());
}

/// The scalars z as 100 z + 100 in an array of another type.
vtkSmartPointer<vtkDataArray> scaled(vtkImageData* image, vtkSmartPointer<vtkDataArray> array)
{
  vtkDataArray* f = image->GetPointData()->GetScalars();
  array->SetName("f");
  array->SetNumberOfTuples(f->GetNumberOfTuples());
  for (vtkIdType i = 0; i < f->GetNumberOfTuples(); ++i)
  {
    array->SetComponent(i, 0, 100 * f->GetComponent(i, 0) + 100);
  }
  image->GetPointData()->SetScalars(array);
  return array;
}

TEST(IsosurfaceInput, EveryArrayType)
{
  for (int type : { VTK_SIGNED_CHAR, VTK_UNSIGNED_CHAR, VTK_SHORT, VTK_UNSIGNED_SHORT, VTK_INT,
         VTK_UNSIGNED_INT, VTK_LONG, VTK_UNSIGNED_LONG, VTK_LONG_LONG, VTK_FLOAT, VTK_DOUBLE, VTK_VOID })
  {
    IsosurfaceScene scene(height);
    auto array = type == VTK_VOID
      ? vtkSmartPointer<vtkDataArray>(vtkSmartPointer<vtkSOADataArrayTemplate<float>>::New())
      : vtkSmartPointer<vtkDataArray>::Take(vtkDataArray::CreateDataArray(type));
    if (type == VTK_SIGNED_CHAR)
    {
      imageOf(scene)->GetPointData()->GetScalars()->SetComponent(0, 0, -1);
    }
    scaled(imageOf(scene), array);
    if (type == VTK_SIGNED_CHAR) // values up to 200 do not fit
    {
      for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i)
      {
        array->SetComponent(i, 0, std::min(100.0, 100 * (-1 + 0.25 * (i / 81)) + 100));
      }
    }
    scene.Show({ 60 });
    scene.Picture();
    EXPECT_NEAR(scene.DepthAt(32, 32), scene.WindowDepth(0, 0, -0.4), 1e-5) << array->GetClassName();
  }
}

TEST(IsosurfaceInput, ComponentsCellValuesAndScalarModes)
{
  IsosurfaceScene scene(height);
  vtkImageData* image = imageOf(scene);
  vtkNew<vtkDoubleArray> v;
  v->SetName("v");
  v->SetNumberOfComponents(3);
  for (int i = 0; i < 729; ++i)
  {
    const double z = -1 + 0.25 * (i / 81);
    v->InsertNextTuple3(3 * (z + 1), 0, 4 * (z + 1)); // length 5 (z + 1)
  }
  image->GetPointData()->AddArray(v);
  scene.Mapper->SetScalarModeToUsePointFieldData();
  scene.Mapper->SelectScalarArray("v");
  scene.Show({ 6 });
  scene.Picture();
  EXPECT_NEAR(scene.DepthAt(32, 32), scene.WindowDepth(0, 0, 0.2), 1e-6);
  scene.Settings->SetVectorModeToComponent();
  scene.Settings->SetVectorComponent(2);
  scene.Picture();
  EXPECT_NEAR(scene.DepthAt(32, 32), scene.WindowDepth(0, 0, 0.5), 1e-6);
  Messages messages(scene.Mapper);
  scene.Settings->SetVectorComponent(7);
  scene.Picture();
  EXPECT_TRUE(messages.Said.empty());
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note"),
    "The array has only 3 components; the last one is drawn.\n");

  scene.Mapper->SetScalarModeToUseCellFieldData();
  scene.Mapper->SelectScalarArray("c");
  scene.Show({ 0.3 });
  scene.Picture();
  EXPECT_NEAR(scene.DepthAt(32, 32), scene.WindowDepth(0, 0, 0.3), 1e-6);
  EXPECT_EQ(scene.DepthAt(1, 32), 1.0) << "cell values end half a cell inside";
}

TEST(IsosurfaceInput, HiddenAndGhostCells)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0.1 });
  for (int flag : { vtkDataSetAttributes::HIDDENCELL, vtkDataSetAttributes::DUPLICATECELL,
         vtkDataSetAttributes::REFINEDCELL })
  {
    vtkImageData* image = imageOf(scene);
    vtkNew<vtkUnsignedCharArray> flags;
    flags->SetName(vtkDataSetAttributes::GhostArrayName());
    for (int i = 0; i < 512; ++i)
    {
      flags->InsertNextValue(i % 8 < 4 ? static_cast<unsigned char>(flag) : 0); // hide the left half
    }
    image->GetCellData()->AddArray(flags);
    const auto picture = scene.Picture();
    expectColor(scene.PixelOf(picture, 16, 32), 0, 0, 0, "hidden");
    expectColor(scene.PixelOf(picture, 48, 32), 0.1, 0.9, 0, "there");
    image->GetCellData()->RemoveArray(vtkDataSetAttributes::GhostArrayName());
    expectColor(scene.Pixel(16, 32), 0.1, 0.9, 0, "there again");
  }
  // A blanked point hides the cells around it.
  vtkImageData* image = imageOf(scene);
  vtkUnsignedCharArray* points = image->AllocatePointGhostArray();
  points->SetValue(4 + 9 * 4 + 81 * 5, vtkDataSetAttributes::HIDDENPOINT);
  expectColor(scene.Pixel(30, 30), 0, 0, 0, "beside the point");
  expectColor(scene.Pixel(10, 10), 0.1, 0.9, 0, "away from it");
}

TEST(IsosurfaceInput, CroppingRegions)
{
  // The surface is a plane in the middle slab: region (i, j, 1) is visible if its flag is set.
  IsosurfaceScene scene(height);
  scene.Show({ 0 });
  scene.Mapper->CroppingOn();
  scene.Mapper->SetCroppingRegionPlanes(-0.5, 0.25, -0.25, 0.5, -0.3, 0.3);
  const double x[3] = { -0.75, -0.1, 0.6 }, y[3] = { -0.6, 0.1, 0.75 };
  for (int flags : { VTK_CROP_SUBVOLUME, VTK_CROP_FENCE, VTK_CROP_INVERTED_FENCE, VTK_CROP_CROSS,
         VTK_CROP_INVERTED_CROSS, 0x0155400, 0x7ffffff & ~(1 << 9), 0 })
  {
    scene.Mapper->SetCroppingRegionFlags(flags);
    const auto picture = scene.Picture();
    for (int j = 0; j < 3; ++j)
    {
      for (int i = 0; i < 3; ++i)
      {
        const bool kept = (flags >> (i + 3 * j + 9) & 1) != 0;
        const auto pixel =
          scene.PixelOf(picture, static_cast<int>(32 + 32 * x[i]), static_cast<int>(32 + 32 * y[j]));
        EXPECT_EQ(pixel[1] > 0.5f, kept) << "flags " << flags << ", region " << i << ", " << j;
      }
    }
  }
  // The same with cell values, whose interpolant begins half a cell inside the image.
  scene.Mapper->SetScalarModeToUseCellFieldData();
  scene.Mapper->SelectScalarArray("c");
  scene.Mapper->SetCroppingRegionFlagsToSubVolume();
  const auto cells = scene.Picture();
  expectColor(scene.PixelOf(cells, 17, 32), 0, 1, 0, "just inside x = -0.5");
  expectColor(scene.PixelOf(cells, 14, 32), 0, 0, 0, "just outside");
  expectColor(scene.PixelOf(cells, 38, 46), 0, 1, 0, "just inside x = 0.25, y = 0.5");
  expectColor(scene.PixelOf(cells, 38, 49), 0, 0, 0, "just outside");
  scene.Mapper->SetScalarModeToDefault();

  // Cropping along z: the middle slab does not reach the surface.
  scene.Mapper->SetCroppingRegionFlagsToSubVolume();
  scene.Mapper->SetCroppingRegionPlanes(-1, 1, -1, 1, 0.1, 0.3);
  expectColor(scene.Pixel(32, 32), 0, 0, 0, "below the slab");
}

TEST(IsosurfaceInput, ClippingPlanesInWorldCoordinates)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0 });
  scene.Volume->SetScale(0.5, 0.5, 1);
  scene.Volume->SetPosition(0.25, 0, 0);
  scene.Volume->RotateZ(30);
  vtkNew<vtkPlane> plane; // keeps x + y >= 0.2
  plane->SetNormal(1, 1, 0);
  plane->SetOrigin(0.2, 0, 0);
  scene.Mapper->AddClippingPlane(plane);
  const auto picture = scene.Picture();
  scene.Save("clipped");
  for (double t : { -0.12, 0.12 })
  {
    for (double along : { -0.15, 0.0, 0.15 })
    {
      const double x = 0.1 + 0.1 + t / 2 + along, y = t / 2 - along;
      const auto pixel = scene.PixelOf(picture, static_cast<int>(32 + 32 * x), static_cast<int>(32 + 32 * y));
      EXPECT_EQ(pixel[1] > 0.5f, t > 0) << x << ", " << y;
    }
  }
  scene.Mapper->RemoveAllClippingPlanes();
  expectColor(scene.Pixel(30, 30), 0, 1, 0, "whole again");
}

TEST(IsosurfaceInput, ColorsBySecondArray)
{
  IsosurfaceScene scene(height);
  vtkImageData* image = imageOf(scene);
  vtkNew<vtkDoubleArray> x, cells;
  x->SetName("x");
  cells->SetName("xc");
  for (int i = 0; i < 729; ++i)
  {
    x->InsertNextValue(-1 + 0.25 * (i % 9));
  }
  for (int i = 0; i < 512; ++i)
  {
    cells->InsertNextValue(-0.875 + 0.25 * (i % 8));
  }
  image->GetPointData()->AddArray(x);
  image->GetCellData()->AddArray(cells);
  scene.Show({ 0 });
  scene.Settings->SetColorModeToArray();
  scene.Settings->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_POINTS, "x");
  const double at = (45.5 - 32) / 32; // the value at pixel 45
  expectColor(scene.Pixel(45, 20), at, 1 - at, 0, "through the property's function");
  scene.Settings->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_CELLS, "xc");
  expectColor(scene.Pixel(45, 20), at, 1 - at, 0, "points take the mean of their cells");

  vtkNew<vtkLookupTable> table;
  table->SetRange(-0.5, 0.5);
  table->SetNumberOfTableValues(2);
  table->SetTableValue(0, 1, 1, 0);
  table->SetTableValue(1, 0, 1, 1);
  table->SetUseBelowRangeColor(1);
  table->SetBelowRangeColor(1, 0, 1, 1);
  table->SetNanColor(0.25, 0.5, 0.75, 1);
  table->Build();
  table->SetTableValue(0, 1, 1, 0);
  table->SetTableValue(1, 0, 1, 1);
  scene.Settings->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_POINTS, "x");
  scene.Settings->SetColorFunction(table);
  const auto picture = scene.Picture();
  expectColor(scene.PixelOf(picture, 5, 20), 1, 0, 1, "below");
  expectColor(scene.PixelOf(picture, 25, 20), 1, 1, 0, "first band");
  expectColor(scene.PixelOf(picture, 40, 20), 0, 1, 1, "second band");
  expectColor(scene.PixelOf(picture, 60, 20), 0, 1, 1, "above");
  x->SetComponent(4 + 9 * 4 + 81 * 4, 0, std::nan(""));
  x->Modified();
  expectColor(scene.Pixel(32, 32), 0.25, 0.5, 0.75, "no number");

  // An indexed color holds half way to the next annotated value.
  table->IndexedLookupOn();
  table->SetAnnotation(vtkVariant(-0.5), "left");
  table->SetAnnotation(vtkVariant(0.25), "right");
  const auto indexed = scene.Picture();
  expectColor(scene.PixelOf(indexed, 26, 10), 1, 1, 0, "nearer to the first");
  expectColor(scene.PixelOf(indexed, 29, 10), 0, 1, 1, "nearer to the second");

  // If the array is missing, the color of the isovalue is used, with one warning.
  Messages messages(scene.Mapper);
  scene.Settings->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_POINTS, "gone");
  expectColor(scene.Pixel(45, 20), 0, 1, 0, "of the isovalue");
  scene.Picture();
  ASSERT_EQ(messages.Said.size(), 1u);
  EXPECT_NE(messages.Said[0].find("'gone'"), std::string::npos);
}

TEST(IsosurfaceInput, OnlyWhatChangedTravels)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0.1 });
  scene.Picture();
  scene.Renderer->GetActiveCamera()->Azimuth(10);
  scene.Picture();
  EXPECT_EQ(scene.Reported("volume uploads"), 1);
  EXPECT_EQ(scene.Reported("isosurface uploads"), 1);
  EXPECT_EQ(scene.Reported("color array uploads"), 0);
  EXPECT_EQ(scene.Reported("color table uploads"), 0);
  scene.Isovalues->SetValue(0, 0.2);
  scene.Picture();
  EXPECT_EQ(scene.Reported("volume uploads"), 1);
  EXPECT_EQ(scene.Reported("isosurface uploads"), 2);
  scene.Isovalues->SetOpacity(0, 0.5);
  scene.Picture();
  EXPECT_EQ(scene.Reported("isosurface uploads"), 3);
  scene.Volume->GetProperty()->SetAmbient(0.3);
  scene.Picture();
  EXPECT_EQ(scene.Reported("isosurface uploads"), 3) << "the same colors";

  scene.Settings->SetColorModeToArray();
  scene.Settings->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_POINTS, "f");
  scene.Picture();
  scene.Picture();
  EXPECT_EQ(scene.Reported("color array uploads"), 1);
  EXPECT_EQ(scene.Reported("color table uploads"), 1);
  scene.Volume->GetProperty()->GetRGBTransferFunction()->AddRGBPoint(0.5, 1, 1, 1);
  scene.Picture();
  EXPECT_EQ(scene.Reported("color array uploads"), 1);
  EXPECT_EQ(scene.Reported("color table uploads"), 2);
  EXPECT_EQ(scene.Reported("volume uploads"), 1);

  imageOf(scene)->GetPointData()->GetScalars()->Modified();
  scene.Picture();
  EXPECT_EQ(scene.Reported("volume uploads"), 2);
  EXPECT_EQ(scene.Reported("color array uploads"), 2) << "a new volume drops it";
  imageOf(scene)->SetOrigin(-1, -1, -1);
  scene.Picture();
  EXPECT_EQ(scene.Reported("volume uploads"), 3);
  vtkNew<vtkImageData> same;
  same->ShallowCopy(imageOf(scene));
  scene.Mapper->SetInputData(same);
  scene.Picture();
  EXPECT_EQ(scene.Reported("volume uploads"), 3) << "another image of the same arrays";
}

TEST(IsosurfaceInput, ListsAndStatistics)
{
  IsosurfaceScene scene(
    [](double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); }, 64, 0, 65);
  EXPECT_EQ(scene.Isovalues->GetNumberOfContours(), 0);
  EXPECT_EQ(scene.Isovalues->GetValue(3), 0);
  scene.Isovalues->GenerateValues(3, 0.2, 0.8);
  ASSERT_EQ(scene.Isovalues->GetNumberOfContours(), 3);
  EXPECT_DOUBLE_EQ(scene.Isovalues->GetValue(1), 0.5);
  const vtkMTimeType before = scene.Mapper->GetMTime();
  scene.Isovalues->SetValue(1, 0.5);
  scene.Isovalues->SetNumberOfContours(3);
  EXPECT_EQ(scene.Mapper->GetMTime(), before) << "nothing has changed";
  scene.Isovalues->SetNumberOfContours(5);
  EXPECT_EQ(scene.Isovalues->GetValue(4), 0.0);
  scene.Isovalues->SetNumberOfContours(1);
  scene.Isovalues->SetValue(0, 0.8);
  const std::pair<int, const char*> pipelines[] = { { vtkIsosurfaceRayCastSettings::MULTI_KERNEL,
                                                      "multi-kernel" },
    { vtkIsosurfaceRayCastSettings::SINGLE_KERNEL, "single kernel" },
    { vtkIsosurfaceRayCastSettings::KD_JUMP, "Kd-Jump" } };
  for (const auto& [pipeline, name] : pipelines)
  {
    SCOPED_TRACE(name);
    scene.Settings->SetPipeline(pipeline);
    scene.Picture();
    vtkRayCastReport* const report = scene.Mapper->GetReport();
    EXPECT_STREQ(report->GetText("pipeline"), name);
    EXPECT_NEAR(report->GetValue("hits"), 3.14159 * 0.64 * 1024, 30);
    EXPECT_EQ(scene.Reported("rays"), 4096);
    EXPECT_EQ(scene.Reported("leaves"), 64);
    EXPECT_GT(scene.Reported("active leaves"), 0);
    EXPECT_LE(scene.Reported("active leaves"), 64);
    EXPECT_GT(report->GetValue("cast"), 0);
    EXPECT_GE(report->GetValue("frame"), report->GetValue("cast"));
  }
  scene.Settings->SetPipeline(vtkIsosurfaceRayCastSettings::MULTI_KERNEL);
  scene.Picture();
  scene.Save("sphere");
  EXPECT_GT(scene.Reported("rounds"), 0);
  EXPECT_GT(scene.Reported("kept items"), 0);
  EXPECT_LE(scene.Reported("kept items"), scene.Reported("queue items"));
  EXPECT_GE(scene.Reported("smallest value"), 0.0);
  EXPECT_NEAR(scene.Reported("largest value"), std::sqrt(3.0), 1e-6);
  EXPECT_GT(scene.Reported("brick memory"), 0);
}

TEST(IsosurfaceInput, RowsOfTheListOwnWhatIsInThem)
{
  // Planes in depth, the nearest first: 0.5, 0, -0.5.
  IsosurfaceScene scene([](double, double, double z) { return z; });
  scene.Show({ 0.5, 0, -0.5 });
  const auto expect = [&scene](const char* what, float red, float green, float blue) {
    const auto pixel = scene.Pixel(32, 32);
    EXPECT_NEAR(pixel[0], red, 1.1f / 255) << what;
    EXPECT_NEAR(pixel[1], green, 1.1f / 255) << what;
    EXPECT_NEAR(pixel[2], blue, 1.1f / 255) << what;
  };
  expect("the map at 0.5", 0.5f, 0.5f, 0);
  scene.Isovalues->SetColor(0, 0, 0, 1);
  expect("a color of its own", 0, 0, 1);
  scene.Isovalues->SetVisibility(0, false);
  expect("hidden: the map at 0", 0, 1, 0);
  scene.Isovalues->SetOpacity(1, 0.25);
  EXPECT_FALSE(scene.Settings->IsOpaque());
  scene.Isovalues->SetVisibility(1, false);
  EXPECT_TRUE(scene.Settings->IsOpaque()) << "what is hidden is not translucent";
  expect("both hidden: the map at -0.5", 0, 0.5f, 0.5f);
  scene.Settings->SetColorModeToSolid();
  scene.Settings->SetSolidColor(1, 1, 0);
  expect("the solid color", 1, 1, 0);
  scene.Isovalues->SetColor(2, 1, 0, 0);
  expect("a color of its own among those of the solid color", 1, 0, 0);
  scene.Isovalues->SetOwnColor(2, false);
  expect("and back", 1, 1, 0);

  // A second array colors the isovalues that have no color of their own.
  scene.Settings->SetColorModeToArray();
  scene.Settings->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_POINTS, "f");
  expect("by the array", 0, 0.5f, 0.5f);
  scene.Isovalues->SetColor(2, 1, 0, 1);
  expect("a color of its own beside the array's", 1, 0, 1);
  scene.Isovalues->SetVisibility(1, true);
  expect("through the array's", 0.75f, 0.25f, 0.75f);

  double row[7];
  scene.Isovalues->GetRow(1, row);
  EXPECT_EQ(std::vector<double>(row, row + 7), (std::vector<double>{ 0, 0.25, 1, 0, 1, 1, 1 }));
  scene.Isovalues->SetRow(1, -0.5, 1, 1, 1, 0.2, 0.4, 0.6);
  scene.Isovalues->GetRow(1, row);
  EXPECT_EQ(std::vector<double>(row, row + 7), (std::vector<double>{ -0.5, 1, 1, 1, 0.2, 0.4, 0.6 }));
  expect("of equal values the first", 0.2f, 0.4f, 0.6f);
  EXPECT_EQ(vtkIsovalueList::FindProblem({ row, row + 7 }), "");
}

TEST(IsosurfaceInput, CoarserWhileInteractingOnly)
{
  IsosurfaceScene scene(height, 256, 0, 65);
  scene.Show({ 0 });
  scene.Window->SetDesiredUpdateRate(0.001);
  scene.Picture();
  EXPECT_EQ(scene.Reported("image width"), 256);
  if (std::string(scene.Mapper->GetDeviceName()).find("CPU") == std::string::npos)
  {
    GTEST_SKIP() << "a GPU draws this image in less time than a coarser one would save";
  }
  scene.Window->SetDesiredUpdateRate(100000); // no device draws at that rate
  scene.Picture();
  EXPECT_LT(scene.Reported("image width"), 256);
  scene.Window->SetDesiredUpdateRate(0.001);
  scene.Picture();
  EXPECT_EQ(scene.Reported("image width"), 256);
}

TEST(IsosurfaceInput, AbortLeavesTheNextFrameWhole)
{
  IsosurfaceScene scene(height, 256);
  scene.Show({ 0 });
  const auto whole = scene.Picture();
  Messages messages(scene.Mapper);
  {
    const AbortedFrames aborted(scene.Renderer);
    EXPECT_GT(LargestDifference(scene.Picture(), whole), 0.1f) << "nobody waits for this frame";
    EXPECT_STREQ(scene.Mapper->GetReport()->GetText("drawn by"), "nothing");
    EXPECT_NE(RemarksOf(scene.Mapper->GetReport(), "note").find("aborted"), std::string::npos);
  }
  EXPECT_LE(LargestDifference(scene.Picture(), whole), 0.0f);
  EXPECT_EQ(RemarksOf(scene.Mapper->GetReport(), "note").find("aborted"), std::string::npos);
  EXPECT_TRUE(messages.Said.empty());
}

TEST(IsosurfaceInput, WindowsAndSizesComeAndGoWithoutLeaks)
{
  IsosurfaceScene scene(height);
  scene.Show({ 0.1 });
  const auto whole = scene.Picture();
  const auto round = [&scene](int i) {
    scene.Window->SetSize(64 + i % 7, 64 + i % 5);
    scene.Window->Render();
    if (i % 10 == 0)
    {
      scene.Mapper->ReleaseGraphicsResources(scene.Window);
      scene.Mapper->SetInputData(MakeImage(9, height));
    }
  };
  for (int i = 0; i < 100; ++i)
  {
    round(i);
  }
  const double before = Resident();
  for (int i = 0; i < 600; ++i)
  {
    round(i);
  }
  EXPECT_LT(Resident() - before, 12.0 + KeptResident) << "mebibytes more after 600 frames";
  scene.Window->SetSize(64, 64);
  EXPECT_LE(LargestDifference(scene.Picture(), whole), 0.0f);

  // The mapper can be used in another window after its own is finalized.
  scene.Renderer->RemoveVolume(scene.Volume);
  scene.Window->Finalize();
  IsosurfaceScene second(height);
  second.Renderer->RemoveVolume(second.Volume);
  second.Renderer->AddVolume(scene.Volume);
  EXPECT_LE(LargestDifference(second.Picture(), whole), 0.0f);
}

} // namespace
