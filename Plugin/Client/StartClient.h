// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Called when the plug-in is loaded. In processes with a pipeline of their own (ParaView's window, pvpython
/// and pvbatch, but no server), ClientSessions then watches all sessions, including later ones.
void InKRayStartClient();
