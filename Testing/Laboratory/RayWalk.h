// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// A ray's way to its first crossing, which can be left anywhere and taken up again: places in the tree,
/// records of waiting rays, and the steps between.
#include "Renderers/Isosurface/IsosurfaceKernels.h"

#include <climits>
#include <cstdint>

namespace inkray::laboratory
{

/// Returns the level of a node of the tree; the root, 1, is at level 0.
INKRAY_HD int levelOfNode(std::uint32_t node)
{
  return 31 - leadingZeros32(node);
}

/// A ray's place in the tree by the number of its node. The tree is complete, so the number holds the way
/// from the root. One bit a level says which far children are left (Kd-Jump: Hughes and Lim 2009). Nodes are
/// visited in the same order as with a stack.
struct TrailPlace
{
  std::uint32_t node = 1, pending = 0;

  /// Goes to a child of the pair; the other one stays for later, if it is met too.
  INKRAY_HD void descend(std::uint32_t pair, bool second, bool both, std::uint32_t)
  {
    node = pair + (second ? 1u : 0u);
    pending |= both ? 1u << levelOfNode(pair) : 0u;
  }
  /// Goes to the nearest node that was left for later. Returns its reference, or noNode.
  INKRAY_HD std::uint32_t pop(const BrickedGrid& grid)
  {
    if (pending == 0)
      return noNode;
    const int level = levelOfNode(pending);
    pending ^= 1u << level;
    node = (node >> (levelOfNode(node) - level)) ^ 1u;
    return load(&grid.nodes[node].ref);
  }
  INKRAY_HD void rest(std::uint32_t) {}
};

/// A ray's place as its stack in memory, with neighboring rays in neighboring words.
struct StackPlace
{
  std::uint32_t* items;
  std::int64_t stride;
  std::int32_t size;

  INKRAY_HD void descend(std::uint32_t, bool, bool both, std::uint32_t far)
  {
    if (both)
      items[stride * size++] = far;
  }
  INKRAY_HD std::uint32_t pop(const BrickedGrid&) { return size == 0 ? noNode : items[stride * --size]; }
  /// Notes that the ray will go on at this reference.
  INKRAY_HD void rest(std::uint32_t ref) { items[stride * size++] = ref; }
};

/// Counts what rays do, with the lanes that do it at a time: of 32 on a GPU, 1 on a CPU.
struct LaneCounts
{
  enum What
  {
    Pairs, ///< looks at a pair of nodes
    Leaves ///< looks for the surface in a leaf
  };
  std::uint64_t times[2], lanes[2];
};

/// Counts nothing.
struct NoCounter
{
  INKRAY_HD void add(LaneCounts::What) const {}
};

struct LaneCounter
{
  LaneCounts* counts = nullptr;

