// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

class vtkSMSessionProxyManager;

/// The plug-in's work on the client's side of each session, with a server or without.
namespace ClientSessions
{

/// From now on, a session whose server has the plug-in offers its types of representation (see
/// vtkRepresentationTypes), its displays are coloured as DisplayColouring says and refuse what
/// DisplayChecks does, and cells are selected as VisibleSelections says.
void Watch();

/// Called after a session has begun to offer them, and for those that have before. The session may have
/// displays that are older, see LateDisplays.
void SetOnOffered(std::function<void(vtkSMSessionProxyManager*)> function);

} // namespace ClientSessions
