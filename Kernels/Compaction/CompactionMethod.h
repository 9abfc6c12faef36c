// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// The compaction algorithms that can stand between two kernels. All but InKCollate keep the order of the input.
enum class CompactionMethod
{
  InKCompactLookBack, ///< within the kernel; blocks learn their place by decoupled look-back (default)
  InKCompact,         ///< within the kernel; sections of 32 blocks, each with a controller (Hughes et al., section 2.3)
  InKCollate,         ///< within the kernel; order within a block only, one atomic addition a block (equation 5)
  OfKCompact,         ///< InKCompact in a kernel of its own
  ThrustCompact,      ///< thrust::copy_if
  CubCompact,         ///< cub::DeviceSelect
  ChagCompact         ///< count per processor, scan, move (Billeter et al. 2009)
};

} // namespace inkray
