// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RankPart.h"
#include "RayCastHeld.h"
#include "UnstructuredInput.h"
#include "vtkSmartPointer.h"

#include <functional>
#include <vector>

class DisplayMessages;
struct MeshArrays;
class vtkDataObject;
class vtkExtractBlockUsingDataAssembly;
class vtkInformation;
class vtkPVDataRepresentation;
class vtkUnstructuredGrid;

/// The mesh of a volume as one grid, whatever kind of data set it comes from. On a rank of a parallel server,
/// the grid is that rank's part.
class VolumeMesh
{
public:
  /// Make the grid of a data set. Messages say which blocks are left out or changed. All ranks call this
  /// together. `keepsPieces`: the parts of the ranks can be drawn one after the other. Otherwise the view
  /// gives each rank the cells in a box of space. `complete` may add arrays to the part of a rank before.
  void Make(vtkDataObject* input, const MeshArrays& arrays, bool keepsPieces,
    const std::function<void(vtkUnstructuredGrid*)>& complete, DisplayMessages& messages);

  /// Add gradients at the points to the parts of a mesh, and for cell values their averages at the points. At
  /// borders of parts these are the same as in the whole mesh. Call this before cells are cut at the walls of
  /// ranks. `findShown` finds the values. All ranks call this together.
  using FindArray = std::function<RayCastArray(vtkUnstructuredGrid*)>;
  static void AddGradients(vtkUnstructuredGrid* grid, const FindArray& findShown);

  /// In REQUEST_UPDATE, with its information: hand the grid to the view, and say how to distribute it.
  /// `whole`: the mapper cuts rays at the walls between ranks, so that cells stay whole.
  void Deliver(
    vtkInformation* in, vtkInformation* out, vtkPVDataRepresentation* display, bool keepsPieces, bool whole);

  /// The part that the view has delivered to this rank, in REQUEST_RENDER.
  RankPart& GetPiece() { return this->Piece; }

  /// Forget the grid.
  void Clear() { this->Grid = nullptr; }

  /// Forget the connectivity that is kept to make the next grid of structured data faster.
  void ReleaseCells() { this->Input.ReleaseCells(); }

  /// The last grid; null on processes without data.
  vtkUnstructuredGrid* GetGrid() const { return this->Grid; }

  /// Chooses the blocks of a composite data set.
  vtkExtractBlockUsingDataAssembly* GetBlockSelection() { return this->Input.GetBlockSelection(); }

private:
  void CheckBlocks(
    vtkDataObject* input, const std::vector<ArrayChoice>& drawn, DisplayMessages& messages) const;

  UnstructuredInput Input;
  vtkSmartPointer<vtkUnstructuredGrid> Grid;
  RankPart Piece;
};
