// SPDX-License-Identifier: BSD-3-Clause
// Files of environment maps. Good files are read as vtkHDRReader reads them; for each bad file one message
// names the file and its fault.
#include "Core/Errors.h"
#include "PathTraceScene.h"
#include "RadianceReader.h"
#include "TemporaryFolder.h"
#include "vtkDataArray.h"
#include "vtkHDRReader.h"
#include "vtkPointData.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <chrono>
#include <cmath>
#include <random>

namespace
{

using namespace std::string_literals;

const std::string Magic = "#?RADIANCE\n", Format = "FORMAT=32-bit_rle_rgbe\n";
const std::string Header = Magic + Format + "\n";

std::string repeated(const std::string& text, int count)
{
  std::string all;
  for (int i = 0; i < count; ++i)
  {
    all += text;
  }
  return all;
}

/// Pixels with a light of 0.5 in each channel.
std::string gray(int count)
{
  return repeated("\x80\x80\x80\x80", count);
}

/// A row in runs of the greatest length, with the same byte everywhere in each channel.
std::string grayRow(int width)
{
  std::string channel;
  for (int left = width; left > 0; left -= 127)
  {
    channel += static_cast<char>(128 + std::min(left, 127));
    channel += "\x80";
  }
  return "\x02\x02"s + static_cast<char>(width >> 8) + static_cast<char>(width & 255) + repeated(channel, 4);
}

struct Malformed
{
  const char* What;
  std::string Bytes;
  const char* Said; ///< a part of the message
};

/// Malformed files. A reader must not trust anything in their headers.
std::vector<Malformed> malformedFiles()
{
  const std::string sixteen = "-Y 16 +X 32\n" + gray(16 * 32);
  const std::string rowStart = Header + "-Y 1 +X 8\n\x02\x02"s;
  const std::string run = "\x88\x80";
  return {
    { "nothing", "", "is no Radiance picture" },
    { "one byte", "#", "is no Radiance picture" },
    { "text", "This is no picture, but a text that goes on for a while.\n", "is no Radiance picture" },
    { "another magic", "#!/bin/sh\n\n-Y 16 +X 32\n", "is no Radiance picture" },
    { "a PNG", "\x89PNG\r\n\x1a\n"s + gray(100), "is no Radiance picture" },
    { "zeros", std::string(1000, '\0'), "is no Radiance picture" },
    { "the magic alone", "#?", "its header has no end" },
    { "no end of the first line", "#?RADIANCE", "its header has no end" },
    { "no empty line", Magic + Format + sixteen.substr(0, 12) + gray(512), "its header has no end" },
    { "a header without end", Magic + repeated("# on and on\n", 10000), "its header has no end" },
    { "a line without end", Magic + std::string(200000, 'x'), "its header has no end" },
    { "no size", Header, "its header has no end" },
    { "half of a size", Header + "-Y 16 +X 3", "its header has no end" },
    { "another format", Magic + "FORMAT=32-bit_rle_cmyk\n\n" + sixteen, "its format is '32-bit_rle_cmyk'" },
    { "no format", Magic + "FORMAT=\n\n" + sixteen, "its format is ''" },
    { "letters no one prints", Magic + "FORMAT=\x01\xff\x1b[31m\n\n" + sixteen, "its format is '???[31m'" },
    { "no exposure", Magic + "EXPOSURE=\n" + Format + "\n" + sixteen, "its exposure is ''" },
    { "a word", Magic + "EXPOSURE=bright\n" + Format + "\n" + sixteen, "its exposure is 'bright'" },
    { "exposure 0", Magic + "EXPOSURE=0\n" + Format + "\n" + sixteen, "its exposure is '0'" },
    { "exposure -1", Magic + "EXPOSURE=-1\n" + Format + "\n" + sixteen, "its exposure is '-1'" },
    { "exposure nan", Magic + "EXPOSURE=nan\n" + Format + "\n" + sixteen, "its exposure is 'nan'" },
    { "exposure 1e999", Magic + "EXPOSURE=1e999\n" + Format + "\n" + sixteen, "its exposure is '1e999'" },
    { "exposure 1e-300", Magic + "EXPOSURE=1e-300\n" + Format + "\n" + sixteen, "brighter than any light" },
    { "an empty line of size", Header + "\n" + gray(512), "the line '' is no size" },
    { "words", Header + "sixteen by thirty-two\n" + gray(512), "is no size" },
    { "one direction", Header + "-Y 16\n" + gray(512), "is no size" },
    { "one direction twice", Header + "-Y 16 +Y 32\n" + gray(512), "is no size" },
    { "no sign", Header + "Y 16 X 32\n" + gray(512), "is no size" },
    { "no numbers", Header + "-Y +X\n" + gray(512), "is no size" },
    { "a fraction", Header + "-Y 1.5 +X 32\n" + gray(512), "is no size" },
    { "hexadecimal", Header + "-Y 0x10 +X 0x20\n" + gray(512), "is no size" },
    { "more after it", Header + "-Y 16 +X 32 +Z 2\n" + gray(512), "is no size" },
    { "a negative height", Header + "-Y -4 +X 8\n" + gray(512), "the line '-Y -4 +X 8' is no size" },
    { "a negative width", Header + "-Y 4 +X -8\n" + gray(512), "is no size" },
    { "no columns", Header + "-Y 4 +X 0\n" + gray(512), "its header says 0 x 4 pixels" },
    { "no rows", Header + "-Y 0 +X 4\n" + gray(512), "its header says 4 x 0 pixels" },
    { "no pixels", Header + "-Y 0 +X 0\n", "its header says 0 x 0 pixels" },
    { "the largest int", Header + "-Y 2147483647 +X 2147483647\n" + gray(64),
      "its header says 2147483647 x 2147483647 pixels" },
    { "more than any int", Header + "-Y 99999999999999999999 +X 4\n" + gray(64), "65536 in each direction" },
    { "2^32 + 4", Header + "-Y 4294967300 +X 4\n" + gray(64), "65536 in each direction" },
    { "43 gigabytes", Header + "-Y 60000 +X 60000\n" + gray(50), "268435456 in all" },
    { "a wide one", Header + "-Y 1 +X 65537\n" + gray(65537), "65536 in each direction" },
    { "from below", Header + "+Y 16 +X 32\n" + gray(512), "in the order '+Y 16 +X 32'" },
    { "from the right", Header + "-Y 16 -X 32\n" + gray(512), "in the order '-Y 16 -X 32'" },
    { "in columns", Header + "+X 32 -Y 16\n" + gray(512), "in the order '+X 32 -Y 16'" },
    { "no pixels behind it", Header + "-Y 16 +X 32\n", "0 bytes are too few" },
    { "few for runs", Header + "-Y 2000 +X 16000\n" + gray(100), "400 bytes are too few" },
    { "cut short", Header + "-Y 2 +X 4\n\x80", "1 bytes are too few" },
    { "one byte too few", Header + "-Y 16 +X 32\n" + gray(512).substr(1), "it ends before its last pixel" },
    { "the last row cut", Header + "-Y 2 +X 256\n" + grayRow(256) + grayRow(256).substr(1),
      "55 bytes are too few" },
    { "the last row cut behind a long one",
      Header + "-Y 2 +X 8\n\x02\x02"s + "\x00\x08"s + repeated("\x08" + gray(2), 4) + grayRow(8).substr(1),
      "it ends before its last pixel" },
    { "a row of another width", Header + "-Y 1 +X 256\n" + grayRow(255) + gray(9),
      "have 255 pixels in place" },
    { "a run that is too long", rowStart + "\x00\x08"s + "\x89\x80"s + repeated(run, 3),
      "a run of 9 pixels" },
    { "a run of none", rowStart + "\x00\x08"s + "\x00\x80"s + repeated(run, 3), "a run of 0 pixels" },
    { "128", rowStart + "\x00\x08"s + "\x80\x80"s + repeated(run, 3), "a run of 128 pixels" },
    { "bytes that are too many", rowStart + "\x00\x08"s + "\x09" + gray(9), "a run of 9 pixels" },
    { "old runs", Header + "-Y 1 +X 4\n" + gray(3) + "\x01\x01\x01\x02", "before 1991" },
    { "brighter than light", Header + "-Y 1 +X 4\n" + gray(3) + "\xff\xff\xff\xff",
      "brighter than any light" },
  };
}

/// The messages of three frames.
std::vector<std::string> saidOf(PathTraceScene& scene)
{
  Messages messages(scene.Tracer);
  for (int frame = 0; frame < 3; ++frame)
  {
    scene.Picture();
  }
  return messages.Said;
}

TEST(PathTracePicture, AMalformedFileIsOneMessageUntilItIsMended)
{
  const TemporaryFolder folder;
  PathTraceScene scene(height, 16);
  scene.Paths->SetGroundColor(1, 1, 1);
  scene.Paths->SetLight(vtkPathTraceSettings::SKY);
  const auto sky = scene.Picture();
  scene.Paths->SetLight(vtkPathTraceSettings::IMAGE);
  const std::vector<Malformed> files = malformedFiles();
  ASSERT_GE(files.size(), 30u);
  int number = 0;
  for (const Malformed& file : files)
  {
    const std::string path = folder.Write("malformed" + std::to_string(++number) + ".hdr", file.Bytes);
    scene.Paths->SetImageFileName(path.c_str());
    const std::vector<std::string> said = saidOf(scene);
    ASSERT_EQ(said.size(), 1u) << file.What << (said.empty() ? std::string() : "; last: " + said.back());
    EXPECT_NE(said[0].find("'" + path + "'"), std::string::npos) << file.What << ": " << said[0];
    EXPECT_NE(said[0].find(file.Said), std::string::npos) << file.What << ": " << said[0];
    EXPECT_NE(said[0].find("Using a plain sky instead."), std::string::npos) << said[0];
    // Later frames report the problem too.
    EXPECT_NE(scene.Remarks("problem").find(file.Said), std::string::npos) << file.What;
    EXPECT_STREQ(scene.Tracer->GetReport()->GetText("drawn by"), "isosurface path trace") << file.What;
    EXPECT_LT(LargestDifference(scene.Picture(), sky), 0.02f) << file.What;
  }

  // The last file is repaired.
  folder.Write("malformed" + std::to_string(number) + ".hdr", Header + "-Y 2 +X 4\n" + gray(8));
  EXPECT_TRUE(saidOf(scene).empty());
  EXPECT_EQ(scene.Remarks("problem"), "");
  scene.Paths->SetSamplesPerPixel(256);
  EXPECT_NEAR(scene.Pixel(8, 8)[0], 0.5, 0.02);
}

TEST(PathTracePicture, WhatIsNoFileIsOneMessage)
{
  const TemporaryFolder folder;
  PathTraceScene scene(height, 16);
  scene.Paths->SetLight(vtkPathTraceSettings::IMAGE);
  const std::string pipe = folder.Path / "pipe.hdr"; // opening it would block until another process writes
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : { pipe, folder.Path.string(), "/dev/zero"s, "/nowhere/to/be/found.hdr"s })
  {
    scene.Paths->SetImageFileName(path.c_str());
    const std::vector<std::string> said = saidOf(scene);
    ASSERT_EQ(said.size(), 1u) << path;
    EXPECT_NE(
      said[0].find("Environment map '" + path + "' not found. Using a plain sky instead."), std::string::npos)
      << said[0];
  }
}

