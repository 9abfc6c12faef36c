// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceSky.h"

#include "Core/Errors.h"
#include "RadianceReader.h"
#include "vtkCamera.h"
#include "vtkMath.h"
#include "vtkPathTraceSettings.h"
#include "vtkRenderer.h"

#include <algorithm>
#include <fstream>
#include <new>

namespace
{

/// Set the directions of the sky's pole and of its right-hand side, for an up direction of the settings.
void SetDirections(inkray::Environment& sky, int skyUp, vtkRenderer* renderer)
{
  // For each axis, the images of y and x under the shortest rotation that takes y to the axis.
  static const double ups[][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
  static const double rights[][3] = { { 0, -1, 0 }, { 1, 0, 0 }, { 1, 0, 0 } };
  double up[3], right[3];
  std::copy_n(renderer->GetEnvironmentUp(), 3, up);
  std::copy_n(renderer->GetEnvironmentRight(), 3, right);
  if (skyUp == vtkPathTraceSettings::UP_OF_CAMERA)
  {
    vtkCamera* const camera = renderer->GetActiveCamera();
    double* const forward = camera->GetDirectionOfProjection();
    vtkMath::Cross(forward, camera->GetViewUp(), right);
    vtkMath::Normalize(right);
    vtkMath::Cross(right, forward, up);
  }
  else if (skyUp != vtkPathTraceSettings::UP_OF_RENDERER)
  {
    const int axis = skyUp - vtkPathTraceSettings::UP_X;
    std::copy_n(ups[axis], 3, up);
    std::copy_n(rights[axis], 3, right);
  }
  std::copy_n(up, 3, sky.up);
  std::copy_n(right, 3, sky.right);
}

} // namespace

inkray::Environment PathTraceSky::Make(vtkPathTraceSettings* settings, vtkRenderer* renderer,
  const std::function<void(const std::string&)>& report)
{
  const int light = settings->GetLight();
  inkray::Environment sky;
  if (light == vtkPathTraceSettings::IMAGE || light == vtkPathTraceSettings::IMAGE_AND_LIGHTS)
  {
    this->ReadIfChanged(settings->GetImageFileName() ? settings->GetImageFileName() : "");
    if (this->Problem.empty())
    {
      sky = this->Picture;
    }
    else
    {
      report(this->Problem + " Using a plain sky instead.");
    }
  }
  if (sky.kind != inkray::Environment::Kind::Image)
  {
    const bool isEven = light == vtkPathTraceSettings::OVERCAST;
    sky.kind = isEven ? inkray::Environment::Kind::Constant : inkray::Environment::Kind::Gradient;
    for (int c = 0; c < 3; ++c)
    {
      sky.color[c] = static_cast<float>(settings->GetSkyColor()[c]);
      sky.bottom[c] = static_cast<float>(isEven ? settings->GetSkyColor()[c] : settings->GetGroundColor()[c]);
    }
  }
  // A sky gives half of the light if lights are on, too. A visible sky stays at full brightness.
  const bool isHalf = light == vtkPathTraceSettings::SKY_AND_LIGHTS && !settings->GetShowSky();
  const double share = isHalf ? 0.5 : light == vtkPathTraceSettings::LIGHTS ? 0.0 : 1.0;
  sky.strength = static_cast<float>(share * settings->GetSkyStrength());
  SetDirections(sky, settings->GetSkyUp(), renderer);
  return sky;
}

bool PathTraceSky::IsBright(const inkray::Environment& sky) const
{
  const auto isAbove0 = [](float channel) { return channel > 0; };
  return sky.strength > 0 &&
    (sky.kind == inkray::Environment::Kind::Image ? this->IsPictureBright
                                                  : std::any_of(sky.color, sky.color + 3, isAbove0) ||
          std::any_of(sky.bottom, sky.bottom + 3, isAbove0));
}

std::vector<double> PathTraceSky::KeyOf(const inkray::Environment& sky, int readings)
{
  const bool isPicture = sky.kind == inkray::Environment::Kind::Image;
  std::vector<double> key = { static_cast<double>(sky.kind), isPicture ? 1.0 * readings : 0.0, sky.strength };
  for (const float* numbers : { sky.color, sky.bottom, sky.up, sky.right })
  {
    key.insert(key.end(), numbers, numbers + 3);
  }
  return key;
}

void PathTraceSky::ReadIfChanged(const std::string& fileName)
{
  const FileState state = FileState::Of(fileName);
  if (this->Readings > 0 && fileName == this->FileName && state == this->State)
  {
    return;
  }
  this->FileName = fileName;
  this->State = state;
  ++this->Readings;
  this->Picture = {};
  this->IsPictureBright = false;
  this->Problem = this->Read();
}

/// Reads the file. Returns the problem, or an empty string.
std::string PathTraceSky::Read()
{
  if (this->FileName.empty())
  {
    return "No environment map is chosen; choose an HDR file (.hdr).";
  }
  const std::string quoted = "Environment map '" + this->FileName + "' ";
  if (!this->State.Exists)
  {
    return quoted + "not found.";
  }
  std::ifstream file(this->FileName, std::ios::binary);
  if (!file)
  {
    return quoted + "cannot be opened; check its permissions.";
  }
  try
  {
    RadianceReader reader(file, this->State.Bytes);
    try
    {
      reader.ReadPixels(this->Picture);
    }
    catch (const std::bad_alloc&)
    {
      this->State = {}; // more memory may be free in the next frame
      return quoted + "has " + std::to_string(reader.GetWidth()) + " x " +
        std::to_string(reader.GetHeight()) + " pixels, more than there is memory for; choose a smaller file.";
    }
  }
  catch (const inkray::InvalidInput& error)
  {
    return quoted + error.what();
  }
  const std::vector<float>& rgb = this->Picture.rgb;
  this->IsPictureBright = std::any_of(rgb.begin(), rgb.end(), [](float channel) { return channel > 0; });
  return std::string();
}

PathTraceSky::FileState PathTraceSky::FileState::Of(const std::string& fileName)
{
  FileState state;
  std::error_code error;
  // Accept regular files only: a pipe or a device has no length, and may never end.
  state.Exists = !fileName.empty() && std::filesystem::is_regular_file(fileName, error);
  if (state.Exists)
  {
    state.Time = std::filesystem::last_write_time(fileName, error);
    const std::uintmax_t bytes = std::filesystem::file_size(fileName, error);
    state.Bytes = error ? 0 : bytes;
  }
  return state;
}
