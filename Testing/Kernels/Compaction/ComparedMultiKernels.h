// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The multi-kernel pipeline of isosurfaces with the compaction methods to which Hughes et al. compare their
/// own. Tests expect the same picture from all of them; Table 1 compares their times.
#include "Laboratory/Compaction/ComparedMethod.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

namespace inkray
{

/// Makes frames of the multi-kernel pipeline compact by any method of the papers. On the CPU all methods are
/// the same, and the ray caster's own pipeline draws.
void chooseCompaction(IsosurfaceFrameOptions& options, ComparedMethod method);

} // namespace inkray
