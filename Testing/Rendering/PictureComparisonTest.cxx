// SPDX-License-Identifier: BSD-3-Clause
// The comparison of pictures, tested on copies of six baselines. Changes that a user would see must fail, and
// differences between devices, compilers and versions of Mesa must pass.
#include "PictureComparison.h"
#include "Seeds.h"

#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPNGReader.h"
#include "vtkSmartPointer.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>
#include <random>
#include <sstream>
#include <vector>

namespace
{

using Color = std::array<unsigned char, 3>;

/// A picture whose pixels can be changed. Pixels far from the color of the first pixel belong to the object.
class Picture
{
public:
  explicit Picture(vtkImageData* image)
  {
    Image->DeepCopy(image);
    Image->GetDimensions(Size);
    const Color background = Background();
    ForEach([&](int x, int y) {
      const Color color = Get(x, y);
      int most = 0;
      for (int i = 0; i < 3; ++i)
      {
        most = std::max(most, std::abs(color[i] - background[i]));
      }
      Object.push_back(most > 40);
    });
  }
  unsigned char* At(int x, int y) { return static_cast<unsigned char*>(Image->GetScalarPointer(x, y, 0)); }
  Color Get(int x, int y)
  {
    const unsigned char* const level = At(x, y);
    return { level[0], level[1], level[2] };
  }
  void Set(int x, int y, const Color& color) { std::copy(color.begin(), color.end(), At(x, y)); }
  Color Background() { return Get(0, 0); }
  /// Whether all pixels of the square around (x, y) belong to the object.
  bool IsInside(int x, int y, int reach) const
  {
    for (int v = y - reach; v <= y + reach; ++v)
    {
      for (int u = x - reach; u <= x + reach; ++u)
      {
        if (u < 0 || v < 0 || u >= Size[0] || v >= Size[1] || !IsObject(u, v))
        {
          return false;
        }
      }
    }
    return true;
  }
  /// Whether a pixel belonged to the object before any change.
  bool IsObject(int x, int y) const { return Object[static_cast<std::size_t>(y) * Size[0] + x] != 0; }
  void ForEach(const std::function<void(int, int)>& change)
  {
    for (int y = 0; y < Size[1]; ++y)
    {
      for (int x = 0; x < Size[0]; ++x)
      {
        change(x, y);
      }
    }
  }

  vtkNew<vtkImageData> Image;
  int Size[3];

private:
  std::vector<char> Object;
};

unsigned char Level(double level)
{
  return static_cast<unsigned char>(std::lround(std::min(std::max(level, 0.0), 255.0)));
}

/// The beginning of a file name that no other process uses.
std::string NameInTemp(const std::string& name)
{
  return testing::TempDir() + "inkray_" + name + "_" + std::to_string(getpid());
}

class PictureComparison : public testing::TestWithParam<const char*>
{
protected:
  PictureComparison()
  {
    vtkNew<vtkPNGReader> reader;
    reader->SetFileName((std::string(INKRAY_BASELINES) + "/" + GetParam() + ".png").c_str());
    reader->Update();
    Baseline = reader->GetOutput();
  }
  /// Object pixels with a margin of object pixels around them, row by row.
  std::vector<std::array<int, 2>> Inside(int reach)
  {
    Picture picture(Baseline);
    std::vector<std::array<int, 2>> places;
    picture.ForEach([&](int x, int y) {
      if (picture.IsInside(x, y, reach))
      {
        places.push_back({ x, y });
      }
    });
    EXPECT_FALSE(places.empty());
    return places;
  }
  void ExpectSame(Picture& picture, const std::string& what)
  {
    EXPECT_TRUE(Matches(picture)) << what << ": " << Said;
  }
  void ExpectAnother(Picture& picture, const std::string& what)
  {
    EXPECT_FALSE(Matches(picture)) << what << ": " << Said;
  }
  /// Applies a function to each level of each object pixel.
  Picture Shaded(const std::function<double(double)>& shade)
  {
    Picture picture(Baseline);
    picture.ForEach([&](int x, int y) {
      if (picture.IsObject(x, y))
      {
        Color color = picture.Get(x, y);
        for (unsigned char& level : color)
        {
          level = Level(shade(level));
        }
        picture.Set(x, y, color);
      }
    });
    return picture;
  }
  vtkSmartPointer<vtkImageData> Baseline;

private:
  bool Matches(Picture& picture)
  {
    const PictureDifference difference = ComparePictures(picture.Image, Baseline);
    std::ostringstream said;
    said << difference.InPlace << " pixels beyond 3 levels, " << 100 * difference.Shade << " % beyond 1, "
         << difference.Lost << " lost";
    Said = said.str();
    return IsWithin(difference, PictureLimits());
  }
  std::string Said;
};

TEST_P(PictureComparison, TheSame)
{
  Picture picture(Baseline);
  ExpectSame(picture, "itself");
  const PictureDifference difference = ComparePictures(picture.Image, Baseline);
  EXPECT_EQ(difference.InPlace, 0.0);
  EXPECT_EQ(difference.Shade, 0.0);
  EXPECT_EQ(difference.Lost, 0);
}

TEST_P(PictureComparison, RoundingPasses)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("PictureComparison.Rounding", 2, 1))
  {
    std::mt19937 random(seed);
    Picture picture(Baseline);
    picture.ForEach([&](int x, int y) {
      for (int i = 0; i < 3; ++i)
      {
        unsigned char& level = picture.At(x, y)[i];
        level = Level(level + static_cast<int>(random() % 3) - 1);
      }
    });
    ExpectSame(picture, "a level up or down, seed " + std::to_string(seed));
  }
}

