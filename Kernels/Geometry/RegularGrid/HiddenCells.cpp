// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/RegularGrid/HiddenCells.h"

#include <algorithm>
#include <atomic>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace inkray
{
namespace
{

/// One of the two flag arrays with its place on the grid.
struct Flags
{
  const std::uint8_t* values;
  std::int64_t sizeX, sizeY;

  std::uint8_t at(std::int64_t x, std::int64_t y, std::int64_t z) const
  {
    return values ? values[x + sizeX * (y + sizeY * z)] : 0;
  }
  /// Bits set in any entry of the box of side n + 1 at (x, y, z).
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

} // namespace

std::vector<std::uint32_t> hiddenCells(
  const VolumeInput& volume, const std::int64_t cells[3], std::int64_t& numHidden)
{
  numHidden = 0;
  const std::int64_t* d = volume.dimensions;
  const auto cellBits = static_cast<std::uint8_t>(volume.hiddenCellBits | volume.ghostCellBits);
  const bool points = anyFlag(volume.pointFlags, d[0] * d[1] * d[2], volume.hiddenPointBits);
  const bool someCells = anyFlag(volume.cellFlags, (d[0] - 1) * (d[1] - 1) * (d[2] - 1), cellBits);
  if (!points && !someCells)
    return {};

  const Flags pointFlags = { points ? volume.pointFlags : nullptr, d[0], d[1] };
  const Flags cellFlags = { someCells ? volume.cellFlags : nullptr, d[0] - 1, d[1] - 1 };
  const bool atCells = volume.scalars.association == VolumeAssociation::Cells;
  const std::int64_t count = cells[0] * cells[1] * cells[2];
  std::vector<std::uint32_t> words(static_cast<std::size_t>((count + 31) / 32));
  std::atomic<std::int64_t> total{ 0 };
  tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, static_cast<std::int64_t>(words.size()), 256),
    [&](const tbb::blocked_range<std::int64_t>& range) {
      std::int64_t here = 0;
      for (std::int64_t w = range.begin(); w < range.end(); ++w)
        for (std::int64_t i = 32 * w; i < std::min(count, 32 * w + 32); ++i)
        {
          const std::int64_t x = i % cells[0], y = i / cells[0] % cells[1], z = i / cells[0] / cells[1];
          // With cell values the interpolant's cell lies between eight cells, and has their 27 points.
          const bool hidden = atCells ? (cellFlags.anyOf(x, y, z, 1) & volume.hiddenCellBits) != 0 ||
              (cellFlags.at(x, y, z) & volume.ghostCellBits) != 0 ||
              (pointFlags.anyOf(x, y, z, 2) & volume.hiddenPointBits) != 0
                                      : (cellFlags.at(x, y, z) & cellBits) != 0 ||
              (pointFlags.anyOf(x, y, z, 1) & volume.hiddenPointBits) != 0;
          if (hidden)
          {
            words[w] |= 1u << (i & 31);
            ++here;
          }
        }
      total += here;
    });
  numHidden = total;
  return words;
}

} // namespace inkray
