// SPDX-License-Identifier: BSD-3-Clause
#include "PictureComparison.h"

#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPNGReader.h"
#include "vtkPNGWriter.h"
#include "vtkSmartPointer.h"

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <stdexcept>

namespace
{

constexpr int Rounding = 1, Forgiven = 3, Alike = 16; // of 255 levels

/// Red, green and blue of an image in bytes, with pixels counted from 0 in any extent.
class Pixels
{
public:
  explicit Pixels(vtkImageData* image)
    : Components(image->GetNumberOfScalarComponents())
  {
    int extent[6];
    image->GetExtent(extent);
    Width = extent[1] - extent[0] + 1;
    Height = extent[3] - extent[2] + 1;
    if (Width < 1 || Height < 1 || image->GetScalarType() != VTK_UNSIGNED_CHAR || Components < 3)
    {
      throw std::invalid_argument("not a picture with red, green and blue in bytes");
    }
    Levels = static_cast<const unsigned char*>(image->GetScalarPointer());
  }
  const unsigned char* At(int x, int y) const
  {
    return Levels + (static_cast<std::size_t>(y) * Width + x) * Components;
  }

  int Width, Height;

private:
  int Components;
  const unsigned char* Levels;
};

/// The largest difference between two colors in any channel, in levels.
int Distance(const unsigned char* a, const unsigned char* b)
{
  int most = 0;
  for (int i = 0; i < 3; ++i)
  {
    most = std::max(most, std::abs(a[i] - b[i]));
  }
  return most;
}

/// Whether a picture has a color like `color` at (x, y) or in a pixel around it.
bool HasNear(const Pixels& pixels, int x, int y, const unsigned char* color)
{
  for (int v = std::max(y - 1, 0); v <= std::min(y + 1, pixels.Height - 1); ++v)
  {
    for (int u = std::max(x - 1, 0); u <= std::min(x + 1, pixels.Width - 1); ++u)
    {
      if (Distance(pixels.At(u, v), color) <= Alike)
      {
        return true;
      }
    }
  }
  return false;
}

std::string SizeOf(const Pixels& pixels)
{
  return std::to_string(pixels.Width) + " x " + std::to_string(pixels.Height);
}

void Write(vtkImageData* image, const std::string& file, std::ostream& out)
{
  vtkNew<vtkPNGWriter> writer;
  writer->SetInputData(image);
  writer->SetFileName(file.c_str());
  writer->Write();
  out << "  " << file << std::endl;
}

/// Ten times the difference of two pictures, clamped to 255.
vtkSmartPointer<vtkImageData> Brightened(const Pixels& a, const Pixels& b)
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  image->SetDimensions(a.Width, a.Height, 1);
  image->AllocateScalars(VTK_UNSIGNED_CHAR, 3);
  auto* level = static_cast<unsigned char*>(image->GetScalarPointer());
  for (int y = 0; y < a.Height; ++y)
  {
    for (int x = 0; x < a.Width; ++x)
    {
      for (int i = 0; i < 3; ++i)
      {
        *level++ = static_cast<unsigned char>(std::min(10 * std::abs(a.At(x, y)[i] - b.At(x, y)[i]), 255));
      }
    }
  }
  return image;
}

} // namespace

PictureDifference ComparePictures(vtkImageData* picture, vtkImageData* baseline)
{
  const Pixels drawn(picture), valid(baseline);
  if (drawn.Width != valid.Width || drawn.Height != valid.Height)
  {
    throw std::invalid_argument("the picture is " + SizeOf(drawn) + ", its baseline " + SizeOf(valid));
  }
  long long beyond = 0;
  int shaded = 0;
  PictureDifference difference;
  for (int y = 0; y < drawn.Height; ++y)
  {
    for (int x = 0; x < drawn.Width; ++x)
    {
      const unsigned char *a = drawn.At(x, y), *b = valid.At(x, y);
      for (int i = 0; i < 3; ++i)
      {
        beyond += std::max(std::abs(a[i] - b[i]) - Forgiven, 0);
      }
      shaded += Distance(a, b) > Rounding;
      difference.Lost += !HasNear(valid, x, y, a) || !HasNear(drawn, x, y, b);
    }
  }
  difference.InPlace = static_cast<double>(beyond) / (3 * 255);
  difference.Shade = static_cast<double>(shaded) / (static_cast<double>(drawn.Width) * drawn.Height);
  return difference;
}

bool IsWithin(const PictureDifference& difference, const PictureLimits& limits)
{
  return difference.InPlace <= limits.InPlace && difference.Shade <= limits.Shade &&
    difference.Lost <= limits.Lost;
}

bool MatchesBaseline(vtkImageData* picture, const std::string& baselineFile, const std::string& stem,
  const PictureLimits& limits, std::ostream& out)
{
  vtkNew<vtkPNGReader> reader;
  if (!reader->CanReadFile(baselineFile.c_str()))
  {
    out << "There is no baseline " << baselineFile << "; the picture:" << std::endl;
    Write(picture, stem + ".png", out);
    return false;
  }
  reader->SetFileName(baselineFile.c_str());
  reader->Update();
  vtkImageData* const baseline = reader->GetOutput();
  try
  {
    const PictureDifference difference = ComparePictures(picture, baseline);
    out << "Beyond 3 levels " << difference.InPlace << " pixels (at most " << limits.InPlace
        << "), beyond 1 level " << 100 * difference.Shade << " % (at most " << 100 * limits.Shade
        << "), lost " << difference.Lost << " pixels (at most " << limits.Lost << ")" << std::endl;
    if (IsWithin(difference, limits))
    {
      return true;
    }
    out << "The picture, its baseline, and ten times the difference:" << std::endl;
    Write(Brightened(Pixels(picture), Pixels(baseline)), stem + ".diff.png", out);
  }
  catch (const std::invalid_argument& error)
  {
    out << "Not to be compared: " << error.what() << ". The picture and its baseline:" << std::endl;
  }
  Write(picture, stem + ".png", out);
  Write(baseline, stem + ".valid.png", out);
  return false;
}
