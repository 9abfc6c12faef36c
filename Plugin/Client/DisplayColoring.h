// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"
#include "vtkWeakPointer.h"

#include <array>
#include <functional>
#include <string>

struct DefaultArray;

/// Chooses the color array of a display when one of the plug-in's types of representation is chosen for it.
/// ParaView only does this for its own type Volume, by name, in
/// vtkSMPVRepresentationProxy::SetRepresentationType (5.11).
///
/// - Volume (Ray Cast): if no array is chosen, the first useful array is, with its color map and opacity
///   function. If the user later chooses Solid Color, the display keeps the opacity function of the last
///   array, and keeps Solid Color while it has other types of representation in between.
/// - Isosurface (Ray Cast): likewise. Solid Color stays if an array has colored the display before.
/// - Types of components: an array only replaces colors of blocks, which ParaView chooses by itself. With a
///   volume around the surfaces, it also replaces Solid Color, because the volume needs an array.
///
/// A time series may begin without cells or arrays, or with arrays of ids or of a single value. In
/// this case the choice is repeated at the first time step with an array worth showing, unless the
/// user has chosen in the meantime.
///
/// This class observes properties of the display, so choices count whether they are made in the window or by
/// a script. State files, undo and redo bring their own coloring, which is kept.
class DisplayColoring : public WatcherOf<DisplayColoring>
{
public:
  /// Watch this display while it lives, if it offers one of the plug-in's types.
  static void Watch(vtkSMProxy* display);

  /// Called with a display for which an array has been chosen, and the color map that it had before (or
  /// null).
  using ChosenFunction = std::function<void(vtkSMPVRepresentationProxy*, vtkSMProxy*)>;
  static void SetOnChosen(ChosenFunction function);

  /// Whether an event of this display restores earlier values, from a state file or by undo and redo.
  /// Modified properties (vtkCommand::ModifiedEvent) also count while ParaView's window excludes changes from
  /// undo. It also does this while it renders, so updates of data do not count then.
  static bool IsRestoring(vtkSMProxy* display, unsigned long event);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  bool HasArray() const; ///< whether an array of points or cells is chosen
  void NoteType();
  void ChooseArray();
  void ChooseFirst(); ///< choose the first useful array; provisional if it is not worth showing
  void ChooseAgain(); ///< after a provisional choice, unless the user has chosen since
  std::array<double, 4> GetRanges() const; ///< ranges of the color map and of the opacity function
  void ShowConstant(const DefaultArray& array);
  void NoteArray();
  void KeepOpacity();
  /// Take the 2-D function of the color map if the display has none. ParaView only gives a display its
  /// function, with the range of the map, when the user chooses an array. The Color Map Editor needs that
  /// function to find the data of its histogram.
  void TakeTransferFunction2D();

  int Association = 0; // of the last array that colored the display
  std::string Name;
  vtkWeakPointer<vtkSMProxy> Colors;
  vtkWeakPointer<vtkSMProxy> Opacity;
  bool WasVolume = false;            // before the last change of the type of representation
  bool KeepsSolid = false;           // the display had Solid Color when it left Volume (Ray Cast)
  std::array<double, 4> Ranges = {}; // of the functions after the last choice
  bool IsForNow = false;             // the choice is provisional: no array was worth showing
  bool IsBusy = false;               // this object is changing properties itself
};
