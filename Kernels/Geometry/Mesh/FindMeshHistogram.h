// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/CountTets.h"

namespace inkray
{

/// Compute the histogram of a mesh in the memory of a backend, with its current values. It counts the drawn
/// tets: no duplicates, no tets that are thinner than float coordinates resolve, and none with a value that
/// is not finite. Volumes are exact for the mesh's positions and values as floats. Each part is rounded to
/// less than 10^-6 of a mean tet's volume; sums are exact, and the same in every run.
///
/// Memory: 8 bytes for each bin. Time: one pass over the mesh, or two if cells overlap or few of them count.
///
/// Throws InvalidInput for bins without a range or more than 2^26 bins in all, and for a box without a
/// volume; OutOfMemory.
template <class Backend>
MeshHistogram findMeshHistogram(Backend& backend, const MeshToCount& mesh, const MeshHistogramInput& input);

} // namespace inkray
