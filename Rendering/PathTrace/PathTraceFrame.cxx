// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceFrame.h"

#include "CopyOptions.h"
#include "RayCastSession.h"
#include "vtkCamera.h"
#include "vtkPathTraceSettings.h"
#include "vtkRenderWindow.h"
#include "vtkRenderer.h"
#include "vtkVariant.h"

#include <algorithm>
#include <cmath>

namespace
{

/// About the time of a frame that refines a still, in milliseconds: half of the time allowed for a first
/// picture.
constexpr double RefiningFrame = 50;
constexpr double OneSample = 1e-9; // less than any sample takes
/// Offsets that bring the picture's depths nearer where the window draws the same polygons, so that the
/// picture stays in front: at full resolution, and for an image coarser than the window.
constexpr float DepthBias = 2e-5f, CoarseDepthBias = 1e-3f;

inkray::PathFrameOptions OptionsOf(vtkPathTraceSettings* settings, RayCastSession& session)
{
  vtkCamera* const camera = session.GetRenderer()->GetActiveCamera();
  inkray::PathFrameOptions options;
  INKRAY_FIELDS_PathFrameOptions(INKRAY_COPY_OPTION);
  options.focalDepth = static_cast<float>(
    settings->GetFocalDistance() > 0 ? settings->GetFocalDistance() : camera->GetDistance());
  if (options.lensRadius > 0 && camera->GetParallelProjection())
  {
    options.lensRadius = 0;
    session.Note("A parallel projection has no lens, so everything is sharp.");
  }
  return options;
}

} // namespace

void PathTraceFrame::ForgetFigures()
{
  this->NewSamples = this->NumSamples = 0;
  this->Timings = {};
  this->Statistics = {};
}

void PathTraceFrame::Forget()
{
  this->Samples.Forget();
  this->Memory = {};
}

void PathTraceFrame::Cast(RayCastSession& session, vtkPathTraceSettings* settings, inkray::PathTracer& tracer,
  bool refine, bool hasShown, bool hasMedium)
{
  // Add one sample while the camera moves. Refine a still over several frames, or finish it in one. In
  // stereo, finish it in one: each eye's picture replaces the other's, so several frames would never finish
  // it.
  const bool isStereo = session.GetRenderer()->GetRenderWindow()->GetStereoRender() != 0;
  const double milliseconds = !session.IsStill() ? OneSample : refine && !isStereo ? RefiningFrame : 0;
  // The picture contains polygons of the view: rays must pass their depths in the window.
  const float opaqueBias = hasShown ? CoarseDepthBias : 0.0f;
  this->Samples.StopAtOpaque(hasMedium);
  this->Samples.Begin(tracer, settings->GetSamplesPerPixel(), milliseconds, opaqueBias);

  // Denoising smooths along the window's depth, which is the depth of the surfaces. A volume in front of them
  // has no noise, and would be smeared over their edges.
  const bool denoise = settings->GetDenoise() && !hasMedium;
  if (settings->GetDenoise() && hasMedium)
  {
    session.Note("Denoise has no effect where a volume is included.");
  }
  const auto pictureOf = [&](bool onDevice) {
    const float bias = !hasShown ? 0.0f : session.IsCoarse() ? CoarseDepthBias : DepthBias;
    // The mean of n values between 0 and 1 has an error of at most about 0.5 / sqrt(n).
    const auto number = static_cast<float>(std::max<std::int64_t>(1, tracer.numSamples()));
    const float noise = denoise ? 0.5f / std::sqrt(number) : 0.0f;
    return onDevice ? RayCastPicture{ tracer.deviceImage(), tracer.deviceDepth(), bias, noise }
                    : RayCastPicture{ tracer.image(), tracer.depth(), bias, noise };
  };
  // The pace assumes one sample in an interactive frame, however many samples this frame adds.
  const auto toPace = [this](double all) {
    const std::int64_t added = this->Samples.GetAdded();
    return added > 0 ? all / static_cast<double>(added) : this->Samples.GetSampleTime();
  };
  this->Timings = session.Cast(this->Samples, OptionsOf(settings, session), settings, hasMedium,
    hasMedium ? RayCastFrameTarget::Use::Write : RayCastFrameTarget::Use::Test, pictureOf, toPace);
  this->NewSamples = this->Samples.GetAdded();
  this->NumSamples = tracer.numSamples();
  this->Statistics = tracer.statistics();
  const double lens = this->Statistics.lensRadius;
  if (lens > 0 && lens < (1 - 1e-5) * settings->GetLensRadius())
  {
    session.Note(
      "The lens is so large that only points in focus would be visible; it is drawn with a radius of " +
      vtkVariant(lens).ToString() + ".");
  }
  this->Memory = tracer.memory();
}
