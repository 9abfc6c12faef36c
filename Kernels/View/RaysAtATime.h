// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// How many rays a thread of the CPU takes through a model at a time, where the renderer has packets of rays
/// for the picture; all else, and all of CUDA, is cast ray by ray. The picture is the same.
enum class RaysAtATime
{
  Most, ///< that the CPU has instructions for (default)
  One,
  Four,
  Eight,  ///< with AVX2; four on a CPU that has none
  Sixteen ///< with AVX-512, through tetrahedra; eight on a CPU that has none, and through images
};

} // namespace inkray
