// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <mutex>
#include <thread>

namespace inkray::python
{

/// A mutex that knows which thread has it. The handler of a signal runs in the middle of that thread's work,
/// and would wait for ever for an object that it interrupted.
class OwnedMutex
{
public:
  /// Throws Error where this thread has it already.
  void lock();
  void unlock();

private:
  std::mutex mutex_;
  std::atomic<std::thread::id> owner_{ std::thread::id() };
};

} // namespace inkray::python
