// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/IntersectGrid.h"
#include "Renderers/Isosurface/KdJump.h"
#include "Renderers/Isosurface/ShadeSurface.h"
#include "View/PixelOrder.h"

#include <cmath>

namespace inkray
{

/// The pixel before anything is drawn in it.
INKRAY_HD PixelShade emptyPixel()
{
  return { { 0.0f, 0.0f, 0.0f, 0.0f }, 1.0f };
}
INKRAY_HD Float4 noHit()
{
  return { INFINITY, 0.0f, 0.0f, 0.0f };
}

/// A ray's pixel from its number. False: outside the image.
INKRAY_HD bool pixelOfRay(const ImagePlane& plane, std::uint32_t ray, int pixel[2])
{
  if (plane.listed)
  {
    listedPixel(plane, ray, pixel[0], pixel[1]);
    return true;
  }
  PixelOrder<PixelTiles::Rows>::pixel(ray >> 6, ray & 63u, plane.width, pixel[0], pixel[1]);
  return pixel[0] < plane.width && pixel[1] < plane.height;
}

/// The pixel's ray as far as it lies in the box of all cells, between near and far, within the clipping
/// planes and in front of opaque geometry.
INKRAY_HD void setupRay(const IsosurfaceScene& scene, const int pixel[2], Ray& ray)
{
  rayOfPixel(
    scene.camera, pixelU(scene.camera, pixel[0]), pixelV(scene.camera, pixel[1]), scene.layout.cells, ray);
  scene.clipPlanes.clip(ray);
  if (scene.camera.stops && ray.begin <= ray.end)
    ray.end = stopped(scene.camera, pixelIndex(scene.camera, pixel), ray.end);
}

/// A ray as far as it can meet a surface. False: it meets none.
template <class Axes>
INKRAY_HD bool generateRay(const IsosurfaceScene& scene, const Axes& axes, const int pixel[2], Ray& ray)
{
  setupRay(scene, pixel, ray);
  return meetsSurfaces(scene, axes, ray);
}

/// Crossings that cropping keeps.
struct KeptByCropping
{
  const IsosurfaceScene& scene;
  const Ray& ray;