TEST_P(PictureComparison, FewPixelsAlongEdgesPass)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("PictureComparison.Edges", 2, 1))
  {
    std::mt19937 random(seed);
    Picture picture(Baseline), valid(Baseline);
    std::vector<std::array<int, 2>> edge;
    for (int y = 1; y < picture.Size[1]; ++y)
    {
      for (int x = 1; x < picture.Size[0]; ++x)
      {
        if (picture.IsObject(x, y) != picture.IsObject(x - 1, y))
        {
          edge.push_back({ x, y });
        }
      }
    }
    ASSERT_GT(edge.size(), 12u);
    for (int i = 0; i < 12; ++i)
    {
      const auto [x, y] = edge[random() % edge.size()];
      picture.Set(x, y, valid.Get(x - 1, y));
    }
    ExpectSame(picture, "12 edge pixels that the neighbor has taken, seed " + std::to_string(seed));
  }
}

TEST_P(PictureComparison, AnotherShadeFails)
{
  for (const int levels : { -16, -4, -3, -2, 2, 3 })
  {
    Picture picture = Shaded([&](double level) { return level + levels; });
    ExpectAnother(picture, std::to_string(levels) + " levels");
  }
  for (const double factor : { 0.94, 0.97, 0.98, 1.03 })
  {
    Picture picture = Shaded([&](double level) { return level * factor; });
    ExpectAnother(picture, "times " + std::to_string(factor));
  }
}

TEST_P(PictureComparison, OneOtherChannelFails)
{
  for (int channel = 0; channel < 3; ++channel)
  {
    Picture picture(Baseline);
    picture.ForEach([&](int x, int y) {
      unsigned char& level = picture.At(x, y)[channel];
      level = picture.IsObject(x, y) ? Level(level > 127 ? level - 3 : level + 3) : level;
    });
    ExpectAnother(picture, "3 levels in channel " + std::to_string(channel));
  }
}

TEST_P(PictureComparison, APixelAsideFails)
{
  for (const auto& shift : std::vector<std::array<int, 2>>{ { 1, 0 }, { 0, 1 }, { -1, -1 } })
  {
    Picture picture(Baseline), valid(Baseline);
    picture.ForEach([&](int x, int y) {
      picture.Set(x, y,
        valid.Get(
          std::clamp(x + shift[0], 0, valid.Size[0] - 1), std::clamp(y + shift[1], 0, valid.Size[1] - 1)));
    });
    ExpectAnother(picture, "shifted by " + std::to_string(shift[0]) + ", " + std::to_string(shift[1]));
  }
}

