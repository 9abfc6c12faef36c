// SPDX-License-Identifier: BSD-3-Clause
#include "vtkIsosurfaceProbe.h"

#include "ServerRanks.h"
#include "vtkObjectFactory.h"
#include "vtkRayCastReport.h"

#include <cmath>
#include <limits>

namespace
{
constexpr vtkIsosurfaceProbe::Surface Nothing = { std::numeric_limits<double>::infinity(), {} };
}

vtkStandardNewMacro(vtkIsosurfaceProbe);

vtkIsosurfaceProbe::vtkIsosurfaceProbe()
  : Found(Nothing)
{
}

vtkIsosurfaceProbe::~vtkIsosurfaceProbe() = default;

void vtkIsosurfaceProbe::SetPixel(int x, int y)
{
  this->Pixel[0] = x;
  this->Pixel[1] = y;
  this->Look();
}

void vtkIsosurfaceProbe::Look()
{
  this->Found = this->Source && this->Pixel[0] >= 0 && this->Pixel[1] >= 0
    ? this->Source(this->Pixel[0], this->Pixel[1])
    : Nothing;
  ServerRanks::TakeFromLeast(this->Found.Distance, this->Found.Numbers.data(), 6);
}

void vtkIsosurfaceProbe::LookAgain()
{
  if (ServerRanks::GetNumberOfRanks() == 1)
  {
    this->Look();
  }
}

int vtkIsosurfaceProbe::GetProbed()
{
  this->LookAgain();
  return std::isfinite(this->Found.Distance) ? 1 : 0;
}

double* vtkIsosurfaceProbe::GetPosition()
{
  this->LookAgain();
  return this->Found.Numbers.data();
}

double* vtkIsosurfaceProbe::GetValues()
{
  this->LookAgain();
  return this->Found.Numbers.data() + 3;
}

vtkStringArray* vtkIsosurfaceProbe::GetRows()
{
  this->Report->RemoveAllRows();
  if (!this->GetProbed())
  {
    const bool anywhere = this->Pixel[0] >= 0 && this->Pixel[1] >= 0;
    this->Report->AddRow("surface", anywhere ? "none under this pixel" : "no pixel is chosen");
    return this->RowsOf(this->Report);
  }
  const std::array<double, 6>& numbers = this->Found.Numbers;
  this->Report->AddRow("isovalue", numbers[3], "data");
  this->Report->AddRow("value", numbers[4], "data");
  if (!std::isnan(numbers[5]))
  {
    this->Report->AddRow("color value", numbers[5], "data");
  }
  const char* const axes[3] = { "x", "y", "z" };
  for (int axis = 0; axis < 3; ++axis)
  {
    this->Report->AddRow(axes[axis], numbers[axis], "world");
  }
  return this->RowsOf(this->Report);
}

void vtkIsosurfaceProbe::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Pixel: " << this->Pixel[0] << ", " << this->Pixel[1] << "\n";
  os << indent << "Distance: " << this->Found.Distance << "\n";
}
