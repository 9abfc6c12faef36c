// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <type_traits>

/// Functions of a number type Real: a float for one ray, or a vector with a float for each ray of a packet
/// (VectorLanes.h). A function that is a template on Real serves both, with the same roundings. It takes
/// numbers by value, so that nvcc compiles the same code as for a function of floats.
///
/// Comparing numbers gives a MaskOf them: a bool, or a vector of bools. The operators !, &&, || and ?: work
/// on both; for vectors, they compute both sides. Where code for one ray branches, such a function asks
/// any(), and selects within the branch. It asks mayHold() where testing a packet costs more than the
/// unneeded computation.

/// Marks a function on one or many numbers. On the CPU, it is always compiled as a part of its caller, for
/// the instructions of the caller: AVX2 for vectors of eight lanes. It must not compare vectors of sixteen
/// lanes: the compiler knows the type of such a comparison only in functions for AVX-512.
#ifdef __CUDACC__
#define INKRAY_ONE_OR_MANY INKRAY_HD
#else
#define INKRAY_ONE_OR_MANY INKRAY_HD __attribute__((always_inline))
#endif

namespace inkray
{

template <class Real>
using MaskOf = decltype(Real{} < Real{});

/// The integer types that correspond to a number type. VectorLanes.h has the types for vectors.
template <class Real>
struct WholeNumbers
{
  using Signed = std::int32_t;
  using Unsigned = std::uint32_t;
};
template <class Real>
using IntOf = typename WholeNumbers<Real>::Signed;
template <class Real>
using WordOf = typename WholeNumbers<Real>::Unsigned;

/// CPU instructions on vectors for which there is no operator. VectorLanes.h defines them.
template <class Lanes>
struct LaneInstructions;

/// Whether a type is a vector of lanes: it is neither a number nor a class.
template <class T>
constexpr bool isLanes = !std::is_scalar_v<T> && !std::is_class_v<T> && !std::is_array_v<T>;

/// A number in each lane.
template <class Real>
INKRAY_ONE_OR_MANY Real allOf(float x)
{
  if constexpr (isLanes<Real>)
    return Real{} + x;
  else
    return x;
}

/// Whether a mask holds for at least one ray.
template <class Mask>
INKRAY_ONE_OR_MANY bool any(const Mask& mask)
{
  if constexpr (isLanes<Mask>)
    return LaneInstructions<Mask>::any(mask);
  else
    return mask;
}
/// Like any, but always true for a packet, without a test.
template <class Mask>
INKRAY_ONE_OR_MANY bool mayHold(const Mask& mask)
{
  return isLanes<Mask> || any(mask);
}

/// The numbers with these bits.
template <class Real>
INKRAY_ONE_OR_MANY Real ofBits(WordOf<Real> bits)
{
  Real x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

/// fabsf for each lane.
template <class Real>
INKRAY_ONE_OR_MANY Real magnitude(Real x)
{
  if constexpr (isLanes<Real>)
  {
    WordOf<Real> bits;
    memcpy(&bits, &x, sizeof bits);
    return ofBits<Real>(bits & 0x7fffffffu);
  }
  else
    return fabsf(x);
}

/// floorf for each lane.
template <class Real>
INKRAY_ONE_OR_MANY Real roundDown(Real x)
{
  if constexpr (isLanes<Real>)
    return LaneInstructions<Real>::roundDown(x);
  else
    return floorf(x);
}

/// Each lane, truncated to an integer.
template <class Real>
INKRAY_ONE_OR_MANY IntOf<Real> toInt(Real x)
{
  if constexpr (isLanes<Real>)
    return __builtin_convertvector(x, IntOf<Real>);
  else
    return static_cast<IntOf<Real>>(x);
}

/// sqrtf for each lane.
template <class Real>
INKRAY_ONE_OR_MANY Real squareRoot(Real x)
{
  if constexpr (isLanes<Real>)
    return LaneInstructions<Real>::squareRoot(x);
  else
    return sqrtf(x);
}

///@{
/// The functions of Portable.h for each lane.
template <class Lanes>
using IfLanes = std::enable_if_t<isLanes<Lanes>, Lanes>;

template <class Lanes>
INKRAY_ONE_OR_MANY IfLanes<Lanes> multiplyAdd(Lanes a, Lanes b, Lanes c)
{
#ifdef __FMA__
  for (std::size_t lane = 0; lane < sizeof c / sizeof c[0]; ++lane)
    c[lane] = multiplyAdd(a[lane], b[lane], c[lane]);
  return c;
#else
  return a * b + c;
#endif
}
template <class Lanes>
INKRAY_ONE_OR_MANY IfLanes<Lanes> minimum(Lanes a, Lanes b)
{
  return a < b ? a : b;
}
template <class Lanes>
INKRAY_ONE_OR_MANY IfLanes<Lanes> maximum(Lanes a, Lanes b)
{
  return a > b ? a : b;
}
template <class Lanes>
INKRAY_ONE_OR_MANY IfLanes<Lanes> reciprocal(Lanes x)
{
  return 1.0f / x;
}
template <class Lanes>
INKRAY_ONE_OR_MANY IfLanes<Lanes> saturate(Lanes x)
{
  return x < 0.0f ? Lanes{} : x > 1.0f ? allOf<Lanes>(1.0f) : x;
}
///@}

} // namespace inkray
