// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkCommand.h"
#include "vtkWeakPointer.h"

#include <initializer_list>

class vtkSMPVRepresentationProxy;
class vtkSMProxy;

/// A command that looks after a display of the plug-in for as long as the display lives.
class DisplayWatcher : public vtkCommand
{
public:
  vtkAbstractTypeMacro(DisplayWatcher, vtkCommand);

  /// The plug-in's types of representation.
  static constexpr const char *VolumeType = "Volume (Ray Cast)", *IsosurfaceType = "Isosurface (Ray Cast)",
                              *PathTraceType = "Isosurface (Path Traced)";
  /// Whether a proxy, which may be null, offers one of them.
  static bool HasTypes(vtkSMProxy* proxy);

protected:
  using Names = std::initializer_list<const char*>;

  /// Look after a proxy, if it is a display with all these properties. False: it is not.
  bool LookAfter(vtkSMProxy* proxy, Names needed);
  /// Hear of changes of these properties, where the display has them, and of events of the display.
  void Hear(Names properties, std::initializer_list<unsigned long> events = {});
  /// Whether a type of representation is chosen.
  bool IsOfType(const char* type) const;

  vtkWeakPointer<vtkSMPVRepresentationProxy> Display;
};
