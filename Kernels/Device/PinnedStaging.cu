// SPDX-License-Identifier: BSD-3-Clause
#include "Device/PinnedStaging.cuh"

#include "Device/CudaError.cuh"

#include <algorithm>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace inkray
{

PinnedStaging::~PinnedStaging()
{
  for (cudaEvent_t event : sent_)
    if (event)
      cudaEventDestroy(event);
}

namespace
{

/// Waits until all parts are on the device; ignores errors.
template <int numParts>
struct WaitForAll
{
  const cudaEvent_t (&events)[numParts];
  ~WaitForAll()
  {
    for (cudaEvent_t event : events)
      cudaEventSynchronize(event);
  }
};

} // namespace

void PinnedStaging::stageRanges(cudaStream_t stream, void* target, std::int64_t n, std::size_t entryBytes,
  const ConvertRange& convert, const Between& between)
{
  const auto perPart = static_cast<std::int64_t>(partBytes / entryBytes);
  pinned_.reserve(std::min<std::size_t>(
    numParts * partBytes, (static_cast<std::size_t>(n) * entryBytes + 4095) / 4096 * 4096));
  for (cudaEvent_t& event : sent_)
    if (!event)
      checkCuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreateWithFlags");
  int part = 0;
  // However this function ends, the pinned parts must be free then, because the next call uses them.
  const WaitForAll<numParts> wait{ sent_ };
  for (std::int64_t first = 0; first < n; first += perPart, part = (part + 1) % numParts)
  {
    between(static_cast<double>(first) / static_cast<double>(n));
    checkCuda(cudaEventSynchronize(sent_[part]), "cudaEventSynchronize");
    const std::int64_t size = std::min(perPart, n - first);
    char* const pinned = static_cast<char*>(pinned_.data()) + part * partBytes;
    tbb::parallel_for(
      tbb::blocked_range<std::int64_t>(0, size, 8192), [&](const tbb::blocked_range<std::int64_t>& range) {
        convert(first + range.begin(), range.end() - range.begin(),
          pinned + static_cast<std::size_t>(range.begin()) * entryBytes);
      });
    checkCuda(cudaMemcpyAsync(static_cast<char*>(target) + static_cast<std::size_t>(first) * entryBytes,
                pinned, static_cast<std::size_t>(size) * entryBytes, cudaMemcpyHostToDevice, stream),
      "cudaMemcpyAsync");
    checkCuda(cudaEventRecord(sent_[part], stream), "cudaEventRecord");
  }
  for (cudaEvent_t event : sent_)
    checkCuda(cudaEventSynchronize(event), "cudaEventSynchronize");
}

} // namespace inkray
