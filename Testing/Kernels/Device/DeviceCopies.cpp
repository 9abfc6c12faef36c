// SPDX-License-Identifier: BSD-3-Clause
#include "Device/CallerArrays.h"
#include "Device/DeviceMemory.h"

namespace inkray::testing
{

const void* DeviceCopies::of(const void* bytes, std::size_t size)
{
  this->All.push_back(std::make_unique<DeviceMemory>(bytes, size, this->Kind));
  return this->All.back()->data();
}

Field DeviceCopies::of(Field field)
{
  const auto count = static_cast<std::size_t>(field.numTuples * field.numComponents);
  field.values = this->of(field.values, count * sizeOf(field.type));
  field.memory = MemorySpace::Cuda;
  return field;
}

TetMeshInput DeviceCopies::of(TetMeshInput mesh, bool points, bool connectivity)
{
  if (points)
  {
    mesh.points =
      this->of(mesh.points, 3 * static_cast<std::size_t>(mesh.numPoints) * sizeOf(mesh.pointType));
    mesh.pointMemory = MemorySpace::Cuda;
  }
  if (connectivity)
  {
    mesh.connectivity =
      this->of(mesh.connectivity, 4 * static_cast<std::size_t>(mesh.numTets) * sizeOf(mesh.connectivityType));
    mesh.connectivityMemory = MemorySpace::Cuda;
  }
  return mesh;
}

} // namespace inkray::testing
