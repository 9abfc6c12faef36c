// SPDX-License-Identifier: BSD-3-Clause
// Mappers on a device whose memory runs out: one message states how much memory, the CPU draws the same
// picture, and another input goes to the device again.
#include "FallbackTest.h"
#include "GridVolume/GridScene.h"
#include "IsosurfaceScene.h"
#include "vtkCamera.h"
#include "vtkHardwareSelector.h"
#include "vtkHavsMapper.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkRayCastReport.h"
#include "vtkRayCastVolume.h"
#include "vtkSelection.h"
#include "vtkTetRayCastSettings.h"
#include "vtkVolumeProperty.h"

namespace
{

/// A scene that HAVS draws.
struct HavsScene : Scene
{
  HavsScene()
  {
    this->Havs->SetSettings(this->Settings);
    this->Havs->SetInputData(MakeCube(4));
    this->Volume->SetMapper(this->Havs);
  }
  vtkNew<vtkHavsMapper> Havs;
};

/// A scene with everything that takes memory: colors from an array and a translucent surface.
struct Everything : IsosurfaceScene
{
  Everything()
    : IsosurfaceScene(slanted)
  {
    this->Show({ 0.25 });
    this->Settings->SetColorModeToArray();
    this->Settings->SelectColorArray(vtkDataObject::FIELD_ASSOCIATION_POINTS, "f");
    this->Settings->SetOpacity(0.5);
  }
};

TEST_F(Fallback, IsosurfacesWhereverMemoryRunsOut)
{
  for (const char* where :
    { "create", "setVolume", "setColorValues", "setColorTable", "setIsosurfaces", "render" })
  {
    SCOPED_TRACE(where);
    Everything scene;
    scene.Settings->SetDeviceToCPU();
    const auto whole = scene.Picture();
    ASSERT_GT(LargestDifference(whole, std::vector<float>(whole.size(), 0.0f)), 0.2f);

    Messages messages(scene.Mapper);
    FailingDevice::Fails = where;
    FailingDevice::Made = 0;
    scene.Settings->SetDeviceToAuto();
    EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
    EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
    expectOneMessage(messages);
    EXPECT_TRUE(contains(scene.Mapper->GetDeviceName(), "CPU"));
    EXPECT_TRUE(contains(scene.Mapper->GetFallbackReason(), "200.0 MiB"));
    EXPECT_EQ(FailingDevice::Made, std::string(where) == "create" ? 0 : 1) << "not in every frame";

    // Another image may fit into memory, so the device is tried again.
    FailingDevice::Fails.clear();
    scene.Mapper->SetInputData(MakeImage(9, slanted));
    EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
    EXPECT_STREQ(scene.Mapper->GetDeviceName(), "failing device");
    EXPECT_STREQ(scene.Mapper->GetFallbackReason(), "");
    EXPECT_EQ(messages.Said.size(), 1u);
  }
}

TEST_F(Fallback, VolumesThatAreMixed)
{
  // Wherever the device fails, the CPU draws the picture of two volumes, and each volume reports one message.
  Scene scene;
  vtkNew<vtkTetRayCastMapper> mapper;
  mapper->SetInputData(MakeCube(2));
  vtkNew<vtkRayCastVolume> first, second;
  first->SetMapper(scene.Mapper);
  first->SetProperty(scene.Volume->GetProperty());
  second->SetMapper(mapper);
  second->SetProperty(scene.Volume->GetProperty());
  second->SetPosition(0.2, 0, -0.5);
  scene.Renderer->RemoveVolume(scene.Volume);
  scene.Renderer->AddVolume(first);
  scene.Renderer->AddVolume(second);
  scene.Settings->SetDeviceToCPU();
  mapper->GetSettings()->SetDeviceToCPU();
  const auto whole = scene.Picture();
  EXPECT_TRUE(vtkRayCastVolume::AreMerged(scene.Renderer, first, second));
  for (const char* where : { "setScalars", "render" })
  {
    SCOPED_TRACE(where);
    FailingDevice::Fails = where;
    scene.Settings->SetDeviceToAuto();
    mapper->GetSettings()->SetDeviceToAuto();
    Messages of[2] = { Messages(scene.Mapper), Messages(mapper) };
    scene.Picture(); // the merged frame fails, and each volume is drawn separately
    EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
    EXPECT_TRUE(vtkRayCastVolume::AreMerged(scene.Renderer, first, second));
    for (const Messages& messages : of)
    {
      expectOneMessage(messages);
    }
    FailingDevice::Fails.clear();
    scene.Settings->SetDeviceToCPU();
    mapper->GetSettings()->SetDeviceToCPU();
    scene.Picture();
  }
}

TEST_F(Fallback, IsosurfacesInALargerWindow)
{
  Everything scene;
  FailingDevice::Fails = "render";
  FailingDevice::Pixels = 64 * 64;
  scene.Settings->SetDeviceToCUDA();
  Messages messages(scene.Mapper);
  scene.Picture();
  EXPECT_STREQ(scene.Mapper->GetDeviceName(), "failing device");
  EXPECT_TRUE(messages.Said.empty());
  scene.Window->SetSize(96, 96);
  const auto picture = scene.Picture();
  expectOneMessage(messages);
  EXPECT_TRUE(contains(scene.Mapper->GetDeviceName(), "CPU"));
  scene.Settings->SetDeviceToCPU();
  EXPECT_EQ(LargestDifference(picture, scene.Picture()), 0.0f);

  // A user can select CUDA explicitly to try the device again.
  FailingDevice::Fails.clear();
  scene.Settings->SetDeviceToCUDA();
  EXPECT_EQ(LargestDifference(picture, scene.Picture()), 0.0f);
  EXPECT_STREQ(scene.Mapper->GetDeviceName(), "failing device");
  EXPECT_EQ(messages.Said.size(), 1u);
}

/// Expects the whole picture of a mapper where one of several devices is missing, and where the first fails.
template <class Mapper>
void ExpectSharedRows(Scene& scene, Mapper* mapper)
{
  scene.Settings->SetDeviceToCPU();
  const auto whole = scene.Picture();
  FailingDevice::Number = 2;
  scene.Settings->SetDevice(vtkTetRayCastSettings::DEVICE_ALL_CUDA);
  Messages messages(mapper);
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
  EXPECT_STREQ(mapper->GetDeviceName(), "failing device");
  ASSERT_EQ(messages.Said.size(), 1u) << "said once";
  EXPECT_TRUE(contains(messages.Said[0], "GPU 1 (CUDA device 1) failed, and the other GPUs draw its rows"))
    << messages.Said[0];
  EXPECT_STREQ(mapper->GetReport()->GetText("rows by GPU"), "GPU 0: 100 % in 2 ms, GPU 1: 0 % in 2 ms");

  // After the first failure the CPU draws everything. With one device there is nothing to share.
  FailingDevice::Fails = "render";
  scene.Settings->SetDeviceToCPU();
  scene.Picture();
  scene.Settings->SetDevice(vtkTetRayCastSettings::DEVICE_ALL_CUDA);
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
  EXPECT_TRUE(contains(mapper->GetDeviceName(), "CPU"));
  FailingDevice::Fails.clear();
  FailingDevice::Number = 1;
  scene.Settings->SetDeviceToCPU();
  scene.Picture();
  scene.Settings->SetDevice(vtkTetRayCastSettings::DEVICE_ALL_CUDA);
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
  EXPECT_STREQ(mapper->GetReport()->GetText("rows by GPU"), "");
}

TEST_F(Fallback, OneOfSeveralDevicesIsMissing)
{
  Scene scene;
  ExpectSharedRows(scene, scene.Mapper.Get());
}

TEST_F(Fallback, OneOfSeveralDevicesIsMissingForAnImage)
{
  GridScene scene;
  const vtkSmartPointer<vtkRectilinearGrid> grid = MakeUnevenGrid();
  AddValues(grid, "f", Linear);
  scene.Draw(grid);
  ExpectSharedRows(scene, scene.Grids.Get());
}

TEST_F(Fallback, CountersAreNotWorthAFrame)
{
  Everything scene;
  const auto whole = scene.Picture();
  FailingDevice::Fails = "statistics";
  scene.Settings->SetDeviceToAuto();
  Messages messages(scene.Mapper);
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f) << "drawn once";
  EXPECT_TRUE(messages.Said.empty());
  EXPECT_STREQ(scene.Mapper->GetDeviceName(), "failing device");
  EXPECT_EQ(scene.Reported("hits"), 0);

