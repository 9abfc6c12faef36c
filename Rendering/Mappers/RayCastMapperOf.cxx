// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastMapperOfImpl.h"
#include "vtkIsosurfaceRayCastSettings.h"
#include "vtkTetRayCastSettings.h"
#include "vtkUnstructuredGridVolumeMapper.h"
#include "vtkVolumeMapper.h"

template class RayCastMapperOf<vtkUnstructuredGridVolumeMapper, vtkTetRayCastSettings>;
template class RayCastMapperOf<vtkVolumeMapper, vtkIsosurfaceRayCastSettings>;
template class RayCastMapperOf<vtkVolumeMapper, vtkTetRayCastSettings>;
