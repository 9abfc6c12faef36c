// SPDX-License-Identifier: BSD-3-Clause
// Path traced isosurfaces of images and meshes with the mapper alone, in VTK's own windows.
#include "ImageTest.h"

#include "vtkAppendFilter.h"
#include "vtkColorTransferFunction.h"
#include "vtkIsosurfacePathTraceMapper.h"
#include "vtkIsovalueList.h"
#include "vtkPathTraceSettings.h"
#include "vtkPiecewiseFunction.h"
#include "vtkVolumeCollection.h"
#include "vtkVolumeProperty.h"

namespace
{

/// Adds one isosurface of an image or mesh in one color, path traced with 16 samples under a sky.
vtkPathTraceSettings* AddTraced(Canvas& canvas, vtkDataSet* data, double isovalue)
{
  vtkNew<vtkIsosurfacePathTraceMapper> mapper;
  vtkPathTraceSettings* const settings = mapper->GetSettings();
  settings->SetDevice(canvas.Cuda ? vtkRayCastSettings::DEVICE_CUDA : vtkRayCastSettings::DEVICE_CPU);
  settings->SetSamplesPerPixel(16);
  settings->SetLight(vtkPathTraceSettings::SKY);
  settings->SetColorModeToSolid();
  settings->SetSolidColor(0.9, 0.55, 0.25);
  settings->GetIsovalues()->SetNumberOfContours(1);
  settings->GetIsovalues()->SetValue(0, isovalue);
  mapper->SetInputData(data);
  canvas.FallbackReasons.push_back(
    [m = vtkSmartPointer<vtkIsosurfacePathTraceMapper>(mapper)] { return m->GetFallbackReason(); });
  vtkNew<vtkVolume> volume;
  volume->SetMapper(mapper);
  canvas.Renderer->AddVolume(volume);
  return settings;
}

/// A path traced isosurface above a ball, which is part of the traced scene.
void Traced(Canvas& canvas)
{
  canvas.AddBall(0.2, -1.2, -0.9, 0.4, 0.2, 0.9, 0.2);
  AddTraced(canvas, MakeGyroid(), 0.3)->IncludeSurfacesOn();
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

/// An isosurface of glass, which refracts the sky.
void TracedGlass(Canvas& canvas)
{
  vtkPathTraceSettings* const settings = AddTraced(canvas, MakeGyroid(), 1.2);
  settings->SetMaterial(vtkPathTraceSettings::GLASS);
  settings->SetSolidColor(0.95, 0.98, 1);
  settings->SolidBelowOn();
  settings->SetGroundColor(0.1, 0.2, 0.6);
  settings->SetBounces(8);
  settings->ShowSkyOn();
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

vtkSmartPointer<vtkUnstructuredGrid> VoxelsOf(vtkImageData* image)
{
  vtkNew<vtkAppendFilter> voxels;
  voxels->SetInputData(image);
  voxels->Update();
  return voxels->GetOutput();
}

/// An isosurface of a mesh, of plastic, in the light of a lamp.
void TracedMesh(Canvas& canvas)
{
  vtkPathTraceSettings* const settings = AddTraced(canvas, VoxelsOf(MakeGyroid()), 0.3);
  settings->SetMaterial(vtkPathTraceSettings::PLASTIC);
  settings->SetLight(vtkPathTraceSettings::LIGHTS);
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

/// Gives the first volume functions that let it glow where values are low.
void GlowWhereLow(Canvas& canvas)
{
  auto* const volume = vtkVolume::SafeDownCast(canvas.Renderer->GetVolumes()->GetItemAsObject(0));
  vtkColorTransferFunction* const colors = volume->GetProperty()->GetRGBTransferFunction();
  colors->AddRGBPoint(-1.5, 0.2, 0.5, 1);
  colors->AddRGBPoint(0, 0.9, 0.2, 0.1);
  colors->AddRGBPoint(0.9, 0.9, 0.9, 0.9);
  vtkPiecewiseFunction* const opacities = volume->GetProperty()->GetScalarOpacity();
  opacities->AddPoint(-1.5, 1);
  opacities->AddPoint(-0.5, 0.2);
  opacities->AddPoint(0.5, 0.05);
  volume->GetProperty()->SetScalarOpacityUnitDistance(0.5);
}

/// An isosurface within its volume, and a ball that is not traced.
void TracedVolume(Canvas& canvas)
{
  canvas.AddBall(0.5, -0.5, 0.2, 0.35, 0.2, 0.9, 0.2);
  vtkPathTraceSettings* const settings = AddTraced(canvas, MakeGyroid(), 0.9);
  settings->SetColorModeToIsovalue();
  settings->IncludeVolumeOn();
  settings->SetSamplesPerPixel(8);
  settings->SetBounces(2);
  GlowWhereLow(canvas);
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

/// An isosurface of a mesh within its volume.
void TracedMeshVolume(Canvas& canvas)
{
  vtkPathTraceSettings* const settings = AddTraced(canvas, VoxelsOf(MakeGyroid()), 0.9);
  settings->SetColorModeToIsovalue();
  settings->IncludeVolumeOn();
  settings->SetSamplesPerPixel(8);
  settings->SetBounces(2);
  GlowWhereLow(canvas);
  canvas.LookFrom(2.4, -3.8, 2.4, 1.4);
}

[[maybe_unused]] const bool IsAdded = [] {
  ComponentImageTests().insert(ComponentImageTests().end(),
    { { "PathTrace", 240, 200, Traced }, { "PathTraceGlass", 240, 200, TracedGlass },
      { "PathTraceMesh", 240, 200, TracedMesh }, { "PathTraceVolume", 160, 130, TracedVolume },
      { "PathTraceMeshVolume", 160, 130, TracedMeshVolume } });
  return true;
}();

} // namespace
