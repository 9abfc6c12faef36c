// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/CompactionMethod.h"
#include "Device/Buffer.h"

namespace inkray
{

/// Stream compaction on a backend: a kernel makes items, and the compactor writes the survivors to a queue,
/// without gaps. A compactor uses its backend's memory, stream and launches, and keeps the workspace of its
/// calls. One compactor serves one stream. HostCompactor.h and CudaCompactor.cuh have the two forms.
///
///   using Backend
///   using Method          CompactionMethod
///
///   void reserve(backend, maxItems, numOutputs)
///       Allocate all that calls of up to maxItems items of 4 to 8 bytes into one or two queues need; within
///       these limits no later call allocates.
///   void compact<Block, ItemsPerThread>(backend, method, n, kernel, queue)
///       Fill a queue with the items that survive: bool kernel(std::int64_t i, T& item), called once for each
///       i in [0, n), makes item i or drops it. *queue.count is set to the exact number of survivors, past
///       the capacity too; items beyond the capacity are not written. In input order, except by
///       InKCollate. Fewer than 2^32 items. On CUDA in blocks of `Block` threads with `ItemsPerThread` items
///       each.
///   void compact<Block, ItemsPerThread>(backend, method, n, kernel, queueA, queueB)
///       Into two queues: unsigned kernel(std::int64_t i, A& a, B& b) sets bit 0 to keep a, bit 1 to keep b.
///   void compactCounted<Block, ItemsPerThread>(backend, method, n, maxN, kernel, queue...)
///       compact over *n items, at most maxN, where n stands in the backend's memory and is read when the
///       kernel runs. It may not be the count of a queue that is filled here.
///   void compactBy<method, Block, ItemsPerThread>(backend, n, maxN, kernel, queue...)
///       compactCounted by a method that is known when the kernel is compiled, which it then is for no other;
///       n may be null: maxN items.
///   void release()
///       Give the workspace back.
template <class Backend>
class Compactor;

} // namespace inkray
