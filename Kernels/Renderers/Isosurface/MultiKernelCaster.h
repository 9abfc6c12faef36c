// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Compaction/Compactor.h"
#include "Device/Buffer.h"
#include "Device/LaunchTable.h"
#include "Renderers/Isosurface/IsosurfaceKernels.h"
#include "Renderers/Isosurface/LoopCounters.h"
#include "Renderers/Isosurface/MultiKernelPipeline.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace inkray
{

/// The pipeline of Hughes et al., section 3.1: GenerateRays, then TraverseBVH, IntersectLeaf and ShadeHits in
/// turn until no ray is left, with a compaction after each kernel. Buffers for the rays' states and for
/// queues are kept from frame to frame. `Compaction` is the product's compactor, or one that is compared with
/// it.
template <class Backend, class Compaction = Compactor<Backend>>
class MultiKernelCaster : public MultiKernelPipelineOn<Backend>
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  /// `firstMark`: the first of the backend's marks that are free for this pipeline.
  explicit MultiKernelCaster(int firstMark, typename Compaction::Method method = {})
    : method_(method)
    , firstMark_(firstMark)
  {
  }
  void setMethod(typename Compaction::Method method) { method_ = method; }

  void cast(Backend& backend, const IsosurfaceMethodOptions& options, const IsosurfaceScene& scene,
    const IsosurfaceVolume<Backend>& volume, const IsosurfaceImage& image) override
  {
    volume.visitView([&](const auto& view) {
      if (volume.endsAtFirstCrossing(scene))
        this->template castView<true>(backend, options, scene, view, image);
      else
        this->template castView<false>(backend, options, scene, view, image);
    });
  }

  const LoopCounters& counters(Backend& backend) const override
  {
    if (!countersAreRead_ && !counters_.empty())
      readCounters_ = backend.read(counters_.data());
    countersAreRead_ = true;
    return readCounters_;
  }

  const double* stageMilliseconds() const override { return stageMilliseconds_; }

private:
  /// `Opaque` as in CastIsosurfaces.
  template <bool Opaque, class Volume>
  void castView(Backend& backend, const IsosurfaceMethodOptions& options, const IsosurfaceScene& scene,
    const Volume& volume, const IsosurfaceImage& image);
  void reserve(Backend& backend, std::int64_t stackDepth, std::int64_t numRays);

  Array<IsosurfaceScene> scene_;
  Array<std::uint32_t> stacks_, rays_[4];
  Array<std::int32_t> stackSizes_, crossedSurfaces_;
  Array<RayProgress> progress_;
  Array<Float4> crossings_;
  Array<LoopCounters> counters_;
  mutable LoopCounters readCounters_ = {};
  mutable bool countersAreRead_ = false;
  Compaction compactor_;
  typename Compaction::Method method_;
  typename Backend::Loop loop_;
  std::int64_t compactionReserved_ = 0;
  /// How often buffers were allocated anew: a loop that was built for older buffers must not run again.
  std::uint64_t generation_ = 0;
  int firstMark_;
  double stageMilliseconds_[numLoopStages] = {};
};

template <class Backend, class Compaction>
void MultiKernelCaster<Backend, Compaction>::reserve(
  Backend& backend, std::int64_t stackDepth, std::int64_t numRays)
{
  if (stacks_.size() < stackDepth * numRays || stackSizes_.size() < numRays)
  {
    ++generation_;
    stackSizes_.release(); // allocated last: if it exists, so do the other buffers
    stacks_.reset(backend, stackDepth * numRays);
    crossedSurfaces_.reset(backend, numRays);
    progress_.reset(backend, numRays);
    crossings_.reset(backend, numRays);
    for (auto& queue : rays_)
      queue.reset(backend, numRays);
    stackSizes_.reset(backend, numRays);
  }
  counters_.reserve(backend, 1);
  scene_.reserve(backend, 1);
  if (compactionReserved_ < numRays)
  {
    ++generation_;
    compactor_.reserve(backend, numRays, 2);
    compactionReserved_ = numRays;
  }
}

