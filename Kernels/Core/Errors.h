// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <stdexcept>
#include <string>

namespace inkray
{

/// Base of all exceptions that Kernels throw. The message names the call, the code and the device, and says
/// what to do.
class Error : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// An allocation that did not fit. Carries the bytes requested and the bytes free.
class OutOfMemory : public Error
{
public:
  OutOfMemory(const std::string& message, std::size_t askedBytes, std::size_t freeBytes)
    : Error(message)
    , asked(askedBytes)
    , free(freeBytes)
  {
  }
  std::size_t asked;
  std::size_t free;
};

/// A CUDA device that has failed permanently: its context is broken, so each call returns the same error
/// until the process ends. cudaDevice() reports it as unavailable from then on.
class DeviceLost : public Error
{
public:
  using Error::Error;
};

/// Input that cannot be drawn (no tetrahedra, empty transfer function, ...).
class InvalidInput : public Error
{
public:
  using Error::Error;
};

/// The caller's abort check has stopped the work; the image is incomplete.
class Aborted : public Error
{
public:
  using Error::Error;
};

} // namespace inkray
