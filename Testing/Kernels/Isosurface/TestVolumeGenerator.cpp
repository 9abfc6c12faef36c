// SPDX-License-Identifier: BSD-3-Clause
#include "Noise.h"
#include "VolumeCapsules.h"
#include "VolumeGenerator.h"
#include "VolumeWriter.h"

#include <gtest/gtest.h>

#include <tbb/global_control.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

using namespace inkray::generator;

namespace
{

VolumeOptions optionsOf(
  VolumeKind kind, std::int64_t size, VolumeType type = VolumeType::Float32, std::uint64_t seed = 1)
{
  VolumeOptions options;
  options.kind = kind;
  options.dimensions = { size, size, size };
  options.type = type;
  options.seed = seed;
  return options;
}

std::vector<unsigned char> bytesOfVolume(const VolumeOptions& options)
{
  const Volume volume = generateVolume(options);
  return std::vector<unsigned char>(volume.bytes.get(),
    volume.bytes.get() + static_cast<std::size_t>(options.numValues()) * bytesOf(options.type));
}

std::vector<float> floatsOf(const VolumeOptions& options)
{
  const Volume volume = generateVolume(options);
  std::vector<float> values(static_cast<std::size_t>(options.numValues()));
  std::memcpy(values.data(), volume.bytes.get(), values.size() * sizeof(float));
  return values;
}

std::string readFile(const std::string& path)
{
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

/// A file that is removed when the test ends.
struct TemporaryFile
{
  explicit TemporaryFile(const std::string& ending)
    : path(::testing::TempDir() + "inkray_volume_" + std::to_string(::getpid()) + ending)
  {
  }
  ~TemporaryFile() { std::remove(path.c_str()); }
  std::string path;
};

std::vector<unsigned char> fromBase64(const std::string& text)
{
  std::vector<unsigned char> bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char c : text)
  {
    const int digit = c >= 'A' && c <= 'Z' ? c - 'A'
      : c >= 'a' && c <= 'z'               ? c - 'a' + 26
      : c >= '0' && c <= '9'               ? c - '0' + 52
      : c == '+'                           ? 62
      : c == '/'                           ? 63
                                           : -1;
    if (digit < 0)
    {
      break;
    }
    bits = (bits << 6) | static_cast<unsigned>(digit);
    count += 6;
    if (count >= 8)
    {
      count -= 8;
      bytes.push_back(static_cast<unsigned char>(bits >> count));
    }
  }
  return bytes;
}

/// Returns the share of lines along an axis (0 x, 1 y, 2 z) that cross the surface.
double shareOfLinesCrossed(const std::vector<float>& values, std::int64_t size, double isovalue, int axis)
{
  const std::int64_t strides[3] = { 1, size, size * size };
  const std::int64_t along = strides[axis], u = strides[(axis + 1) % 3], v = strides[(axis + 2) % 3];
  std::int64_t crossed = 0;
  for (std::int64_t i = 0; i < size; ++i)
  {
    for (std::int64_t j = 0; j < size; ++j)
    {
      bool below = false, above = false;
      for (std::int64_t k = 0; k < size; ++k)
      {
        const bool inside = values[static_cast<std::size_t>(i * u + j * v + k * along)] >= isovalue;
        above = above || inside;
        below = below || !inside;
      }
      crossed += above && below;
    }
  }
  return double(crossed) / double(size * size);
}

class EachKind : public ::testing::TestWithParam<VolumeKind>
{
};

} // namespace

TEST_P(EachKind, IsTheSameOnAnyNumberOfThreadsAndInPieces)
{
  const VolumeOptions options = optionsOf(GetParam(), 40);
  const std::vector<unsigned char> whole = bytesOfVolume(options);
  {
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    EXPECT_EQ(bytesOfVolume(options), whole);
  }
  std::vector<unsigned char> pieces(whole.size());
  const VolumeField field(options.kind, options.seed);
  const std::int64_t cuts[] = { 0, 1, 17, 40 };
  for (int i = 0; i < 3; ++i)
  {
    fillSlices(field, options, cuts[i], cuts[i + 1],
      pieces.data() + static_cast<std::size_t>(cuts[i]) * 1600 * sizeof(float));
  }
  EXPECT_EQ(pieces, whole);
}