TEST_P(PictureComparison, ATearFails)
{
  const Picture valid(Baseline);
  // The first line of 30 object pixels along a row, a column and a diagonal.
  for (const auto& step : std::vector<std::array<int, 2>>{ { 1, 0 }, { 0, 1 }, { 1, 1 } })
  {
    const auto places = Inside(1);
    const auto from = std::find_if(places.begin(), places.end(), [&](const std::array<int, 2>& place) {
      int length = 0;
      while (length < 30 && valid.IsInside(place[0] + length * step[0], place[1] + length * step[1], 1))
      {
        ++length;
      }
      return length == 30;
    });
    ASSERT_NE(from, places.end()) << "no line of 30 object pixels; another baseline, please";
    Picture picture(Baseline);
    for (int i = 0; i < 30; ++i)
    {
      picture.Set((*from)[0] + i * step[0], (*from)[1] + i * step[1], picture.Background());
    }
    ExpectAnother(
      picture, "a tear of 30 pixels from " + std::to_string((*from)[0]) + ", " + std::to_string((*from)[1]));
  }
}

TEST_P(PictureComparison, AHoleFails)
{
  const auto places = Inside(5);
  ASSERT_FALSE(places.empty());
  for (std::size_t i = 0; i < places.size(); i += std::max<std::size_t>(places.size() / 8, 1))
  {
    Picture picture(Baseline);
    for (int v = 0; v < 6; ++v)
    {
      for (int u = 0; u < 6; ++u)
      {
        picture.Set(places[i][0] - 3 + u, places[i][1] - 3 + v, picture.Background());
      }
    }
    ExpectAnother(
      picture, "6 x 6 pixels at " + std::to_string(places[i][0]) + ", " + std::to_string(places[i][1]));
  }
}

TEST_P(PictureComparison, SpecksFail)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("PictureComparison.Specks", 2, 1))
  {
    for (const int lost : { 120, 30 })
    {
      std::mt19937 random(seed);
      auto places = Inside(1);
      std::shuffle(places.begin(), places.end(), random);
      ASSERT_GE(static_cast<int>(places.size()), lost);
      Picture picture(Baseline);
      for (int i = 0; i < lost; ++i)
      {
        picture.Set(places[i][0], places[i][1], picture.Background());
      }
      ExpectAnother(picture, std::to_string(lost) + " lost pixels, seed " + std::to_string(seed));
    }
  }
}

TEST_P(PictureComparison, WhatIsNotInTheBaselineFails)
{
  Picture picture(Baseline);
  for (int i = 0; i < 30; ++i)
  {
    picture.Set(2 + i, 2, { 255, 255, 255 });
  }
  ExpectAnother(picture, "a line on the background");
}

INSTANTIATE_TEST_SUITE_P(Baselines, PictureComparison,
  testing::Values(
    "GuiCutting", "GuiIsosurfaceTable", "Isosurface", "MeshVolume", "PathTrace", "ParaViewVolumeShaded"),
  [](const auto& info) { return std::string(info.param); });

TEST(PictureFiles, AnotherSizeIsAMessage)
{
  vtkNew<vtkImageData> small;
  small->SetDimensions(4, 3, 1);
  small->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  std::fill_n(static_cast<unsigned char*>(small->GetScalarPointer()), 4 * 3 * 3, 7);
  const std::string stem = NameInTemp("another_size");
  std::ostringstream out;
  EXPECT_FALSE(
    MatchesBaseline(small, std::string(INKRAY_BASELINES) + "/MeshVolume.png", stem, PictureLimits(), out));
  EXPECT_NE(out.str().find("the picture is 4 x 3, its baseline 240 x 200"), std::string::npos) << out.str();
  for (const char* const kind : { ".png", ".valid.png" })
  {
    EXPECT_EQ(std::remove((stem + kind).c_str()), 0) << kind;
  }
}

TEST(PictureFiles, AMissingBaselineFails)
{
  vtkNew<vtkImageData> picture;
  picture->SetDimensions(4, 3, 1);
  picture->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  std::fill_n(static_cast<unsigned char*>(picture->GetScalarPointer()), 4 * 3 * 3, 7);
  const std::string stem = NameInTemp("no_baseline");
  std::ostringstream out;
  EXPECT_FALSE(MatchesBaseline(picture, stem + ".none.png", stem, PictureLimits(), out));
  EXPECT_NE(out.str().find("There is no baseline"), std::string::npos) << out.str();
  EXPECT_EQ(std::remove((stem + ".png").c_str()), 0);
}

} // namespace
