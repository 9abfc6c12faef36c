// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "LatticeBlock.h"

#include <vector>

/// Hands out the blocks that several ranks have read, so that the parts that ranks draw can be put in an
/// order from any side: each rank gets a box of the lattice.
class BlockExchange
{
public:
  using Blocks = std::vector<LatticeBlock>;

  /// Find the boxes of all ranks. A box holds the cells of the rank's own blocks, without ghost cells, as far
  /// as boxes do not overlap: see RankBoxes::Separate. The box of a single process holds all its blocks. All
  /// ranks call this together.
  explicit BlockExchange(const Blocks& own);

  /// The box of this rank. Ranks without blocks have an empty box, with a minimum above its maximum.
  const LatticeBlock::Extent& GetBox() const { return this->Box; }

  /// The number of points in the boxes of all ranks.
  double GetNumberOfPoints() const;

  /// Give all ranks what they need of this rank's blocks, and replace these by what this rank needs of all
  /// blocks: all that lies in its box and in the two layers of cells around it, for gradients at the border.
  /// The blocks have the order of a single process. Returns false if a rank has too little memory. All ranks
  /// call this together.
  bool HandOut(Blocks& blocks) const;

private:
  LatticeBlock::Extent Box;
  std::vector<LatticeBlock::Extent> Boxes; // of all ranks
};
