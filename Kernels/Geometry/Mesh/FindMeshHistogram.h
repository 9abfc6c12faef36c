// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/CountTets.h"

namespace inkray
{

/// The histogram of a mesh that lies in the memory of a backend, with what there is of it now. Tets count
/// that are drawn: no duplicates, and none that are thinner than float coordinates resolve or have a value
/// that is not finite. Volumes are exact for the positions and values that the mesh has as floats; each part
/// is rounded to less than 10^-6 of the volume of a mean tet, sums are exact, and the same in every run.
///
/// Memory: 8 bytes a bin. Time: one pass over the mesh, or two where cells overlap or few of them count.
///
/// Throws InvalidInput for bins without a range or of more than 2^26 in all, and for a box without a volume;
/// OutOfMemory.
template <class Backend>
MeshHistogram findMeshHistogram(Backend& backend, const MeshToCount& mesh, const MeshHistogramInput& input);

} // namespace inkray
