// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"
#include "vtkType.h"

class vtkInformation;
class vtkPVDataRepresentation;
class vtkPVRenderView;
class vtkUnstructuredGrid;

/// The part of a mesh that the view hands to a rank, which has a box of space. Cells that a wall of the box
/// passes are cut there or, for a mapper that cuts its rays, whole: several ranks have them then, and each
/// interpolates in them as one rank would, also what is not linear in what is known of their points (light).
class RankPiece
{
public:
  /// In RequestData, by all ranks: unite the bounds of what is drawn of the mesh that each rank has read.
  void FindWhole(const double mine[6]);
  /// The united bounds. On one rank, and before they are found, vtkMath's bounds of nothing.
  const double* GetWhole() const { return this->Whole; }

  /// In REQUEST_UPDATE: tell the view how to hand out the cells that it gets at a port of the display.
  void Ask(vtkInformation* in, vtkPVDataRepresentation* display, bool whole, int port = 0);

  /// Whether cells are whole, as asked for.
  bool HasWholeCells() const { return this->IsWhole; }

  /// In REQUEST_RENDER: take what the view has delivered, or null.
  void Take(vtkPVRenderView* view, vtkUnstructuredGrid* delivered);

  /// The grid, without marks of cells that other ranks have, too; null where there is none.
  vtkUnstructuredGrid* GetGrid() const { return this->Grid; }
  /// The box to which rays are to be cut, (low, high) along each axis; all of space where cells were cut.
  const double* GetBox() const { return this->Box; }

private:
  void FindBox(vtkPVRenderView* view);

  bool IsWhole = false; // as asked for
  vtkSmartPointer<vtkUnstructuredGrid> Delivered;
  vtkMTimeType Time = 0; // of that
  vtkSmartPointer<vtkUnstructuredGrid> Grid;
  double Box[6];
  double Whole[6] = { 1, -1, 1, -1, 1, -1 };
};
