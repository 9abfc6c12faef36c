// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "FaceMesh.h"
#include "RayOrder.h"
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Vdfi.h"

/// The kernels of the systems that Gu and Kim compare: rays go from face to face by view-dependent face
/// information.
namespace inkray::laboratory
{

struct LaboratoryCounters
{
  std::uint64_t steps, lostRays, hits, misses;
};

/// The data that the rays of a picture need. The whole mesh lies between the near and the far plane.
struct FaceRays
{
  MeshCamera camera;
  bool isMirrored; ///< the camera's map of the mesh reverses normals
  FaceMeshView mesh;
  PiecewiseView pieces;
  const std::uint32_t* starts;
  const PixelIntersection* intersections;
  float earlyTermination;
  std::uint32_t maxSteps;
  Float4* image;
  LaboratoryCounters* counters;
};

/// Goes from a face of the border through the mesh until the ray leaves it. It looks at the three other faces
/// of a tet that look away from the camera. The face whose plane the ray meets first leads on. Returns false
/// where no face leads on, or the walk has no end; the ray is then lost.
template <class Real, class Source>
INKRAY_HD bool marchThroughFaces(const FaceRays& rays, Source& vdfi, const RayLine<Real>& line,
  float lengthScale, std::uint32_t border, RayIntegral& ray, std::uint32_t& steps)
{
  std::uint32_t tet = border >> 2, entered = border & 3;
  Vdfi<Real> face = vdfi(vertexOf(load(rays.mesh.tetFaces + tet), entered) >> 1);
  Real depth = face.depthAt(line, face.speed(line));
  ray.standAt(static_cast<float>(face.scalarAt(line, depth)));
  bool isLost = false;
  for (;;)
  {
    const UInt4 faces = load(rays.mesh.tetFaces + tet);
    Real nearest = Real(3e38), scalar = Real(0);
    std::uint32_t left = 4;
    for (std::uint32_t i = 0; i < 4; ++i)
      if (i != entered)
      {
        const std::uint32_t word = vertexOf(faces, i);
        face = vdfi(word >> 1);
        const Real speed = face.speed(line);
        const bool isOutward = ((word & 1) != 0) != rays.isMirrored;
        if (isOutward ? speed > Real(0) : speed < Real(0))
        {
          const Real at = face.depthAt(line, speed);
          if (at < nearest)
          {
            nearest = at;
            scalar = face.scalarAt(line, at);
            left = i;
          }
        }
      }
    ++steps;
    isLost = left == 4 || steps > rays.maxSteps;
    if (isLost)
      break;
    // Rounding may make a ray step back. It then stands until it has passed the place where it was.
    const Real to = nearest > depth ? nearest : depth;
    ray.add(rays.pieces, static_cast<float>(scalar), static_cast<float>(to - depth) * lengthScale);
    depth = to;
    const std::uint32_t across = load(rays.mesh.links + (4 * std::int64_t(tet) + left)).x;
    if (across >= removedLink || ray.transmittance < rays.earlyTermination)
      break;
    tet = across >> 2;
    entered = across & 3;
  }
  ray.end(rays.pieces);
  return !isLost;
}

INKRAY_HD float lengthScaleOf(const MeshCamera& camera, float u, float v)
{
  return lengthPerDepth(camera, u, v) * 1.4426950408889634f;
}

/// Casts the ray of a pixel, from each entry of its list. A ray that is lost goes on at the next entry.
template <class Real, class Source>
INKRAY_HD void castFaceRay(const FaceRays& rays, Source& vdfi, int x, int y)
{
  const std::int64_t pixel = std::int64_t(y) * rays.camera.width + x;
  const float u = pixelU(rays.camera, x), v = pixelV(rays.camera, y);
  const RayLine<Real> line(rays.camera, u, v);
  const float lengthScale = lengthScaleOf(rays.camera, u, v);
  RayIntegral ray;
  ray.clear();
  std::uint32_t steps = 0;
  bool isLost = false;
  for (std::uint32_t entry = rays.starts[pixel]; entry < rays.starts[pixel + 1]; ++entry)
  {
    const std::uint32_t border = load(rays.mesh.boundaryFaces + rays.intersections[entry].face).w;
    if (!marchThroughFaces(rays, vdfi, line, lengthScale, border, ray, steps))
      isLost = true;
    if (ray.transmittance < rays.earlyTermination)
      break;
  }
  rays.image[pixel] = ray.pixel();
  if (isLost)
    atomicAddRelaxed(&rays.counters->lostRays, std::uint64_t(1));
  if (steps > 0)
    atomicAddRelaxed(&rays.counters->steps, std::uint64_t(steps));
}

/// The number of threads that a multiprocessor must hold at once. It leaves each thread the registers that it
/// needs. It is the same for blocks of any size, so that sizes can be compared.
template <class Real>
constexpr int threadsFor = sizeof(Real) == sizeof(float) ? 1024 : 640;

/// Ours-Tile, Ours-Pixel and FullVDFI: each thread has a ray. Where there are fewer threads than rays, a
/// thread casts one ray after the other.
template <class Real, class Source>
struct CastOrdered
{
  static constexpr int residentThreads = threadsFor<Real>;

