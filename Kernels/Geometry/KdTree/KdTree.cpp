// SPDX-License-Identifier: BSD-3-Clause
#include "Device/HostBackend.h"
#include "Geometry/KdTree/KdLarge.h"
#include "Geometry/KdTree/KdSmall.h"
#include "Geometry/KdTree/KdTreeImpl.h"

namespace inkray
{

template class KdTree<HostBackend>;

} // namespace inkray
