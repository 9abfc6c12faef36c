// SPDX-License-Identifier: BSD-3-Clause
// Segments whose attenuation is of second degree: the stated bound of their quadrature, and whole runs of
// them against integration in double precision.
#include "Optics/MediumRun.h"
#include "Oracles/QuadraticIntegration.h"
#include "Oracles/Randomness.h"
#include "Shading/GradientFunctions.h"

#include <algorithm>

#include <gtest/gtest.h>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double Log2E = 1.4426950408889634;
/// The bound that CubicDepth.h states, and the rounding of floats.
constexpr double Bound = 2e-5 + 1e-6;

/// Computes moments 0 and 1 of 2^-q on [0, 1], on a grid that x = y^3 makes finer toward 0.
std::array<double, 2> momentsInDouble(const CubicDepth& depth)
{
  static constexpr double node[4] = { 0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
    0.93056815579702629 };
  static constexpr double weight[4] = { 0.17392742256872692, 0.32607257743127307, 0.32607257743127307,
    0.17392742256872692 };
  const double a = depth.a, h = depth.h, k = depth.k;
  std::array<double, 2> sum = { 0.0, 0.0 };
  const int parts = 2000;
  for (int p = 0; p < parts; ++p)
    for (int n = 0; n < 4; ++n)
    {
      const double y = (p + node[n]) / parts, x = y * y * y;
      const double w = weight[n] / parts * 3.0 * y * y * std::exp2(-((k * x + h) * x + a) * x);
      sum[0] += w;
      sum[1] += w * x;
    }
  return sum;
}

/// Returns a linear attenuation times a linear factor, scaled to a total depth.
CubicDepth product(double a0, double a1, double f0, double f1, double total)
{
  const double a = a0 * f0, h = 0.5 * (a0 * (f1 - f0) + (a1 - a0) * f0), k = (a1 - a0) * (f1 - f0) / 3.0;
  const double scale = total / (a + h + k);
  return { float(a * scale), float(h * scale), float(k * scale) };
}

TransferFunction randomKnots(Randomness& random, double attenuation)
{
  TransferFunction function;
  double s = random.real(-0.2, 0.2);
  for (int knot = 2 + random.integer(5); knot > 0; --knot)
  {
    const auto number = [&](double most) { return float(random.chance(0.2) ? 0.0 : random.real(0, most)); };
    function.knots.push_back({ s, number(1), number(1), number(1), number(attenuation) });
    s += random.chance(0.1) ? 0.0 : random.real(0.02, 0.5);
  }
  return function;
}

/// Returns the value at s of the interval that holds `middle`, as the double-precision oracle computes it.
std::array<double, 4> valueAt(const TransferFunction& function, double middle, double s)
{
  const auto& k = function.knots;
  std::size_t upper = 0;
  while (upper < k.size() && k[upper].scalar <= middle)
    ++upper;
  const auto& a = k[upper == 0 ? 0 : upper - 1];
  const auto& b = k[std::min(upper, k.size() - 1)];
  const double w = b.scalar > a.scalar ? (s - a.scalar) / (b.scalar - a.scalar) : 0.0;
  return { a.red + w * (b.red - a.red), a.green + w * (b.green - a.green), a.blue + w * (b.blue - a.blue),
    a.attenuation + w * (b.attenuation - a.attenuation) };
}

void addCuts(const TransferFunction& function, double s0, double s1, std::vector<double>& cuts)
{
  for (const auto& knot : function.knots)
    if ((knot.scalar - s0) * (knot.scalar - s1) < 0.0)
      cuts.push_back((knot.scalar - s0) / (s1 - s0));
}

