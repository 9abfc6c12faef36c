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

/// Sends materials, light from all around and lights to a path tracer. From frame to frame it sends changed
/// data only.
class PathTraceLight
{
public:
  /// Send the changed data; the picture then begins anew. Reports lights that are left out, and a scene
  /// without light unless it `hasMedium`, whose emission gives light.
  void Update(
    RayCastSession& session, vtkPathTraceSettings* settings, bool hasMedium, inkray::PathTracer& tracer);

  /// Note that the tracer has lost the data.
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
  RayCastHeld<std::vector<double>> Materials; // the keys of the data that the tracer has, like the next two
  RayCastHeld<std::vector<double>> SkyLight;
  RayCastHeld<std::vector<double>> Lights;
};
