// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/Mesh/HostArrays.h"

#include "Device/CallerArrays.h"
#include "Device/DeviceArrays.h"

namespace inkray
{

const void* arrayInHost(const void* values, MemorySpace& memory, ValueType type, std::int64_t count,
  const char* name, std::vector<char>& copy)
{
  if (memory == MemorySpace::Host || count <= 0 || !values)
    return values;
  const std::size_t size = sizeOf(type);
  checkDeviceArray(values, static_cast<std::size_t>(count) * size, size, anyCudaDevice, name);
  copy.resize(static_cast<std::size_t>(count) * size);
  copyDeviceArray(copy.data(), values, copy.size(), name);
  memory = MemorySpace::Host;
  return copy.data();
}

TetMeshInput meshInHost(const TetMeshInput& mesh, std::vector<char>& points, std::vector<char>& connectivity)
{
  TetMeshInput own = mesh;
  own.points =
    arrayInHost(mesh.points, own.pointMemory, mesh.pointType, 3 * mesh.numPoints, "points", points);
  own.connectivity = arrayInHost(mesh.connectivity, own.connectivityMemory, mesh.connectivityType,
    4 * mesh.numTets, "point ids of the tetrahedra", connectivity);
  return own;
}

Field fieldInHost(const Field& field, std::vector<char>& copy)
{
  Field own = field;
  own.values =
    arrayInHost(field.values, own.memory, field.type, field.numTuples * field.numComponents, "values", copy);
  return own;
}

} // namespace inkray