TEST(CubicDepth, MomentsKeepTheirBound)
{
  Randomness random(3);
  const double ends[][4] = { { 1, 1, 1, 1 }, { 0, 1, 0, 1 }, { 1, 0, 1, 0 }, { 1, 0, 0, 1 }, { 0, 1, 1, 0 },
    { 1, 0, 1, 1 }, { 0, 1, 1, 1 } };
  for (double total = 1e-4; total < 1e6; total *= 1.13)
    for (int trial = 0; trial < 12; ++trial)
    {
      const double* e = ends[trial % 7];
      const double own[4] = { random.real(0, 1), random.real(0, 1), random.real(0, 1), random.real(0, 1) };
      if (trial >= 7)
        e = own;
      const CubicDepth depth = product(e[0], e[1], e[2], e[3], total);
      const PsiMoments got = psiMomentsOfSegment(depth, 1.0f);
      const auto expected = momentsInDouble(depth);
      EXPECT_NEAR(got.psi, expected[0], Bound) << total << ", " << trial;
      EXPECT_NEAR(got.first, expected[1], Bound) << total << ", " << trial;
    }
}

constexpr unsigned composited = feature::composite | feature::function | feature::table;
using GradientMedium = MediumOf<composited | feature::vertexGradients | feature::cellGradients>;

/// Checks runs of segments of a medium. `rowOf` gives the magnitude as the medium takes it.
template <class RowOf, class At, class Cuts>
void expectRuns(double mostLength, const GradientMedium& medium, const RowOf& rowOf, const At& at,
  const Cuts& cuts, Randomness& random, double tolerance = 1e-4)
{
  Film ray;
  CompositeFilm::clear(ray);
  MediumKnots knots;
  knots.clear();
  MediumRun<GradientMedium> run;
  run.clear();
  double s = float(random.real(0, 1)), m = float(random.real(0, 1));
  std::array<double, 4> expected = { 0, 0, 0, 0 };
  double opticalDepth = 0.0;
  const int count = 1 + random.integer(12);
  for (int i = 0; i < count; ++i)
  {
    const double s1 = random.chance(0.1) ? s : random.real(0, 1),
                 m1 = random.chance(0.1) ? m : random.real(0, 1);
    const double length = random.chance(0.1) ? 0.0 : random.real(0, mostLength);
    MediumSegment segment = {};
    segment.begin.value = float(s);
    segment.end.value = float(s1);
    segment.begin.magnitude = rowOf(medium.cellMagnitudes ? m1 : m);
    segment.end.magnitude = rowOf(m1);
    segment.factor = 1.0f;
    if (i == 0)
      run.standAt(medium, segment.begin);
    run.begin(medium, segment, float(length * Log2E));
    while (run.hasMore())
      run.addPart(medium, segment.end);
    MediumSteps<GradientMedium> steps;
    steps.begin(medium, segment, knots, 0.0f, 1.0f, float(s), float(s1));
    knots = visitParts(
      medium, segment, steps, [](NearestVertices&, float) {},
      [&](const auto& part) {
        CompositeFilm::addPart(ray, part, nullptr, (part.to - part.from) * float(length * Log2E));
      });
    std::vector<double> at01;
    cuts(s, s1, m, m1, at01);
    integrateQuadratic(
      at01, [&](double t, double middle) { return at(s, s1, m, m1, t, middle); }, length, opticalDepth,
      expected);
    s = float(s1);
    m = float(m1);
  }
  expected[3] = -std::expm1(-opticalDepth);
  run.end(medium);
  for (const Film& of : { ray, static_cast<const Film&>(run) })
  {
    const double colors[4] = { of.red, of.green, of.blue, 1.0 - of.transmittance };
    for (int c = 0; c < 4; ++c)
      EXPECT_NEAR(colors[c], expected[c], tolerance) << "channel " << c << " of " << count << " segments";
  }
}

TEST(GradientIntegration, GradientOpacity)
{
  Randomness random(11);
  for (int trial = 0; trial < 3000; ++trial)
  {
    const TransferFunction function = randomKnots(random, random.chance(0.2) ? 80.0 : 3.0);
    const TransferFunction factor = randomKnots(random, 1.0);
    const auto pieces = makeIntervals(function, 0.0, 1.0), factors = makeIntervals(factor, 0.0, 1.0);
    const float some = 0.0f;
    GradientMedium medium = {};
    medium.colors = { pieces.data(), int(pieces.size()) };
    medium.factors = { factors.data(), int(factors.size()) };
    medium.vertexMagnitudes = &some;
    expectRuns(
      random.chance(0.5) ? 0.3 : 3.0, medium, [](double m) { return float(m); },
      [&](double s0, double s1, double m0, double m1, double t, double middle) {
        auto value = valueAt(function, s0 + middle * (s1 - s0), s0 + t * (s1 - s0));
        value[3] *= valueAt(factor, m0 + middle * (m1 - m0), m0 + t * (m1 - m0))[3];
        return value;
      },
      [&](double s0, double s1, double m0, double m1, std::vector<double>& cuts) {
        addCuts(function, s0, s1, cuts);
        addCuts(factor, m0, m1, cuts);
      },
      random);
  }
}

