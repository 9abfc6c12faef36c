// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

#include <set>
#include <string>

/// Chooses the first values of some properties of a display, unless the user has chosen them.
///
/// The unit distance of opacity is fitted when a display becomes Volume (Ray Cast) or gets a volume around
/// its surfaces. ParaView's own distance is about the length of a cell. With it, a ramp of opacities absorbs
/// so much that rays end near the outside of a mesh of many cells. The fitted distance gives rays along the
/// axes a fixed mean optical depth, by the opacity function and the histogram of the volume. Until the
/// histogram is known, the distance of thin data is their thickness.
///
/// The first isosurface of an array is at the middle of the range. If hardly any of the data is on one side
/// of it, as with stresses, it moves when the display is first drawn with that array. The new isovalue splits
/// the data better (DisplayHistogram::FindThreshold).
///
/// Many simulations begin with one value everywhere, without cells, without the array or with NaN only. At
/// the first time step that has a range, the distance and the range of the functions are chosen again. An
/// isosurface at the single value moves to the middle. Choices that the user has made in the meantime are
/// kept, as are those of state files, undo and redo.
class FirstLook : public WatcherOf<FirstLook>
{
public:
  /// Watch this display while it lives, if it has the properties.
  static void Watch(vtkSMProxy* display);

  /// The distance that gives rays through the displayed data the wanted mean optical depth, with the
  /// functions of values and gradients that the display uses. Returns 0 if it cannot be found.
  static double FindDistance(vtkSMProxy* display);

  ///@{
  /// SetDistance sets this distance and remembers that the user has not chosen it; the caller traces the
  /// change. Returns false if the distance cannot be found. HasSetDistance returns whether the display still
  /// has the distance that was set last.
  static bool SetDistance(vtkSMProxy* display);
  static bool HasSetDistance(vtkSMProxy* display);
  ///@}

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  /// Whether the display shows a volume, as Volume (Ray Cast) or around surfaces.
  bool ShowsVolume() const;
  void Begin();
  void TakeBounds();
  void FitAgain();
  bool IsWorthALook() const;   ///< whether the color array is
  double GetThickness() const; ///< the least length of the data's bounds; negative: no bounds
  void LookAgain();
  void MoveIsosurface();
  void LookAtIsosurface(double middle);
  void Fit();

  bool HasNewData = false; // since the last fit of the distance
  bool IsDue = false;
  bool IsRestored = false; // by undo, redo or a state file, since the last update of the view
  bool IsForNow = false;   // the distance is provisional: the array is not worth showing
  double ForNow = 0;       // the provisional distance
  bool HasBounds = true;   // whether the data had bounds when First was chosen
  double First = 0;        // the distance until it is fitted
  double Initial = -1;     // the distance of a display without bounds when it was created

  /// The choice for data of a single value, or without any.
  struct Constant
  {
    bool Is = false;
    bool IsDue = false; // whether the user had not chosen the distance
    double Value = 0;
    double Functions[2] = { 0, 0 }; // the range of the functions at that time
    double Distance = 0;
  };
  std::string Array;                   // the array that colors the display
  bool HasVaried = false;              // whether the array has had several values at any time step
  Constant Colored;                    // for the color array
  Constant Isosurface;                 // for the isosurface array
  std::set<std::string> SurfaceArrays; // the arrays whose first isosurface has been checked
  bool KeepsIsosurface = false;        // a state file, undo or redo has set it
};
