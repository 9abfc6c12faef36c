// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The ranks of a parallel server: their numbers and devices, and values that they share.
namespace ServerRanks
{

/// The ranks of this server, 1 where it is not parallel.
int GetNumberOfRanks();

/// The rank of this process, from 0 on.
int GetRank();

/// Has each of several ranks draw on a CUDA device of its own, as far as its machine has some; called by each
/// representation, before it draws.
void ChooseDevice();

/// Makes each of `number` intervals, (low, high) one after the other, the least that holds those of all
/// ranks. Intervals with low > high hold nothing. All ranks call this with the same number.
void Unite(double* intervals, int number);

/// Makes each of `number` values the sum of those of all ranks. All ranks call this with the same number.
void AddUp(double* values, int number);

/// Gives all ranks the values of the rank whose `key` is the least, the lowest of them if there are several,
/// and that key. All ranks call this with the same number.
void TakeFromLeast(double& key, double* values, int number);

/// Makes each of `number` values the least of those of all ranks. All ranks call this with the same number.
void TakeLeast(float* values, int number);

/// Gives all ranks the `number` values of each rank, one rank after the other. All ranks call this with the
/// same number.
void GatherAll(const float* mine, float* all, int number);
void GatherAll(const double* mine, double* all, int number);

/// The rank that a rank meets in a round, possibly itself; rounds go from 0 to ranks - 1. In each round, the
/// partner of a rank's partner is that rank. In all rounds together, a rank meets every other once.
int GetPartner(int round, int rank, int ranks);

} // namespace ServerRanks
