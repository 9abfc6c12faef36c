// SPDX-License-Identifier: BSD-3-Clause
#include "CellSelection.h"

#include "PixelLayers.h"
#include "ServerRanks.h"
#include "UnstructuredInput.h"
#include "vtkFloatArray.h"
#include "vtkGridRayCastMapper.h"
#include "vtkIdTypeArray.h"
#include "vtkNew.h"
#include "vtkTetRayCastMapper.h"
#include "vtkTetRayCastSettings.h"

#include <algorithm>
#include <vector>

namespace
{
/// True if no rank lacks memory for its arrays. All ranks call this together.
bool HaveAll(bool has)
{
  double lacking[2] = { 0, has ? 0.0 : 1.0 };
  ServerRanks::Unite(lacking, 1);
  return lacking[1] == 0;
}

/// Find what the parts of other ranks put in front of this rank's part: one PixelBehind for each pixel.
/// `behind` stays empty if a rank runs out of memory. All ranks call this together.
template <class Mapper>
void FindBehind(Mapper* mapper, vtkIdTypeArray* pixels, vtkFloatArray* behind)
{
  const vtkIdType number = pixels->GetNumberOfTuples();
  behind->SetNumberOfComponents(3);
  vtkNew<vtkFloatArray> ends, layers;
  mapper->FindEnds(pixels, ends);
  if (!HaveAll(ends->GetNumberOfTuples() == number))
  {
    return;
  }
  ServerRanks::TakeLeast(ends->GetPointer(0), static_cast<int>(number));
  mapper->FindLayers(pixels, ends, layers);
  if (!HaveAll(layers->GetNumberOfTuples() == number))
  {
    return;
  }
  constexpr vtkIdType most = 1 << 16; // pixels at a time, of all ranks
  const auto ranks = static_cast<std::size_t>(ServerRanks::GetNumberOfRanks());
  const float opacity = mapper->GetSettings()->GetDrawVolume()
    ? static_cast<float>(mapper->GetSettings()->GetPickOpacity())
    : 0.0f;
  behind->SetNumberOfTuples(number);
  for (vtkIdType first = 0; first < number; first += most)
  {
    const auto count = static_cast<std::size_t>(std::min(most, number - first));
    std::vector<float> all(2 * ranks * count);
    ServerRanks::GatherAll(layers->GetPointer(2 * first), all.data(), static_cast<int>(2 * count));
    std::vector<PixelLayer> ordered(ranks * count);
    for (std::size_t i = 0; i < ordered.size(); ++i)
    {
      ordered[i] = { all[2 * i], all[2 * i + 1] };
    }
    const std::vector<PixelBehind> found =
      PixelLayers::Order(ordered, count, static_cast<std::size_t>(ServerRanks::GetRank()), opacity);
    for (std::size_t i = 0; i < count; ++i)
    {
      const vtkIdType at = first + static_cast<vtkIdType>(i);
      const float tuple[3] = { ends->GetValue(at), found[i].Light, found[i].Picks };
      behind->SetTypedTuple(at, tuple);
    }
  }
}
} // namespace

template <class Mapper>
void CellSelection::SetArrayIdNames(Mapper* mapper, const char* pointArray, const char* cellArray)
{
  mapper->SetIdArrayNames(pointArray ? pointArray : UnstructuredInput::PointIds,
    cellArray ? cellArray : UnstructuredInput::CellIds, UnstructuredInput::CompositeIndices,
    UnstructuredInput::ProcessIds);
}

template <class Mapper>
double CellSelection::FindCells(Mapper* mapper, vtkIdTypeArray* pixels, vtkIdTypeArray* cells, bool withRanks)
{
  vtkNew<vtkFloatArray> behind;
  if (withRanks && ServerRanks::GetNumberOfRanks() > 1)
  {
    FindBehind(mapper, pixels, behind);
  }
  const vtkIdType first = cells->GetNumberOfTuples();
  const double depth = mapper->FindCells(pixels, cells, behind);
  for (vtkIdType i = first; i < cells->GetNumberOfTuples(); ++i)
  {
    cells->SetTypedComponent(i, 0, std::max<vtkIdType>(1, cells->GetTypedComponent(i, 0)));
    if (cells->GetTypedComponent(i, 1) < 0)
    {
      cells->SetTypedComponent(i, 1, ServerRanks::GetRank());
    }
  }
  return depth;
}

template void CellSelection::SetArrayIdNames(vtkTetRayCastMapper*, const char*, const char*);
template void CellSelection::SetArrayIdNames(vtkGridRayCastMapper*, const char*, const char*);
template double CellSelection::FindCells(vtkTetRayCastMapper*, vtkIdTypeArray*, vtkIdTypeArray*, bool);
template double CellSelection::FindCells(vtkGridRayCastMapper*, vtkIdTypeArray*, vtkIdTypeArray*, bool);
