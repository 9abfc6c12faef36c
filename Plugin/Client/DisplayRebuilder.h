// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

class vtkSMProxy;
class vtkSMSessionProxyManager;

/// Displays that were created before the plug-in was loaded. They lack the plug-in's types: ParaView gives a
/// display its types when it is created. (vtkSMPVRepresentationProxy and vtkSIPVRepresentationProxy of 5.11
/// read them with the definition, and have no function to add one.)
namespace DisplayRebuilder
{

/// The displays of a session that would have the plug-in's types if they were created now.
std::vector<vtkSMProxy*> Find(vtkSMSessionProxyManager* session);

/// Replace a display in all views by a new one with the same properties. Variables of scripts and the undo
/// stack then refer to a display that is gone. Returns false and does nothing if anything but a view uses the
/// display, such as an animation.
bool Renew(vtkSMProxy* display);

} // namespace DisplayRebuilder
