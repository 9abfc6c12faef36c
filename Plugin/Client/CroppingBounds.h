// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

#include <array>

/// Keeps the ends of a display's cropping box in the coordinates of the data, CroppingMinimum and
/// CroppingMaximum, in step with CroppingOrigin and CroppingScale, which are relative to the bounds of the
/// data: whichever of the two somebody sets, the other follows. The ends are those before the box is turned.
/// State files have origin and scale alone. While there are no bounds, nothing follows.
class CroppingBounds : public DisplayWatcher
{
public:
  static CroppingBounds* New() { return new CroppingBounds; }
  vtkTypeMacro(CroppingBounds, DisplayWatcher);

  /// Look after this display for as long as it lives, if it has such properties.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  using Numbers = std::array<double, 3>;

  bool GetDataBounds(double bounds[6]) const;
  Numbers Get(const char* name) const;
  void Set(const char* name, const Numbers& numbers);

  void TakeEnds();    ///< origin and scale from the ends
  void PublishEnds(); ///< the ends from origin and scale

  bool IsBusy = false;
};
