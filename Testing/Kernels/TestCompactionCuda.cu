// SPDX-License-Identifier: BSD-3-Clause
#include "CompactionTest.h"
#include "Execution/CudaBackend.cuh"

namespace compactiontest
{

INSTANTIATE_TYPED_TEST_SUITE_P(CUDA, CompactionTest, CudaBackend);

/// A captured call, run as often as wanted.
class CapturedCall
{
public:
  template <class Call>
  CapturedCall(CudaBackend& backend, const Call& call)
    : stream_(backend.stream())
  {
    cudaGraph_t graph = nullptr;
    checkCuda(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
    call();
    checkCuda(cudaStreamEndCapture(stream_, &graph), "cudaStreamEndCapture");
    checkCuda(cudaGraphInstantiate(&executable_, graph, 0), "cudaGraphInstantiate");
    checkCuda(cudaGraphDestroy(graph), "cudaGraphDestroy");
  }
  ~CapturedCall() { cudaGraphExecDestroy(executable_); }
  CapturedCall(const CapturedCall&) = delete;
  CapturedCall& operator=(const CapturedCall&) = delete;
  void run() { checkCuda(cudaGraphLaunch(executable_, stream_), "cudaGraphLaunch"); }

private:
  cudaStream_t stream_;
  cudaGraphExec_t executable_ = nullptr;
};

/// What only CUDA has. (A typed suite, so that its name begins with CUDA/, which the gpu label goes by.)
template <class Backend>
class CompactionOnCuda : public CompactionTest<Backend>
{
protected:
  /// A choice of the array forms that no method takes by default: run(in, n, queue).
  template <class Run>
  void checkForm(const Run& run, CompactionMethod method, const std::string& name)
  {
    for (const std::int64_t n : { 0, 1, 4095, 4096, 4097, 70000, 1000003, 20000001 })
      for (const Pattern& pattern : { Pattern{ 0.5, 1 }, Pattern{ 0.0, 1 }, Pattern{ 1.0, 1 }, Pattern{ 0.4, 5000 } })
      {
        const auto input = makeItems<std::uint32_t>(n, pattern);
        const auto in = this->upload(input);
        std::vector<std::uint32_t> survivors;
        std::copy_if(input.begin(), input.end(), std::back_inserter(survivors), IsValid());
        TestQueue<Backend, std::uint32_t> output(*this->backend, n);
        for (int repeat = 0; repeat < 3; ++repeat)
          run(in.data(), n, output.queue());
        ASSERT_NO_FATAL_FAILURE(expectQueue(output, survivors, method, name + ", " + std::to_string(n) + " items, " + pattern.name()));
      }
  }
  template <int Block, int Items, int Window>
  void checkLookBack()
  {
    this->checkForm(
      [&](const std::uint32_t* in, std::int64_t n, Queue<std::uint32_t> queue) {
        CudaCompaction<Backend>::template arrayLookBack<ArrayTuning<Block, Items, 1, Window>>(*this->backend, in, n, IsValid(), queue, *this->room);
      },
      CompactionMethod::InKCompactLookBack, "look-back, " + std::to_string(Block) + " x " + std::to_string(Items));
  }
  template <int Block, int Items, int ClusterSize>
  void checkCluster()
  {
    this->checkForm(
      [&](const std::uint32_t* in, std::int64_t n, Queue<std::uint32_t> queue) {
        CudaCompaction<Backend>::template arrayCluster<ArrayTuning<Block, Items, 1, 2>, ClusterSize>(*this->backend, in, n, IsValid(), queue, *this->room);
      },
      CompactionMethod::InKCompactLookBack, "clusters of " + std::to_string(ClusterSize) + ", " + std::to_string(Block) + " x " + std::to_string(Items));
  }
};

TYPED_TEST_SUITE_P(CompactionOnCuda);

TYPED_TEST_P(CompactionOnCuda, CountedCallsRunInAGraph)
{
  const std::int64_t maxN = 100000;
  const auto input = makeItems<std::uint32_t>(maxN, Pattern{ 0.5, 2 });
  const auto in = this->upload(input);
  auto called = this->upload(std::vector<std::uint32_t>(input.size(), 0));
  auto number = this->upload(std::vector<std::uint64_t>{ 0 });
  TestQueue<TypeParam, std::uint32_t> first(*this->backend, maxN);
  TestQueue<TypeParam, std::uint64_t> second(*this->backend, maxN);
  this->backend->reserveCompaction(*this->room, maxN, 2);
  for (const CompactionMethod method : allCompactionMethods)
  {
    if (!inKernel(method))
      continue;
    CapturedCall call(*this->backend, [&] {
      this->backend->template compactCounted<128, 2>(method, number.data(), maxN, OneOutput{ in.data(), called.data() }, first.queue(), *this->room);
      this->backend->template compactCounted<256, 1>(method, number.data(), maxN, NarrowOutputs{ in.data() }, first.queue(), second.queue(), *this->room);
    });
    for (const std::uint64_t n : { 100000, 0, 777, 50000, 1, 99999 })
    {
      this->backend->copyFromHost(number.data(), &n, sizeof(n));
      first.spoil();
      second.spoil();
      call.run();
      call.run();
      std::vector<std::uint32_t> valid;
      std::vector<std::uint64_t> others;
      for (std::size_t i = 0; i < n; ++i)
      {
        if (IsValid()(input[i]))
          valid.push_back(input[i]);
        if (secondKeeps(input[i], static_cast<std::int64_t>(i)))
          others.push_back(input[i]);
      }
      const std::string what = std::string(compactionMethodName(method)) + " in a graph, " + std::to_string(n) + " items";
      ASSERT_NO_FATAL_FAILURE(expectQueue(first, valid, method, what));
      ASSERT_NO_FATAL_FAILURE(expectQueue(second, others, method, what));
    }
  }
}

TYPED_TEST_P(CompactionOnCuda, LookBackOfAllShapes)
{
  ASSERT_NO_FATAL_FAILURE((this->template checkLookBack<128, 16, 1>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkLookBack<512, 32, 8>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkLookBack<1024, 4, 2>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkLookBack<32, 4, 4>()));
}

TYPED_TEST_P(CompactionOnCuda, LookBackBetweenClusters)
{
  int major = 0;
  checkCuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0), "cudaDeviceGetAttribute");
  if (major < 9)
    GTEST_SKIP() << "this GPU has no thread block clusters";
  ASSERT_NO_FATAL_FAILURE((this->template checkCluster<256, 16, 2>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkCluster<256, 16, 8>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkCluster<128, 8, 4>()));
}

