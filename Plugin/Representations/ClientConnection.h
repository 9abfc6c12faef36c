// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The connection of a server process to the client that it draws for.
namespace ClientConnection
{
/// Begin a frame, on all ranks of a server: discard messages of earlier frames.
void BeginFrame();

/// Whether the client has ended or its connection is broken. The first rank of a server, which has the
/// connection, sends the answer to the other ranks once per frame, when it is asked. The others know it when
/// they are asked next. Always false in a process without a client, and on the other ranks if ParaView is
/// built without MPI.
bool IsLost();
} // namespace ClientConnection
