// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"

#include <set>
#include <string>

/// Chooses first values for a display, unless somebody has chosen them.
///
/// The unit distance of opacity is fitted when a display becomes Volume (Ray Cast), or gets a volume around
/// its surfaces. ParaView's own distance is about the length of a cell. With it, a ramp of
/// opacities absorbs so much that rays end at the skin of a mesh of many cells. The fitted distance gives
/// rays along the axes a certain optical depth on average. It follows from the opacity function and the
/// histogram of the volume. Until the histogram is known, thin data have their thickness as the distance.
///
/// The first isosurface of an array stands at the middle of the range. It moves when the display is first
/// drawn with that array, if hardly any of the data is on one side of it, as with stresses. It then stands at
/// a value that splits the data better (DisplayHistogram::FindThreshold).
///
/// Many simulations begin with one value everywhere, without cells, without the array or with NaN alone. At
/// the first time step that has a range, the distance and the range of the functions are chosen again. An
/// isosurface at that one value moves to the middle. Choices that somebody has made in the meantime stay, as
/// do those of state files, undo and redo.
class FirstLook : public DisplayWatcher
{
public:
  static FirstLook* New() { return new FirstLook; }
  vtkTypeMacro(FirstLook, DisplayWatcher);

  /// Look after this display for as long as it lives, if it offers the type.
  static void Watch(vtkSMProxy* display);

  /// The distance that gives rays through what a display shows the wanted optical depth, with the functions
  /// of values and gradients that the display uses; 0: it cannot be known.
  static double FindDistance(vtkSMProxy* display);

  ///@{
  /// SetDistance gives the display this distance, and remembers that nobody has chosen it; the caller traces
  /// the change. False: the distance cannot be known. HasSetDistance tells whether the display still has the
  /// distance that was set last.
  static bool SetDistance(vtkSMProxy* display);
  static bool HasSetDistance(vtkSMProxy* display);
  ///@}

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  /// Whether the display shows a volume: as representation Volume (Ray Cast), or around surfaces.
  bool ShowsVolume() const;
  void Begin();
  void TakeBounds();
  void FitAgain();
  bool IsWorthALook() const;   ///< whether the array that colors the display is
  double GetThickness() const; ///< the least length of the data's bounds; less than 0: they have none
  void LookAgain();
  void MoveIsosurface();
  void LookAtIsosurface(double middle);
  void Fit();

  bool HasNewData = false; // the distance is to be fitted to them
  bool IsDue = false;
  bool IsRestored = false; // by undo, redo or a state file, since the view was updated last
  bool IsForNow = false;   // the distance is provisional, for an array that is not worth a look
  double ForNow = 0;       // that distance
  bool HasBounds = true;   // the data had bounds when the distance was chosen first
  double First = 0;        // the distance until it is fitted
  double Initial = -1;     // the distance that a display without bounds had when it was made

  /// The choice made for data of one value, or of none.
  struct Constant
  {
    bool Is = false;
    bool IsDue = false; // the distance was nobody's choice
    double Value = 0;
    double Functions[2] = { 0, 0 }; // the range of the functions then
    double Distance = 0;
  };
  std::string Array;                   // by which the display is coloured
  bool HasVaried = false;              // the array has had more than one value at some time step
  Constant Colored;                    // by the array of the colours
  Constant Isosurface;                 // by the array of the isosurfaces
  std::set<std::string> SurfaceArrays; // whose first isosurfaces have been looked at
  bool KeepsIsosurface = false;        // a state file, undo or redo has brought it
};
