// SPDX-License-Identifier: BSD-3-Clause
#include "ClientConnection.h"

#include "vtkClientSocket.h"
#include "vtkMultiProcessController.h"
#include "vtkPVSession.h"
#include "vtkProcessModule.h"
#include "vtkSocketCommunicator.h"

#include <poll.h>

bool ClientConnection::IsLost()
{
  vtkProcessModule* const process = vtkProcessModule::GetProcessModule();
  auto* const session = process ? vtkPVSession::SafeDownCast(process->GetActiveSession()) : nullptr;
  vtkMultiProcessController* const client = session ? session->GetController(vtkPVSession::CLIENT) : nullptr;
  auto* const communicator =
    client ? vtkSocketCommunicator::SafeDownCast(client->GetCommunicator()) : nullptr;
  vtkClientSocket* const socket = communicator ? communicator->GetSocket() : nullptr;
  if (!socket || !socket->GetConnected())
  {
    return false;
  }
  // ParaView notices an end when it reads the next request, which is after the frame. Here nothing is read.
  pollfd ends{ socket->GetSocketDescriptor(), POLLRDHUP, 0 };
  return poll(&ends, 1, 0) > 0;
}
