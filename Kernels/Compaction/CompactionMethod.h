// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// The stream compaction algorithms that frames use. Each runs inside the kernel that makes the items:
/// dropped items are never written to memory, and the launch can be captured into a CUDA graph. The numbers
/// are part of saved states and must not change. ComparedMethod adds the methods of other papers, for tests
/// and benchmarks.
enum class CompactionMethod
{
  InKCompactLookBack = 0, ///< ordered; blocks find their place by decoupled look-back (default)
  InKCompact = 1,         ///< ordered; sections of 32 blocks, each with a controller (Hughes et al.,
                          ///< section 2.3)
  InKCollate = 2          ///< ordered within a block only; one atomic addition for each block (equation 5)
};

/// Whether the method runs inside the kernel that makes the items.
constexpr bool inKernel(CompactionMethod)
{
  return true;
}

constexpr const char* compactionMethodName(CompactionMethod method)
{
  return method == CompactionMethod::InKCompactLookBack ? "InKCompactLookBack"
    : method == CompactionMethod::InKCompact            ? "InKCompact"
                                                        : "InKCollate";
}

} // namespace inkray
