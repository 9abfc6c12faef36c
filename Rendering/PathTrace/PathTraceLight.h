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

/// Materials, light from all around and lights of a path tracer, from frame to frame: only changed data are
/// sent.
class PathTraceLight
{
public:
  /// Send the changed data. Reports a scene without light, unless it `hasMedium`, which gives some, and
  /// lights that are left out. The picture begins anew where something is sent.
  void Update(
    RayCastSession& session, vtkPathTraceSettings* settings, bool hasMedium, inkray::PathTracer& tracer);

  /// The tracer has none of it.
  void Forget();
  /// Number of times that the light from all around was sent.
  vtkIdType GetNumberOfSkyUpdates() const { return this->SkyLight.GetNumberOfUpdates(); }

private:
  void UpdateMaterials(vtkPathTraceSettings* settings, inkray::PathTracer& tracer);
  void UpdateSky(
    RayCastSession& session, vtkPathTraceSettings* settings, inkray::PathTracer& tracer, bool& isLit);
  void UpdateLights(
    RayCastSession& session, vtkPathTraceSettings* settings, inkray::PathTracer& tracer, bool& isLit);

  PathTraceSky Sky;
  RayCastHeld<std::vector<double>> Materials; // the keys of the tracer's data, like the next two
  RayCastHeld<std::vector<double>> SkyLight;
  RayCastHeld<std::vector<double>> Lights;
};
