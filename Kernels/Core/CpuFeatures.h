// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Defined where a source can have functions for AVX2 beside those for every CPU (VectorLanes.h with
/// INKRAY_LANES 8).
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define INKRAY_HAS_EIGHT_LANES
#endif

namespace inkray
{

/// Whether packets of eight rays can be cast: the library has them, and this CPU has AVX2.
inline bool canCastEightRays()
{
#ifdef INKRAY_HAS_EIGHT_LANES
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

} // namespace inkray
