// SPDX-License-Identifier: BSD-3-Clause
#include "Scene.h"

#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkCommand.h"
#include "vtkDoubleArray.h"
#include "vtkPiecewiseFunction.h"
#include "vtkPlaneSource.h"
#include "vtkPointData.h"
#include "vtkPoints.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeProperty.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

vtkSmartPointer<vtkUnstructuredGrid> MakeCube(int n)
{
  auto grid = vtkSmartPointer<vtkUnstructuredGrid>::New();
  vtkNew<vtkPoints> points;
  vtkNew<vtkDoubleArray> f;
  f->SetName("f");
  for (int k = 0; k <= n; ++k)
  {
    for (int j = 0; j <= n; ++j)
    {
      for (int i = 0; i <= n; ++i)
      {
        points->InsertNextPoint(
          static_cast<double>(i) / n, static_cast<double>(j) / n, static_cast<double>(k) / n);
        f->InsertNextValue(static_cast<double>(i) / n);
      }
    }
  }
  grid->SetPoints(points);
  const vtkIdType s = n + 1, l = s * s;
  vtkNew<vtkDoubleArray> c;
  c->SetName("c");
  for (int k = 0; k < n; ++k)
  {
    for (int j = 0; j < n; ++j)
    {
      for (int i = 0; i < n; ++i)
      {
        const vtkIdType p = i + s * j + l * k;
        const vtkIdType ids[8] = { p, p + 1, p + 1 + s, p + s, p + l, p + l + 1, p + l + 1 + s, p + l + s };
        grid->InsertNextCell(VTK_HEXAHEDRON, 8, ids);
        c->InsertNextValue(0.5);
      }
    }
  }
  grid->GetPointData()->SetScalars(f);
  grid->GetCellData()->AddArray(c);
  return grid;
}

vtkSmartPointer<vtkActor> MakeQuad(const double origin[3], const double point1[3], const double point2[3],
  double red, double green, double blue)
{
  vtkNew<vtkPlaneSource> plane;
  plane->SetOrigin(origin[0], origin[1], origin[2]);
  plane->SetPoint1(point1[0], point1[1], point1[2]);
  plane->SetPoint2(point2[0], point2[1], point2[2]);
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputConnection(plane->GetOutputPort());
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->GetProperty()->SetColor(red, green, blue);
  actor->GetProperty()->LightingOff();
  return actor;
}

Scene::Scene(int size, int multiSamples)
{
  Window->SetOffScreenRendering(1);
  Window->SetMultiSamples(multiSamples);
  Window->SetSize(size, size);
  Window->AddRenderer(Renderer);
  Renderer->SetBackground(0, 0, 0);
  Renderer->AddVolume(Volume);
  // A CUDA device draws the same pictures if INKRAY_TEST_DEVICE asks for it.
  const char* device = std::getenv("INKRAY_TEST_DEVICE");
  Settings->SetDevice(device && std::string(device) == "cuda" ? vtkTetRayCastSettings::DEVICE_CUDA
                                                              : vtkTetRayCastSettings::DEVICE_CPU);
  Settings->SetEarlyTermination(0);
  Mapper->SetInputData(MakeCube(3));
  Volume->SetMapper(Mapper);
  this->Uniform(1, 1, 1, 1);
  vtkCamera* camera = Renderer->GetActiveCamera();
  camera->SetParallelProjection(1);
  camera->SetParallelScale(0.5);
  camera->SetFocalPoint(0.5, 0.5, 0.5);
  camera->SetPosition(0.5, 0.5, 5);
  camera->SetClippingRange(1, 10);
}

void Scene::Uniform(double attenuation, double red, double green, double blue)
{
  vtkVolumeProperty* property = Volume->GetProperty();
  vtkColorTransferFunction* colors = property->GetRGBTransferFunction();
  colors->RemoveAllPoints();
  colors->AddRGBPoint(0, red, green, blue);
  colors->AddRGBPoint(1, red, green, blue);
  // Opacities are at most 1, so the attenuation is set by the unit distance.
  vtkPiecewiseFunction* opacity = property->GetScalarOpacity();
  opacity->RemoveAllPoints();
  opacity->AddPoint(0, 0.5);
  opacity->AddPoint(1, 0.5);
  property->SetScalarOpacityUnitDistance(0.5 / attenuation);
}

std::vector<float> Scene::Picture()
{
  Window->Render();
  const int* size = Window->GetSize();
  vtkNew<vtkUnsignedCharArray> pixels;
  Window->GetPixelData(0, 0, size[0] - 1, size[1] - 1, 0, pixels);
  std::vector<float> out(static_cast<std::size_t>(pixels->GetNumberOfValues()));
  for (std::size_t i = 0; i < out.size(); ++i)
  {
    out[i] = pixels->GetValue(static_cast<vtkIdType>(i)) / 255.0f;
  }
  return out;
}

std::array<float, 3> Scene::Pixel(const std::vector<float>& picture, int x, int y) const
{
  const std::size_t at = 3 * (static_cast<std::size_t>(y) * this->Window->GetSize()[0] + x);
  return { picture[at], picture[at + 1], picture[at + 2] };
}

float LargestDifference(const std::vector<float>& a, const std::vector<float>& b)
{
  if (a.size() != b.size())
  {
    return 2;
  }
  float worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    worst = std::max(worst, std::abs(a[i] - b[i]));
  }
  return worst;
}

namespace
{
class Listener : public vtkCommand
{
public:
  static Listener* New() { return new Listener; }
  void Execute(vtkObject*, unsigned long, void* data) override
  {
    Said->emplace_back(static_cast<const char*>(data));
  }
  std::vector<std::string>* Said = nullptr;
};
} // namespace

double Resident()
{
  long pages = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> pages >> resident;
  return resident * 4096.0 / 1048576.0;
}

Messages::Messages(vtkObject* object)
  : Object(object)
{
  vtkNew<Listener> listener;
  listener->Said = &Said;
  Observers[0] = object->AddObserver(vtkCommand::ErrorEvent, listener);
  Observers[1] = object->AddObserver(vtkCommand::WarningEvent, listener);
}

Messages::~Messages()
{
  Object->RemoveObserver(Observers[0]);
  Object->RemoveObserver(Observers[1]);
}

std::string RemarksOf(vtkRayCastReport* report, const std::string& name)
{
  std::string remarks;
  for (int row = 0; row < report->GetNumberOfRows(); ++row)
  {
    remarks += report->GetName(row) == name ? std::string(report->GetText(row)) + "\n" : std::string();
  }
  return remarks;
}

AbortedFrames::AbortedFrames(vtkRenderer* renderer)
  : Renderer(renderer)
{
  Command->SetCallback([](vtkObject* started, unsigned long, void*, void*) {
    static_cast<vtkRenderer*>(started)->GetRenderWindow()->SetAbortRender(1);
  });
  Renderer->AddObserver(vtkCommand::StartEvent, Command);
}

AbortedFrames::~AbortedFrames()
{
  Renderer->RemoveObserver(Command);
}
