// SPDX-License-Identifier: BSD-3-Clause
#include "Shading/FunctionColorTable.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace inkray
{
namespace
{

/// Number of cells of a table.
constexpr int cellCount = 1024;
/// Allowed errors of the color of a segment that is treated as linear or as a parabola. The error of a whole
/// ray is a small part of this, since only segments where colors bend have errors.
constexpr double bendOfLine = 2.5e-3, bendOfParabola = 4e-3, bendOfDense = 7e-4;
/// Allowed error that the cells of a table cause.
constexpr double cellError = 5e-4;
/// Opacities whose relative distance from one line is less than this belong to one piece.
constexpr double sameOpacity = 1e-5;
/// A table is refused if colors are no parabola over this many cells: segments would be split too often.
constexpr int shortest = cellCount / 32;

using Color = std::array<double, 3>;

double beginOf(const FunctionInterval& p)
{
  return double(p.middle) - double(p.half);
}
double endOf(const FunctionInterval& p)
{
  return double(p.middle) + double(p.half);
}
double attenuationOf(const FunctionInterval& p, double s)
{
  return double(p.attenuation) + double(p.attenuationSlope) * (s - p.middle);
}
Color colorOf(const FunctionInterval& p, double s)
{
  const double u = s - p.middle;
  return { p.red + double(p.redSlope) * u, p.green + double(p.greenSlope) * u,
    p.blue + double(p.blueSlope) * u };
}
double distance(const Color& a, const Color& b)
{
  return std::max({ std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2]) });
}
Color mixed(const Color& a, const Color& b, double share)
{
  Color color = {};
  for (std::size_t c = 0; c < 3; ++c)
    color[c] = a[c] + share * (b[c] - a[c]);
  return color;
}

bool isOfOneColor(const FunctionInterval& p)
{
  return p.redSlope == 0.0f && p.greenSlope == 0.0f && p.blueSlope == 0.0f;
}

/// Pieces of the opacity alone. The first and the last piece stay separate if they have a single color.
std::vector<FunctionInterval> opacitiesOf(const std::vector<FunctionInterval>& pieces)
{
  double peak = 0.0;
  for (const FunctionInterval& p : pieces)
    peak = std::max({ peak, attenuationOf(p, beginOf(p)), attenuationOf(p, endOf(p)) });
  // Whether these pieces lie on the line from the beginning of the first to the end of the last.
  const auto areOnLine = [&](std::size_t first, std::size_t last) {
    const double s0 = beginOf(pieces[first]), s1 = endOf(pieces[last]);
    const double a0 = attenuationOf(pieces[first], s0), a1 = attenuationOf(pieces[last], s1);
    const auto isOn = [&](double s, double a) {
      const double line = a0 + (a1 - a0) * (s - s0) / (s1 - s0);
      return std::abs(a - line) <= sameOpacity * (std::abs(line) + 1e-3 * peak);
    };
    for (std::size_t i = first; i <= last; ++i)
      if (!isOn(beginOf(pieces[i]), attenuationOf(pieces[i], beginOf(pieces[i]))) ||
        !isOn(endOf(pieces[i]), attenuationOf(pieces[i], endOf(pieces[i]))))
        return false;
    return true;
  };
  std::vector<FunctionInterval> merged;
  for (std::size_t first = 0; first < pieces.size();)
  {
    std::size_t last = first;
    const auto mayJoin = [&](std::size_t next) {
      return !(first == 0 && isOfOneColor(pieces.front())) &&
        !(next + 1 == pieces.size() && isOfOneColor(pieces.back())) && areOnLine(first, next);
    };
    while (last + 1 < pieces.size() && mayJoin(last + 1))
      ++last;
    FunctionInterval piece = pieces[first];
    if (last > first)
    {
      const double s0 = beginOf(pieces[first]), s1 = endOf(pieces[last]);
      const double a0 = attenuationOf(pieces[first], s0), a1 = attenuationOf(pieces[last], s1);
      piece.middle = static_cast<float>(0.5 * (s0 + s1));
      piece.half = static_cast<float>(0.5 * (s1 - s0));
      piece.attenuation = static_cast<float>(0.5 * (a0 + a1));
      piece.attenuationSlope = static_cast<float>((a1 - a0) / (s1 - s0));
    }
    merged.push_back(piece);
    first = last + 1;
  }
  return merged;
}

