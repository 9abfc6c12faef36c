// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <mutex>
#include <thread>

namespace inkray::python
{

/// A mutex that knows its owner thread. A signal handler runs in the middle of that thread's work, and would
/// wait forever for the object that it interrupted.
class OwnedMutex
{
public:
  /// Throws Error if this thread has locked it already.
  void lock();
  void unlock();

private:
  std::mutex mutex_;
  std::atomic<std::thread::id> owner_{ std::thread::id() };
};

} // namespace inkray::python