/// A table with a border, in the form that rays read.
struct Table
{
  std::vector<Float4> bordered;
  std::vector<float> spans;
  TableView view;

  Table(const std::vector<Float4>& entries, int columns, int rows, float columnsPerValue, float firstColumn)
  {
    TransferFunction2D function;
    function.columns = columns;
    function.rows = rows;
    for (const Float4& e : entries)
      function.entries.push_back({ e.x, e.y, e.z, e.w });
    bordered = makeTableEntries(function);
    spans = tableSpans(bordered, columns, rows);
    view = { bordered.data(), columns, rows, columnsPerValue, firstColumn, spans.data() };
  }
};

/// Returns entries that are independent random numbers.
std::vector<Float4> roughEntries(int columns, int rows, Randomness& random)
{
  std::vector<Float4> entries;
  const double most = random.chance(0.2) ? 80.0 : 3.0;
  for (int e = 0; e < columns * rows; ++e)
  {
    const auto number = [&](double n) { return float(random.chance(0.3) ? 0.0 : random.real(0, n)); };
    entries.push_back({ number(1), number(1), number(1), number(most) });
  }
  return entries;
}

/// Returns entries of a few waves. They may have a plateau, a corner at a line, and transparent parts.
std::vector<Float4> smoothEntries(int columns, int rows, Randomness& random)
{
  std::vector<Float4> entries;
  const double most = random.chance(0.2) ? 80.0 : 3.0;
  std::array<double, 12> w;
  for (double& one : w)
    one = random.real(-1, 1);
  const double plateau = random.chance(0.5) ? random.real(0.2, 0.8) : 2.0,
               transparent = random.chance(0.5) ? random.real(0.2, 0.8) : 2.0,
               corner = random.chance(0.5) ? double(random.integer(columns)) / columns : 2.0;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
    {
      const double x = std::min(plateau, double(column) / columns), y = double(row) / rows;
      const auto wave = [&](std::size_t k) {
        return 0.5 + 0.5 * std::sin(3.0 * (w[k] * x + w[k + 1] * y + w[k + 2]));
      };
      const double edge = std::max(0.0, x - corner), opacity = y > transparent ? 0.0 : wave(9) + edge;
      entries.push_back({ float(wave(0)), float(wave(3)), float(wave(6)), float(most * opacity) });
    }
  return entries;
}