TYPED_TEST_P(CompactionOnCuda, GatherInBlocksOfAllSizes)
{
  const auto gather = [&](auto search, auto shape, CompactionMethod method, const std::string& name) {
    this->checkForm(
      [&](const std::uint32_t* in, std::int64_t n, Queue<std::uint32_t> queue) {
        using Shape = decltype(shape);
        CudaCompaction<TypeParam>::template arrayGather<decltype(search), Shape::block, Shape::items>(*this->backend, in, n, IsValid(), queue, *this->room);
      },
      method, name + " in blocks of " + std::to_string(decltype(shape)::tileSize));
  };
  ASSERT_NO_FATAL_FAILURE(gather(HornSearch(), ArrayTuning<32, 1, 1>(), CompactionMethod::HornCompact, "Horn"));
  ASSERT_NO_FATAL_FAILURE(gather(HornSearch(), ArrayTuning<256, 8, 1>(), CompactionMethod::HornCompact, "Horn"));
  ASSERT_NO_FATAL_FAILURE(gather(JumpingJackSearch(), ArrayTuning<32, 1, 1>(), CompactionMethod::JumpingJack, "Jumping Jack"));
  ASSERT_NO_FATAL_FAILURE(gather(JumpingJackSearch(), ArrayTuning<256, 8, 1>(), CompactionMethod::JumpingJack, "Jumping Jack"));
}

REGISTER_TYPED_TEST_SUITE_P(CompactionOnCuda, CountedCallsRunInAGraph, LookBackOfAllShapes, LookBackBetweenClusters, GatherInBlocksOfAllSizes);
INSTANTIATE_TYPED_TEST_SUITE_P(CUDA, CompactionOnCuda, CudaBackend);

} // namespace compactiontest
