// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/WorkObserver.h"
#include "Device/Buffer.h"
#include "Device/CudaError.cuh"
#include "Device/CudaLoop.cuh"
#include "Device/DeviceGuard.cuh"
#include "Device/LaunchTable.h"
#include "Device/PinnedStaging.cuh"

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

namespace inkray
{

template <int Block, int MinBlocks, class Kernel>
__global__ void __launch_bounds__(Block, MinBlocks)
  forEachKernel(std::int64_t n, const __grid_constant__ Kernel kernel)
{
  const std::int64_t i = std::int64_t(blockIdx.x) * Block + threadIdx.x;
  if (i < n)
    kernel(i);
}

template <int Block, class Kernel>
__global__ void __launch_bounds__(Block)
  forEachCountedKernel(const std::uint64_t* count, const __grid_constant__ Kernel kernel)
{
  const auto n = static_cast<std::int64_t>(kernel.numItems(*count));
  for (std::int64_t i = std::int64_t(blockIdx.x) * Block + threadIdx.x; i < n;
       i += std::int64_t(gridDim.x) * Block)
    kernel(i);
}

template <class T>
__global__ void putKernel(T* target, const __grid_constant__ T value)
{
  *target = value;
}

/// Kernels on a CUDA device, in one stream: memory, launches, scans and sorts. Every call is checked. Any
/// thread may make the calls, one at a time. A call that depends on the current device first makes the
/// backend's device current, and restores the thread's device at its end.
class CudaBackend
{
public:
  template <class T>
  using Array = Buffer<T, CudaBackend>;

  static constexpr bool isDevice = true;

  /// Use the current device.
  CudaBackend()
    : CudaBackend(DeviceId(DeviceKind::CUDA, currentDevice()))
  {
  }
  /// All buffers together may take `memoryLimit` bytes.
  explicit CudaBackend(const DeviceId& device, std::size_t memoryLimit = MemoryBudget::noLimit)
    : ordinal_(device.ordinal)
    , budget_(memoryLimit)
  {
    const DeviceGuard guard(ordinal_);
    checkCuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    for (cudaEvent_t& event : marks_)
      checkCuda(cudaEventCreate(&event), "cudaEventCreate");
    checkCuda(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, ordinal_),
      "cudaDeviceGetAttribute");
  }

  ~CudaBackend()
  {
    temporary_.release();
    for (cudaEvent_t event : marks_)
      cudaEventDestroy(event);
    if (sending_)
      cudaStreamDestroy(sending_);
    if (launched_)
      cudaEventDestroy(launched_);
    cudaStreamDestroy(stream_);
  }
  CudaBackend(const CudaBackend&) = delete;
  CudaBackend& operator=(const CudaBackend&) = delete;

  MemoryBudget& budget() { return budget_; }
  int ordinal() const { return ordinal_; } ///< the device's number

  /// The backend's stream, for the caller's own launches. The backend's device is current as long as this
  /// object lives.
  class Launch
  {
  public:
    explicit Launch(const CudaBackend& backend)
      : stream(backend.stream_)
      , guard_(backend.ordinal_)
    {
    }
    const cudaStream_t stream;

  private:
    DeviceGuard guard_;
  };
  int multiprocessors() const { return multiprocessors_; }

  void* allocate(std::size_t bytes)
  {
    const DeviceGuard guard(ordinal_);
    void* p = nullptr;
    const cudaError_t code = cudaMalloc(&p, bytes);
    if (code == cudaErrorMemoryAllocation)
    {
      cudaGetLastError();
      std::size_t free = 0, total = 0;
      cudaMemGetInfo(&free, &total);
      throw OutOfMemory("cudaMalloc: out of GPU memory, " + std::to_string(bytes) +
          " bytes were asked for and " + std::to_string(free) + " of " + std::to_string(total) +
          " are free; close other data or use the CPU",
        bytes, free);
    }
    checkCuda(code, "cudaMalloc");
    return p;
  }
  static void free(void* p) noexcept { cudaFree(p); }

  /// Run kernel(i) for every i in [0, n), in blocks of `Block` threads. At least MinBlocks blocks should fit
  /// on a multiprocessor.
  template <int Block = launches::anyKernel.threads, int MinBlocks = launches::anyKernel.blocks, class Kernel>
  void forEach(std::int64_t n, const Kernel& kernel)
  {
    if (n <= 0)
      return;
    const Launch launch(*this);
    forEachKernel<Block, MinBlocks><<<this->blocks(n, Block), Block, 0, launch.stream>>>(n, kernel);
    checkCuda(cudaGetLastError(), "kernel launch");
  }

