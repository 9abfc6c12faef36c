// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/OneOrMany.h"

#if defined(__SSE2__) && INKRAY_LANES >= 8
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Rays of a packet on the CPU: four, or eight for AVX2, or sixteen for AVX-512. Everything here is internal
/// to the source that includes it.
#ifndef INKRAY_LANES
#define INKRAY_LANES 4
#endif
/// Marks a function that the compiler must always inline, however long it is.
#define INKRAY_INLINED __attribute__((always_inline))
#if INKRAY_LANES == 8
#pragma GCC push_options
#pragma GCC target("avx2")
#elif INKRAY_LANES == 16
#pragma GCC push_options
#pragma GCC target("avx2,avx512f,avx512bw,avx512dq,avx512vl")
#endif

namespace inkray::vector_lanes
{
namespace
{

constexpr int lanes = INKRAY_LANES; // NOLINT(misc-definitions-in-headers): each source has its own
/// Vectors with a number for each ray; the compiler maps them to the available instructions.
typedef float Floats __attribute__((vector_size(4 * lanes)));
typedef std::uint32_t Words __attribute__((vector_size(4 * lanes)));
typedef std::int32_t Mask __attribute__((vector_size(4 * lanes))); ///< -1 for true, 0 for false

/// A bit for each lane of a mask.
inline unsigned bitsOfMask(const Mask& mask)
{
#if defined(__SSE2__) && INKRAY_LANES == 8
  __m256 all;
  memcpy(&all, &mask, sizeof all);
  return static_cast<unsigned>(_mm256_movemask_ps(all));
#elif defined(__SSE2__) && INKRAY_LANES == 16
  __m512i all;
  memcpy(&all, &mask, sizeof all);
  return _mm512_movepi32_mask(all);
#elif defined(__SSE2__)
  __m128 all;
  memcpy(&all, &mask, sizeof all);
  return static_cast<unsigned>(_mm_movemask_ps(all));
#else
  unsigned bits = 0;
  for (int lane = 0; lane < lanes; ++lane)
    bits |= static_cast<unsigned>(mask[lane] & 1) << lane;
  return bits;
#endif
}

inline bool anyLane(const Mask& mask)
{
  return bitsOfMask(mask) != 0;
}

/// Call function(lane) for each lane of a mask.
template <class Function>
inline void forLanes(const Mask& mask, const Function& function)
{
  for (unsigned bits = bitsOfMask(mask); bits != 0; bits &= bits - 1)
    function(__builtin_ctz(bits));
}

inline Floats asFloats(const Mask& x)
{
  return __builtin_convertvector(x, Floats);
}

/// floorf for each lane, for numbers that fit in an int.
inline Floats roundEachDown(const Floats& x)
{
  const Floats whole = asFloats(__builtin_convertvector(x, Mask));
  return whole > x ? whole - 1.0f : whole;
}

inline Floats squareRootOfEach(const Floats& x)
{
#if defined(__SSE2__) && INKRAY_LANES == 8
  __m256 all;
  memcpy(&all, &x, sizeof all);
  all = _mm256_sqrt_ps(all);
#elif defined(__SSE2__) && INKRAY_LANES == 16
  __m512 all;
  memcpy(&all, &x, sizeof all);
  all = _mm512_maskz_sqrt_ps(0xffff, all);
#elif defined(__SSE2__)
  __m128 all;
  memcpy(&all, &x, sizeof all);
  all = _mm_sqrt_ps(all);
#else
  Floats all;
  for (int lane = 0; lane < lanes; ++lane)
    all[lane] = __builtin_sqrtf(x[lane]);
#endif
  Floats result;
  memcpy(&result, &all, sizeof result);
  return result;
}

/// exp2Fast for each lane: 2^x, compiled for every CPU.
inline Floats power(Floats x)
{
  x = x < -126.0f ? Floats{} - 126.0f : x;
  x = x > 128.0f ? Floats{} + 128.0f : x;
  const float integers = 12582912.0f;
  const Floats shifted = x + integers;
  const Floats f = x - (shifted - integers);
  Words exponent;
  memcpy(&exponent, &shifted, sizeof exponent);
  exponent = (exponent << 23) + (126u << 23);
  Floats scale;
  memcpy(&scale, &exponent, sizeof scale);
  const float* const c = twicePowerOfTwo;
  return ((((c[5] * f + c[4]) * (f * f) + (c[3] * f + c[2])) * f + c[1]) * f + c[0]) * scale;
}

///@{
/// Copy one lane of Many out and back. Many is a struct with a vector wherever One has a number. Both are not
/// inlined: a call frees the vector registers, for which the code of one ray would otherwise wait.
template <class One, class Many>
[[gnu::noinline]] One oneOf(const Many& many, int lane)
{
  static_assert(sizeof many == lanes * sizeof(One));
  One one;
  for (std::size_t k = 0; k < sizeof one / 4; ++k)
    memcpy(reinterpret_cast<char*>(&one) + 4 * k,
      reinterpret_cast<const char*>(&many) + 4 * (k * lanes + static_cast<std::size_t>(lane)), 4);
  return one;
}
template <class One, class Many>
[[gnu::noinline]] void putOne(Many& many, int lane, const One& one)
{
  static_assert(sizeof many == lanes * sizeof one);
  for (std::size_t k = 0; k < sizeof one / 4; ++k)
    memcpy(reinterpret_cast<char*>(&many) + 4 * (k * lanes + static_cast<std::size_t>(lane)),
      reinterpret_cast<const char*>(&one) + 4 * k, 4);
}
///@}

/// Load four adjacent floats for each lane, from row(lane), which is a multiple of 16 bytes. columns[k] gets
/// the float k of all lanes.
template <class Row>
INKRAY_INLINED inline void loadRowsAt(const Row& row, Floats (&columns)[4])
{
#if defined(__SSE2__) && INKRAY_LANES == 16
  const auto four = [&](int lane) INKRAY_INLINED {
    __m512 all = _mm512_castps128_ps512(_mm_load_ps(row(lane)));
    all = _mm512_maskz_insertf32x4(0xffff, all, _mm_load_ps(row(lane + 4)), 1);
    all = _mm512_maskz_insertf32x4(0xffff, all, _mm_load_ps(row(lane + 8)), 2);
    return _mm512_maskz_insertf32x4(0xffff, all, _mm_load_ps(row(lane + 12)), 3);
  };
  const __m512 a = four(0), b = four(1), c = four(2), d = four(3);
  const __m512 lowAb = _mm512_maskz_unpacklo_ps(0xffff, a, b), lowCd = _mm512_maskz_unpacklo_ps(0xffff, c, d),
               highAb = _mm512_maskz_unpackhi_ps(0xffff, a, b),
               highCd = _mm512_maskz_unpackhi_ps(0xffff, c, d);
  columns[0] = _mm512_maskz_shuffle_ps(0xffff, lowAb, lowCd, 0x44);
  columns[1] = _mm512_maskz_shuffle_ps(0xffff, lowAb, lowCd, 0xee);
  columns[2] = _mm512_maskz_shuffle_ps(0xffff, highAb, highCd, 0x44);
  columns[3] = _mm512_maskz_shuffle_ps(0xffff, highAb, highCd, 0xee);
#elif defined(__SSE2__) && INKRAY_LANES == 8
  const auto two = [&](int lane) INKRAY_INLINED {
    return _mm256_insertf128_ps(
      _mm256_castps128_ps256(_mm_load_ps(row(lane))), _mm_load_ps(row(lane + 4)), 1);
  };
  const __m256 a = two(0), b = two(1), c = two(2), d = two(3);
  const __m256 lowAb = _mm256_unpacklo_ps(a, b), lowCd = _mm256_unpacklo_ps(c, d),
               highAb = _mm256_unpackhi_ps(a, b), highCd = _mm256_unpackhi_ps(c, d);
  columns[0] = _mm256_shuffle_ps(lowAb, lowCd, 0x44);
  columns[1] = _mm256_shuffle_ps(lowAb, lowCd, 0xee);
  columns[2] = _mm256_shuffle_ps(highAb, highCd, 0x44);
  columns[3] = _mm256_shuffle_ps(highAb, highCd, 0xee);
#elif defined(__SSE2__)
  __m128 a = _mm_load_ps(row(0)), b = _mm_load_ps(row(1)), c = _mm_load_ps(row(2)), d = _mm_load_ps(row(3));
  _MM_TRANSPOSE4_PS(a, b, c, d);
  columns[0] = a;
  columns[1] = b;
  columns[2] = c;
  columns[3] = d;
#else
  for (int lane = 0; lane < lanes; ++lane)
    for (int column = 0; column < 4; ++column)
      columns[column][lane] = row(lane)[column];
#endif
}
inline void loadRows(const float* const (&rows)[lanes], Floats (&columns)[4])
{
  loadRowsAt([&](int lane) INKRAY_INLINED { return rows[lane]; }, columns);
}

/// Load two adjacent floats for each lane, from pair(lane).
template <class Pair>
INKRAY_INLINED inline void loadPairsAt(const Pair& pair, Floats& first, Floats& second)
{
#if defined(__SSE2__)
  const auto two = [&](int lane) INKRAY_INLINED {
    const __m128 low = _mm_loadl_pi(_mm_setzero_ps(), reinterpret_cast<const __m64*>(pair(lane)));
    return _mm_loadh_pi(low, reinterpret_cast<const __m64*>(pair(lane + 1)));
  };
#if INKRAY_LANES == 16
  const auto eight = [&](int lane) INKRAY_INLINED {
    __m512 all = _mm512_castps128_ps512(two(lane));
    all = _mm512_maskz_insertf32x4(0xffff, all, two(lane + 4), 1);
    all = _mm512_maskz_insertf32x4(0xffff, all, two(lane + 8), 2);
    return _mm512_maskz_insertf32x4(0xffff, all, two(lane + 12), 3);
  };
  const __m512 a = eight(0), b = eight(2);
  const __m512 firsts = _mm512_maskz_shuffle_ps(0xffff, a, b, 0x88),
               seconds = _mm512_maskz_shuffle_ps(0xffff, a, b, 0xdd);
#elif INKRAY_LANES == 8
  const __m256 a = _mm256_insertf128_ps(_mm256_castps128_ps256(two(0)), two(4), 1),
               b = _mm256_insertf128_ps(_mm256_castps128_ps256(two(2)), two(6), 1);
  const __m256 firsts = _mm256_shuffle_ps(a, b, 0x88), seconds = _mm256_shuffle_ps(a, b, 0xdd);
#else
  const __m128 a = two(0), b = two(2);
  const __m128 firsts = _mm_shuffle_ps(a, b, 0x88), seconds = _mm_shuffle_ps(a, b, 0xdd);
#endif
  memcpy(&first, &firsts, sizeof first);
  memcpy(&second, &seconds, sizeof second);
#else
  for (int lane = 0; lane < lanes; ++lane)
  {
    float both[2];
    memcpy(both, pair(lane), sizeof both);
    first[lane] = both[0];
    second[lane] = both[1];
  }
#endif
}
inline void loadPairs(const float* const (&pairs)[lanes], Floats& first, Floats& second)
{
  loadPairsAt([&](int lane) INKRAY_INLINED { return pairs[lane]; }, first, second);
}

/// array[index] for each lane, for an array of less than 2^31 numbers. Without AVX-512 it uses single loads:
/// gathers of AVX2 are not faster, and on some CPUs far slower.
INKRAY_INLINED inline Floats gather(const float* array, const Words& index)
{
  Floats result;
#if defined(__SSE2__) && INKRAY_LANES == 16
  __m512i at;
  memcpy(&at, &index, sizeof at);
  const __m512 all = _mm512_mask_i32gather_ps(_mm512_setzero_ps(), 0xffff, at, array, 4);
  memcpy(&result, &all, sizeof result);
#else
  std::uint32_t at[lanes];
  memcpy(at, &index, sizeof at);
  for (int lane = 0; lane < lanes; ++lane)
    result[lane] = array[at[lane]];
#endif
  return result;
}
/// gather for an array that begins and ends at a multiple of 4 bytes.
INKRAY_INLINED inline Words gather(const std::uint16_t* array, const Words& index)
{
  Words result;
#if defined(__SSE2__) && INKRAY_LANES == 16
  __m512i at;
  memcpy(&at, &index, sizeof at);
  const __m512i pairs = _mm512_mask_i32gather_epi32(
    _mm512_setzero_si512(), 0xffff, _mm512_maskz_srli_epi32(0xffff, at, 1), array, 4);
  memcpy(&result, &pairs, sizeof result);
  result = result >> ((index & 1u) << 4) & 0xffffu;
#else
  std::uint32_t at[lanes];
  memcpy(at, &index, sizeof at);
  for (int lane = 0; lane < lanes; ++lane)
    result[lane] = array[at[lane]];
#endif
  return result;
}

} // namespace
} // namespace inkray::vector_lanes

namespace inkray
{

template <>
struct WholeNumbers<vector_lanes::Floats>
{
  using Signed = vector_lanes::Mask;
  using Unsigned = vector_lanes::Words;
};
/// Instructions are pointers to functions, so that the linker shares no function for wide vectors between
/// source files.
template <>
struct LaneInstructions<vector_lanes::Floats>
{
  static constexpr auto squareRoot = vector_lanes::squareRootOfEach, roundDown = vector_lanes::roundEachDown;
};
template <>
struct LaneInstructions<vector_lanes::Mask>
{
  static constexpr auto any = vector_lanes::anyLane;
};

} // namespace inkray

#if INKRAY_LANES >= 8
#pragma GCC pop_options
#endif
