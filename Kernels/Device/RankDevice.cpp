// SPDX-License-Identifier: BSD-3-Clause
#include "Device/RankDevice.h"

#include <cstdlib>
#include <initializer_list>

namespace inkray
{

int localRank(const char* (*lookUp)(const char*))
{
  // The variables of MPI libraries come first: they take precedence over the variables of launchers.
  for (const char* const name : { "OMPI_COMM_WORLD_LOCAL_RANK", "MV2_COMM_WORLD_LOCAL_RANK",
         "MPI_LOCALRANKID", "PMI_LOCAL_RANK", "PALS_LOCAL_RANKID", "SLURM_LOCALID", "FLUX_TASK_LOCAL_ID" })
  {
    const char* const text = lookUp ? lookUp(name) : std::getenv(name);
    if (!text || *text < '0' || *text > '9')
      continue;
    char* end = nullptr;
    const long rank = std::strtol(text, &end, 10);
    if (*end == '\0' && rank < 1 << 20)
      return static_cast<int>(rank);
  }
  return -1;
}

int deviceOfLocalRank(int rank, int numDevices)
{
  return rank < 0 || numDevices < 1 ? -1 : rank % numDevices;
}

} // namespace inkray
