// SPDX-License-Identifier: BSD-3-Clause
// Several volumes of one view in blend modes other than Composite: the extreme, mean or sum is taken over all
// volumes.
#include "Scene.h"
#include "vtkAppendFilter.h"
#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDataArray.h"
#include "vtkHardwareSelector.h"
#include "vtkIsovalueList.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPointData.h"
#include "vtkRayCastVolume.h"
#include "vtkSelection.h"
#include "vtkTransform.h"
#include "vtkTransformFilter.h"
#include "vtkVolumeMapper.h"
#include "vtkVolumeProperty.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

namespace
{

/// A unit cube with values first + x (last - first). Its red is a third of the value, for values up to 3.
struct Ramp
{
  Ramp(double first, double last, int n = 2)
  {
    vtkSmartPointer<vtkUnstructuredGrid> grid = MakeCube(n);
    vtkDataArray* const values = grid->GetPointData()->GetScalars();
    for (vtkIdType i = 0; i < values->GetNumberOfTuples(); ++i)
    {
      values->SetComponent(i, 0, first + (last - first) * values->GetComponent(i, 0));
    }
    this->Mapper->SetInputData(grid);
    const char* device = std::getenv("INKRAY_TEST_DEVICE");
    this->Mapper->GetSettings()->SetDevice(device && std::string(device) == "cuda"
        ? vtkTetRayCastSettings::DEVICE_CUDA
        : vtkTetRayCastSettings::DEVICE_CPU);
    this->Volume->SetMapper(this->Mapper);
    this->Colors->AddRGBPoint(0, 0, 0, 0.4);
    this->Colors->AddRGBPoint(3, 1, 0, 0.4);
    this->Opacity->AddPoint(0, 1);
    this->Opacity->AddPoint(3, 1);
    this->Volume->GetProperty()->SetColor(this->Colors);
    this->Volume->GetProperty()->SetScalarOpacity(this->Opacity);
  }

  vtkNew<vtkTetRayCastMapper> Mapper;
  vtkNew<vtkColorTransferFunction> Colors;
  vtkNew<vtkPiecewiseFunction> Opacity;
  vtkNew<vtkRayCastVolume> Volume;
};

/// A window that shows volumes in place of the scene's own cube.
struct Ramps
{
  explicit Ramps(const std::vector<Ramp*>& ramps)
  {
    this->View.Renderer->RemoveVolume(this->View.Volume);
    for (Ramp* ramp : ramps)
    {
      this->View.Renderer->AddVolume(ramp->Volume);
    }
  }
  ~Ramps() { this->View.Renderer->RemoveAllViewProps(); }

  bool AreCombined(Ramp& a, Ramp& b)
  {
    return vtkRayCastVolume::AreMerged(this->View.Renderer, a.Volume, b.Volume);
  }

