// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/LaunchTable.h"

/// Each kind of scene has its own kernels: the fewer features a kernel supports, the fewer registers it
/// needs. At run time, kernels find out which of the supported features a scene has.
namespace inkray
{

/// A kind of scene. Each kind says
///   grids, rectilinear   whether there may be volumes, and rectilinear ones among them
///   single               each volume has one opaque isosurface
///   triangles, meshes    whether there may be triangles, and unstructured grids
///   media                whether there may be volumes and meshes that light passes through
///   callsSearches        whether each search in a volume, a mesh or the triangles is a separate function;
///                        inlined in one kernel, searches take registers from one another
///   residentThreads      threads that should fit on a multiprocessor (Device/LaunchTable.h)
struct OneIsosurface
{
  static constexpr bool grids = true, rectilinear = false, single = true, triangles = false, meshes = false,
                        media = false, callsSearches = false;
  static constexpr int residentThreads = launches::pathsInGrids.residentThreads();
};

struct OnlyTriangles
{
  static constexpr bool grids = false, rectilinear = false, single = true, triangles = true, meshes = false,
                        media = false, callsSearches = false;
  static constexpr int residentThreads = launches::pathsAmongTriangles.residentThreads();
};

/// Isosurfaces of even images, and triangles.
struct ImagesAndTriangles
{
  static constexpr bool grids = true, rectilinear = false, single = false, triangles = true, meshes = false,
                        media = false, callsSearches = false;
  static constexpr int residentThreads = launches::pathsInGrids.residentThreads();
};

/// The same with rectilinear grids, meshes and media.
struct Everything
{
  static constexpr bool grids = true, rectilinear = true, single = false, triangles = true, meshes = true,
                        media = true, callsSearches = true;
  static constexpr int residentThreads = launches::pathsInGrids.residentThreads();
};

/// The visible contents of a scene.
struct PathSceneContents
{
  bool grids = false, meshes = false; ///< with isosurfaces or as media
  bool rectilinear = false;           ///< at least one grid is rectilinear
  bool single = true;                 ///< each grid with isosurfaces has just one, which is opaque
  bool triangles = false;
  bool media = false; ///< at least one grid or mesh is a medium
};

/// Call visit with the simplest kind of scene that has all features of `scene`.
template <class Visit>
void visitPathGeometry(const PathSceneContents& scene, const Visit& visit)
{
  if (scene.rectilinear || scene.meshes || scene.media)
    visit(Everything());
  else if (!scene.grids)
    visit(OnlyTriangles());
  else if (scene.single && !scene.triangles)
    visit(OneIsosurface());
  else
    visit(ImagesAndTriangles());
}

} // namespace inkray
