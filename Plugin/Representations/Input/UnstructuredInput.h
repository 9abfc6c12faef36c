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

/// Makes one unstructured grid of any data set. Unstructured grids stay as they are. Structured grids become
/// hexahedra that keep their connectivity between time steps. Blocks of composite data sets are merged, and
/// other data are converted cell by cell. The grid shares values with the input, which is not changed.
///
/// Points and cells keep their order. Grids that are merged or will be sent to other processes have arrays
/// with the origin of each point and cell.
class UnstructuredInput
{
public:
  ///@{
  /// The arrays of origins: the ids of points and cells in their block, and for cells the flat index of the
  /// block in a composite data set and the process. They have names of their own, because data may use
  /// ParaView's names for other things.
  static constexpr const char* PointIds = "InKRayPointIds";
  static constexpr const char* CellIds = "InKRayCellIds";
  static constexpr const char* CompositeIndices = "InKRayBlockIds";
  static constexpr const char* ProcessIds = "InKRayProcessIds";
  ///@}

  /// The leaves of a composite data set to take. By default all but polygons.
  using IsTakenFunction = std::function<bool(vtkDataObject*)>;
  static bool IsNoSurface(vtkDataObject* leaf);
  explicit UnstructuredInput(IsTakenFunction isTaken = IsNoSurface);
  ~UnstructuredInput();

  /// Make the grid. Blocks of a composite data set that lack one of the arrays `drawn` are left out and
  /// counted, because merging keeps only arrays that all blocks have. Empty blocks and blocks that are not
  /// taken are left out without being counted. `process`: this process's number if cells will be sent to
  /// other processes, which then all call this together. -1: cells stay.
  vtkSmartPointer<vtkUnstructuredGrid> MakeGrid(
    vtkDataObject* input, const std::vector<ArrayChoice>& drawn, int process = -1);

  /// Why the last grid is empty: out of memory. Empty if memory was sufficient.
  const std::string& GetProblem() const { return this->Problem; }

  /// Sentences for users about arrays of the last grid that were changed or added. Empty: none were.
  const std::string& GetNote() const { return this->Note; }

  /// Convert these arrays to one number type and one number of components in all blocks of all processes.
  /// Applies to later grids. All processes pass equally many arrays.
  void SetMatched(const std::vector<ArrayChoice>& arrays) { this->Matched = arrays; }

  /// Add this array, filled with NaN, to blocks that lack it if other blocks have it. Applies to
  /// later grids. An array without a name: nothing is added. `note` ends the sentence "... blocks do not have
  /// the array ..." for users; empty: no sentence.
  void SetFilled(const ArrayChoice& array, const std::string& note);

  /// Whether to move points of blocks along x in later grids, so that no two blocks share a place or a global
  /// id. They move by a few units in the last place of a double, times the block's flat index. Otherwise
  /// ParaView joins such points when it sends cells between ranks (vtkDIYKdTreeUtilities), and they get
  /// values of one block.
  void SetBlocksApart(bool apart) { this->BlocksApart = apart; }

  /// The number of blocks in the last grid, and of blocks that lack an array and are left out. The last
  /// function counts the blocks left out that have the array on cells instead of points, or the other way
  /// round.
  int GetNumberOfBlocks() const { return this->NumberOfBlocks; }
  int GetNumberOfBlocksWithoutArray() const { return this->NumberOfBlocksWithoutArray; }
  int GetNumberOfBlocksWithArrayElsewhere() const { return this->NumberOfBlocksWithArrayElsewhere; }

  /// The filter that selects blocks of a composite data set, by an assembly and selectors as in ParaView.
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
