// SPDX-License-Identifier: BSD-3-Clause
#include "OwnedMutex.h"

#include "Core/Errors.h"

namespace inkray::python
{

void OwnedMutex::lock()
{
  if (owner_ == std::this_thread::get_id())
    throw Error("the object is in use by this thread: a signal handler cannot draw or change an object whose "
                "call it interrupts");
  mutex_.lock();
  owner_ = std::this_thread::get_id();
}

void OwnedMutex::unlock()
{
  owner_ = std::thread::id();
  mutex_.unlock();
}

} // namespace inkray::python
