// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// The cost of compaction in a kernel that makes one frame's rays: the same kernel without and with each
/// in-kernel method, over launch shapes.
#include "benchCompactionSupport.h"

#include <functional>

namespace inkray::bench
{

/// Casts the ray through pixel i of a square picture against a cube, at which the picture looks from a
/// corner. Survivors are the rays that hit. The kernel writes each survivor's index.
struct MakeRays
{
  int width;
  float* entry; ///< depth at which each ray that hits enters; every kernel writes it, so that there is work
                ///< besides the queue

  INKRAY_HD bool operator()(std::int64_t i, std::uint32_t& item) const
  {
    const float x = (static_cast<float>(i % width) + 0.5f) / static_cast<float>(width) * 2 - 1;
    const float y = (static_cast<float>(i / width) + 0.5f) / static_cast<float>(width) * 2 - 1;
    // From (3, 2, 2.5) towards the origin, half angle 27 degrees.
    const float direction[3] = { -0.684f + 0.5f * (-0.555f * x - 0.325f * y),
      -0.456f + 0.5f * (0.832f * x - 0.217f * y), -0.570f + 0.5f * 0.92f * y };
    const float origin[3] = { 3.0f, 2.0f, 2.5f };
    float near = 0, far = 1e30f;
    INKRAY_UNROLL
    for (int a = 0; a < 3; ++a)
    {
      const float inverse = reciprocal(direction[a]);
      const float t0 = (-1 - origin[a]) * inverse;
      const float t1 = (1 - origin[a]) * inverse;
      near = maximum(near, minimum(t0, t1));
      far = minimum(far, maximum(t0, t1));
    }
    if (!(near <= far))
      return false;
    entry[i] = near;
    item = static_cast<std::uint32_t>(i);
    return true;
  }
};

/// The same kernel without compaction: the survivors' indices stay where they are.
struct MakeRaysInPlace
{
  MakeRays rays;
  std::uint32_t* items;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    std::uint32_t item;
    if (rays(i, item))
      items[i] = item;
  }
};

/// The first case is the kernel without compaction.
template <class Backend>
class RayCases
{
public:
  explicit RayCases(std::int64_t numRays)
    : width_(std::max(1, static_cast<int>(std::lround(std::sqrt(static_cast<double>(numRays))))))
    , n_(std::int64_t(width_) * width_)
    , entry_(backend_, n_)
    , items_(backend_, n_)
    , count_(backend_, 1)
  {
    compactor_.reserve(backend_, n_, 1);
    const MakeRays rays{ width_, entry_.data() };
    // Compute the reference.
    std::vector<std::uint32_t> reference;
    std::vector<float> entry(static_cast<std::size_t>(n_));
    for (std::int64_t i = 0; i < n_; ++i)
    {
      std::uint32_t item;
      if (MakeRays{ width_, entry.data() }(i, item))
        reference.push_back(item);
    }
    numSurvivors_ = static_cast<std::int64_t>(reference.size());

    this->add("no compaction", [this, rays] {
      backend_.forEach(n_, MakeRaysInPlace{ rays, items_.data() });
    });
    this->addShape<256, 1>(rays);
    this->addShape<256, 2>(rays);
    this->addShape<256, 4>(rays);
    this->addShape<512, 2>(rays);
    this->addShape<1024, 1>(rays);
    this->addShape<1024, 2>(rays);
    this->addShape<128, 8>(rays);
    this->addShape<256, 8>(rays);
    this->addShape<512, 4>(rays);
    this->addShape<512, 8>(rays);
    this->addShape<1024, 4>(rays);
    this->addShape<1024, 8>(rays);
    this->addWithTickets(rays);
    for (std::size_t c = 1; c < cases_.size(); ++c)
    {
      cases_[c].call();
      this->check(cases_[c].name, cases_[c].ordered, reference);
    }
  }

  std::size_t size() const { return cases_.size(); }
  const std::string& name(std::size_t c) const { return cases_[c].name; }
  std::int64_t numRays() const { return n_; }
  std::int64_t numSurvivors() const { return numSurvivors_; }

