// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Writes a generated mesh as a file that ParaView opens.
#include "MeshGenerator.h"

#include <string>

namespace inkray::generator
{

/// Write a legacy binary VTK file (version 4.2, big-endian), which every ParaView since 3 reads. Points
/// and values are double if `asDouble`, else float. Throws std::runtime_error, with the name of the
/// file, if it cannot be written.
void writeLegacyVtk(const TetMesh& mesh, const std::string& path, bool asDouble);

} // namespace inkray::generator
