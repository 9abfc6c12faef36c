// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

class vtkSMProxy;
class vtkSMSessionProxyManager;

/// Displays that are older than the plug-in. ParaView gives a display its types of representation when it is
/// made (vtkSMPVRepresentationProxy and vtkSIPVRepresentationProxy of 5.11 read them with the definition, and
/// have no call to add one), so these do not have the plug-in's.
namespace LateDisplays
{

/// The displays of a session that would have the plug-in's types if they were made now.
std::vector<vtkSMProxy*> Find(vtkSMSessionProxyManager* session);

/// Make a display anew, with the same properties, in the place of this one in all views. A script's variable
/// and the undo stack have a display of nothing afterwards. False, and nothing is done, where something else
/// of the session uses the display, as an animation of it does.
bool Renew(vtkSMProxy* display);

} // namespace LateDisplays
