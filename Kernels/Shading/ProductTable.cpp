// SPDX-License-Identifier: BSD-3-Clause
#include "Shading/ProductTable.h"

#include <algorithm>

namespace inkray
{

namespace
{
/// Call f with the mean of both ends of each of n equal cells and the difference, and with those of one more,
/// at the end of the last, to which 1 may be rounded.
template <class F>
void forEachCell(const std::vector<TransferFunctionPiece>& pieces, int n, const F& f)
{
  const PiecewiseView view = { pieces.data(), static_cast<int>(pieces.size()) };
  const auto at = [&](int end) {
    return colourOf(view, static_cast<float>(std::min(end, n)) / static_cast<float>(n));
  };
  for (int cell = 0; cell <= n; ++cell)
  {
    const Float4 a = at(cell), b = at(cell + 1);
    f(mixed(a, b, 0.5f), Float4{ b.x - a.x, b.y - a.y, b.z - a.z, b.w - a.w });
  }
}
} // namespace

ProductTable::ProductTable(
  const std::vector<TransferFunctionPiece>& values, const std::vector<TransferFunctionPiece>& ofMagnitude)
{
  forEachCell(values, numCells, [&](const Float4& middle, const Float4& rise) {
    cells.push_back(middle);
    cells.push_back(rise);
  });
  forEachCell(ofMagnitude, numFactors, [&](const Float4& middle, const Float4& rise) {
    factors.push_back({ bitsOf(middle.w), bitsOf(rise.w) });
  });
}

} // namespace inkray
