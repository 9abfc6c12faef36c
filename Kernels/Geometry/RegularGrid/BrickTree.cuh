// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/CudaBackend.cuh"
#include "Geometry/RegularGrid/BrickTree.h"

namespace inkray
{

/// Update the tree in one launch (BrickTreeBlock.h). BrickTree.cu compiles this for float, std::uint8_t and
/// std::uint16_t, once for all users of bricks.
template <class T>
void updateTree(CudaBackend& backend, const TreeUpdate<T>& update);

} // namespace inkray
