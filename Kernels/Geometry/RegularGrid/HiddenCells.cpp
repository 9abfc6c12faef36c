// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/RegularGrid/HiddenCells.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace inkray
{
namespace
{

/// One of the two flag arrays, with its size.
struct Flags
{
  const std::uint8_t* values;
  std::int64_t sizeX, sizeY;

  std::uint8_t at(std::int64_t x, std::int64_t y, std::int64_t z) const
  {
    return values ? values[x + sizeX * (y + sizeY * z)] : 0;
  }
  /// The bits set in any entry of the box of side n + 1 at (x, y, z).
  std::uint8_t anyOf(std::int64_t x, std::int64_t y, std::int64_t z, int n) const
  {
    std::uint8_t bits = 0;
    for (int k = 0; values && k <= n; ++k)
      for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i)
          bits |= this->at(x + i, y + j, z + k);
    return bits;
  }
};

bool anyFlag(const std::uint8_t* flags, std::int64_t n, std::uint8_t bits)
{
  if (!flags || bits == 0)
    return false;
  std::atomic<bool> found{ false };
  tbb::parallel_for(
    tbb::blocked_range<std::int64_t>(0, n, 65536), [&](const tbb::blocked_range<std::int64_t>& range) {
      if (!found && std::any_of(flags + range.begin(), flags + range.end(), [=](std::uint8_t f) {
            return (f & bits) != 0;
          }))
        found = true;
    });
  return found;
}

/// Set bit i of the words if isSet(i). Returns the number of set bits.
template <class IsSet>
std::int64_t setBits(std::vector<std::uint32_t>& words, std::int64_t count, const IsSet& isSet)
{
  words.assign(static_cast<std::size_t>((count + 31) / 32), 0);
  std::atomic<std::int64_t> total{ 0 };
  tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, static_cast<std::int64_t>(words.size()), 256),
    [&](const tbb::blocked_range<std::int64_t>& range) {
      std::int64_t here = 0;
      for (std::int64_t w = range.begin(); w < range.end(); ++w)
        for (std::int64_t i = 32 * w; i < std::min(count, 32 * w + 32); ++i)
          if (isSet(i))
          {
            words[w] |= 1u << (i & 31);
            ++here;
          }
      total += here;
    });
  return total;
}

} // namespace

HiddenCells findHiddenCells(const VolumeInput& volume, const std::int64_t cells[3])
{
  HiddenCells result;
  const std::int64_t* d = volume.dimensions;
  const auto cellBits = static_cast<std::uint8_t>(volume.hiddenCellBits | volume.ghostCellBits);
  const bool points = anyFlag(volume.pointFlags, d[0] * d[1] * d[2], volume.hiddenPointBits);
  const bool someCells = anyFlag(volume.cellFlags, (d[0] - 1) * (d[1] - 1) * (d[2] - 1), cellBits);
  if (!points && !someCells)
    return result;

  const Flags pointFlags = { points ? volume.pointFlags : nullptr, d[0], d[1] };
  const Flags cellFlags = { someCells ? volume.cellFlags : nullptr, d[0] - 1, d[1] - 1 };
  const bool isDual = volume.isDual();
  // The interpolant's cell may lie between eight cells, which have 27 points.
  const auto isBlank = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return (cellFlags.anyOf(x, y, z, isDual ? 1 : 0) & volume.hiddenCellBits) != 0 ||
      (pointFlags.anyOf(x, y, z, isDual ? 2 : 1) & volume.hiddenPointBits) != 0;
  };
  result.count = setBits(result.cells, cells[0] * cells[1] * cells[2], [&](std::int64_t i) {
    const std::int64_t x = i % cells[0], y = i / cells[0] % cells[1], z = i / cells[0] / cells[1];
    return (cellFlags.at(x, y, z) & volume.ghostCellBits) != 0 || isBlank(x, y, z);
  });
  if (result.count == 0)
    result.cells.clear();
  if (volume.blankPoints)
    return { std::move(result.cells), *volume.blankPoints, result.count };
  const std::int64_t more = volume.valuesBeyondCells(), sizeX = cells[0] + more, sizeY = cells[1] + more;
  const std::int64_t numBlank =
    setBits(result.blankPoints, sizeX * sizeY * (cells[2] + more), [&](std::int64_t i) {
      const std::int64_t x = i % sizeX, y = i / sizeX % sizeY, z = i / sizeX / sizeY;
      for (int k = 0; k < (more == 0 ? 1 : 8); ++k)
      {
        const std::int64_t cell[3] = { x - (k & 1), y - (k >> 1 & 1), z - (k >> 2) };
        if (std::min({ cell[0], cell[1], cell[2] }) >= 0 && cell[0] < cells[0] && cell[1] < cells[1] &&
          cell[2] < cells[2] && !isBlank(cell[0], cell[1], cell[2]))
          return false;
      }
      return true;
    });
  if (numBlank == 0)
    result.blankPoints.clear();
  return result;
}

} // namespace inkray