  FailingDevice::Fails.clear();
  Scene volume;
  const auto picture = volume.Picture();
  FailingDevice::Fails = "statistics";
  volume.Settings->SetDeviceToAuto();
  EXPECT_EQ(LargestDifference(volume.Picture(), picture), 0.0f);
  EXPECT_STREQ(volume.Mapper->GetDeviceName(), "failing device");
  EXPECT_EQ(volume.Reported("rays"), 0);
}

TEST_F(Fallback, SelectionAndProbes)
{
  IsosurfaceScene scene(slanted);
  scene.Show({ 0.25 });
  scene.Settings->SetDeviceToAuto();
  const auto whole = scene.Picture();
  ASSERT_TRUE(scene.Mapper->ProbePixel(32, 32));
  const double value = scene.Mapper->GetProbedValue();

  FailingDevice::Fails = "hits";
  {
    Messages messages(scene.Mapper);
    vtkNew<vtkHardwareSelector> selector;
    selector->SetRenderer(scene.Renderer);
    selector->SetArea(32, 32, 32, 32);
    selector->SetFieldAssociation(vtkDataObject::FIELD_ASSOCIATION_CELLS);
    auto selection = vtkSmartPointer<vtkSelection>::Take(selector->Select());
    EXPECT_EQ(selection ? selection->GetNumberOfNodes() : 0u, 1u);
    expectOneMessage(messages);
  }

  scene.Mapper->SetInputData(MakeImage(9, slanted));
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
  EXPECT_STREQ(scene.Mapper->GetDeviceName(), "failing device");
  Messages messages(scene.Mapper);
  EXPECT_FALSE(scene.Mapper->ProbePixel(32, 32));
  expectOneMessage(messages);
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f) << "the next frame is the CPU's";
  EXPECT_TRUE(contains(scene.Mapper->GetDeviceName(), "CPU"));
  EXPECT_TRUE(scene.Mapper->ProbePixel(32, 32));
  EXPECT_EQ(scene.Mapper->GetProbedValue(), value);
  EXPECT_EQ(messages.Said.size(), 1u);
}