  INKRAY_HD bool operator()(float t) const { return !scene.cropping.removes(ray, t); }
};

/// The scene in the parameters of a launch.
struct SceneByValue
{
  IsosurfaceScene scene;
  INKRAY_HD const IsosurfaceScene& get() const { return scene; }
};

/// Write a pixel's color and depth.
INKRAY_HD void writePixel(const IsosurfaceImage& image, std::int64_t at, const PixelShade& shade)
{
  image.color[at] = shade.color;
  image.depth[at] = shade.depth;
}

/// A pixel while a kernel draws in it.
struct PixelInProgress
{
  int pixel[2];
  std::int64_t at; ///< its place in the image
  Float4* hit;     ///< null: not wanted
  PixelShade shade;
};

/// Open the pixel of ray `number`, counted from the first one launched: nothing is drawn in it yet, unless
/// the image goes on. False: it lies outside of the image, or its ray has ended. `Empty`: nothing is drawn in
/// a pixel whose ray has not ended.
template <bool Empty = false>
INKRAY_HD bool openPixel(
  const RayGenerator& camera, const IsosurfaceImage& image, std::int64_t number, PixelInProgress& p)
{
  if (!pixelOfRay(camera, static_cast<std::uint32_t>(number + image.firstRay), p.pixel))
    return false;
  p.at = pixelIndex(camera, p.pixel);
  p.hit = image.hits ? image.hits + p.at : nullptr;
  if (image.goesOn)
  {
    p.shade = { image.color[p.at], image.depth[p.at] };
    // (Translucent surfaces may add up to 1, and a ray goes on to the depth of an opaque one.)
    const bool ended = p.shade.depth < 1.0f || (Empty && p.shade.color.w >= 1.0f);
    if (Empty)
      p.shade = emptyPixel();
    return !ended;
  }
  if (p.hit)
    *p.hit = noHit();
  p.shade = emptyPixel();
  return true;
}

/// A crossing in a layer of its own, those beyond the last in that one, and in the pixel as it is without
/// layers; true when the ray goes on. `own`: the crossing alone, behind which it may not.
INKRAY_HD bool keepLayer(const IsosurfaceScene& scene, PixelInProgress& p, const PixelShade& own, float depth,
  bool goesOn, int& count)
{
  const LayerTarget& layers = scene.layers;
  const auto under = [&own](const Float4& front) {
    const float through = 1.0f - front.w;
    return Float4{ multiplyAdd(through, own.color.x, front.x), multiplyAdd(through, own.color.y, front.y),
      multiplyAdd(through, own.color.z, front.z),
      own.color.w == 1.0f ? 1.0f : multiplyAdd(through, own.color.w, front.w) };
  };
  if (count < layers.most)
  {
    layers.color(count, p.at) = own.color;
    layers.depth(count, p.at) = depth;
    ++count;
  }
  else
    layers.color(count - 1, p.at) = under(layers.color(count - 1, p.at));
  p.shade.color = under(p.shade.color);
  if (goesOn && !(1.0f - p.shade.color.w < scene.earlyTermination))
    return true;
  p.shade.depth = scene.camera.window.ofDepth(depth);
  return false;
}

/// A whole ray in one kernel: the functions of the four kernels below in a loop. `Opaque`: there is one
/// isovalue, opaque and not cropped, and the first crossing is the picture; so it is in all pipelines.
/// `Layers`: crossings are kept apart, too.
template <bool Opaque, class Volume, bool Layers = false>
struct CastIsosurfaces
{
  SceneByValue scene;
  Volume volume;
  IsosurfaceImage image;

  INKRAY_HD void operator()(std::int64_t number) const
  {
    const IsosurfaceScene& s = scene.get();
    PixelInProgress p;
    if (!openPixel<Opaque>(s.camera, image, number, p))
      return;
    Ray ray;
    int numLayers = Layers && image.goesOn ? s.layers.count(p.at) : 0;
    if (generateRay(s, volume.axes(), p.pixel, ray))
    {
      std::uint32_t items[LocalStack::depth];
      LocalStack stack = { items };
      if (Opaque)
      {
        SurfaceCrossing crossing = {};
        if (firstCrossing(s, volume, ray, stack, crossing))
          shadeCrossing(s, volume.axes(), p.pixel, ray, crossing, p.shade, p.hit);
      }
      else
        visitCrossings(s, volume, ray, stack, KeptByCropping{ s, ray }, [&](const SurfaceCrossing& crossing) {
          if constexpr (Layers)
          {
            PixelShade own = emptyPixel();
            const bool goesOn = shadeCrossing(s, volume.axes(), p.pixel, ray, crossing, own, p.hit);
            return keepLayer(s, p, own, depthAt(s.camera, crossing.t), goesOn, numLayers);
          }
          else
            return shadeCrossing(s, volume.axes(), p.pixel, ray, crossing, p.shade, p.hit);
        });
    }
    if (Layers)
      s.layers.end(numLayers, p.at);
    writePixel(image, p.at, p.shade);
  }
};

/// A whole ray in one kernel, over the implicit min-max kd-tree.
template <bool Opaque, class Volume>
struct CastByKdJump
{
  SceneByValue scene;
  Volume volume;
  IsosurfaceImage image;
  const MinMax<typename Volume::Value>* tree;

