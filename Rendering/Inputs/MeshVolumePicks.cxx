// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolumePicks.h"

#include "RayCastBridge.h"
#include "RayCastSelection.h"
#include "vtkCellData.h"
#include "vtkDataArray.h"
#include "vtkDataSet.h"
#include "vtkFieldData.h"
#include "vtkHardwareSelector.h"
#include "vtkIdList.h"
#include "vtkIdTypeArray.h"
#include "vtkIntArray.h"
#include "vtkMath.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"
#include "vtkPointData.h"
#include "vtkRenderer.h"
#include "vtkStructuredData.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

namespace
{
vtkDataArray* GetCellArray(vtkDataSet* grid, const std::string& name)
{
  return grid->GetCellData()->GetArray(name.c_str());
}

/// The id of a point or cell in an array; `otherwise` if there is no array.
vtkIdType IdIn(vtkDataArray* array, vtkIdType index, vtkIdType otherwise)
{
  return array ? static_cast<vtkIdType>(array->GetComponent(index, 0)) : otherwise;
}

/// The ids of points and cells of a grid in a selection.
struct GridIds
{
  GridIds(vtkDataSet* grid, const MeshIdArrays& names)
    : Points(grid->GetPointData()->GetArray(names.PointIds.c_str()))
    , Cells(GetCellArray(grid, names.CellIds))
    , Blocks(GetCellArray(grid, names.CompositeIndices))
    , Processes(GetCellArray(grid, names.ProcessIds))
  {
    auto* const extents =
      vtkIntArray::SafeDownCast(grid->GetFieldData()->GetArray(MeshVolumePicks::BlockExtents));
    for (vtkIdType i = 0; extents && i < extents->GetNumberOfTuples(); ++i)
    {
      const int* const tuple = extents->GetPointer(8 * i);
      i == 0 ? static_cast<void>(this->Image = tuple + 2)
             : static_cast<void>(this->Extents.emplace(std::make_pair(tuple[0], tuple[1]), tuple + 2));
    }
  }

  vtkIdType OfCell(vtkIdType cell) const { return IdIn(this->Cells, cell, this->InBlock(cell, cell, 1)); }
  vtkIdType OfPoint(vtkIdType point, vtkIdType cell) const
  {
    return IdIn(this->Points, point, this->InBlock(point, cell, 0));
  }

  vtkDataArray *Points, *Cells, *Blocks, *Processes; ///< null: the data lack this array

private:
  /// The id, counted in the block of a cell, of this cell (`less` is 1) or of one of its points (0).
  vtkIdType InBlock(vtkIdType id, vtkIdType cell, int less) const
  {
    if (!this->Image || !this->Blocks || cell < 0)
    {
      return id;
    }
    const auto found =
      this->Extents.find(std::make_pair(IdIn(this->Processes, cell, 0), IdIn(this->Blocks, cell, 0)));
    const int* const all = this->Image;
    const int* const own = found == this->Extents.end() ? all : found->second;
    const int image[6] = { all[0], all[1] - less, all[2], all[3] - less, all[4], all[5] - less };
    const int block[6] = { own[0], own[1] - less, own[2], own[3] - less, own[4], own[5] - less };
    int place[3];
    vtkStructuredData::ComputePointStructuredCoordsForExtent(id, image, place);
    return vtkStructuredData::ComputePointIdForExtent(block, place);
  }

  const int* Image = nullptr; // the extent of an image that is made of blocks
  std::map<std::pair<vtkIdType, vtkIdType>, const int*> Extents; // of the blocks, by process and index
};

/// A depth just before the far plane, for things at the far plane: they are visible.
float BeforeFar(float depth)
{
  return std::min(depth, 0.999999f);
}

bool IsAny(const std::vector<std::uint8_t>& pixels)
{
  return std::find(pixels.begin(), pixels.end(), 1) != pixels.end();
}

vtkIdType CellOf(const MeshVolumePicks::Source& source, std::uint32_t tet)
{
  return source.CellOfTet ? source.CellOfTet[tet] : static_cast<vtkIdType>(tet);
}
} // namespace

void MeshVolumePicks::Draw(vtkRenderer* renderer, vtkVolume* volume, const int viewport[2],
  RayCastFrameTarget& target, const Source& source, const inkray::PictureOptions& options,
  const MeshIdArrays& arrays, bool ofPixels)
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

  this->IdArrays = arrays;
  const GridIds ids(source.Grid, arrays);
  RayCastSelection selection;
  selection.Width = this->Camera.width;
  selection.Height = this->Camera.height;
  selection.Depth = this->Depth.data();
  selection.CellId = [&](std::size_t i) {
    return ofPixels ? static_cast<vtkIdType>(i) : ids.OfCell(this->Cells[i]);
  };
  selection.PointId = [&](std::size_t i) { return ids.OfPoint(this->Points[i], this->Cells[i]); };
  if (ids.Blocks)
  {
    selection.CompositeIndex = [&](std::size_t i) {
      return static_cast<unsigned int>(IdIn(ids.Blocks, this->Cells[i], 0));
    };
  }
  if (ids.Processes)
  {
    selection.ProcessId = [&](std::size_t i) {
      return static_cast<int>(IdIn(ids.Processes, this->Cells[i], 0));
    };
  }
  selection.Draw(renderer, target);
}

