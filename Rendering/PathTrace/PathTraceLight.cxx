// SPDX-License-Identifier: BSD-3-Clause
#include "PathTraceLight.h"

#include "RayCastSession.h"
#include "Renderers/PathTracer/PathTracer.h"
#include "vtkPathTraceSettings.h"
#include "vtkRenderer.h"

#include <string>

void PathTraceLight::Forget()
{
  this->Materials.Forget();
  this->SkyLight.Forget();
  this->Lights.Forget();
}

void PathTraceLight::Update(
  RayCastSession& session, vtkPathTraceSettings* settings, bool hasMedium, inkray::PathTracer& tracer)
{
  bool isLit = hasMedium;
  this->UpdateMaterials(settings, tracer);
  this->UpdateSky(session, settings, tracer, isLit);
  this->UpdateLights(session, settings, tracer, isLit);
  if (!isLit)
  {
    session.Report(false,
      "There is no light, so the surfaces are black; choose another light, or a strength above 0.",
      "no light");
  }
}

void PathTraceLight::UpdateMaterials(vtkPathTraceSettings* settings, inkray::PathTracer& tracer)
{
  const std::vector<double> key = { 1.0 * settings->GetMaterial(), settings->GetShininess(),
    settings->GetRefractiveIndex() };
  this->Materials.Update(key, [&] {
    inkray::PathMaterial own;
    own.kind = static_cast<inkray::PathMaterialKind>(settings->GetMaterial());
    own.shininess = static_cast<float>(settings->GetShininess());
    own.refractiveIndex = static_cast<float>(settings->GetRefractiveIndex());
    tracer.setMaterials({ own, inkray::PathMaterial() }); // in the order of the indices in PathTraceGeometry
  });
}

void PathTraceLight::UpdateSky(
  RayCastSession& session, vtkPathTraceSettings* settings, inkray::PathTracer& tracer, bool& isLit)
{
  const inkray::Environment sky = this->Sky.Make(settings, session.GetRenderer(),
    [&session](const std::string& problem) { session.Report(true, problem); });
  isLit = isLit || this->Sky.IsBright(sky);
  this->SkyLight.Update(
    PathTraceSky::KeyOf(sky, this->Sky.GetNumberOfReadings()), [&] { tracer.setEnvironment(sky); });
}

void PathTraceLight::UpdateLights(
  RayCastSession& session, vtkPathTraceSettings* settings, inkray::PathTracer& tracer, bool& isLit)
{
  // Lights give half of the light if there is a sky or a picture, too.
  const int light = settings->GetLight();
  const double share = light == vtkPathTraceSettings::LIGHTS                                           ? 1
    : light == vtkPathTraceSettings::SKY_AND_LIGHTS || light == vtkPathTraceSettings::IMAGE_AND_LIGHTS ? 0.5
                                                                                                       : 0;
  const auto factor = static_cast<float>(share * settings->GetLightStrength());
  std::vector<inkray::SurfaceLight> lights;
  if (factor > 0)
  {
    lights = session.MakeLights(true);
  }
  std::vector<double> key;
  for (inkray::SurfaceLight& one : lights)
  {
    for (float& channel : one.diffuse)
    {
      channel *= factor;
      isLit = isLit || channel > 0;
    }
    for (const float* numbers : { one.diffuse, one.direction, one.position, one.attenuation })
    {
      key.insert(key.end(), numbers, numbers + 3);
    }
    key.insert(key.end(), { one.coneCosine, one.exponent, 1.0 * one.positional });
  }
  this->Lights.Update(key, [&] { tracer.setLights(lights); });
}
