// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "StreamPasses.h"

#include <utility>
#include <vector>

namespace inkray::laboratory
{

/// Ways to sum in blocks (Moreira et al. 2009, section 3.1).
enum class PrefixSum
{
  RecursiveDoubling, ///< log2(b) passes over all elements: work of s log2(b)
  BalancedTree,      ///< up and down a binary tree, 2 log2(b) passes and the adjustment: work of s
  Hybrid ///< up the tree until a level has fewer nodes than there are processors, doubling there, and
         ///< down again (Sengupta et al. 2006)
};
constexpr PrefixSum allPrefixSums[] = { PrefixSum::RecursiveDoubling, PrefixSum::BalancedTree,
  PrefixSum::Hybrid };
constexpr const char* prefixSumName(PrefixSum method)
{
  return method == PrefixSum::RecursiveDoubling ? "RecursiveDoubling"
    : method == PrefixSum::BalancedTree         ? "BalancedTree"
                                                : "Hybrid";
}

/// The passes put together, with their streams on a backend. Streams have fewer than 2^31 elements.
template <class Backend>
class Streams
{
public:
  using Numbers = Buffer<std::uint32_t, Backend>;

  /// `processors`: threads that run at a time; below this number of nodes Hybrid leaves the tree.
  explicit Streams(Backend& backend, std::int64_t processors = Backend::isDevice ? 270336 : 64)
    : backend_(backend)
    , processors_(processors)
  {
  }

  static std::int64_t wholeBlocks(std::int64_t n, std::int64_t block)
  {
    return (n + block - 1) / block * block;
  }
  static std::int64_t powerOfTwo(std::int64_t n)
  {
    std::int64_t power = 1;
    while (power < n)
      power *= 2;
    return power;
  }

  /// Computes sums[i] = data[first] + ... + data[i], where the block of i begins at `first`. n is whole
  /// blocks. The two arrays may not be the same.
  void sumInBlocks(
    PrefixSum method, const std::uint32_t* data, std::int64_t n, std::uint32_t block, std::uint32_t* sums)
  {
    spare_.reserve(backend_, n);
    if (block == 1)
      return backend_.forEach(n, DoublingPass{ data, sums, 1, 1 });
    if (method == PrefixSum::RecursiveDoubling)
      return this->doubling(data, n, block, spare_.data(), sums);
    std::uint32_t* const tree = spare_.data();
    backend_.forEach(n, DoublingPass{ data, tree, 1, 1 }); // a copy
    std::uint32_t width = 1;                               // the width of a node
    while (width < block && (method == PrefixSum::BalancedTree || n / (2 * width) >= processors_))
    {
      backend_.forEach(n / (2 * width), UpSweep{ tree, width });
      width *= 2;
    }
    if (width == block)
      backend_.forEach(n / block, ClearRoots{ tree, block });
    else
    {
      const std::int64_t numNodes = n / width;
      nodes_.reserve(backend_, 3 * numNodes);
      std::uint32_t* const nodes = nodes_.data();
      backend_.forEach(numNodes, TakeNodes{ tree, nodes, width });
      this->doubling(nodes, numNodes, block / width, nodes + numNodes, nodes + 2 * numNodes);
      backend_.forEach(numNodes, PutNodes{ nodes + 2 * numNodes, tree, width, block / width });
    }
    while (width > 1)
    {
      width /= 2;
      backend_.forEach(n / (2 * width), DownSweep{ tree, width });
    }
    backend_.forEach(n, FinalAdjustment{ data, tree, sums, block });
  }

  /// Segmented prefix sum (section 3.2, figure 4): computes sums[i] = data[0] + ... + data[i], in blocks,
  /// over the blocks, and both together. n is whole blocks.
  void sum(PrefixSum method, const std::uint32_t* data, std::int64_t n, std::uint32_t block,
    std::uint32_t* sums, std::size_t level = 0)
  {
    this->sumInBlocks(method, data, n, block, sums);
    if (n == block)
      return;
    backend_.forEach(n, AddBlocksBefore{ this->sumOfBlocks(method, sums, n, block, level), sums, block });
  }

  /// Writes valid items to `out`, by prefix sum and scatter (section 3.3, figure 5). Keeps the order. `out`
  /// has n places.
  template <class Valid>
  void scatter(PrefixSum method, const std::uint32_t* items, std::int64_t n, const Valid& valid,
    std::uint32_t block, std::uint32_t* out, std::uint64_t* count)
  {
    const std::int64_t size = this->mark(items, n, valid, block);
    this->sum(method, marks_.data(), size, block, sums_.data());
    backend_.forEach(n, ScatterValid{ items, marks_.data(), sums_.data(), n - 1, out, count });
  }

  /// Compacts by a bitonic sort (section 3.3). Keeps the order.
  template <class Valid>
  void sort(
    const std::uint32_t* items, std::int64_t n, const Valid& valid, std::uint32_t* out, std::uint64_t* count)
  {
    const std::int64_t size = powerOfTwo(n);
    keyed_.reserve(backend_, size);
    backend_.forEach(size, KeyElements<Valid>{ items, n, valid, keyed_.data() });
    for (std::int64_t run = 2; run <= size; run *= 2)
      for (std::int64_t distance = run / 2; distance > 0; distance /= 2)
        backend_.forEach(size / 2, BitonicPass{ keyed_.data(), distance, run });
    backend_.zero(count, sizeof *count);
    backend_.forEach(n, TakeSorted{ keyed_.data(), size, out, count });
  }