  INKRAY_HD void operator()(std::int64_t number) const
  {
    const IsosurfaceScene& s = scene.get();
    PixelInProgress p;
    if (!openPixel(s.camera, image, number, p))
      return;
    Ray ray;
    setupRay(s, p.pixel, ray);
    if (ray.begin <= ray.end)
    {
      KdJumpTraversal<Opaque, Volume> traversal{ &s, tree, volume.axes() };
      RayProgress progress = { ray.begin, -1 };
      bool goOn = true;
      for (std::uint32_t ref = traversal.first(ray); ref != noNode && goOn; ref = traversal.next(ray))
      {
        SurfaceCrossing crossing = {};
        while (goOn &&
          intersectLeaf<Opaque, Opaque>(
            s, volume, ray, ref, maskOfLeaf(s, ref), progress, crossing, KeptByCropping{ s, ray }))
          goOn = shadeCrossing(s, volume.axes(), p.pixel, ray, crossing, p.shade, p.hit);
      }
    }
    writePixel(image, p.at, p.shade);
  }
};

/// The state that a ray takes along from kernel to kernel (section 3.1.5: "a way of passing ray states"): its
/// stack and how far it has come, by ray number.
struct RayStates
{
  std::uint32_t* stacks; ///< depth x numRays
  std::int32_t* sizes;
  RayProgress* progress;
  Float4* crossings; ///< t and gradient
  std::int32_t* surfaces;
  std::int64_t numRays;
};

/// A ray's stack in global memory, lying so that neighboring rays touch neighboring words.
struct GlobalStack
{
  std::uint32_t* items;
  std::int64_t stride;
  int size;

  INKRAY_HD bool empty() const { return size == 0; }
  INKRAY_HD void push(std::uint32_t ref) { items[stride * size++] = ref; }
  INKRAY_HD std::uint32_t pop() { return items[stride * --size]; }
  INKRAY_HD std::uint32_t top() const { return items[stride * (size - 1)]; }
};

INKRAY_HD GlobalStack openStack(const RayStates& states, std::uint32_t number)
{
  return { states.stacks + number, states.numRays, states.sizes[number] };
}

/// Section 3.1.3: one ray a pixel; rays that miss the volume are dropped.
template <class Axes = UniformAxes>
struct GenerateRays
{
  const IsosurfaceScene* scene;
  RayStates states;
  IsosurfaceImage image;
  Axes axes = Axes();

  INKRAY_HD bool operator()(std::int64_t i, std::uint32_t& out) const
  {
    const auto number = static_cast<std::uint32_t>(i);
    PixelInProgress p;
    if (!openPixel(scene->camera, image, i, p))
      return false;
    writePixel(image, p.at, p.shade);
    Ray ray;
    if (!generateRay(*scene, axes, p.pixel, ray))
      return false;
    states.stacks[number] = scene->nodes[1].ref;
    states.sizes[number] = 1;
    states.progress[number] = { ray.begin, -1 };
    out = number;
    return true;
  }
};

/// Two lists of rays one after the other.
struct RayList
{
  const std::uint32_t* first;
  const std::uint64_t* firstCount;
  const std::uint32_t* second;

  INKRAY_HD std::uint32_t operator[](std::int64_t i) const
  {
    if (!second)
      return first[i];
    const auto n = static_cast<std::int64_t>(*firstCount);
    return i < n ? first[i] : second[i - n];
  }
};

/// Section 3.1.4: to the next leaf, which goes onto the stack; rays without one are dropped.
template <class Axes = UniformAxes>
struct TraverseBVH
{
  const IsosurfaceScene* scene;
  RayStates states;
  RayList rays;
  Axes axes = Axes();

  INKRAY_HD bool operator()(std::int64_t i, std::uint32_t& out) const
  {
    const std::uint32_t number = rays[i];
    int pixel[2];
    pixelOfRay(scene->camera, number, pixel);
    Ray ray;
    setupRay(*scene, pixel, ray);
    GlobalStack stack = openStack(states, number);
    const std::uint32_t ref =
      traverseBVH(*scene, ray, maximum(ray.begin, states.progress[number].t), stack, axes);
    if (ref == noNode)
      return false;
    stack.push(ref);
    states.sizes[number] = stack.size;
    out = number;
    return true;
  }
};

/// Section 3.1.5: the first crossing in the leaves on top of the stack. Bit 0: to shading, bit 1: back to
/// traversal.
template <bool Opaque, class Volume>
struct IntersectLeaf
{
  const IsosurfaceScene* scene;
  Volume volume;
  RayStates states;
  RayList rays;

