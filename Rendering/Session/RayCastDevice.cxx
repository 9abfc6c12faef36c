// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastDevice.h"

#include "Device/MemoryBudget.h"
#include "vtkRayCastSettings.h"

#include <cstdio>

namespace
{

std::string Mebibytes(std::size_t bytes)
{
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f MiB", static_cast<double>(bytes) / 1048576.0);
  return text;
}

std::string Reason(const inkray::Error& error)
{
  const auto* memory = dynamic_cast<const inkray::OutOfMemory*>(&error);
  return memory ? "its memory is full: " + Mebibytes(memory->asked) + " were asked for and " +
      Mebibytes(memory->free) + " are free; close other data or draw a part of this data"
                : std::string(error.what());
}

int RankDevice = -1;

} // namespace

void RayCastDevice::SetRankDevice(int ordinal)
{
  RankDevice = ordinal;
}

bool RayCastDevice::Choose(int wanted, bool haveCaster, bool failedForThisInput)
{
  // Another display may have found that the device cannot be used any more.
  const bool lost = haveCaster && this->Kind == inkray::DeviceKind::CUDA &&
    (this->Ordinal < 0 ? inkray::resolveDevice(inkray::DeviceKind::CUDA) != inkray::DeviceKind::CUDA
                       : !inkray::cudaDevice(this->Ordinal).available);
  const bool anew = lost || (this->CudaFailed && (!failedForThisInput || this->Wanted != wanted));
  if (haveCaster && this->Wanted == wanted && !anew)
  {
    return false;
  }
  this->CudaFailed = this->CudaFailed && !anew;
  this->Wanted = wanted;
  this->Kind = inkray::DeviceKind::CPU;
  this->Ordinal = -1;
  this->All.clear();
  if (!this->CudaFailed)
  {
    this->Find(wanted);
  }
  return true;
}

void RayCastDevice::Find(int wanted)
{
  this->FallbackReason.clear();
  this->FallbackWarning.clear();
  std::string name = "CUDA";
  if (wanted >= vtkRayCastSettings::DEVICE_CUDA_0)
  {
    const int ordinal = wanted - vtkRayCastSettings::DEVICE_CUDA_0;
    const inkray::DeviceInfo device = inkray::cudaDevice(ordinal);
    name += " device " + std::to_string(ordinal);
    this->FallbackReason = device.reason;
    if (device.available)
    {
      this->Kind = inkray::DeviceKind::CUDA;
      this->Ordinal = ordinal;
    }
  }
  else
  {
    const inkray::DeviceKind kinds[4] = { inkray::DeviceKind::CUDA, inkray::DeviceKind::Auto,
      inkray::DeviceKind::CUDA, inkray::DeviceKind::CPU };
    this->Kind =
      inkray::resolveDevice(kinds[wanted - vtkRayCastSettings::DEVICE_ALL_CUDA], &this->FallbackReason);
  }
  if (this->Kind == inkray::DeviceKind::CUDA && this->Ordinal < 0)
  {
    this->UseRankDevice();
  }
  if (wanted != vtkRayCastSettings::DEVICE_AUTO && wanted != vtkRayCastSettings::DEVICE_CPU &&
    this->Kind != inkray::DeviceKind::CUDA)
  {
    this->FallbackWarning = name + " was asked for, but the CPU draws: " + this->FallbackReason;
  }
  else if (wanted == vtkRayCastSettings::DEVICE_ALL_CUDA && RankDevice < 0) // with ranks, each has one device
  {
    this->All = { inkray::cudaDevice().id };
    for (int ordinal = 0; ordinal < inkray::numCudaDevices(); ++ordinal)
    {
      if (ordinal != this->All.front().ordinal)
      {
        this->All.push_back({ inkray::DeviceKind::CUDA, ordinal });
      }
    }
  }
}

void RayCastDevice::UseRankDevice()
{
  if (RankDevice < 0 || RankDevice == inkray::cudaDevice().id.ordinal)
  {
    return;
  }
  const inkray::DeviceInfo device = inkray::cudaDevice(RankDevice);
  if (device.available)
  {
    this->Ordinal = RankDevice;
    return;
  }
  this->Kind = inkray::DeviceKind::CPU;
  this->FallbackReason = "CUDA device " + std::to_string(RankDevice) +
    ", the device of this rank, cannot be used: " + device.reason;
  this->FallbackWarning = "The CPU draws the part of a rank. " + this->FallbackReason;
}

void RayCastDevice::Fail(const inkray::Error& error)
{
  this->FallbackReason = "the CUDA device failed: " + Reason(error);
  this->CudaFailed = true;
  this->Kind = inkray::DeviceKind::CPU;
  this->All.clear();
  this->FallbackWarning = "The CPU draws, because " + this->FallbackReason;
}

inkray::DeviceId RayCastDevice::GetId() const
{
  const bool isCuda = this->Kind == inkray::DeviceKind::CUDA;
  return { this->Kind, !isCuda ? 0 : this->Ordinal < 0 ? inkray::cudaDevice().id.ordinal : this->Ordinal };
}

bool RayCastDevice::IsSameAs(const RayCastDevice& other) const
{
  const inkray::DeviceId mine = this->GetId(), its = other.GetId();
  return mine.kind == its.kind && mine.ordinal == its.ordinal;
}

bool RayCastDevice::IsCurrent() const
{
  return this->Ordinal < 0 || this->Ordinal == inkray::cudaDevice().id.ordinal;
}

std::size_t RayCastDevice::GetLimit(int mebibytes, std::size_t own) const
{
  // The free memory is known for the current device only; for another device take its total memory.
  const std::size_t free = this->Kind != inkray::DeviceKind::CUDA ? 0
    : this->IsCurrent()                                           ? inkray::cudaFreeBytes()
                        : inkray::cudaDevice(this->Ordinal).totalBytes;
  return mebibytes > 0 ? static_cast<std::size_t>(mebibytes) << 20
    : free > 0         ? static_cast<std::size_t>(0.9 * static_cast<double>(free + own))
                       : inkray::MemoryBudget::noLimit;
}
