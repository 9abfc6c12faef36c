// SPDX-License-Identifier: BSD-3-Clause
// The measurements on CUDA. Without a compiler for it, this is C++ that says so.
#ifdef __CUDACC__
#include "Geometry/KdTree/KdBuilder.cuh"
#include "Geometry/KdTree/KdTreeImpl.h"
#include "Laboratory/KdTree/KdPrimitives.cuh"
#endif
#include "Device/Device.h"
#include "benchKdTree.h"

#include <algorithm>

namespace inkray::bench
{

#ifdef __CUDACC__
namespace
{

constexpr int chunk = 256;

template <class Scan>
__global__ void __launch_bounds__(chunk) scanChunksKernel(const std::uint32_t* flags, std::uint32_t* sums)
{
  using Chunk = laboratory::ScanChunk<chunk, Scan>;
  __shared__ typename Chunk::Shared shared;
  Chunk::run(CudaContext<chunk>(), shared, flags, sums);
}

/// Measures finding the places of the flagged triangles of each chunk: by shared memory, by shuffles and by
/// ballots.
void measureScans(const KdTreeSettings& settings)
{
  constexpr int numScans = laboratory::ScanChunk<chunk, laboratory::BallotScan<chunk>>::numScans;
  const std::int64_t numChunks = std::max<std::int64_t>(1, settings.triangles / chunk), n = numChunks * chunk;
  std::mt19937 dice(2);
  std::vector<std::uint32_t> flags(static_cast<std::size_t>(n)), expected(flags.size());
  for (std::uint32_t& word : flags)
    word = static_cast<std::uint32_t>(dice());
  for (std::size_t first = 0; first < flags.size(); first += chunk)
    for (std::uint32_t bit = 0; bit < numScans; ++bit)
    {
      std::uint32_t total = 0, before = 0;
      for (std::size_t i = first; i < first + chunk; ++i)
        total += flags[i] >> bit & 1u;
      for (std::size_t i = first; i < first + chunk; before += flags[i++] >> bit & 1u)
        expected[i] += (bit + 1) * (before + total);
    }
  CudaBackend backend;
  CudaBackend::Array<std::uint32_t> in(backend, n), sums(backend, n);
  backend.copyFromHost(in.data(), flags.data(), flags.size() * sizeof flags[0]);
  std::printf(
    "%d scans of each of %lld chunks of %d triangles\n", numScans, static_cast<long long>(numChunks), chunk);
  PieceTimes times(expected);
  const auto time = [&](const char* name, auto kernel) {
    times.time(backend, name, settings.repeats, sums, [&] {
      const CudaBackend::Launch launch(backend);
      kernel<<<static_cast<unsigned>(numChunks), chunk, 0, launch.stream>>>(in.data(), sums.data());
      checkCuda(cudaGetLastError(), "kernel launch");
    });
  };
  time("by ballots", scanChunksKernel<laboratory::BallotScan<chunk>>);
  time("by shuffles", scanChunksKernel<laboratory::ShuffleScan<chunk>>);
  time("in shared memory", scanChunksKernel<laboratory::SharedMemoryScan<chunk>>);
}

} // namespace
#endif

void benchKdTreeOnCuda(const KdTreeSettings& settings)
{
#ifdef __CUDACC__
  if (settings.pieces)
    measureScans(settings);
  KdTreeBench<CudaBackend>(settings).run();
#else
  (void)settings;
  throw std::runtime_error(cudaDevice().reason);
#endif
}

} // namespace inkray::bench