/// How far colors lie from a line or a parabola (through the middle node) over `cells` cells, a multiple of
/// four. It is measured at the quarters, from each node on. Returns the larger of two numbers: the distance
/// that 95 % of these ways do not exceed, and a quarter of the largest distance.
double bendOver(const std::vector<Color>& nodes, std::size_t cells, bool isParabola)
{
  std::vector<double> bends;
  for (std::size_t i = 0; i + cells < nodes.size(); ++i)
  {
    const Color &begin = nodes[i], &half = nodes[i + cells / 2], &end = nodes[i + cells];
    double most = 0.0;
    for (const double share : { 0.25, 0.5, 0.75 })
    {
      Color wanted = mixed(begin, end, share);
      if (isParabola)
        for (std::size_t c = 0; c < 3; ++c)
          wanted[c] += 4.0 * share * (1.0 - share) * (half[c] - 0.5 * (begin[c] + end[c]));
      most = std::max(
        most, distance(nodes[i + static_cast<std::size_t>(share * static_cast<double>(cells))], wanted));
    }
    bends.push_back(most);
  }
  if (bends.empty())
    return 0.0;
  const auto nearlyAll =
    bends.begin() + static_cast<std::ptrdiff_t>(0.95 * static_cast<double>(bends.size() - 1));
  std::nth_element(bends.begin(), nearlyAll, bends.end());
  return std::max(*nearlyAll, 0.25 * *std::max_element(nearlyAll, bends.end()));
}

/// The largest number of cells whose bendOver is at most `bend`; 0 if no number is small enough.
std::size_t longestWay(const std::vector<Color>& nodes, bool isParabola, double bend)
{
  std::size_t good = 0, bad = nodes.size() / 4 + 1; // in units of four cells
  while (bad - good > 1)
  {
    // Try short ways first, since most functions are not straight for long.
    const std::size_t middle = good == 0 ? 1 : std::min(2 * good, (good + bad) / 2);
    (bendOver(nodes, 4 * middle, isParabola) <= bend ? good : bad) = middle;
  }
  return 4 * good;
}

} // namespace

FunctionColorTable makeFunctionColorTable(
  const std::vector<FunctionInterval>& pieces, const std::vector<FunctionInterval>& colors)
{
  FunctionColorTable table{};
  std::vector<FunctionInterval> opacities = opacitiesOf(pieces);
  if (pieces.size() < opacities.size() + 2)
    return table;
  // Colors change between these scalars of the range only.
  double low = 0.0, high = 1.0;
  if (isOfOneColor(colors.front()) && endOf(colors.front()) >= -besideRange)
    low = endOf(colors.front());
  if (isOfOneColor(colors.back()) && beginOf(colors.back()) <= 1.0 + besideRange)
    high = beginOf(colors.back());
  if (!(high - low > 1e-4))
    return table;
  for (std::size_t i = 0; i + 1 < colors.size(); ++i)
    if (distance(colorOf(colors[i], endOf(colors[i])), colorOf(colors[i + 1], beginOf(colors[i + 1]))) >
      cellError)
      return table;

  std::vector<Color> nodes;
  std::size_t p = 0;
  double error = 0.0;
  const double cell = (high - low) / cellCount;
  for (int i = 0; i <= cellCount; ++i)
  {
    const double s = low + i * cell;
    while (p + 1 < colors.size() && endOf(colors[p]) < s)
      ++p;
    nodes.push_back(colorOf(colors[p], s));
  }
  for (const FunctionInterval& piece : colors)
  {
    const double place = (beginOf(piece) - low) / cell;
    if (!(place > 0.0 && place < cellCount))
      continue;
    const auto node = static_cast<std::size_t>(place);
    error = std::max(error,
      distance(colorOf(piece, beginOf(piece)),
        mixed(nodes[node], nodes[node + 1], place - static_cast<double>(node))));
  }
  if (error > cellError)
    return table;
  const std::size_t longest = longestWay(nodes, true, bendOfParabola);
  if (longest < shortest)
    return table;

  table.opacities = std::move(opacities);
  // The cells: one of the first color, those between the nodes, one of the last color.
  const auto addCell = [&table](const Color& atBegin, const Color& slope, double begin) {
    std::array<float, 3> at{}, by{};
    for (std::size_t c = 0; c < 3; ++c)
    {
      by[c] = static_cast<float>(slope[c]);
      at[c] = static_cast<float>(atBegin[c] - double(by[c]) * begin);
    }
    table.colors.push_back({ at[0], at[1], at[2], by[0] });
    table.colors.push_back({ by[1], by[2], 0.0f, 0.0f });
  };
  addCell(nodes.front(), Color{}, 0.0);
  for (std::size_t i = 0; i < cellCount; ++i)
  {
    Color slope{};
    for (std::size_t c = 0; c < 3; ++c)
      slope[c] = (nodes[i + 1][c] - nodes[i][c]) / cell;
    addCell(nodes[i], slope, low + static_cast<double>(i) * cell);
  }
  addCell(nodes.back(), Color{}, 0.0);
  constexpr double last = cellCount + 1;
  table.view.perScalar = static_cast<float>(1.0 / (cell * last));
  table.view.offset = static_cast<float>((1.0 - low / cell) / last);
  table.view.last = static_cast<float>(last);
  table.view.begin = static_cast<float>(low);
  table.view.end = static_cast<float>(high);
  const auto wayOf = [cell](
                       std::size_t cells) { return static_cast<float>(static_cast<double>(cells) * cell); };
  table.view.straight = wayOf(longestWay(nodes, false, bendOfLine));
  table.view.longest = wayOf(longest);
  table.view.longestOfDense = wayOf(std::max<std::size_t>(4, longestWay(nodes, true, bendOfDense)));
  return table;
}

} // namespace inkray
