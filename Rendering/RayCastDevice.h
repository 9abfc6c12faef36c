// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/Errors.h"
#include "Device/Device.h"

#include <functional>
#include <string>

/// The device that a mapper's ray caster is on: chosen as the user wants it, kept while it works, and given
/// up for the CPU when it fails.
///
/// A mapper's `Device` is 0 for Auto, 1 for CUDA, 2 for CPU. What is to be said goes to `say`, which knows
/// whether it has been said before.
class RayCastDevice
{
public:
  using Say = std::function<void(bool error, const std::string& message)>;

  /// Settle where the next frame is cast. A device that has failed is tried again for another input and when
  /// the user chooses anew. True: the ray caster, if there is one, is on another device or of an earlier
  /// choice; make one for GetKind().
  bool Choose(int wanted, bool haveCaster, bool failedForThisInput, const Say& say);

  /// Draw with `draw`. Where a CUDA device fails in it, say why, call `release` to let go of the device, and
  /// draw again, which Choose then answers with the CPU. An abandoned frame (inkray::Aborted) is no failure.
  /// Throws what the CPU cannot do either.
  void Draw(const std::function<void()>& draw, const std::function<void()>& release, const Say& say);

  /// Give the CUDA device up, for `error`.
  void Fail(const inkray::Error& error, const Say& say);

  inkray::DeviceKind GetKind() const { return this->Kind; }
  /// The name, as the ray caster has it.
  std::string Name;
  /// One sentence about why it is not the device that was wanted; empty when it is.
  std::string FallbackReason;

private:
  int Chosen = -1; // what Kind was settled for
  inkray::DeviceKind Kind = inkray::DeviceKind::CPU;
  bool CudaFailed = false;
};
