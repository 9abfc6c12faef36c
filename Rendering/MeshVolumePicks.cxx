// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolumePicks.h"

#include "RayCastBridge.h"
#include "RayCastSelection.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkHardwareSelector.h"
#include "vtkIdList.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkRenderer.h"

#include <algorithm>

void MeshVolumePicks::Draw(vtkRenderer* renderer, vtkVolume* volume, const int viewport[2],
  RayCastFrameTarget& target, const Source& source, const inkray::FrameOptions& options,
  const MeshIdArrays& arrays)
{
  vtkHardwareSelector* const selector = renderer->GetSelector();
  const bool isOfPoints = selector->GetFieldAssociation() == vtkDataObject::FIELD_ASSOCIATION_POINTS;
  const std::size_t pixels = static_cast<std::size_t>(viewport[0]) * viewport[1];
  if (selector->GetCurrentPass() == vtkHardwareSelector::ACTOR_PASS || this->Depth.size() != pixels)
  {
    this->Camera = RayCastBridge::MakeCamera(renderer, volume, viewport[0], viewport[1]);
    this->Find(target, source, options, isOfPoints);
  }
  if (isOfPoints && this->Points.empty())
  {
    this->FindPoints(source.Grid);
  }

  vtkDataArray* const pointIds = source.Grid->GetPointData()->GetArray(arrays.PointIds.c_str());
  vtkDataArray* const cellIds = source.Grid->GetCellData()->GetArray(arrays.CellIds.c_str());
  vtkDataArray* const blocks = source.Grid->GetCellData()->GetArray(arrays.CompositeIndices.c_str());
  vtkDataArray* const processes = source.Grid->GetCellData()->GetArray(arrays.ProcessIds.c_str());
  const auto idIn = [](vtkDataArray* array, vtkIdType index) {
    return array ? static_cast<vtkIdType>(array->GetComponent(index, 0)) : index;
  };
  RayCastSelection selection;
  selection.Width = this->Camera.width;
  selection.Height = this->Camera.height;
  selection.Depth = this->Depth.data();
  selection.CellId = [&](std::size_t i) { return idIn(cellIds, this->Cells[i]); };
  selection.PointId = [&](std::size_t i) { return idIn(pointIds, this->Points[i]); };
  if (blocks)
  {
    selection.CompositeIndex = [&](std::size_t i) {
      return static_cast<unsigned int>(idIn(blocks, this->Cells[i]));
    };
  }
  if (processes)
  {
    selection.ProcessId = [&](std::size_t i) { return static_cast<int>(idIn(processes, this->Cells[i])); };
  }
  selection.Draw(renderer, target);
}

void MeshVolumePicks::Find(
  RayCastFrameTarget& target, const Source& source, inkray::FrameOptions options, bool isOfPoints)
{
  const int width = this->Camera.width, height = this->Camera.height;
  const std::size_t pixels = static_cast<std::size_t>(width) * height;
  this->Depth.clear(); // whatever is thrown, it is none of these pixels
  this->Points.clear();
  target.Prepare(width, height, RayCastFrameTarget::Use::Selection, true, false, options.opaqueDepth,
    options.opaqueDepthOnDevice);
  std::vector<float> behind;
  if (options.opaqueDepth && isOfPoints)
  {
    // What is there already may be what rays are to find.
    behind.assign(options.opaqueDepth, options.opaqueDepth + pixels);
    std::transform(behind.begin(), behind.end(), behind.begin(),
      [](float depth) { return depth < 1.0f ? depth + 1e-5f : depth; });
    options.opaqueDepth = behind.data();
  }
  source.Caster->pick(this->Camera, options, source.Opacity);

  const std::uint32_t* const tets = source.Caster->pickedTets();
  this->Cells.assign(pixels, -1);
  for (std::size_t i = 0; i < pixels; ++i)
  {
    if (tets[i] != inkray::TetRayCaster::nothingPicked)
    {
      this->Cells[i] = source.CellOfTet ? source.CellOfTet[tets[i]] : static_cast<vtkIdType>(tets[i]);
    }
  }
  const float* const depths = source.Caster->pickedDepths();
  this->Depth.assign(depths, depths + pixels);
  // Something that is seen at the far plane is seen.
  for (std::size_t i = 0; i < pixels; ++i)
  {
    this->Depth[i] = this->Cells[i] >= 0 ? std::min(this->Depth[i], 0.999999f) : 1.0f;
  }
}

void MeshVolumePicks::FindPoints(vtkDataSet* grid)
{
  double meshToClip[16], clipToMesh[16];
  vtkMatrix4x4::Multiply4x4(this->Camera.eyeToClip, this->Camera.meshToEye, meshToClip);
  vtkMatrix4x4::Invert(meshToClip, clipToMesh);
  this->Points.assign(this->Cells.size(), -1);
  vtkNew<vtkIdList> corners;
  for (std::size_t i = 0; i < this->Cells.size(); ++i)
  {
    if (this->Cells[i] < 0)
    {
      continue;
    }
    const auto width = static_cast<std::size_t>(this->Camera.width);
    const double clip[4] = { 2 * (static_cast<double>(i % width) + 0.5) / this->Camera.width - 1,
      2 * (static_cast<double>(i / width) + 0.5) / this->Camera.height - 1, 2.0 * this->Depth[i] - 1, 1 };
    double place[4];
    vtkMatrix4x4::MultiplyPoint(clipToMesh, clip, place);
    std::for_each(place, place + 3, [&place](double& x) { x /= place[3]; });
    grid->GetCellPoints(this->Cells[i], corners);
    double nearest = VTK_DOUBLE_MAX;
    for (vtkIdType id : *corners)
    {
      double point[3];
      grid->GetPoint(id, point);
      const double distance = vtkMath::Distance2BetweenPoints(place, point);
      if (distance < nearest)
      {
        nearest = distance;
        this->Points[i] = id;
      }
    }
  }
}
