// SPDX-License-Identifier: BSD-3-Clause
#include "ClientConnection.h"

#include "ServerRanks.h"
#include "vtkClientSocket.h"
#include "vtkMultiProcessController.h"
#include "vtkPVSession.h"
#include "vtkProcessModule.h"
#include "vtkSocketCommunicator.h"
#if VTK_MODULE_ENABLE_VTK_ParallelMPI
#include "vtkMPIController.h"
#endif

#include <poll.h>

namespace
{

/// Whether this process has a client whose connection has ended.
bool HasLostClient()
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
  // ParaView notices the end only when it reads the next request, after the frame. poll() reads nothing.
  pollfd ends{ socket->GetSocketDescriptor(), POLLRDHUP, 0 };
  return poll(&ends, 1, 0) > 0;
}

#if VTK_MODULE_ENABLE_VTK_ParallelMPI
constexpr int Tag = 26102;
const int TheClientHasEnded = 1;

vtkMPIController* Ranks()
{
  return vtkMPIController::SafeDownCast(vtkMultiProcessController::GetGlobalController());
}

/// Send the message to all other ranks without waiting. They receive it when they probe for it.
void TellOthers()
{
  vtkMPIController* const ranks = Ranks();
  for (int rank = 1; ranks && rank < ranks->GetNumberOfProcesses(); ++rank)
  {
    vtkMPICommunicator::Request sent;
    ranks->NoBlockSend(&TheClientHasEnded, 1, rank, Tag, sent);
  }
}

/// On ranks other than the first: receive a message, if one has arrived. Returns whether one has.
bool TakeMessage()
{
  vtkMPIController* const ranks = Ranks();
  int isThere = 0, sender = 0;
  if (!ranks || !ranks->Iprobe(0, Tag, &isThere, &sender) || !isThere)
  {
    return false;
  }
  int message = 0;
  ranks->Receive(&message, 1, 0, Tag);
  return true;
}
#else
void TellOthers()
{
}
bool TakeMessage()
{
  return false;
}
#endif

bool IsKnown = false; // whether the end of the client is known in this frame

} // namespace

void ClientConnection::BeginFrame()
{
  IsKnown = false;
  // Discard messages about earlier clients, for which this rank did not ask while it drew.
  while (ServerRanks::GetRank() > 0 && TakeMessage())
  {
  }
}

bool ClientConnection::IsLost()
{
  if (!IsKnown && ServerRanks::GetRank() > 0)
  {
    IsKnown = TakeMessage();
  }
  else if (!IsKnown && HasLostClient())
  {
    IsKnown = true;
    TellOthers();
  }
  return IsKnown;
}