  template <int Block = launches::anyKernel.threads, int MinBlocks = launches::anyKernel.blocks, class Kernel>
  void forEachCounted(const std::uint64_t* n, const Kernel& kernel)
  {
    const Launch launch(*this);
    forEachCountedKernel<Block><<<multiprocessors_*(2048 / Block), Block, 0, launch.stream>>>(n, kernel);
    checkCuda(cudaGetLastError(), "kernel launch");
  }

  /// Throws InvalidInput for more values than an int counts.
  void exclusiveScan(const std::uint32_t* in, std::uint32_t* out, std::int64_t n);

  /// Workspace of a sort in addition to its input. A caller that sorts in every frame keeps it, so that only
  /// the first sort of a size allocates.
  template <class Key, class Value>
  struct SortWorkspace
  {
    Array<Key> keys;
    Array<Value> values;
    Array<char> temporary;
  };

  template <class Key, class Value>
  void sortPairs(Array<Key>& keys, Array<Value>& values, std::int64_t n, int endBit)
  {
    SortWorkspace<Key, Value> workspace;
    this->sortPairs(keys, values, n, endBit, workspace);
  }

  /// Available for the pairs of types that CudaBackend.cu instantiates.
  template <class Key, class Value>
  void sortPairs(
    Array<Key>& keys, Array<Value>& values, std::int64_t n, int endBit, SortWorkspace<Key, Value>& workspace);

  /// A loop that the device repeats by itself (CudaLoop). If it cannot, the host reads *running after each
  /// turn.
  using Loop = CudaLoop;
  template <class Body>
  bool loopWhile(
    Loop& loop, const std::uint64_t* running, const std::vector<std::uint64_t>& key, const Body& body)
  {
    const Launch launch(*this);
    if (loop.onDevice())
      return loop.run(launch.stream, running, key, body);
    while (this->read(running) > 0)
      body();
    return false;
  }

  /// *target = value in device memory; the value is an argument of the launch.
  template <class T>
  void put(T* target, const T& value)
  {
    static_assert(sizeof(T) <= 3584, "kernel parameters are limited to 4 KB");
    const Launch launch(*this);
    putKernel<<<1, 1, 0, launch.stream>>>(target, value);
    checkCuda(cudaGetLastError(), "kernel launch");
  }

  void zero(void* p, std::size_t bytes)
  {
    const Launch launch(*this);
    checkCuda(cudaMemsetAsync(p, 0, bytes, launch.stream), "cudaMemsetAsync");
  }
  void copyToHost(void* host, const void* p, std::size_t bytes)
  {
    const Launch launch(*this);
    checkCuda(cudaMemcpyAsync(host, p, bytes, cudaMemcpyDeviceToHost, launch.stream), "cudaMemcpyAsync");
    this->synchronize();
  }
  void copyFromHost(void* p, const void* host, std::size_t bytes)
  {
    const Launch launch(*this);
    checkCuda(cudaMemcpyAsync(p, host, bytes, cudaMemcpyHostToDevice, launch.stream), "cudaMemcpyAsync");
    this->synchronize();
  }
  template <class T>
  T read(const T* p)
  {
    T value;
    this->copyToHost(&value, p, sizeof(T));
    return value;
  }

  /// Fill target[i] = convert(i): host threads convert one part into pinned memory while the earlier part is
  /// being copied. Throws Aborted, between parts, if the observer asks for it.
  template <class T, class Convert>
  void stage(T* target, std::int64_t n, const Convert& convert)
  {
    const Launch launch(*this);
    staging_.stage(launch.stream, target, n, convert, [this](double share) {
      progress_.checkAbort();
      progress_.report(share);
    });
  }

  /// Pinned host memory that keeps copies of buffers; contents are lost when it grows.
  class HostStore
  {
  public:
    char* reserve(std::size_t bytes)
    {
      pinned_.reserve(bytes);
      return this->data();
    }
    char* data() { return static_cast<char*>(pinned_.data()); }
    std::size_t size() const { return pinned_.size(); } ///< in bytes

  private:
    PinnedBuffer pinned_;
  };
  /// A position in the sequence of sent copies.
  class SentMark
  {
  public:
    SentMark() = default;
    ~SentMark()
    {
      if (event_)
        cudaEventDestroy(event_);
    }
    SentMark(const SentMark&) = delete;
    SentMark& operator=(const SentMark&) = delete;

