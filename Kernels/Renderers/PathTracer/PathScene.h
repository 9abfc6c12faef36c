// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/KdTree/KdTreeView.h"
#include "Geometry/Mesh/PathWalk.h"
#include "Geometry/RegularGrid/BrickedGrid.h"
#include "Geometry/RegularGrid/Isovalues.h"
#include "Geometry/RegularGrid/TaggedGridView.h"
#include "Shading/ColorTable.h"
#include "Shading/EnvironmentView.h"
#include "Shading/Light.h"
#include "Shading/PathMaterial.h"
#include "Shading/PiecewiseTransferFunction.h"
#include "View/RayGenerator.h"

#include <cstdint>

/// The scene that the kernels of the path tracer read: plain structs of pointers and numbers, filled by
/// PathTracerImpl.
///
/// Paths are traced in the scene's own coordinates: the world's, shifted and scaled by the same factor along
/// all axes so that the scene fills [0, 1] along its longest axis. So precision does not depend on the
/// scene's place in the world.
namespace inkray
{

/// The properties of a PathSurface that are not in the grid's list of isovalues.
struct PathSurfaceEntry
{
  std::int32_t material;
  std::int32_t solidBelow;
};

/// A grid in the scene. Its coordinates are toGrid (row-major, 3 x 4) times the scene's.
struct PlacedGrid
{
  BrickedGrid grid;
  TaggedGridView<RectilinearAxes> values; ///< without planes if the grid is even
  std::int32_t isRectilinear;
  float toGrid[12];
};

/// A volume with isosurfaces.
struct PathVolumeView : PlacedGrid
{
  float offset; ///< distance from a surface at which the next ray begins, in the scene's coordinates
  const PathSurfaceEntry* surfaces;
  TaggedValues color; ///< null: the surfaces' own colors
  ColorTableView colors;
};

/// A volume as a medium. The tree of its grid holds the bricks that are not transparent.
struct GridMediumView : PlacedGrid
{
  PiecewiseView function; ///< of scalars (kept value - low) * scale
  float low, scale;
};

/// An unstructured grid in the scene. A point p of the scene is scale * p + shift in the grid's normalized
/// coordinates.
struct PlacedMesh
{
  TetWalkView walk;
  float scale;
  Float3 shift;
};

/// A mesh with isosurfaces.
struct PathMeshView : PlacedMesh
{
  /// Distance from a surface at which the next ray begins, in the scene's coordinates, and the most that is
  /// added to this distance where values change slowly.
  float offset, mostOffset;
  SurfaceList surfaces;
  const PathSurfaceEntry* materials;
  const Float3* gradients; ///< of the vertices, for smooth normals; null: each tet's own
  const float* color;      ///< of the vertices or the tets; null: the surfaces' own colors
  std::int32_t colorPerCell;
  ColorTableView colors;
};

/// A mesh as a medium.
struct MeshMediumView : PlacedMesh
{
  PiecewiseView function;
  const float* cellValues; ///< one for each tet; null: the vertices have the values
};

/// The triangles, with their numbers in the tree.
struct PathTrianglesView
{
  KdTreeView tree;
  const Float4* shading; ///< for three corners of each triangle: normal (zero: flat), color in 3 x 8 bits
  const std::int32_t* materials;
  float offset;
  std::uint32_t count;
};

/// A light in the scene's coordinates. The attenuation of a positional light is for distances in the scene.
struct PathLight
{
  Float3 color; ///< diffuse color times pi: the irradiance of a surface that faces the light
  Float3 direction, position, attenuation;
  float coneCosine, exponent;
  std::int32_t positional;
};

constexpr int maxPathVolumes = 8, maxPathMeshes = 8;

struct PathScene
{
  RayGenerator camera; ///< camera rays in the scene's coordinates
  float lens[2][3];    ///< the lens's radius to the right and upwards, as vectors in the scene
  float focus;         ///< 1 / depth of the plane that is in focus
  std::int32_t hasLens, showEnvironment;

  std::int32_t numVolumes;
  PathVolumeView volumes[maxPathVolumes];
  std::int32_t numMeshes;
  PathMeshView meshes[maxPathMeshes];
  PathTrianglesView triangles;
  std::int32_t smoothNormals;

  std::int32_t numGridMedia;
  GridMediumView gridMedia[maxPathVolumes];
  std::int32_t numMeshMedia;
  MeshMediumView meshMedia[maxPathMeshes];
  /// Factor from a length in the scene's coordinates to world units times log2(e), as RayIntegral takes it.
  float mediumLength;

  const PathMaterial* materials;
  std::int32_t numMaterials;
  std::int32_t numLights;
  PathLight lights[maxLights];
  EnvironmentView environment;

  std::int32_t bounces;
  std::uint32_t seed;
};

} // namespace inkray
