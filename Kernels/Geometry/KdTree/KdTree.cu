// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/KdTree/KdBuilder.cuh"
#include "Geometry/KdTree/KdTreeImpl.h"

namespace inkray
{

template class KdTree<CudaBackend>;

} // namespace inkray
