// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>

/// Memory that runs out on purpose, in a program that has FailingNew.cpp: while this lives, one allocation by
/// operator new or for a VTK array (ArrayMemory.h) fails, the one before which there were `n` of at least
/// `bytes` bytes, in any thread and library. Allocations of fewer bytes are left alone. One at a time.
///
/// Such a program ends where operator delete is given memory that operator new has not allocated.
class FailingNew
{
public:
  FailingNew(std::size_t bytes, int n);
  ~FailingNew();
  FailingNew(const FailingNew&) = delete;
  FailingNew& operator=(const FailingNew&) = delete;

  /// Whether it has come to that allocation.
  bool HasFailed() const;
};
