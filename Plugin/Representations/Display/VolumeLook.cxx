// SPDX-License-Identifier: BSD-3-Clause
#include "VolumeLook.h"

#include "BlockArrays.h"
#include "DisplayMessages.h"
#include "Renderers/Havs/HavsRules.h"
#include "vtkDataSet.h"
#include "vtkGridRayCastMapper.h"
#include "vtkHavsMapper.h"
#include "vtkPiecewiseFunction.h"
#include "vtkTetRayCastMapper.h"
#include "vtkVolumeProperty.h"

#include <vector>

MeshArrays VolumeLook::GetMeshArrays(vtkDataObject* data) const
{
  const ArrayChoice threshold = this->Threshold.IsOn() ? this->Threshold.Array : ArrayChoice();
  MeshArrays arrays = { this->Arrays.GetNeeded(data), { this->Arrays.Color, this->Arrays.Opacity, threshold },
    this->IsosurfaceColors.Array };
  if (!threshold.Name.empty())
  {
    arrays.Drawn.push_back(threshold);
  }
  return arrays;
}

double VolumeLook::GetUnitDistance() const
{
  return this->Opacity > 0 ? this->UnitDistance / (this->Opacity * this->Density) : VTK_FLOAT_MAX;
}

void VolumeLook::ApplyTo(vtkTetRayCastMapper* mapper, vtkHavsMapper* havs) const
{
  const bool isSeparate = this->Arrays.HasSeparateOpacity();
  this->ApplyShownTo(mapper);
  this->CropTo(mapper);
  havs->SetBlendMode(mapper->GetBlendMode());
  std::vector<inkray::HavsOmission> omissions;
  if (isSeparate)
  {
    omissions.push_back(inkray::HavsOmission::OpacityArray);
  }
  if (this->Threshold.IsOn())
  {
    omissions.push_back(inkray::HavsOmission::Threshold);
  }
  havs->SetLeftOut(inkray::namesOf(omissions).c_str());
}

void VolumeLook::ApplyTo(vtkGridRayCastMapper* mapper, const double bounds[6]) const
{
  this->ApplyShownTo(mapper);
  this->Cropping.ApplyTo(mapper->GetSettings(), bounds);
  mapper->SetScalarMode(this->Arrays.Color.GetScalarMode());
  mapper->SelectScalarArray(this->Arrays.Color.Name.c_str());
}

void VolumeLook::CropTo(vtkTetRayCastMapper* mapper) const
{
  double bounds[6] = { 1, -1, 1, -1, 1, -1 };
  vtkDataSet* const piece = vtkDataSet::SafeDownCast(mapper->GetDataSetInput());
  if (piece && piece->GetNumberOfPoints() > 0)
  {
    piece->GetBounds(bounds);
  }
  this->Cropping.ApplyTo(mapper->GetSettings(), bounds);
}

vtkVolumeProperty* VolumeLook::ChooseColors(vtkDataSet* data, vtkAbstractVolumeMapper* mapper,
  vtkTetRayCastSettings* settings, vtkVolumeProperty* mapped, DisplayMessages& messages)
{
  const bool hasCells = data && data->GetNumberOfCells() > 0;
  if (!this->IsSolid())
  {
    if (hasCells && !this->Arrays.Color.In(data))
    {
      messages.Error(this->Arrays.Color.WhyNotIn(data) + " Nothing is drawn.");
    }
    this->Arrays.ShowColored(settings, mapped->GetRGBTransferFunction(0));
    return mapped;
  }
  double range[2];
  if (!this->Arrays.ShowSolid(data, mapper, settings, range) && hasCells)
  {
    messages.Error(
      "The data has no array of numbers on its points or cells to take opacity from. Nothing is drawn.");
  }
  vtkVolumeProperty* const solid = this->Solid.GetProperty(range,
    this->HasOpacityFunction ? mapped->GetScalarOpacity(0) : nullptr, mapped->GetScalarOpacityUnitDistance());
  solid->SetShade(mapped->GetShade());
  this->Solid.TakeLight(mapped);
  this->Gradients.ApplyTo(solid, false);
  return solid;
}