  FaceRays rays;
  Source vdfi;
  RayOrder order;
  std::int64_t numThreads;

  INKRAY_HD void operator()(std::int64_t thread) const
  {
    Source source = vdfi;
    int x, y;
    for (std::int64_t n = thread; n < order.count(); n += numThreads)
      if (order.pixel(n, x, y))
        castFaceRay<Real>(rays, source, x, y);
  }
};

/// How a thread with a buffer begins and ends.
template <class Real>
struct BufferedThreads
{
  OnDemandVdfi<Real> source;
  Vdfi<Real>* slots;
  std::uint32_t* faces;
  std::uint32_t numSlots;
  bool isHashed;
  std::int64_t numThreads;

  INKRAY_HD BufferedVdfi<Real> bufferOf(std::int64_t thread) const
  {
    BufferedVdfi<Real> buffer = { source, slots + thread * numSlots, faces + thread * numSlots, numSlots,
      isHashed, 0, 0, 0 };
    buffer.clear();
    return buffer;
  }
  INKRAY_HD static void count(const BufferedVdfi<Real>& buffer, LaboratoryCounters* counters)
  {
    atomicAddRelaxed(&counters->hits, std::uint64_t(buffer.hits));
    atomicAddRelaxed(&counters->misses, std::uint64_t(buffer.misses));
  }
};

/// GBunyk-Buffer, and Kim 2017: one thread casts all rays of a tile, which share its buffer.
template <class Real>
struct CastBufferedTiles
{
  static constexpr int residentThreads = threadsFor<double>;

  FaceRays rays;
  BufferedThreads<Real> threads;
  RayOrder order;

  INKRAY_HD void operator()(std::int64_t thread) const
  {
    BufferedVdfi<Real> buffer = threads.bufferOf(thread);
    const int size = order.tileWidth * order.tileHeight;
    int x, y;
    for (std::int64_t tile = thread; tile < order.numTiles(); tile += threads.numThreads)
      for (int i = 0; i < size; ++i)
        if (order.pixel(tile * size + i, x, y))
          castFaceRay<Real>(rays, buffer, x, y);
    threads.count(buffer, rays.counters);
  }
};

/// Keys the faces of the border by the depth of their center.
struct KeyVisibleFaces
{
  const UInt4* boundaryFaces;
  const ProjectedVertex* projected;
  std::uint32_t* keys;
  std::uint32_t* faces;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const UInt4 ids = load(boundaryFaces + i);
    const float depth = load(projected + ids.x).z + load(projected + ids.y).z + load(projected + ids.z).z;
    const std::uint32_t bits = bitsOf(depth);
    keys[i] = bits ^ (bits >> 31 ? 0xffffffffu : 0x80000000u);
    faces[i] = static_cast<std::uint32_t>(i);
  }
};

/// VF-Ray (Ribeiro et al. 2007), VF-GPU (Maximo et al. 2008) and Gu and Kim's VF-Parallel: a thread takes a
/// visible face of the border and casts the rays of the pixels that it covers. The rays share the thread's
/// buffer. Each ray ends where it leaves the mesh; the light that it gathered goes behind the light that the
/// pixel has. Faces are taken from front to back, but nothing makes one wait for another. Where several cover
/// a pixel, the light of one may go in the wrong place, or be lost. Those are the method's false holes.
template <class Real>
struct CastVisibleFaces
{
  static constexpr int residentThreads = 512;

  FaceRays rays;
  BufferedThreads<Real> threads;
  FaceProjection projection;
  const std::uint32_t* order; ///< faces from front to back
  std::int64_t numFaces;