  private:
    friend CudaBackend;
    cudaEvent_t event_ = nullptr;
  };
  /// Copy from a HostStore, in a separate stream, after all launches so far. Later launches wait for it only
  /// after awaitSent.
  void send(void* p, const void* stored, std::size_t bytes)
  {
    const Launch launch(*this);
    if (!sending_)
      checkCuda(cudaStreamCreateWithFlags(&sending_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    if (!launched_)
      checkCuda(cudaEventCreateWithFlags(&launched_, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    checkCuda(cudaEventRecord(launched_, launch.stream), "cudaEventRecord");
    checkCuda(cudaStreamWaitEvent(sending_, launched_, 0), "cudaStreamWaitEvent");
    checkCuda(cudaMemcpyAsync(p, stored, bytes, cudaMemcpyHostToDevice, sending_), "cudaMemcpyAsync");
  }
  /// Set the mark behind everything that has been sent so far.
  void markSent(SentMark& mark)
  {
    if (!sending_)
      return;
    const DeviceGuard guard(ordinal_);
    if (!mark.event_)
      checkCuda(cudaEventCreateWithFlags(&mark.event_, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    checkCuda(cudaEventRecord(mark.event_, sending_), "cudaEventRecord");
  }
  /// Let later launches wait until everything sent before the mark has arrived.
  void awaitSent(const SentMark& mark)
  {
    if (!mark.event_)
      return;
    const Launch launch(*this);
    checkCuda(cudaStreamWaitEvent(launch.stream, mark.event_, 0), "cudaStreamWaitEvent");
  }

  /// Copy from the memory of another backend, which must have finished its work.
  void copyFrom(const CudaBackend& other, void* p, const void* from, std::size_t bytes)
  {
    const Launch launch(*this);
    checkCuda(
      cudaMemcpyPeerAsync(p, ordinal_, from, other.ordinal_, bytes, launch.stream), "cudaMemcpyPeerAsync");
  }

  /// A copy of the image in pinned host memory.
  struct HostImage
  {
    PinnedBuffer pinned;

    template <class T>
    const float* take(CudaBackend& backend, const T* image, std::int64_t n)
    {
      const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(T);
      const Launch launch(backend);
      pinned.reserve(bytes);
      checkCuda(cudaMemcpyAsync(pinned.data(), image, bytes, cudaMemcpyDeviceToHost, launch.stream),
        "cudaMemcpyAsync");
      return static_cast<const float*>(pinned.data());
    }
  };

  void synchronize()
  {
    const Launch launch(*this);
    checkCuda(cudaStreamSynchronize(launch.stream), "cudaStreamSynchronize");
  }
  void mark(int slot)
  {
    const Launch launch(*this);
    checkCuda(cudaEventRecord(marks_[slot], launch.stream), "cudaEventRecord");
  }
  /// Wait until the device has reached the mark.
  void wait(int slot)
  {
    const DeviceGuard guard(ordinal_);
    checkCuda(cudaEventSynchronize(marks_[slot]), "cudaEventSynchronize");
  }
  double elapsed(int from, int to) const
  {
    float ms = 0;
    checkCuda(cudaEventElapsedTime(&ms, marks_[from], marks_[to]), "cudaEventElapsedTime");
    return ms;
  }
  static constexpr int numMarks = 16;

  /// Set the observer of the following work; without any function there is none. Kernels are not interrupted
  /// and report no progress: the observer is called at each step and between the parts that stage() copies.
  void observe(const WorkObserver& observer) { progress_ = WorkProgress(observer); }
  /// The following work takes the progress from the share `begin` to `end`. Throws Aborted.
  void step(double begin, double end)
  {
    progress_.checkAbort();
    progress_.step(begin, end);
  }

private:
  static int currentDevice()
  {
    int ordinal = 0;
    checkCuda(cudaGetDevice(&ordinal), "cudaGetDevice");
    return ordinal;
  }
  static unsigned blocks(std::int64_t n, int block) { return static_cast<unsigned>((n + block - 1) / block); }

  int ordinal_;
  cudaStream_t stream_ = nullptr;
  cudaStream_t sending_ = nullptr; ///< the stream of send(), created by its first call, like the next member
  cudaEvent_t launched_ = nullptr;
  cudaEvent_t marks_[numMarks] = {};
  int multiprocessors_ = 1;
  MemoryBudget budget_;
  Array<char> temporary_;
  PinnedStaging staging_;
  WorkProgress progress_;
};

} // namespace inkray
