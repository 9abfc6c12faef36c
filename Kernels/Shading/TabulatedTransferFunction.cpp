// SPDX-License-Identifier: BSD-3-Clause
#include "Shading/TabulatedTransferFunction.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>

namespace inkray
{
namespace
{

/// With fewer pieces a table is no faster.
constexpr std::size_t fewestPieces = 5;
/// Allowed error of a color along a ray where colors change within segments, if the errors of all segments
/// add up. The mean error over pixels is at most a tenth of it.
constexpr double tolerance = 1e-3;
/// Segments are split into parts of at most this optical depth, in nepers, even if colors are smooth.
constexpr double mostDepth = 1.0;
/// No table is made if segments through a tenth of the function would need parts of less than this depth.
constexpr double leastDepth = 0.02;
/// Pieces are cut until a color lies within `bend` of a line, or until they would be narrower than
/// `leastWidth` of the range.
constexpr double bend = 5e-4, leastWidth = 1.0 / 4096.0;
/// Nodes may miss pieces narrower than this share of the range.
constexpr double narrow = 1e-3;

/// Red, green and blue, multiplied by the attenuation, and the attenuation.
using Channels = std::array<double, 4>;

Channels channelsAt(const FunctionInterval& p, double s)
{
  const double u = s - p.middle, attenuation = std::max(0.0, p.attenuation + p.attenuationSlope * u);
  return { (p.red + p.redSlope * u) * attenuation, (p.green + p.greenSlope * u) * attenuation,
    (p.blue + p.blueSlope * u) * attenuation, attenuation };
}
/// The mean of channels that are quadratic in the scalar.
Channels meanOf(const FunctionInterval& p, double from, double to)
{
  const Channels a = channelsAt(p, from), middle = channelsAt(p, 0.5 * (from + to)), b = channelsAt(p, to);
  Channels mean;
  for (int c = 0; c < 4; ++c)
    mean[c] = (a[c] + 4.0 * middle[c] + b[c]) / 6.0;
  return mean;
}

double beginOf(const FunctionInterval& p)
{
  return double(p.middle) - double(p.half);
}
double endOf(const FunctionInterval& p)
{
  return double(p.middle) + double(p.half);
}

/// The range of scalars in which a function changes.
struct Range
{
  double low, high;
  bool isConstantBelow, isConstantAbove;

  double width() const { return high - low; }
  bool holds(const FunctionInterval& p) const { return endOf(p) > low && beginOf(p) < high; }
};

Range rangeOf(const std::vector<FunctionInterval>& pieces)
{
  const auto isConstant = [](const FunctionInterval& p) {
    return p.attenuationSlope == 0.0f && p.redSlope == 0.0f && p.greenSlope == 0.0f && p.blueSlope == 0.0f;
  };
  // An end piece counts as constant only if it reaches the scalars from 0 to 1, or a jump beside them.
  Range range = { 0.0, 1.0, isConstant(pieces.front()) && endOf(pieces.front()) >= -besideRange,
    isConstant(pieces.back()) && beginOf(pieces.back()) <= 1.0 + besideRange };
  if (range.isConstantBelow)
    range.low = endOf(pieces.front());
  if (range.isConstantAbove)
    range.high = beginOf(pieces.back());
  return range;
}

/// The function at equidistant nodes: its channels, and two integrals up to each node, in units of the nodes'
/// distance: of the channels, and of the channels times the optical depth.
class Nodes
{
public:
  Nodes(const std::vector<FunctionInterval>& pieces, double origin, double distance, int count)
  {
    Channels integral = {}, moment = {};
    std::size_t p = 0;
    for (int i = 0; i <= count; ++i)
    {
      const double low = origin + i * distance, high = low + distance;
      while (p + 1 < pieces.size() && endOf(pieces[p]) <= low)
        ++p;
      const Channels value = channelsAt(pieces[p], low);
      value_.push_back(value);
      integral_.push_back(integral);
      moment_.push_back(moment);
      for (std::size_t k = p;; ++k)
      {
        const double from = k == p ? low : beginOf(pieces[k]),
                     to = k + 1 == pieces.size() ? high : std::min(high, endOf(pieces[k]));
        const Channels mean = meanOf(pieces[k], from, to);
        const double share = (to - from) / distance;
        for (int c = 0; c < 4; ++c)
          moment[c] += share * mean[c] * (integral[3] + 0.5 * share * mean[3]);
        for (int c = 0; c < 4; ++c)
          integral[c] += share * mean[c];
        if (to >= high)
          break;
      }
    }
  }