TEST(PathTracePicture, AFileThatIsWrittenAnewIsReadAgain)
{
  const TemporaryFolder folder;
  const std::string path = folder.Write("light.hdr", Header + "-Y 2 +X 4\n" + gray(8));
  PathTraceScene scene(height, 16);
  scene.Paths->SetLight(vtkPathTraceSettings::IMAGE);
  scene.Paths->SetImageFileName(path.c_str());
  scene.Paths->SetSamplesPerPixel(64);
  ExpectColor(scene.Pixel(8, 8), 0.5, 0.5, 0.5, 0.02, "gray");
  EXPECT_EQ(scene.Told("sky uploads"), 1);
  const std::filesystem::file_time_type time = std::filesystem::last_write_time(path);

  // A file of the same length, written a second later.
  folder.Write("light.hdr", Header + "-Y 2 +X 4\n" + repeated("\x80\x00\x00\x80"s, 8));
  std::filesystem::last_write_time(path, time + std::chrono::seconds(1));
  ExpectColor(scene.Pixel(8, 8), 0.5, 0, 0, 0.02, "red");
  EXPECT_EQ(scene.Told("sky uploads"), 2);
  scene.Picture();
  EXPECT_EQ(scene.Told("sky uploads"), 2) << "once";
  EXPECT_EQ(scene.Told("new samples"), 0);

  // A file of another length with an older time, as a copy may have.
  folder.Write("light.hdr", Header + "-Y 2 +X 5\n" + repeated("\x00\x00\x80\x80"s, 10));
  std::filesystem::last_write_time(path, time - std::chrono::hours(1));
  ExpectColor(scene.Pixel(8, 8), 0, 0, 0.5, 0.02, "blue");

  std::filesystem::remove(path);
  const std::vector<std::string> said = saidOf(scene);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("not found"), std::string::npos) << said[0];
  folder.Write("light.hdr", Header + "-Y 2 +X 4\n" + gray(8));
  EXPECT_TRUE(saidOf(scene).empty());
  ExpectColor(scene.Pixel(8, 8), 0.5, 0.5, 0.5, 0.02, "back again");
}

