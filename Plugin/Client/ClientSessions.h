// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

class vtkSMSessionProxyManager;

/// The plug-in's work on the client of each session, with or without a server.
namespace ClientSessions
{

/// Watch all sessions, including those that are created later. If the server of a session has the plug-in,
/// the session offers its types of representation (see vtkRepresentationTypes). Its displays are then served
/// by the watchers of this folder: colored by DisplayColoring, checked by ValueGuard, and so on.
void Watch();

/// Set a function that is called after a session has begun to offer the types, and now for sessions that
/// offer them already. Such a session may have older displays: see DisplayRebuilder.
void SetOnOffered(std::function<void(vtkSMSessionProxyManager*)> function);

} // namespace ClientSessions
