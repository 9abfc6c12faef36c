// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// Defined if the build can compile functions for AVX2 or AVX-512 in addition to those for every CPU
/// (VectorLanes.h with INKRAY_LANES 8 or 16).
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define INKRAY_HAS_EIGHT_LANES
#define INKRAY_HAS_SIXTEEN_LANES
#endif

namespace inkray
{

/// Whether packets of eight rays can be cast: the library includes them, and this CPU has AVX2.
inline bool canCastEightRays()
{
#ifdef INKRAY_HAS_EIGHT_LANES
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

/// Whether packets of sixteen rays can be cast: the library includes them, and this CPU has the AVX-512 of
/// servers (Skylake-SP, Zen 4 and later).
inline bool canCastSixteenRays()
{
#ifdef INKRAY_HAS_SIXTEEN_LANES
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

} // namespace inkray
