// SPDX-License-Identifier: BSD-3-Clause
#include "SpatialExchange.h"

#include "ServerRanks.h"
#include "vtkAppendFilter.h"
#include "vtkCommunicator.h"
#include "vtkDataObject.h"
#include "vtkInformation.h"
#include "vtkMath.h"
#include "vtkMultiProcessController.h"
#include "vtkNew.h"
#include "vtkPVDataRepresentation.h"
#include "vtkPVRenderView.h"
#include "vtkPlane.h"
#include "vtkPoints.h"
#include "vtkTableBasedClipDataSet.h"
#include "vtkUnstructuredGrid.h"
#include "vtkXMLUnstructuredGridReader.h"
#include "vtkXMLUnstructuredGridWriter.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace
{

constexpr int Tag = 26101;
constexpr int NumberOfBins = 4096;

/// Where to cut along an axis, so that this share of the points of all ranks lies below.
double CutPosition(vtkUnstructuredGrid* grid, vtkMultiProcessController* controller, int axis, double low,
  double high, double share)
{
  std::vector<double> local(NumberOfBins, 0.0), bins(NumberOfBins, 0.0);
  const double scale = NumberOfBins / (high - low);
  double p[3];
  for (vtkIdType i = 0; i < grid->GetNumberOfPoints(); ++i)
  {
    grid->GetPoint(i, p);
    const double bin = (p[axis] - low) * scale;
    if (bin >= 0 && bin <= NumberOfBins)
    {
      local[std::min(NumberOfBins - 1, static_cast<int>(bin))] += 1;
    }
  }
  controller->AllReduce(local.data(), bins.data(), NumberOfBins, vtkCommunicator::SUM_OP);
  double total = 0;
  for (double count : bins)
  {
    total += count;
  }
  double below = 0;
  int bin = 0;
  while (bin + 1 < NumberOfBins && below + bins[bin] < share * total)
  {
    below += bins[bin++];
  }
  return low + (bin + 0.5) / scale;
}

/// The pieces of a grid on both sides of a plane.
void Cut(vtkUnstructuredGrid* grid, int axis, double position, vtkSmartPointer<vtkUnstructuredGrid>& below,
  vtkSmartPointer<vtkUnstructuredGrid>& above)
{
  below = vtkSmartPointer<vtkUnstructuredGrid>::New();
  above = vtkSmartPointer<vtkUnstructuredGrid>::New();
  double bounds[6];
  grid->GetBounds(bounds);
  if (grid->GetNumberOfCells() == 0 || bounds[2 * axis + 1] <= position)
  {
    below->ShallowCopy(grid);
    return;
  }
  if (bounds[2 * axis] >= position)
  {
    above->ShallowCopy(grid);
    return;
  }
  vtkNew<vtkPlane> plane;
  double origin[3] = { 0, 0, 0 };
  double normal[3] = { 0, 0, 0 };
  origin[axis] = position;
  normal[axis] = 1;
  plane->SetOrigin(origin);
  plane->SetNormal(normal);
  vtkNew<vtkTableBasedClipDataSet> clip;
  clip->SetInputData(grid);
  clip->SetClipFunction(plane);
  clip->GenerateClippedOutputOn();
  clip->Update();
  above->ShallowCopy(clip->GetOutput());
  below->ShallowCopy(clip->GetClippedOutput());
}

/// Cut what is left of each rank's data into the boxes of the ranks first .. first + count - 1. All ranks
/// make the same cuts.
void CutForRanks(vtkUnstructuredGrid* grid, vtkMultiProcessController* controller, int first, int count,
  std::vector<vtkSmartPointer<vtkUnstructuredGrid>>& pieces)
{
  if (count == 1)
  {
    pieces[first] = grid;
    return;
  }
  double bounds[6]; // of what all ranks hold together
  vtkMath::UninitializeBounds(bounds);
  if (grid->GetNumberOfCells() > 0)
  {
    grid->GetBounds(bounds);
  }
  ServerRanks::Unite(bounds, 3);
  const auto length = [&bounds](int axis) { return bounds[2 * axis + 1] - bounds[2 * axis]; };
  int axis = 0;
  for (int other : { 1, 2 })
  {
    axis = length(other) > length(axis) ? other : axis;
  }
  const int half = count / 2;
  vtkSmartPointer<vtkUnstructuredGrid> below = grid;
  auto above = vtkSmartPointer<vtkUnstructuredGrid>::New();
  if (length(axis) > 0)
  {
    const double position = CutPosition(
      grid, controller, axis, bounds[2 * axis], bounds[2 * axis + 1], static_cast<double>(half) / count);
    Cut(grid, axis, position, below, above);
  }
  CutForRanks(below, controller, first, half, pieces);
  CutForRanks(above, controller, first + half, count - half, pieces);
}

} // namespace

