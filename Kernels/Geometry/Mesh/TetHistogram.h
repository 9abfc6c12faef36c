// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

/// The histogram of values that are linear in a tetrahedron, in closed form: the same on the host and on a
/// device.
namespace inkray
{

/// The bin of a value near `place`, its rounded place in units of bins: the ends of the bins decide.
template <class Bins>
INKRAY_HD int binNear(const Bins& bins, double place, double value)
{
  const double last = static_cast<double>(bins.count - 1);
  int bin = static_cast<int>(place < 0.0 ? 0.0 : place > last ? last : place);
  while (bin > 0 && value < bins.edge(bin))
    --bin;
  while (bin + 1 < bins.count && value >= bins.edge(bin + 1))
    ++bin;
  return bin;
}

/// Bins of equal width from `low` to `high`. A bin contains its lower end; the last bin contains `high` as
/// well. If `high` is not above `low`, the first bin contains the single value.
struct HistogramBins
{
  double low = 0, high = 1;
  int count = 1;

  /// The lower end of bin i, and for i = count the upper end of the last bin; integers if bins have width
  /// one.
  INKRAY_HD double edge(int i) const
  {
    return i >= count ? high : low + (high - low) * static_cast<double>(i) / static_cast<double>(count);
  }

  /// The bin of a value within the range.
  INKRAY_HD int binOf(double value) const
  {
    return low < high ? binNear(*this, (value - low) / (high - low) * static_cast<double>(count), value) : 0;
  }
};

/// The fraction of a tetrahedron's volume in which values that are linear in it are below x: the integral of
/// a quadratic B-spline whose knots are the corners' values. All terms are positive, so rounding errors are
/// small, and each x takes one division.
class FractionBelow
{
public:
  /// `v` are the values at the corners in ascending order, not all equal.
  INKRAY_HD explicit FractionBelow(const double v[4])
    : least_(v[0])
    , greatest_(v[3])
    , perValue_(1.0 / (v[3] - v[0]))
    , one_((v[1] - v[0]) * perValue_)
    , two_((v[2] - v[0]) * perValue_)
    , fromOne_((v[3] - v[1]) * perValue_)
    , fromTwo_((v[3] - v[2]) * perValue_)
    , between_((v[2] - v[1]) * perValue_)
  {
  }

  INKRAY_HD double operator()(double x) const
  {
    if (!(x > least_))
      return 0.0;
    if (x >= greatest_)
      return 1.0;
    const double up = (x - least_) * perValue_;
    if (up <= one_)
      return quotient(up * up * up, one_ * two_);
    if (up >= two_)
    {
      const double down = (greatest_ - x) * perValue_;
      return 1.0 - quotient(down * down * down, fromOne_ * fromTwo_);
    }
    // Two corners are below: the wedge between them and the cut consists of three tetrahedra.
    const double beyond = up - one_, left = two_ - up;
    return quotient(
      up * up * between_ * fromOne_ + up * (1.0 - up) * beyond * between_ + left * beyond * beyond,
      two_ * between_ * fromOne_);
  }

private:
  /// If a divisor underflows to 0, so does its dividend.
  INKRAY_HD static double quotient(double a, double b) { return b > 0.0 ? a / b : 0.0; }

  double least_, greatest_, perValue_;
  double one_, two_;         ///< the middle corners' places, from 0 at the least to 1 at the greatest value
  double fromOne_, fromTwo_; ///< the distances from there to 1
  double between_;
};

INKRAY_HD void sortTwo(double& a, double& b)
{
  if (b < a)
  {
    const double t = a;
    a = b;
    b = t;
  }
}

/// Calls add(bin, volume) with the volume of a tetrahedron that has values in each bin; the values are
/// linear, and `values` are those at the corners. Volume outside of the bins' range is not counted, nor is a
/// tetrahedron whose values or volume are not finite. Bins are HistogramBins, or have the same members.
template <class Bins, class Add>
INKRAY_HD void addTet(const double values[4], double volume, const Bins& bins, const Add& add)
{
  double v[4] = { values[0], values[1], values[2], values[3] };
  const double sum = v[0] + v[1] + v[2] + v[3];
  if (!(sum - sum == 0.0) || !(volume > 0) || !(volume - volume == 0.0))
    return;
  sortTwo(v[0], v[1]);
  sortTwo(v[2], v[3]);
  sortTwo(v[0], v[2]);
  sortTwo(v[1], v[3]);
  sortTwo(v[1], v[2]);
  if (v[3] < bins.low || v[0] > bins.high)
    return;
  if (!(v[0] < v[3]))
  {
    add(bins.binOf(v[0]), volume);
    return;
  }
  const int first = bins.binOf(v[0] > bins.low ? v[0] : bins.low);
  const int last = bins.binOf(v[3] < bins.high ? v[3] : bins.high);
  if (first == last && bins.edge(first) <= v[0] && bins.edge(last + 1) >= v[3])
  {
    add(first, volume);
    return;
  }
  const FractionBelow below(v);
  double before = below(bins.edge(first));
  for (int bin = first; bin <= last; ++bin)
  {
    const double upTo = below(bins.edge(bin + 1));
    add(bin, (upTo - before) * volume);
    before = upTo;
  }
}

/// addTet for a cell with one value.
template <class Bins, class Add>
INKRAY_HD void addCell(double value, double volume, const Bins& bins, const Add& add)
{
  if (value >= bins.low && value <= bins.high && volume > 0 && volume - volume == 0.0)
    add(bins.binOf(value), volume);
}

} // namespace inkray
