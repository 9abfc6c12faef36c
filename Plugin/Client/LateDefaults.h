// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"
#include "vtkVariant.h"

#include <map>
#include <string>
#include <vector>

class vtkSMProperty;

/// Chooses default values that depend on the data at the first time step that allows it. These are array
/// and value of isosurfaces, array and range of the threshold, the opacity array, and the place of slices.
/// ParaView chooses them when the display is created, but a time series may begin without cells, without
/// the array, or without numbers. A value that the user has chosen in the meantime is kept, as are those
/// of state files, undo and redo.
class LateDefaults : public WatcherOf<LateDefaults>
{
public:
  /// Watch this display while it lives, if it offers one of the plug-in's types.
  static void Watch(vtkSMProxy* display);

  /// Whether this class is changing properties at this moment.
  static bool IsChoosing() { return Choosing; }

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  using Values = std::vector<vtkVariant>;

  enum class Choice
  {
    None,   // the data allow no choice
    ForNow, // a provisional choice: an array of ids or of a single value, or its range
    Good
  };
  Choice Find(vtkSMProperty* property) const;
  bool Choose(const std::string& name);

  std::map<std::string, Values> Waiting; // properties without a good value, with their last values
  static bool Choosing;
};
