// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// The loops over paths that the papers compare with the loops of PathKernel, for scenes of one opaque
/// isosurface in each even image and of triangles alone. All give the same picture, bit for bit on the same
/// device.
enum class ComparedPathLoop
{
  Counted,            ///< Naive; PathStatistics then has the figures of Wald's Table 2
  Uncompacted,        ///< WholeFrame without the compaction: a thread for each path in every bounce (Table 3)
  InPlace,            ///< as WholeFrame, but paths stay in one array: live paths from its end move to the
                      ///< places of ended paths (Moreira et al. 2009, Jumping Jack)
  InKernelByLookBack, ///< PathKernel::InKernel by InK-Compact with look-back
  InKernelByCollate,  ///< the same by InK-Collate
  TiledGlobal,        ///< a block for each tile of pixels, which compacts between bounces; states in global
                      ///< memory (Wald 2011, section 3.5)
  TiledShared,        ///< the same with states in shared memory
  Regenerate,         ///< a thread whose path ends begins its pixel's next sample at once (Novak et al. 2010)
  RegenerateCompacted ///< as WholeFrame, but ended paths are replaced by their pixels' next samples, and
                      ///< pixels without any go (van Antwerpen 2011)
};

constexpr ComparedPathLoop allComparedPathLoops[] = { ComparedPathLoop::Counted,
  ComparedPathLoop::Uncompacted, ComparedPathLoop::InPlace, ComparedPathLoop::InKernelByLookBack,
  ComparedPathLoop::InKernelByCollate, ComparedPathLoop::TiledGlobal, ComparedPathLoop::TiledShared,
  ComparedPathLoop::Regenerate, ComparedPathLoop::RegenerateCompacted };

} // namespace inkray
