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

/// A value, or none, with a revision: another one whenever a value is assigned, and 0 where there is none. A
/// copy has the revision of what it was copied from, so that equal revisions mean one value.
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
  /// The value; without one, a T by default.
  const T& get() const { return value_; }
  const T* operator->() const { return &value_; }
  /// The value, for another view of the same data: the revision stays.
  T& view() { return value_; }

private:
  T value_{};
  std::uint64_t revision_ = 0;
};

/// The revision of the value that somebody has taken last.
class TakenRevision
{
public:
  template <class T>
  bool isOf(const Revised<T>& item) const
  {
    return revision_ == item.revision();
  }
  /// What was taken is gone.
  void forget() { revision_ = 0; }

  /// Call take() where the item is another one than was taken, or none anymore. Where it throws InvalidInput,
  /// what was taken before must still be there; after all else it is lost, and the next update takes the item
  /// whatever its revision is. True: something has changed.
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