  /// The largest error of a segment's color, divided by the square of its optical depth, for segments over
  /// `nodes` nodes. Rays give a segment its mean color and a correction for the distribution of the light,
  /// which is of second order in the depth. They estimate the correction from the colors at both ends.
  double spreadError(int nodes) const
  {
    double most = 0.0;
    const double faint = 0.03 * integral_.back()[3] * nodes / static_cast<double>(value_.size());
    for (std::size_t i = 0, k = static_cast<std::size_t>(nodes); k < value_.size(); ++i, ++k)
    {
      const double depth = integral_[k][3] - integral_[i][3],
                   ofEnds = 0.5 * nodes * (value_[i][3] + value_[k][3]),
                   share = depth < ofEnds ? depth / ofEnds : 1.0;
      for (int c = 0; c < 3; ++c)
      {
        const double sum = integral_[k][c] - integral_[i][c];
        const double spread = moment_[k][c] - moment_[i][c] - 0.5 * (integral_[i][3] + integral_[k][3]) * sum;
        const double taken = nodes * share / 12.0 *
          (depth * (value_[k][c] - value_[i][c]) - sum * (value_[k][3] - value_[i][3]));
        most = std::max(most, std::abs(spread - taken) / (depth * depth + faint * faint));
      }
    }
    return most;
  }

private:
  std::vector<Channels> value_, integral_, moment_;
};

/// The largest attenuation.
double peakOf(const std::vector<FunctionInterval>& pieces, const Range& range)
{
  double peak = 0.0;
  for (const FunctionInterval& p : pieces)
    if (range.holds(p))
      peak = std::max({ peak, channelsAt(p, beginOf(p))[3], channelsAt(p, endOf(p))[3] });
  return peak;
}

/// One piece that replaces neighboring pieces, through their outer ends.
FunctionInterval joined(const FunctionInterval* first, const FunctionInterval* last)
{
  const float from = first->middle - first->half, to = last->middle + last->half;
  const Float4 a = colorOf({ first, 1 }, from), b = colorOf({ last, 1 }, to);
  TransferFunction function;
  function.knots = { { from, a.x, a.y, a.z, a.w }, { to, b.x, b.y, b.z, b.w } };
  return makeIntervals(function, 0.0, 1.0)[1];
}
/// How far neighboring pieces are off one line, as a multiple of the allowed distance. Less is allowed if
/// they are faint.
double bendOf(const FunctionInterval* first, const FunctionInterval* last, double peak)
{
  const FunctionInterval line = joined(first, last);
  double most = 0.0;
  for (const FunctionInterval* p = first; p <= last; ++p)
    for (const double s : { beginOf(*p), endOf(*p) })
    {
      const Channels is = channelsAt(*p, s), instead = channelsAt(line, s);
      for (int c = 0; c < 4; ++c)
        most =
          std::max(most, std::abs(is[c] - instead[c]) / (bend * std::min(peak, 40.0 * is[3] + 0.01 * peak)));
    }
  return most;
}

/// Join narrow pieces with neighbors that are nearly on a line with them, such as those of a bent opacity.
/// The attenuation changes by at most a thousandth of the peak. The first and the last piece stay.
std::vector<FunctionInterval> withoutNarrow(
  const std::vector<FunctionInterval>& pieces, double width, double peak)
{
  std::vector<FunctionInterval> made = { pieces.front() };
  const FunctionInterval* first = nullptr; // the first of the pieces that made.back() replaces
  for (const FunctionInterval* p = &pieces[1]; p < &pieces.back(); ++p)
  {
    const bool isTiny = 16.0 * p->half < width; // perhaps the rest before a kink
    if (first && (isTiny || 2.0 * made.back().half < width) && bendOf(first, p, peak) <= (isTiny ? 2.0 : 1.0))
      made.back() = joined(first, p);
    else
    {
      first = p;
      made.push_back(*p);
    }
  }
  made.push_back(pieces.back());
  return made;
}

/// Whether the function changes within pieces so narrow that nodes may miss them, and which are off the lines
/// of both neighbors.
bool hasSpikes(const std::vector<FunctionInterval>& pieces, const Range& range, double peak)
{
  return std::any_of(pieces.begin(), pieces.end(), [&](const FunctionInterval& p) {
    return range.holds(p) && 2.0 * p.half < narrow * range.width() &&
      std::min(bendOf(&p - 1, &p, peak), bendOf(&p, &p + 1, peak)) > 40.0;
  });
}

/// The largest Nodes::spreadError of segments through the whole range, and through 1/n of it times n.
double spreadErrorOf(const std::vector<FunctionInterval>& pieces, const Range& range)
{
  const int count = 1024, below = range.isConstantBelow ? count : 0,
            above = range.isConstantAbove ? count : 0;
  const double distance = range.width() / count;
  const Nodes nodes(pieces, range.low - below * distance, distance, below + count + above);
  double most = 0.0;
  for (int parts = 1; parts <= 256; parts *= 2)
    most = std::max(most, parts * nodes.spreadError(count / parts));
  return most;
}

/// Pieces of the range, cut until color times attenuation is linear in each, and one constant piece on either
/// side where the function is constant.
std::vector<TabulatedInterval> tabulate(
  const std::vector<FunctionInterval>& pieces, const Range& range, double peak)
{
  std::vector<TabulatedInterval> table;
  Channels integral = {};
  const double nepers = std::log(2.0);
  const auto append = [&](const FunctionInterval& p, double from, double to) {
    TabulatedInterval piece{};
    piece.begin = static_cast<float>(from);
    piece.end = static_cast<float>(to);
    const Channels low = channelsAt(p, from), high = channelsAt(p, to), mean = meanOf(p, from, to);
    for (int c = 0; c < 4; ++c)
    {
      const double halfRise = 0.5 * (high[c] - low[c]);
      piece.integral[c] = static_cast<float>(nepers * integral[c]);
      piece.value[c] = static_cast<float>(nepers * (mean[c] - halfRise));
      piece.halfSlope[c] = static_cast<float>(nepers * halfRise / (to - from));
      integral[c] += mean[c] * (to - from);
    }
    table.push_back(piece);
  };
  // Halve a piece until the product of color and attenuation is nearly linear. Its distance from a line is
  // the product of both rises divided by eight; it is compared with the amount of light.
  const std::function<void(const FunctionInterval&, double, double)> cut = [&](const FunctionInterval& p,
                                                                             double from, double to) {
    const double colorRise =
      (to - from) * std::max({ std::abs(p.redSlope), std::abs(p.greenSlope), std::abs(p.blueSlope) });
    const double low = channelsAt(p, from)[3], high = channelsAt(p, to)[3], middle = 0.5 * (from + to);
    const bool isLinear =
      colorRise * std::abs(high - low) <= 8.0 * bend * std::max({ low, high, 1e-3 * peak });
    if (isLinear || to - from < range.width() * 2.0 * leastWidth)
      append(p, from, to);
    else
    {
      cut(p, from, middle);
      cut(p, middle, to);
    }
  };
  if (range.isConstantBelow)
  {
    // Integrals are 0 where the function begins to change, so that they have their full precision there.
    const Channels below = channelsAt(pieces.front(), range.low);
    for (int c = 0; c < 4; ++c)
      integral[c] = -below[c] * range.width();
    append(pieces.front(), range.low - range.width(), range.low);
  }
  for (const FunctionInterval& p : pieces)
  {
    const double low = std::max(range.low, beginOf(p)), high = std::min(range.high, endOf(p));
    if (!(static_cast<float>(low) < static_cast<float>(high)))
      continue;
    const int parts = static_cast<int>(std::ceil(std::max(1.0, 128.0 * (high - low) / range.width())));
    for (int k = 0; k < parts; ++k)
      cut(p, low + (high - low) * k / parts, low + (high - low) * (k + 1) / parts);
  }
  if (range.isConstantAbove)
    append(pieces.back(), range.high, range.high + range.width());
  for (std::size_t i = 0; i + 1 < table.size(); ++i)
    table[i].end = table[i + 1].begin;
  table.back().end = std::numeric_limits<float>::infinity();
  return table;
}

/// Number the smooth parts. A kink separates them: there, the mean between two places `resolved` apart is not
/// the mean of both ends.
void numberSmoothParts(std::vector<TabulatedInterval>& pieces, const Range& range, double resolved)
{
  const double faint = 3e-3 * (pieces.back().integral[3] - pieces.front().integral[3]) / range.width();
  for (std::size_t i = 1; i < pieces.size(); ++i)
  {
    const TabulatedInterval &below = pieces[i - 1], &above = pieces[i];
    double most = 0.0;
    for (int c = 0; c < 4; ++c)
    {
      const double end = below.value[c] + 2.0 * below.halfSlope[c] * (below.end - below.begin);
      most = std::max(most,
        0.5 * std::abs(above.value[c] - end) +
          0.25 * resolved * std::abs(above.halfSlope[c] - below.halfSlope[c]));
    }
    pieces[i].smooth = pieces[i - 1].smooth + (most > 4e-3 * (above.value[3] + faint) ? 1.0f : 0.0f);
  }
}

/// Whether floats resolve the integrals where the function is faint.
bool areResolved(const std::vector<TabulatedInterval>& pieces, double peak, double resolved)
{
  const auto largestIn = [](const TabulatedInterval& p) {
    const float rise = p.halfSlope[3] != 0.0f ? 2.0f * p.halfSlope[3] * (p.end - p.begin) : 0.0f;
    return std::max(p.value[3], p.value[3] + rise);
  };
  return std::none_of(pieces.begin(), pieces.end(), [&](const TabulatedInterval& p) {
    const float largest = largestIn(p);
    return largest > 1e-9 * peak && 6e-8 * p.integral[3] / resolved > 0.02 * largest;
  });
}

/// For each cell of a grid, the first of the at most two pieces in it. Empty if even the finest grid has
/// cells with more than two pieces.
std::vector<std::uint16_t> cellsOf(
  const std::vector<TabulatedInterval>& pieces, const Range& range, TabulatedView& view)
{
  for (int count = 1024; count <= 16384; count *= 2)
  {
    view.origin = static_cast<float>(range.low);
    view.perScalar = static_cast<float>(count / range.width());
    view.lastCell = static_cast<float>(count);
    // A piece begins within a cell, by the arithmetic of the rays, and is the first piece of all following
    // cells.
    std::vector<std::uint16_t> cells(static_cast<std::size_t>(count) + 2, 0);
    bool isFine = true;
    int last = -1;
    for (std::size_t i = 1; i < pieces.size() && isFine; ++i)
    {
      const int cell = cellAt(view, (pieces[i].begin - view.origin) * view.perScalar);
      isFine = cell != last;
      last = cell;
      cells[static_cast<std::size_t>(cell) + 1] = static_cast<std::uint16_t>(i);
    }
    for (std::size_t cell = 1; cell < cells.size(); ++cell)
      cells[cell] = std::max(cells[cell], cells[cell - 1]);
    if (isFine)
      return cells;
  }
  return {};
}

} // namespace

TransferFunctionTable makeTable(const std::vector<FunctionInterval>& all)
{
  TransferFunctionTable table{};
  if (all.size() < fewestPieces)
    return table;
  const Range range = rangeOf(all);
  if (!(range.width() > 1e-4))
    return table;
  const double peak = peakOf(all, range);
  const std::vector<FunctionInterval> pieces = withoutNarrow(all, narrow * range.width(), peak);
  if (hasSpikes(pieces, range, peak))
    return table;
  const double spreadError = spreadErrorOf(pieces, range);
  if (0.1 * spreadError * leastDepth > tolerance)
    return table;
  // Between scalars closer than this, the mean is that of both ends: no knot may lie between them unnoticed.
  double resolved = range.width() / 512.0;
  for (const FunctionInterval& p : pieces)
    if (range.holds(p))
      resolved = std::min(resolved, double(p.half));
  table.view.resolved = static_cast<float>(resolved);
  table.view.middle = static_cast<float>(0.5 * (range.low + range.high));
  table.view.half = static_cast<float>(0.5 * range.width());
  table.view.partsPerDepth = static_cast<float>(1.0 / mostDepth);
  table.view.spreadPerScalar = static_cast<float>(spreadError / (range.width() * tolerance));
  table.pieces = tabulate(pieces, range, peak);
  numberSmoothParts(table.pieces, range, resolved);
  if (areResolved(table.pieces, peak, resolved))
    table.blockOfCell = cellsOf(table.pieces, range, table.view);
  if (table.blockOfCell.empty())
    table.pieces.clear();
  return table;
}

} // namespace inkray
