// SPDX-License-Identifier: BSD-3-Clause
// Draws one picture and compares it with its baseline: ImageTests NAME -V BASELINE.png -T FOLDER. The CPU
// casts the rays, or a CUDA device if INKRAY_TEST_DEVICE=cuda is in the environment; both share the
// baselines. If the pictures differ, NAME.png, NAME.valid.png and NAME.diff.png are written to the folder.
#include "ImageTest.h"
#include "PictureComparison.h"

#include "vtkActor.h"
#include "vtkCamera.h"
#include "vtkColorTransferFunction.h"
#include "vtkHavsMapper.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkIsovalueList.h"
#include "vtkPNGWriter.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkSphereSource.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"
#include "vtkVolumeProperty.h"
#include "vtkWindowToImageFilter.h"

#include <cstdlib>
#include <cstring>
#include <iostream>

Canvas::Canvas(int width, int height, bool cuda)
  : Cuda(cuda)
{
  Window->SetOffScreenRendering(1);
  Window->SetMultiSamples(0);
  Window->SetSize(width, height);
  Window->AddRenderer(Renderer);
  Renderer->SetBackground(0.1, 0.12, 0.18);
}

vtkVolume* Canvas::AddMesh(vtkUnstructuredGrid* mesh, double low, double high, double unitDistance)
{
  vtkNew<vtkTetRayCastMapper> mapper;
  mapper->GetSettings()->SetDevice(Cuda ? vtkRayCastSettings::DEVICE_CUDA : vtkRayCastSettings::DEVICE_CPU);
  mapper->SetInputData(mesh);
  FallbackReasons.push_back(
    [m = vtkSmartPointer<vtkTetRayCastMapper>(mapper)] { return m->GetFallbackReason(); });
  vtkNew<vtkVolume> volume;
  volume->SetMapper(mapper);
  vtkColorTransferFunction* colors = volume->GetProperty()->GetRGBTransferFunction();
  colors->RemoveAllPoints();
  colors->AddRGBPoint(low, 0.1, 0.3, 0.9);
  colors->AddRGBPoint((low + high) / 2, 0.95, 0.95, 0.9);
  colors->AddRGBPoint(high, 0.9, 0.15, 0.1);
  vtkPiecewiseFunction* opacities = volume->GetProperty()->GetScalarOpacity();
  opacities->RemoveAllPoints();
  opacities->AddPoint(low, 0.2);
  opacities->AddPoint(high, 0.9);
  volume->GetProperty()->SetScalarOpacityUnitDistance(unitDistance);
  Renderer->AddVolume(volume);
  return volume;
}

vtkVolume* Canvas::AddHavs(vtkUnstructuredGrid* mesh, double low, double high, double unitDistance)
{
  vtkVolume* volume = this->AddMesh(mesh, low, high, unitDistance);
  vtkNew<vtkHavsMapper> mapper;
  mapper->SetSettings(vtkTetRayCastMapper::SafeDownCast(volume->GetMapper())->GetSettings());
  mapper->SetInputData(mesh);
  FallbackReasons.back() = [m = vtkSmartPointer<vtkHavsMapper>(mapper)] { return m->GetFallbackReason(); };
  volume->SetMapper(mapper);
  return volume;
}

vtkVolume* Canvas::AddIsosurfaces(vtkDataSet* image, const std::vector<double>& isovalues,
  const std::vector<double>& opacities, bool smoothNormals)
{
  vtkNew<vtkIsosurfaceRayCastMapper> mapper;
  mapper->GetSettings()->SetDevice(Cuda ? vtkRayCastSettings::DEVICE_CUDA : vtkRayCastSettings::DEVICE_CPU);
  mapper->GetSettings()->SetSmoothNormals(smoothNormals);
  mapper->SetInputData(image);
  vtkIsovalueList* list = mapper->GetSettings()->GetIsovalues();
  list->SetNumberOfContours(static_cast<int>(isovalues.size()));
  vtkNew<vtkVolume> volume;
  vtkColorTransferFunction* colors = volume->GetProperty()->GetRGBTransferFunction();
  colors->RemoveAllPoints();
  const double palette[3][3] = { { 0.9, 0.45, 0.15 }, { 0.25, 0.6, 0.9 }, { 0.4, 0.85, 0.35 } };
  for (std::size_t i = 0; i < isovalues.size(); ++i)
  {
    list->SetValue(static_cast<int>(i), isovalues[i]);
    colors->AddRGBPoint(isovalues[i], palette[i % 3][0], palette[i % 3][1], palette[i % 3][2]);
  }
  for (std::size_t i = 0; i < opacities.size(); ++i)
  {
    list->SetOpacity(static_cast<int>(i), opacities[i]);
  }
  FallbackReasons.push_back(
    [m = vtkSmartPointer<vtkIsosurfaceRayCastMapper>(mapper)] { return m->GetFallbackReason(); });
  volume->SetMapper(mapper);
  volume->GetProperty()->ShadeOn();
  volume->GetProperty()->SetAmbient(0.1);
  volume->GetProperty()->SetDiffuse(0.9);
  Renderer->AddVolume(volume);
  return volume;
}

