// SPDX-License-Identifier: BSD-3-Clause
#include "Core/FieldValues.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

namespace inkray
{

FiniteRange finiteRangeOfPieces(
  std::int64_t n, FunctionReference<void(std::int64_t, std::int64_t, FiniteRange&)> addRange)
{
  return tbb::parallel_reduce(
    tbb::blocked_range<std::int64_t>(0, n, 16384), FiniteRange(),
    [&](const tbb::blocked_range<std::int64_t>& range, FiniteRange sum) {
      addRange(range.begin(), range.end(), sum);
      return sum;
    },
    [](FiniteRange a, const FiniteRange& b) {
      a.join(b);
      return a;
    });
}

} // namespace inkray
