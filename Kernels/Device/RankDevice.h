// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// The index of this process among the ranks of its machine, from 0 on, which the launcher of an MPI program
/// sets in the environment (Open MPI, MVAPICH, MPICH and Intel MPI, Slurm, PALS, Flux). -1 if no variable is
/// set. `lookUp` replaces std::getenv.
int localRank(const char* (*lookUp)(const char*) = nullptr);

/// The CUDA device of a rank if ranks of a machine share `numDevices` devices: they take turns; -1 without a
/// rank or a device.
int deviceOfLocalRank(int rank, int numDevices);

} // namespace inkray
