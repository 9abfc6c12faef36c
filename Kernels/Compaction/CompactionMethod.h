// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// The compaction algorithms that can stand between two kernels. All keep the order of the input but
/// InKCollate (within a tile only) and the two Jumping Jacks (not at all). The first three run inside the
/// kernel that makes the items; the others in kernels of their own, after a kernel that writes every item and
/// whether it is valid.
enum class CompactionMethod
{
  InKCompactLookBack, ///< within the kernel; blocks learn their place by decoupled look-back (default)
  InKCompact,         ///< within the kernel; sections of 32 blocks, each with a controller (Hughes et al.,
                      ///< section 2.3)
  InKCollate,    ///< within the kernel; order within a block only, one atomic addition a block (equation 5)
  OfKCompact,    ///< InKCompact in a kernel of its own
  ThrustCompact, ///< thrust::copy_if
  CubCompact,    ///< cub::DeviceSelect
  ChagCompact,   ///< count per processor, scan, move (Billeter et al. 2009)
  HornCompact,   ///< gather by binary search on the prefix sum (Horn 2005), in blocks
  JumpingJack,   ///< gather by the max-allowable-size chain (Moreira et al. 2009), in blocks
  JumpingJackInPlace ///< valid elements beyond the last place fill the holes before it
};

constexpr CompactionMethod allCompactionMethods[] = { CompactionMethod::InKCompactLookBack,
  CompactionMethod::InKCompact, CompactionMethod::InKCollate, CompactionMethod::OfKCompact,
  CompactionMethod::ThrustCompact, CompactionMethod::CubCompact, CompactionMethod::ChagCompact,
  CompactionMethod::HornCompact, CompactionMethod::JumpingJack, CompactionMethod::JumpingJackInPlace };

constexpr bool keepsOrder(CompactionMethod method)
{
  return method != CompactionMethod::InKCollate && method != CompactionMethod::JumpingJack &&
    method != CompactionMethod::JumpingJackInPlace;
}

/// Whether the method runs inside the kernel that makes the items (and can be captured into a CUDA graph with
/// a count that stands on the device).
constexpr bool inKernel(CompactionMethod method)
{
  return method == CompactionMethod::InKCompactLookBack || method == CompactionMethod::InKCompact ||
    method == CompactionMethod::InKCollate;
}

constexpr const char* compactionMethodName(CompactionMethod method)
{
  switch (method)
  {
    case CompactionMethod::InKCompactLookBack:
      return "InKCompactLookBack";
    case CompactionMethod::InKCompact:
      return "InKCompact";
    case CompactionMethod::InKCollate:
      return "InKCollate";
    case CompactionMethod::OfKCompact:
      return "OfKCompact";
    case CompactionMethod::ThrustCompact:
      return "ThrustCompact";
    case CompactionMethod::CubCompact:
      return "CubCompact";
    case CompactionMethod::ChagCompact:
      return "ChagCompact";
    case CompactionMethod::HornCompact:
      return "HornCompact";
    case CompactionMethod::JumpingJack:
      return "JumpingJack";
    case CompactionMethod::JumpingJackInPlace:
      return "JumpingJackInPlace";
  }
  return "?";
}

} // namespace inkray