  /// Returns the microseconds of one call, in a graph of many.
  double time(std::size_t number)
  {
    Case& c = cases_[number];
#ifdef __CUDACC__
    if constexpr (Backend::isDevice)
    {
      const typename Backend::Launch launch(backend_);
      if (!c.graph)
      {
        c.call();
        cudaGraph_t graph = nullptr;
        checkCuda(
          cudaStreamBeginCapture(launch.stream, cudaStreamCaptureModeGlobal), "cudaStreamBeginCapture");
        for (int k = 0; k < callsInAGraph; ++k)
          c.call();
        checkCuda(cudaStreamEndCapture(launch.stream, &graph), "cudaStreamEndCapture");
        checkCuda(cudaGraphInstantiate(&c.graph, graph, 0), "cudaGraphInstantiate");
        checkCuda(cudaGraphDestroy(graph), "cudaGraphDestroy");
      }
      constexpr int launches = 20;
      checkCuda(cudaGraphLaunch(c.graph, launch.stream), "cudaGraphLaunch");
      backend_.synchronize();
      backend_.mark(0);
      for (int k = 0; k < launches; ++k)
        checkCuda(cudaGraphLaunch(c.graph, launch.stream), "cudaGraphLaunch");
      backend_.mark(1);
      backend_.synchronize();
      return backend_.elapsed(0, 1) * 1000 / (launches * callsInAGraph);
    }
#endif
    backend_.mark(0);
    c.call();
    backend_.mark(1);
    backend_.synchronize();
    return backend_.elapsed(0, 1) * 1000;
  }

private:
  struct Case
  {
    std::string name;
    bool ordered;
    std::function<void()> call;
#ifdef __CUDACC__
    cudaGraphExec_t graph = nullptr;
#endif
  };
  static constexpr int callsInAGraph = Backend::isDevice ? 50 : 1;

  void add(const std::string& name, const std::function<void()>& call, bool ordered = true)
  {
    cases_.push_back({ name, ordered, call });
  }
  Queue<std::uint32_t> queue()
  {
    return { items_.data(), static_cast<std::uint64_t>(n_), count_.data() };
  }

  template <int Block, int Items>
  void addShape(const MakeRays& rays)
  {
    for (const ComparedMethod method :
      { ComparedMethod::InKCompactLookBack, ComparedMethod::InKCollate, ComparedMethod::InKCompact })
      this->add(
        std::string(compactionMethodName(method)) + " " + std::to_string(Block) + " x " +
          std::to_string(Items),
        [this, rays, method] {
          compactor_.template compact<Block, Items>(backend_, method, n_, rays, this->queue());
        },
        keepsOrder(method));
  }

  /// Adds look-back that takes tickets, where the default would launch all blocks together.
  void addWithTickets(const MakeRays& rays)
  {
#ifdef __CUDACC__
    if constexpr (Backend::isDevice)
    {
      this->template addTickets<512, 4, 2>(rays);
      this->template addTickets<512, 8, 1>(rays);
      this->template addTickets<1024, 4, 1>(rays);
    }
#endif
    static_cast<void>(rays);
  }
#ifdef __CUDACC__
  template <int Block, int Items, int Window>
  void addTickets(const MakeRays& rays)
  {
    this->add("look-back with tickets " + std::to_string(Block) + " x " + std::to_string(Items) +
        ", window " + std::to_string(Window),
      [this, rays] {
        compactor_.template launchInKernel<InKCompactLookBack<Block, Items, Window>, Block, Items>(
          backend_, { nullptr, static_cast<std::uint64_t>(n_) }, rays, this->queue());
      });
  }
#endif

  /// Checks the survivors. The device rounds in its own way, so a few rays at the cube's edges may differ
  /// from the host's.
  void check(const std::string& name, bool ordered, const std::vector<std::uint32_t>& reference)
  {
    const std::uint64_t count = backend_.read(count_.data());
    if (count > static_cast<std::uint64_t>(n_))
      throw std::runtime_error(name + ": counts more survivors than rays");
    std::vector<std::uint32_t> got(count);
    if (count)
      backend_.copyToHost(got.data(), items_.data(), count * sizeof(std::uint32_t));
    if (!ordered)
      std::sort(got.begin(), got.end());
    if (!std::is_sorted(got.begin(), got.end()) || std::adjacent_find(got.begin(), got.end()) != got.end())
      throw std::runtime_error(name + ": survivors out of order or there twice");
    std::vector<std::uint32_t> differ;
    std::set_symmetric_difference(
      got.begin(), got.end(), reference.begin(), reference.end(), std::back_inserter(differ));
    if (differ.size() > 1 + static_cast<std::size_t>(width_) / 16)
      throw std::runtime_error(name + ": " + std::to_string(differ.size()) + " survivors are wrong");
    if (!first_.empty() && got != first_)
      throw std::runtime_error(name + ": other survivors than the first method");
    first_ = got;
  }

  Backend backend_;
  int width_;
  std::int64_t n_;
  typename Backend::template Array<float> entry_;
  typename Backend::template Array<std::uint32_t> items_;
  typename Backend::template Array<std::uint64_t> count_;
  BaselineCompactor<Backend> compactor_;
  std::int64_t numSurvivors_ = 0;
  std::vector<Case> cases_;
  std::vector<std::uint32_t> first_;
};

} // namespace inkray::bench
