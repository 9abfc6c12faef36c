// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "LeafTree.h"
#include "Renderers/Isosurface/IsosurfaceKernels.h"
#include "Renderers/Isosurface/MultiKernelPipeline.h"
#include "SteppedIsosurface.h"

#include <type_traits>

namespace inkray::laboratory
{

/// A sample of the trilinear interpolant.
struct GridSample
{
  CellCorners corners; ///< relative to the isovalue
  float place[3];      ///< within the cell, in [0, 1]
  float value;
};

template <class Volume>
INKRAY_HD GridSample sampleGrid(const BrickedGrid& grid, const Volume& volume, const Ray& ray, float t)
{
  GridSample sample = {};
  std::int64_t at = 0;
  const std::int64_t strides[3] = { 1, volume.strideY, volume.strideZ };
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const float x = multiplyAdd(t, ray.direction[axis], ray.origin[axis]);
    const float cell = minimum(maximum(floorf(x), 0.0f), static_cast<float>(grid.layout.cells[axis] - 1));
    sample.place[axis] = saturate(x - cell);
    at += static_cast<std::int64_t>(cell) * strides[axis];
  }
  sample.corners =
    relativeTo(loadCorners(volume.values + at, volume.strideY, volume.strideZ), grid.surfaces.first);
  sample.value = interpolateCell(sample.corners, sample.place);
  return sample;
}

/// Finds the first crossing in a leaf by steps of `step` in the ray's parameter. It interpolates linearly
/// between two samples on different sides of the isovalue. The last step of a leaf ends at its bound.
template <class Volume>
INKRAY_HD bool stepLeaf(const BrickedGrid& grid, const Volume& volume, const Ray& ray, std::uint32_t ref,
  float step, SurfaceCrossing& crossing)
{
  int leaf[3];
  leafOfRef(ref, leaf);
  float near = ray.begin, far = ray.end;
  INKRAY_UNROLL
  for (int axis = 0; axis < 3; ++axis)
  {
    const float a = planeParameter(ray, axis, static_cast<float>(leaf[axis] * leafSize)),
                b = planeParameter(ray, axis, static_cast<float>((leaf[axis] + 1) * leafSize));
    near = maximum(near, minimum(a, b));
    far = minimum(far, maximum(a, b));
  }
  if (!(near < far))
    return false;
  float t = near, value = sampleGrid(grid, volume, ray, near).value;
  // Count steps by number, because a step may be too short to change t.
  for (int number = 1; t < far; ++number)
  {
    const float next = minimum(multiplyAdd(static_cast<float>(number), step, near), far);
    const float ahead = sampleGrid(grid, volume, ray, next).value;
    if ((ahead >= 0.0f) != (value >= 0.0f))
    {
      crossing.t = multiplyAdd(value / (value - ahead), next - t, t);
      const GridSample hit = sampleGrid(grid, volume, ray, crossing.t);
      cellGradient(hit.corners, hit.place, crossing.gradient);
      crossing.surface = 0;
      return true;
    }
    t = next;
    value = ahead;
  }
  return false;
}

/// Casts a whole ray in one kernel, as CastIsosurfaces does.
template <class Volume>
struct CastBySteps
{
  SceneByValue scene;
  Volume volume;
  IsosurfaceImage image;
  float step; ///< cells

  INKRAY_HD void operator()(std::int64_t number) const
  {
    const IsosurfaceScene& s = scene.get();
    PixelInProgress p;
    if (!openPixel(s.camera, image, number, p))
      return;
    Ray ray;
    if (generateRay(s, volume.axes(), p.pixel, ray))
    {
      const float length = sqrtf(multiplyAdd(ray.direction[0], ray.direction[0],
        multiplyAdd(ray.direction[1], ray.direction[1], ray.direction[2] * ray.direction[2])));
      std::uint32_t items[LocalStack::depth];
      LocalStack stack = { items };
      stack.push(s.nodes[1].ref);
      SurfaceCrossing crossing = {};
      bool found = false;
      for (std::uint32_t ref; !found && (ref = traverseBVH(s, ray, ray.begin, stack)) != noNode;)
        found = stepLeaf(s, volume, ray, ref, step / length, crossing);
      if (found)
        shadeCrossing(s, volume.axes(), p.pixel, ray, crossing, p.shade, p.hit);
    }
    writePixel(image, p.at, p.shade);
  }
};

template <class Backend>
class SteppedCaster : public MultiKernelPipelineOn<Backend>
{
public:
  SteppedCaster(float step, SteppedIsosurface::Bricks bricks)
    : step_(step)
    , bricks_(bricks)
  {
  }

  void cast(Backend& backend, const IsosurfaceMethodOptions&, const IsosurfaceScene& scene,
    const IsosurfaceVolume<Backend>& volume, const IsosurfaceImage& image) override
  {
    if (!volume.endsAtFirstCrossing(scene))
      throw InvalidInput("steps find the first crossing of one opaque isosurface that is not cropped");
    if (scene.centralDifferences)
      throw InvalidInput("steps have the gradient of the interpolant alone");
    volume.visitView([&](const auto& view) {
      using Volume = std::decay_t<decltype(view)>;
      if constexpr (Volume::Axes::isUniform)
      {
        if (view.hidden)
          throw InvalidInput("steps know no hidden cells");
        IsosurfaceScene own = scene;
        if (bricks_ == SteppedIsosurface::Bricks::Leaves)
          own.nodes = this->leavesOf(backend, scene, volume, view);
        backend.template forEach<64, 12>(
          PixelOrder<PixelTiles::Rows>::count(scene.camera.width, scene.camera.height),
          CastBySteps<Volume>{ { own }, view, image, step_ });
      }
      else
        throw InvalidInput("steps know no rectilinear grids");
    });
  }
  /// There is no loop over kernels.
  const LoopCounters& counters(Backend&) const override { return counters_; }
  const double* stageMilliseconds() const override { return stages_; }

private:
  /// Returns the tree of the leaves. Their ranges are found anew for another volume, which shows in the time
  /// that its bricks took.
  template <class T>
  const BrickNode* leavesOf(Backend& backend, const IsosurfaceScene& scene,
    const IsosurfaceVolume<Backend>& volume, const VolumeView<T>& view)
  {
    const double stamp = volume.bricksMilliseconds();
    if (view.values != values_ || stamp != stamp_)
      leaves_.build(backend, scene.layout, view);
    values_ = view.values;
    stamp_ = stamp;
    leaves_.template update<T>(backend, scene.surfaces);
    return leaves_.nodes();
  }

  float step_;
  SteppedIsosurface::Bricks bricks_;
  LeafTree<Backend> leaves_;
  const void* values_ = nullptr;
  double stamp_ = -1;
  LoopCounters counters_ = {};
  double stages_[numLoopStages] = {};
};

} // namespace inkray::laboratory
