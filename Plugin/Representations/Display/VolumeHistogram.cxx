// SPDX-License-Identifier: BSD-3-Clause
#include "VolumeHistogram.h"

#include "DrawnBounds.h"
#include "LargestGradient.h"
#include "MeshThreshold.h"
#include "ServerRanks.h"
#include "vtkDataArray.h"
#include "vtkTetRayCastMapper.h"
#include "vtkUnstructuredGrid.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace
{
/// A histogram of gradients omits the steepest SteepShare of the volume, if this makes its range at least
/// ZoomFactor times shorter.
constexpr double SteepShare = 1e-2, ZoomFactor = 4;

/// Gradients below LeastGradient times (range of values / diagonal of the mesh) count as zero. Such cells may
/// fill most of the volume, but say nothing about its steep parts.
constexpr double LeastGradient = 1e-6;

/// The end of the range is found by repeated histograms of ZoomBins bins, each over a shorter range. A hidden
/// fill value of 1e38 beside values of 1 takes thirteen histograms.
constexpr int ZoomBins = 4096, MostZooms = 16;
} // namespace

VolumeHistogram::VolumeHistogram(vtkUnstructuredGrid* grid, const RayCastArray& values,
  const MeshThreshold& threshold, const inkray::CropBox& box, vtkTetRayCastMapper* mapper, vtkObject* from)
  : Mapper(mapper)
  , From(from)
{
  this->Input.Grid = grid;
  this->Input.Values = values;
  this->Input.Box = box;
  if (values.Array)
  {
    threshold.FindIn(this->Input);
  }
}

template <class Step>
void VolumeHistogram::Attempt(const Step& step) const
{
  // A rank whose step fails must still take part in the sums that follow.
  try
  {
    step();
  }
  catch (const std::exception& error)
  {
    vtkWarningWithObjectMacro(this->From, << "The histogram of the values cannot be made: " << error.what());
  }
}

vtkRepresentationReport::Histogram VolumeHistogram::Find(int valueBins, int gradientBins) const
{
  double ranges[4] = { 1, -1, 0, 0 }; // of values, then of magnitudes
  double bounds[6] = { 1, -1, 1, -1, 1, -1 };
  if (const RayCastArray& values = this->Input.Values; values.Array)
  {
    this->Attempt([&] {
      values.Array->GetFiniteRange(ranges, values.Component);
      DrawnBounds::Find(this->Input.Grid, bounds);
      ranges[3] = gradientBins > 1 ? this->FindLargestGradient(ranges, bounds) : 0.0;
    });
  }
  ServerRanks::Unite(ranges, 2);
  ServerRanks::Unite(bounds, 3);
  vtkRepresentationReport::Histogram found;
  if (!(ranges[0] <= ranges[1]))
  {
    return found;
  }
  if (gradientBins > 1)
  {
    this->ZoomToGradients(ranges, bounds);
  }
  CellHistogram histogram = this->Count(ranges, bounds, valueBins, gradientBins);
  std::copy_n(ranges, 4, found.Range);
  found.MeanPath = histogram.GetMeanPath(bounds);
  found.Volumes = std::move(histogram.Volumes);
  return found;
}

CellHistogram VolumeHistogram::Count(
  const double ranges[4], const double bounds[6], int ofValues, int ofGradients) const
{
  CellHistogram histogram;
  histogram.Values = { ranges[0], ranges[1], ofValues };
  histogram.Gradients = { 0, ranges[3], ofGradients };
  this->Attempt([&] {
    if (!this->Mapper->AddToHistogram(this->Input, bounds, histogram))
    {
      histogram.Add(this->Input, bounds);
    }
  });
  histogram.Volumes.resize(static_cast<std::size_t>(ofValues) * ofGradients);
  ServerRanks::AddUp(histogram.Volumes.data(), ofValues * ofGradients);
  for (auto& shadow : histogram.Shadows)
  {
    shadow.resize(CellHistogram::Squares * CellHistogram::Squares);
    ServerRanks::AddUp(shadow.data(), static_cast<int>(shadow.size()));
  }
  return histogram;
}

double VolumeHistogram::FindLargestGradient(const double ranges[4], const double bounds[6]) const
{
  // Take all cells, even if only some of them are shown.
  CellHistogramInput all = this->Input;
  all.Threshold = RayCastArray();
  all.Box = inkray::CropBox();
  CellHistogram histogram;
  histogram.Values = { ranges[0], ranges[1], 1 };
  histogram.Gradients = { 0, 1, 2 };
  const RayCastArray& values = all.Values;
  return this->Mapper->AddToHistogram(all, bounds, histogram)
    ? histogram.LargestGradient
    : LargestGradient(all.Grid, values.Array, values.Association, values.Component);
}

void VolumeHistogram::ZoomToGradients(double ranges[4], const double bounds[6]) const
{
  // Slivers (tetrahedra with nearly no volume) can have gradients that exceed all others by far.
  const double diagonal = std::hypot(bounds[1] - bounds[0], bounds[3] - bounds[2], bounds[5] - bounds[4]);
  double share = SteepShare;
  if (diagonal > 0)
  {
    const double halves[4] = { ranges[0], ranges[1], 0,
      2 * LeastGradient * (ranges[1] - ranges[0]) / diagonal };
    const CellHistogram flat = this->Count(halves, bounds, 1, 2);
    const double steep = flat.Volumes[1], all = flat.GetVolume();
    share = steep > 0 ? share * steep / all : share;
  }
  for (int i = 0; i < MostZooms; ++i)
  {
    const double steep = this->Count(ranges, bounds, 1, ZoomBins).FindGradient(1 - share);
    if (!(steep < ranges[3] / ZoomFactor))
    {
      break;
    }
    ranges[3] = 2 * steep;
  }
}
