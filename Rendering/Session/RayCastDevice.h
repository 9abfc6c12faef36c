// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/Errors.h"
#include "Device/Device.h"

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

/// Whether casters of a kind can use several devices.
template <class Caster, class = void>
struct CastsOnDevices : std::false_type
{
};
template <class Caster>
struct CastsOnDevices<Caster, std::void_t<decltype(&Caster::createOnDevices)>> : std::true_type
{
};

/// The device that casts the rays of a mapper: the one that the user wants or, if it is unavailable or has
/// failed, the CPU, with the reason.
class RayCastDevice
{
public:
  /// Set the CUDA device of all mappers of this process that do not choose a device by number; -1: the
  /// current device.
  static void SetRankDevice(int ordinal);

  /// Choose the device that the user wants (vtkRayCastSettings::Device). A failed device is tried again for
  /// other data, and when the user changes the choice. `haveCaster`: a caster exists. Returns whether another
  /// caster has to be made.
  bool Choose(int wanted, bool haveCaster, bool failedForThisInput);
  /// Give up the CUDA device, because of `error`.
  void Fail(const inkray::Error& error);

  inkray::DeviceKind GetKind() const { return this->Kind; }
  inkray::DeviceId GetId() const;
  bool IsSameAs(const RayCastDevice& other) const;
  bool IsCurrent() const; ///< whether OpenGL may share this device's memory

  /// Make a caster on the device, or on all that the user has chosen if it can use several.
  template <class Caster>
  std::unique_ptr<Caster> MakeCaster() const
  {
    if constexpr (CastsOnDevices<Caster>::value)
    {
      if (this->All.size() > 1)
      {
        return Caster::createOnDevices(this->All);
      }
    }
    return this->Ordinal < 0 ? Caster::create(this->Kind)
                             : Caster::create(inkray::DeviceId{ inkray::DeviceKind::CUDA, this->Ordinal });
  }
  /// Make a caster that draws in pieces (createInBlocks), with a limit in bytes.
  template <class Caster>
  std::unique_ptr<Caster> MakeInBlocks(std::size_t limit) const
  {
    return Caster::createInBlocks(this->GetId(), limit);
  }
  /// The number of bytes that a caster may take. `mebibytes` above 0 is the limit in MiB. With 0, a CUDA
  /// device allows nine tenths of its free bytes plus the `own` bytes of the caster to be replaced; the CPU
  /// has no limit.
  std::size_t GetLimit(int mebibytes, std::size_t own) const;

  const std::string& GetFallbackReason() const { return this->FallbackReason; }
  /// A warning if the CPU replaces a device that the user asked for; otherwise empty.
  const std::string& GetFallbackWarning() const { return this->FallbackWarning; }

private:
  void Find(int wanted);
  void UseRankDevice();

  int Wanted = -1; // the user's choice that Kind was made for
  inkray::DeviceKind Kind = inkray::DeviceKind::CPU;
  int Ordinal = -1;                  // the CUDA device's number, if it was chosen by number; otherwise -1
  std::vector<inkray::DeviceId> All; // set if all CUDA devices were chosen; the current device comes first
  bool CudaFailed = false;
  std::string FallbackReason;
  std::string FallbackWarning;
};