TEST_P(EachKind, DependsOnTheSeedWhereThereIsChance)
{
  const VolumeKind kind = GetParam();
  const bool chance = kind == VolumeKind::Vessels || kind == VolumeKind::Tree || kind == VolumeKind::Head ||
    kind == VolumeKind::Mixing;
  EXPECT_EQ(bytesOfVolume(optionsOf(kind, 24, VolumeType::Float32, 1)) !=
      bytesOfVolume(optionsOf(kind, 24, VolumeType::Float32, 2)),
    chance);
}

TEST_P(EachKind, StaysWithinItsRangeAndCrossesItsIsovalues)
{
  const VolumeKind kind = GetParam();
  const std::vector<float> values = floatsOf(optionsOf(kind, 96));
  const std::array<double, 2> range = rangeOf(kind);
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  EXPECT_GE(*low, range[0] - 1e-6);
  EXPECT_LE(*high, range[1] + 1e-6);
  const std::vector<double> isovalues = isovaluesOf(kind, VolumeType::Float32);
  ASSERT_GE(isovalues.size(), 4u);
  EXPECT_TRUE(std::is_sorted(isovalues.begin(), isovalues.end()));
  for (const double isovalue : isovalues)
  {
    // Not empty: more than a few points lie on either side.
    const auto above = std::count_if(values.begin(), values.end(), [&](float v) { return v >= isovalue; });
    EXPECT_GT(above, 50) << nameOf(kind) << " at " << isovalue;
    EXPECT_GT(static_cast<std::int64_t>(values.size()) - above, 50) << nameOf(kind) << " at " << isovalue;
  }
}

TEST_P(EachKind, IntegersAreTheRoundedField)
{
  const VolumeKind kind = GetParam();
  const std::array<double, 2> range = rangeOf(kind);
  const std::vector<float> values = floatsOf(optionsOf(kind, 20));
  const std::vector<unsigned char> eight = bytesOfVolume(optionsOf(kind, 20, VolumeType::UInt8));
  const std::vector<unsigned char> sixteen = bytesOfVolume(optionsOf(kind, 20, VolumeType::UInt16));
  ASSERT_EQ(eight.size(), values.size());
  ASSERT_EQ(sixteen.size(), 2 * values.size());
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    const double share = std::min(1.0, std::max(0.0, (values[i] - range[0]) / (range[1] - range[0])));
    std::uint16_t wide;
    std::memcpy(&wide, &sixteen[2 * i], 2);
    ASSERT_NEAR(eight[i], 255.0 * share, 0.5 + 1e-6);
    ASSERT_NEAR(wide, 65535.0 * share, 0.5 + 1e-6);
  }
  const std::vector<double> asFloat = isovaluesOf(kind, VolumeType::Float32),
                            asByte = isovaluesOf(kind, VolumeType::UInt8);
  for (std::size_t n = 0; n < asFloat.size(); ++n)
  {
    EXPECT_NEAR(asByte[n], 255.0 * (asFloat[n] - range[0]) / (range[1] - range[0]), 0.5 + 1e-9);
    EXPECT_EQ(asByte[n] - std::floor(asByte[n]), 0.5);
  }
}

INSTANTIATE_TEST_SUITE_P(VolumeGenerator, EachKind,
  ::testing::Values(VolumeKind::Sphere, VolumeKind::Gyroid, VolumeKind::MarschnerLobb, VolumeKind::Vessels,
    VolumeKind::Tree, VolumeKind::Head, VolumeKind::Mixing),
  [](const ::testing::TestParamInfo<VolumeKind>& info) {
    std::string name = nameOf(info.param);
    name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
    return name;
  });

