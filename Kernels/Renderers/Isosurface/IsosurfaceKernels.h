// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/IntersectGrid.h"
#include "Renderers/Isosurface/KdJump.h"
#include "Renderers/Isosurface/ShadeSurface.h"
#include "View/PixelOrder.h"

#include <cmath>

namespace inkray
{

/// A pixel in which nothing is drawn.
INKRAY_HD PixelShade emptyPixel()
{
  return { { 0.0f, 0.0f, 0.0f, 0.0f }, 1.0f };
}
INKRAY_HD Float4 noHit()
{
  return { INFINITY, 0.0f, 0.0f, 0.0f };
}

/// Find the pixel of a ray from its number. Returns false outside of the image.
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

/// Find the span of the pixel's ray in the box of all cells, between the near and far planes, within the
/// clipping planes and in front of opaque geometry. If there is no such span, ray.begin > ray.end.
INKRAY_HD void setupRay(const IsosurfaceScene& scene, const int pixel[2], Ray& ray)
{
  rayOfPixel(
    scene.camera, pixelU(scene.camera, pixel[0]), pixelV(scene.camera, pixel[1]), scene.layout.cells, ray);
  scene.clipPlanes.clip(ray);
  if (scene.camera.stops && ray.begin <= ray.end)
    ray.end = stopped(scene.camera, pixelIndex(scene.camera, pixel), ray.end);
}

/// Find the span of the pixel's ray in which it can meet a surface. Returns false without one.
template <class Axes>
INKRAY_HD bool generateRay(const IsosurfaceScene& scene, const Axes& axes, const int pixel[2], Ray& ray)
{
  setupRay(scene, pixel, ray);
  return meetsSurfaces(scene, axes, ray);
}

/// Whether cropping keeps the crossing at parameter t.
struct KeptByCropping
{
  const IsosurfaceScene& scene;
  const Ray& ray;

  INKRAY_HD bool operator()(float t) const { return !scene.cropping.removes(ray, t); }
};

/// The scene as a parameter of a launch.
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

/// A pixel in which a kernel is drawing.
struct PixelInProgress
{
  int pixel[2];
  std::int64_t at; ///< its place in the image
  Float4* hit;     ///< the pixel's first crossing; null: not wanted
  PixelShade shade;
};

/// Begin to draw in the pixel of ray `number`, counted from the first ray launched. The pixel is empty, or
/// has its earlier color and depth if image.goesOn. Returns false outside of the image, and if the pixel's
/// ray has ended. `Empty`: a pixel whose ray has not ended is empty in any case.
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
    // Without Empty, full opacity does not end a ray: translucent surfaces may add up to 1, and the ray goes
    // on to the depth of an opaque surface.
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

/// Store a crossing in a layer, and blend it into the pixel as without layers. Crossings beyond the last
/// layer are blended into the last one. `own` is the color of the crossing alone; `goesOn` is false if the
/// ray ends there. Returns true if the ray goes on.
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

/// Casts a whole ray in one kernel, by the functions of the four kernels below in a loop. `Opaque`: there is
/// one isovalue, which is opaque and not cropped, so a ray ends at its first crossing; all pipelines have
/// this case. `Layers`: crossings are also stored in layers.
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

/// Casts a whole ray in one kernel, over the implicit min-max kd-tree.
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

/// The states that rays take along from kernel to kernel (section 3.1.5: "a way of passing ray states"): each
/// ray's stack, progress and last crossing, by the ray's number.
struct RayStates
{
  std::uint32_t* stacks; ///< depth x numRays
  std::int32_t* sizes;
  RayProgress* progress;
  Float4* crossings; ///< t and gradient
  std::int32_t* surfaces;
  std::int64_t numRays;
};

/// A ray's stack in global memory, interleaved so that neighboring rays access neighboring words.
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

/// Section 3.1.3: generates one ray a pixel, and drops rays that miss the volume.
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

/// A list of rays, followed by a second list unless that is null.
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

/// Section 3.1.4: traverses the tree to the next leaf, and pushes it onto the ray's stack. Rays without a
/// next leaf are dropped.
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

/// Section 3.1.5: finds the first crossing in the leaves on top of the stack. Returns 1 for a ray to shade, 2
/// for a ray that goes back to traversal, 0 for a ray that has ended.
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
        stack.push(ref); // the same leaf may have more crossings
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

/// Section 3.1, last kernel: shades crossings. Rays that see through the surface go on.
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

/// Counts pixels that show a surface, for statistics.
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

/// Counts rays that meet the box of all cells.
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

/// Counts leaves that contain a surface.
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
