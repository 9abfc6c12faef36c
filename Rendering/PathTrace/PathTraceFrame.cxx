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

/// About the time of a frame that refines a still, in milliseconds: half of the time that a first picture may
/// take.
constexpr double RefiningFrame = 50;
constexpr double OneSample = 1e-9; // less than any sample takes
/// Depths are nearer by this where the picture shows polygons that the window shows, too, so that it is in
/// front of them: at full resolution, and where an image is coarser than the window.
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
  // One sample while the camera turns; a still in frames, or to the end. With two eyes the picture of one
  // takes the place of the other's, so that frames would never end with all samples.
  const bool isStereo = session.GetRenderer()->GetRenderWindow()->GetStereoRender() != 0;
  const double milliseconds = !session.IsStill() ? OneSample : refine && !isStereo ? RefiningFrame : 0;
  // Polygons of the view are in the picture: rays do not end at their depths in the window.
  const float opaqueBias = hasShown ? CoarseDepthBias : 0.0f;
  this->Samples.StopAtOpaque(hasMedium);
  this->Samples.Begin(tracer, settings->GetSamplesPerPixel(), milliseconds, opaqueBias);

  // The window's depth, along which noise is smoothed, is the surfaces' depth: a volume in front of them,
  // which has no noise of its own, would be smeared over its edges.
  const bool denoise = settings->GetDenoise() && !hasMedium;
  if (settings->GetDenoise() && hasMedium)
  {
    session.Note("Denoise has no effect where a volume is included.");
  }
  const auto pictureOf = [&](bool onDevice) {
    const float bias = !hasShown ? 0.0f : session.IsCoarse() ? CoarseDepthBias : DepthBias;
    // The mean of n values between 0 and 1 is off by no more than 0.5 / sqrt(n) or so.
    const auto number = static_cast<float>(std::max<std::int64_t>(1, tracer.numSamples()));
    const float noise = denoise ? 0.5f / std::sqrt(number) : 0.0f;
    return onDevice ? RayCastPicture{ tracer.deviceImage(), tracer.deviceDepth(), bias, noise }
                    : RayCastPicture{ tracer.image(), tracer.depth(), bias, noise };
  };
  // An interactive frame takes the time of one sample, however many this one has.
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
      "The lens is so large that nothing but its focus can be made out; it is drawn with a radius of " +
      vtkVariant(lens).ToString() + ".");
  }
  this->Memory = tracer.memory();
}