namespace SpatialExchange
{

bool ViewLosesCells()
{
  static const bool loses = [] {
    // Small files are read even then, so this one has some tens of thousands of bytes that compression cannot
    // take away.
    constexpr int numberOfCells = 500;
    vtkNew<vtkPoints> points;
    vtkNew<vtkUnstructuredGrid> grid;
    for (vtkIdType i = 0; i < 4 * numberOfCells; ++i)
    {
      points->InsertNextPoint(std::sin(1.0 * i), std::sin(2.1 * i), std::sin(3.3 * i));
    }
    grid->SetPoints(points);
    for (vtkIdType i = 0; i < numberOfCells; ++i)
    {
      const vtkIdType ids[4] = { 4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3 };
      grid->InsertNextCell(VTK_TETRA, 4, ids);
    }

    vtkNew<vtkXMLUnstructuredGridWriter> writer;
    writer->SetInputData(grid);
    writer->SetDataModeToAppended();
    writer->EncodeAppendedDataOff();
    writer->SetCompressorTypeToLZ4();
    writer->WriteToOutputStringOn();
    writer->Write();
    vtkNew<vtkXMLUnstructuredGridReader> reader;
    reader->ReadFromInputStringOn();
    reader->SetInputString(writer->GetOutputString());
    const int warnings = vtkObject::GetGlobalWarningDisplay();
    vtkObject::GlobalWarningDisplayOff();
    reader->Update();
    vtkObject::SetGlobalWarningDisplay(warnings);
    return reader->GetOutput()->GetNumberOfCells() != numberOfCells;
  }();
  return loses;
}

std::string WhatOthersLost(vtkInformation* view, vtkPVDataRepresentation* representation)
{
  vtkPVRenderView* renderView = vtkPVRenderView::SafeDownCast(representation->GetView());
  if (!renderView || ServerRanks::GetNumberOfRanks() == 1 || !ViewLosesCells() ||
    !renderView->GetUseOrderedCompositing())
  {
    return std::string();
  }
  // Cells of each representation before and after they were handed out, of all ranks.
  std::vector<double> local;
  for (int i = 0; i < renderView->GetNumberOfRepresentations(); ++i)
  {
    auto* other = vtkPVDataRepresentation::SafeDownCast(renderView->GetRepresentation(i));
    if (!other || other == representation || !other->GetVisibility())
    {
      continue;
    }
    for (vtkDataObject* data :
      { vtkPVView::GetPiece(view, other), vtkPVView::GetDeliveredPiece(view, other) })
    {
      local.push_back(data ? static_cast<double>(data->GetNumberOfElements(vtkDataObject::CELL)) : 0.0);
    }
  }
  std::vector<double> cells(local.size(), 0.0);
  vtkMultiProcessController::GetGlobalController()->AllReduce(
    local.data(), cells.data(), static_cast<vtkIdType>(local.size()), vtkCommunicator::SUM_OP);
  for (std::size_t i = 0; i < cells.size(); i += 2)
  {
    // Cells at the walls are cut in two, and cutting drops those without an area: a few may be missing.
    if (cells[i + 1] < 0.99 * cells[i] && ServerRanks::GetRank() == 0)
    {
      return "Slices or surfaces beside this one lack pieces: this ParaView loses data that it sends between "
             "its ranks. Switch on 'Use Data Partitions' (advanced) of all displays in the view that have "
             "it.";
    }
  }
  return std::string();
}

vtkSmartPointer<vtkUnstructuredGrid> Distribute(vtkUnstructuredGrid* grid)
{
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  const int ranks = controller->GetNumberOfProcesses();
  const int me = controller->GetLocalProcessId();
  std::vector<vtkSmartPointer<vtkUnstructuredGrid>> pieces(ranks);
  CutForRanks(grid, controller, 0, ranks, pieces);

  // In round k, ranks that add up to k (modulo their number) meet; the lower one speaks first.
  std::vector<vtkSmartPointer<vtkUnstructuredGrid>> mine{ pieces[me] };
  for (int round = 0; round < ranks; ++round)
  {
    const int partner = (round - me + ranks) % ranks;
    if (partner == me)
    {
      continue;
    }
    auto received = vtkSmartPointer<vtkUnstructuredGrid>::New();
    if (me < partner)
    {
      controller->Send(pieces[partner], partner, Tag);
      controller->Receive(received, partner, Tag);
    }
    else
    {
      controller->Receive(received, partner, Tag);
      controller->Send(pieces[partner], partner, Tag);
    }
    pieces[partner] = nullptr;
    mine.push_back(received);
  }

  vtkNew<vtkAppendFilter> append;
  for (const auto& piece : mine)
  {
    if (piece->GetNumberOfCells() > 0)
    {
      append->AddInputData(piece);
    }
  }
  auto out = vtkSmartPointer<vtkUnstructuredGrid>::New();
  if (append->GetNumberOfInputConnections(0) > 0)
  {
    append->Update();
    out->ShallowCopy(append->GetOutput());
  }
  return out;
}

} // namespace SpatialExchange
