// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"
#include "vtkVariant.h"

#include <map>
#include <string>
#include <vector>

class vtkSMProperty;

/// Chooses default values that depend on the data at the first time step that allows it: the array and the
/// value of the isosurfaces, the array and the range of the threshold, the array of the opacity, and the
/// place of the slices. ParaView chooses them when the display is made, and a series may begin without cells,
/// without the array, or without any number. A value that somebody has chosen in the meantime stays, as do
/// those of state files, undo and redo.
class LateDefaults : public DisplayWatcher
{
public:
  static LateDefaults* New() { return new LateDefaults; }
  vtkTypeMacro(LateDefaults, DisplayWatcher);

  /// Look after this display for as long as it lives, if it offers one of the plug-in's types.
  static void Watch(vtkSMProxy* display);

  /// Whether properties are changing because this class chooses their values.
  static bool IsChoosing() { return Choosing; }

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  using Values = std::vector<vtkVariant>;

  enum class Choice
  {
    None,   // the data allow no choice
    ForNow, // a provisional one: an array of ids or of one value, or the range of such an array
    Good
  };
  Choice Find(vtkSMProperty* property) const;
  bool Choose(const std::string& name);

  std::map<std::string, Values> Waiting; // properties without a good value, and those that they got last
  static bool Choosing;
};
