// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkCommand.h"
#include "vtkWeakPointer.h"

#include <initializer_list>

class vtkSMPVRepresentationProxy;
class vtkSMProxy;
class vtkSMViewProxy;

/// A command that looks after a display of the plug-in for as long as the display lives.
class DisplayWatcher : public vtkCommand
{
public:
  vtkAbstractTypeMacro(DisplayWatcher, vtkCommand);

  /// The core's types of representation; those of components are in DisplayTypes.
  static constexpr const char *VolumeType = "Volume (Ray Cast)", *IsosurfaceType = "Isosurface (Ray Cast)";
  /// Whether a proxy, which may be null, offers one of them.
  static bool HasTypes(vtkSMProxy* proxy);

protected:
  using Names = std::initializer_list<const char*>;

  /// Look after a proxy, if it is a display with all these properties. False: it is not.
  bool LookAfter(vtkSMProxy* proxy, Names needed);
  /// Hear of changes of these properties, where the display has them, and of events of the display.
  void Hear(Names properties, std::initializer_list<unsigned long> events = {});
  /// Whether this type of representation is chosen; whether any of the plug-in's is.
  bool IsOfType(const char* type) const;
  bool IsOfOurType() const;

  /// Types whose surfaces can have a volume around them: hear of their switches, whether a property is one of
  /// them, whether the chosen type is such a type, and whether the volume is there.
  void HearOfVolumes();
  bool IsOfVolume(vtkObject* property) const;
  bool CanIncludeVolume() const;
  bool IncludesVolume() const;

  /// Whether an event is the end of an update of the view that shows the display, when information about its
  /// data is up to date. To be called for each event, with the display's vtkCommand::UpdateDataEvent among
  /// them. Watchers of higher priority hear of that end first.
  bool IsViewUpdated(vtkObject* caller, unsigned long event, float priority = 0);

  vtkWeakPointer<vtkSMPVRepresentationProxy> Display;
  vtkWeakPointer<vtkSMViewProxy> View; // that shows it, once its data have been updated
};
