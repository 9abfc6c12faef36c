// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/CudaError.cuh"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace inkray
{

#if CUDART_VERSION >= 12030
#define INKRAY_HAS_CONDITIONAL_GRAPHS 1
#else
#define INKRAY_HAS_CONDITIONAL_GRAPHS 0
#endif

#if INKRAY_HAS_CONDITIONAL_GRAPHS
/// Runs at the end of each turn of a loop; the loop continues while *running is not zero.
template <class Handle>
__global__ void setLoopCondition(Handle handle, const std::uint64_t* running)
{
  cudaGraphSetConditional(handle, *running > 0 ? 1u : 0u);
}
#endif

/// A loop of kernels that the device repeats by itself: a graph with a conditional node. The graph is built
/// once and launched again as long as its key stays the same; the key holds every pointer and number that the
/// body's launches contain. If the CUDA runtime or the driver has no conditional nodes (before 12.3), the
/// host reads the condition after each turn.
///
/// With INKRAY_LOOP=host in the environment when a loop is made, the host repeats it too. This is for
/// compute-sanitizer: under its memcheck and initcheck (2025.3) kernels in the body of a conditional WHILE
/// node fail with invalid addresses, in any program.
class CudaLoop
{
public:
  CudaLoop()
    : onDevice_(isOnDevice())
  {
  }
  CudaLoop(const CudaLoop&) = delete;
  CudaLoop& operator=(const CudaLoop&) = delete;
  ~CudaLoop() { this->release(); }

  void release() noexcept
  {
    if (executable_)
      cudaGraphExecDestroy(executable_);
    if (graph_)
      cudaGraphDestroy(graph_);
    executable_ = nullptr;
    graph_ = nullptr;
    key_.clear();
  }

  bool onDevice() const { return onDevice_; }

  /// Enqueue a loop: while *running (device memory) is not 0, repeat the launches that `body` makes into the
  /// stream. The body may neither allocate nor synchronize. Returns whether the loop was built anew.
  template <class Body>
  bool run(cudaStream_t stream, const std::uint64_t* running, const std::vector<std::uint64_t>& key,
    const Body& body)
  {
#if INKRAY_HAS_CONDITIONAL_GRAPHS
    const bool isNew = !executable_ || key != key_;
    if (isNew)
      this->build(stream, running, key, body);
    checkCuda(cudaGraphLaunch(executable_, stream), "cudaGraphLaunch");
    return isNew;
#else
    (void)stream;
    (void)running;
    (void)key;
    (void)body;
    return false;
#endif
  }

private:
  static bool isOnDevice()
  {
    const char* const wanted = std::getenv("INKRAY_LOOP");
    const std::string by = wanted && *wanted ? wanted : "device";
    if (by != "device" && by != "host")
      throw InvalidInput("the environment's INKRAY_LOOP is \"" + by + "\"; it may be \"device\" or \"host\"");
    int driver = 0;
    checkCuda(cudaDriverGetVersion(&driver), "cudaDriverGetVersion");
    return INKRAY_HAS_CONDITIONAL_GRAPHS && driver >= 12030 && by == "device";
  }

#if INKRAY_HAS_CONDITIONAL_GRAPHS
  template <class Body>
  void build(cudaStream_t stream, const std::uint64_t* running, const std::vector<std::uint64_t>& key,
    const Body& body)
  {
    this->release();
    checkCuda(cudaGraphCreate(&graph_, 0), "cudaGraphCreate");
    cudaGraphConditionalHandle handle;
    checkCuda(cudaGraphConditionalHandleCreate(&handle, graph_, 0, cudaGraphCondAssignDefault),
      "cudaGraphConditionalHandleCreate");

    // Only the device knows whether there is a first turn.
    cudaGraphNode_t first = nullptr, loop = nullptr;
    cudaKernelNodeParams start{};
    void* arguments[] = { &handle, &running };
    start.func = reinterpret_cast<void*>(&setLoopCondition<cudaGraphConditionalHandle>);
    start.gridDim = dim3(1);
    start.blockDim = dim3(1);
    start.kernelParams = arguments;
    checkCuda(cudaGraphAddKernelNode(&first, graph_, nullptr, 0, &start), "cudaGraphAddKernelNode");

    cudaGraphNodeParams turn{};
    turn.type = cudaGraphNodeTypeConditional;
    turn.conditional.handle = handle;
    turn.conditional.type = cudaGraphCondTypeWhile;
    turn.conditional.size = 1;
#if CUDART_VERSION >= 13000
    checkCuda(cudaGraphAddNode(&loop, graph_, &first, nullptr, 1, &turn), "cudaGraphAddNode");
#else
    checkCuda(cudaGraphAddNode(&loop, graph_, &first, 1, &turn), "cudaGraphAddNode");
#endif
    checkCuda(cudaStreamBeginCaptureToGraph(stream, turn.conditional.phGraph_out[0], nullptr, nullptr, 0,
                cudaStreamCaptureModeThreadLocal),
      "cudaStreamBeginCaptureToGraph");
    cudaGraph_t captured = nullptr;
    try
    {
      body();
      setLoopCondition<cudaGraphConditionalHandle><<<1, 1, 0, stream>>>(handle, running);
      checkCuda(cudaGetLastError(), "launch of the loop's condition");
    }
    catch (...)
    {
      cudaStreamEndCapture(stream, &captured);
      this->release();
      throw;
    }
    checkCuda(cudaStreamEndCapture(stream, &captured), "cudaStreamEndCapture");
    checkCuda(cudaGraphInstantiate(&executable_, graph_, 0), "cudaGraphInstantiate");
    key_ = key;
  }
#endif

  bool onDevice_;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
  std::vector<std::uint64_t> key_;
};

} // namespace inkray
