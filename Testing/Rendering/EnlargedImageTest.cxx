// SPDX-License-Identifier: BSD-3-Clause
// Pictures with fewer rays than pixels are compared with pictures of one ray per pixel. Where opaque objects
// begin and end, both must be equally sharp.
#include "IsosurfaceScene.h"
#include "RayCastTiles.h"
#include "vtkActor.h"
#include "vtkCamera.h"
#include "vtkHavsMapper.h"
#include "vtkPNGWriter.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkSphereSource.h"
#include "vtkVolumeProperty.h"
#include "vtkWindowToImageFilter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace
{

// For an odd factor, the center of each pixel of the small image is the center of a pixel of the window. A
// window of the small size therefore shows the small image.
constexpr int Factor = 3;
constexpr int Size = 64 * Factor;

/// Draws a scene in a window of size x size pixels and returns the picture.
using Drawing = std::function<std::vector<float>(int size, float sampleDistance, const char* name)>;

/// Red, green and blue of n x n pixels, enlarged as OpenGL's linear filter enlarges them.
std::vector<float> Interpolated(const std::vector<float>& small, int n)
{
  std::vector<float> out(static_cast<std::size_t>(3) * n * n * Factor * Factor);
  const auto at = [n](double place, int end) { return std::clamp(static_cast<int>(place) + end, 0, n - 1); };
  for (int y = 0; y < n * Factor; ++y)
  {
    for (int x = 0; x < n * Factor; ++x)
    {
      const double u = (x + 0.5) / Factor + 0.5, v = (y + 0.5) / Factor + 0.5; // from the center of pixel -1
      const double s = u - std::floor(u), t = v - std::floor(v);
      for (int channel = 0; channel < 3; ++channel)
      {
        const auto value = [&](int i, int j) {
          return static_cast<double>(
            small[3 * (static_cast<std::size_t>(at(v, j - 1)) * n + at(u, i - 1)) + channel]);
        };
        out[3 * (static_cast<std::size_t>(y) * n * Factor + x) + channel] =
          static_cast<float>((1 - t) * ((1 - s) * value(0, 0) + s * value(1, 0)) +
            t * ((1 - s) * value(0, 1) + s * value(1, 1)));
      }
    }
  }
  return out;
}

/// The pixels that are at most `Factor` pixels from a jump in the picture.
std::vector<bool> NearEdges(const std::vector<float>& picture)
{
  const auto red = [&](int x, int y) { return picture[3 * (static_cast<std::size_t>(y) * Size + x)]; };
  std::vector<bool> near(static_cast<std::size_t>(Size) * Size);
  for (int y = Factor; y < Size - Factor; ++y)
  {
    for (int x = Factor; x < Size - Factor; ++x)
    {
      float low = 1, high = 0;
      for (int j = -Factor; j <= Factor; ++j)
      {
        for (int i = -Factor; i <= Factor; ++i)
        {
          low = std::min(low, red(x + i, y + j));
          high = std::max(high, red(x + i, y + j));
        }
      }
      near[static_cast<std::size_t>(y) * Size + x] = high - low > 0.5f;
    }
  }
  return near;
}

/// Root mean square difference of two pictures over the pixels that `counts` marks.
double Error(const std::vector<float>& a, const std::vector<float>& b, const std::vector<bool>& counts)
{
  double sum = 0, number = 0;
  for (std::size_t i = 0; i < counts.size(); ++i)
  {
    for (std::size_t channel = 0; counts[i] && channel < 3; ++channel)
    {
      const double difference = a[3 * i + channel] - b[3 * i + channel];
      sum += difference * difference;
      ++number;
    }
  }
  return std::sqrt(sum / std::max(number, 1.0));
}

void Save(vtkRenderWindow* window, const std::string& name)
{
  if (const char* folder = std::getenv("INKRAY_TEST_PICTURES"))
  {
    vtkNew<vtkWindowToImageFilter> grab;
    grab->SetInput(window);
    grab->ReadFrontBufferOff();
    vtkNew<vtkPNGWriter> writer;
    writer->SetInputConnection(grab->GetOutputPort());
    writer->SetFileName((std::string(folder) + "/" + name + ".png").c_str());
    writer->Write();
  }
}

vtkSmartPointer<vtkActor> MakeBall(double x, double y, double z, double radius, double gray)
{
  vtkNew<vtkSphereSource> ball;
  ball->SetCenter(x, y, z);
  ball->SetRadius(radius);
  ball->SetThetaResolution(40);
  ball->SetPhiResolution(40);
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(ball->GetOutputPort());
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->GetProperty()->SetColor(gray, gray, gray);
  actor->GetProperty()->LightingOff();
  return actor;
}

/// Draws the colored cube at an angle with a black ball in it, or the ball alone in white. Nothing else is
/// bright, so a small window shows color times opacity of the small image.
std::vector<float> DrawCube(
  bool havs, bool hasBall, bool hasVolume, int size, float distance, const char* name, int samples)
{
  Scene scene(size, samples);
  scene.Mapper->SetInputData(MakeCube(6));
  scene.Uniform(3, 0.9, 0.7, 0.4);
  scene.Settings->SetImageSampleDistance(distance);
  scene.Renderer->GetActiveCamera()->Azimuth(25);
  scene.Renderer->GetActiveCamera()->Elevation(20);
  scene.Renderer->GetActiveCamera()->SetParallelScale(0.8);
  vtkNew<vtkHavsMapper> mapper;
  if (havs)
  {
    mapper->SetSettings(scene.Settings);
    mapper->SetInputData(scene.Mapper->GetInput());
    scene.Volume->SetMapper(mapper);
  }
  scene.Volume->SetVisibility(hasVolume);
  if (hasBall)
  {
    scene.Renderer->AddActor(MakeBall(0.6, 0.55, 0.75, 0.28, hasVolume ? 0 : 1));
  }
  std::vector<float> picture = scene.Picture();
  Save(scene.Window, name);
  return picture;
}

void ExpectSharpBall(bool havs, int samples)
{
  const std::string name = havs ? "havs" : samples > 0 ? "multisampled" : "volume";
  const auto draw = [&](int size, float distance, const std::string& what) {
    return DrawCube(havs, true, true, size, distance, (name + what).c_str(), samples);
  };
  const auto full = draw(Size, 1, "_full");
  const auto coarse = draw(Size, Factor, "_coarse");
  const auto linear = Interpolated(draw(Size / Factor, 1, "_small"), Size / Factor);
  const auto near = NearEdges(DrawCube(havs, true, false, Size, 1, "ball", samples));
  const std::vector<bool> all(near.size(), true);
  EXPECT_GT(std::count(near.begin(), near.end(), true), 1000);
  EXPECT_GT(Error(linear, full, near), 0.03) << "there is something to be seen";
  EXPECT_LT(Error(coarse, full, near), 0.3 * Error(linear, full, near));
  EXPECT_LT(Error(coarse, full, all), 0.5 * Error(linear, full, all));
}

TEST(EnlargedImage, VolumeStopsSharplyAtOpaqueThings)
{
  ExpectSharpBall(false, 0);
}

TEST(EnlargedImage, HavsStopsSharplyAtOpaqueThings)
{
  ExpectSharpBall(true, 0);
}

TEST(EnlargedImage, VolumeStopsSharplyInAMultisampledWindow)
{
  ExpectSharpBall(false, 4);
}

TEST(EnlargedImage, WithoutOpaqueThingsItIsInterpolated)
{
  const auto coarse = DrawCube(false, false, true, Size, Factor, "plain_coarse", 0);
  const auto small = DrawCube(false, false, true, Size / Factor, 1, "plain_small", 0);
  EXPECT_LE(LargestDifference(coarse, Interpolated(small, Size / Factor)), 2.01f / 255);
}

/// Draws two translucent surfaces with a black ball between them, or the ball alone in white.
std::vector<float> DrawLayers(bool hasSurfaces, int size, float distance, const char* name)
{
  IsosurfaceScene scene([](double x, double, double z) { return z + 0.2 * x; }, size);
  scene.Show({ -0.6, 0.6 });
  scene.Isovalues->SetOpacity(0, 0.8);
  scene.Isovalues->SetOpacity(1, 0.4);
  scene.Settings->SetImageSampleDistance(distance);
  scene.Volume->SetVisibility(hasSurfaces);
  scene.Renderer->AddActor(MakeBall(0.1, -0.05, 0, 0.5, hasSurfaces ? 0 : 1));
  std::vector<float> picture = scene.Picture();
  Save(scene.Window, name);
  return picture;
}

TEST(EnlargedImage, TranslucentSurfacesStopSharplyAtOpaqueThings)
{
  const auto full = DrawLayers(true, Size, 1, "layers_full");
  const auto coarse = DrawLayers(true, Size, Factor, "layers_coarse");
  const auto linear = Interpolated(DrawLayers(true, Size / Factor, 1, "layers_small"), Size / Factor);
  const auto near = NearEdges(DrawLayers(false, Size, 1, "ball"));
  EXPECT_GT(Error(linear, full, near), 0.03) << "there is something to be seen";
  EXPECT_LT(Error(coarse, full, near), 0.3 * Error(linear, full, near));
}

TEST(EnlargedImage, SurfacesPassThroughOthersAsSharplyAsInFull)
{
  const auto bumps = [](
                       double x, double y, double z) { return z + 0.15 * std::sin(3 * x) * std::cos(2 * y); };
  const double a[3] = { -1, -1, -0.6 }, b[3] = { 1, -1, 0.2 }, c[3] = { -1, 1, -0.2 };
  const vtkSmartPointer<vtkActor> quad = MakeQuad(a, b, c, 1, 1, 1);
  IsosurfaceScene scene(bumps, Size, 0, 17), small(bumps, Size / Factor, 0, 17);
  scene.Show({ 0 });
  small.Show({ 0 });
  small.Picture();
  const std::vector<float> smallDepths = small.Depths();
  scene.Renderer->AddActor(quad);
  scene.Volume->VisibilityOff();
  scene.Picture();
  const std::vector<float> quadDepths = scene.Depths();
  scene.Volume->VisibilityOn();
  const std::vector<float> full = scene.Picture();
  scene.Settings->SetImageSampleDistance(Factor);
  const std::vector<float> coarse = scene.Picture();
  scene.Save("passing_coarse");
  int wrong = 0, nearestWrong = 0;
  for (int y = 0; y < Size; ++y)
  {
    for (int x = 0; x < Size; ++x)
    {
      const bool isQuad = scene.PixelOf(full, x, y)[0] > 0.5f; // the quadrilateral is white, the surface
                                                               // green
      const bool coarseIsQuad = scene.PixelOf(coarse, x, y)[0] > 0.5f;
      const std::size_t own = static_cast<std::size_t>(y) * Size + x;
      const std::size_t nearest = static_cast<std::size_t>(y / Factor) * (Size / Factor) + x / Factor;
      const bool nearestIsQuad = quadDepths[own] < smallDepths[nearest];
      wrong += coarseIsQuad != isQuad ? 1 : 0;
      nearestWrong += nearestIsQuad != isQuad ? 1 : 0;
    }
  }
  EXPECT_GT(nearestWrong, 50) << "the surface and the quadrilateral meet";
  EXPECT_LT(wrong, 0.3 * nearestWrong);
}

/// The number of tiles with jumps in a window of 160 x 96 pixels, whose image has a quarter of that per axis.
int CountTiles(const std::function<float(int, int)>& stopAt, int rows[2])
{
  const int viewport[2] = { 160, 96 };
  std::vector<float> stops;
  for (int j = 0; j < viewport[1] / 4; ++j)
  {
    for (int i = 0; i < viewport[0] / 4; ++i)
    {
      stops.push_back(stopAt(i, j));
    }
  }
  RayCastTiles tiles;
  tiles.Find(stops.data(), viewport[0] / 4, viewport[1] / 4, viewport);
  EXPECT_EQ(tiles.GetNumberOfTiles(), 10 * 6);
  tiles.GetRows(rows);
  return tiles.GetNumberOfTilesWithJumps();
}

TEST(EnlargedImage, OnlyTilesWhereThingsBeginOrEndAreSlow)
{
  int rows[2];
  EXPECT_EQ(CountTiles([](int, int) { return 1.0f; }, rows), 0) << "there is nothing";
  EXPECT_EQ(CountTiles([](int i, int j) { return 0.3f + 0.004f * i + 0.01f * j; }, rows), 0) << "a plane";
  EXPECT_EQ(CountTiles([](int i, int) { return i < 18 ? 0.3f : 1.0f; }, rows), 6) << "one column";
  EXPECT_EQ(rows[0], 0);
  EXPECT_EQ(rows[1], 96);
  EXPECT_EQ(CountTiles([](int i, int) { return i < 18 ? 0.3f : 0.4f; }, rows), 6) << "one behind another";
  EXPECT_EQ(CountTiles([](int i, int j) { return i == 17 && j == 9 ? 0.3f : 1.0f; }, rows), 1) << "a point";
  EXPECT_EQ(rows[0], 32 - 6) << "the row of tiles, and the pixel of the image around it";
  EXPECT_EQ(rows[1], 48 + 6);
}

} // namespace
