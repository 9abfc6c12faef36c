// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Portable.h"
#include "Geometry/RegularGrid/BrickLayout.h"
#include "Shading/SurfaceShading.h"
#include "View/Clipping.h"
#include "View/RayGenerator.h"

#include <cstdint>

/// What the kernels of the isosurface ray caster read: plain structs of pointers and numbers, filled by
/// IsosurfaceRayCasterImpl.
namespace inkray
{

/// Values of a regular grid, x fastest, of the type they are kept in: uint8, uint16 or float.
template <class T>
struct VolumeView
{
  const T* values;
  std::int64_t strideY, strideZ; ///< in values
  const std::uint32_t*
    hidden; ///< one bit a cell (x fastest over BrickLayout::cells), or null: cells that draw nothing
};

/// Lowest and highest value of a brick's cells; low > high: nothing to draw in it. Read with one load.
template <class T>
struct alignas(2 * sizeof(T)) MinMax
{
  T low, high;
};

/// Of a sub-brick: low <= f(p) - gradient (p - corner) <= high for its interpolant f (LinearBounds.h). The
/// gradient's components, per cell, are the upper halves of floats: x in the lower and y in the upper half of
/// the first word, z in the lower half of the second.
struct alignas(16) LinearBounds
{
  std::uint32_t gradientXY, gradientZ;
  float low, high;
};

/// A node of the tree for the current isovalues. Bounds in cells, 16 bits each: low in the lower half, high
/// in the upper half.
struct alignas(16) BrickNode
{
  std::uint32_t x, y, z;
  /// What the node stands for after condensation: noNode, a leaf (isLeafNode) or the even index of its two
  /// children, which are next to each other.
  std::uint32_t ref;
};

constexpr std::uint32_t noNode = 0xffffffffu;
constexpr std::uint32_t leafFlag = 0x80000000u;

/// A leaf's coordinates in its reference: ten bits an axis.
INKRAY_HD std::uint32_t leafRef(const int leaf[3])
{
  return leafFlag | static_cast<std::uint32_t>(leaf[0] | leaf[1] << 10 | leaf[2] << 20);
}
INKRAY_HD bool isLeafRef(std::uint32_t ref)
{
  return (ref & leafFlag) != 0;
}
INKRAY_HD void leafOfRef(std::uint32_t ref, int leaf[3])
{
  leaf[0] = static_cast<int>(ref & 1023u);
  leaf[1] = static_cast<int>(ref >> 10 & 1023u);
  leaf[2] = static_cast<int>(ref >> 20 & 1023u);
}

/// One isovalue with its colour, in ascending order of values. Colour is not multiplied by opacity.
struct SurfaceEntry
{
  float value; ///< in the units of the kept values
  float red, green, blue, opacity;
};

struct SurfaceList
{
  const SurfaceEntry* entries;
  std::int32_t count;
  float first; ///< value of the first entry, where it is the only one
};

constexpr int maxLights = 16;

/// The second array, which colours the surfaces.
struct ColorArray
{
  const void* values; ///< null: the isosurfaces' own colours
  std::int32_t type;  ///< 0: uint8, 1: uint16, 2: float
  std::int32_t numEntries;
  const float* table; ///< numEntries x 3
  float low, scale;   ///< table coordinate of value v: (v - low) * scale, entries at integers
  float nan[3];
};

/// Everything about one frame but the values, tree and queues.
struct IsosurfaceScene
{
  BrickLayout layout;
  RayGenerator camera;
  SurfaceList surfaces;
  std::int64_t strideY, strideZ;
  const BrickNode* nodes;
  const std::uint64_t* leafMasks; ///< one bit a sub-brick, by leafIndex
  const LinearBounds* bounds;     ///< 64 a leaf
  ClipPlanes clipPlanes;          ///< in index coordinates
  Cropping cropping;              ///< in index coordinates
  const float* opaqueDepth;       ///< window depths, or null
  ColorArray color;
  SurfaceLight lights[maxLights];
  std::int32_t numLights;
  SurfaceMaterial material;
  float earlyTermination;
};

/// Where a frame's results go: width x height each, lower row first.
struct IsosurfaceImage
{
  Float4* color;
  float* depth;
  Float4* hits; ///< depth, normal in eye coordinates of the first crossing; null when not wanted
};

} // namespace inkray
