// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

/// The algorithms' only preprocessor switch. Functions marked INKRAY_HD are compiled for the host and, by
/// nvcc, for the device. The functions of this file hide operations that differ between the two (rounding
/// control, atomics, read-only loads).
#ifdef __CUDACC__
#define INKRAY_HD __host__ __device__ __forceinline__
#define INKRAY_HD_NOINLINE static __host__ __device__ __noinline__ __attribute__((unused))
#else
#define INKRAY_HD inline
#define INKRAY_HD_NOINLINE inline
#endif

/// Marks a loop whose indices must be compile-time constants, so that its array stays in registers.
#ifdef __CUDA_ARCH__
#define INKRAY_UNROLL _Pragma("unroll")
#else
#define INKRAY_UNROLL
#endif

/// Marks a loop that must not be unrolled: in a short kernel, fetching more instructions would cost time.
#ifdef __CUDA_ARCH__
#define INKRAY_NO_UNROLL _Pragma("unroll 1")
#else
#define INKRAY_NO_UNROLL
#endif

namespace inkray
{

struct alignas(16) Float4
{
  float x, y, z, w;
};

struct alignas(8) UInt2
{
  std::uint32_t x, y;
};

struct alignas(16) UInt4
{
  std::uint32_t x, y, z, w;
};

struct Float3
{
  float x, y, z;
};

/// Product and difference, each rounded separately: never contracted into a fused multiply-add. (On the host
/// the build sets -ffp-contract=off.)
INKRAY_HD float mulRounded(float a, float b)
{
#ifdef __CUDA_ARCH__
  return __fmul_rn(a, b);
#else
  return a * b;
#endif
}

INKRAY_HD float subRounded(float a, float b)
{
#ifdef __CUDA_ARCH__
  return __fsub_rn(a, b);
#else
  return a - b;
#endif
}

INKRAY_HD double mulRounded(double a, double b)
{
#ifdef __CUDA_ARCH__
  return __dmul_rn(a, b);
#else
  return a * b;
#endif
}

/// sum + a a, with the square rounded before the addition.
INKRAY_HD double addSquare(double sum, double a)
{
#ifdef __CUDA_ARCH__
  return __dadd_rn(sum, __dmul_rn(a, a));
#else
  return sum + a * a;
#endif
}

/// Whether multiplyAdd rounds once.
#if defined(__CUDA_ARCH__) || defined(__FMA__)
constexpr bool multiplyAddIsFused = true;
#else
constexpr bool multiplyAddIsFused = false;
#endif

/// a b + c, fused if that is one instruction.
INKRAY_HD float multiplyAdd(float a, float b, float c)
{
#ifdef __CUDA_ARCH__
  return __fmaf_rn(a, b, c);
#elif defined(__FMA__)
  return __builtin_fmaf(a, b, c);
#else
  return a * b + c;
#endif
}

/// 1 / x, within 1 ulp (hardware approximation on the device).
INKRAY_HD float reciprocal(float x)
{
#ifdef __CUDA_ARCH__
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
#else
  return 1.0f / x;
#endif
}

/// 2^f for |f| <= 1/2, times two: a minimax polynomial within 9e-8; the coefficients of f^0 to f^5.
constexpr float twicePowerOfTwo[6] = { 2.0f, 1.386293957513734f, 0.4804448348568106f, 0.11101461585888878f,
  0.019343058807049268f, 0.0026531665174769282f };

/// 2^x with a relative error of at most 2.5e-7; a result below 2^-125 may become smaller, down to 0.
INKRAY_HD float exp2Fast(float x)
{
#ifdef __CUDA_ARCH__
  float r;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
#else
  // Computed inline, because the library's function is a call. x = n + f with |f| <= 1/2. 2^(n - 1) is built
  // from its exponent's bits, and the polynomial includes the remaining factor of 2, so that neither
  // overflows before the product does. NaN stays NaN in both comparisons.
  x = x < -126.0f ? -126.0f : x;
  x = x > 128.0f ? 128.0f : x;
  const float integers = 12582912.0f; // 1.5 2^23: floats of that size are integers
  const float shifted = x + integers;
  const float f = x - (shifted - integers);
  std::uint32_t exponent;
  memcpy(&exponent, &shifted, sizeof exponent);
  exponent = (exponent << 23) + (126u << 23);
  float scale;
  memcpy(&scale, &exponent, sizeof scale);
  const float* const c = twicePowerOfTwo;
  return ((((c[5] * f + c[4]) * (f * f) + (c[3] * f + c[2])) * f + c[1]) * f + c[0]) * scale;
#endif
}

/// Returns x, but hides its value from the compiler, which therefore cannot give each path that sets x its
/// own continuation: threads of a warp that took different paths continue together.
INKRAY_HD bool meet(bool x)
{
#ifdef __CUDA_ARCH__
  int same = x;
  asm volatile("" : "+r"(same));
  return same != 0;
#else
  return x;
#endif
}

/// Loads through the read-only path of the device.
INKRAY_HD Float4 load(const Float4* p)
{
#ifdef __CUDA_ARCH__
  const float4 v = __ldg(reinterpret_cast<const float4*>(p));
  return { v.x, v.y, v.z, v.w };
#else
  return *p;
#endif
}

INKRAY_HD float load(const float* p)
{
#ifdef __CUDA_ARCH__
  return __ldg(p);
#else
  return *p;
#endif
}

INKRAY_HD std::uint32_t load(const std::uint32_t* p)
{
#ifdef __CUDA_ARCH__
  return __ldg(p);
#else
  return *p;
#endif
}

INKRAY_HD UInt2 load(const UInt2* p)
{
#ifdef __CUDA_ARCH__
  const uint2 v = __ldg(reinterpret_cast<const uint2*>(p));
  return { v.x, v.y };
#else
  return *p;
#endif
}

INKRAY_HD UInt4 load(const UInt4* p)
{
#ifdef __CUDA_ARCH__
  const uint4 v = __ldg(reinterpret_cast<const uint4*>(p));
  return { v.x, v.y, v.z, v.w };
#else
  return *p;
#endif
}

/// The bits of a float, and the float with given bits.
INKRAY_HD std::uint32_t bitsOf(float x)
{
  std::uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}
INKRAY_HD float floatOf(std::uint32_t bits)
{
  float x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// Relaxed atomic addition; returns the value before.
INKRAY_HD std::uint32_t atomicAddRelaxed(std::uint32_t* p, std::uint32_t v)
{
#ifdef __CUDA_ARCH__
  return atomicAdd(p, v);
#else
  return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
#endif
}

INKRAY_HD std::uint64_t atomicAddRelaxed(std::uint64_t* p, std::uint64_t v)
{
#ifdef __CUDA_ARCH__
  return atomicAdd(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(v));
#else
  return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);
#endif
}

/// Relaxed atomic maximum.
INKRAY_HD void atomicMaxRelaxed(std::uint32_t* p, std::uint32_t v)
{
#ifdef __CUDA_ARCH__
  atomicMax(p, v);
#else
  std::uint32_t seen = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (seen < v && !__atomic_compare_exchange_n(p, &seen, v, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
  {
  }
#endif
}

INKRAY_HD void atomicMaxRelaxed(std::uint64_t* p, std::uint64_t v)
{
#ifdef __CUDA_ARCH__
  atomicMax(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(v));
#else
  std::uint64_t seen = __atomic_load_n(p, __ATOMIC_RELAXED);
  while (seen < v && !__atomic_compare_exchange_n(p, &seen, v, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
  {
  }
#endif
}

/// Set a flag that other threads may set at the same time.
INKRAY_HD void setFlagRelaxed(std::uint8_t* p)
{
#ifdef __CUDA_ARCH__
  *p = 1;
#else
  __atomic_store_n(p, std::uint8_t(1), __ATOMIC_RELAXED);
#endif
}

INKRAY_HD std::uint8_t readFlagRelaxed(const std::uint8_t* p)
{
#ifdef __CUDA_ARCH__
  return *static_cast<const volatile std::uint8_t*>(p);
#else
  return __atomic_load_n(p, __ATOMIC_RELAXED);
#endif
}

INKRAY_HD std::uint32_t popcount32(std::uint32_t v)
{
#ifdef __CUDA_ARCH__
  return static_cast<std::uint32_t>(__popc(v));
#else
  return static_cast<std::uint32_t>(__builtin_popcount(v));
#endif
}

INKRAY_HD int popcount64(std::uint64_t v)
{
#ifdef __CUDA_ARCH__
  return __popcll(v);
#else
  return __builtin_popcountll(v);
#endif
}

/// Index of the lowest set bit; v must not be 0.
INKRAY_HD int lowestBit64(std::uint64_t v)
{
#ifdef __CUDA_ARCH__
  return __ffsll(static_cast<long long>(v)) - 1;
#else
  return __builtin_ctzll(v);
#endif
}

/// Zero bits above the highest set bit; v must not be 0.
INKRAY_HD int leadingZeros32(std::uint32_t v)
{
#ifdef __CUDA_ARCH__
  return __clz(static_cast<int>(v));
#else
  return __builtin_clz(v);
#endif
}

/// A word whose upper half is the minimum of the upper halves of two words, and whose lower half is the
/// minimum of their lower halves.
INKRAY_HD std::uint32_t minimumOfHalves(std::uint32_t a, std::uint32_t b)
{
#ifdef __CUDA_ARCH__
  return __vminu2(a, b);
#else
  const std::uint32_t low = (a & 0xffffu) < (b & 0xffffu) ? a & 0xffffu : b & 0xffffu;
  const std::uint32_t high = (a >> 16) < (b >> 16) ? a >> 16 : b >> 16;
  return low | high << 16;
#endif
}

/// The lesser of two numbers, in one instruction on both machines. Results for NaN differ between them.
INKRAY_HD float minimum(float a, float b)
{
#ifdef __CUDA_ARCH__
  return fminf(a, b);
#else
  return a < b ? a : b;
#endif
}

INKRAY_HD float maximum(float a, float b)
{
#ifdef __CUDA_ARCH__
  return fmaxf(a, b);
#else
  return a > b ? a : b;
#endif
}

/// The minimum and the maximum of two numbers; if one is NaN, the other number.
INKRAY_HD float minimumOfNumbers(float a, float b)
{
#ifdef __CUDA_ARCH__
  return fminf(a, b);
#else
  return a < b || b != b ? a : b; // the library's function is a call
#endif
}

INKRAY_HD float maximumOfNumbers(float a, float b)
{
#ifdef __CUDA_ARCH__
  return fmaxf(a, b);
#else
  return a > b || b != b ? a : b;
#endif
}

/// x, clamped to [0, 1].
INKRAY_HD float saturate(float x)
{
#ifdef __CUDA_ARCH__
  return __saturatef(x);
#else
  return x < 0.0f ? 0.0f : x > 1.0f ? 1.0f : x;
#endif
}

/// The minimum and the maximum of two numbers; NaN if one of them is NaN.
INKRAY_HD float minimumOrNaN(float a, float b)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  float r;
  asm("min.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return a < b || a != a ? a : b;
#endif
}

INKRAY_HD float maximumOrNaN(float a, float b)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  float r;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
  return r;
#else
  return a > b || a != a ? a : b;
#endif
}

} // namespace inkray
