// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkSmartPointer.h"
#include "vtkType.h"

class vtkInformation;
class vtkPVDataRepresentation;
class vtkPVRenderView;
class vtkUnstructuredGrid;

/// The part of a mesh that the view sends to a rank, which has a box of space. Cells across a wall of the box
/// are cut or, if the mapper cuts its rays at the wall, sent whole to several ranks. Each of these then
/// interpolates in them as a single rank would, even light, which is not linear.
class RankPart
{
public:
  /// In RequestData: unite the bounds of the drawn cells that each rank has read.
  /// All ranks call this together.
  void FindWhole(const double mine[6]);
  /// The united bounds. On a single rank, and before FindWhole, they are uninitialized (vtkMath).
  const double* GetWhole() const { return this->Whole; }

  /// In REQUEST_UPDATE: tell the view how to hand out the cells that it gets at a port of the display.
  void Ask(vtkInformation* in, vtkPVDataRepresentation* display, bool whole, int port = 0);

  /// Whether cells stay whole, as requested by Ask.
  bool HasWholeCells() const { return this->IsWhole; }

  /// In REQUEST_RENDER: take the grid that the view has delivered, or null.
  void Take(vtkPVRenderView* view, vtkUnstructuredGrid* delivered);

  /// The grid of this rank. Cells that other ranks also have lose their ghost marks. Null: no grid.
  vtkUnstructuredGrid* GetGrid() const { return this->Grid; }
  /// The box to cut rays at, (low, high) along each axis. Infinite if cells were cut instead.
  const double* GetBox() const { return this->Box; }

private:
  void FindBox(vtkPVRenderView* view);

  bool IsWhole = false; // as requested
  vtkSmartPointer<vtkUnstructuredGrid> Delivered;
  vtkMTimeType Time = 0; // the modification time of Delivered
  vtkSmartPointer<vtkUnstructuredGrid> Grid;
  double Box[6];
  double Whole[6] = { 1, -1, 1, -1, 1, -1 };
};
