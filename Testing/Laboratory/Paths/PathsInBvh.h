// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "ReferenceBvh.h"
#include "Renderers/PathTracer/PathLoop.h"
#include "Renderers/PathTracer/PathLoops.h"

#include <cstdint>
#include <vector>

namespace inkray::laboratory
{

/// A scene of triangles whose rays find them through a bounding volume hierarchy.
struct BvhScene : PathScene
{
  BvhView bvh;
};

struct TrianglesInBvh : OnlyTriangles
{
};

} // namespace inkray::laboratory

namespace inkray
{

template <>
struct TriangleSearch<laboratory::TrianglesInBvh>
{
  INKRAY_HD static const laboratory::BvhView& bvhOf(const PathScene& scene)
  {
    return static_cast<const laboratory::BvhScene&>(scene).bvh;
  }
  INKRAY_HD static bool nearest(const PathScene& scene, const Ray& ray, KdHit& hit)
  {
    return bvhOf(scene).nodes && laboratory::nearestHitOfBvh(bvhOf(scene), ray, hit);
  }
  INKRAY_HD static bool any(const PathScene& scene, const Ray& ray)
  {
    KdHit hit;
    return bvhOf(scene).nodes && laboratory::nearestHitOfBvh<true>(bvhOf(scene), ray, hit);
  }
};

} // namespace inkray

namespace inkray::laboratory
{

/// Copies the scene in words, and puts the hierarchy behind it.
struct PlaceScene
{
  static constexpr std::int64_t numWords = sizeof(PathScene) / sizeof(std::uint32_t);

  const PathScene* from;
  BvhView bvh;
  BvhScene* to;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    auto* const out = static_cast<PathScene*>(to);
    reinterpret_cast<std::uint32_t*>(out)[i] = reinterpret_cast<const std::uint32_t*>(from)[i];
    if (i == 0)
      to->bvh = bvh;
  }
};

/// Sums the bits of the triangles' corners to a number that other triangles would hardly have.
struct SumTriangles
{
  static constexpr std::int64_t ofThread = 64;

  const Float4* corners;
  std::int64_t numCorners;
  std::uint64_t* sum;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    std::uint64_t mine = 0;
    for (std::int64_t k = i * ofThread; k < (i + 1) * ofThread && k < numCorners; ++k)
    {
      const Float4 p = corners[k];
      std::uint64_t word = static_cast<std::uint64_t>(k + 1) * 0x9e3779b97f4a7c15ull;
      for (const float x : { p.x, p.y, p.z })
      {
        word = (word ^ bitsOf(x)) * 0xbf58476d1ce4e5b9ull;
        word ^= word >> 29;
      }
      mine += word;
    }
    atomicAddRelaxed(sum, mine);
  }
};

/// The loop of pathsInBvh() on one backend.
template <class Backend>
class PathsInBvh : public PathLoopOn<Backend>
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  void trace(
    OneIsosurface, Backend&, const PartOfSample&, const PathMethodOptions&, PathWorkspace<Backend>&) override
  {
    throw InvalidInput("bounding volume hierarchies are for scenes of triangles alone");
  }
  void trace(OnlyTriangles, Backend& backend, const PartOfSample& p, const PathMethodOptions&,
    PathWorkspace<Backend>&) override
  {
    if (scene_.empty() || (p.sample == 0 && p.part.firstRay == 0))
      this->update(backend, p.part.scene);
    backend.forEach(PlaceScene::numWords, PlaceScene{ p.part.scene, view_, scene_.data() });
    PartOfSample in = p;
    in.part.scene = scene_.data();
    traceNaive<TrianglesInBvh>(backend, in);
  }

private:
  /// Builds the hierarchy of the scene's triangles, unless it is already of the same triangles.
  void update(Backend& backend, const PathScene* onDevice)
  {
    PathScene scene;
    backend.copyToHost(&scene, onDevice, sizeof scene);
    const PathTrianglesView& triangles = scene.triangles;
    const auto n = static_cast<std::int64_t>(triangles.count);
    scene_.reserve(backend, 1);
    sum_.reserve(backend, 1);
    backend.zero(sum_.data(), sizeof(std::uint64_t));
    backend.forEach((3 * n + SumTriangles::ofThread - 1) / SumTriangles::ofThread,
      SumTriangles{ triangles.tree.corners, 3 * n, sum_.data() });
    const std::uint64_t sum = backend.read(sum_.data());
    if (isBuilt_ && sum == builtSum_ && view_.corners == triangles.tree.corners)
      return;
    isBuilt_ = true;
    builtSum_ = sum;
    std::vector<Float4> corners(3 * static_cast<std::size_t>(n));
    backend.copyToHost(corners.data(), triangles.tree.corners, corners.size() * sizeof(Float4));
    // Boxes are larger than their triangles by the rounding error of the place where a ray meets a triangle,
    // in a scene that fills [0, 1].
    constexpr float margin = 4e-6f;
    const Bvh bvh = buildBvh(boxesOfTriangles(corners, margin));
    const auto upload = [&backend](auto& to, const auto& from) {
      to.reserve(backend, static_cast<std::int64_t>(from.size()));
      backend.copyFromHost(to.data(), from.data(), from.size() * sizeof from[0]);
    };
    upload(nodes_, bvh.nodes);
    upload(triangles_, bvh.triangles);
    view_ = { bvh.triangles.empty() ? nullptr : nodes_.data(), triangles_.data(), triangles.tree.corners };
  }

  bool isBuilt_ = false;
  std::uint64_t builtSum_ = 0;
  BvhView view_ = {};
  Array<BvhScene> scene_;
  Array<std::uint64_t> sum_;
  Array<BvhNode> nodes_;
  Array<std::uint32_t> triangles_;
};

} // namespace inkray::laboratory
