// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The launch shapes that --density goes through. The host has none, because all methods are one there.
#include "benchCompactionSupport.h"

namespace inkray::bench
{

#ifdef __CUDACC__

template <class Search, int Block, int Items, class Add>
void addGather(const std::string& name, const Add& add)
{
  add(name, Search::keepsOrder, Block * Items, [](auto& input) {
    input.compactor.template arrayGather<Search, Block, Items>(
      input.backend, input.in.data(), input.n, input.predicate(), input.queue());
  });
}

template <class Search, int Block, int Items, class Add>
void addGatherWithin(const std::string& name, const Add& add)
{
  add(name, Block * Items, [](auto& input) {
    OutOfKernel::gatherWithinBlocks<Search, Block, Items>(input.backend, input.n,
      ArraySource<std::uint32_t, Below>{ input.in.data(), input.predicate() }, input.queue());
  });
}

/// Calls add(name, ordered, block size, run) for Horn and Jumping Jack, in blocks of the sizes of Moreira et
/// al., and in larger ones.
template <class Backend, class Add>
void addGathers(const Add& add)
{
  if constexpr (Backend::isDevice)
  {
    addGather<HornSearch, 32, 1>("HornCompact", add);
    addGather<JumpingJackSearch, 32, 1>("JumpingJack", add);
    addGather<HornSearch, 256, 8>("HornCompact", add);
    addGather<JumpingJackSearch, 256, 8>("JumpingJack", add);
    addGather<ChosenSearch, 256, 8>("the block's choice", add);
  }
  else
    static_cast<void>(add);
}

/// Calls add(name, block size, run) for the part within blocks alone.
template <class Backend, class Add>
void addGathersWithin(const Add& add)
{
  if constexpr (Backend::isDevice)
  {
    addGatherWithin<HornSearch, 32, 1>("HornCompact", add);
    addGatherWithin<JumpingJackSearch, 32, 1>("JumpingJack", add);
    addGatherWithin<HornSearch, 256, 1>("HornCompact", add);
    addGatherWithin<JumpingJackSearch, 256, 1>("JumpingJack", add);
    addGatherWithin<HornSearch, 256, 8>("HornCompact", add);
    addGatherWithin<JumpingJackSearch, 256, 8>("JumpingJack", add);
    addGatherWithin<ChosenSearch, 256, 8>("the block's choice", add);
  }
  else
    static_cast<void>(add);
}

#else

template <class Backend, class Add>
void addGathers(const Add&)
{
}
template <class Backend, class Add>
void addGathersWithin(const Add&)
{
}

#endif

} // namespace inkray::bench
