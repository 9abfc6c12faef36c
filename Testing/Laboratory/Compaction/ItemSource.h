// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

#include <cstdint>

namespace inkray
{

/// Input of the out-of-kernel methods: items in memory, of which some are valid.

/// The items of an array for which a predicate holds.
template <class T, class Predicate>
struct ArraySource
{
  using Item = T;
  const T* in;
  Predicate predicate;

  INKRAY_HD bool valid(std::int64_t i) const { return predicate(in[i]); }
  INKRAY_HD T item(std::int64_t i) const { return in[i]; }
};

/// Candidates that a kernel wrote for one of its outputs: an item in each place, and a byte with the output's
/// bit set where it is valid.
template <class T>
struct CandidateSource
{
  using Item = T;
  const T* in;
  const std::uint8_t* validBits;
  std::uint8_t bit;

  INKRAY_HD bool valid(std::int64_t i) const { return (validBits[i] & bit) != 0; }
  INKRAY_HD T item(std::int64_t i) const { return in[i]; }
};

/// A kernel for the in-kernel methods that does nothing but read a source.
template <class Source>
struct ReadSource
{
  Source source;

  INKRAY_HD bool operator()(std::int64_t i, typename Source::Item& item) const
  {
    if (!source.valid(i))
      return false;
    item = source.item(i);
    return true;
  }
};

/// Writes candidates for one output. Invalid items are zero (Hughes et al., section 3.2), so that no reader
/// meets uninitialized memory.
template <class Kernel, class T>
struct WriteCandidates
{
  Kernel kernel;
  T* items;
  std::uint8_t* validBits;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    T item{};
    const bool kept = kernel(i, item);
    items[i] = kept ? item : T{};
    validBits[i] = kept ? 1 : 0;
  }
};

/// Writes candidates for two outputs.
template <class Kernel, class A, class B>
struct WriteTwoCandidates
{
  Kernel kernel;
  A* itemsA;
  B* itemsB;
  std::uint8_t* validBits;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    A a{};
    B b{};
    const auto kept = static_cast<unsigned>(kernel(i, a, b));
    itemsA[i] = kept & 1u ? a : A{};
    itemsB[i] = kept & 2u ? b : B{};
    validBits[i] = static_cast<std::uint8_t>(kept & 3u);
  }
};

} // namespace inkray
