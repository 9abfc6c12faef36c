// SPDX-License-Identifier: BSD-3-Clause
#include "IsosurfaceBlocks.h"

#include "BlockOrder.h"
#include "MapperProgress.h"
#include "vtkCamera.h"
#include "vtkDataSet.h"
#include "vtkFieldData.h"
#include "vtkIsosurfaceRayCastMapper.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkPVDataRepresentation.h"
#include "vtkPVRayCastVolume.h"
#include "vtkPVRenderView.h"
#include "vtkPropCollection.h"
#include "vtkRenderer.h"
#include "vtkUnsignedIntArray.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

IsosurfaceBlocks::IsosurfaceBlocks(
  vtkPVDataRepresentation* owner, vtkPVRayCastVolume* volume, vtkIsosurfaceRayCastMapper* mapper)
  : Owner(owner)
  , Mappers{ mapper }
  , Volumes{ volume }
{
  MapperProgress::HandOn(mapper, owner);
}

IsosurfaceBlocks::~IsosurfaceBlocks() = default;

namespace
{
const char* const CompositeIndexName = "InKRayBlockIds";

unsigned int GetCompositeIndex(vtkDataSet* image)
{
  auto* const index = vtkUnsignedIntArray::SafeDownCast(image->GetFieldData()->GetArray(CompositeIndexName));
  return index && index->GetNumberOfValues() > 0 ? index->GetValue(0) : 1;
}
} // namespace

void IsosurfaceBlocks::SetCompositeIndex(vtkDataSet* image, unsigned int index)
{
  vtkNew<vtkFieldData> fields; // a copy, because the original belongs to the input
  fields->ShallowCopy(image->GetFieldData());
  vtkNew<vtkUnsignedIntArray> array;
  array->SetName(CompositeIndexName);
  array->InsertNextValue(index);
  fields->AddArray(array);
  image->SetFieldData(fields);
}

void IsosurfaceBlocks::SetSettings(vtkIsosurfaceRayCastSettings* settings)
{
  for (const auto& mapper : this->Mappers)
  {
    mapper->SetSettings(settings);
  }
}

void IsosurfaceBlocks::SetImages(const Images& images, vtkPVRenderView* view)
{
  this->Drawn = images;
  vtkIsosurfaceRayCastMapper* const first = this->Mappers.front();
  vtkPVRayCastVolume* const firstVolume = this->Volumes.front();
  if (!images.empty())
  {
    first->SetInputData(images.front());
    first->SetCompositeIndex(GetCompositeIndex(images.front()));
  }
  const std::size_t wanted = view ? std::max<std::size_t>(images.size(), 1) : 1;
  while (this->Mappers.size() > wanted)
  {
    this->Pop(view);
  }
  while (view && this->Mappers.size() < wanted)
  {
    auto mapper = vtkSmartPointer<vtkIsosurfaceRayCastMapper>::New();
    mapper->SetSettings(first->GetSettings());
    MapperProgress::HandOn(mapper, this->Owner);
    auto volume = vtkSmartPointer<vtkPVRayCastVolume>::New();
    volume->SetProperty(firstVolume->GetProperty());
    volume->SetMapper(mapper);
    view->GetRenderer()->AddViewProp(volume);
    view->RegisterPropForHardwareSelection(this->Owner, volume);
    this->Mappers.push_back(mapper);
    this->Volumes.push_back(volume);
  }

  vtkNew<vtkMatrix4x4> matrix;
  firstVolume->GetMatrix(matrix);
  for (std::size_t i = 1; i < this->Mappers.size(); ++i)
  {
    // VTK keeps these settings in each mapper. All others are in the shared settings.
    vtkIsosurfaceRayCastMapper* const mapper = this->Mappers[i];
    mapper->SetScalarMode(first->GetScalarMode());
    mapper->SelectScalarArray(first->GetArrayName());
    mapper->SetInputData(images[i]);
    mapper->SetCompositeIndex(GetCompositeIndex(images[i]));

    vtkPVRayCastVolume* const volume = this->Volumes[i];
    volume->SetPickable(firstVolume->GetPickable());
    vtkMatrix4x4* own = volume->GetUserMatrix();
    if (!own || !std::equal(*own->Element, *own->Element + 16, *matrix->Element))
    {
      vtkNew<vtkMatrix4x4> copy;
      copy->DeepCopy(matrix);
      volume->SetUserMatrix(copy);
    }
  }
}