/// Expects that a mapper of meshes falls back to the CPU wherever the device's memory runs out: the picture
/// is the CPU's, and there is one message. Other data are drawn on the device again.
template <class Mapper>
void ExpectFallback(Scene& scene, Mapper* mapper, const char* where, vtkDataObject* other)
{
  SCOPED_TRACE(where);
  scene.Settings->SetDeviceToCPU();
  const auto whole = scene.Picture();
  ASSERT_GT(LargestDifference(whole, std::vector<float>(whole.size(), 0.0f)), 0.2f);

  Messages messages(mapper);
  FailingDevice::Fails = where;
  scene.Settings->SetDeviceToAuto();
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
  EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
  expectOneMessage(messages);
  EXPECT_TRUE(contains(mapper->GetDeviceName(), "CPU"));
  EXPECT_TRUE(contains(mapper->GetFallbackReason(), "200.0 MiB"));

  FailingDevice::Fails.clear();
  mapper->SetInputDataObject(other);
  EXPECT_LE(LargestDifference(scene.Picture(), whole), 1.05f / 255) << "the volume is the same everywhere";
  EXPECT_STREQ(mapper->GetDeviceName(), "failing device");
  EXPECT_STREQ(mapper->GetFallbackReason(), "");
}

TEST_F(Fallback, TetrahedraWhereverMemoryRunsOut)
{
  for (const char* where : { "create", "setMesh", "setScalars", "setTransferFunction", "render" })
  {
    Scene scene;
    ExpectFallback(scene, scene.Mapper.Get(), where, MakeCube(4));
  }
}

TEST_F(Fallback, HavsWhereverMemoryRunsOut)
{
  for (const char* where : { "create", "setMesh", "setScalars", "setTransferFunction", "render" })
  {
    HavsScene scene;
    ExpectFallback(scene, scene.Havs.Get(), where, MakeCube(5));
  }
}

TEST_F(Fallback, ImagesWhereverMemoryRunsOut)
{
  const auto makeImage = [](int cells) {
    auto image = vtkSmartPointer<vtkImageData>::New();
    image->SetDimensions(cells + 1, cells + 1, cells + 1);
    image->SetSpacing(1.0 / cells, 1.0 / cells, 1.0 / cells);
    AddValues(image, "f", [](const double* p) { return 60 * p[0]; });
    return image;
  };
  for (const char* where : { "create", "setScalars", "setTransferFunction", "render" })
  {
    GridScene scene;
    scene.Draw(makeImage(3));
    ExpectFallback(scene, scene.Grids.Get(), where, makeImage(4));
  }
}

