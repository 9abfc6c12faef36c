// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace inkray
{

/// Bins of equal width from `low` to `high`. A bin holds its lower end; the last bin holds `high` as well.
/// Where `high` is not above `low`, the first bin holds the one value.
struct HistogramBins
{
  double low = 0, high = 1;
  int count = 1;

  /// The lower end of bin i, and for i = count the upper end of the last.
  double edge(int i) const
  {
    return i >= count ? high : low + (high - low) * (static_cast<double>(i) / static_cast<double>(count));
  }

  /// The bin of a value within the range.
  int binOf(double value) const
  {
    if (!(low < high))
      return 0;
    const double place = (value - low) / (high - low) * static_cast<double>(count);
    int bin = static_cast<int>(std::clamp(place, 0.0, static_cast<double>(count - 1)));
    // The quotient is rounded; the ends of the bins decide.
    if (bin > 0 && value < edge(bin))
      --bin;
    else if (bin + 1 < count && value >= edge(bin + 1))
      ++bin;
    return bin;
  }
};

/// The fraction of a tetrahedron's volume in which values that are linear in it are below x: the integral of
/// a quadratic B-spline whose knots are the values at the corners. `v` are these in ascending order. All
/// terms are positive, so that little is lost by rounding.
inline double fractionBelow(const double v[4], double x)
{
  if (!(x > v[0]))
    return 0;
  if (x >= v[3])
    return 1;
  if (x <= v[1])
  {
    const double d = x - v[0];
    return (d / (v[1] - v[0])) * (d / (v[2] - v[0])) * (d / (v[3] - v[0]));
  }
  if (x >= v[2])
  {
    const double d = v[3] - x;
    return 1 - (d / (v[3] - v[0])) * (d / (v[3] - v[1])) * (d / (v[3] - v[2]));
  }
  // Two corners are below: the wedge between them and the cut is three tetrahedra.
  const double a = (x - v[0]) / (v[2] - v[0]), b = (x - v[0]) / (v[3] - v[0]);
  const double c = (x - v[1]) / (v[2] - v[1]), d = (x - v[1]) / (v[3] - v[1]);
  return a * b + a * (1 - b) * d + (1 - a) * c * d;
}

/// Calls add(bin, volume) with the volume of a tetrahedron that has values within each bin; the values are
/// linear, and `values` holds them at the corners. Volume outside of the bins' range counts nowhere, and
/// neither does a tetrahedron whose values or volume are not finite.
template <class Add>
void addTet(const double values[4], double volume, const HistogramBins& bins, const Add& add)
{
  double v[4] = { values[0], values[1], values[2], values[3] };
  if (!std::isfinite(v[0] + v[1] + v[2] + v[3]) || !(volume > 0) || !std::isfinite(volume))
    return;
  std::sort(v, v + 4);
  if (v[3] < bins.low || v[0] > bins.high)
    return;
  if (!(v[0] < v[3]))
  {
    add(bins.binOf(v[0]), volume);
    return;
  }
  const int first = bins.binOf(std::max(v[0], bins.low)), last = bins.binOf(std::min(v[3], bins.high));
  double before = fractionBelow(v, bins.edge(first));
  for (int bin = first; bin <= last; ++bin)
  {
    const double upTo = fractionBelow(v, bins.edge(bin + 1));
    add(bin, (upTo - before) * volume);
    before = upTo;
  }
}

/// The same as addTet, for a cell that has one value.
template <class Add>
void addCell(double value, double volume, const HistogramBins& bins, const Add& add)
{
  if (value >= bins.low && value <= bins.high && volume > 0 && std::isfinite(volume))
    add(bins.binOf(value), volume);
}

} // namespace inkray