  /// Compacts by Jumping Jack (section 4) in blocks, or over the whole stream where `block` is 0, and
  /// concatenates. Does not keep the order.
  template <class Valid>
  void jump(PrefixSum method, const std::uint32_t* items, std::int64_t n, const Valid& valid,
    std::uint32_t block, std::uint32_t* out, std::uint64_t* count)
  {
    this->compactBlocks(
      method, items, n, valid, block > 0 ? block : static_cast<std::uint32_t>(powerOfTwo(n)));
    this->sumOverBlocks(method);
    this->concatenate(out, count);
  }

  // The three stages of jump() (section 3.4, figure 6).
  template <class Valid>
  void compactBlocks(
    PrefixSum method, const std::uint32_t* items, std::int64_t n, const Valid& valid, std::uint32_t block)
  {
    const std::int64_t size = this->mark(items, n, valid, block);
    this->sumInBlocks(method, marks_.data(), size, block, sums_.data());
    sizes_.reserve(backend_, size);
    compacted_.reserve(backend_, size);
    counts_.reserve(backend_, wholeBlocks(size / block, interBlock));
    backend_.zero(counts_.data(), counts_.bytes());
    backend_.forEach(size, FindMaxAllowableSizes{ sums_.data(), block, sizes_.data() });
    backend_.forEach(size,
      JumpToValid{
        items, marks_.data(), sizes_.data(), block, compacted_.data(), counts_.data(), longest_, steps_ });
    size_ = size;
    block_ = block;
  }
  void sumOverBlocks(PrefixSum method)
  {
    const std::int64_t numBlocks = wholeBlocks(size_ / block_, interBlock);
    blockSums_.reserve(backend_, numBlocks);
    this->sum(method, counts_.data(), numBlocks, interBlock, blockSums_.data());
  }
  void concatenate(std::uint32_t* out, std::uint64_t* count)
  {
    backend_.forEach(size_,
      ConcatenateBlocks{
        compacted_.data(), counts_.data(), blockSums_.data(), block_, size_ / block_, out, count });
  }

  /// From now on counts the steps of searches: of the longest one, and of all together. With null it does not
  /// count.
  void countSteps(std::uint32_t* longest, std::uint64_t* all)
  {
    longest_ = longest;
    steps_ = all;
  }

private:
  static constexpr std::uint32_t interBlock = 1024;

  /// Alternates between the two buffers, so that the last pass writes to `sums`.
  void doubling(
    const std::uint32_t* data, std::int64_t n, std::uint32_t block, std::uint32_t* spare, std::uint32_t* sums)
  {
    int numPasses = 0;
    for (std::uint32_t offset = 1; offset < block; offset *= 2)
      ++numPasses;
    const std::uint32_t* from = data;
    for (std::uint32_t offset = 1; offset < block; offset *= 2)
    {
      std::uint32_t* const to = --numPasses % 2 == 0 ? sums : spare;
      backend_.forEach(n, DoublingPass{ from, to, offset, block });
      from = to;
    }
    if (block == 1)
      backend_.forEach(n, DoublingPass{ data, sums, 1, 1 });
  }

  /// Returns the sums with each block, from sums in the blocks.
  const std::uint32_t* sumOfBlocks(
    PrefixSum method, const std::uint32_t* sums, std::int64_t n, std::uint32_t block, std::size_t level)
  {
    const std::int64_t numBlocks = n / block, size = wholeBlocks(numBlocks, block);
    if (levels_.size() < 2 * level + 2)
      levels_.resize(2 * level + 2);
    levels_[2 * level].reserve(backend_, size);
    levels_[2 * level + 1].reserve(backend_, size);
    std::uint32_t* const totals = levels_[2 * level].data();
    std::uint32_t* const ofBlocks = levels_[2 * level + 1].data();
    backend_.zero(totals, static_cast<std::size_t>(size) * sizeof(std::uint32_t));
    backend_.forEach(numBlocks, TakeNodes{ sums, totals, block });
    this->sum(method, totals, size, block, ofBlocks, level + 1);
    return ofBlocks;
  }

  template <class Valid>
  std::int64_t mark(const std::uint32_t* items, std::int64_t n, const Valid& valid, std::uint32_t block)
  {
    const std::int64_t size = wholeBlocks(n, block);
    marks_.reserve(backend_, size);
    sums_.reserve(backend_, size);
    backend_.forEach(size, MarkInvalid<Valid>{ items, n, valid, marks_.data() });
    return size;
  }

  Backend& backend_;
  std::int64_t processors_;
  Numbers spare_, nodes_, marks_, sums_, sizes_, compacted_, counts_, blockSums_;
  std::vector<Numbers> levels_;
  Buffer<UInt2, Backend> keyed_;
  std::int64_t size_ = 0;
  std::uint32_t block_ = 1;
  std::uint32_t* longest_ = nullptr;
  std::uint64_t* steps_ = nullptr;
};

} // namespace inkray::laboratory