  INKRAY_HD void operator()(std::int64_t thread) const
  {
    BufferedVdfi<Real> buffer = threads.bufferOf(thread);
    for (std::int64_t n = thread; n < numFaces; n += threads.numThreads)
      this->castFace(buffer, order[n]);
    threads.count(buffer, rays.counters);
  }

private:
  INKRAY_HD void castFace(BufferedVdfi<Real>& buffer, std::uint32_t face) const
  {
    const FaceCorners k = projection.corners(face);
    const PixelRectangle bounds = boundsOfFace(projection.camera, k.a, k.b, k.c);
    const std::int64_t blocks = FaceProjection::numBlocks(bounds);
    for (std::int64_t i = 0; i < blocks; ++i)
    {
      const PixelRectangle block = FaceProjection::block(bounds, static_cast<int>(i));
      if (surelyOutside(projection.camera, k.a, k.b, k.c, block))
        continue;
      const int across = block.x1 - block.x0;
      for (std::uint64_t mask = projection.coverage(k, block, 1); mask; mask &= mask - 1)
      {
        const int bit = lowestBit64(mask);
        this->castPixel(buffer, k.ids.w, block.x0 + bit % across, block.y0 + bit / across);
      }
    }
  }

  INKRAY_HD void castPixel(BufferedVdfi<Real>& buffer, std::uint32_t border, int x, int y) const
  {
    const float u = pixelU(rays.camera, x), v = pixelV(rays.camera, y);
    const RayLine<Real> line(rays.camera, u, v);
    RayIntegral ray;
    ray.clear();
    std::uint32_t steps = 0;
    if (!marchThroughFaces(rays, buffer, line, lengthScaleOf(rays.camera, u, v), border, ray, steps))
      atomicAddRelaxed(&rays.counters->lostRays, std::uint64_t(1));
    atomicAddRelaxed(&rays.counters->steps, std::uint64_t(steps));
    const Float4 behind = ray.pixel();
    Float4& pixel = rays.image[std::int64_t(y) * rays.camera.width + x];
    const float through = 1.0f - loadShared(&pixel.w);
    addShared(&pixel.x, through * behind.x);
    addShared(&pixel.y, through * behind.y);
    addShared(&pixel.z, through * behind.z);
    addShared(&pixel.w, through * behind.w);
  }

  /// Loads a number that other threads may change, also between the load and the store.
  INKRAY_HD static float loadShared(const float* p)
  {
#ifdef __CUDA_ARCH__
    return *static_cast<const volatile float*>(p);
#else
    float value;
    __atomic_load(p, &value, __ATOMIC_RELAXED);
    return value;
#endif
  }
  INKRAY_HD static void addShared(float* p, float more)
  {
    float sum = loadShared(p) + more;
#ifdef __CUDA_ARCH__
    *static_cast<volatile float*>(p) = sum;
#else
    __atomic_store(p, &sum, __ATOMIC_RELAXED);
#endif
  }
};

/// The ray caster's own march, by edge functions, with rays in any order.
struct CastOrderedEdges
{
  static constexpr int residentThreads = 896; // 72 registers; 64 in the product (Device/LaunchTable.h)

  CastTetRays<PointValues, EdgeFunctionExit> kernel;
  RayOrder order;
  std::int64_t numThreads;

  INKRAY_HD void operator()(std::int64_t thread) const
  {
    int x, y;
    for (std::int64_t n = thread; n < order.count(); n += numThreads)
      if (order.pixel(n, x, y))
        kernel(numberOf(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)));
  }

private:
  /// Returns the number of a pixel in PixelOrder.
  INKRAY_HD static std::int64_t numberOf(std::uint32_t x, std::uint32_t y)
  {
    const std::uint64_t tile = spread(x / tileSize) | std::uint64_t(spread(y / tileSize)) << 1;
    return static_cast<std::int64_t>(tile * tilePixels + y % tileSize * tileSize + x % tileSize);
  }
  INKRAY_HD static std::uint32_t spread(std::uint32_t v)
  {
    v = (v | v << 8) & 0x00ff00ffu;
    v = (v | v << 4) & 0x0f0f0f0fu;
    v = (v | v << 2) & 0x33333333u;
    return (v | v << 1) & 0x55555555u;
  }
};

} // namespace inkray::laboratory
