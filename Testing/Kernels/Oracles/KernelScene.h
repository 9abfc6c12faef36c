// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/BrickTree.h"
#include "Oracles/Matrices.h"
#include "Oracles/VolumeFunctions.h"
#include "Renderers/Isosurface/IsosurfaceKernels.h"
#include "View/RayGenerator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace inkray::testing
{

/// A field of bumps with periods of 48 to 70 cells; values in [-1.5, 1.5].
inline double gyroidOf(double x, double y, double z)
{
  return std::sin(0.11 * x) * std::cos(0.13 * y) + std::sin(0.13 * y) * std::cos(0.09 * z) +
    std::sin(0.09 * z) * std::cos(0.11 * x);
}

/// The vectors that kernels of the isosurface pipelines read and write: a volume with its bricks, bounds and
/// trees, and an image with the states of its rays. Tests call the kernels on it for one item at a time.
template <class T>
class KernelScene
{
public:
  KernelScene(const GridIndex& cells, const std::function<double(double, double, double)>& function,
    const std::vector<float>& isovalues, float opacity = 1.0f)
    : Cells(cells)
  {
    scene.layout = makeBrickLayout(cells.data());
    scene.strideY = cells[0] + 1;
    scene.strideZ = scene.strideY * (cells[1] + 1);
    for (std::int64_t z = 0; z <= cells[2]; ++z)
      for (std::int64_t y = 0; y <= cells[1]; ++y)
        for (std::int64_t x = 0; x <= cells[0]; ++x)
          values.push_back(static_cast<T>(function(double(x), double(y), double(z))));
    volume = { values.data(), scene.strideY, scene.strideZ, nullptr };
    for (const float value : isovalues)
      entries.push_back({ value, 0.25f, 0.5f, 0.75f, opacity });
    scene.surfaces = { entries.data(), static_cast<std::int32_t>(entries.size()), entries[0].value };
    scene.material.ambient = 1.0f; // flat, without lights
    scene.material.diffuse = 0.0f;
    this->build();
  }

  std::int64_t numLeaves() const
  {
    return std::int64_t(scene.layout.leaves[0]) * scene.layout.leaves[1] * scene.layout.leaves[2];
  }

  /// Sets a camera for which mesh coordinates are index coordinates.
  void look(const Camera& camera)
  {
    const Matrix place = translation(0, 0, 0);
    makeRayGenerator(camera, place.data(), scene.layout.cells, scene.camera);
    scene.camera.width = camera.width;
    scene.camera.height = camera.height;
    const auto pixels = static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
    color.assign(pixels, { 9, 9, 9, 9 });
    depth.assign(pixels, 9);
    hits.assign(pixels, { 9, 9, 9, 9 });
    const auto rays = static_cast<std::size_t>(this->numRays());
    stacks.assign(LocalStack::depth * rays, 0xdeadbeefu);
    sizes.assign(rays, -7);
    progress.assign(rays, { -7, -7 });
    crossings.assign(rays, { -7, -7, -7, -7 });
    surfaces.assign(rays, -7);
  }
  std::int64_t numRays() const
  {
    return PixelOrder<PixelTiles::Rows>::count(scene.camera.width, scene.camera.height);
  }
  IsosurfaceImage image() { return { color.data(), depth.data(), hits.data() }; }
  RayStates states()
  {
    return { stacks.data(), sizes.data(), progress.data(), crossings.data(), surfaces.data(),
      this->numRays() };
  }

  GridIndex Cells;
  IsosurfaceScene scene = {};
  std::vector<T> values;
  VolumeView<T> volume = {};
  std::vector<SurfaceEntry> entries;
  std::vector<MinMax<T>> subBricks, leaves, tree;
  std::vector<LinearBounds> bounds;
  std::vector<std::uint32_t> refs;
  std::vector<std::uint64_t> masks;
  std::vector<BrickNode> nodes;

  std::vector<Float4> color, hits, crossings;
  std::vector<float> depth;
  std::vector<std::uint32_t> stacks;
  std::vector<std::int32_t> sizes, surfaces;
  std::vector<RayProgress> progress;

private:
  void build()
  {
    const BrickLayout& layout = scene.layout;
    const std::int64_t slots = std::int64_t(1) << layout.depth,
                       numBricks = this->numLeaves() * subBricksPerLeaf;
    subBricks.resize(static_cast<std::size_t>(numBricks));
    bounds.resize(subBricks.size());
    leaves.resize(static_cast<std::size_t>(this->numLeaves()));
    masks.resize(leaves.size());
    refs.resize(static_cast<std::size_t>(slots));
    tree.resize(static_cast<std::size_t>(2 * slots));
    nodes.assign(static_cast<std::size_t>(2 * slots), invalidNode());
    for (std::int64_t i = 0; i < numBricks; ++i)
    {
      FindMinMax<T>{ layout, volume, subBricks.data() }(i);
      FindLinearBounds<T>{ layout, volume, bounds.data() }(i);
    }
    for (std::int64_t leaf = 0; leaf < this->numLeaves(); ++leaf)
      ReduceLeaf<T>{ subBricks.data(), leaves.data() }(leaf);
    for (std::int64_t slot = 0; slot < slots; ++slot)
      ReferLeaf{ layout, refs.data() }(slot);
    for (std::int64_t first = slots; first >= 1; first /= 2)
      for (std::int64_t i = 0; i < first; ++i)
        ReduceNode<T>{ layout, leaves.data(), tree.data(), first }(i);
    for (std::int64_t slot = 0; slot < slots; ++slot)
      FlagLeaf<T>{ layout, scene.surfaces, tree.data() + slots, refs.data(), subBricks.data(), masks.data(),
        nodes.data() }(slot);
    for (std::int64_t first = slots / 2; first >= 1; first /= 2)
      for (std::int64_t i = 0; i < first; ++i)
        PropagateNode{ nodes.data(), first }(i);
    scene.nodes = nodes.data();
    scene.leafMasks = masks.data();
    scene.bounds = bounds.data();
  }
};

} // namespace inkray::testing
