// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The measurements of bench_kdtree, for one backend.
#include "BenchSupport.h"
#include "CandidateLayouts.h"
#include "Geometry/KdTree/KdTree.h"
#include "KdPieces.h"
#include "KdTree/KdTreeMeshes.h"
#include "Laboratory/KdTree/KdByPrimitives.h"
#include "Record.h"
#include "benchKdTreeKernels.h"

#include <bitset>
#include <cstdio>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace inkray::bench
{

using laboratory::BvhNode;

struct KdTreeSettings
{
  std::int64_t triangles = 1000000;
  std::vector<std::string> meshes = { "sphere", "terrain", "soup" };
  int size = 1024;
  int repeats = 20;
  std::vector<KdPolicy> policies = { kdDefaultPolicy };
  bool counts = false;     ///< what rays pass, in place of times
  bool traversals = false; ///< ways through the hierarchy
  bool pieces = false;     ///< scans of chunks and counts of sets in their forms, in place of trees
};

/// Times of the forms of one piece, all of which must give the same words.
class PieceTimes
{
public:
  explicit PieceTimes(std::vector<std::uint32_t> expected)
    : expected_(std::move(expected))
  {
  }

  /// Times `run`, which writes `out`. Throws std::runtime_error where a word is wrong.
  template <class Backend, class Run>
  void time(Backend& backend, const char* name, int repeats,
    typename Backend::template Array<std::uint32_t>& out, const Run& run)
  {
    backend.zero(out.data(), expected_.size() * sizeof(std::uint32_t));
    std::vector<double> ms;
    for (int repeat = 0; repeat < repeats + 1; ++repeat)
    {
      backend.mark(4);
      run();
      backend.mark(5);
      backend.synchronize();
      if (repeat > 0)
        ms.push_back(backend.elapsed(4, 5));
    }
    std::vector<std::uint32_t> got(expected_.size());
    backend.copyToHost(got.data(), out.data(), got.size() * sizeof(std::uint32_t));
    if (got != expected_)
      throw std::runtime_error(std::string(name) + " gives other words than the host");
    const double time = median(ms);
    first_ = first_ > 0 ? first_ : time;
    std::printf("  %-48s %9.4f ms, %6.3f times the first; right\n", name, time, time / first_);
    record("piece", time, "ms", { { "form", name } });
  }

private:
  std::vector<std::uint32_t> expected_;
  double first_ = 0;
};

/// Measures on the device of CUDA; throws where the build has none.
void benchKdTreeOnCuda(const KdTreeSettings& settings);

/// The measurements of bench_kdtree on one backend.
template <class Backend>
class KdTreeBench
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  explicit KdTreeBench(const KdTreeSettings& settings)
    : settings_(settings)
  {
  }

  void run()
  {
    std::mt19937 dice(1);
    if (settings_.pieces)
    {
      this->measureCounts(dice);
      return this->measureLayouts(dice);
    }
    for (const std::string& name : settings_.meshes)
    {
      const std::int64_t n = settings_.triangles;
      const kdtest::Triangles mesh = name == "sphere" ? kdtest::sphere(dice, n)
        : name == "terrain"                           ? kdtest::terrain(dice, n, 2.0f)
                                                      : kdtest::soup(dice, n, 0.01f);
      std::printf("%s, %lld triangles\n", name.c_str(), static_cast<long long>(mesh.size()));
      for (const KdPolicy& policy : settings_.policies)
        this->measure(mesh, policy);
    }
  }

private:
  template <class V>
  Array<V> upload(const std::vector<V>& values)
  {
    Array<V> array(backend_, static_cast<std::int64_t>(values.size()));
    backend_.copyFromHost(array.data(), values.data(), values.size() * sizeof(V));
    return array;
  }

  /// Measures counting the triangles on the sides of so many candidates in 16 nodes of 64, by a table and by
  /// the instruction.
  void measureCounts(std::mt19937& dice)
  {
    const auto n = static_cast<std::size_t>(settings_.triangles);
    std::mt19937_64 random(dice());
    std::vector<std::uint64_t> nodes(16), below(n), above(n);
    for (std::vector<std::uint64_t>* const sets : { &nodes, &below, &above })
      for (std::uint64_t& set : *sets)
        set = random();
    std::vector<std::uint8_t> bits(256);
    laboratory::fillBitTable(bits.data());
    std::vector<std::uint32_t> expected(n);
    for (std::size_t i = 0; i < n; ++i)
      for (const std::uint64_t node : nodes)
        expected[i] += static_cast<std::uint32_t>(
          std::bitset<64>(node & below[i]).count() + 100 * std::bitset<64>(node & above[i]).count());
    const Array<std::uint64_t> nodeSets = this->upload(nodes), belowSets = this->upload(below),
                               aboveSets = this->upload(above);
    const Array<std::uint8_t> table = this->upload(bits);
    Array<std::uint32_t> sums(backend_, static_cast<std::int64_t>(n));
    std::printf("counts of both sides of %zu candidates in %zu nodes\n", n, nodes.size());
    PieceTimes times(expected);
    for (const bool byTable : { false, true })
      times.time(
        backend_, byTable ? "by a table of bytes" : "by the instruction", settings_.repeats, sums, [&] {
          backend_.forEach(static_cast<std::int64_t>(n),
            laboratory::CountCandidates{ nodeSets.data(), belowSets.data(), aboveSets.data(),
              static_cast<int>(nodes.size()), byTable ? table.data() : nullptr, sums.data() });
        });
  }

  /// Measures candidates of small nodes in each layout: all of them, and one of each node drawn at random.
  /// There are six candidates for each triangle.
  void measureLayouts(std::mt19937& dice)
  {
    using namespace laboratory;
    const std::size_t numNodes = static_cast<std::size_t>(settings_.triangles) / 64 + 1;
    std::mt19937_64 random(dice());
    std::vector<SplitCandidate> candidates(numNodes * mostCandidates);
    for (SplitCandidate& c : candidates)
      c = { static_cast<float>(random() >> 40), random(), random() };
    std::vector<std::uint64_t> nodes(numNodes);
    std::vector<std::uint32_t> chosen(numNodes), all(candidates.size()), ofChosen(numNodes);
    for (std::size_t i = 0; i < numNodes; ++i)
    {
      nodes[i] = random();
      chosen[i] = static_cast<std::uint32_t>(random() % candidates.size());
      ofChosen[i] = weighCandidate(candidates[chosen[i]], nodes[i]);
    }
    for (std::size_t i = 0; i < candidates.size(); ++i)
      all[i] = weighCandidate(candidates[i], nodes[i / mostCandidates]);
    const Array<std::uint64_t> nodeSets = this->upload(nodes);
    const Array<std::uint32_t> places = this->upload(chosen);
    const auto n = static_cast<std::int64_t>(candidates.size());
    Array<std::uint32_t> sums(backend_, n);
    PieceTimes timesOfAll(all), timesOfChosen(ofChosen);
    std::printf(
      "%lld candidates in %zu nodes; then one candidate of each node\n", static_cast<long long>(n), numNodes);
    forEachLayout([&](auto layout) {
      using Layout = decltype(layout);
      std::vector<std::uint32_t> first, second;
      Layout::fill(candidates, first, second);
      const Array<std::uint32_t> firstWords = this->upload(first), secondWords = this->upload(second);
      const CandidateWords words = { firstWords.data(), secondWords.data(), n };
      timesOfAll.time(backend_, Layout::name, settings_.repeats, sums, [&] {
        backend_.forEach(n, WeighCandidates<Layout>{ words, nodeSets.data(), sums.data() });
      });
      timesOfChosen.time(
        backend_, (std::string(Layout::name) + ", one of a node").c_str(), settings_.repeats, sums, [&] {
          backend_.forEach(static_cast<std::int64_t>(numNodes),
            TakeChosen<Layout>{ words, nodeSets.data(), places.data(), sums.data() });
        });
    });
  }

  void measure(const kdtest::Triangles& mesh, const KdPolicy& policy)
  {
    std::printf("  small nodes of up to %d triangles, a node costs %g tests%s%s\n", policy.smallTriangles,
      static_cast<double>(policy.nodeCost), policy.clips != 0 ? ", triangles clipped" : "",
      policy.snaps != 0 ? ", splits at bounds" : "");
    const Array<float> points = this->upload(mesh.points);
    const Array<std::uint32_t> corners = this->upload(mesh.corners);
    const TriangleMesh input = { points.data(), static_cast<std::int64_t>(mesh.points.size() / 3),
      corners.data(), mesh.size() };
    KdTree<Backend> tree;
    tree.markStages(0);
    std::printf("  %-11s %9s %9s %9s %9s %9s %9s %9s %7s %9s %9s\n", "build", "first ms", "ms", "prepare",
      "large", "small", "nodes/tri", "lists/tri", "levels", "tree B/t", "work B/t");
    struct Built
    {
      const char* method;
      KdStages<Backend>* stagesOf; ///< null: the product's stages
      std::vector<double> wall = {}, stages[3] = {};
      double first = 0;
      KdTreeReport report = {};
    };
    KdByPrimitives<Backend> primitives;
    Built methods[] = { { "primitives", &primitives }, { "atomics", nullptr } };
    for (int repeat = 0; repeat < settings_.repeats + 2; ++repeat)
      for (Built& built : methods) // in turns
      {
        backend_.synchronize();
        const Stopwatch watch;
        tree.build(backend_, input, policy, built.stagesOf);
        backend_.synchronize();
        const double ms = watch.milliseconds();
        built.report = tree.report();
        if (repeat == 0)
          built.first = ms;
        if (repeat < 2)
          continue;
        built.wall.push_back(ms);
        for (int stage = 0; stage < 3; ++stage)
          built.stages[stage].push_back(backend_.elapsed(stage, stage + 1));
      }
    for (const auto& [method, stagesOf, wall, stages, first, report] : methods)
    {
      const Of of = { { "mesh", mesh.name }, { "method", method } };
      record("tree", median(wall), "ms", of);
      record("large nodes", median(stages[1]), "ms", of);
      record("small nodes", median(stages[2]), "ms", of);
      const auto count = static_cast<double>(mesh.size());
      std::printf("  %-11s %9.2f %9.3f %9.3f %9.3f %9.3f %9.2f %9.2f %7d %9.1f %9.1f\n", method, first,
        median(wall), median(stages[0]), median(stages[1]), median(stages[2]),
        static_cast<double>(report.nodes) / count, static_cast<double>(report.leafTriangles) / count,
        report.levels, static_cast<double>(report.treeBytes) / count,
        static_cast<double>(report.workBytes) / count);
    }

    std::vector<KdBox> boxes(static_cast<std::size_t>(mesh.size()), emptyKdBox());
    for (std::int64_t i = 0; i < mesh.size(); ++i)
    {
      Float4 p[3];
      loadTriangle(mesh.mesh(), i, p, boxes[static_cast<std::size_t>(i)]);
    }
    const laboratory::Bvh bvh = laboratory::buildBvh(boxes);
    const Array<BvhNode> bvhNodes = this->upload(bvh.nodes);
    const Array<std::uint32_t> bvhTriangles = this->upload(bvh.triangles);
    const BvhView bvhView = { bvhNodes.data(), bvhTriangles.data(), tree.view().corners };

    const std::int64_t n = std::int64_t(settings_.size) * settings_.size;
    Array<Ray> primary(backend_, n), bounces(backend_, n), further(backend_, n);
    Array<KdHit> hits(backend_, n), expected(backend_, n);
    backend_.forEach(n,
      MakePrimaryRay{
        tree.view().bounds, mesh.name == "sphere" ? 0.0f : 2.8f, settings_.size, primary.data() });
    backend_.forEach(n, TraceKdTree{ tree.view(), primary.data(), hits.data() });
    backend_.forEach(n, MakeBounce{ tree.view().corners, hits.data(), primary.data(), bounces.data() });
    backend_.forEach(n, TraceKdTree{ tree.view(), bounces.data(), hits.data() });
    backend_.forEach(n, MakeBounce{ tree.view().corners, hits.data(), bounces.data(), further.data() });

    const char* const names[3] = { "primary", "bounce", "2nd bounce" };
    const Ray* const sets[3] = { primary.data(), bounces.data(), further.data() };
    if (settings_.traversals)
      return this->measureTraversals(mesh.name, bvhView, n, names, sets);
    if (settings_.counts)
    {
      std::printf(
        "  %-11s %23s   %s\n", "a ray", "kd-tree: nodes, leaves, tests", "BVH: nodes, leaves, tests");
      Array<UInt4> counts(backend_, n);
      for (int set = 0; set < 3; ++set)
      {
        std::printf("  %-11s", names[set]);
        backend_.forEach(n, CountKdTree{ tree.view(), sets[set], counts.data() });
        this->printMeans(counts);
        backend_.forEach(n, CountBvh{ bvhView, sets[set], counts.data() });
        this->printMeans(counts);
        std::printf("\n");
      }
      return;
    }
    std::printf("  %-11s %9s %9s %9s %9s %9s\n", "Mrays/s", "hit", "kd-tree", "any hit", "BVH", "BVH/kd");
    for (int set = 0; set < 3; ++set)
    {
      const Ray* const rays = sets[set];
      const double bvhRate = this->rate(n, TraceBvh{ bvhView, rays, expected.data() });
      const double any = this->rate(n, TraceShadow{ tree.view(), rays, hits.data() });
      const double kd = this->rate(n, TraceKdTree{ tree.view(), rays, hits.data() });
      std::vector<KdHit> a(static_cast<std::size_t>(n)), b(a.size());
      backend_.copyToHost(a.data(), hits.data(), a.size() * sizeof(KdHit));
      backend_.copyToHost(b.data(), expected.data(), b.size() * sizeof(KdHit));
      std::int64_t found = 0, others = 0;
      for (std::size_t i = 0; i < a.size(); ++i)
      {
        found += a[i].triangle != 0xffffffffu;
        others += a[i].triangle != b[i].triangle;
      }
      std::printf("  %-11s %8.1f%% %9.1f %9.1f %9.1f %9.3f\n", names[set],
        100.0 * static_cast<double>(found) / static_cast<double>(n), kd, any, bvhRate, bvhRate / kd);
      record("rays by the kd-tree", kd, "M/s", { { "mesh", mesh.name }, { "rays", names[set] } });
      record("rays by the BVH", bvhRate, "M/s", { { "mesh", mesh.name }, { "rays", names[set] } });
      // The boxes of the reference have a smaller margin than a kd-tree's planes.
      if (others > n / 10000)
        throw std::runtime_error(std::to_string(others) + " rays meet another triangle in the BVH");
    }
  }

  /// Measures the hierarchy while-while and speculatively (Aila and Laine 2009), beside a search that meets
  /// leaves where their node is. All should have the same hits, bit for bit.
  void measureTraversals(const std::string& mesh, const BvhView& bvh, std::int64_t n,
    const char* const (&names)[3], const Ray* const (&sets)[3])
  {
    Array<KdHit> hits(backend_, n);
    Array<UInt4> counts(backend_, n);
    const auto got = [&] {
      std::vector<KdHit> all(static_cast<std::size_t>(n));
      backend_.copyToHost(all.data(), hits.data(), all.size() * sizeof(KdHit));
      return all;
    };
    std::printf("  %-11s %9s %11s %11s %7s   %s\n", "Mrays/s", "at nodes", "while-while", "speculative",
      "ratio", "nodes, leaves, tests of a ray: while-while, speculative");
    for (int set = 0; set < 3; ++set)
    {
      const Ray* const rays = sets[set];
      const double atNodes = this->rate(n, TraceBvh{ bvh, rays, hits.data() });
      const std::vector<KdHit> expected = got();
      std::int64_t others = 0;
      const auto compare = [&] {
        const std::vector<KdHit> found = got();
        for (std::size_t i = 0; i < found.size(); ++i)
          others += std::memcmp(&found[i], &expected[i], sizeof(KdHit)) != 0;
      };
      const double plain = this->rate(n, TraceBvhByTurns<false>{ bvh, rays, hits.data() });
      compare();
      const double speculative = this->rate(n, TraceBvhByTurns<true>{ bvh, rays, hits.data() });
      compare();
      std::printf(
        "  %-11s %9.1f %11.1f %11.1f %7.3f", names[set], atNodes, plain, speculative, speculative / plain);
      record("rays by turns", plain, "M/s",
        { { "mesh", mesh }, { "rays", names[set] }, { "way", "while-while" } });
      record("rays by turns", speculative, "M/s",
        { { "mesh", mesh }, { "rays", names[set] }, { "way", "speculative" } });
      backend_.forEach(n, CountBvhByTurns<false>{ bvh, rays, counts.data() });
      this->printMeans(counts);
      backend_.forEach(n, CountBvhByTurns<true>{ bvh, rays, counts.data() });
      this->printMeans(counts);
      std::printf("  %lld other hits\n", static_cast<long long>(others));
      // The margin of the boxes is small: rounding may leave out a triangle that is as near as the found one.
      if (others > n / 10000)
        throw std::runtime_error("the ways through the hierarchy give other hits");
    }
  }

  void printMeans(const Array<UInt4>& counts)
  {
    std::vector<UInt4> all(static_cast<std::size_t>(counts.size()));
    backend_.copyToHost(all.data(), counts.data(), all.size() * sizeof(UInt4));
    double nodes = 0, leaves = 0, tests = 0;
    for (const UInt4& ray : all)
    {
      nodes += ray.x;
      leaves += ray.y;
      tests += ray.z;
    }
    const auto n = static_cast<double>(all.size());
    std::printf("   %8.1f %8.1f %8.1f", nodes / n, leaves / n, tests / n);
  }

  /// Returns the millions of rays in a second.
  template <class Kernel>
  double rate(std::int64_t n, const Kernel& kernel)
  {
    std::vector<double> ms;
    for (int repeat = 0; repeat < settings_.repeats + 1; ++repeat)
    {
      backend_.mark(4);
      backend_.template forEach<128, 10>(n, kernel); // no more than 48 registers: rays wait for memory
      backend_.mark(5);
      backend_.synchronize();
      if (repeat > 0)
        ms.push_back(backend_.elapsed(4, 5));
    }
    return static_cast<double>(n) * 1e-3 / median(ms);
  }

  KdTreeSettings settings_;
  Backend backend_;
};

} // namespace inkray::bench
