// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Layouts of the candidates for splits of small nodes: a plane of 4 bytes and two sets of triangles of 8
/// bytes each. The chapter found 4 bytes of global memory and 16 of texture memory the fastest. Loads through
/// the read-only path stand for texture memory, which has been the same cache since compute capability 5.0.
#include "Core/Portable.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace inkray::laboratory
{

/// A candidate for a split, of up to 64 triangles.
struct SplitCandidate
{
  float plane;
  std::uint64_t below, above; ///< a bit for each triangle
};

INKRAY_HD std::uint64_t joinWords(std::uint32_t low, std::uint32_t high)
{
  return std::uint64_t(high) << 32 | low;
}
inline void appendSet(std::vector<std::uint32_t>& words, std::uint64_t set)
{
  words.push_back(static_cast<std::uint32_t>(set));
  words.push_back(static_cast<std::uint32_t>(set >> 32));
}

/// Candidates in memory: one or two arrays, which a layout fills and reads.
struct CandidateWords
{
  const std::uint32_t *first, *second;
  std::int64_t count;
};

/// Planes are read by plain loads. The sets of a candidate are read by one load of 16 bytes, read-only as in
/// the chapter, or plain.
template <bool isReadOnly>
struct PlanesAndSets
{
  static constexpr const char* name =
    isReadOnly ? "4 bytes, and 16 read-only" : "4 bytes, and 16 by plain loads";

  static void fill(const std::vector<SplitCandidate>& candidates, std::vector<std::uint32_t>& first,
    std::vector<std::uint32_t>& second)
  {
    for (const SplitCandidate& c : candidates)
    {
      first.push_back(bitsOf(c.plane));
      appendSet(second, c.below);
      appendSet(second, c.above);
    }
  }
  INKRAY_HD static SplitCandidate read(const CandidateWords& words, std::int64_t i)
  {
    const UInt4* const at = reinterpret_cast<const UInt4*>(words.second) + i;
    const UInt4 sets = isReadOnly ? load(at) : *at;
    return { floatOf(words.first[i]), joinWords(sets.x, sets.y), joinWords(sets.z, sets.w) };
  }
};

/// Three arrays: the sets are read by two loads of 8 bytes.
struct ThreeArrays
{
  static constexpr const char* name = "4, 8 and 8 bytes read-only";

  static void fill(const std::vector<SplitCandidate>& candidates, std::vector<std::uint32_t>& first,
    std::vector<std::uint32_t>& second)
  {
    for (const SplitCandidate& c : candidates)
    {
      first.push_back(bitsOf(c.plane));
      appendSet(second, c.below);
    }
    for (const SplitCandidate& c : candidates)
      appendSet(second, c.above);
  }
  INKRAY_HD static SplitCandidate read(const CandidateWords& words, std::int64_t i)
  {
    const UInt2* const sets = reinterpret_cast<const UInt2*>(words.second) + i;
    const UInt2 below = load(sets), above = load(sets + words.count);
    return { floatOf(load(words.first + i)), joinWords(below.x, below.y), joinWords(above.x, above.y) };
  }
};

/// Structures of 20 bytes, read word by word because they are not aligned to more; or of 32 bytes, read by
/// two loads.
template <bool isPadded>
struct Structures
{
  static constexpr const char* name =
    isPadded ? "structures of 32 bytes, read-only" : "structures of 20 bytes, read-only";
  static constexpr int numWords = isPadded ? 8 : 5;

  static void fill(const std::vector<SplitCandidate>& candidates, std::vector<std::uint32_t>& first,
    std::vector<std::uint32_t>& second)
  {
    for (const SplitCandidate& c : candidates)
    {
      appendSet(first, c.below);
      appendSet(first, c.above);
      first.push_back(bitsOf(c.plane));
      first.insert(first.end(), numWords - 5, 0u);
    }
    second.push_back(0);
  }
  INKRAY_HD static SplitCandidate read(const CandidateWords& words, std::int64_t i)
  {
    const std::uint32_t* const at = words.first + numWords * i;
    if (!isPadded)
      return { floatOf(load(at + 4)), joinWords(load(at), load(at + 1)),
        joinWords(load(at + 2), load(at + 3)) };
    const UInt4 sets = load(reinterpret_cast<const UInt4*>(at));
    const UInt4 rest = load(reinterpret_cast<const UInt4*>(at) + 1);
    return { floatOf(rest.x), joinWords(sets.x, sets.y), joinWords(sets.z, sets.w) };
  }
};

/// The most candidates of a small node: both bounds of 64 triangles on three axes.
constexpr std::int64_t mostCandidates = 384;

/// Returns a number that depends on all inputs of the cost of a candidate: the plane, and the triangles of
/// its node on both sides.
INKRAY_HD std::uint32_t weighCandidate(const SplitCandidate& candidate, std::uint64_t node)
{
  const auto a = static_cast<std::uint32_t>(popcount64(node & candidate.below));
  const auto b = static_cast<std::uint32_t>(popcount64(node & candidate.above));
  return (bitsOf(candidate.plane) & 0xffff0000u) + a + 100u * b;
}

/// Weighs all candidates one behind the other, mostCandidates to a node.
template <class Layout>
struct WeighCandidates
{
  CandidateWords words;
  const std::uint64_t* nodes;
  std::uint32_t* sums;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    sums[i] = weighCandidate(Layout::read(words, i), nodes[i / mostCandidates]);
  }
};

/// Takes one chosen candidate of each node, as the sorting of its triangles does.
template <class Layout>
struct TakeChosen
{
  CandidateWords words;
  const std::uint64_t* nodes;
  const std::uint32_t* chosen;
  std::uint32_t* sums;

  INKRAY_HD void operator()(std::int64_t node) const
  {
    sums[node] = weighCandidate(Layout::read(words, chosen[node]), nodes[node]);
  }
};

/// Calls visit(layout) for each layout.
template <class Visit>
void forEachLayout(const Visit& visit)
{
  visit(PlanesAndSets<true>());
  visit(PlanesAndSets<false>());
  visit(ThreeArrays());
  visit(Structures<false>());
  visit(Structures<true>());
}

} // namespace inkray::laboratory
