// SPDX-License-Identifier: BSD-3-Clause
#include "Core/HostLoops.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace inkray
{

void forRanges(std::size_t n, std::size_t grain, FunctionReference<void(std::size_t, std::size_t)> body)
{
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, n, grain),
    [&](const tbb::blocked_range<std::size_t>& range) { body(range.begin(), range.end()); });
}

} // namespace inkray
