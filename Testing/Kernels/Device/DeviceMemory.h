// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Field.h"
#include "Geometry/Mesh/TetMesh.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace inkray::testing
{

enum class DeviceMemoryKind
{
  Device,
  Pool, ///< from cudaMallocAsync
  Managed,
  Pinned
};

/// A copy of an array in memory that the current CUDA device reads. It needs cudaDevice().available.
class DeviceMemory
{
public:
  DeviceMemory(const void* bytes, std::size_t size, DeviceMemoryKind kind = DeviceMemoryKind::Device);
  ~DeviceMemory() { this->free(); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  void* data() const { return Data; }
  /// Frees the memory; data() keeps its address.
  void free();
  /// Enqueues other bytes in the default stream, behind work that takes 0.1 s, and does not wait for them.
  void writeLater(const void* bytes);

private:
  void* Data = nullptr;
  void* Waiting = nullptr; ///< the bytes that writeLater enqueues
  std::size_t Size;
  DeviceMemoryKind Kind;
  bool IsThere = true;
};

///@{
/// Functions for tests that change which CUDA device is current in this thread.
int currentCudaDevice();
void makeCudaDeviceCurrent(int ordinal);
/// Returns the device that memory lies on.
int cudaDeviceOf(const void* memory);
/// Asks the current device for more memory than it has, then uses the device. Returns the message of the
/// OutOfMemory. Returns an empty string where nothing was thrown, or where the use afterwards failed.
std::string messageOfFullCudaMemory();
/// Breaks the current device's context by a kernel that traps. Afterwards no CUDA call of this process
/// succeeds on that device.
void breakCudaDevice();
///@}

/// Copies of arrays on the device, which live as long as this object.
class DeviceCopies
{
public:
  explicit DeviceCopies(DeviceMemoryKind kind = DeviceMemoryKind::Device)
    : Kind(kind)
  {
  }
  /// Returns the same field with its values on the device.
  Field of(Field field);
  /// Returns the same mesh, with one or both of its arrays moved to the device.
  TetMeshInput of(TetMeshInput mesh, bool points = true, bool connectivity = true);
  const void* of(const void* bytes, std::size_t size);
  DeviceMemory& last() { return *this->All.back(); }

private:
  DeviceMemoryKind Kind;
  std::vector<std::unique_ptr<DeviceMemory>> All;
};

} // namespace inkray::testing
