// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/KdTree/KdTreeView.h"
#include "Geometry/RegularGrid/BrickedGrid.h"
#include "Geometry/RegularGrid/TaggedGridView.h"
#include "Shading/ColorTable.h"
#include "Shading/EnvironmentView.h"
#include "Shading/Light.h"
#include "Shading/PathMaterial.h"
#include "View/RayGenerator.h"

#include <cstdint>

/// What the kernels of the path tracer read: plain structs of pointers and numbers, filled by
/// PathTracerImpl.
///
/// Paths go through the scene's own coordinates: the world's, shifted and scaled alike along all axes so that
/// the scene fills [0, 1] along its longest. Numbers keep their digits there wherever the scene lies.
namespace inkray
{

/// What of a PathSurface the grid's list of isovalues has not.
struct PathSurfaceEntry
{
  std::int32_t material;
  std::int32_t solidBelow;
};

/// A volume with isosurfaces. Its grid's coordinates are toGrid (row-major, 3 x 4) times the scene's.
struct PathVolumeView
{
  BrickedGrid grid;
  TaggedGridView<RectilinearAxes> values; ///< of an even grid without tables
  float toGrid[12];
  float offset; ///< how far off a surface the next ray begins, in the scene's coordinates
  const PathSurfaceEntry* surfaces;
  TaggedValues color; ///< null: the surfaces' own colours
  ColorTableView colors;
};

/// Triangles under the numbers of the tree.
struct PathTrianglesView
{
  KdTreeView tree;
  const Float4* shading; ///< three of each triangle: normal (zero: flat), and colour in 3 x 8 bits
  const std::int32_t* materials;
  float offset;
};

/// A light in the scene's coordinates. Of positional lights the attenuation takes scene distances.
struct PathLight
{
  Float3 color; ///< diffuse colour times pi: the irradiance that it gives
  Float3 direction, position, attenuation;
  float coneCosine, exponent;
  std::int32_t positional;
};

constexpr int maxPathVolumes = 8;

struct PathScene
{
  RayGenerator camera; ///< of the scene's coordinates
  float lens[2][3];    ///< what the lens's radius to the right and upwards is there
  float focus;         ///< one over the depth at which things are sharp
  std::int32_t hasLens, showEnvironment;
  const float* opaqueDepth; ///< window depths, or null

  std::int32_t numVolumes;
  PathVolumeView volumes[maxPathVolumes];
  PathTrianglesView triangles;
  std::int32_t smoothNormals;

  const PathMaterial* materials;
  std::int32_t numMaterials;
  std::int32_t numLights;
  PathLight lights[maxLights];
  EnvironmentView environment;

  std::int32_t bounces;
  std::uint32_t seed;
};

} // namespace inkray
