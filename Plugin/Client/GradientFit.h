// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

#include <functional>
#include <set>
#include <string>

class vtkSMProperty;
class vtkSMViewProxy;

/// Fits functions of gradient magnitude to the data of a display when they are first turned on. Gradient
/// opacity goes from 0 to a magnitude that nearly all of the volume is below. The second axis of the 2-D
/// transfer function goes further, and the function gets boxes over the values and magnitudes of most of the
/// volume. This also applies to functions of arrays that color the display later. When such a function is
/// turned on or off, the unit distance of opacity is fitted again, unless the user has chosen it.
///
/// If the display is not yet drawn as Volume (Ray Cast) or has no array, it is fitted later,
/// as soon as both are true. A function keeps a range or boxes that the user has set, and
/// those of state files, undo and redo.
class GradientFit : public WatcherOf<GradientFit>
{
public:
  /// Watch this display while it lives, if it has such functions.
  static void Watch(vtkSMProxy* display);

  /// Called with the property of a gradient opacity function that has been fitted.
  using FittedFunction = std::function<void(vtkSMProperty*)>;
  static void SetOnFitted(FittedFunction function);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  bool IsOn(const char* name) const;
  void Note(vtkObject* changed);
  void Try();
  void FitDistance();
  vtkSMViewProxy* FindView() const; // the view that shows the display as Volume (Ray Cast); null: none

  ///@{
  /// Fit a function. Returns whether nothing is left to do.
  bool FitOpacity(vtkSMViewProxy* view);
  bool FitTransfer2D(vtkSMViewProxy* view);
  ///@}

  std::set<std::string> TurnedOn; // functions that are on but not fitted yet
  bool IsSwitched = false;        // a function was turned on or off, possibly by undo or redo
  bool IsDue = false;             // true if a property has changed since the last Try
};
