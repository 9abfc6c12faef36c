// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <csetjmp>
#include <cstddef>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#define PROTOCOL_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PROTOCOL_ASAN 1
#endif
#endif

namespace protocol
{

/// A thread of control with its own stack, switched by hand. makecontext starts it; after that _setjmp and
/// _longjmp switch. They save no signal mask and so need no system call (some 20 ns instead of 500). Under
/// AddressSanitizer swapcontext switches, and the sanitizer is told about each change of stack.
class Fiber
{
public:
  using Entry = void (*)(void* argument);

  Fiber() = default; ///< the fiber that calls: the stack it runs on already
  Fiber(Entry entry,
    void* argument); ///< starts at the first switch to it; `entry` never returns. Throws std::bad_alloc
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Goes on in `to`. Returns when a fiber switches back to `from`, which must be the fiber that runs.
  static void switchTo(Fiber& from, Fiber& to);

private:
  static void start();

  static constexpr std::size_t stackBytes = 128 * 1024;

  Entry entry = nullptr;
  void* argument = nullptr;
  void* mapping = nullptr; // a page that traps, then the stack
  ucontext_t context;
#ifdef PROTOCOL_ASAN
  void* fakeStack = nullptr;
  const void* stackBottom = nullptr;
  std::size_t stackSize = 0;
#else
  jmp_buf saved;
  bool started = true;
#endif
};

} // namespace protocol
