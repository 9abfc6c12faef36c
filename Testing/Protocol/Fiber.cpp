// SPDX-License-Identifier: BSD-3-Clause
#include "Fiber.h"

#include <new>
#include <sys/mman.h>

#ifdef PROTOCOL_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

namespace protocol
{
namespace
{
constexpr std::size_t guardBytes = 4096;
Fiber* switchingFrom = nullptr; // set around each switch; everything runs in one thread
Fiber* switchingTo = nullptr;
} // namespace

Fiber::Fiber(Entry entry, void* argument)
  : entry(entry)
  , argument(argument)
{
  mapping = mmap(nullptr, guardBytes + stackBytes, PROT_READ | PROT_WRITE,
    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    throw std::bad_alloc();
  mprotect(mapping, guardBytes, PROT_NONE);
  getcontext(&context);
  context.uc_stack.ss_sp = static_cast<char*>(mapping) + guardBytes;
  context.uc_stack.ss_size = stackBytes;
  context.uc_link = nullptr;
  makecontext(&context, &Fiber::start, 0);
#ifdef PROTOCOL_ASAN
  stackBottom = context.uc_stack.ss_sp;
  stackSize = stackBytes;
#else
  started = false;
#endif
}

Fiber::~Fiber()
{
  if (mapping)
    munmap(mapping, guardBytes + stackBytes);
}

void Fiber::start()
{
  Fiber* const self = switchingTo;
#ifdef PROTOCOL_ASAN
  // The stack we came from is learned here: the first fiber has no other way to know its own.
  __sanitizer_finish_switch_fiber(nullptr, &switchingFrom->stackBottom, &switchingFrom->stackSize);
#endif
  self->entry(self->argument);
}

void Fiber::switchTo(Fiber& from, Fiber& to)
{
  switchingFrom = &from;
  switchingTo = &to;
#ifdef PROTOCOL_ASAN
  __sanitizer_start_switch_fiber(&from.fakeStack, to.stackBottom, to.stackSize);
  swapcontext(&from.context, &to.context);
  __sanitizer_finish_switch_fiber(from.fakeStack, &switchingFrom->stackBottom, &switchingFrom->stackSize);
#else
  if (_setjmp(from.saved) != 0)
    return;
  if (to.started)
    _longjmp(to.saved, 1);
  to.started = true;
  setcontext(&to.context);
#endif
}

} // namespace protocol
