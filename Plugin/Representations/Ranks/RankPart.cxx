// SPDX-License-Identifier: BSD-3-Clause
#include "RankPart.h"

#include "ServerRanks.h"
#include "vtkBoundingBox.h"
#include "vtkCellData.h"
#include "vtkDataSetAttributes.h"
#include "vtkNew.h"
#include "vtkPVRenderView.h"
#include "vtkPVRenderViewDataDeliveryManager.h"
#include "vtkUnsignedCharArray.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

namespace
{
vtkPVRenderViewDataDeliveryManager* DeliveryOf(vtkPVRenderView* view)
{
  return view ? vtkPVRenderViewDataDeliveryManager::SafeDownCast(view->GetDeliveryManager()) : nullptr;
}

/// The grid itself or, if it has ghost marks, a copy without the marks of cells that other ranks have, too.
vtkSmartPointer<vtkUnstructuredGrid> WithoutDuplicates(vtkUnstructuredGrid* grid)
{
  vtkUnsignedCharArray* const marks = grid->GetCellGhostArray();
  if (!marks)
  {
    return grid;
  }
  vtkNew<vtkUnsignedCharArray> others;
  others->SetName(vtkDataSetAttributes::GhostArrayName());
  others->SetNumberOfTuples(marks->GetNumberOfTuples());
  bool isAny = false;
  for (vtkIdType i = 0; i < marks->GetNumberOfTuples(); ++i)
  {
    const auto mark = static_cast<unsigned char>(
      marks->GetValue(i) & ~static_cast<unsigned int>(vtkDataSetAttributes::DUPLICATECELL));
    others->SetValue(i, mark);
    isAny = isAny || mark != 0;
  }
  auto copy = vtkSmartPointer<vtkUnstructuredGrid>::New();
  copy->ShallowCopy(grid);
  copy->GetCellData()->RemoveArray(vtkDataSetAttributes::GhostArrayName());
  if (isAny)
  {
    copy->GetCellData()->AddArray(others);
  }
  return copy;
}
} // namespace

void RankPart::FindWhole(const double mine[6])
{
  if (ServerRanks::GetNumberOfRanks() > 1)
  {
    std::copy_n(mine, 6, this->Whole);
    ServerRanks::Unite(this->Whole, 3);
  }
}

void RankPart::Ask(vtkInformation* in, vtkPVDataRepresentation* display, bool whole, int port)
{
  this->IsWhole = whole && ServerRanks::GetNumberOfRanks() > 1;
  this->IsWhole ? vtkPVRenderView::SetRedistributionModeToDuplicateBoundaryCells(in, display, port)
                : vtkPVRenderView::SetRedistributionModeToSplitBoundaryCells(in, display, port);
}

void RankPart::Take(vtkPVRenderView* view, vtkUnstructuredGrid* delivered)
{
  this->FindBox(view);
  if (!delivered || !this->IsWhole)
  {
    this->Delivered = nullptr;
    this->Grid = delivered;
  }
  else if (delivered != this->Delivered || delivered->GetMTime() != this->Time)
  {
    this->Delivered = delivered;
    this->Time = delivered->GetMTime();
    this->Grid = WithoutDuplicates(delivered);
  }
}

void RankPart::FindBox(vtkPVRenderView* view)
{
  for (std::size_t side = 0; side < 6; ++side)
  {
    this->Box[side] = (side % 2 == 0 ? -1 : 1) * std::numeric_limits<double>::infinity();
  }
  vtkPVRenderViewDataDeliveryManager* const delivery = DeliveryOf(view);
  if (!this->IsWhole || !delivery || !delivery->GetUseRedistributedDataAsDeliveredData())
  {
    return;
  }
  const std::vector<vtkBoundingBox>& boxes = delivery->GetCuts();
  const auto rank = static_cast<std::size_t>(ServerRanks::GetRank());
  if (rank >= boxes.size() || !boxes[rank].IsValid())
  {
    return;
  }
  vtkBoundingBox all;
  for (const vtkBoundingBox& box : boxes)
  {
    all.AddBox(box);
  }
  for (int side = 0; side < 6; ++side)
  {
    // The outer sides of all boxes are no walls.
    if (boxes[rank].GetBound(side) != all.GetBound(side))
    {
      this->Box[side] = boxes[rank].GetBound(side);
    }
  }
}
