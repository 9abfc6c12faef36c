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

/// Whether this process has a client, and its connection has ended.
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
  // ParaView notices an end when it reads the next request, which is after the frame. Here nothing is read.
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

/// The first rank does not wait for the others, which take the message when they look for one.
void TellOthers()
{
  vtkMPIController* const ranks = Ranks();
  for (int rank = 1; ranks && rank < ranks->GetNumberOfProcesses(); ++rank)
  {
    vtkMPICommunicator::Request sent;
    ranks->NoBlockSend(&TheClientHasEnded, 1, rank, Tag, sent);
  }
}

/// On another rank than the first: whether there is a message, which is taken.
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

bool IsKnown = false; // in this frame

} // namespace

void ClientConnection::BeginFrame()
{
  IsKnown = false;
  // The end of another client, that this rank did not ask for while it drew.
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
