// SPDX-License-Identifier: BSD-3-Clause
#include "VolumeArrays.h"

#include "BlockArrays.h"
#include "RayCastHeld.h"
#include "ServerRanks.h"
#include "UnstructuredInput.h"
#include "vtkAbstractVolumeMapper.h"
#include "vtkColorTransferFunction.h"
#include "vtkDataArray.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>

bool VolumeArrays::HasSeparateOpacity() const
{
  return this->UsesSeparateOpacity && !this->Color.Name.empty() && !this->Opacity.Name.empty();
}

std::vector<ArrayChoice> VolumeArrays::GetNeeded(vtkDataObject* data) const
{
  std::vector<ArrayChoice> needed;
  if (!this->Color.Name.empty())
  {
    needed.push_back(this->Color);
  }
  if (this->HasSeparateOpacity() || (needed.empty() && this->Opacity.IsIn(data)))
  {
    needed.push_back(this->Opacity);
  }
  if (needed.empty())
  {
    // Any array will do. If no array is in all blocks, draw the blocks that have the first useful array.
    const auto blocks = BlockArrays::GetBlocks(data, UnstructuredInput::IsNoSurface);
    const ArrayChoice first = ArrayChoice::IsAnyInAll(blocks) ? ArrayChoice() : ArrayChoice::FirstIn(blocks);
    if (!first.Name.empty())
    {
      needed.push_back(first);
    }
  }
  return needed;
}

void VolumeArrays::ShowColored(vtkTetRayCastSettings* settings, vtkColorTransferFunction* colors) const
{
  const bool byComponent = this->VectorMode == COMPONENT ||
    (this->VectorMode == AS_COLORED && colors->GetVectorMode() == vtkScalarsToColors::COMPONENT);
  settings->SetVectorMode(byComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  settings->SetVectorComponent(
    this->VectorMode == COMPONENT ? this->VectorComponent : std::max(0, colors->GetVectorComponent()));
}

bool VolumeArrays::ShowSolid(
  vtkDataSet* data, vtkAbstractVolumeMapper* mapper, vtkTetRayCastSettings* settings, double range[2]) const
{
  ArrayChoice choice = this->Opacity;
  const bool isInData = choice.In(data) != nullptr;
  if (data && !isInData)
  {
    choice = ArrayChoice::FirstIn({ data });
  }
  vtkDataArray* const array = choice.In(data);
  if (array)
  {
    mapper->SelectScalarArray(choice.Name.c_str());
    mapper->SetScalarMode(choice.GetScalarMode());
  }

  // Of a vector, use one component or the magnitude, by ParaView's rule for opacity arrays.
  const int numComponents = array ? array->GetNumberOfComponents() : 1;
  const int component = this->VectorMode == COMPONENT ? this->VectorComponent : this->OpacityComponent;
  const bool byComponent = this->VectorMode == COMPONENT ||
    (this->VectorMode == AS_COLORED && isInData && component >= 0 && component < numComponents);
  settings->SetVectorMode(byComponent ? vtkRayCastSettings::COMPONENT : vtkRayCastSettings::MAGNITUDE);
  settings->SetVectorComponent(byComponent ? component : 0);

  // Unite the range over all ranks, so that all use the same opacity.
  range[0] = VTK_DOUBLE_MAX;
  range[1] = -VTK_DOUBLE_MAX;
  if (array && array->GetNumberOfTuples() > 0)
  {
    array->GetFiniteRange(range,
      numComponents == 1                           ? 0
        : byComponent && component < numComponents ? component
                                                   : -1);
  }
  ServerRanks::Unite(range, 1);
  return array != nullptr;
}

RayCastArray VolumeArrays::FindShown(vtkDataSet* grid, vtkTetRayCastSettings* settings) const
{
  const ArrayChoice& shown = this->Color.Name.empty() ? this->Opacity : this->Color;
  RayCastArray found;
  found.Array = shown.In(grid);
  found.Association = shown.Association;
  const int numComponents = found.Array ? found.Array->GetNumberOfComponents() : 1;
  const int component = numComponents == 1                       ? 0
    : settings->GetVectorMode() == vtkRayCastSettings::COMPONENT ? settings->GetVectorComponent()
                                                                 : -1;
  found.Component = std::min(component, numComponents - 1);
  return found;
}
