// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/Buffer.h"
#include "Device/HostBackend.h"

#include <algorithm>
#include <cstdint>

namespace inkray
{

/// Stream compaction of an array in place that moves only what must move: with v valid items in all, the
/// valid items from place v on fill the holes before it. Moreira et al. (2009) find the same holes by walking
/// max-allowable-size chains. `valid` is asked about an item by its place, while the item still stands there.
/// Does not keep the order.
///
///   void reserve(backend, maxItems)
///       Allocate all that calls of up to maxItems items need; within this limit no later call allocates.
///   void compact(backend, items, n, valid, count)
///       bool valid(std::int64_t i) says whether items[i] stays. *count, in the backend's memory, is set to
///       their number.
///
/// This file has the form on CPU threads, InPlaceCompactor.cuh the form on CUDA.
template <class Backend>
class InPlaceCompactor;

/// An abort throws; then the count is 0 and the items may stand anywhere.
template <>
class InPlaceCompactor<HostBackend>
{
public:
  void reserve(HostBackend& backend, std::int64_t maxItems)
  {
    before_.reserve(backend, numTiles(maxItems));
    holes_.reserve(backend, maxItems);
  }

  template <class T, class Valid>
  void compact(HostBackend& backend, T* items, std::int64_t n, const Valid& valid, std::uint64_t* count)
  {
    this->reserve(backend, n);
    std::int64_t *const before = before_.data(), *const holes = holes_.data();
    const auto forEachOf = [n](std::int64_t tile, const auto& visit) {
      for (std::int64_t i = tile * tileSize, end = std::min(n, i + tileSize); i < end; ++i)
        visit(i);
    };
    *count = 0;
    backend.forEach<1>(numTiles(n), [=, &valid](std::int64_t tile) {
      before[tile] = 0;
      forEachOf(tile, [&](std::int64_t i) { before[tile] += valid(i) ? 1 : 0; });
    });
    std::int64_t numValid = 0;
    for (std::int64_t tile = 0; tile < numTiles(n); ++tile)
    {
      const std::int64_t inTile = before[tile];
      before[tile] = numValid;
      numValid += inTile;
    }
    // Find the r-th hole before place v, and then the r-th valid item from there on.
    backend.forEach<1>(numTiles(numValid), [=, &valid](std::int64_t tile) {
      std::int64_t hole = tile * tileSize - before[tile];
      forEachOf(tile, [&](std::int64_t i) {
        if (i < numValid && !valid(i))
          holes[hole++] = i;
      });
    });
    const std::int64_t border = numValid / tileSize;
    std::int64_t first = border < numTiles(n) ? before[border] : numValid;
    for (std::int64_t i = border * tileSize; i < numValid; ++i)
      first += valid(i) ? 1 : 0;
    backend.forEach<1>(numTiles(n) - border, [=, &valid](std::int64_t t) {
      const std::int64_t tile = border + t;
      std::int64_t mover = t == 0 ? 0 : before[tile] - first;
      forEachOf(tile, [&](std::int64_t i) {
        if (i >= numValid && valid(i))
          items[holes[mover++]] = items[i];
      });
    });
    *count = static_cast<std::uint64_t>(numValid);
  }

private:
  static constexpr std::int64_t tileSize = 1024;
  static std::int64_t numTiles(std::int64_t n) { return (n + tileSize - 1) / tileSize; }

  Buffer<std::int64_t, HostBackend> before_, holes_;
};

} // namespace inkray