/// Checks random tables. Rows change along segments, or each segment has one row. Returns the share of the
/// cells that may be left within one part of a segment.
template <bool AcrossRows, class Entries>
double testTable(int largest, double tolerance, const Entries& makeEntries)
{
  Randomness random(12);
  double cells = 0.0, left = 0.0;
  for (int trial = 0; trial < 3000; ++trial)
  {
    const int columns = 1 + random.integer(random.chance(0.1) ? 40 : largest),
              rows = 1 + random.integer(largest);
    const std::vector<Float4> entries = makeEntries(columns, rows, random);
    // Some values and magnitudes lie beyond the table.
    const float columnsPerValue = float(random.real(0.5, 1.5) * columns),
                firstColumn = float(random.real(-1, 1));
    const double rowsPerMagnitude = random.real(0.5, 1.5) * rows, firstRow = random.real(-1, 1);
    const Table made(entries, columns, rows, columnsPerValue, firstColumn);
    const TableView& table = made.view;
    cells += double(made.spans.size());
    left += double(std::count_if(made.spans.begin(), made.spans.end(), [](float s) { return s >= 0.25f; }));
    const auto rowOf = [&](double m) { return rowsPerMagnitude * m + firstRow; };
    const auto columnOf = [&](double s) { return columnsPerValue * s + firstColumn; };
    const auto at = [&](double s, double m) {
      const double c = std::clamp(columnOf(s), 0.0, columns - 1.0), r = std::clamp(rowOf(m), 0.0, rows - 1.0);
      const int c0 = std::min(int(c), std::max(0, columns - 2)), r0 = std::min(int(r), std::max(0, rows - 2));
      const int c1 = std::min(c0 + 1, columns - 1), r1 = std::min(r0 + 1, rows - 1);
      const double x = c - c0, y = r - r0;
      std::array<double, 4> mixed = { 0, 0, 0, 0 };
      const auto add = [&](int column, int row, double w) {
        const Float4& e = entries[static_cast<std::size_t>(row * columns + column)];
        mixed = { mixed[0] + w * e.x, mixed[1] + w * e.y, mixed[2] + w * e.z, mixed[3] + w * e.w };
      };
      add(c0, r0, (1 - x) * (1 - y));
      add(c1, r0, x * (1 - y));
      add(c0, r1, (1 - x) * y);
      add(c1, r1, x * y);
      return mixed;
    };
    const auto addLines = [](double from, double to, int size, std::vector<double>& cuts) {
      for (int line = 0; line < size; ++line)
        if ((line - from) * (line - to) < 0.0)
          cuts.push_back((line - from) / (to - from));
    };
    const float some = 0.0f;
    GradientMedium medium = {};
    medium.colorSource = ColorSource::Table;
    medium.table = table;
    (AcrossRows ? medium.vertexMagnitudes : medium.cellMagnitudes) = &some;
    expectRuns(
      random.chance(0.5) ? 0.3 : 3.0, medium, [&](double m) { return float(rowOf(m)); },
      [&](double s0, double s1, double m0, double m1, double t, double) {
        return at(s0 + t * (s1 - s0), AcrossRows ? m0 + t * (m1 - m0) : m1);
      },
      [&](double s0, double s1, double m0, double m1, std::vector<double>& cuts) {
        addLines(columnOf(s0), columnOf(s1), columns, cuts);
        if (AcrossRows)
          addLines(rowOf(m0), rowOf(m1), rows, cuts);
      },
      random, tolerance);
  }
  return left / cells;
}

TEST(GradientIntegration, Tables)
{
  testTable<true>(6, 1e-4, roughEntries);
}

TEST(GradientIntegration, TableWithARowForEachSegment)
{
  testTable<false>(6, 1e-4, roughEntries);
}

// Parts cross lines where the table hardly bends.
TEST(GradientIntegration, SmoothTables)
{
  EXPECT_GT(testTable<true>(60, 1e-3, smoothEntries), 0.2);
  EXPECT_GT(testTable<false>(60, 1e-3, smoothEntries), 0.2);
}

TEST(TableSpans, AreLongWhereNothingBends)
{
  // The table is linear in both directions, with a corner at column 20.
  const int columns = 40, rows = 30;
  TransferFunction2D function;
  function.columns = columns;
  function.rows = rows;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      function.entries.push_back({ 0.5f, 0.0f, 1.0f,
        1.0f + 0.0625f * static_cast<float>(column) + 0.5f * static_cast<float>(std::max(0, column - 20)) });
  const auto spans = tableSpans(makeTableEntries(function), columns, rows);
  ASSERT_EQ(spans.size(), std::size_t(columns * rows));
  const auto at = [&](int column, int row) { return spans[std::size_t(row * columns + column)]; };
  EXPECT_GE(at(10, 15), 8.0f); // the corners at columns 0 and 20 are further away
  EXPECT_GE(at(17, 15), 2.0f);
  EXPECT_LE(at(17, 15), 4.0f);
  EXPECT_LT(at(19, 15), 0.2f);
  EXPECT_LT(at(20, 15), 0.2f);
  EXPECT_LT(at(0, 15), 0.8f); // the table is constant beyond the border
  // Transparent entries may have any colors.
  float red = 0.0f;
  for (TransferFunction2DEntry& e : function.entries)
    e = { red = 1.0f - red, 0.0f, 0.0f, 0.0f };
  for (float span : tableSpans(makeTableEntries(function), columns, rows))
    EXPECT_EQ(span, 64.0f);
}

} // namespace