/// A row of random pixels, in runs and literals of random lengths.
std::string randomRow(int width, std::mt19937& random)
{
  std::string row = "\x02\x02"s + static_cast<char>(width >> 8) + static_cast<char>(width & 255);
  for (int channel = 0; channel < 4; ++channel)
  {
    for (int x = 0; x < width;)
    {
      const int length = std::min<int>(width - x, 1 + random() % 127);
      const auto byte = [&] {
        return static_cast<char>(channel == 3 ? 120 + random() % 16 : random() % 256);
      };
      const bool isRun = random() % 2 == 0;
      row += static_cast<char>(isRun ? 128 + length : length);
      for (int i = 0; i < (isRun ? 1 : length); ++i)
      {
        row += byte();
      }
      x += length;
    }
  }
  return row;
}

TEST(PathTracePicture, PixelsAreThoseOfVtkHDRReader)
{
  const TemporaryFolder folder;
  std::mt19937 random(7);
  const auto randomPixels = [&random](int count) {
    std::string pixels;
    for (int i = 0; i < count; ++i)
    {
      for (int c = 0; c < 4; ++c)
      {
        pixels += static_cast<char>(3 + random() % 200); // values that begin neither new nor old run lengths
      }
      pixels.back() = static_cast<char>(120 + random() % 16);
    }
    return pixels;
  };
  const std::string comments = Magic + "# made by hand\nSOFTWARE=none\nGAMMA=1\nPIXASPECT=1\n" + Format;
  std::string runs, wide;
  for (int y = 0; y < 9; ++y)
  {
    runs += randomRow(300, random);
  }
  for (int y = 0; y < 2; ++y)
  {
    wide += randomRow(32767, random);
  }
  const std::string files[] = { Header + "-Y 16 +X 32\n" + randomPixels(16 * 32),
    Header + "-Y 200 +X 3\n" + randomPixels(600), Header + "-Y 1 +X 32768\n" + randomPixels(32768),
    Header + "-Y 9 +X 300\n" + runs, Header + "-Y 2 +X 32767\n" + wide,
    comments + "EXPOSURE=2.5\n\n-Y 9 +X 300\n" + runs, Magic + "\n-Y 9 +X 300\n" + runs + "more",
    Magic + "EXPOSURE=1e-3\n" + Format + "\n-Y 9 +X 300\n" + runs,
    Header + "-Y 40 +X 16\n" + repeated("\x00\x00\x00\x00"s, 640) };
  for (const std::string& bytes : files)
  {
    const std::string path = folder.Write("good.hdr", bytes);
    vtkNew<vtkHDRReader> reader;
    reader->SetFileName(path.c_str());
    reader->Update();
    ASSERT_EQ(reader->GetErrorCode(), 0u);
    vtkDataArray* const expected = reader->GetOutput()->GetPointData()->GetScalars();
    const int* const size = reader->GetOutput()->GetDimensions();

    std::ifstream stream(path, std::ios::binary);
    RadianceReader ours(stream, bytes.size());
    inkray::Environment picture;
    ours.ReadPixels(picture);
    ASSERT_EQ(picture.kind, inkray::Environment::Kind::Image);
    ASSERT_EQ(picture.width, size[0]);
    ASSERT_EQ(picture.height, size[1]);
    ASSERT_EQ(static_cast<vtkIdType>(picture.rgb.size()), expected->GetNumberOfValues());
    for (std::size_t i = 0; i < picture.rgb.size(); ++i)
    {
      ASSERT_EQ(picture.rgb[i], expected->GetComponent(i / 3, i % 3))
        << i << " of " << size[0] << " x " << size[1];
    }
  }
}

