// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// 1 if the build compiles functions for AVX2 and AVX-512 in addition to those for every CPU (VectorLanes.h
/// with INKRAY_LANES 8 or 16), 0 if it has no such functions.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define INKRAY_HAS_WIDE_LANES 1
#else
#define INKRAY_HAS_WIDE_LANES 0
#endif

namespace inkray
{

/// Whether packets of eight rays can be cast: the library includes them, and this CPU has AVX2.
inline bool canCastEightRays()
{
#if INKRAY_HAS_WIDE_LANES
  return __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

/// Whether packets of sixteen rays can be cast: the library includes them, and this CPU has the AVX-512 of
/// servers (Skylake-SP, Zen 4 and later).
inline bool canCastSixteenRays()
{
#if INKRAY_HAS_WIDE_LANES
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
  return false;
#endif
}

} // namespace inkray
