// SPDX-License-Identifier: BSD-3-Clause
#include "VolumeMesh.h"

#include "BlockArrays.h"
#include "BorderSums.h"
#include "DisplayMessages.h"
#include "MeshPointAverages.h"
#include "PointGradients.h"
#include "ServerRanks.h"
#include "vtkInformation.h"
#include "vtkPVRenderView.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>

void VolumeMesh::AddGradients(vtkUnstructuredGrid* grid, const FindArray& findShown)
{
  RayCastArray shown = findShown(grid);
  // A rank without the array still takes part in all sums.
  double isOfCells[2] = { 0, shown.Array && shown.Association == vtkDataObject::CELL ? 1.0 : 0.0 };
  ServerRanks::Unite(isOfCells, 1);
  if (isOfCells[1] > 0)
  {
    std::vector<double> values = MeshPointAverages::Sum(grid, shown);
    BorderSums::AddUp(grid, 2, values);
    vtkDataArray* const averages = values.empty() ? nullptr : MeshPointAverages::Add(grid, shown, values);
    shown = { averages, vtkDataObject::POINT, 0 };
  }
  std::vector<double> sums = PointGradients::Sum(grid, shown);
  BorderSums::AddUp(grid, PointGradients::NumberOfSums, sums);
  if (!sums.empty())
  {
    PointGradients::Add(grid, PointGradients::NameFor(shown), sums);
  }
}

void VolumeMesh::Make(vtkDataObject* input, const MeshArrays& arrays, bool keepsPieces,
  const std::function<void(vtkUnstructuredGrid*)>& complete, DisplayMessages& messages)
{
  const bool isPiece = ServerRanks::GetNumberOfRanks() > 1;
  this->Input.SetBlocksApart(isPiece && !keepsPieces); // else the view joins points of different blocks
  this->Input.SetMatched(arrays.Matched);
  this->Input.SetFilled(arrays.Filled, "to color isosurfaces by; their isosurfaces have its NaN color.");
  this->Grid = this->Input.MakeGrid(input, arrays.Drawn, isPiece ? ServerRanks::GetRank() : -1);
  messages.Warn(this->Input.GetProblem());
  if (!this->Input.GetNote().empty())
  {
    messages.Note(this->Input.GetNote());
  }
  this->CheckBlocks(input, arrays.Drawn, messages);
  // Remove ghost cells: after the view has given each rank a box of space, cells of
  // two ranks would be drawn twice.
  if (isPiece)
  {
    this->Grid->RemoveGhostCells();
    complete(this->Grid);
  }
}

void VolumeMesh::Deliver(
  vtkInformation* in, vtkInformation* out, vtkPVDataRepresentation* display, bool keepsPieces, bool whole)
{
  // With several ranks, the view gives each a box of space and blends their images in depth order. Cells or
  // rays are cut at the walls of the boxes.
  out->Set(vtkPVRenderView::NEED_ORDERED_COMPOSITING(), 1);
  vtkPVRenderView::SetPiece(in, display, this->Grid);
  vtkPVRenderView::SetOrderedCompositingConfiguration(in, display,
    keepsPieces ? vtkPVRenderView::USE_BOUNDS_FOR_REDISTRIBUTION
                : vtkPVRenderView::DATA_IS_REDISTRIBUTABLE | vtkPVRenderView::USE_DATA_FOR_LOAD_BALANCING);
  this->Piece.Ask(in, display, whole && !keepsPieces);
  vtkPVRenderView::SetRequiresDistributedRendering(in, display, true);
  vtkPVRenderView::SetRequiresDistributedRenderingLOD(in, display, true);
}

void VolumeMesh::CheckBlocks(
  vtkDataObject* input, const std::vector<ArrayChoice>& drawn, DisplayMessages& messages) const
{
  const int without = this->Input.GetNumberOfBlocksWithoutArray();
  const int all = this->Input.GetNumberOfBlocks() + without;
  double most[2] = { 0.0, static_cast<double>(all - without) }; // the most blocks that any rank draws
  ServerRanks::Unite(most, 1);
  if (without > 0 && most[1] > 0)
  {
    messages.Note(ArrayChoice::NoteLeftOut(static_cast<std::size_t>(without), static_cast<std::size_t>(all),
      static_cast<std::size_t>(this->Input.GetNumberOfBlocksWithArrayElsewhere()), drawn));
  }
  else if (without > 0)
  {
    const auto missing = std::find_if(
      drawn.begin(), drawn.end() - 1, [input](const ArrayChoice& array) { return !array.IsIn(input); });
    messages.Error(missing->WhyNotIn(input) + " Nothing is drawn.");
  }
  else if (this->Grid->GetNumberOfCells() == 0 && ServerRanks::GetNumberOfRanks() == 1)
  {
    messages.Note("The data set is empty (no cells), so there is nothing to draw.");
  }
}