TEST(PathTracePicture, ExposuresMultiplyAndXyzIsRgb)
{
  const auto read = [](const std::string& bytes) {
    std::istringstream stream(bytes);
    RadianceReader reader(stream, bytes.size());
    inkray::Environment picture;
    reader.ReadPixels(picture);
    return picture.rgb;
  };
  const auto gray2 = read(Magic + "EXPOSURE=4\r\nEXPOSURE=0.5\r\n" + Format + "\r\n-Y 1 +X 1\r\n" + gray(1));
  EXPECT_FLOAT_EQ(gray2[0], 0.25f) << "divided by both; lines may end as on Windows";
  // The white of sRGB, 0.9505 : 1 : 1.0890, at a half, and colors outside the gamut of RGB.
  const std::string xyz = Magic + "FORMAT=32-bit_rle_xyze\n\n-Y 1 +X ";
  const auto white = read(xyz + "1\n" + "\x7a\x80\x8b\x80");
  for (const float channel : white)
  {
    EXPECT_NEAR(channel, 0.5, 0.01);
  }
  const auto green = read(xyz + "2\n" + "\x00\x80\x00\x80"s + "\x80\x00\x00\x80"s);
  EXPECT_EQ(green[0], 0) << "not negative";
  EXPECT_GT(green[1], 0.5f);
  EXPECT_GT(green[3], 0.5f);
  EXPECT_EQ(green[4], 0);
}

} // namespace
