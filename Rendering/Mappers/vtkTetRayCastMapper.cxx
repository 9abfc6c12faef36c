// SPDX-License-Identifier: BSD-3-Clause
#include "vtkTetRayCastMapper.h"

#include "TetRayCastFrame.h"
#include "TetRayCastParts.h"
#include "vtkObjectFactory.h"
#include "vtkTetRayCastSettings.h"

vtkStandardNewMacro(vtkTetRayCastMapper);

vtkTetRayCastMapper::vtkTetRayCastMapper()
  : Parts(std::make_unique<TetRayCastParts>(this->GetSession()))
{
}

vtkTetRayCastMapper::~vtkTetRayCastMapper() = default;

VolumeParts& vtkTetRayCastMapper::GetParts()
{
  return *this->Parts;
}

std::unique_ptr<VolumeFrame> vtkTetRayCastMapper::MakeFrame(const FilmGroup* films, bool isAsked)
{
  return std::make_unique<TetRayCastFrame>(*this, *this->Parts, films, isAsked);
}

bool vtkTetRayCastMapper::IsPictureOpaque()
{
  return this->Superclass::IsPictureOpaque() && !this->Parts->Blocks.IsAnyTranslucent();
}

void vtkTetRayCastMapper::SetBlockStyles(const std::map<unsigned int, BlockStyle>& styles)
{
  if (this->Parts->Blocks.Set(styles))
  {
    this->Modified();
  }
}

bool vtkTetRayCastMapper::AddToHistogram(
  const CellHistogramInput& input, const double bounds[6], CellHistogram& histogram)
{
  return this->Parts->Caster.AddTo(histogram, input, bounds);
}

void vtkTetRayCastMapper::ReleaseCaster()
{
  this->Parts->Caster.Release();
}

void vtkTetRayCastMapper::AddRows(vtkRayCastReport* report)
{
  this->Parts->AddRows(report);
}

void vtkTetRayCastMapper::PrintSelf(ostream& os, vtkIndent indent)
{
  this->Superclass::PrintSelf(os, indent);
  os << indent << "OpacityArray: " << this->Parts->OpacityChoice.Name << "\n";
  os << indent << "ThresholdArray: " << this->Parts->ThresholdChoice.Name << "\n";
  os << indent << "ThresholdRange: " << this->ThresholdRange[0] << ", " << this->ThresholdRange[1] << "\n";
  os << indent << "AverageIPScalarRange: " << this->AverageIPScalarRange[0] << ", "
     << this->AverageIPScalarRange[1] << "\n";
  os << indent << "BlendedOpacity: " << this->BlendedOpacity << "\n";
  os << indent << "PieceBox:";
  for (const double side : this->PieceBox)
  {
    os << " " << side;
  }
  os << "\n";
}
