// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/CompactionMethod.h"

namespace inkray
{

/// Every compaction algorithm of the papers, under its name: the algorithms that frames use, with the numbers
/// of CompactionMethod, and the algorithms that only tests and benchmarks call, for comparison. The first
/// three run inside the kernel that makes the items. The others run in kernels of their own, after a kernel
/// that writes every item and whether it is valid. All keep the order of the input, except InKCollate (within
/// a tile only) and the two Jumping Jacks (not at all).
enum class ComparedMethod
{
  InKCompactLookBack = static_cast<int>(CompactionMethod::InKCompactLookBack),
  InKCompact = static_cast<int>(CompactionMethod::InKCompact),
  InKCollate = static_cast<int>(CompactionMethod::InKCollate),
  OfKCompact,        ///< InKCompact in a separate kernel (Hughes et al., section 3.2)
  ThrustCompact,     ///< thrust::copy_if
  CubCompact,        ///< cub::DeviceSelect
  ChagCompact,       ///< count per processor, scan, move (Billeter et al. 2009)
  HornCompact,       ///< gather by binary search on the prefix sum (Horn 2005), in blocks
  JumpingJack,       ///< gather by the max-allowable-size chain (Moreira et al. 2009), in blocks
  JumpingJackInPlace ///< valid elements beyond the last place fill the holes before it
};

constexpr CompactionMethod allCompactionMethods[] = { CompactionMethod::InKCompactLookBack,
  CompactionMethod::InKCompact, CompactionMethod::InKCollate };

constexpr ComparedMethod allComparedMethods[] = { ComparedMethod::InKCompactLookBack,
  ComparedMethod::InKCompact, ComparedMethod::InKCollate, ComparedMethod::OfKCompact,
  ComparedMethod::ThrustCompact, ComparedMethod::CubCompact, ComparedMethod::ChagCompact,
  ComparedMethod::HornCompact, ComparedMethod::JumpingJack, ComparedMethod::JumpingJackInPlace };

/// Returns whether the method runs inside the kernel that makes the items. It is then one of the product's
/// methods, and can be captured into a CUDA graph with a count on the device.
constexpr bool inKernel(ComparedMethod method)
{
  return method == ComparedMethod::InKCompactLookBack || method == ComparedMethod::InKCompact ||
    method == ComparedMethod::InKCollate;
}

constexpr bool keepsOrder(ComparedMethod method)
{
  return method != ComparedMethod::InKCollate && method != ComparedMethod::JumpingJack &&
    method != ComparedMethod::JumpingJackInPlace;
}

constexpr bool keepsOrder(CompactionMethod method)
{
  return keepsOrder(static_cast<ComparedMethod>(method));
}

constexpr const char* compactionMethodName(ComparedMethod method)
{
  switch (method)
  {
    case ComparedMethod::OfKCompact:
      return "OfKCompact";
    case ComparedMethod::ThrustCompact:
      return "ThrustCompact";
    case ComparedMethod::CubCompact:
      return "CubCompact";
    case ComparedMethod::ChagCompact:
      return "ChagCompact";
    case ComparedMethod::HornCompact:
      return "HornCompact";
    case ComparedMethod::JumpingJack:
      return "JumpingJack";
    case ComparedMethod::JumpingJackInPlace:
      return "JumpingJackInPlace";
    default:
      return compactionMethodName(static_cast<CompactionMethod>(method));
  }
}

} // namespace inkray