TEST(VolumeGenerator, FollowsItsFormulas)
{
  constexpr double pi = 3.14159265358979323846;
  VolumeOptions options = optionsOf(VolumeKind::Sphere, 0);
  options.dimensions = { 9, 14, 21 };
  const std::vector<float> sphere = floatsOf(options);
  options.kind = VolumeKind::Gyroid;
  const std::vector<float> gyroid = floatsOf(options);
  options.kind = VolumeKind::MarschnerLobb;
  const std::vector<float> signal = floatsOf(options);
  std::size_t n = 0;
  for (int k = 0; k < 21; ++k)
  {
    for (int j = 0; j < 14; ++j)
    {
      for (int i = 0; i < 9; ++i, ++n)
      {
        const double x = -1 + i / 4.0, y = -1 + j / 6.5, z = -1 + k / 10.0;
        EXPECT_NEAR(sphere[n], 1 - std::sqrt(x * x + y * y + z * z), 1e-6);
        const double a = 4 * pi * x, b = 4 * pi * y, c = 4 * pi * z;
        EXPECT_NEAR(
          gyroid[n], std::sin(a) * std::cos(b) + std::sin(b) * std::cos(c) + std::sin(c) * std::cos(a), 1e-6);
        // Marschner and Lobb 1994, with f_M = 6 and alpha = 1/4.
        const double r = std::sqrt(x * x + y * y), rho = std::cos(2 * pi * 6 * std::cos(pi * r / 2));
        EXPECT_NEAR(signal[n], (1 - std::sin(pi * z / 2) + 0.25 * (1 + rho)) / (2 * (1 + 0.25)), 1e-6);
      }
    }
  }
}

TEST(VolumeGenerator, GridOfTubesMissesNone)
{
  for (const std::vector<Capsule>& capsules : { growVessels(3), growTree(3) })
  {
    const CapsuleField field(capsules);
    ASSERT_GT(capsules.size(), 1000u);
    int bright = 0;
    for (std::uint64_t n = 0; n < 3000; ++n)
    {
      // Take a point within reach of some tube.
      const Capsule& near = capsules[mix(n) % capsules.size()];
      std::array<double, 3> p;
      for (std::uint64_t a = 0; a < 3; ++a)
      {
        p[a] = near.a[a] + 3.0 * near.radiusA * signedUnit(mix(3 * n + a));
      }
      double expected = 0.0;
      for (const Capsule& c : capsules)
      {
        double along = 0.0, square = 0.0;
        for (int a = 0; a < 3; ++a)
        {
          along += (p[a] - c.a[a]) * (c.b[a] - c.a[a]);
          square += (c.b[a] - c.a[a]) * (c.b[a] - c.a[a]);
        }
        const double t = square > 0 ? std::min(1.0, std::max(0.0, along / square)) : 0.0;
        double apart = 0.0;
        for (int a = 0; a < 3; ++a)
        {
          apart += std::pow(p[a] - c.a[a] - t * (c.b[a] - c.a[a]), 2.0);
        }
        const double radius = 2.5 * (c.radiusA + t * (c.radiusB - c.radiusA));
        expected =
          std::max(expected, c.brightness * std::pow(std::max(0.0, 1.0 - apart / (radius * radius)), 3.0));
      }
      bright += expected > 0.0;
      ASSERT_NEAR(field(p[0], p[1], p[2]), expected, 1e-9);
    }
    EXPECT_GT(bright, 1000);
  }
}

TEST(VolumeGenerator, FourVolumesHaveTheCharactersOfThePaper)
{
  constexpr std::int64_t size = 96;
  // Thin features and large gaps: little of the volume is filled, and most lines through it meet nothing.
  const std::vector<float> vessels = floatsOf(optionsOf(VolumeKind::Vessels, size));
  for (const double isovalue : isovaluesOf(VolumeKind::Vessels, VolumeType::Float32))
  {
    const auto filled = std::count_if(vessels.begin(), vessels.end(), [&](float v) { return v >= isovalue; });
    EXPECT_LT(double(filled), 0.03 * double(vessels.size())) << isovalue;
    EXPECT_LT(shareOfLinesCrossed(vessels, size, isovalue, 2), 0.5) << isovalue;
  }
  const std::vector<float> tree = floatsOf(optionsOf(VolumeKind::Tree, size));
  for (const double isovalue : { 0.2, 0.32, 0.6 })
  {
    EXPECT_LT(shareOfLinesCrossed(tree, size, isovalue, 2), 0.4) << isovalue;
  }
  // Most lines hit a head across its middle, and a mixing layer from above.
  const std::vector<float> head = floatsOf(optionsOf(VolumeKind::Head, size));
  for (const double isovalue : isovaluesOf(VolumeKind::Head, VolumeType::Float32))
  {
    EXPECT_GT(shareOfLinesCrossed(head, size, isovalue, 2), isovalue < 0.3 ? 0.35 : 0.3) << isovalue;
  }
  const std::vector<float> mixing = floatsOf(optionsOf(VolumeKind::Mixing, size));
  for (const double isovalue : isovaluesOf(VolumeKind::Mixing, VolumeType::Float32))
  {
    EXPECT_EQ(shareOfLinesCrossed(mixing, size, isovalue, 1), 1.0) << isovalue;
    EXPECT_GT(shareOfLinesCrossed(mixing, size, isovalue, 2), 0.35) << isovalue;
  }
}