void MeshVolumePicks::Find(
  RayCastFrameTarget& target, const Source& source, inkray::PictureOptions options, bool isOfPoints)
{
  const int width = this->Camera.width, height = this->Camera.height;
  const std::size_t pixels = static_cast<std::size_t>(width) * height;
  this->Depth.clear(); // after an exception these must not hold an older picture
  this->Cells.clear();
  this->Points.clear();
  target.Prepare(width, height, RayCastFrameTarget::Use::Selection, true, false, options);
  std::vector<float> behind;
  if (options.opaqueDepth && isOfPoints)
  {
    // Push the window's depths back: they may come from the surfaces that rays have to find.
    behind.assign(options.opaqueDepth.depths, options.opaqueDepth + pixels);
    std::transform(behind.begin(), behind.end(), behind.begin(),
      [](float depth) { return depth < 1.0f ? depth + 1e-5f : depth; });
    options.opaqueDepth = behind.data();
  }
  this->OpaqueDepth.clear();
  if (options.opaqueDepth)
  {
    this->OpaqueDepth.assign(options.opaqueDepth.depths, options.opaqueDepth + pixels);
  }
  inkray::PickedCells picked = source.SeenBy(this->Camera)->pick(options, { source.Opacity });
  this->Cells.assign(pixels, -1);
  for (std::size_t i = 0; i < pixels; ++i)
  {
    if (picked.cells[i] != inkray::noCell)
    {
      this->Cells[i] = CellOf(source, picked.cells[i]);
      picked.depths[i] = BeforeFar(picked.depths[i]);
    }
  }
  this->Depth.swap(picked.depths);
}

double MeshVolumePicks::FindCells(const Source& source, const std::vector<vtkIdType>& pixels,
  const PixelBehind* behind, std::vector<Tuple>& cells)
{
  // Cast rays for several pixels, or behind other parts: they find more than the picture shows.
  const bool isBehind = behind && source.IsComposited;
  const bool isOne = pixels.size() == 1;
  std::vector<vtkIdType> found;
  std::vector<std::uint8_t> asked(this->Cells.size(), 0);
  std::vector<float> ends = this->OpaqueDepth, light(isBehind ? asked.size() : 0, 1.0f);
  ends.resize(asked.size(), 1.0f);
  double depth = 1;
  for (std::size_t i = 0; i < pixels.size(); ++i)
  {
    const auto at = static_cast<std::size_t>(pixels[i]);
    if (at >= asked.size())
    {
      continue;
    }
    if (isBehind && behind[i].Light > 0.0f)
    {
      asked[at] = 1;
      ends[at] = behind[i].End;
      light[at] = behind[i].Light;
    }
    else if (!isBehind && this->Cells[at] >= 0)
    {
      asked[at] = 1;
      found.push_back(this->Cells[at]);
      depth = this->Depth[at];
    }
  }
  if (IsAny(asked) && (isBehind || !isOne))
  {
    inkray::PictureOptions options;
    options.opaqueDepth = ends.data();
    const inkray::PickedCells picked =
      source.SeenBy(this->Camera)
        ->pick(options, { source.Opacity, asked.data(), VisibleShare, isBehind ? light.data() : nullptr });
    for (std::size_t i = 0; isBehind && i < pixels.size(); ++i)
    {
      const auto at = static_cast<std::size_t>(pixels[i]);
      if (at < asked.size() && behind[i].Picks != 0.0f && picked.cells[at] != inkray::noCell)
      {
        found.push_back(CellOf(source, picked.cells[at]));
        depth = BeforeFar(picked.depths[at]);
      }
    }
    if (!isOne)
    {
      std::transform(picked.visible.begin(), picked.visible.end(), std::back_inserter(found),
        [&source](std::uint32_t tet) { return CellOf(source, tet); });
      depth = 1;
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());

  const GridIds ids(source.Grid, this->IdArrays);
  cells.reserve(cells.size() + found.size());
  for (vtkIdType cell : found)
  {
    if (cell < source.Grid->GetNumberOfCells())
    {
      cells.push_back({ IdIn(ids.Blocks, cell, 0), IdIn(ids.Processes, cell, -1), ids.OfCell(cell) });
    }
  }
  return depth;
}

std::vector<float> MeshVolumePicks::FindEnds(const std::vector<vtkIdType>& pixels) const
{
  std::vector<float> ends(pixels.size(), 1.0f);
  for (std::size_t i = 0; i < pixels.size(); ++i)
  {
    const auto at = static_cast<std::size_t>(pixels[i]);
    ends[i] = at < this->OpaqueDepth.size() ? this->OpaqueDepth[at] : 1.0f;
  }
  return ends;
}

std::vector<PixelLayer> MeshVolumePicks::FindLayers(
  const Source& source, const std::vector<vtkIdType>& pixels, const float* ends)
{
  std::vector<PixelLayer> layers(pixels.size(), { 1.0f, 1.0f });
  if (!source.IsComposited)
  {
    return layers;
  }
  std::vector<std::uint8_t> asked(this->Cells.size(), 0);
  std::vector<float> limits(asked.size(), 1.0f);
  for (std::size_t i = 0; i < pixels.size(); ++i)
  {
    const auto at = static_cast<std::size_t>(pixels[i]);
    if (at < asked.size())
    {
      asked[at] = 1;
      limits[at] = ends[i];
    }
  }
  if (!IsAny(asked))
  {
    return layers;
  }
  inkray::PictureOptions options;
  options.opaqueDepth = limits.data();
  const inkray::PickedCells first = source.SeenBy(this->Camera)->pick(options, { 0.0f, asked.data() });
  for (std::size_t i = 0; i < pixels.size(); ++i)
  {
    const auto at = static_cast<std::size_t>(pixels[i]);
    if (at < asked.size())
    {
      layers[i] = { first.depths[at], first.light[at] };
    }
  }
  return layers;
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
    const std::size_t column = i % width, row = i / width;
    const double clip[4] = { 2 * (static_cast<double>(column) + 0.5) / this->Camera.width - 1,
      2 * (static_cast<double>(row) + 0.5) / this->Camera.height - 1, 2.0 * this->Depth[i] - 1, 1 };
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
