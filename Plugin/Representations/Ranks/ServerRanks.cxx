// SPDX-License-Identifier: BSD-3-Clause
#include "ServerRanks.h"

#include "Device/Device.h"
#include "Device/RankDevice.h"
#include "RayCastSession.h"
#include "vtkCommunicator.h"
#include "vtkMultiProcessController.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace ServerRanks
{

int GetNumberOfRanks()
{
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  return controller ? controller->GetNumberOfProcesses() : 1;
}

int GetRank()
{
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  return controller ? controller->GetLocalProcessId() : 0;
}

int GetPartner(int round, int rank, int ranks)
{
  // Two ranks meet if their sum equals the round, modulo the number of ranks.
  return (round - rank + ranks) % ranks;
}

void ChooseDevice()
{
  static const bool isChosen = [] {
    if (GetNumberOfRanks() > 1)
    {
      RayCastSession::SetRankDevice(inkray::deviceOfLocalRank(inkray::localRank(), inkray::numCudaDevices()));
    }
    return true;
  }();
  static_cast<void>(isChosen);
}

void Unite(double* intervals, int number)
{
  if (GetNumberOfRanks() == 1)
  {
    return;
  }
  // Store upper ends as negatives, so that one minimum serves both ends.
  std::vector<double> mine(2 * number), all(2 * number);
  for (int i = 0; i < number; ++i)
  {
    const bool empty = !(intervals[2 * i] <= intervals[2 * i + 1]);
    mine[2 * i] = empty ? std::numeric_limits<double>::max() : intervals[2 * i];
    mine[2 * i + 1] = empty ? std::numeric_limits<double>::max() : -intervals[2 * i + 1];
  }
  vtkMultiProcessController::GetGlobalController()->AllReduce(
    mine.data(), all.data(), 2 * number, vtkCommunicator::MIN_OP);
  for (int i = 0; i < number; ++i)
  {
    intervals[2 * i] = all[2 * i];
    intervals[2 * i + 1] = -all[2 * i + 1];
  }
}

void AddUp(double* values, int number)
{
  if (GetNumberOfRanks() == 1)
  {
    return;
  }
  const std::vector<double> mine(values, values + number);
  vtkMultiProcessController::GetGlobalController()->AllReduce(
    mine.data(), values, number, vtkCommunicator::SUM_OP);
}

void TakeFromLeast(double& key, double* values, int number)
{
  if (GetNumberOfRanks() == 1)
  {
    return;
  }
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  const double mine = key;
  controller->AllReduce(&mine, &key, 1, vtkCommunicator::MIN_OP);
  const int candidate = mine == key ? GetRank() : GetNumberOfRanks();
  int owner = 0;
  controller->AllReduce(&candidate, &owner, 1, vtkCommunicator::MIN_OP);
  controller->Broadcast(values, number, owner);
}

void TakeLeast(float* values, int number)
{
  if (GetNumberOfRanks() == 1)
  {
    return;
  }
  const std::vector<float> mine(values, values + number);
  vtkMultiProcessController::GetGlobalController()->AllReduce(
    mine.data(), values, number, vtkCommunicator::MIN_OP);
}

namespace
{
template <class Value>
void Gather(const Value* mine, Value* all, int number)
{
  if (GetNumberOfRanks() == 1)
  {
    std::copy_n(mine, number, all);
    return;
  }
  vtkMultiProcessController::GetGlobalController()->AllGather(mine, all, number);
}
} // namespace

void GatherAll(const float* mine, float* all, int number)
{
  Gather(mine, all, number);
}

void GatherAll(const double* mine, double* all, int number)
{
  Gather(mine, all, number);
}

} // namespace ServerRanks
