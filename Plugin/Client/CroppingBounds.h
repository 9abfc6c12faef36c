// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

#include <array>

/// Synchronizes the corners of a display's cropping box, CroppingMinimum and CroppingMaximum in data
/// coordinates, with CroppingOrigin and CroppingScale, which are relative to the bounds of the data. When one
/// pair is set, the other follows. The corners are those before the box is rotated. State files only have
/// origin and scale. Without bounds, nothing follows.
class CroppingBounds : public WatcherOf<CroppingBounds>
{
public:
  /// Watch this display while it lives, if it has these properties.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  using Numbers = std::array<double, 3>;

  bool GetDataBounds(double bounds[6]) const;
  Numbers Get(const char* name) const;
  void Set(const char* name, const Numbers& numbers);

  void TakeEnds();    ///< set origin and scale from the corners
  void PublishEnds(); ///< set the corners from origin and scale

  bool IsBusy = false;
};
