// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The client that this process draws for, as far as the process is a server.
namespace ClientConnection
{
/// Whether the client has ended, or its connection is broken. False in a process that has no client, as the
/// other ranks of a server have none.
bool IsLost();
} // namespace ClientConnection