void IsosurfaceBlocks::SetStyles(const BlockStyleMap& styles)
{
  for (const auto& mapper : this->Mappers)
  {
    const auto own = styles.find(mapper->GetCompositeIndex());
    mapper->SetBlockStyle(own == styles.end() ? BlockStyle() : own->second);
  }
}

void IsosurfaceBlocks::SortBackToFront(vtkPVRenderView* view)
{
  if (this->Mappers.size() < 2 || !view)
  {
    return;
  }
  vtkRenderer* const renderer = view->GetRenderer();
  vtkNew<vtkMatrix4x4> matrix;
  this->Volumes.front()->GetMatrix(matrix);
  std::vector<BlockOrder::Box> boxes(this->Drawn.size());
  for (std::size_t i = 0; i < boxes.size(); ++i)
  {
    this->Drawn[i]->GetBounds(boxes[i].data());
  }
  // The renderer draws volumes in the order of its list of props. Rebuild the list: removing one prop would
  // search it from the beginning.
  vtkPropCollection* const props = renderer->GetViewProps();
  const std::set<vtkProp*> ours(this->Volumes.begin(), this->Volumes.end());
  std::vector<vtkSmartPointer<vtkProp>> ordered;
  vtkCollectionSimpleIterator place;
  props->InitTraversal(place);
  while (vtkProp* prop = props->GetNextProp(place))
  {
    if (ours.count(prop) == 0)
    {
      ordered.emplace_back(prop);
    }
  }
  for (std::size_t i : BlockOrder::BackToFront(boxes, renderer->GetActiveCamera(), matrix))
  {
    ordered.emplace_back(this->Volumes[i]);
  }
  props->RemoveAllItems();
  for (vtkProp* prop : ordered)
  {
    props->AddItem(prop);
  }
}

vtkIsosurfaceProbe::Surface IsosurfaceBlocks::Probe(vtkRenderer* renderer, int x, int y) const
{
  vtkIsosurfaceProbe::Surface nearest = { std::numeric_limits<double>::infinity(), {} };
  for (vtkIsosurfaceRayCastMapper* mapper : this->Mappers)
  {
    if (mapper->ProbePixel(x, y))
    {
      const double* p = mapper->GetProbedPosition();
      const double distance =
        std::sqrt(vtkMath::Distance2BetweenPoints(renderer->GetActiveCamera()->GetPosition(), p));
      if (distance < nearest.Distance)
      {
        nearest = { distance,
          { p[0], p[1], p[2], mapper->GetProbedIsovalue(), mapper->GetProbedValue(),
            mapper->GetProbedColorValue() } };
      }
    }
  }
  return nearest;
}

void IsosurfaceBlocks::SetVisibility(bool visible)
{
  std::for_each(this->Volumes.begin() + 1, this->Volumes.end(),
    [visible](vtkPVRayCastVolume* volume) { volume->SetVisibility(visible); });
}

void IsosurfaceBlocks::RemoveFrom(vtkPVRenderView* view)
{
  while (this->Mappers.size() > 1)
  {
    this->Pop(view);
  }
}

void IsosurfaceBlocks::Pop(vtkPVRenderView* view)
{
  if (view)
  {
    view->UnRegisterPropForHardwareSelection(this->Owner, this->Volumes.back());
    view->GetRenderer()->RemoveViewProp(this->Volumes.back());
  }
  this->Volumes.pop_back();
  this->Mappers.pop_back();
}
