// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Field.h"
#include "Geometry/Mesh/TetMesh.h"

#include <cstdint>
#include <vector>

namespace inkray
{

/// The caller's array of `count` numbers in host memory: itself or, if `memory` says that it is on a CUDA
/// device, its `copy`. Throws InvalidInput if there is no such array; `name` completes "the array of" in
/// errors.
const void* arrayInHost(const void* values, MemorySpace& memory, ValueType type, std::int64_t count,
  const char* name, std::vector<char>& copy);

/// The same for the arrays of a mesh, and for values.
TetMeshInput meshInHost(const TetMeshInput& mesh, std::vector<char>& points, std::vector<char>& connectivity);
Field fieldInHost(const Field& field, std::vector<char>& copy);

} // namespace inkray
