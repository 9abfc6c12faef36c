// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceSamples.h"

#include <algorithm>
#include <utility>

namespace
{

/// Whatever of camera and options a picture depends on, beside the sample count.
std::vector<double> ShotOf(const inkray::Camera& camera, const inkray::PathFrameOptions& options)
{
  std::vector<double> shot(camera.meshToEye, camera.meshToEye + 16);
  shot.insert(shot.end(), camera.eyeToClip, camera.eyeToClip + 16);
  for (const double number :
    { 1.0 * camera.width, 1.0 * camera.height, 1.0 * options.bounces, 1.0 * options.smoothNormals,
      1.0 * options.showEnvironment, 1.0 * options.lensRadius, 1.0 * options.focalDepth })
  {
    shot.push_back(number);
  }
  return shot;
}

/// The farthest depth of each pixel and those around it: rays through all points of a pixel reach what is at
/// its centre, however steep it is.
std::vector<float> FarthestNearby(const float* depths, int width, int height)
{
  std::vector<float> farthest(static_cast<std::size_t>(width) * height, 0.0f);
  for (int y = 0; y < height; ++y)
  {
    for (int x = 0; x < width; ++x)
    {
      float& most = farthest[static_cast<std::size_t>(y) * width + x];
      for (int j = std::max(0, y - 1); j <= std::min(height - 1, y + 1); ++j)
      {
        for (int i = std::max(0, x - 1); i <= std::min(width - 1, x + 1); ++i)
        {
          most = std::max(most, depths[static_cast<std::size_t>(j) * width + i]);
        }
      }
    }
  }
  return farthest;
}

} // namespace

void PathTraceSamples::Begin(
  inkray::PathTracer& tracer, std::int64_t wanted, double milliseconds, float opaqueBias)
{
  this->Tracer = &tracer;
  this->Wanted = wanted;
  this->Milliseconds = milliseconds;
  this->OpaqueBias = opaqueBias;
  this->Added = 0;
  this->Timings = {};
  this->Pixels = 0;
}

void PathTraceSamples::Forget()
{
  this->Restart();
  this->Tracer = nullptr;
  this->PixelTime = 0;
}

void PathTraceSamples::Add(const inkray::Camera& camera, PathTraceOptions options, bool onDevice)
{
  this->Pixels = static_cast<double>(camera.width) * camera.height;
  const std::vector<double> shot = ShotOf(camera, options);
  std::vector<float> opaque;
  if (options.opaqueDepth)
  {
    opaque = this->OpaqueBias > 0
      ? FarthestNearby(options.opaqueDepth, camera.width, camera.height)
      : std::vector<float>(options.opaqueDepth, options.opaqueDepth + static_cast<std::size_t>(this->Pixels));
    for (float& depth : opaque)
    {
      depth = std::min(1.0f, depth + this->OpaqueBias);
    }
    options.opaqueDepth = opaque.data();
  }
  std::int64_t held = this->Shot == shot && this->Opaque == opaque ? this->Tracer->numSamples() : 0;
  // A picture of too many samples begins anew, and so does one that is finished and has to be elsewhere.
  if (held > this->Wanted || (held == this->Wanted && !onDevice && !this->IsOnHost))
  {
    held = 0;
  }
  if (held == this->Wanted)
  {
    return;
  }
  this->Restart(); // until the picture is there
  if (held == 0)
  {
    this->Tracer->restart();
  }
  const std::int64_t rest = this->Wanted - held;
  const double time = this->GetSampleTime();
  const double fit = this->Milliseconds > 0
    ? std::max({ 1.0, static_cast<double>(this->Added), time > 0 ? this->Milliseconds / time : 1.0 })
    : static_cast<double>(rest);
  options.samples = static_cast<std::int32_t>(std::min(fit, static_cast<double>(rest)));
  onDevice ? this->Tracer->renderOnDevice(camera, options) : this->Tracer->render(camera, options);
  this->Timings = this->Tracer->timings();
  this->PixelTime = this->Timings.trace / (options.samples * this->Pixels);
  this->Added = options.samples;
  this->Shot = shot;
  this->Opaque = std::move(opaque);
  this->IsOnHost = !onDevice;
}
