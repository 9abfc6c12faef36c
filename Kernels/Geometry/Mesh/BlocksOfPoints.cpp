// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/Mesh/BlocksOfPoints.h"

#include "Core/Errors.h"
#include "Core/HostLoops.h"

#include <algorithm>

#include <tbb/parallel_sort.h>

namespace inkray
{

BlocksOfPoints::BlocksOfPoints(std::size_t numPoints)
  : own_(numPoints)
{
  forAll(numPoints, [this](std::size_t i) { own_[i].store(none, std::memory_order_relaxed); });
}

/// Add both pieces to the list of a point. Its own piece is the piece that any thread found first.
void BlocksOfPoints::share(std::uint32_t point, std::uint32_t piece, std::uint32_t other, Recent& recent)
{
  const std::uint64_t key = keyOf(point, piece);
  std::uint64_t& last = recent.keys[(point * 31u + piece) % Recent::size];
  if (last == key)
    return;
  last = key;
  PagedVector<std::uint64_t>& found = found_.local();
  found.push_back(key);
  found.push_back(keyOf(point, other));
}

void BlocksOfPoints::finish()
{
  std::size_t count = 0;
  for (const PagedVector<std::uint64_t>& found : found_)
    count += found.size();
  keys_.reserve(count);
  for (const PagedVector<std::uint64_t>& found : found_)
    keys_.insert(keys_.end(), found.begin(), found.end());
  found_.clear();
  tbb::parallel_sort(keys_.begin(), keys_.end());
  keys_.erase(std::unique(keys_.begin(), keys_.end()), keys_.end());
  if (keys_.size() >= isShared)
    throw OutOfMemory("too many points of the mesh lie on the borders of pieces; draw a part of the mesh, or "
                      "allow more memory",
      keys_.size() * sizeof(keys_[0]), 0);
  forAll(keys_.size(), [this](std::size_t i) {
    if (i == 0 || keys_[i] >> 32 != keys_[i - 1] >> 32)
      own_[keys_[i] >> 32].store(isShared | static_cast<std::uint32_t>(i), std::memory_order_relaxed);
  });
}

} // namespace inkray
