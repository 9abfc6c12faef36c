// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"
#include "vtkWeakPointer.h"

#include <array>
#include <functional>
#include <string>

struct UsefulArray;

/// Chooses what a display is coloured by when one of the plug-in's types of representation is chosen for it,
/// as ParaView does for its own type Volume only (its name is in the code of
/// vtkSMPVRepresentationProxy::SetRepresentationType, 5.11).
///
/// Volume (Ray Cast): where nothing is chosen to colour by, the first useful array is, with its colour map
/// and its opacity function. Chosen later, Solid Color keeps the opacity function of the array before it, and
/// stays while the display has other types of representation in between.
/// Isosurface (Ray Cast): likewise; Solid Color stays where the display has been coloured by an array before.
/// Types of components: only colors of blocks, which ParaView chooses by itself, give way to an array. With a
/// volume around the surfaces, Solid Color does, too, because the volume needs an array.
///
/// A series may begin without cells or arrays, or with arrays of ids, of one value or of none. An array is
/// then chosen again at the first time step with one that is worth a look, unless somebody has chosen in the
/// meantime.
///
/// The display's properties tell what is chosen, so it does not matter by whom: in the window, or by a script
/// in any way. State files, undo and redo bring their own colouring, which is left alone.
class DisplayColouring : public DisplayWatcher
{
public:
  static DisplayColouring* New() { return new DisplayColouring; }
  vtkTypeMacro(DisplayColouring, DisplayWatcher);

  /// Look after this display for as long as it lives, if it offers one of the plug-in's types.
  static void Watch(vtkSMProxy* display);

  /// Called with a display for which an array has been chosen, and with the colour map that it had before (or
  /// null).
  using ChosenFunction = std::function<void(vtkSMPVRepresentationProxy*, vtkSMProxy*)>;
  static void SetOnChosen(ChosenFunction function);

  /// Whether an event of this display brings values back that somebody has chosen before: from a state file,
  /// or by undo and redo. Properties that change (vtkCommand::ModifiedEvent) where ParaView's window leaves
  /// changes out of undo count, too. It does so while it renders, and so updates of data do not count then.
  static bool IsRestoring(vtkSMProxy* display, unsigned long event);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  bool HasArray() const; ///< of points or cells
  void NoteType();
  void ChooseArray();
  void ChooseFirst(); ///< the first useful array; provisionally, if it is not worth a look
  void ChooseAgain(); ///< after a provisional choice, unless somebody has chosen since
  std::array<double, 4> GetRanges() const; ///< of the color map and of the opacity function
  void ShowConstant(const UsefulArray& array);
  void NoteArray();
  void KeepOpacity();
  /// Take the 2-D function of the colour map, where the display has none: ParaView gives it one when an
  /// array is chosen by hand, with the range of the map, and the Color Map Editor finds the data of its
  /// histogram by that function.
  void TakeTransferFunction2D();

  int Association = 0; // of the array that it was coloured by last
  std::string Name;
  vtkWeakPointer<vtkSMProxy> Colors;
  vtkWeakPointer<vtkSMProxy> Opacity;
  bool WasVolume = false;            // before the type of representation changed last
  bool KeepsSolid = false;           // Solid Color was left behind with Volume (Ray Cast)
  std::array<double, 4> Ranges = {}; // that the functions got with the last choice
  bool IsForNow = false;             // the choice is provisional, as no array was worth a look
  bool IsBusy = false;               // the changes are its own
};