  INKRAY_HD void add(LaneCounts::What what) const
  {
#ifdef __CUDA_ARCH__
    const std::uint32_t lanes = __activemask();
    if ((threadIdx.x & 31u) == static_cast<std::uint32_t>(lowestBit64(lanes)))
      this->add(what, popcount32(lanes));
    __syncwarp(lanes); // the lanes go on together, as they do where nothing is counted
#else
    this->add(what, 1);
#endif
  }

private:
  INKRAY_HD void add(LaneCounts::What what, std::uint32_t lanes) const
  {
    atomicAddRelaxed(counts->times + what, std::uint64_t(1));
    atomicAddRelaxed(counts->lanes + what, std::uint64_t(lanes));
  }
};

/// How far a ray goes before it waits.
struct WalkBounds
{
  std::int32_t leaves, steps;
};
INKRAY_HD WalkBounds noBounds()
{
  return { INT_MAX, INT_MAX };
}

/// Goes down from `ref` to the next leaf that the ray meets, as traverseBVH does. Returns the leaf's
/// reference, or noNode. Where `steps` are used up before, returns a reference of other nodes.
template <class Place, class Counter>
INKRAY_HD std::uint32_t walkToLeaf(const BrickedGrid& grid, const Ray& ray, std::uint32_t ref, Place& place,
  std::int32_t& steps, const Counter& counter)
{
  while (!isLeafRef(ref) && steps > 0)
  {
    counter.add(LaneCounts::Pairs);
    --steps;
    const BrickNode a = loadNode(grid.nodes + ref);
    const BrickNode b = loadNode(grid.nodes + ref + 1);
    float beginA = ray.begin, endA = ray.end, beginB = ray.begin, endB = ray.end;
    const bool hitA = clipToNode(ray, a, beginA, endA);
    const bool hitB = clipToNode(ray, b, beginB, endB);
    const bool aFirst = hitA && (!hitB || beginA < beginB || (beginA == beginB && endA <= endB));
    if (hitA || hitB)
    {
      place.descend(ref, !aFirst, hitA && hitB, aFirst ? b.ref : a.ref);
      ref = aFirst ? a.ref : b.ref;
    }
    else
      ref = place.pop(grid);
  }
  return ref;
}

/// Finds the first crossing in the leaf before which the ray stands. Where there is none, the ray goes to the
/// next reference.
template <class Volume, class Place, class Counter>
INKRAY_HD bool crossLeaf(const BrickedGrid& grid, const Volume& volume, const Ray& ray, std::uint32_t& ref,
  Place& place, const Counter& counter, SurfaceCrossing& crossing)
{
  counter.add(LaneCounts::Leaves);
  RayProgress progress = { ray.begin, -1 };
  const bool found =
    intersectLeaf<true, true>(grid, volume, ray, ref, maskOfLeaf(grid, ref), progress, crossing);
  if (!found)
    ref = place.pop(grid);
  return found;
}

/// Goes on until the first crossing (returns true), the end of the ray (ref is noNode), or the bounds.
template <class Volume, class Place, class Counter>
INKRAY_HD bool walk(const BrickedGrid& grid, const Volume& volume, const Ray& ray, std::uint32_t& ref,
  Place& place, WalkBounds bounds, const Counter& counter, SurfaceCrossing& crossing)
{
  bool found = false, goesOn = true;
  while (goesOn)
  {
    ref = walkToLeaf(grid, ray, ref, place, bounds.steps, counter);
    goesOn = isLeafRef(ref) && ref != noNode && bounds.leaves > 0;
    if (goesOn)
    {
      --bounds.leaves;
      found = crossLeaf(grid, volume, ray, ref, place, counter, crossing);
      goesOn = !found;
    }
  }
  return found;
}

/// Returns x, but the compiler does not know that. Values made of x before are made anew, and take no
/// registers in between.
INKRAY_HD std::uint32_t again(std::uint32_t x)
{
#ifdef __CUDA_ARCH__
  asm volatile("" : "+r"(x));
#endif
  return x;
}

/// A waiting ray: its number, where it stands, and the reference there.
struct alignas(16) TrailRecord
{
  std::uint32_t number, node, pending, ref;
};

/// The same record with the ray, whose other members follow from these.
struct alignas(16) RayRecord
{
  TrailRecord trail;
  float origin[3], begin, direction[3], end;
};

/// A ray while a kernel has it.
template <class P>
struct WalkingRay
{
  using Place = P;
  Ray ray;
  Place place;
  std::uint32_t number, ref;
};

/// Returns the place of a node in the order of the tree's leaves, in as many bits as orderBits says.
INKRAY_HD std::uint32_t orderOfNode(std::uint32_t node, int treeDepth)
{
  return (node << leadingZeros32(node)) >> (31 - treeDepth);
}
INKRAY_HD int orderBits(int treeDepth)
{
  return treeDepth + 1;
}

/// Where waiting rays are kept (FormRecord), one type for each kind. A compaction moves a `Record`, and a
/// kernel makes a `Walking` of it.
struct TrailMemory
{
  using Record = TrailRecord;
  using Walking = WalkingRay<TrailPlace>;

  INKRAY_HD TrailPlace begin(std::uint32_t) const { return {}; }
  INKRAY_HD void wait(Walking& w, Record& record) const
  {
    record = { w.number, w.place.node, w.place.pending, w.ref };
  }
  INKRAY_HD static std::uint32_t numberOf(const Record& record) { return record.number; }
  INKRAY_HD static std::uint32_t nodeOf(const Record& record) { return record.node; }
  INKRAY_HD static void makeRay(
    const IsosurfaceScene& scene, bool, const Record&, const int pixel[2], Ray& ray)
  {
    setupRay(scene, pixel, ray);
  }
  INKRAY_HD void resume(const BrickedGrid&, const Record& record, Walking& w) const
  {
    w.place = { record.node, record.pending };
    w.ref = record.ref;
  }
};

struct RayMemory
{
  using Record = RayRecord;
  using Walking = WalkingRay<TrailPlace>;

  INKRAY_HD TrailPlace begin(std::uint32_t) const { return {}; }
  INKRAY_HD void wait(Walking& w, Record& record) const
  {
    TrailMemory().wait(w, record.trail);
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      record.origin[axis] = w.ray.origin[axis];
      record.direction[axis] = w.ray.direction[axis];
    }
    record.begin = w.ray.begin;
    record.end = w.ray.end;
  }
  INKRAY_HD static std::uint32_t numberOf(const Record& record) { return record.trail.number; }
  INKRAY_HD static std::uint32_t nodeOf(const Record& record) { return record.trail.node; }
  INKRAY_HD static void makeRay(
    const IsosurfaceScene& scene, bool isNew, const Record& record, const int pixel[2], Ray& ray)
  {
    if (isNew)
      return setupRay(scene, pixel, ray);
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
      setAxis(ray, axis, record.origin[axis], record.direction[axis]);
    ray.begin = record.begin;
    ray.end = record.end;
  }
  INKRAY_HD void resume(const BrickedGrid& grid, const Record& record, Walking& w) const
  {
    TrailMemory().resume(grid, record.trail, w);
  }
};

