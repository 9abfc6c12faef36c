// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The ranks of a parallel server: their numbers and devices, and values that they share.
namespace ServerRanks
{

/// The number of ranks of this server. 1 if it is not parallel.
int GetNumberOfRanks();

/// The rank of this process, from 0.
int GetRank();

/// Assign each of several ranks a separate CUDA device, as long as its machine has enough. Each
/// representation calls this before it draws.
void ChooseDevice();

/// Replace each of `number` intervals (low, high) by the smallest interval that contains those of all ranks.
/// Intervals with low > high are empty. All ranks call this together with the same `number`.
void Unite(double* intervals, int number);

/// Replace each of `number` values by its sum over all ranks. All ranks call this with the same `number`.
void AddUp(double* values, int number);

/// Give all ranks the least `key` and the `number` values of the rank that has it, or of the lowest such
/// rank. All ranks call this together with the same `number`.
void TakeFromLeast(double& key, double* values, int number);

/// Replace each of `number` values by its minimum over all ranks. All ranks call this with the same `number`.
void TakeLeast(float* values, int number);

/// Give all ranks the `number` values of each rank, one rank after the other. All ranks call this
/// together with the same `number`.
void GatherAll(const float* mine, float* all, int number);
void GatherAll(const double* mine, double* all, int number);

/// The rank that `rank` meets in a round, possibly itself. Rounds go from 0 to ranks - 1. Partners meet each
/// other: the partner of the partner is `rank`. Over all rounds, each rank meets every other once.
int GetPartner(int round, int rank, int ranks);

} // namespace ServerRanks
