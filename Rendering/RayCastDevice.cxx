// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastDevice.h"

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
      Mebibytes(memory->free) + " are free; close other data or take a part of it"
                : std::string(error.what());
}

} // namespace

bool RayCastDevice::Choose(int wanted, bool haveCaster, bool failedForThisInput, const Say& say)
{
  const bool anew = this->CudaFailed && (!failedForThisInput || this->Chosen != wanted);
  if (haveCaster && this->Chosen == wanted && !anew)
  {
    return false;
  }
  this->CudaFailed = this->CudaFailed && !anew;
  this->Chosen = wanted;
  this->Kind = inkray::DeviceKind::CPU;
  if (!this->CudaFailed)
  {
    this->FallbackReason.clear();
    const inkray::DeviceKind kinds[3] = { inkray::DeviceKind::Auto, inkray::DeviceKind::CUDA,
      inkray::DeviceKind::CPU };
    this->Kind = inkray::resolveDevice(kinds[wanted], &this->FallbackReason);
    if (kinds[wanted] == inkray::DeviceKind::CUDA && this->Kind != inkray::DeviceKind::CUDA)
    {
      say(false, "CUDA was asked for, but the CPU draws: " + this->FallbackReason);
    }
  }
  return true;
}

void RayCastDevice::Draw(
  const std::function<void()>& draw, const std::function<void()>& release, const Say& say)
{
  try
  {
    try
    {
      draw();
      return;
    }
    catch (const inkray::Aborted&)
    {
      throw;
    }
    catch (const inkray::InvalidInput&)
    {
      throw; // no better on the CPU
    }
    catch (const inkray::Error& error)
    {
      if (this->Kind != inkray::DeviceKind::CUDA)
      {
        throw;
      }
      release();
      this->Fail(error, say);
    }
    draw();
  }
  catch (const inkray::Aborted&)
  {
    // The window has something better to do; the next frame is whole again.
  }
}

void RayCastDevice::Fail(const inkray::Error& error, const Say& say)
{
  this->FallbackReason = "the CUDA device failed: " + Reason(error);
  this->CudaFailed = true;
  this->Kind = inkray::DeviceKind::CPU;
  say(false, "The CPU draws, because " + this->FallbackReason);
}
