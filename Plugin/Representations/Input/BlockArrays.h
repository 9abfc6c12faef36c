// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"

#include <functional>
#include <string>
#include <vector>

/// Requirements on the arrays of blocks before the blocks are merged into one grid.
struct MeshArrays
{
  std::vector<ArrayChoice> Drawn;   ///< blocks that lack one of these arrays are left out
  std::vector<ArrayChoice> Matched; ///< get one form in all blocks of all ranks; ranks must pass equally many
  ArrayChoice Filled;               ///< colors isosurfaces; blocks without it get an array of NaN
};

/// Gives the arrays of blocks one form before the blocks are merged: one number type and one number of
/// components. Merging keeps only arrays that all blocks have in one form. Arrays of another form are
/// replaced; the others are shared.
class BlockArrays
{
public:
  using Blocks = std::vector<vtkSmartPointer<vtkDataSet>>;

  /// The blocks of a data set that have cells and for which `isTaken` holds. A data set
  /// without blocks is returned itself.
  using IsTakenFunction = std::function<bool(vtkDataObject*)>;
  static Blocks GetBlocks(vtkDataObject* data, const IsTakenFunction& isTaken);

  /// Find the forms of `arrays` in the blocks of a data set for which `isTaken` holds. With `onAllRanks`, the
  /// forms on all ranks count: ranks call this together with equally many arrays.
  BlockArrays(vtkDataObject* data, const IsTakenFunction& isTaken, const std::vector<ArrayChoice>& arrays,
    bool onAllRanks);

  /// Add the first of the arrays, filled with NaN, to each block that lacks it, if any block of the data has
  /// it. Returns the number of blocks that lacked it. Throws std::bad_alloc.
  int FillFirst(const Blocks& blocks) const;

  /// Convert each array to one type and to its largest number of components in all blocks that have it.
  /// Missing components become 0, and a sentence for users says so (empty: none are missing). Other arrays
  /// also get one type if all blocks have them with equally many components. Throws std::bad_alloc.
  std::string Match(const Blocks& blocks) const;

private:
  /// The forms of an array in the blocks as intervals (low, high); low > high if no block has the array. Wide
  /// is 1 for types whose numbers do not all fit into signed 64-bit integers, else 0.
  struct Forms
  {
    double Types[2], Wide[2], Components[2];

    Forms();
    void Add(int type, int numComponents);
    void Add(vtkDataArray* array);
    bool IsOne() const;
    bool HasOneNumber() const { return this->Components[0] == this->Components[1]; }
    int GetComponents() const;
  };
  static int Unify(const Blocks& blocks, const ArrayChoice& array, const Forms& forms);
  static void MatchOthers(const Blocks& blocks);

  std::vector<ArrayChoice> Arrays;
  std::vector<Forms> Found; // for each of the arrays
};