struct StackMemory
{
  using Record = std::uint32_t;
  using Walking = WalkingRay<StackPlace>;

  std::uint32_t* items;
  std::int32_t* sizes;
  std::int64_t numRays;

  INKRAY_HD StackPlace begin(std::uint32_t number) const { return { items + number, numRays, 0 }; }
  INKRAY_HD void wait(Walking& w, Record& record) const
  {
    w.place.rest(w.ref);
    sizes[w.number] = w.place.size;
    record = w.number;
  }
  INKRAY_HD static std::uint32_t numberOf(const Record& record) { return record; }
  INKRAY_HD static std::uint32_t nodeOf(const Record&) { return 1; } // not known: they are not sorted
  INKRAY_HD static void makeRay(
    const IsosurfaceScene& scene, bool, const Record&, const int pixel[2], Ray& ray)
  {
    setupRay(scene, pixel, ray);
  }
  INKRAY_HD void resume(const BrickedGrid& grid, const Record& record, Walking& w) const
  {
    w.place = { items + record, numRays, sizes[record] };
    w.ref = w.place.pop(grid);
  }
};

/// The memory of a ray that does not wait: its stack is in a thread's own memory, at `items`.
struct LocalMemory
{
  using Record = TrailRecord; // not used
  using Walking = WalkingRay<StackPlace>;

  std::uint32_t* items; ///< LocalStack::depth

  INKRAY_HD StackPlace begin(std::uint32_t) const { return { items, 1, 0 }; }
  INKRAY_HD static std::uint32_t numberOf(const Record& record) { return record.number; }
  INKRAY_HD static void makeRay(
    const IsosurfaceScene& scene, bool, const Record&, const int pixel[2], Ray& ray)
  {
    setupRay(scene, pixel, ray);
  }
  INKRAY_HD void resume(const BrickedGrid&, const Record&, Walking&) const {}
  INKRAY_HD void wait(Walking&, Record&) const {}
};

/// A frame as all forms see it.
template <class V, class C = NoCounter>
struct FormFrame
{
  using Volume = V;
  using Counter = C;
  IsosurfaceScene scene;
  Volume volume;
  IsosurfaceImage image;
  Counter counter = {};

  /// Takes up a ray: a new one (`number`), whose pixel is opened, or one that has waited. Returns false where
  /// it lies outside of the image, and nothing is to be done. w.ref is noNode where it meets no surface.
  template <class Memory>
  INKRAY_HD bool take(const Memory& memory, bool isNew, std::uint32_t number,
    const typename Memory::Record& record, typename Memory::Walking& w) const
  {
    w.number = isNew ? number : Memory::numberOf(record);
    w.ref = noNode;
    w.place = memory.begin(w.number);
    int pixel[2];
    if (!pixelOfRay(scene.camera, w.number, pixel))
      return false;
    Memory::makeRay(scene, isNew, record, pixel, w.ray);
    if (!isNew)
      memory.resume(scene, record, w);
    else if (meetsSurfaces(scene, UniformAxes(), w.ray))
      w.ref = scene.nodes[1].ref;
    return true;
  }

  /// Draws the picture of a ray that has ended.
  INKRAY_HD void draw(std::uint32_t number, const Ray& ray, bool found, const SurfaceCrossing& crossing) const
  {
    PixelInProgress p = {};
    openPixel(scene.camera, image, again(number), p);
    if (found)
      shadeCrossing(scene, UniformAxes(), p.pixel, ray, crossing, p.shade, p.hit);
    writePixel(image, p.at, p.shade);
  }

  /// Lets a ray go on, a new one (`number`) or one that has waited, as far as the bounds allow. Returns true
  /// where it waits again, and the record is written; otherwise it has been drawn.
  template <class Memory>
  INKRAY_HD bool goOn(const Memory& memory, bool isNew, std::uint32_t number,
    const typename Memory::Record& from, const WalkBounds& bounds, typename Memory::Record& to) const
  {
    typename Memory::Walking w = {};
    if (!this->take(memory, isNew, number, from, w))
      return false;
    SurfaceCrossing crossing = {};
    const bool found = walk(scene, volume, w.ray, w.ref, w.place, bounds, counter, crossing);
    if (!found && w.ref != noNode)
    {
      memory.wait(w, to);
      return true;
    }
    this->draw(w.number, w.ray, found, crossing);
    return false;
  }
};

} // namespace inkray::laboratory
