// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"

#include <cstdint>
#include <limits>
#include <utility>

namespace inkray
{

/// A number that no other call in this process has returned, and never 0.
std::uint64_t nextRevision();

/// A value, or none, with a revision: a new number whenever a value is assigned, and 0 without a value. A
/// copy keeps the revision of its original, so equal revisions mean equal values.
template <class T>
class Revised
{
public:
  Revised& operator=(T value)
  {
    value_ = std::move(value);
    revision_ = nextRevision();
    return *this;
  }
  void reset() { *this = Revised(); }

  bool isSet() const { return revision_ != 0; }
  std::uint64_t revision() const { return revision_; }
  /// The value; without a value, a default-constructed T.
  const T& get() const { return value_; }
  const T* operator->() const { return &value_; }
  /// Access the value to change how it refers to the same data: the revision stays.
  T& view() { return value_; }

private:
  T value_{};
  std::uint64_t revision_ = 0;
};

/// The revision of the value that a receiver took last.
class TakenRevision
{
public:
  template <class T>
  bool isOf(const Revised<T>& item) const
  {
    return revision_ == item.revision();
  }
  /// Forget the revision: the taken value is lost.
  void forget() { revision_ = 0; }

  /// Call take() if the item differs from the taken one, or has no value anymore. If take() throws
  /// InvalidInput, the earlier value must still be there. After any other exception it is lost, and the next
  /// update takes the item, whatever its revision is. Returns whether something has changed.
  template <class T, class Take>
  bool update(const Revised<T>& item, const Take& take)
  {
    if (this->isOf(item))
      return false;
    try
    {
      take();
    }
    catch (const InvalidInput&)
    {
      throw;
    }
    catch (...)
    {
      revision_ = std::numeric_limits<std::uint64_t>::max();
      throw;
    }
    revision_ = item.revision();
    return true;
  }

private:
  std::uint64_t revision_ = 0;
};

} // namespace inkray
