// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkCommand.h"
#include "vtkWeakPointer.h"

#include <initializer_list>

class vtkSMPVRepresentationProxy;
class vtkSMProxy;
class vtkSMViewProxy;

/// Base class of commands that watch a display of the plug-in while the display lives.
class DisplayWatcher : public vtkCommand
{
public:
  vtkAbstractTypeMacro(DisplayWatcher, vtkCommand);

  /// The types of representation of the core. Those of components are in DisplayTypes.
  static constexpr const char *VolumeType = "Volume (Ray Cast)", *IsosurfaceType = "Isosurface (Ray Cast)";
  /// Whether a proxy, which may be null, offers one of these types.
  static bool HasTypes(vtkSMProxy* proxy);

protected:
  using Names = std::initializer_list<const char*>;

  /// Set the display to watch. Returns false if the proxy is no display or lacks one of these properties.
  bool LookAfter(vtkSMProxy* proxy, Names needed);
  /// Observe changes of these properties, if the display has them, and these events of the display.
  void Hear(Names properties, std::initializer_list<unsigned long> events = {});
  /// Whether this type of representation is chosen, and whether any of the plug-in's types is.
  bool IsOfType(const char* type) const;
  bool IsOfOurType() const;

  /// Observe the properties that turn on a volume around surfaces.
  void HearOfVolumes();
  /// Whether a property is one that turns on a volume around surfaces.
  bool IsOfVolume(vtkObject* property) const;
  /// Whether the surfaces of the chosen type can have a volume around them, and whether this volume is on.
  bool CanIncludeVolume() const;
  bool IncludesVolume() const;

  /// Whether an event is the end of an update of the view that shows the display: information about the data
  /// is then up to date. Call this for every event, including the display's vtkCommand::UpdateDataEvent.
  /// Watchers of higher priority are notified of the end first.
  bool IsViewUpdated(vtkObject* caller, unsigned long event, float priority = 0);

  vtkWeakPointer<vtkSMPVRepresentationProxy> Display;
  vtkWeakPointer<vtkSMViewProxy> View; // shows the display; set after the first update of its data
};

/// A watcher that makes itself. Self is the class that derives from this.
template <class Self>
class WatcherOf : public DisplayWatcher
{
public:
  static Self* New() { return new Self; }
};
