// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Called when the plug-in is loaded. In a process with a pipeline of its own (ParaView's window, pvpython,
/// pvbatch; not a server) it has ClientSessions watch all sessions, those to come as well.
void InKRayStartClient();
