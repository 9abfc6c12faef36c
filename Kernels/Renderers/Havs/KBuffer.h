// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"

namespace inkray
{

/// A depth in front of all fragments; it marks an empty entry.
constexpr float noDepth = -3.0e38f;
/// A depth behind all fragments; fragments of this depth are pushed to empty a k-buffer.
constexpr float lastDepth = 3.0e38f;

/// The k-buffer of one pixel (Callahan et al. 2005, section 4), in registers. Fragments go in nearly sorted
/// by depth and come out sorted, if each is less than K places out of order. One of the K entries is the
/// fragment that came out last; the other Capacity entries wait here.
///
/// Entry is a fragment with its depth.
template <class Entry, int K>
struct KBuffer
{
  static_assert(K >= 2, "one fragment waits at least");
  static constexpr int Capacity = K - 1;
  Entry waiting[Capacity]; ///< the nearest first; empty entries have the depth noDepth

  INKRAY_HD void clear()
  {
    INKRAY_UNROLL
    for (int i = 0; i < Capacity; ++i)
    {
      waiting[i] = Entry();
      waiting[i].depth = noDepth;
    }
  }

  /// Put a fragment in, and take one out. If isNext holds for a fragment at most `tolerance` behind the
  /// nearest one, this fragment leaves, otherwise the nearest one. At equal depths, the fragment that came
  /// first leaves. The result has noDepth if the k-buffer was not full.
  template <class IsNext>
  INKRAY_HD Entry push(Entry entry, float tolerance, const IsNext& isNext)
  {
    // All farther fragments move to make room for it, in their order.
    const float depth = entry.depth;
    INKRAY_UNROLL
    for (int i = 0; i < Capacity; ++i)
      swapIf(depth < waiting[i].depth, entry, waiting[i]);
    if (waiting[0].depth != noDepth)
    {
      const float farthest = waiting[0].depth + tolerance;
      swapIf(entry.depth <= farthest && isNext(entry), entry, waiting[Capacity - 1]);
      INKRAY_UNROLL
      for (int i = Capacity - 1; i > 0; --i)
        swapIf(waiting[i].depth <= farthest && isNext(waiting[i]), waiting[i], waiting[i - 1]);
    }
    const Entry out = waiting[0];
    INKRAY_UNROLL
    for (int i = 0; i + 1 < Capacity; ++i)
      waiting[i] = waiting[i + 1];
    waiting[Capacity - 1] = entry;
    return out;
  }

  /// Take a fragment out without putting one in.
  template <class IsNext>
  INKRAY_HD Entry pop(float tolerance, const IsNext& isNext)
  {
    Entry last = Entry();
    last.depth = lastDepth;
    return this->push(last, tolerance, isNext);
  }

private:
  INKRAY_HD static void swapIf(bool wanted, Entry& a, Entry& b)
  {
    const Entry was = a;
    a = wanted ? b : a;
    b = wanted ? was : b;
  }
};

} // namespace inkray
