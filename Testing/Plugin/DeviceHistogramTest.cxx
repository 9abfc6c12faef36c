// SPDX-License-Identifier: BSD-3-Clause
// Histograms of meshes on a device, which is only simulated: which side counts, and that both count the same.
#include "CellHistogram.h"
#include "FailingDevice.h"
#include "InputHistogram.h"
#include "MeshThreshold.h"
#include "Scene.h"
#include "VolumeHistogram.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkPointData.h"
#include "vtkPoints.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace
{

constexpr double Unit[6] = { 0, 1, 0, 1, 0, 1 };

/// The unit cube in a window, with values that rise along x, and the input of its histogram.
class DeviceHistogram : public testing::Test
{
protected:
  DeviceHistogram()
  {
    FailingDevice::Fails.clear();
    FailingDevice::Breaks = FailingDevice::Lost = false;
    this->Scene.Mapper->SetInputData(this->Grid);
    this->Scene.Settings->SetDeviceToAuto();
    this->Input.Grid = this->Grid;
    this->Input.Values = this->Find("f", vtkDataObject::POINT);
    this->Histogram.Values = { 0, 1, 8 };
  }

  RayCastArray Find(const char* name, int association)
  {
    RayCastArray found;
    found.Array = this->Grid->GetAttributes(association)->GetArray(name);
    found.Association = association;
    return found;
  }

  /// Returns whether the device counts. If it does, it must count as the host does.
  bool IsCounted()
  {
    CellHistogram found = this->Histogram, host = this->Histogram;
    if (!this->Scene.Mapper->AddToHistogram(this->Input, Unit, found))
    {
      EXPECT_TRUE(found.Volumes.empty()) << "nothing was added";
      return false;
    }
    host.Add(this->Input, Unit);
    EXPECT_GT(host.GetVolume(), 0.1);
    EXPECT_EQ(found.Volumes.size(), host.Volumes.size());
    for (std::size_t i = 0; i < host.Volumes.size(); ++i)
    {
      EXPECT_NEAR(found.Volumes[i], host.Volumes[i], 1e-6) << i;
    }
    EXPECT_NEAR(found.GetMeanPath(Unit), host.GetMeanPath(Unit), 1e-6);
    return true;
  }

  void Threshold(int association, const char* name, double low, double high)
  {
    this->Input.Threshold = this->Find(name, association);
    this->Input.ThresholdRange[0] = low;
    this->Input.ThresholdRange[1] = high;
    this->Scene.Mapper->SelectThresholdArray(association, name, 0);
    this->Scene.Mapper->SetThresholdRange(low, high);
  }

  ::Scene Scene;
  vtkSmartPointer<vtkUnstructuredGrid> Grid = MakeCube(4);
  CellHistogramInput Input;
  CellHistogram Histogram;
};

TEST_F(DeviceHistogram, OfWhatWasDrawn)
{
  EXPECT_FALSE(this->IsCounted()) << "nothing yet";
  this->Scene.Picture();
  ASSERT_STREQ(this->Scene.Mapper->GetDeviceName(), "failing device");
  EXPECT_TRUE(this->IsCounted());
  this->Histogram.Gradients = { 0, 4, 6 };
  EXPECT_TRUE(this->IsCounted());
  CellHistogram found = this->Histogram;
  this->Scene.Mapper->AddToHistogram(this->Input, Unit, found);
  EXPECT_NEAR(found.LargestGradient, 1, 1e-6);
  this->Scene.Mapper->AddToHistogram(this->Input, Unit, found);
  EXPECT_NEAR(found.GetVolume(), 2, 1e-6) << "one on top of the other";
  this->Input.Box.on = true;
  this->Input.Box.edges[0][0] = 0.5;
  EXPECT_TRUE(this->IsCounted());
  this->Input.Box.keepsOutside = true;
  EXPECT_TRUE(this->IsCounted());
}

TEST_F(DeviceHistogram, OfWhatAThresholdLeaves)
{
  const std::vector<float> whole = this->Scene.Picture();
  this->Input.Threshold = this->Input.Values;
  this->Input.ThresholdRange[0] = 0.2;
  this->Input.ThresholdRange[1] = 1;
  EXPECT_FALSE(this->IsCounted()) << "the device has no threshold";
  this->Threshold(vtkDataObject::POINT, "f", 0.2, 1); // whole cells remain: those from 0.25 on
  const std::vector<float> left = this->Scene.Picture();
  EXPECT_GT(LargestDifference(left, whole), 0.1f);
  EXPECT_TRUE(this->IsCounted());
  this->Input.ThresholdRange[0] = 0.6;
  EXPECT_TRUE(this->IsCounted()) << "another range before its picture";
  EXPECT_EQ(LargestDifference(this->Scene.Picture(), left), 0.0f) << "each picture has its own";
  this->Input.Threshold = RayCastArray();
  EXPECT_TRUE(this->IsCounted()) << "of all cells";
  this->Threshold(vtkDataObject::CELL, "c", 0, 1);
  EXPECT_FALSE(this->IsCounted()) << "another array before its picture";
  this->Scene.Picture();
  EXPECT_TRUE(this->IsCounted());
  this->Input.ThresholdRange[1] = -1;
  EXPECT_FALSE(this->IsCounted()) << "an empty range";
}

TEST_F(DeviceHistogram, OfTheDataOfNow)
{
  this->Scene.Picture();
  ASSERT_TRUE(this->IsCounted());
  this->Input.Values = this->Find("c", vtkDataObject::CELL);
  EXPECT_FALSE(this->IsCounted()) << "another array";
  this->Scene.Mapper->SetScalarMode(VTK_SCALAR_MODE_USE_CELL_FIELD_DATA);
  this->Scene.Mapper->SelectScalarArray("c");
  this->Scene.Picture();
  EXPECT_TRUE(this->IsCounted());
  this->Histogram.Gradients.count = 2;
  EXPECT_FALSE(this->IsCounted()) << "gradients of values that the device has of cells alone";
  this->Histogram.Gradients.count = 1;
  this->Input.Values.Array->Modified();
  EXPECT_FALSE(this->IsCounted()) << "other values";
  this->Scene.Picture();
  EXPECT_TRUE(this->IsCounted());
  this->Grid->GetPoints()->SetPoint(0, -0.1, 0, 0);
  this->Grid->GetPoints()->Modified();
  EXPECT_FALSE(this->IsCounted()) << "another mesh";
  this->Scene.Picture();
  EXPECT_TRUE(this->IsCounted());
  this->Scene.Mapper->ReleaseCaster();
  EXPECT_FALSE(this->IsCounted()) << "no mesh";
}

TEST_F(DeviceHistogram, DevicesThatFail)
{
  const std::vector<float> whole = this->Scene.Picture();
  Messages messages(this->Scene.Mapper);
  FailingDevice::Fails = "histogram";
  EXPECT_FALSE(this->IsCounted()) << "no memory";
  EXPECT_EQ(LargestDifference(this->Scene.Picture(), whole), 0.0f);
  EXPECT_STREQ(this->Scene.Mapper->GetDeviceName(), "failing device") << "pictures still fit";
  FailingDevice::Breaks = true;
  EXPECT_FALSE(this->IsCounted()) << "lost";
  EXPECT_TRUE(messages.Said.empty()) << "the next picture says so";
  FailingDevice::Fails.clear();
  FailingDevice::Breaks = FailingDevice::Lost = false;
  this->Scene.Settings->SetDeviceToCPU();
  this->Scene.Picture();
  EXPECT_FALSE(this->IsCounted()) << "the host counts in double";
}

/// A display tells the same, whichever side counts.
TEST_F(DeviceHistogram, OfADisplay)
{
  this->Scene.Picture();
  MeshThreshold threshold;
  threshold.SetUse(true);
  threshold.Array.Set(vtkDataObject::POINT, "f");
  threshold.SetRange(0.2, 1);
  this->Threshold(vtkDataObject::POINT, "f", 0.2, 1);
  this->Scene.Picture();
  IsosurfaceGrids pieces;
  pieces.Grid = this->Grid;
  ArrayChoice array;
  array.Name = "f";
  array.Association = vtkDataObject::POINT;
  const auto find = [&](int gradientBins) {
    return VolumeHistogram(
      this->Grid, this->Input.Values, threshold, inkray::CropBox(), this->Scene.Mapper, this->Grid)
      .Find(8, gradientBins);
  };
  const auto findOfIsosurfaces = [&] {
    return InputHistogram(pieces, array, 0, threshold, inkray::CropBox(), this->Scene.Mapper).Find(8);
  };
  for (const int gradientBins : { 1, 3, 0 })
  {
    SCOPED_TRACE(gradientBins);
    FailingDevice::Fails.clear();
    FailingDevice::Counted = 0;
    const auto found = gradientBins > 0 ? find(gradientBins) : findOfIsosurfaces();
    EXPECT_GE(FailingDevice::Counted, gradientBins > 1 ? 3 : 1) << "the largest gradient, the range, and all";
    FailingDevice::Fails = "histogram";
    FailingDevice::Counted = 0;
    const auto host = gradientBins > 0 ? find(gradientBins) : findOfIsosurfaces();
    EXPECT_EQ(FailingDevice::Counted, 0);
    ASSERT_EQ(found.Volumes.size(), host.Volumes.size());
    double volume = 0;
    for (std::size_t i = 0; i < found.Volumes.size(); ++i)
    {
      EXPECT_NEAR(found.Volumes[i], host.Volumes[i], 1e-6) << i;
      volume += host.Volumes[i];
    }
    EXPECT_NEAR(volume, 0.75, 1e-9);
    EXPECT_NEAR(found.MeanPath, host.MeanPath, 1e-6);
    for (int i = 0; i < 4; ++i)
    {
      EXPECT_NEAR(found.Range[i], host.Range[i], 1e-6) << i;
    }
  }
}

} // namespace
