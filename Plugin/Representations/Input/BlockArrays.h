// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"

#include <functional>
#include <string>
#include <vector>

/// What has to be done to the arrays of blocks before one grid is made of the blocks.
struct MeshArrays
{
  std::vector<ArrayChoice> Drawn;   ///< blocks without one of these are left out
  std::vector<ArrayChoice> Matched; ///< get one form in all blocks of all ranks; each rank has as many
  ArrayChoice Filled;               ///< colors isosurfaces; blocks without it get one of NaN
};

/// Gives the arrays of blocks one form before the blocks are merged: one type of number and one number of
/// components. Merging keeps an array only where all blocks have it in one form. Arrays are replaced where
/// their forms differ, and shared where they do not.
class BlockArrays
{
public:
  using Blocks = std::vector<vtkSmartPointer<vtkDataSet>>;

  /// The blocks of a data set that are taken and have cells; the data set itself where it has no blocks.
  using IsTakenFunction = std::function<bool(vtkDataObject*)>;
  static Blocks GetBlocks(vtkDataObject* data, const IsTakenFunction& isTaken);

  /// Find the forms of these arrays in a data set, or in the blocks of one that are taken. With `onAllRanks`,
  /// the forms on all ranks, which call this together with as many arrays.
  BlockArrays(vtkDataObject* data, const IsTakenFunction& isTaken, const std::vector<ArrayChoice>& arrays,
    bool onAllRanks);

  /// Give each block without the first of the arrays such an array of NaN, if any block of the data has it.
  /// Returns how many blocks lacked it. Throws std::bad_alloc.
  int FillFirst(const Blocks& blocks) const;

  /// Give each of the arrays one type and its largest number of components in all blocks that have it.
  /// Missing components become 0. Returns a sentence for users about these, or nothing where none is missing.
  /// Other arrays that all blocks have with as many components get one type, too. Throws std::bad_alloc.
  std::string Match(const Blocks& blocks) const;

private:
  /// The forms that an array has in the blocks, as intervals (low, high), with low > high where no block has
  /// the array. Wide is 1 for types whose numbers do not all fit into signed integers of 64 bits, else 0.
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
