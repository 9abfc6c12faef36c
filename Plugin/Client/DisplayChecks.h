// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "DisplayWatcher.h"
#include "vtkVariant.h"

#include <map>
#include <set>
#include <string>
#include <vector>

class vtkSMProperty;

/// Refuses values of a display's properties that the plug-in's types of representation cannot draw, whoever
/// sets them: the panel, a script, a state file. One error says what is allowed, and the property keeps the
/// value that it had. ParaView (5.11) itself takes any.
///
/// Checked are the properties of the plug-in that have a range or a list of values of their own, and those of
/// opacity, color, light and place that ParaView's types have too, while one of the plug-in's is chosen:
/// their numbers have to be finite and in the range. Values of these that another type took are set back to
/// what they are at first when one of the plug-in's is chosen. The table of isosurfaces looks after itself
/// (vtkSMIsosurfaceRepresentationProxy).
///
/// A type of representation that the display does not offer, which ParaView would take without a word, is
/// refused as well, also where a state file has it. Save as Default leaves out properties that belong to
/// one data set, such as where it is cropped.
///
/// Names of values that a property had in earlier versions (FormerName in its hints) become those of today,
/// so that older scripts and state files go on working.
class DisplayChecks : public DisplayWatcher
{
public:
  static DisplayChecks* New() { return new DisplayChecks; }
  vtkTypeMacro(DisplayChecks, DisplayWatcher);

  /// Look after this display for as long as it lives, if it offers one of the plug-in's types. Shows the unit
  /// distance of opacity for Volume (Ray Cast) without advanced properties.
  static void Watch(vtkSMProxy* display);

  void Execute(vtkObject* caller, unsigned long event, void* data) override;

private:
  using Values = std::vector<vtkVariant>;

  static Values ValuesOf(vtkSMProperty* property);
  /// The values that a property allows, and the index of its first value that is not one; empty: all are.
  std::string FindAllowed(vtkSMProperty* property, unsigned int& index) const;
  /// Set all values that are not allowed to those of the beginning; whether there were any.
  bool Reset();
  void Refuse(vtkSMProperty* property, unsigned int index, const std::string& allowed);
  /// Give a former name of a value its name of today; whether there was one.
  bool Rename(vtkSMProperty* property);
  /// Refuse a type that the display does not offer; whether it was one.
  bool CheckType(vtkSMProperty* representation);
  void Update();

  std::map<vtkSMProperty*, Values> Accepted;    // as of the last update
  std::map<vtkSMProperty*, std::string> Shared; // of these, those that ParaView's types have too: names
  std::set<vtkSMProperty*> Refused;             // since the last update
  std::string Type;                             // of representation, as accepted
  bool IsBusy = false;
};
