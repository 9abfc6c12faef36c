// SPDX-License-Identifier: BSD-3-Clause
#include "CellHistogram.h"

#include "CellRanges.h"
#include "MeshTets.h"
#include "vtkDataArray.h"
#include "vtkDataObject.h"
#include "vtkDoubleArray.h"
#include "vtkSMPThreadLocal.h"
#include "vtkUnstructuredGrid.h"

#include <cmath>
#include <functional>
#include <numeric>

namespace
{
/// The tetrahedra that a histogram counts.
class Selection
{
public:
  Selection(const CellHistogramInput& input, MeshTets& tets)
    : Range{ input.ThresholdRange[0], input.ThresholdRange[1] }
  {
    const auto& threshold = input.Threshold;
    const CellRanges brought = CellRanges::In(input.Grid, threshold);
    if (threshold.Array && threshold.Association == vtkDataObject::CELL)
    {
      this->Least = tets.ValuesOfTets(threshold.Array, threshold.Component);
      this->HasThreshold = true;
    }
    else if (threshold.Array && brought.Least && brought.Greatest)
    {
      this->Least = tets.ValuesOfTets(brought.Least, 0);
      this->Greatest = tets.ValuesOfTets(brought.Greatest, 0);
      this->HasThreshold = true;
    }
    else if (threshold.Array && tets.AreCells())
    {
      this->OfPoints = tets.ValuesOfPoints(threshold.Array, threshold.Association, threshold.Component);
      this->HasThreshold = true;
    }
    else if (threshold.Array)
    {
      const CellRanges ranges(input.Grid, threshold); // a cell that is no tetrahedron vanishes as a whole
      this->Least = tets.ValuesOfTets(ranges.Least, 0);
      this->Greatest = tets.ValuesOfTets(ranges.Greatest, 0);
      this->HasThreshold = true;
    }
    this->KeepsOutside = input.Box.keepsOutside;
    this->HasBox = input.Box.on && input.Box.halfSpaces(this->Planes);
  }

  bool Has(std::int64_t i, const MeshTets::Tet& tet) const
  {
    return (!this->HasThreshold || this->IsShown(i, tet)) && (!this->HasBox || this->IsKept(tet));
  }

private:
  bool IsWithin(double value) const { return value >= this->Range[0] && value <= this->Range[1]; }

  bool IsShown(std::int64_t i, const MeshTets::Tet& tet) const
  {
    if (!this->OfPoints.empty())
    {
      return std::all_of(
        tet.Ids, tet.Ids + 4, [this](auto id) { return this->IsWithin(this->OfPoints[id]); });
    }
    return !this->Least.empty() && this->IsWithin(this->Least[i]) &&
      (this->Greatest.empty() || this->IsWithin(this->Greatest[i]));
  }

  bool IsKept(const MeshTets::Tet& tet) const
  {
    double center[3];
    for (int axis = 0; axis < 3; ++axis)
    {
      center[axis] =
        0.25 * (tet.Corners[0][axis] + tet.Corners[1][axis] + tet.Corners[2][axis] + tet.Corners[3][axis]);
    }
    const bool isInside =
      std::all_of(this->Planes, this->Planes + 6, [&](const inkray::ClippingPlane& plane) {
        return vtkMath::Dot(plane.normal, center) >= plane.distance;
      });
    return isInside != this->KeepsOutside;
  }

  double Range[2];
  bool HasThreshold = false;
  std::vector<double> OfPoints, Least, Greatest; // by point; the last two by tetrahedron
  bool HasBox = false, KeepsOutside = false;
  inkray::ClippingPlane Planes[6];
};

/// A random sample of all tetrahedra, the same in each call.
class Sample
{
public:
  Sample(std::int64_t most, std::int64_t all)
    : Share(all > most ? static_cast<double>(most) / static_cast<double>(all) : 1.0)
  {
  }

  bool Has(std::int64_t i) const { return this->Share >= 1 || NumberOf(i) < this->Share; }
  double GetWeight() const { return 1 / this->Share; }

private:
  /// A random number from 0 to 1 for each tetrahedron, by mixing the bits of its index (SplitMix64).
  static double NumberOf(std::int64_t i)
  {
    std::uint64_t bits = (static_cast<std::uint64_t>(i) + 1) * 0x9e3779b97f4a7c15U;
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    return static_cast<double>((bits ^ (bits >> 31)) >> 11) * 0x1p-53;
  }

  double Share;
};

/// Marks the squares of a shadow that the bounding box of a tetrahedron covers.
void Cast(const MeshTets::Tet& tet, const double bounds[6], CellHistogram::Shadow& shadow)
{
  constexpr int n = CellHistogram::Squares;
  int from[3], to[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    const double low = bounds[2 * axis], length = bounds[2 * axis + 1] - low;
    double least = tet.Corners[0][axis], greatest = least;
    for (const auto& corner : tet.Corners)
    {
      least = std::min(least, corner[axis]);
      greatest = std::max(greatest, corner[axis]);
    }
    const auto square = [&](double x) {
      return length > 0 ? static_cast<int>(std::clamp((x - low) / length * n, 0.0, n - 1.0)) : 0;
    };
    from[axis] = square(least);
    // A square that is only touched is not covered.
    to[axis] = std::max(from[axis], square(greatest - 1e-6 * length));
  }
  for (int axis = 0; axis < 3; ++axis)
  {
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    for (int i = from[a]; i <= to[a]; ++i)
    {
      for (int k = from[b]; k <= to[b]; ++k)
      {
        shadow[axis][static_cast<std::size_t>(n) * i + k] = 1.0;
      }
    }
  }
}
} // namespace