void Canvas::AddBall(double x, double y, double z, double radius, double red, double green, double blue)
{
  vtkNew<vtkSphereSource> ball;
  ball->SetCenter(x, y, z);
  ball->SetRadius(radius);
  ball->SetThetaResolution(40);
  ball->SetPhiResolution(40);
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(ball->GetOutputPort());
  vtkNew<vtkActor> actor;
  actor->SetMapper(mapper);
  actor->GetProperty()->SetColor(red, green, blue);
  Renderer->AddActor(actor);
}

void Canvas::LookFrom(double x, double y, double z, double zoom, bool parallel)
{
  vtkCamera* camera = Renderer->GetActiveCamera();
  camera->SetParallelProjection(parallel);
  camera->SetFocalPoint(0, 0, 0);
  camera->SetPosition(x, y, z);
  camera->SetViewUp(0, 0, 1);
  Renderer->ResetCamera();
  camera->Zoom(zoom);
}

void Canvas::LookFromInside(const double position[3], const double focus[3], double angle)
{
  vtkCamera* camera = Renderer->GetActiveCamera();
  camera->SetPosition(position);
  camera->SetFocalPoint(focus);
  camera->SetViewUp(0, 0, 1);
  camera->SetViewAngle(angle);
  Renderer->ResetCameraClippingRange();
}

std::string Canvas::GetFallbackReasons() const
{
  std::string all;
  for (const auto& reason : FallbackReasons)
  {
    all += reason() ? reason() : "";
  }
  return all;
}

namespace
{

std::string Argument(int argc, char* argv[], const char* flag)
{
  for (int i = 1; i + 1 < argc; ++i)
  {
    if (!std::strcmp(argv[i], flag))
    {
      return argv[i + 1];
    }
  }
  return "";
}

int Run(const ImageTest& test, int argc, char* argv[])
{
  const char* device = std::getenv("INKRAY_TEST_DEVICE");
  Canvas canvas(test.Width, test.Height, device && !std::strcmp(device, "cuda"));
  test.Draw(canvas);
  canvas.Window->Render();
  if (!canvas.GetFallbackReasons().empty())
  {
    std::cerr << "Not drawn on the device that was asked for: " << canvas.GetFallbackReasons() << std::endl;
    return EXIT_FAILURE;
  }
  vtkNew<vtkWindowToImageFilter> grab;
  grab->SetInput(canvas.Window);
  grab->ReadFrontBufferOff();
  grab->Update();
  if (const char* folder = std::getenv("INKRAY_BASELINE_CANDIDATES"))
  {
    vtkNew<vtkPNGWriter> writer;
    writer->SetInputConnection(grab->GetOutputPort());
    writer->SetFileName((std::string(folder) + "/" + test.Name + ".png").c_str());
    writer->Write();
  }
  return MatchesBaseline(grab->GetOutput(), Argument(argc, argv, "-V"),
           Argument(argc, argv, "-T") + "/" + test.Name, PictureLimits(), std::cout)
    ? EXIT_SUCCESS
    : EXIT_FAILURE;
}

} // namespace

std::vector<ImageTest>& ComponentImageTests()
{
  static std::vector<ImageTest> tests;
  return tests;
}

int main(int argc, char* argv[])
{
  for (const auto& tests : { CellKindImageTests(), MeshVolumeImageTests(), IsosurfaceImageTests(),
         GridVolumeImageTests(), ComponentImageTests() })
  {
    for (const ImageTest& test : tests)
    {
      if (argc > 1 && !std::strcmp(argv[1], "--list"))
      {
        std::cout << test.Name << std::endl;
      }
      else if (argc > 1 && !std::strcmp(argv[1], test.Name))
      {
        return Run(test, argc, argv);
      }
    }
  }
  if (argc > 1 && !std::strcmp(argv[1], "--list"))
  {
    return EXIT_SUCCESS;
  }
  std::cerr << "usage: " << argv[0] << " NAME -V BASELINE.png -T FOLDER" << std::endl;
  return EXIT_FAILURE;
}
