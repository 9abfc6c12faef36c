// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Scene.h"
#include "vtkColorTransferFunction.h"
#include "vtkPiecewiseFunction.h"
#include "vtkRayCastVolume.h"
#include "vtkVolumeProperty.h"

#include <array>
#include <vector>

/// A unit cube of attenuation 1 in one color, placed with its lowest corner at (x, y, z).
struct Cube
{
  Cube(double x, double y, double z, double red, double green, double blue)
  {
    this->Mapper->SetInputData(MakeCube(2));
    this->Mapper->GetSettings()->SetDeviceToCPU();
    this->Volume->SetMapper(this->Mapper);
    vtkNew<vtkColorTransferFunction> color;
    color->AddRGBPoint(0, red, green, blue);
    color->AddRGBPoint(1, red, green, blue);
    vtkNew<vtkPiecewiseFunction> opacity;
    opacity->AddPoint(0, 1);
    opacity->AddPoint(1, 1);
    this->Volume->GetProperty()->SetColor(color);
    this->Volume->GetProperty()->SetScalarOpacity(opacity);
    this->Volume->SetPosition(x, y, z);
  }

  vtkNew<vtkTetRayCastMapper> Mapper;
  vtkNew<vtkRayCastVolume> Volume;
};

/// A window with the view of Scene that shows the given cubes in place of Scene's own.
struct Cubes
{
  explicit Cubes(const std::vector<Cube*>& cubes)
  {
    this->View.Renderer->RemoveVolume(this->View.Volume);
    for (Cube* cube : cubes)
    {
      this->View.Renderer->AddVolume(cube->Volume);
    }
  }
  ~Cubes() { this->View.Renderer->RemoveAllViewProps(); }

  Scene View;
};

/// The pixel at the center of the picture.
inline std::array<float, 3> CenterOf(Cubes& cubes)
{
  return cubes.View.Pixel(cubes.View.Picture(), 32, 35);
}