template <class Backend, class Compaction>
template <bool Opaque, class Volume>
void MultiKernelCaster<Backend, Compaction>::castView(Backend& backend,
  const IsosurfaceMethodOptions& options, const IsosurfaceScene& frame, const Volume& volume,
  const IsosurfaceImage& image)
{
  const std::int64_t n = countRays<PixelOrder<PixelTiles::Rows>>(frame.camera);
  this->reserve(backend, frame.layout.depth + 2, n);
  backend.put(scene_.data(), frame);
  const IsosurfaceScene* const scene = scene_.data();
  const RayStates states = { stacks_.data(), stackSizes_.data(), progress_.data(), crossings_.data(),
    crossedSurfaces_.data(), n };
  LoopCounters* const c = counters_.data();
  const auto capacity = static_cast<std::uint64_t>(n);
  const Queue<std::uint32_t> toTraverse = { rays_[0].data(), capacity, &c->toTraverse },
                             toIntersect = { rays_[1].data(), capacity, &c->toIntersect },
                             toShade = { rays_[2].data(), capacity, &c->toShade },
                             resumed = { rays_[3].data(), capacity, &c->resumed };

  using Axes = typename Volume::Axes;
  const bool timed = options.stageTimes;
  std::fill_n(stageMilliseconds_, int(numLoopStages), 0.0);
  const auto mark = [&](int stage) {
    if (timed)
      backend.mark(firstMark_ + stage);
  };
  mark(GenerateStage);
  compactor_.template compact<launches::generateRays.threads, 4>(
    backend, method_, n, GenerateRays<Axes>{ scene, states, image, volume.axes() }, toTraverse);
  mark(TraverseStage);
  backend.forEach(1, AccountRound{ c, true });
  const TraverseBVH<Axes> traverse = { scene, states, { rays_[0].data(), &c->toTraverse, rays_[3].data() },
    volume.axes() };
  const IntersectLeaf<Opaque, Volume> intersect = { scene, volume, states,
    { rays_[1].data(), nullptr, nullptr } };
  const ShadeHits<Axes> shade = { scene, states, image, rays_[2].data(), volume.axes() };
  constexpr int stageBlock = launches::compactedStage.threads;
  const auto round = [&] {
    mark(TraverseStage);
    compactor_.template compactCounted<stageBlock>(backend, method_, &c->running, n, traverse, toIntersect);
    mark(IntersectStage);
    compactor_.template compactCounted<stageBlock>(
      backend, method_, &c->toIntersect, n, intersect, toShade, toTraverse);
    mark(ShadeStage);
    compactor_.template compactCounted<stageBlock>(backend, method_, &c->toShade, n, shade, resumed);
    mark(numLoopStages);
    backend.forEach(1, AccountRound{ c, false });
  };
  countersAreRead_ = false;
  if (inKernel(method_) && !options.hostLoop && !timed)
  {
    const auto word = [](const void* p) { return reinterpret_cast<std::uint64_t>(p); };
    std::vector<std::uint64_t> key = { generation_, capacity, static_cast<std::uint64_t>(method_),
      Opaque ? 1u : 0u, sizeof(typename Volume::Value), word(volume.values), word(volume.hidden),
      word(volume.blankPoints), static_cast<std::uint64_t>(volume.strideY),
      static_cast<std::uint64_t>(volume.strideZ), word(image.color), word(image.depth), word(image.hits) };
    if constexpr (!Axes::isUniform)
      for (int axis = 0; axis < 3; ++axis)
        key.insert(key.end(),
          { word(volume.planes.planes[axis]), word(volume.planes.inverseWidths[axis]),
            static_cast<std::uint64_t>(volume.planes.cells[axis]) });
    backend.loopWhile(loop_, &c->running, key, round);
    return;
  }
  if (timed)
  {
    backend.synchronize();
    stageMilliseconds_[GenerateStage] =
      backend.elapsed(firstMark_ + GenerateStage, firstMark_ + TraverseStage);
  }
  while (backend.read(&c->running) > 0)
  {
    round();
    if (timed)
    {
      backend.synchronize();
      for (int stage = TraverseStage; stage < numLoopStages; ++stage)
        stageMilliseconds_[stage] += backend.elapsed(firstMark_ + stage, firstMark_ + stage + 1);
    }
  }
}

} // namespace inkray
