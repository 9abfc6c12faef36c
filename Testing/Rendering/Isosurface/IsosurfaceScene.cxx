// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceScene.h"

#include "vtkCamera.h"
#include "vtkCellData.h"
#include "vtkColorTransferFunction.h"
#include "vtkDoubleArray.h"
#include "vtkMatrix4x4.h"
#include "vtkPNGWriter.h"
#include "vtkPlaneSource.h"
#include "vtkPointData.h"
#include "vtkPolyDataMapper.h"
#include "vtkProperty.h"
#include "vtkUnsignedCharArray.h"
#include "vtkVolumeProperty.h"
#include "vtkWindowToImageFilter.h"

#include <cstdlib>

vtkSmartPointer<vtkImageData> MakeImage(int n, const Field& f)
{
  auto image = vtkSmartPointer<vtkImageData>::New();
  const double h = 2.0 / (n - 1);
  image->SetExtent(2, n + 1, -3, n - 4, 5, n + 4);
  image->SetSpacing(h, h, h);
  image->SetOrigin(-1 - 2 * h, -1 + 3 * h, -1 - 5 * h);
  vtkNew<vtkDoubleArray> points, cells;
  points->SetName("f");
  cells->SetName("c");
  for (int k = 0; k < n; ++k)
  {
    for (int j = 0; j < n; ++j)
    {
      for (int i = 0; i < n; ++i)
      {
        points->InsertNextValue(f(-1 + h * i, -1 + h * j, -1 + h * k));
        if (i + 1 < n && j + 1 < n && k + 1 < n)
        {
          cells->InsertNextValue(f(-1 + h * (i + 0.5), -1 + h * (j + 0.5), -1 + h * (k + 0.5)));
        }
      }
    }
  }
  image->GetPointData()->SetScalars(points);
  image->GetCellData()->AddArray(cells);
  return image;
}

IsosurfaceScene::IsosurfaceScene(const Field& f, int size, int multiSamples, int n)
{
  Window->SetOffScreenRendering(1);
  Window->SetMultiSamples(multiSamples);
  Window->SetSize(size, size);
  Window->AddRenderer(Renderer);
  Renderer->SetBackground(0, 0, 0);
  Renderer->AddVolume(Volume);
  // A CUDA device draws the same pictures if INKRAY_TEST_DEVICE asks for it.
  const char* device = std::getenv("INKRAY_TEST_DEVICE");
  Settings->SetDevice(device && std::string(device) == "cuda" ? vtkIsosurfaceRayCastSettings::DEVICE_CUDA
                                                              : vtkIsosurfaceRayCastSettings::DEVICE_CPU);
  Mapper->SetInputData(MakeImage(n, f));
  Volume->SetMapper(Mapper);
  vtkColorTransferFunction* colors = Volume->GetProperty()->GetRGBTransferFunction();
  colors->RemoveAllPoints();
  colors->AddRGBPoint(-1, 0, 0, 1);
  colors->AddRGBPoint(0, 0, 1, 0);
  colors->AddRGBPoint(1, 1, 0, 0);
  vtkCamera* camera = Renderer->GetActiveCamera();
  camera->SetParallelProjection(1);
  camera->SetParallelScale(1);
  camera->SetFocalPoint(0, 0, 0);
  camera->SetPosition(0, 0, 5);
  camera->SetClippingRange(1, 10);
}

void IsosurfaceScene::Show(std::initializer_list<double> isovalues)
{
  Isovalues->SetNumberOfContours(static_cast<int>(isovalues.size()));
  int i = 0;
  for (double value : isovalues)
  {
    Isovalues->SetValue(i++, value);
  }
}

void IsosurfaceScene::Perspective(double x, double y, double z)
{
  vtkCamera* camera = Renderer->GetActiveCamera();
  camera->SetParallelProjection(0);
  camera->SetViewAngle(35);
  camera->SetPosition(x, y, z);
  camera->SetClippingRange(0.5, 12);
}

std::vector<float> IsosurfaceScene::Picture()
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

std::vector<float> IsosurfaceScene::Depths()
{
  const int* size = Window->GetSize();
  std::vector<float> out(static_cast<std::size_t>(size[0]) * size[1]);
  Window->GetZbufferData(0, 0, size[0] - 1, size[1] - 1, out.data());
  return out;
}

double IsosurfaceScene::DepthAt(int x, int y)
{
  return Window->GetZbufferDataAtPoint(x, y);
}

std::array<float, 3> IsosurfaceScene::PixelOf(const std::vector<float>& picture, int x, int y) const
{
  const std::size_t at = 3 * (static_cast<std::size_t>(y) * this->Window->GetSize()[0] + x);
  return { picture[at], picture[at + 1], picture[at + 2] };
}

std::array<float, 3> IsosurfaceScene::Pixel(int x, int y)
{
  return this->PixelOf(this->Picture(), x, y);
}

double IsosurfaceScene::WindowDepth(double x, double y, double z)
{
  vtkMatrix4x4* matrix =
    Renderer->GetActiveCamera()->GetCompositeProjectionTransformMatrix(Renderer->GetTiledAspectRatio(), 0, 1);
  const double in[4] = { x, y, z, 1 };
  double out[4];
  matrix->MultiplyPoint(in, out);
  return out[2] / out[3];
}

void IsosurfaceScene::OnRay(int x, int y, double z, double world[3])
{
  vtkNew<vtkMatrix4x4> inverse;
  vtkMatrix4x4::Invert(Renderer->GetActiveCamera()->GetCompositeProjectionTransformMatrix(
                         Renderer->GetTiledAspectRatio(), -1, 1),
    inverse);
  double ends[2][4];
  for (int end = 0; end < 2; ++end)
  {
    const double in[4] = { 2 * (x + 0.5) / Window->GetSize()[0] - 1, 2 * (y + 0.5) / Window->GetSize()[1] - 1,
      2.0 * end - 1, 1 };
    inverse->MultiplyPoint(in, ends[end]);
  }
  const double near = ends[0][2] / ends[0][3], far = ends[1][2] / ends[1][3], t = (z - near) / (far - near);
  for (int c = 0; c < 3; ++c)
  {
    world[c] = (1 - t) * ends[0][c] / ends[0][3] + t * ends[1][c] / ends[1][3];
  }
}

void IsosurfaceScene::Save(const char* name)
{
  const char* folder = std::getenv("INKRAY_TEST_PICTURES");
  if (!folder)
  {
    return;
  }
  vtkNew<vtkWindowToImageFilter> grab;
  grab->SetInput(Window);
  grab->ReadFrontBufferOff();
  vtkNew<vtkPNGWriter> writer;
  writer->SetInputConnection(grab->GetOutputPort());
  writer->SetFileName((std::string(folder) + "/" + name + ".png").c_str());
  writer->Write();
}
