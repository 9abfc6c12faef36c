// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Device/Buffer.h"

/// Prefix sums and compaction as passes over whole streams. Each pass has a thread for an element, as
/// fragment programs had to do it (Moreira et al. 2009, sections 3 and 4). Blocks are powers of two, and
/// streams are whole blocks.
namespace inkray::laboratory
{

/// Algorithm 1, Hillis and Steele 1986: each element adds the one `offset` places before it.
struct DoublingPass
{
  const std::uint32_t* in;
  std::uint32_t* out;
  std::uint32_t offset, block;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    out[i] = in[i] + ((i & (block - 1)) >= offset ? in[i - offset] : 0u);
  }
};

/// Figure 3, Blelloch 1990: each node adds its left child, which ends `offset` places before it.
struct UpSweep
{
  std::uint32_t* sums;
  std::uint32_t offset;

  INKRAY_HD void operator()(std::int64_t node) const
  {
    const std::int64_t i = (node + 1) * 2 * offset - 1;
    sums[i] += sums[i - offset];
  }
};

/// Clears the root of each block, because nothing is before a block.
struct ClearRoots
{
  std::uint32_t* sums;
  std::uint32_t block;

  INKRAY_HD void operator()(std::int64_t i) const { sums[(i + 1) * block - 1] = 0; }
};

/// Each left child takes the sum before its parent. The right child takes that sum plus what the left child
/// had.
struct DownSweep
{
  std::uint32_t* sums;
  std::uint32_t offset;

  INKRAY_HD void operator()(std::int64_t node) const
  {
    const std::int64_t i = (node + 1) * 2 * offset - 1;
    const std::uint32_t left = sums[i - offset];
    sums[i - offset] = sums[i];
    sums[i] += left;
  }
};

/// Turns the sums before each element into the sums with it: one place to the left, and the total in the last
/// place.
struct FinalAdjustment
{
  const std::uint32_t* data;
  const std::uint32_t* before;
  std::uint32_t* sums;
  std::uint32_t block;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    sums[i] = (i & (block - 1)) == block - 1 ? before[i] + data[i] : before[i + 1];
  }
};

/// Take the nodes of one level of the tree, which are the last of each `width` elements, and put back the
/// sums before each node.
struct TakeNodes
{
  const std::uint32_t* sums;
  std::uint32_t* nodes;
  std::uint32_t width;

  INKRAY_HD void operator()(std::int64_t node) const { nodes[node] = sums[(node + 1) * width - 1]; }
};
struct PutNodes
{
  const std::uint32_t* nodes; ///< sums with each node
  std::uint32_t* sums;
  std::uint32_t width, nodesOfBlock;

  INKRAY_HD void operator()(std::int64_t node) const
  {
    sums[(node + 1) * width - 1] = (node & (nodesOfBlock - 1)) == 0 ? 0u : nodes[node - 1];
  }
};

/// Figure 4, last step: each element adds the sum of the blocks before its own.
struct AddBlocksBefore
{
  const std::uint32_t* ofBlocks; ///< sums with each block
  std::uint32_t* sums;
  std::uint32_t block;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (i >= block)
      sums[i] += ofBlocks[i / block - 1];
  }
};

/// Marks by 1 each element that is not valid. Elements beyond the stream's end are not valid.
template <class Valid>
struct MarkInvalid
{
  const std::uint32_t* items;
  std::int64_t numItems;
  Valid valid;
  std::uint32_t* marks;

  INKRAY_HD void operator()(std::int64_t i) const { marks[i] = i >= numItems || !valid(items[i]); }
};

/// Figure 5: each valid element moves to the left by the number of invalid elements before it.
struct ScatterValid
{
  const std::uint32_t* items;
  const std::uint32_t* marks;
  const std::uint32_t* sums;
  std::int64_t last; ///< the last element
  std::uint32_t* out;
  std::uint64_t* count;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (!marks[i])
      out[i - sums[i]] = items[i];
    if (i == last)
      *count = static_cast<std::uint64_t>(i + 1) - sums[i];
  }
};

/// An element and its key: valid elements come before invalid ones, and in order.
template <class Valid>
struct KeyElements
{
  const std::uint32_t* items;
  std::int64_t numItems;
  Valid valid;
  UInt2* keyed;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const bool isValid = i < numItems && valid(items[i]);
    keyed[i] = { static_cast<std::uint32_t>(i) | (isValid ? 0u : 0x80000000u), isValid ? items[i] : 0u };
  }
};

/// A pass of Batcher's bitonic sort (1968), as Purcell et al. 2003 sorted with fragment programs. It compares
/// pairs that are `distance` apart. Runs of `run` elements go up and down in turn.
struct BitonicPass
{
  UInt2* keyed;
  std::int64_t distance, run;

  INKRAY_HD void operator()(std::int64_t pair) const
  {
    const std::int64_t i = pair / distance * 2 * distance + pair % distance;
    const UInt2 a = keyed[i], b = keyed[i + distance];
    if ((a.x > b.x) == ((i & run) == 0))
    {
      keyed[i] = b;
      keyed[i + distance] = a;
    }
  }
};

struct TakeSorted
{
  const UInt2* keyed;
  std::int64_t size;
  std::uint32_t* out;
  std::uint64_t* count;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const bool isValid = !(keyed[i].x >> 31);
    if (isValid)
      out[i] = keyed[i].y;
    if (isValid && (i + 1 == size || keyed[i + 1].x >> 31))
      *count = static_cast<std::uint64_t>(i + 1);
  }
};

/// Equation 1: finds the max-allowable size at each element, in its block.
struct FindMaxAllowableSizes
{
  const std::uint32_t* sums;
  std::uint32_t block;
  std::uint32_t* sizes;

  INKRAY_HD void operator()(std::int64_t i) const { sizes[i] = block - sums[i]; }
};

/// Algorithm 2 in each block, which may be the whole stream: moves the valid elements to the block's begin.
/// It counts the steps of the longest search, and of all searches, where they are wanted.
struct JumpToValid
{
  const std::uint32_t* items;
  const std::uint32_t* marks;
  const std::uint32_t* sizes;
  std::uint32_t block;
  std::uint32_t* out;
  std::uint32_t* counts;  ///< valid elements of each block
  std::uint32_t* longest; ///< or null
  std::uint64_t* steps;   ///< or null

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::int64_t first = i - (i & (block - 1));
    const std::uint32_t numValid = sizes[first + block - 1];
    if (i == first)
      counts[i / block] = numValid;
    if (i - first >= numValid)
      return;
    std::uint32_t at = static_cast<std::uint32_t>(i - first), taken = 0;
    for (; marks[first + at]; ++taken)
      at = sizes[first + at];
    out[i] = items[first + at];
    if (longest && taken > 0)
    {
      atomicMaxRelaxed(longest, taken);
      atomicAddRelaxed(steps, std::uint64_t(taken));
    }
  }
};

/// Figure 6, last step: puts the compacted blocks one behind the other.
struct ConcatenateBlocks
{
  const std::uint32_t* compacted;
  const std::uint32_t* counts;
  const std::uint32_t* ofBlocks; ///< sums with each block
  std::uint32_t block;
  std::int64_t numBlocks;
  std::uint32_t* out;
  std::uint64_t* count;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const std::int64_t b = i / block, at = i & (block - 1);
    if (at < counts[b])
      out[(b > 0 ? ofBlocks[b - 1] : 0u) + at] = compacted[i];
    if (i == 0)
      *count = ofBlocks[numBlocks - 1];
  }
};

} // namespace inkray::laboratory
