// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"
#include "vtkNew.h"
#include "vtkSmartPointer.h"

#include <functional>
#include <string>
#include <vector>

class BlockArrays;
class vtkCellArray;
class vtkCompositeDataSet;
class vtkDataObject;
class vtkDataSet;
class vtkExtractBlockUsingDataAssembly;
class vtkUnstructuredGrid;

/// Makes one unstructured grid of whatever data set comes in: unstructured grids stay as they are, structured
/// grids become hexahedra that keep their connectivity from one time step to the next, composite data sets
/// are merged, and other data sets go cell by cell. Values are shared with the input, which is left alone.
///
/// Points and cells keep their order. Grids that are merged, or are going to be sent to other processes,
/// carry arrays that say where each came from.
class UnstructuredInput
{
public:
  ///@{
  /// These arrays: of points and cells the id in their block, of cells the flat index of the block in a
  /// composite data set, and the process. Data may have arrays with ParaView's own names, of something else.
  static constexpr const char* PointIds = "InKRayPointIds";
  static constexpr const char* CellIds = "InKRayCellIds";
  static constexpr const char* CompositeIndices = "InKRayBlockIds";
  static constexpr const char* ProcessIds = "InKRayProcessIds";
  ///@}

  /// Which leaves of a composite data set are taken: those that are not polygons, or others.
  using IsTakenFunction = std::function<bool(vtkDataObject*)>;
  static bool IsNoSurface(vtkDataObject* leaf);
  explicit UnstructuredInput(IsTakenFunction isTaken = IsNoSurface);
  ~UnstructuredInput();

  /// The grid. Blocks of a composite data set that lack one of the arrays `drawn` are left out, because
  /// merging keeps the arrays that all blocks have; those that are not taken and empty blocks are left out
  /// without being counted. `process` is the number of this process where cells are going to be sent to other
  /// processes, which then all call this together; -1: they are not.
  vtkSmartPointer<vtkUnstructuredGrid> MakeGrid(
    vtkDataObject* input, const std::vector<ArrayChoice>& drawn, int process = -1);

  /// Why the last grid is an empty one: there was not enough memory. Empty: there was.
  const std::string& GetProblem() const { return this->Problem; }

  /// Sentences for users about blocks of the last grid whose arrays had to be changed or made; empty: none.
  const std::string& GetNote() const { return this->Note; }

  /// Have these arrays get one type of number and number of components in all blocks of all processes, in the
  /// grids that are made after this call. All processes give as many.
  void SetMatched(const std::vector<ArrayChoice>& arrays) { this->Matched = arrays; }

  /// Have blocks without this array get one of NaN, where other blocks have it, in the grids that are made
  /// after this call; no name: none. `note` ends the sentence "... blocks do not have the array ..." for
  /// users; empty: there is no such sentence.
  void SetFilled(const ArrayChoice& array, const std::string& note);

  /// Whether, in all grids from now on, no two blocks have a point at the same place or of the same global
  /// id: points of a block are moved along x by a few units in the last place of a double, times the block's
  /// flat index. ParaView joins such points where it sends cells from rank to rank (vtkDIYKdTreeUtilities),
  /// and gives them the values that one of the blocks has there.
  void SetBlocksApart(bool apart) { this->BlocksApart = apart; }

  /// How many blocks the last grid was merged of, and how many lacked an array. The last number counts those
  /// of the latter that have the array on the cells instead of the points, or the other way round.
  int GetNumberOfBlocks() const { return this->NumberOfBlocks; }
  int GetNumberOfBlocksWithoutArray() const { return this->NumberOfBlocksWithoutArray; }
  int GetNumberOfBlocksWithArrayElsewhere() const { return this->NumberOfBlocksWithArrayElsewhere; }

  /// Chooses the blocks of a composite data set: an assembly and selectors, as in ParaView's own classes.
  vtkExtractBlockUsingDataAssembly* GetBlockSelection() { return this->Selection; }

  /// Forget the connectivity of the last structured grid.
  void ReleaseCells();

private:
  vtkSmartPointer<vtkUnstructuredGrid> MakeGrid(vtkDataSet* input);
  std::vector<vtkSmartPointer<vtkUnstructuredGrid>> MakeBlocks(
    vtkCompositeDataSet* input, const std::vector<ArrayChoice>& drawn);

  void MatchArrays(const std::vector<vtkSmartPointer<vtkUnstructuredGrid>>& parts, const BlockArrays& arrays);
  vtkSmartPointer<vtkUnstructuredGrid> MakeGridOrThrow(
    vtkDataObject* input, const std::vector<ArrayChoice>& drawn, int process, const BlockArrays& arrays);

  const IsTakenFunction IsTaken;
  std::string Problem, Note;
  vtkNew<vtkExtractBlockUsingDataAssembly> Selection;
  int NumberOfBlocks = 0;
  int NumberOfBlocksWithoutArray = 0;
  int NumberOfBlocksWithArrayElsewhere = 0;
  std::vector<ArrayChoice> Matched;
  ArrayChoice Filled;
  std::string FilledNote;
  bool BlocksApart = false;
  int StructuredDimensions[3] = { 0, 0, 0 };
  vtkSmartPointer<vtkCellArray> StructuredCells;
};
