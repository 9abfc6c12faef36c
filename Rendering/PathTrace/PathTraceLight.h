// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "PathTraceSky.h"
#include "RayCastHeld.h"

#include <vector>

class RayCastSession;
class vtkPathTraceSettings;
namespace inkray
{
class PathTracer;
}

/// What a path tracer has of materials, of the light from all around and of lights from frame to frame: it is
/// sent what has changed.
class PathTraceLight
{
public:
  /// Send it. A scene without light, unless it `hasMedium`, which gives some, and lights that are left out,
  /// are said. The picture begins anew where something is sent.
  void Update(
    RayCastSession& session, vtkPathTraceSettings* settings, bool hasMedium, inkray::PathTracer& tracer);

  /// The tracer has none of it.
  void Forget();
  /// How often the light from all around was sent.
  vtkIdType GetNumberOfSkyUpdates() const { return this->SkyLight.GetNumberOfUpdates(); }

private:
  void UpdateMaterials(vtkPathTraceSettings* settings, inkray::PathTracer& tracer);
  void UpdateSky(
    RayCastSession& session, vtkPathTraceSettings* settings, inkray::PathTracer& tracer, bool& isLit);
  void UpdateLights(
    RayCastSession& session, vtkPathTraceSettings* settings, inkray::PathTracer& tracer, bool& isLit);

  PathTraceSky Sky;
  RayCastHeld<std::vector<double>> Materials; // these are what the tracer holds
  RayCastHeld<std::vector<double>> SkyLight;
  RayCastHeld<std::vector<double>> Lights;
};