  INKRAY_HD unsigned operator()(std::int64_t i, std::uint32_t& toShade, std::uint32_t& toTraverse) const
  {
    const IsosurfaceScene& s = *scene;
    const std::uint32_t number = rays[i];
    int pixel[2];
    pixelOfRay(s.camera, number, pixel);
    Ray ray;
    setupRay(s, pixel, ray);
    GlobalStack stack = openStack(states, number);
    RayProgress progress = states.progress[number];
    for (;;)
    {
      const std::uint32_t ref = stack.pop();
      SurfaceCrossing crossing = {};
      if (intersectLeaf<Opaque, Opaque>(
            s, volume, ray, ref, maskOfLeaf(s, ref), progress, crossing, KeptByCropping{ s, ray }))
      {
        stack.push(ref); // there may be more behind it in the same leaf
        states.sizes[number] = stack.size;
        states.progress[number] = progress;
        states.crossings[number] = { crossing.t, crossing.gradient[0], crossing.gradient[1],
          crossing.gradient[2] };
        states.surfaces[number] = crossing.surface;
        toShade = number;
        return 1u;
      }
      if (stack.empty())
        return 0u;
      if (!isLeafRef(stack.top()))
        break;
    }
    states.sizes[number] = stack.size;
    states.progress[number] = progress;
    toTraverse = number;
    return 2u;
  }
};

/// Section 3.1, last kernel: light and color; rays that see through the surface go on.
template <class Axes = UniformAxes>
struct ShadeHits
{
  const IsosurfaceScene* scene;
  RayStates states;
  IsosurfaceImage image;
  const std::uint32_t* rays;
  Axes axes = Axes();

  INKRAY_HD bool operator()(std::int64_t i, std::uint32_t& out) const
  {
    const std::uint32_t number = rays[i];
    int pixel[2];
    pixelOfRay(scene->camera, number, pixel);
    const std::int64_t at = pixelIndex(scene->camera, pixel);
    Ray ray;
    setupRay(*scene, pixel, ray);
    const Float4 c = states.crossings[number];
    const SurfaceCrossing crossing = { c.x, { c.y, c.z, c.w }, states.surfaces[number] };
    PixelShade shade = { image.color[at], image.depth[at] };
    const bool goOn =
      shadeCrossing(*scene, axes, pixel, ray, crossing, shade, image.hits ? image.hits + at : nullptr);
    writePixel(image, at, shade);
    out = number;
    return goOn;
  }
};

/// Statistics, when they are asked for: pixels that show a surface.
struct CountHits
{
  const Float4* color;
  std::uint64_t* count;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (color[i].w > 0.0f)
      atomicAddRelaxed(count, std::uint64_t(1));
  }
};

/// Rays that meet the box of all cells.
struct CountRays
{
  SceneByValue scene;
  std::uint64_t* count;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const IsosurfaceScene& s = scene.get();
    int pixel[2];
    if (!pixelOfRay(s.camera, static_cast<std::uint32_t>(i), pixel))
      return;
    Ray ray;
    setupRay(s, pixel, ray);
    if (ray.begin <= ray.end)
      atomicAddRelaxed(count, std::uint64_t(1));
  }
};

/// Leaves with a surface.
struct CountLeaves
{
  const BrickNode* nodes;
  std::int64_t first;
  std::uint64_t* count;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (nodes[first + i].ref != noNode)
      atomicAddRelaxed(count, std::uint64_t(1));
  }
};

} // namespace inkray
