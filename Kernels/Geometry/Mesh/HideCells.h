// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/CellVertices.h"

namespace inkray
{

/// Makes the mask of the cells that a threshold hides. It hides a cell if the cell's value or the value of
/// one of its points is NaN or outside of [low, high]. Thread i writes the bits of 32 cells.
struct HideCells
{
  const float* values;                 ///< in the order of the caller's points or tets: the least value
  const float* greatest;               ///< the greatest value; the same array if entries have one value
  const std::uint32_t* originalVertex; ///< the caller's point for each vertex; null: values belong to cells
  const std::uint32_t* originalTet;
  const UInt2* links;
  std::int64_t numTets;
  float low, high;
  std::uint32_t* hidden;

  INKRAY_HD bool keeps(std::uint32_t entry) const { return values[entry] >= low && greatest[entry] <= high; }

  INKRAY_HD void operator()(std::int64_t word) const
  {
    std::uint32_t bits = 0;
    for (std::uint32_t b = 0; b < 32; ++b)
    {
      const std::int64_t t = 32 * word + b;
      if (t >= numTets || originalTet[t] == noTet)
        continue;
      bool kept = true;
      if (originalVertex)
      {
        std::uint32_t ids[4];
        verticesOfCell(links, static_cast<std::uint32_t>(t), ids);
        for (int v = 0; v < 4; ++v)
          kept = kept && this->keeps(originalVertex[ids[v]]);
      }
      else
        kept = this->keeps(originalTet[t]);
      bits |= kept ? 0u : 1u << b;
    }
    hidden[word] = bits;
  }
};

} // namespace inkray
