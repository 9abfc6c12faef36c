// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"
#include "vtkVariant.h"

#include <map>
#include <string>
#include <vector>

class vtkSMProperty;

/// Gives properties of a display that ParaView chooses by the data their values at the first time step that
/// allows it: the array and the value of the isosurfaces, the array and the range of the threshold, the place
/// of the slices. ParaView chooses them when the display is made, where a series may have no cells yet, not
/// the array, or no number. A value that somebody has chosen in the meantime stays, as do those of state
/// files, undo and redo.
class LateDefaults : public DisplayWatcher
{
public:
  static LateDefaults* New() { return new LateDefaults; }
  vtkTypeMacro(LateDefaults, DisplayWatcher);

  /// Look after this display for as long as it lives, if it offers one of the plug-in's types.
  static void Watch(vtkSMProxy* display);

  /// Whether properties that are changing now are given such values.
  static bool IsChoosing() { return Choosing; }

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  using Values = std::vector<vtkVariant>;

  enum class Choice
  {
    None,   // the data allow none
    ForNow, // ids, or what has one value
    Good
  };
  Choice Find(vtkSMProperty* property) const;
  bool Choose(const std::string& name);

  std::map<std::string, Values> Waiting; // properties, and the values that they had when the display was made
  static bool Choosing;
};
