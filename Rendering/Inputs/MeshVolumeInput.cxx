// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolumeInput.h"

#include "DrawnBounds.h"
#include "Geometry/Mesh/TetMesh.h"
#include "RayCastSession.h"
#include "vtkPoints.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>

vtkUnstructuredGrid* MeshVolumeInput::Select(vtkUnstructuredGridBase* input, bool isPiece)
{
  vtkUnstructuredGrid* const grid = vtkUnstructuredGrid::SafeDownCast(input);
  if (!grid)
  {
    this->Session.Report(true,
      input ? "The input is not a vtkUnstructuredGrid; convert it, for example with vtkAppendFilter."
            : "There is no input; connect a vtkUnstructuredGrid.");
    return nullptr;
  }
  if (grid->GetNumberOfCells() == 0)
  {
    if (!isPiece)
    {
      this->Session.Note("The grid is empty (no cells), so there is nothing to draw.");
    }
    return nullptr;
  }
  return grid;
}

bool MeshVolumeInput::Update(vtkUnstructuredGrid* grid, bool isPiece)
{
  const double start = RayCastSession::Now();
  if (this->Tetrahedralizer->Update(grid, this->Session.Observe("Cutting cells into tetrahedra", 0.25)))
  {
    this->CutMilliseconds = RayCastSession::Now() - start;
  }
  const std::string message = this->Tetrahedralizer->GetMessage();
  if (this->Tetrahedralizer->GetNumberOfTets() == 0)
  {
    if (!isPiece || this->Tetrahedralizer->GetNumberOfGhostCells() == 0)
    {
      this->Session.Report(
        true, message.empty() ? "The grid has no three-dimensional cells to draw." : message);
    }
    return false;
  }
  double bounds[6];
  grid->GetBounds(bounds);
  const double longest = std::max({ bounds[1] - bounds[0], bounds[3] - bounds[2], bounds[5] - bounds[4] });
  const std::string far =
    DrawnBounds::FindProblem(bounds, longest / std::cbrt(double(grid->GetNumberOfCells())),
      grid->GetPoints()->GetDataType() == VTK_FLOAT, "mesh");
  for (const std::string& note : { message, far })
  {
    if (!note.empty())
    {
      this->Session.Note(note);
    }
  }
  return true;
}

bool MeshVolumeInput::GetValues(const RayCastArray& array, inkray::Field& values)
{
  const bool fits =
    this->Tetrahedralizer->GetScalars(array.Array, array.Association, array.Component, values);
  if (!fits)
  {
    this->Session.Report(true, this->Tetrahedralizer->GetMessage());
  }
  return fits;
}

void MeshVolumeInput::NoteMesh(inkray::TetMeshReport report, bool isPiece)
{
  if (isPiece)
  {
    report.zeroVolume = 0; // cutting a mesh into parts leaves flat cells along the cuts
  }
  if (!report.summary().empty())
  {
    this->Session.Note(report.summary());
  }
}
