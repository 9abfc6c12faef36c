// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

#include <functional>
#include <set>
#include <string>

class vtkSMProperty;
class vtkSMViewProxy;

/// Fits the functions of the magnitude of gradients to the data of a display when they are first turned on.
/// The gradient opacity goes from 0 to a magnitude that nearly all of the volume is below. The second axis of
/// the 2-D transfer function reaches farther, and the function gets boxes over the values and magnitudes of
/// most of the volume. Functions of arrays that color the display later are fitted, too. The unit distance of
/// the opacity is fitted again when such a function is turned on or off, unless somebody has chosen it.
///
/// A display that is not drawn as Volume (Ray Cast) yet, or has no array, is fitted as soon as it is and has.
/// A function that somebody has given a range or boxes stays as it is; so does what state files, undo and
/// redo bring.
class GradientFit : public DisplayWatcher
{
public:
  static GradientFit* New() { return new GradientFit; }
  vtkTypeMacro(GradientFit, DisplayWatcher);

  /// Look after this display for as long as it lives, if it has such functions.
  static void Watch(vtkSMProxy* display);

  /// Called with the property of a gradient opacity that has been fitted.
  using FittedFunction = std::function<void(vtkSMProperty*)>;
  static void SetOnFitted(FittedFunction function);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  bool IsOn(const char* name) const;
  void Note(vtkObject* changed);
  void Try();
  void FitDistance();
  vtkSMViewProxy* FindView() const; // that shows the display as our type; null: none

  ///@{
  /// Whether there is nothing more to do.
  bool FitOpacity(vtkSMViewProxy* view);
  bool FitTransfer2D(vtkSMViewProxy* view);
  ///@}

  std::set<std::string> TurnedOn; // and not fitted yet
  bool IsSwitched = false;        // a function was turned on or off, also by undo or redo
  bool IsDue = false;             // something has changed since the last try
};