// Where the memory of the device does not suffice for the whole image, the device draws pieces of it.
TEST_F(Fallback, AnImageThatDoesNotFitIsDrawnInPieces)
{
  for (const int points : { 40, 70 }) // less and more than 1 MiB
  {
    const bool isSmall = points == 40;
    GridScene scene;
    vtkNew<vtkImageData> image;
    image->SetDimensions(points, points, points);
    image->SetSpacing(1.0 / (points - 1), 1.0 / (points - 1), 1.0 / (points - 1));
    AddValues(image, "f", [](const double* p) { return 60 * p[0]; });
    AddCellValues(image, "o", [](const double* p) { return 60 * p[1]; }); // is averaged at the points
    scene.Grids->SelectOpacityArray(vtkDataObject::CELL, isSmall ? "" : "o", 0);
    scene.Settings->SetDeviceToCPU();
    std::vector<float> whole[2];
    for (auto& picture : whole)
    {
      picture = scene.Draw(image);
      scene.Renderer->GetActiveCamera()->Azimuth(180);
    }
    FailingDevice::Fails = isSmall ? "whole" : "";
    scene.Settings->SetGPUMemory(1);
    scene.Settings->SetDeviceToAuto();
    Messages messages(scene.Grids);
    for (const auto& picture : whole)
    {
      EXPECT_LE(LargestDifference(scene.Picture(), picture), 1.05f / 255);
      EXPECT_STREQ(scene.Grids->GetDeviceName(), "failing device");
      EXPECT_EQ(scene.Grids->GetReport()->GetValue("pieces"), isSmall ? 27 : 125);
      scene.Renderer->GetActiveCamera()->Azimuth(180);
      // Memory that was freed although pieces are made of it again has other numbers now.
      const std::vector<double> others(static_cast<std::size_t>(image->GetNumberOfPoints()), 20.0);
      EXPECT_EQ(others.back(), 20.0);
    }
    EXPECT_TRUE(messages.Said.empty()) << messages.Said[0];
  }
}

// After a device failed for good it is not tried again, neither for other data nor by other displays.
TEST_F(Fallback, ALostDeviceIsLeftAlone)
{
  for (const char* where : { "setMesh", "render" })
  {
    SCOPED_TRACE(where);
    FailingDevice::Breaks = FailingDevice::Lost = false;
    FailingDevice::Fails.clear();
    Scene scene;
    Everything other;
    scene.Settings->SetDeviceToCPU();
    other.Settings->SetDeviceToCPU();
    const auto whole = scene.Picture(), otherWhole = other.Picture();
    other.Settings->SetDeviceToAuto();
    EXPECT_EQ(LargestDifference(other.Picture(), otherWhole), 0.0f);
    ASSERT_STREQ(other.Mapper->GetDeviceName(), "failing device");

    Messages messages(scene.Mapper), otherMessages(other.Mapper);
    FailingDevice::Fails = where;
    FailingDevice::Breaks = true;
    scene.Settings->SetDeviceToAuto();
    EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
    EXPECT_EQ(LargestDifference(scene.Picture(), whole), 0.0f);
    ASSERT_EQ(messages.Said.size(), 1u);
    EXPECT_TRUE(contains(messages.Said[0], "The CPU draws, because the CUDA device failed"))
      << messages.Said[0];
    EXPECT_TRUE(contains(messages.Said[0], FailingDevice::Break)) << messages.Said[0];
    const int made = FailingDevice::Made;

    // Other data: if memory had run out, this would make the mapper try the device again.
    scene.Mapper->SetInputData(MakeCube(4));
    EXPECT_LE(LargestDifference(scene.Picture(), whole), 1.05f / 255);
    EXPECT_TRUE(contains(scene.Mapper->GetDeviceName(), "CPU"));
    EXPECT_TRUE(contains(scene.Mapper->GetFallbackReason(), "lost"));
    // A display whose data were on the lost device.
    EXPECT_EQ(LargestDifference(other.Picture(), otherWhole), 0.0f);
    EXPECT_TRUE(contains(other.Mapper->GetDeviceName(), "CPU"));
    EXPECT_TRUE(contains(other.Mapper->GetFallbackReason(), "lost"));
    EXPECT_EQ(FailingDevice::Made, made);
    EXPECT_EQ(messages.Said.size(), 1u);
    EXPECT_EQ(otherMessages.Said.size(), 0u);
  }
}

} // namespace