TEST(VolumeGenerator, RefusesWhatMakesNoSense)
{
  VolumeOptions options = optionsOf(VolumeKind::Sphere, 8);
  options.dimensions[1] = 1;
  EXPECT_THROW(generateVolume(options), std::invalid_argument);
  options.dimensions[1] = 4097;
  EXPECT_THROW(generateVolume(options), std::invalid_argument);
  const VolumeField field(VolumeKind::Sphere, 1);
  float values[8];
  options.dimensions = { 2, 2, 2 };
  EXPECT_THROW(fillSlices(field, options, 1, 3, values), std::invalid_argument);
  EXPECT_THROW(fillSlices(field, options, -1, 1, values), std::invalid_argument);
  EXPECT_THROW(kindNamed("spheres"), std::invalid_argument);
  EXPECT_THROW(typeNamed("double"), std::invalid_argument);
  EXPECT_THROW(writeVolume(options, "/nowhere/at/all.vti"), std::runtime_error);
  for (const auto& [kind, name] : volumeKinds())
  {
    EXPECT_EQ(kindNamed(name), kind);
  }
}

TEST(VolumeGenerator, WritesLegacyFilesBigEndian)
{
  for (const VolumeType type : { VolumeType::UInt8, VolumeType::UInt16, VolumeType::Float32 })
  {
    VolumeOptions options = optionsOf(VolumeKind::Gyroid, 0, type);
    options.dimensions = { 7, 6, 5 };
    const TemporaryFile file(".vtk");
    writeVolume(options, file.path);
    const std::string text = readFile(file.path);
    EXPECT_NE(text.find("DATASET STRUCTURED_POINTS\nDIMENSIONS 7 6 5\nORIGIN -1 -1 -1\nSPACING "
                        "0.33333333333333331 0.40000000000000002 0.5\nPOINT_DATA 210\n"),
      std::string::npos);
    const std::string before = "LOOKUP_TABLE default\n";
    const std::size_t begin = text.find(before) + before.size(), width = bytesOf(type);
    ASSERT_EQ(text.size(), begin + 210 * width + 1);
    std::vector<unsigned char> bytes(text.begin() + static_cast<std::ptrdiff_t>(begin), text.end() - 1);
    for (std::size_t i = 0; i < bytes.size(); i += width)
    {
      std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
        bytes.begin() + static_cast<std::ptrdiff_t>(i + width));
    }
    EXPECT_EQ(bytes, bytesOfVolume(options));
  }
}

TEST(VolumeGenerator, WritesXmlWithInlineData)
{
  // Sizes of 8 + 2 n bytes leave every remainder by three.
  for (const std::int64_t depth : { 2, 3, 4 })
  {
    VolumeOptions options = optionsOf(VolumeKind::MarschnerLobb, 0, VolumeType::UInt16);
    options.dimensions = { 5, 5, depth };
    const TemporaryFile file(".vti");
    writeVolume(options, file.path);
    const std::string text = readFile(file.path), extent = "\"0 4 0 4 0 " + std::to_string(depth - 1) + "\"";
    EXPECT_NE(text.find("WholeExtent=" + extent), std::string::npos);
    EXPECT_NE(text.find("type=\"UInt16\" Name=\"scalar\" format=\"binary\""), std::string::npos);
    const std::string before = "format=\"binary\">\n";
    const std::vector<unsigned char> stored = fromBase64(text.substr(text.find(before) + before.size()));
    const std::vector<unsigned char> bytes = bytesOfVolume(options);
    ASSERT_EQ(stored.size(), 8 + bytes.size());
    std::uint64_t length;
    std::memcpy(&length, stored.data(), 8);
    EXPECT_EQ(length, bytes.size());
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), stored.begin() + 8));
  }
}
