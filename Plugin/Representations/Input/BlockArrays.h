// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ArrayChoice.h"

#include <functional>
#include <string>
#include <vector>

/// Which arrays of blocks make one grid of them.
struct MeshArrays
{
  std::vector<ArrayChoice> Drawn;   ///< blocks without one of these are left out
  std::vector<ArrayChoice> Matched; ///< have one form in all blocks of all ranks; each rank has as many
  ArrayChoice Filled;               ///< colors isosurfaces, with NaN where a block has none
};

/// Gives the arrays of blocks one form before the blocks are merged: merging keeps an array only where all
/// blocks have it with the same type of number and as many components. Arrays are replaced where they differ,
/// and shared where they do not.
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

  /// Give each block without the first of the arrays one that is NaN throughout, if there is any in the data.
  /// How many lacked it. Throws std::bad_alloc where memory does not suffice, as the next one does.
  int FillFirst(const Blocks& blocks) const;

  /// Have all blocks with one of the arrays hold it with one type and the largest number of components; those
  /// that a block lacks are 0, which a sentence says: empty where none lacks any. All other arrays that each
  /// block has with as many components get one type, too.
  std::string Match(const Blocks& blocks) const;

private:
  /// The forms of an array, as intervals: (low, high) with low > high where there is none.
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
  std::vector<Forms> Found; // of each array
};
