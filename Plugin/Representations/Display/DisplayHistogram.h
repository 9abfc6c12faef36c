// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRepresentationsModule.h"

#include <string>
#include <vector>

class vtkSMProxy;

/// The histogram of the data of a display of type Volume (Ray Cast) or Isosurface (Ray Cast). A client asks
/// the process that drew the display for it: see vtkRepresentationReport::FindHistogram().
struct INKRAYREPRESENTATIONS_EXPORT DisplayHistogram
{
  vtkSMProxy* Display = nullptr;    ///< the display whose data are counted
  double Range[4] = { 0, 0, 0, 0 }; ///< the least and greatest value, the least and greatest gradient
  double MeanPath = 0;              ///< the mean length of rays in the data
  int Bins[2] = { 0, 0 };           ///< numbers of bins of values and of gradients
  std::vector<double> Volumes;      ///< for each bin of gradients, a row of bins of values

  /// Find the histogram now. It has no volume if the display has no histogram, or has not been drawn yet.
  static DisplayHistogram Of(vtkSMProxy* display, int valueBins, int gradientBins = 1);

  /// The histogram of the isosurface array, for a display of isosurfaces.
  static DisplayHistogram OfIsosurfaces(vtkSMProxy* display, int bins);

  /// Whether the data of a display are small enough for a histogram that the user has not asked for. Of a
  /// large mesh only a sample is counted, but all cells other than tetrahedra are cut into tetrahedra first.
  static bool IsQuick(vtkSMProxy* display);

  /// The histograms of the visible volumes that use a function (color, opacity, or value and gradient).
  static std::vector<DisplayHistogram> OfUsers(vtkSMProxy* function, int valueBins, int gradientBins = 1);

  double GetVolume() const;

  /// The histogram without the first bin of gradients, where values hardly change. If all volume is in that
  /// bin, the histogram stays as it is.
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

  /// The value (axis 0) or gradient (axis 1) below which a fraction of the volume lies.
  double FindQuantile(int axis, double fraction) const;

  /// The share of the volume with values below `value`.
  double GetShareBelow(double value) const;

  /// Otsu's threshold: the value that splits the volume into two parts so that the variance of values between
  /// them is greatest. Half a percent of the volume at either end has little influence. Returns `wanted` if
  /// it splits the volume nearly as well.
  double FindThreshold(double wanted) const;

private:
  static DisplayHistogram Find(
    vtkSMProxy* display, const std::string& prefix, int valueBins, int gradientBins);
};
