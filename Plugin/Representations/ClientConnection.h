// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The client that this process draws for, as far as the process is a server.
namespace ClientConnection
{
/// A frame begins, on all ranks of a server: what earlier frames were told does not concern it.
void BeginFrame();

/// Whether the client has ended, or its connection is broken. The first rank of a server has the connection,
/// and tells the others once a frame, when it asks; they hear of it when they ask next. False in a process
/// that has no client, and on the other ranks where ParaView was built without MPI.
bool IsLost();
} // namespace ClientConnection
