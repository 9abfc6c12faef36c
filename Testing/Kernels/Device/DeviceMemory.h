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
  Pool, ///< of cudaMallocAsync
  Managed,
  Pinned
};

/// A copy of an array in memory that the current CUDA device reads. Only where cudaDevice() is available.
class DeviceMemory
{
public:
  DeviceMemory(const void* bytes, std::size_t size, DeviceMemoryKind kind = DeviceMemoryKind::Device);
  ~DeviceMemory() { this->free(); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  void* data() const { return Data; }
  /// Give the memory back; data() stays what it was.
  void free();
  /// Enqueue other bytes in the default stream, behind work that takes 0.1 s, and do not wait for them.
  void writeLater(const void* bytes);

private:
  void* Data = nullptr;
  void* Waiting = nullptr; ///< what is to be written
  std::size_t Size;
  DeviceMemoryKind Kind;
  bool IsThere = true;
};

///@{
/// CUDA's devices, for tests that change which one is current in this thread.
int currentCudaDevice();
void makeCudaDeviceCurrent(int ordinal);
/// The device that memory lies on.
int cudaDeviceOf(const void* memory);
/// Ask the current device for more memory than it has, then have it do something. Returns the message of the
/// OutOfMemory; empty where there was none, or where what followed did not work.
std::string messageOfFullCudaMemory();
/// Break the current device's context: a kernel that traps is enqueued. No CUDA call of this process succeeds
/// any more on that device.
void breakCudaDevice();
///@}

/// Arrays on the device, for as long as this lives.
class DeviceCopies
{
public:
  explicit DeviceCopies(DeviceMemoryKind kind = DeviceMemoryKind::Device)
    : Kind(kind)
  {
  }
  /// The same field with its values on the device.
  Field of(Field field);
  /// The same mesh with one or both of its arrays on the device.
  TetMeshInput of(TetMeshInput mesh, bool points = true, bool connectivity = true);
  const void* of(const void* bytes, std::size_t size);
  DeviceMemory& last() { return *this->All.back(); }

private:
  DeviceMemoryKind Kind;
  std::vector<std::unique_ptr<DeviceMemory>> All;
};

} // namespace inkray::testing
