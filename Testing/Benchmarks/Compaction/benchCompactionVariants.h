// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The launch shapes that --sweep and --density go through. The host has none, because all methods are one
/// there.
#include "benchCompactionSupport.h"

namespace inkray::bench
{

#ifdef __CUDACC__

template <class Tuning>
std::string shapeName()
{
  return std::to_string(Tuning::block) + " x " + std::to_string(Tuning::items) +
    ", >= " + std::to_string(Tuning::minBlocks) + " blocks";
}

template <class Tuning, class Add>
void addLookBack(const Add& add)
{
  add("look-back " + shapeName<Tuning>(), true, [](auto& input) {
    input.compactor.template arrayLookBack<Tuning>(
      input.backend, input.in.data(), input.n, input.predicate(), input.queue());
  });
}

template <class Tuning, class Add>
void addRing(const Add& add)
{
  add("ring " + std::to_string(Tuning::warps) + " x " + std::to_string(16 * Tuning::vectors) + " B, " +
      std::to_string(Tuning::stages) + " tiles, lag " + std::to_string(Tuning::lag) + ", ahead " +
      std::to_string(Tuning::ahead),
    true, [](auto& input) {
      if (!input.compactor.template arrayRing<Tuning>(
            input.backend, input.in.data(), input.n, input.predicate(), input.queue()))
        throw std::runtime_error("this device has no bulk copies");
    });
}

template <class Tuning, class Add>
void addCollate(const Add& add)
{
  add("collate " + shapeName<Tuning>(), false, [](auto& input) {
    input.compactor.template arrayCollate<Tuning>(
      input.backend, input.in.data(), input.n, input.predicate(), input.queue());
  });
}

template <class Tuning, int ClusterSize, class Add>
void addCluster(const Add& add)
{
  add("clusters of " + std::to_string(ClusterSize) + ", " + shapeName<Tuning>() + ", window " +
      std::to_string(Tuning::window),
    true, [](auto& input) {
      input.compactor.template arrayCluster<Tuning, ClusterSize>(
        input.backend, input.in.data(), input.n, input.predicate(), input.queue());
    });
}

/// Calls add(name, ordered, run) for each variant of the array forms.
template <class Backend, class Add>
void addVariants(const Add& add)
{
  if constexpr (Backend::isDevice)
  {
    addLookBack<ArrayTuning<256, 16, 4>>(add);
    addLookBack<ArrayTuning<256, 32, 3>>(add);
    addLookBack<ArrayTuning<384, 32, 2>>(add);
    addLookBack<ArrayTuning<512, 16, 2>>(add);
    addRing<RingTuning<16, 4, 7, 3, 1, 1>>(add);
    addRing<RingTuning<16, 4, 7, 4, 1, 1>>(add);
    addRing<RingTuning<16, 4, 7, 5, 1, 1>>(add);
    addRing<RingTuning<16, 4, 7, 4, 1, 2>>(add);
    addRing<RingTuning<8, 8, 7, 4, 1, 1>>(add);
    addRing<RingTuning<8, 4, 6, 3, 2, 1>>(add);
    addRing<RingTuning<28, 4, 4, 2, 1, 1>>(add);
    addCluster<ArrayTuning<256, 16, 4, 2>, 8>(add);
    addCluster<ArrayTuning<512, 16, 2, 2>, 4>(add);
    addCollate<ArrayTuning<128, 32, 6>>(add);
    addCollate<ArrayTuning<256, 16, 6>>(add);
    addCollate<ArrayTuning<256, 32, 4>>(add);
    addCollate<ArrayTuning<512, 16, 3>>(add);
  }
  else
    for (const ComparedMethod method : { ComparedMethod::InKCompactLookBack, ComparedMethod::InKCollate })
      add(compactionMethodName(method), keepsOrder(method), [method](auto& input) {
        input.compactor.compactArray(
          input.backend, method, input.in.data(), input.n, input.predicate(), input.queue());
      });
}

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
void addVariants(const Add& add)
{
  for (const ComparedMethod method : { ComparedMethod::InKCompactLookBack, ComparedMethod::InKCollate })
    add(compactionMethodName(method), keepsOrder(method), [method](auto& input) {
      input.compactor.compactArray(
        input.backend, method, input.in.data(), input.n, input.predicate(), input.queue());
    });
}
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
