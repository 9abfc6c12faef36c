// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Kernels that append any number of items to a queue for each i, such as the fragments of a projected face,
/// or the boundary faces among a mesh's faces. This is the form on CPU threads; Append.cuh has the form on
/// CUDA.
#include "Core/Portable.h"
#include "Device/HostBackend.h"

#include <algorithm>
#include <cstdint>

namespace inkray
{

/// append, with a call of complete(item, place) for each written item.
template <class Kernel, class T, class Complete>
void appendAndComplete(
  HostBackend& backend, std::int64_t n, const Kernel& kernel, const Queue<T>& queue, const Complete& complete)
{
  constexpr std::int64_t block = 256;
  backend.forEach<1>((n + block - 1) / block, [&](std::int64_t b) {
    typename Kernel::State states[block];
    std::uint32_t counts[block];
    std::uint64_t total = 0;
    const std::int64_t first = b * block;
    const std::int64_t size = std::min(block, n - first);
    for (std::int64_t k = 0; k < size; ++k)
      total += counts[k] = kernel.count(first + k, states[k]);
    if (total == 0)
      return;
    std::uint64_t at = atomicAddRelaxed(queue.count, total);
    for (std::int64_t k = 0; k < size; at += counts[k], ++k)
      if (counts[k] && at + counts[k] <= queue.capacity)
      {
        kernel.emit(first + k, states[k], queue.items + at);
        for (std::uint32_t item = 0; item < counts[k]; ++item)
          complete(queue.items[at + item], at + item);
      }
  });
}

/// Append items for each i in [0, n): kernel.count(i, state) announces their number, and kernel.emit(i,
/// state, items) writes them. *queue.count grows by the number of items, also past the capacity. Items of one
/// i are written together or, if they do not fit, not at all. The order between blocks is undefined.
template <class Kernel, class T>
void append(HostBackend& backend, std::int64_t n, const Kernel& kernel, const Queue<T>& queue)
{
  appendAndComplete(backend, n, kernel, queue, [](T&, std::uint64_t) {});
}

/// append, where kernel.complete(item, place) finishes each item that is written, and `place` is its place in
/// the queue. For small items: each block of a device writes its items side by side, so that neighboring
/// threads complete neighboring items.
template <class Kernel, class T>
void appendInRows(HostBackend& backend, std::int64_t n, const Kernel& kernel, const Queue<T>& queue)
{
  appendAndComplete(
    backend, n, kernel, queue, [&kernel](T& item, std::uint64_t place) { kernel.complete(item, place); });
}

/// The same for each i in [0, kernel.numItems(*n)), where n stands in the backend's memory and is read when
/// the kernel runs.
template <class Kernel, class T>
void appendCountedInRows(
  HostBackend& backend, const std::uint64_t* n, const Kernel& kernel, const Queue<T>& queue)
{
  appendInRows(backend, static_cast<std::int64_t>(kernel.numItems(*n)), kernel, queue);
}

} // namespace inkray
