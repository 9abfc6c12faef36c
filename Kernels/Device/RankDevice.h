// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// The place of this process among the ranks of its machine, from 0 on, as the launcher of an MPI program
/// says in the environment (Open MPI, MVAPICH, MPICH and Intel MPI, Slurm, PALS, Flux); -1 where none does.
/// `lookUp` takes the place of std::getenv.
int localRank(const char* (*lookUp)(const char*) = nullptr);

/// The CUDA device of a rank, where ranks of a machine share so many: one each, in turn; -1 without a rank or
/// a device.
int deviceOfLocalRank(int rank, int numDevices);

} // namespace inkray
