// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// How many rays a CPU thread casts through a model at a time, if the renderer has packets of rays for the
/// picture. All other pictures, and all on CUDA, are cast ray by ray. The picture is the same.
enum class RaysAtATime
{
  Most, ///< the most that the CPU's instructions support (default)
  One,
  Four,
  Eight,  ///< with AVX2; four on a CPU without
  Sixteen ///< with AVX-512, through tetrahedra; eight on a CPU without, and through images
};

} // namespace inkray
