// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceSamples.h"

#include <algorithm>
#include <utility>

namespace
{

/// All numbers of the camera and the options that a picture depends on, except the sample count.
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

/// Replaces each pixel's depth by a neighbor's farther depth along one axis (pixels `step` apart) if the
/// surface continues there: if the two depths differ by at most about twice the slope beside the two pixels.
/// A thin object in front of others keeps its depth.
void WidenAlong(
  std::vector<float>& depths, int number, int rows, std::size_t step, std::size_t rowStep, float bias)
{
  std::vector<float> row(static_cast<std::size_t>(number));
  for (int r = 0; r < rows; ++r)
  {
    float* const first = depths.data() + rowStep * r;
    for (int i = 0; i < number; ++i)
    {
      row[i] = first[step * i];
    }
    for (int i = 0; i < number; ++i)
    {
      const float own = row[i];
      const auto at = [&](int j, float none) { return j >= 0 && j < number ? row[j] : none; };
      for (const int side : { -1, 1 })
      {
        const float beside = at(i + side, own);
        const float slope = std::max(own - at(i - side, own), at(i + 2 * side, beside) - beside);
        if (beside > own && beside - own <= bias + 2 * std::max(0.0f, slope))
        {
          first[step * i] = std::max(first[step * i], beside);
        }
      }
    }
  }
}

/// The farthest depth of the surface at each pixel and the pixels around it. Rays through all points of a
/// pixel reach that far behind the surface at its center, however steep the surface is.
std::vector<float> FarthestNearby(const float* depths, int width, int height, float bias)
{
  const auto stride = static_cast<std::size_t>(width);
  std::vector<float> farthest(depths, depths + stride * height);
  WidenAlong(farthest, width, height, 1, stride, bias);
  WidenAlong(farthest, height, width, stride, 1, bias);
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

void PathTraceSamples::Add(const inkray::Camera& camera, inkray::PathFrameOptions options, bool onDevice)
{
  this->Pixels = static_cast<double>(camera.width) * camera.height;
  const std::vector<double> shot = ShotOf(camera, options);
  std::vector<float> opaque;
  if (options.opaqueDepth)
  {
    opaque = this->OpaqueBias > 0
      ? FarthestNearby(options.opaqueDepth, camera.width, camera.height, this->OpaqueBias)
      : std::vector<float>(
          options.opaqueDepth.depths, options.opaqueDepth + static_cast<std::size_t>(this->Pixels));
    for (float& depth : opaque)
    {
      depth = std::min(1.0f, depth + this->OpaqueBias);
    }
    options.opaqueDepth = opaque.data();
  }
  std::int64_t held = this->Shot == shot && this->Opaque == opaque ? this->Tracer->numSamples() : 0;
  // Begin anew if the picture has too many samples, or is finished but not in the memory that is asked for.
  if (held > this->Wanted || (held == this->Wanted && !onDevice && !this->IsOnHost))
  {
    held = 0;
  }
  if (held == this->Wanted)
  {
    return;
  }
  this->Restart(); // no picture is valid until the tracer has finished
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
  try
  {
    onDevice ? this->Tracer->renderOnDevice(camera, options) : this->Tracer->render(camera, options);
  }
  catch (const inkray::Aborted&)
  {
    const bool refines = this->Milliseconds > 0 && held > 0 && onDevice != this->IsOnHost;
    if (!refines || this->Tracer->numSamples() != held)
    {
      throw;
    }
    // A refining frame was aborted for more urgent work: show the samples that exist; the next frame
    // continues.
    this->Shot = shot;
    this->Opaque = std::move(opaque);
    return;
  }
  this->Timings = this->Tracer->timings();
  this->PixelTime = this->Timings.trace / (options.samples * this->Pixels);
  this->Added = options.samples;
  this->Shot = shot;
  this->Opaque = std::move(opaque);
  this->IsOnHost = !onDevice;
}
