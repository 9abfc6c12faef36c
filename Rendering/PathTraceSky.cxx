// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceSky.h"

#include "vtkCallbackCommand.h"
#include "vtkCommand.h"
#include "vtkDataArray.h"
#include "vtkExecutive.h"
#include "vtkHDRReader.h"
#include "vtkImageData.h"
#include "vtkNew.h"
#include "vtkPathTraceSettings.h"
#include "vtkPointData.h"
#include "vtkRenderer.h"

#include <vtksys/SystemTools.hxx>

#include <algorithm>
#include <cmath>

inkray::Environment PathTraceSky::Make(vtkPathTraceSettings* settings, vtkRenderer* renderer,
  const std::function<void(const std::string&)>& report)
{
  const int light = settings->GetLight();
  inkray::Environment sky;
  if (light == vtkPathTraceSettings::IMAGE || light == vtkPathTraceSettings::IMAGE_AND_LIGHTS)
  {
    const std::string name = settings->GetImageFileName() ? settings->GetImageFileName() : "";
    const long time = name.empty() ? 0 : vtksys::SystemTools::ModifiedTime(name);
    if (this->Readings == 0 || name != this->FileName || time != this->FileTime)
    {
      this->FileName = name;
      this->FileTime = time;
      ++this->Readings;
      this->Problem = this->Read(name);
    }
    if (this->Problem.empty())
    {
      sky = this->Picture;
    }
    else
    {
      report(this->Problem + " The light comes from a sky without a picture.");
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
  const double share = light == vtkPathTraceSettings::SKY_AND_LIGHTS ? 0.5
    : light == vtkPathTraceSettings::LIGHTS                          ? 0.0
                                                                     : 1.0;
  sky.strength = static_cast<float>(share * settings->GetSkyStrength());
  std::copy_n(renderer->GetEnvironmentUp(), 3, sky.up);
  std::copy_n(renderer->GetEnvironmentRight(), 3, sky.right);
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

std::string PathTraceSky::Read(const std::string& fileName)
{
  this->Picture = {};
  this->IsPictureBright = false;
  if (fileName.empty())
  {
    return "No file is chosen for the picture that light comes from; choose one of type .hdr.";
  }
  const std::string quoted = "The file '" + fileName + "' ";
  if (!vtksys::SystemTools::FileExists(fileName, true))
  {
    return quoted + "for the picture that light comes from is not there.";
  }
  vtkNew<vtkHDRReader> reader;
  if (!reader->CanReadFile(fileName.c_str()))
  {
    return quoted + "is no Radiance picture (.hdr).";
  }

  // Its errors are part of this one message.
  bool failed = false;
  vtkNew<vtkCallbackCommand> listener;
  listener->SetClientData(&failed);
  listener->SetCallback(
    [](vtkObject*, unsigned long, void* data, void*) { *static_cast<bool*>(data) = true; });
  reader->AddObserver(vtkCommand::ErrorEvent, listener);
  reader->GetExecutive()->AddObserver(vtkCommand::ErrorEvent, listener);
  reader->SetFileName(fileName.c_str());
  reader->Update();

  vtkImageData* const image = reader->GetOutput();
  vtkDataArray* const pixels = image->GetPointData()->GetScalars();
  int size[3];
  image->GetDimensions(size);
  const vtkIdType number = static_cast<vtkIdType>(size[0]) * size[1];
  if (failed || reader->GetErrorCode() != 0 || size[0] < 1 || size[1] < 1 || !pixels ||
    pixels->GetNumberOfComponents() != 3 || pixels->GetNumberOfTuples() != number)
  {
    return quoted + "cannot be read as a Radiance picture (.hdr).";
  }
  this->Picture.rgb.resize(static_cast<std::size_t>(3) * number);
  for (vtkIdType i = 0; i < number; ++i)
  {
    for (int c = 0; c < 3; ++c)
    {
      const auto value = static_cast<float>(pixels->GetComponent(i, c));
      if (!std::isfinite(value) || value < 0)
      {
        return quoted + "has pixels that are no light: negative, or not finite.";
      }
      this->Picture.rgb[3 * i + c] = value;
      this->IsPictureBright = this->IsPictureBright || value > 0;
    }
  }
  this->Picture.kind = inkray::Environment::Kind::Image;
  this->Picture.width = size[0];
  this->Picture.height = size[1];
  return std::string();
}