std::size_t CellHistogram::Resize()
{
  const auto numBins =
    static_cast<std::size_t>(this->Values.count) * static_cast<std::size_t>(this->Gradients.count);
  this->Volumes.resize(numBins, 0.0);
  for (auto& shadow : this->Shadows)
  {
    shadow.resize(Squares * Squares, 0.0);
  }
  return numBins;
}

void CellHistogram::Add(const inkray::MeshHistogram& found)
{
  this->Resize();
  std::transform(this->Volumes.begin(), this->Volumes.end(), found.volumes.begin(), this->Volumes.begin(),
    std::plus<double>());
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    auto& all = this->Shadows[axis];
    std::transform(all.begin(), all.end(), found.shadows[axis].begin(), all.begin(),
      [](double a, std::uint8_t b) { return std::max(a, static_cast<double>(b)); });
  }
  this->LargestGradient = std::max(this->LargestGradient, found.largestGradient);
}

void CellHistogram::Add(const CellHistogramInput& input, const double bounds[6])
{
  const std::size_t numBins = this->Resize();
  MeshTets tets(input.Grid);
  const bool ofCells = input.Values.Association == vtkDataObject::CELL;
  const bool hasGradients = this->Gradients.count > 1;
  if (!input.Values.Array || tets.GetNumberOfTets() == 0)
  {
    return;
  }
  const std::vector<double> ofPoints = ofCells && !hasGradients
    ? std::vector<double>()
    : tets.ValuesOfPoints(input.Values.Array, input.Values.Association, input.Values.Component);
  const std::vector<double> ofTets =
    ofCells ? tets.ValuesOfTets(input.Values.Array, input.Values.Component) : std::vector<double>();
  if (ofCells ? ofTets.empty() : ofPoints.empty())
  {
    return;
  }
  const Selection selection(input, tets);
  const Sample sample(input.MostTets, tets.GetNumberOfTets());

  struct Sums
  {
    std::vector<double> Volumes;
    Shadow Shadows;
  };
  Sums none;
  none.Volumes.resize(numBins, 0.0);
  none.Shadows.fill(std::vector<double>(Squares * Squares, 0.0));
  vtkSMPThreadLocal<Sums> sums(none);
  tets.ForRanges([&](std::int64_t first, std::int64_t last, const auto& read) {
    Sums& mine = sums.Local();
    MeshTets::Tet tet;
    for (std::int64_t i = first; i < last; ++i)
    {
      if (!sample.Has(i) || !read(i, tet) || !selection.Has(i, tet))
      {
        continue;
      }
      double corners[4] = { 0, 0, 0, 0 }, gradient[3];
      for (int corner = 0; corner < 4 && !ofPoints.empty(); ++corner)
      {
        corners[corner] = ofPoints[tet.Ids[corner]];
      }
      const double volume = sample.GetWeight() * std::abs(tet.SixVolumes(corners, gradient)) / 6;
      if (!(volume > 0))
      {
        continue;
      }
      int row = 0;
      if (hasGradients)
      {
        const double magnitude = vtkMath::Norm(gradient);
        if (!std::isfinite(magnitude))
        {
          continue;
        }
        row = this->Gradients.binOf(std::clamp(magnitude, this->Gradients.low, this->Gradients.high));
      }
      bool counts = false;
      const auto add = [&](int bin, double part) {
        mine.Volumes[static_cast<std::size_t>(row) * this->Values.count + bin] += part;
        counts = true;
      };
      ofCells ? inkray::addCell(ofTets[i], volume, this->Values, add)
              : inkray::addTet(corners, volume, this->Values, add);
      if (counts)
      {
        Cast(tet, bounds, mine.Shadows);
      }
    }
  });
  for (const Sums& some : sums)
  {
    std::transform(some.Volumes.begin(), some.Volumes.end(), this->Volumes.begin(), this->Volumes.begin(),
      std::plus<double>());
    for (int axis = 0; axis < 3; ++axis)
    {
      auto& all = this->Shadows[axis];
      std::transform(all.begin(), all.end(), some.Shadows[axis].begin(), all.begin(),
        [](double a, double b) { return std::max(a, b); });
    }
  }
}

double CellHistogram::GetVolume() const
{
  return std::accumulate(this->Volumes.begin(), this->Volumes.end(), 0.0);
}

double CellHistogram::FindGradient(double fraction) const
{
  double left = fraction * this->GetVolume();
  auto bin = this->Volumes.begin();
  for (int row = 0; row < this->Gradients.count; ++row)
  {
    left -= std::accumulate(bin, bin + this->Values.count, 0.0);
    bin += this->Values.count;
    if (left <= 0)
    {
      return this->Gradients.edge(row + 1);
    }
  }
  return this->Gradients.high;
}

double CellHistogram::GetMeanPath(const double bounds[6]) const
{
  double area = 0;
  for (int axis = 0; axis < 3; ++axis)
  {
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    const auto reached = std::count_if(
      this->Shadows[axis].begin(), this->Shadows[axis].end(), [](double square) { return square > 0; });
    area += static_cast<double>(reached) / (Squares * Squares) * (bounds[2 * a + 1] - bounds[2 * a]) *
      (bounds[2 * b + 1] - bounds[2 * b]);
  }
  return area > 0 ? 3 * this->GetVolume() / area : 0;
}
