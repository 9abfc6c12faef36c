// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/Errors.h"
#include "Device/Device.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

/// The device that casts the rays of a mapper: the one that the user wants, or the CPU where that one cannot
/// be had or has failed, and why.
class RayCastDevice
{
public:
  /// The CUDA device of all mappers of this process where none is chosen by its number; -1: the current one.
  static void SetRankDevice(int ordinal);

  /// Choose the device that the user wants (vtkRayCastSettings::Device). A device that has failed is tried
  /// again for another input and when the user chooses anew. Returns whether there has to be another caster:
  /// `haveCaster` says whether there is one.
  bool Choose(int wanted, bool haveCaster, bool failedForThisInput);
  /// Give the CUDA device up, for `error`.
  void Fail(const inkray::Error& error);

  inkray::DeviceKind GetKind() const { return this->Kind; }
  inkray::DeviceId GetId() const;
  bool IsSameAs(const RayCastDevice& other) const;
  bool IsCurrent() const; ///< its memory is what OpenGL may share

  /// Where the user has chosen several devices, these, the current one first.
  const std::vector<inkray::DeviceId>& GetAll() const { return this->All; }
  /// A caster on the device.
  template <class Caster>
  std::unique_ptr<Caster> MakeCaster() const
  {
    return this->Ordinal < 0 ? Caster::create(this->Kind)
                             : Caster::create(inkray::DeviceId{ inkray::DeviceKind::CUDA, this->Ordinal });
  }
  /// One that draws in pieces (createPieced), with so many bytes.
  template <class Caster>
  std::unique_ptr<Caster> MakePieced(std::size_t limit) const
  {
    return this->Ordinal < 0
      ? Caster::createPieced(this->Kind, limit)
      : Caster::createPieced(inkray::DeviceId{ inkray::DeviceKind::CUDA, this->Ordinal }, limit);
  }
  /// Bytes that a caster may take: so many MiB; for 0 nine tenths of what is free on a CUDA device, with the
  /// `own` bytes of the caster that it takes the place of; on the CPU without a limit.
  std::size_t GetLimit(int mebibytes, std::size_t own) const;

  const std::string& GetFallbackReason() const { return this->FallbackReason; }
  /// Empty where nobody asked for the device.
  const std::string& GetFallbackWarning() const { return this->FallbackWarning; }

private:
  void Find(int wanted);
  void UseRankDevice();

  int Wanted = -1; // what Kind was settled for
  inkray::DeviceKind Kind = inkray::DeviceKind::CPU;
  int Ordinal = -1;                  // of the CUDA device that was chosen by its number; -1: none was
  std::vector<inkray::DeviceId> All; // where all CUDA devices were chosen
  bool CudaFailed = false;
  std::string FallbackReason;
  std::string FallbackWarning;
};