  Scene View;
};

const int Modes[] = { vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND, vtkVolumeMapper::MINIMUM_INTENSITY_BLEND,
  vtkVolumeMapper::AVERAGE_INTENSITY_BLEND, vtkVolumeMapper::ADDITIVE_BLEND };

void SetMode(const std::vector<Ramp*>& ramps, int mode)
{
  for (Ramp* ramp : ramps)
  {
    ramp->Mapper->SetBlendMode(mode);
  }
}

TEST(Films, OfVolumesAreCombinedWhereverTheyLie)
{
  // At x, one cube has the value x along the whole ray, the other 3 - 2 x; their lengths are 1 and `stretch`.
  Ramp rising(0, 1), falling(3, 1);
  for (const double away : { 0.0, -0.5, -3.0, 2.5 })
  {
    for (const double stretch : { 1.0, 0.5 })
    {
      falling.Volume->SetPosition(0, 0, away);
      falling.Volume->SetScale(1, 1, stretch);
      for (const int mode : Modes)
      {
        SetMode({ &rising, &falling }, mode);
        const auto expected = [&](double x) -> std::array<double, 3> {
          const double a = x, b = 3 - 2 * x;
          const double red = mode == vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND ? std::max(a, b) / 3
            : mode == vtkVolumeMapper::MINIMUM_INTENSITY_BLEND                ? std::min(a, b) / 3
            : mode == vtkVolumeMapper::AVERAGE_INTENSITY_BLEND ? (a + stretch * b) / (1 + stretch) / 3
                                                               : std::min(1.0, (a + stretch * b) / 3);
          const bool isGray = mode >= vtkVolumeMapper::AVERAGE_INTENSITY_BLEND;
          return { red, isGray ? red : 0, isGray ? red : 0.4 };
        };
        std::vector<float> first;
        for (const auto& order :
          std::vector<std::vector<Ramp*>>{ { &rising, &falling }, { &falling, &rising } })
        {
          Ramps ramps(order);
          const std::string what =
            std::to_string(mode) + " at " + std::to_string(away) + " x " + std::to_string(stretch);
          const auto picture = ramps.View.Picture();
          for (int i = 1; i < 63; ++i)
          {
            const auto pixel = ramps.View.Pixel(picture, i, 35);
            const auto wanted = expected((i + 0.5) / 64);
            for (std::size_t c = 0; c < 3; ++c)
            {
              EXPECT_NEAR(pixel[c], wanted[c], OneLevel) << what << ", pixel " << i;
            }
          }
          EXPECT_TRUE(ramps.AreCombined(rising, falling)) << what;
          first = first.empty() ? picture : first;
          EXPECT_EQ(picture, first) << what;
        }
      }
    }
  }
}

TEST(Films, AreSentOnceAndReported)
{
  Ramp rising(0, 1), falling(3, 1), third(1, 2);
  third.Volume->SetPosition(0.2, 0, -1);
  SetMode({ &rising, &falling, &third }, vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  Ramps ramps({ &rising, &falling, &third });
  const auto whole = ramps.View.Picture();
  std::map<Ramp*, double> sent;
  for (Ramp* ramp : { &rising, &falling, &third })
  {
    sent[ramp] = ramp->Mapper->GetReport()->GetValue("scalar uploads");
  }
  for (int frame = 0; frame < 2; ++frame)
  {
    EXPECT_EQ(ramps.View.Picture(), whole);
    int counted = 0;
    for (Ramp* ramp : { &rising, &falling, &third })
    {
      vtkRayCastReport* const report = ramp->Mapper->GetReport();
      EXPECT_STREQ(report->GetText("drawn by"), "InKRay Ray Caster");
      EXPECT_EQ(report->GetValue("image width"), 64);
      EXPECT_EQ(report->GetValue("scalar uploads"), sent[ramp]) << "a frame sends nothing again";
      EXPECT_EQ(RemarksOf(report, "problem"), "");
      counted += RemarksOf(report, "note").find("taken over 3 volumes") != std::string::npos;
    }
    EXPECT_EQ(counted, 1);
  }
  EXPECT_TRUE(ramps.AreCombined(rising, third));

  // A selection sends no values either.
  {
    vtkNew<vtkHardwareSelector> selector;
    selector->SetRenderer(ramps.View.Renderer);
    selector->SetArea(20, 20, 40, 40);
    selector->SetFieldAssociation(vtkDataObject::FIELD_ASSOCIATION_CELLS);
    vtkSmartPointer<vtkSelection> found;
    found.TakeReference(selector->Select());
    EXPECT_GE(found->GetNumberOfNodes(), 1u);
    EXPECT_EQ(ramps.View.Picture(), whole);
    for (Ramp* ramp : { &rising, &falling, &third })
    {
      EXPECT_EQ(ramp->Mapper->GetReport()->GetValue("scalar uploads"), sent[ramp]);
    }
  }

  // The two visible volumes are combined. A volume that is visible alone has its own range.
  third.Volume->VisibilityOff();
  ramps.View.Picture();
  EXPECT_TRUE(ramps.AreCombined(rising, falling));
  EXPECT_STREQ(third.Mapper->GetReport()->GetText("drawn by"), "nothing");
  SetMode({ &rising }, vtkVolumeMapper::ADDITIVE_BLEND);
  falling.Volume->VisibilityOff();
  EXPECT_NEAR(ramps.View.Pixel(ramps.View.Picture(), 48, 35)[1], 48.5 / 64, OneLevel);
  EXPECT_FALSE(ramps.AreCombined(rising, falling));
}

TEST(Films, GoTogetherWhereValuesAndColorsAreTheSame)
{
  Ramp a(0, 1), b(1, 2);
  b.Volume->SetPosition(0, 0, -0.5);
  Ramps ramps({ &a, &b });
  const auto areCombined = [&](int mode) {
    SetMode({ &a, &b }, mode);
    ramps.View.Picture();
    for (Ramp* ramp : { &a, &b })
    {
      EXPECT_STREQ(ramp->Mapper->GetReport()->GetText("drawn by"), "InKRay Ray Caster");
    }
    return ramps.AreCombined(a, b);
  };
  const auto expectCombined = [&](bool extremes, bool averages, bool sums, const char* what) {
    EXPECT_EQ(areCombined(Modes[0]), extremes) << what;
    EXPECT_EQ(areCombined(Modes[1]), extremes) << what;
    EXPECT_EQ(areCombined(Modes[2]), averages) << what;
    EXPECT_EQ(areCombined(Modes[3]), sums) << what;
  };
  expectCombined(true, true, true, "equal functions");
  b.Colors->AddRGBPoint(1.5, 0, 1, 0);
  expectCombined(false, true, true, "other colors");
  b.Colors->DeepCopy(a.Colors);
  b.Opacity->AddPoint(1.5, 0.5);
  expectCombined(false, true, true, "other opacity");
  b.Opacity->DeepCopy(a.Opacity);
  b.Volume->GetProperty()->SetScalarOpacityUnitDistance(3);
  expectCombined(true, true, true, "another unit distance");
  b.Mapper->SetBlendedOpacity(0.5);
  expectCombined(false, true, true, "another factor of opacity");
  b.Mapper->SetBlendedOpacity(1);
  b.Mapper->SetAverageIPScalarRange(0, 1.5);
  expectCombined(true, false, true, "another range to average");
  b.Mapper->SetAverageIPScalarRange(a.Mapper->GetAverageIPScalarRange());
  b.Mapper->SelectOpacityArray(vtkDataObject::CELL, "c", 0);
  expectCombined(false, true, true, "opacity of another array");
  a.Mapper->SelectOpacityArray(vtkDataObject::CELL, "c", 0);
  expectCombined(true, true, true, "both with opacity of another array");
  a.Mapper->SelectOpacityArray(0, nullptr, 0);
  b.Mapper->SelectOpacityArray(0, nullptr, 0);
  b.Mapper->GetInput()->GetPointData()->GetScalars()->SetName("g");
  expectCombined(false, false, false, "another array");
  b.Mapper->GetInput()->GetPointData()->GetScalars()->SetName("f");
  expectCombined(true, true, true, "all the same again");
  SetMode({ &a }, Modes[0]);
  SetMode({ &b }, Modes[1]);
  ramps.View.Picture();
  EXPECT_FALSE(ramps.AreCombined(a, b)) << "two modes";
}

TEST(Films, OfOpacitiesFromAnotherArrayAreOverOneRange)
{
  // Each extreme takes the opacity of the other array where it lies. That array is 2 or 3; opacity is a
  // third.
  Ramp a(0, 1), b(1, 0);
  double value = 2;
  for (Ramp* ramp : { &a, &b })
  {
    vtkDataArray* const cells = ramp->Mapper->GetInput()->GetCellData()->GetArray("c");
    cells->FillComponent(0, value++);
    ramp->Mapper->SelectOpacityArray(vtkDataObject::CELL, "c", 0);
    ramp->Opacity->RemoveAllPoints();
    ramp->Opacity->AddPoint(0, 0);
    ramp->Opacity->AddPoint(3, 1);
  }
  for (const auto association : { vtkDataObject::CELL, vtkDataObject::POINT })
  {
    if (association == vtkDataObject::POINT)
    {
      value = 2;
      for (Ramp* ramp : { &a, &b })
      {
        vtkDataArray* const f = ramp->Mapper->GetInput()->GetPointData()->GetArray("f");
        vtkSmartPointer<vtkDataArray> other;
        other.TakeReference(f->NewInstance());
        other->SetName("h");
        other->SetNumberOfTuples(f->GetNumberOfTuples());
        other->FillComponent(0, value++);
        ramp->Mapper->GetInput()->GetPointData()->AddArray(other);
        ramp->Mapper->SelectOpacityArray(vtkDataObject::POINT, "h", 0);
      }
    }
    for (const auto& order : std::vector<std::vector<Ramp*>>{ { &a, &b }, { &b, &a } })
    {
      SetMode(order, vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
      Ramps ramps(order);
      const auto picture = ramps.View.Picture();
      EXPECT_TRUE(ramps.AreCombined(a, b));
      EXPECT_NEAR(ramps.View.Pixel(picture, 50, 35)[2], 0.4 * 2 / 3, OneLevel);
      EXPECT_NEAR(ramps.View.Pixel(picture, 13, 35)[2], 0.4, OneLevel);
    }
  }

  // If values are equal everywhere, the greater opacity wins.
  for (Ramp* ramp : { &a, &b })
  {
    ramp->Mapper->GetInput()->GetPointData()->GetArray("f")->FillComponent(0, 0.5);
    ramp->Mapper->GetInput()->GetPointData()->GetArray("f")->Modified();
  }
  for (const auto& order : std::vector<std::vector<Ramp*>>{ { &a, &b }, { &b, &a } })
  {
    Ramps ramps(order);
    EXPECT_NEAR(ramps.View.Pixel(ramps.View.Picture(), 13, 35)[2], 0.4, OneLevel);
    EXPECT_TRUE(ramps.AreCombined(a, b));
  }
}

/// The mesh of a volume in world coordinates.
vtkSmartPointer<vtkUnstructuredGrid> Placed(Ramp& ramp)
{
  vtkNew<vtkTransform> place;
  place->SetMatrix(ramp.Volume->GetMatrix());
  vtkNew<vtkTransformFilter> placed;
  placed->SetInputData(ramp.Mapper->GetInput());
  placed->SetTransform(place);
  placed->Update();
  return vtkUnstructuredGrid::SafeDownCast(placed->GetOutput());
}

TEST(Films, OfCubesThatAreApartOrTouchHaveThePictureOfOneMesh)
{
  Ramp a(0, 1), b(0.5, 2), c(3, 1), all(0, 1);
  b.Volume->SetPosition(1, 0, 0); // touches the first cube
  c.Volume->SetPosition(0.3, 0.2, -2);
  c.Volume->RotateZ(20);
  c.Volume->SetScale(1.5, 1, 0.7);
  vtkNew<vtkAppendFilter> append;
  for (Ramp* ramp : { &a, &b, &c })
  {
    append->AddInputData(Placed(*ramp));
  }
  append->Update();
  all.Mapper->SetInputData(append->GetOutput());
  for (const bool hasSurfaces : { false, true })
  {
    for (const int mode : Modes)
    {
      SetMode({ &a, &b, &c, &all }, mode);
      for (Ramp* ramp : { &a, &b, &c, &all })
      {
        vtkTetRayCastSettings* const settings = ramp->Mapper->GetSettings();
        settings->GetIsovalues()->SetNumberOfContours(hasSurfaces ? 2 : 0);
        if (hasSurfaces)
        {
          settings->GetIsovalues()->SetValue(0, 0.8);
          settings->GetIsovalues()->SetOpacity(0, 0.5);
          settings->GetIsovalues()->SetValue(1, 1.3);
          settings->GetIsovalues()->SetOpacity(1, 1);
        }
      }
      const auto turn = [](Ramps& ramps) {
        vtkCamera* const camera = ramps.View.Renderer->GetActiveCamera();
        camera->SetParallelProjection(false);
        camera->Azimuth(25);
        camera->Elevation(15);
        ramps.View.Renderer->ResetCamera();
      };
      // Opaque surfaces leave their depths in the window.
      const auto depths = [](Ramps& ramps) {
        std::vector<double> along;
        for (int i = 0; i < 64; i += 3)
        {
          along.push_back(ramps.View.Renderer->GetZ(i, 34));
        }
        return along;
      };
      std::vector<float> wanted, first;
      std::vector<double> nearest;
      {
        Ramps whole({ &all });
        turn(whole);
        wanted = whole.View.Picture();
        nearest = depths(whole);
        EXPECT_EQ(*std::min_element(nearest.begin(), nearest.end()) < 1, hasSurfaces);
      }
      for (const auto& order : std::vector<std::vector<Ramp*>>{ { &a, &b, &c }, { &c, &a, &b } })
      {
        Ramps ramps(order);
        turn(ramps);
        const auto picture = ramps.View.Picture();
        EXPECT_TRUE(ramps.AreCombined(a, b) && ramps.AreCombined(a, c));
        first = first.empty() ? picture : first;
        EXPECT_EQ(picture, first) << mode;
        const std::vector<double> own = depths(ramps);
        for (std::size_t i = 0; i < own.size(); ++i)
        {
          EXPECT_NEAR(own[i], nearest[i], 1e-4) << mode;
        }
      }
      std::size_t far = 0, seen = 0;
      for (std::size_t i = 0; i < wanted.size(); ++i)
      {
        far += std::abs(wanted[i] - first[i]) > 1.5f * OneLevel;
        seen += wanted[i] > 0.05f;
      }
      EXPECT_LE(far, wanted.size() / 200) << mode << " at outlines, surfaces: " << hasSurfaces;
      EXPECT_GT(seen, wanted.size() / 10) << mode;
    }
  }
}

TEST(Films, OfAMeshInPiecesTakePart)
{
  Ramp large(0, 1, 20), other(3, 1);
  other.Volume->SetPosition(0, 0, -2);
  large.Mapper->GetSettings()->SetAutoAdjustSampleDistances(false);
  Ramps ramps({ &large, &other });
  for (const int mode : Modes)
  {
    SetMode({ &large, &other }, mode);
    large.Mapper->GetSettings()->SetGPUMemory(0);
    const auto whole = ramps.View.Picture();
    large.Mapper->GetSettings()->SetGPUMemory(4);
    const auto pieces = ramps.View.Picture();
    EXPECT_GT(large.Mapper->GetReport()->GetValue("pieces"), 3);
    EXPECT_TRUE(ramps.AreCombined(large, other));
    EXPECT_LT(LargestDifference(whole, pieces), OneLevel) << mode;
  }
}

TEST(Films, WithACompositeVolumeKeepTheOrderOfCenters)
{
  Ramp near(0, 1), far(3, 1), between(0, 1);
  far.Volume->SetPosition(0, 0, -3);
  between.Volume->SetPosition(0, 0, 0.5); // its center is nearer than the centers of the others
  const auto draw = [&](const std::vector<Ramp*>& order) {
    Ramps ramps(order);
    const auto picture = ramps.View.Picture();
    EXPECT_TRUE(ramps.AreCombined(near, far));
    EXPECT_FALSE(ramps.AreCombined(near, between));
    EXPECT_FALSE(ramps.AreCombined(far, between));
    return picture;
  };
  SetMode({ &near, &far }, vtkVolumeMapper::MAXIMUM_INTENSITY_BLEND);
  const auto picture = draw({ &near, &between, &far });
  EXPECT_EQ(draw({ &far, &near, &between }), picture);
  EXPECT_EQ(draw({ &between, &far, &near }), picture);
  Ramps ramps({ &near, &between, &far });
  const auto pixel = ramps.View.Pixel(picture, 32, 35);
  const double x = 32.5 / 64, through = std::exp(-1.0);
  EXPECT_NEAR(pixel[0], (1 - through) * x / 3 + through * (3 - 2 * x) / 3, OneLevel);
}

TEST(Films, ThatAreAbortedAreDrawnByTheNextFrame)
{
  Ramp a(0, 1), b(3, 1);
  SetMode({ &a, &b }, vtkVolumeMapper::ADDITIVE_BLEND);
  Ramps ramps({ &a, &b });
  const auto whole = ramps.View.Picture();
  {
    const AbortedFrames aborted(ramps.View.Renderer);
    ramps.View.Picture();
    EXPECT_STREQ(a.Mapper->GetReport()->GetText("drawn by"), "nothing");
  }
  EXPECT_EQ(ramps.View.Picture(), whole);

  // A volume that draws nothing leaves the other one as it is alone.
  vtkNew<vtkUnstructuredGrid> nothing;
  b.Mapper->SetInputData(nothing);
  EXPECT_NEAR(ramps.View.Pixel(ramps.View.Picture(), 20, 35)[0], 20.5 / 64, OneLevel);
}

} // namespace
