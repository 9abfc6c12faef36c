// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

#include <string>
#include <vector>

class vtkSMProxy;

/// The histogram of what a display of type Volume (Ray Cast) or Isosurface (Ray Cast) shows, as a client has
/// it of the process that drew the display last: see vtkRepresentationReport::FindHistogram().
struct INKRAYREPRESENTATIONS_EXPORT DisplayHistogram
{
  vtkSMProxy* Display = nullptr;    ///< of which it is
  double Range[4] = { 0, 0, 0, 0 }; ///< the least and the greatest value, and magnitude of the gradient
  double MeanPath = 0;              ///< length of rays in the data
  int Bins[2] = { 0, 0 };           ///< of values and of gradients
  std::vector<double> Volumes;      ///< a row of values' bins for each bin of gradients

  /// Find it now. Without a volume where the display has none, or shows nothing yet.
  static DisplayHistogram Of(vtkSMProxy* display, int valueBins, int gradientBins = 1);

  /// The histogram of the isosurface array, for a display of isosurfaces.
  static DisplayHistogram OfIsosurfaces(vtkSMProxy* display, int bins);

  /// Whether the data of a display are small enough for a histogram that nobody has asked for. Of a large
  /// mesh only a sample is counted, but all cells other than tetrahedra are cut into tetrahedra first.
  static bool IsQuick(vtkSMProxy* display);

  /// The histograms of the visible displays that use a function (of colours, opacity, or value and gradient).
  static std::vector<DisplayHistogram> OfUsers(vtkSMProxy* function, int valueBins, int gradientBins = 1);

  double GetVolume() const;

  /// The histogram without the volume in the first bin of gradients, where values hardly change; unchanged
  /// where all volume is in that bin.
  DisplayHistogram WithoutFlat() const;

  /// The value, or the magnitude of the gradient, in the middle of a bin.
  double GetValue(int bin) const
  {
    return this->Range[0] + (this->Range[1] - this->Range[0]) * (bin + 0.5) / this->Bins[0];
  }
  double GetGradient(int bin) const
  {
    return this->Range[2] + (this->Range[3] - this->Range[2]) * (bin + 0.5) / this->Bins[1];
  }

  /// The place along an axis (0: values, 1: gradients) below which a fraction of the volume lies.
  double FindQuantile(int axis, double fraction) const;

  /// The share of the volume with values below this one.
  double GetShareBelow(double value) const;

  /// Otsu's threshold: the value that splits the volume into two parts whose values differ most from each
  /// other and least among themselves. Half a percent of the volume at either end does not draw the threshold
  /// towards its values. Returns `wanted` where that splits the volume nearly as well.
  double FindThreshold(double wanted) const;

private:
  static DisplayHistogram Find(
    vtkSMProxy* display, const std::string& prefix, int valueBins, int gradientBins);
};
