// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "PathTraceSamples.h"
#include "Renderers/PathTracer/PathTracer.h"

#include <cstdint>

class RayCastSession;
class vtkPathTraceSettings;
class vtkRayCastReport;

/// Casts successive frames of a path traced picture: decides how many samples each frame adds, presents their
/// mean in the window, and keeps the figures of the last frame.
class PathTraceFrame
{
public:
  /// Trace missing samples of the picture, and present it. `refine`: a frame of a still takes a twentieth of
  /// a second and may leave samples to later frames, unless the view is in stereo. `hasShown`: the picture
  /// contains polygons that the window shows, too. `hasMedium`: light passes through a volume, which has no
  /// depth and covers the window's content.
  void Cast(RayCastSession& session, vtkPathTraceSettings* settings, inkray::PathTracer& tracer, bool refine,
    bool hasShown, bool hasMedium);

  ///@{
  /// ForgetFigures sets the last frame's figures to 0. Forget drops the samples and the tracer's memory
  /// figures.
  void ForgetFigures();
  void Forget();
  ///@}

  ///@{
  /// Figures of the last frame.
  std::int64_t GetNumberOfSamples() const { return this->NumSamples; }
  std::int64_t GetNumberOfNewSamples() const { return this->NewSamples; }
  const inkray::PathTimings& GetTimings() const { return this->Timings; }
  const inkray::PathStatistics& GetStatistics() const { return this->Statistics; }
  const inkray::PathMemory& GetMemory() const { return this->Memory; }
  ///@}

private:
  PathTraceSamples Samples;
  std::int64_t NewSamples = 0;
  std::int64_t NumSamples = 0;
  inkray::PathTimings Timings;
  inkray::PathStatistics Statistics;
  inkray::PathMemory Memory;
};
