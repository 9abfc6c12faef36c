// SPDX-License-Identifier: BSD-3-Clause
#include "Compaction/CompactionTest.h"
#include "Laboratory/Compaction/BaselineCompactor.cuh"

namespace compactiontest
{

INSTANTIATE_TYPED_TEST_SUITE_P(CUDA, CompactionTest, CudaBackend);

/// A captured call that can be run repeatedly.
class CapturedCall
{
public:
  template <class Call>
  CapturedCall(CudaBackend& backend, const Call& call)
    : stream_(CudaBackend::Launch(backend).stream)
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

/// An item of 16 bytes that may begin at any multiple of 4.
struct Loose
{
  std::uint32_t words[4];

  bool operator==(const Loose& o) const { return std::equal(words, words + 4, o.words); }
};
struct LooseIsValid
{
  INKRAY_HD bool operator()(const Loose& item) const { return (item.words[3] & 1u) != 0; }
};

/// Tests of forms that exist only on CUDA. (The suite is typed, so that its name begins with CUDA/, by which
/// the gpu label selects it.)
template <class Backend>
class CompactionOnCuda : public CompactionTest<Backend>
{
protected:
  /// Checks a form of array compaction that no method uses by default: run(in, n, queue).
  template <class Run>
  void checkForm(const Run& run, ComparedMethod method, const std::string& name)
  {
    for (const std::int64_t n : { 0, 1, 4095, 4096, 4097, 8191, 8192, 8193, 70000, 1000003, 20000001 })
      for (const Pattern& pattern :
        { Pattern{ 0.5, 1 }, Pattern{ 0.0, 1 }, Pattern{ 1.0, 1 }, Pattern{ 0.4, 5000 } })
      {
        const auto input = makeItems<std::uint32_t>(n, pattern);
        const auto in = this->upload(input);
        std::vector<std::uint32_t> survivors;
        std::copy_if(input.begin(), input.end(), std::back_inserter(survivors), IsValid());
        TestQueue<Backend, std::uint32_t> output(*this->backend, n);
        for (int repeat = 0; repeat < 3; ++repeat)
          run(in.data(), n, output.queue());
        ASSERT_NO_FATAL_FAILURE(expectQueue(
          output, survivors, method, name + ", " + std::to_string(n) + " items, " + pattern.name()));
      }
  }
  static bool hasBulkCopies()
  {
    int major = 0;
    checkCuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0), "cudaDeviceGetAttribute");
    return major >= 9;
  }
  template <class Tuning>
  void checkRing()
  {
    this->checkForm(
      [&](const std::uint32_t* in, std::int64_t n, Queue<std::uint32_t> queue) {
        ASSERT_TRUE((this->compactor->template arrayRing<Tuning>(*this->backend, in, n, IsValid(), queue)));
      },
      ComparedMethod::InKCompactLookBack,
      "ring of " + std::to_string(Tuning::stages) + " tiles of " + std::to_string(Tuning::tileBytes) +
        " bytes");
  }
  /// Checks arrays that begin and end around the borders of tiles and of multiples of 16 bytes. Some queues
  /// are large enough for the survivors and some are not.
  template <class Tuning, class T>
  void checkRingBorders()
  {
    constexpr std::int64_t tileSize = Tuning::tileBytes / static_cast<std::int64_t>(sizeof(T));
    constexpr std::int64_t perVector = 16 / static_cast<std::int64_t>(sizeof(T));
    for (std::int64_t offset = 0; offset < perVector; ++offset)
      for (const std::int64_t tiles : { 1, 2, 9 })
        for (const std::int64_t more :
          { -perVector - 1, -perVector, std::int64_t(-1), std::int64_t(0), std::int64_t(1), perVector })
          for (const double density : { 0.5, 1.0 })
          {
            const std::int64_t n = tiles * tileSize - offset + more;
            const auto input = makeItems<T>(n, Pattern{ density, 1 });
            std::vector<T> padded(static_cast<std::size_t>(offset), makeItem<T>(n + 1, true));
            padded.insert(padded.end(), input.begin(), input.end());
            padded.insert(padded.end(), 5, makeItem<T>(n + 2, true));
            const auto in = this->upload(padded);
            std::vector<T> survivors;
            std::copy_if(input.begin(), input.end(), std::back_inserter(survivors), IsValid());
            for (const std::int64_t capacity : { n, n / 3 })
            {
              TestQueue<Backend, T> output(*this->backend, capacity);
              ASSERT_TRUE((this->compactor->template arrayRing<Tuning>(
                *this->backend, in.data() + offset, n, IsValid(), output.queue())));
              ASSERT_NO_FATAL_FAILURE(expectQueue(output, survivors, ComparedMethod::InKCompactLookBack,
                "ring, " + std::to_string(sizeof(T)) + " bytes, " + std::to_string(n) + " items from place " +
                  std::to_string(offset)));
            }
          }
  }
  template <int Block, int Items>
  void checkLookBack()
  {
    this->checkForm(
      [&](const std::uint32_t* in, std::int64_t n, Queue<std::uint32_t> queue) {
        this->compactor->template arrayLookBack<ArrayTuning<Block, Items, 1>>(
          *this->backend, in, n, IsValid(), queue);
      },
      ComparedMethod::InKCompactLookBack,
      "look-back, " + std::to_string(Block) + " x " + std::to_string(Items));
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
  this->compactor->reserve(*this->backend, maxN, 2);
  for (const ComparedMethod method : allComparedMethods)
  {
    if (!inKernel(method))
      continue;
    CapturedCall call(*this->backend, [&] {
      this->compactor->template compactCounted<128, 2>(
        *this->backend, method, number.data(), maxN, OneOutput{ in.data(), called.data() }, first.queue());
      this->compactor->template compactCounted<256, 1>(*this->backend, method, number.data(), maxN,
        NarrowOutputs{ in.data() }, first.queue(), second.queue());
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
      const std::string what =
        std::string(compactionMethodName(method)) + " in a graph, " + std::to_string(n) + " items";
      ASSERT_NO_FATAL_FAILURE(expectQueue(first, valid, method, what));
      ASSERT_NO_FATAL_FAILURE(expectQueue(second, others, method, what));
    }
  }
}

TYPED_TEST_P(CompactionOnCuda, TheDefaultOfEachSize)
{
  this->checkForm(
    [&](const std::uint32_t* in, std::int64_t n, Queue<std::uint32_t> queue) {
      this->compactor->compactArray(
        *this->backend, ComparedMethod::InKCompactLookBack, in, n, IsValid(), queue);
    },
    ComparedMethod::InKCompactLookBack, "look-back as it is chosen");
}

TYPED_TEST_P(CompactionOnCuda, LookBackOfAllShapes)
{
  ASSERT_NO_FATAL_FAILURE((this->template checkLookBack<128, 16>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkLookBack<512, 32>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkLookBack<1024, 4>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkLookBack<32, 4>()));
}

TYPED_TEST_P(CompactionOnCuda, RingsOfAllShapes)
{
  if (!this->hasBulkCopies())
    GTEST_SKIP() << "this GPU has no bulk copies";
  ASSERT_NO_FATAL_FAILURE((this->template checkRing<RingTuning<16, 4, 7, 4>>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkRing<RingTuning<8, 8, 7, 4>>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkRing<RingTuning<2, 1, 3, 1, 4, 3>>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkRing<RingTuning<5, 2, 4, 3, 2, 1>>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkRing<RingTuning<29, 4, 3, 1, 1, 2>>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkRing<RingTuning<1, 8, 2, 1, 2, 2>>()));
}

TYPED_TEST_P(CompactionOnCuda, RingsAtTheBordersOfTiles)
{
  if (!this->hasBulkCopies())
    GTEST_SKIP() << "this GPU has no bulk copies";
  ASSERT_NO_FATAL_FAILURE((this->template checkRingBorders<RingTuning<16, 4, 7, 4>, std::uint32_t>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkRingBorders<RingTuning<8, 8, 7, 4>, std::uint64_t>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkRingBorders<RingTuning<8, 8, 7, 4>, Wide>()));
  ASSERT_NO_FATAL_FAILURE((this->template checkRingBorders<RingTuning<2, 2, 3, 2, 2>, std::uint32_t>()));
}

TYPED_TEST_P(CompactionOnCuda, ArraysThatNoRingTakes)
{
  // Items lie between multiples of 16 bytes, so the form without bulk copies must handle them.
  const std::int64_t n = (1 << 24) + 5;
  std::vector<Loose> items(n);
  for (std::int64_t i = 0; i < n; ++i)
    items[i] = { { static_cast<std::uint32_t>(i), ~static_cast<std::uint32_t>(i), 7u,
      static_cast<std::uint32_t>(i) * 2654435761u >> 13 } };
  std::vector<std::uint32_t> words(1);
  for (const Loose& item : items)
    words.insert(words.end(), item.words, item.words + 4);
  const auto in = this->upload(words);
  typename TypeParam::template Array<Loose> out(*this->backend, n);
  const auto count = this->upload(std::vector<std::uint64_t>{ 0 });
  const Queue<Loose> queue{ out.data(), static_cast<std::uint64_t>(n),
    const_cast<std::uint64_t*>(count.data()) };
  const auto* const first = reinterpret_cast<const Loose*>(in.data() + 1);
  ASSERT_FALSE((this->compactor->template arrayRing<RingTuning<16, 4, 7, 4>>(
    *this->backend, first, n, LooseIsValid(), queue)));
  this->compactor->compactArray(
    *this->backend, ComparedMethod::InKCompactLookBack, first, n, LooseIsValid(), queue);
  std::vector<Loose> survivors;
  std::copy_if(items.begin(), items.end(), std::back_inserter(survivors), LooseIsValid());
  ASSERT_EQ(this->backend->read(count.data()), survivors.size());
  std::vector<Loose> got(survivors.size());
  this->backend->copyToHost(got.data(), out.data(), got.size() * sizeof(Loose));
  ASSERT_TRUE(got == survivors);
}

TYPED_TEST_P(CompactionOnCuda, BlocksThatRunTogetherAndTicketsTakeTurns)
{
  constexpr int block = 512, perThread = 4;
  const std::int64_t n = 120 * block * perThread - 77;
  const auto input = makeItems<std::uint32_t>(n, Pattern{ 0.4, 2 });
  const auto in = this->upload(input);
  auto called = this->upload(std::vector<std::uint32_t>(input.size(), 0));
  TestQueue<TypeParam, std::uint32_t> first(*this->backend, n);
  TestQueue<TypeParam, Wide> second(*this->backend, n);
  std::vector<std::uint32_t> valid;
  std::vector<Wide> others;
  for (std::int64_t i = 0; i < n; ++i)
  {
    if (IsValid()(input[i]))
      valid.push_back(input[i]);
    if (secondKeeps(input[i], i))
      others.push_back(wideOf(input[i], i));
  }
  this->compactor->reserve(*this->backend, n, 2);
  const ItemCount all{ nullptr, static_cast<std::uint64_t>(n) };
  const auto together = [&](std::int64_t items) {
    ASSERT_TRUE((this->compactor->template launchResident<block, perThread>(*this->backend,
      ItemCount{ nullptr, static_cast<std::uint64_t>(items) }, OneOutput{ in.data(), called.data() },
      first.queue())));
  };
  const auto twoTogether = [&] {
    ASSERT_TRUE((this->compactor->template launchResident<block, perThread>(
      *this->backend, all, TwoOutputs{ in.data(), called.data() }, first.queue(), second.queue())));
  };
  const auto tickets = [&] {
    this->compactor->template launchInKernel<InKCompactLookBack<block, perThread>, block, perThread>(
      *this->backend, all, OneOutput{ in.data(), called.data() }, first.queue());
  };
  for (int round = 0; round < 20; ++round)
  {
    first.spoil();
    tickets();
    together(5000);
    if (round % 2)
      tickets();
    twoTogether();
    const std::string where = "round " + std::to_string(round);
    ASSERT_NO_FATAL_FAILURE(expectQueue(first, valid, ComparedMethod::InKCompactLookBack, where));
    ASSERT_NO_FATAL_FAILURE(expectQueue(second, others, ComparedMethod::InKCompactLookBack, where));
    first.spoil();
    second.spoil();
    together(n);
    ASSERT_NO_FATAL_FAILURE(expectQueue(first, valid, ComparedMethod::InKCompactLookBack, where));
  }
  CapturedCall call(*this->backend, [&] { twoTogether(); });
  for (int repeat = 0; repeat < 3; ++repeat)
  {
    first.spoil();
    second.spoil();
    call.run();
    call.run();
    ASSERT_NO_FATAL_FAILURE(expectQueue(first, valid, ComparedMethod::InKCompactLookBack, "in a graph"));
    ASSERT_NO_FATAL_FAILURE(expectQueue(second, others, ComparedMethod::InKCompactLookBack, "in a graph"));
  }
  // With more blocks than can run together, nothing may be launched.
  ASSERT_FALSE((this->compactor->template launchResident<32, 1>(
    *this->backend, all, OneOutput{ in.data(), called.data() }, first.queue())));
}

TYPED_TEST_P(CompactionOnCuda, GatherInBlocksOfAllSizes)
{
  const auto gather = [&](auto search, auto shape, ComparedMethod method, const std::string& name) {
    this->checkForm(
      [&](const std::uint32_t* in, std::int64_t n, Queue<std::uint32_t> queue) {
        using Shape = decltype(shape);
        this->compactor->template arrayGather<decltype(search), Shape::block, Shape::items>(
          *this->backend, in, n, IsValid(), queue);
      },
      method, name + " in blocks of " + std::to_string(decltype(shape)::tileSize));
  };
  ASSERT_NO_FATAL_FAILURE(gather(HornSearch(), ArrayTuning<32, 1, 1>(), ComparedMethod::HornCompact, "Horn"));
  ASSERT_NO_FATAL_FAILURE(
    gather(HornSearch(), ArrayTuning<256, 8, 1>(), ComparedMethod::HornCompact, "Horn"));
  ASSERT_NO_FATAL_FAILURE(
    gather(JumpingJackSearch(), ArrayTuning<32, 1, 1>(), ComparedMethod::JumpingJack, "Jumping Jack"));
  ASSERT_NO_FATAL_FAILURE(
    gather(JumpingJackSearch(), ArrayTuning<256, 8, 1>(), ComparedMethod::JumpingJack, "Jumping Jack"));
  ASSERT_NO_FATAL_FAILURE(
    gather(ChosenSearch(), ArrayTuning<32, 1, 1>(), ComparedMethod::JumpingJack, "The chosen search"));
  ASSERT_NO_FATAL_FAILURE(
    gather(ChosenSearch(), ArrayTuning<256, 8, 1>(), ComparedMethod::JumpingJack, "The chosen search"));
}

REGISTER_TYPED_TEST_SUITE_P(CompactionOnCuda, CountedCallsRunInAGraph, TheDefaultOfEachSize,
  LookBackOfAllShapes, RingsOfAllShapes, RingsAtTheBordersOfTiles, ArraysThatNoRingTakes,
  BlocksThatRunTogetherAndTicketsTakeTurns, GatherInBlocksOfAllSizes);
INSTANTIATE_TYPED_TEST_SUITE_P(CUDA, CompactionOnCuda, CudaBackend);

} // namespace compactiontest
