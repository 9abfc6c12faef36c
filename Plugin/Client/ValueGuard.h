// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"
#include "vtkVariant.h"

#include <map>
#include <set>
#include <string>
#include <vector>

class vtkSMProperty;

/// Rejects property values that the plug-in's types of representation cannot draw, whether the panel, a
/// script or a state file sets them. An error says what is allowed, and the property keeps its value.
/// ParaView 5.11 itself accepts any value.
///
/// Two kinds of properties are checked. The first are the plug-in's properties with a fixed range or list of
/// values. The second are those of opacity, color, light and placement that ParaView's types share, while one
/// of the plug-in's types is chosen: their numbers must be finite and in range. If another type has set such
/// a value, it is reset to its default when one of the plug-in's types is chosen.
/// vtkSMIsosurfaceRepresentationProxy checks the table of isosurfaces.
///
/// A type of representation that the display does not offer, which ParaView would accept silently, is
/// rejected as well, even in a state file. "Save as Default" leaves out properties that belong to a single
/// data set, such as the place of the cropping box.
///
/// Values that had other names in earlier versions (FormerName in the hints of a property) get today's names,
/// so that older scripts and state files still work.
class ValueGuard : public WatcherOf<ValueGuard>
{
public:
  /// Watch this display while it lives, if it offers one of the plug-in's types. For Volume (Ray Cast), also
  /// show the unit distance of opacity among the default properties.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  using Values = std::vector<vtkVariant>;

  static Values ValuesOf(vtkSMProperty* property);
  /// Find the first value of a property that is not allowed, and its index. Returns the allowed values in
  /// words. Empty: all values are allowed.
  std::string FindAllowed(vtkSMProperty* property, unsigned int& index) const;
  /// Reset all values that are not allowed to their defaults. Returns whether there were any.
  bool Reset();
  void Refuse(vtkSMProperty* property, unsigned int index, const std::string& allowed);
  /// Replace the former name of a value by today's. Returns whether it was a former name.
  bool Rename(vtkSMProperty* property);
  /// Reject a type that the display does not offer. Returns whether it was rejected.
  bool CheckType(vtkSMProperty* representation);
  void Update();

  std::map<vtkSMProperty*, Values> Accepted;    // values at the last update
  std::map<vtkSMProperty*, std::string> Shared; // names of the checked properties that ParaView's types share
  std::set<vtkSMProperty*> Refused;             // since the last update
  std::string Type;                             // the accepted type of representation
  bool IsBusy = false;
};
