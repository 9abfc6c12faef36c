// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "PathTraceSamples.h"
#include "Renderers/PathTracer/PathTracer.h"

#include <cstdint>

class RayCastSession;
class vtkPathTraceSettings;
class vtkRayCastReport;

/// One frame after the other of a path traced picture: how many samples each adds, how the mean of them comes
/// to the window, and the figures of the last one.
class PathTraceFrame
{
public:
  /// Trace the missing samples of the picture, and present it. `refine`: a still takes a twentieth of a
  /// second, and does not get all its samples at once, unless it is in stereo. `hasShown`: the picture shows
  /// polygons that the window shows, too. `hasMedium`: light passes through a volume, which is in front of
  /// the window's content and has no depth.
  void Cast(RayCastSession& session, vtkPathTraceSettings* settings, inkray::PathTracer& tracer, bool refine,
    bool hasShown, bool hasMedium);

  ///@{
  /// ForgetFigures sets the last frame's figures to 0; Forget forgets the samples and the memory of the
  /// tracer.
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
