// SPDX-License-Identifier: BSD-3-Clause
#include "SpatialExchange.h"

#include "ServerRanks.h"
#include "SpatialCuts.h"
#include "vtkAppendFilter.h"
#include "vtkDataObject.h"
#include "vtkInformation.h"
#include "vtkMultiProcessController.h"
#include "vtkNew.h"
#include "vtkPVDataRepresentation.h"
#include "vtkPVRenderView.h"
#include "vtkPoints.h"
#include "vtkUnstructuredGrid.h"
#include "vtkXMLUnstructuredGridReader.h"
#include "vtkXMLUnstructuredGridWriter.h"

#include <cmath>
#include <vector>

namespace
{

constexpr int Tag = 26101;

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
  std::vector<double> cells;
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
      cells.push_back(data ? static_cast<double>(data->GetNumberOfElements(vtkDataObject::CELL)) : 0.0);
    }
  }
  ServerRanks::AddUp(cells.data(), static_cast<int>(cells.size()));
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
  std::vector<vtkSmartPointer<vtkUnstructuredGrid>> pieces = SpatialCuts::CutForRanks(grid, ranks);

  // The lower one speaks first.
  std::vector<vtkSmartPointer<vtkUnstructuredGrid>> mine{ pieces[me] };
  for (int round = 0; round < ranks; ++round)
  {
    const int partner = SpatialCuts::GetPartner(round, me, ranks);
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
