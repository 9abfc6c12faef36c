// SPDX-License-Identifier: BSD-3-Clause
#define INKRAY_LANES 4
#include "Renderers/MeshVolume/Packets/CastLanes.h"
