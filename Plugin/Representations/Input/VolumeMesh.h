// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "RankPiece.h"
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

/// The mesh that a volume is drawn of, as one grid of whatever data set comes in; on a rank of a parallel
/// server, its piece.
class VolumeMesh
{
public:
  /// Make the grid of a data set; messages tell which blocks are left out, or changed. All ranks call this
  /// together. `keepsPieces`: the data are in pieces that can be drawn one after the other; else the view
  /// gives each rank the cells in a box of space. `complete` may add arrays to the piece of a rank before.
  void Make(vtkDataObject* input, const MeshArrays& arrays, bool keepsPieces,
    const std::function<void(vtkUnstructuredGrid*)>& complete, DisplayMessages& messages);

  /// Add gradients at the points to the pieces of a mesh, before these are cut at the walls of ranks, and for
  /// values of cells their averages there: at the borders they are those of the whole. `findShown` finds the
  /// values. All ranks call this together.
  using FindArray = std::function<RayCastArray(vtkUnstructuredGrid*)>;
  static void AddGradients(vtkUnstructuredGrid* grid, const FindArray& findShown);

  /// In REQUEST_UPDATE, with what that got: hand the grid to the view, and tell it what to do with the pieces
  /// of ranks: with `whole`, that a mapper cuts rays at their walls, so that cells stay whole.
  void Deliver(
    vtkInformation* in, vtkInformation* out, vtkPVDataRepresentation* display, bool keepsPieces, bool whole);

  /// In REQUEST_RENDER: what the view has delivered to this rank.
  RankPiece& GetPiece() { return this->Piece; }

  /// Have no grid.
  void Clear() { this->Grid = nullptr; }

  /// Forget what would make the next grid of structured data quicker.
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
  RankPiece Piece;
};
