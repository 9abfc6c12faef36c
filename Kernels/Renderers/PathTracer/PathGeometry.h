// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/LaunchTable.h"

/// The kinds of scenes that have kernels of their own: the less a kernel knows of, the fewer registers it
/// needs. The kernels of a kind find out at run time which of the things that they know a scene holds.
namespace inkray
{

/// The parts of a scene that kernels know. Each kind says
///   grids, rectilinear   whether there may be volumes, and rectilinear ones among them
///   single               each volume has one opaque isosurface
///   triangles, meshes    whether there may be triangles, and unstructured grids
///   media                whether there may be volumes and meshes that light passes through
///   callsSearches        whether each search in a volume, a mesh or the triangles is a call of its own;
///                        inlined in one kernel, searches take registers from one another
///   residentThreads      threads that are to fit on a multiprocessor (Device/LaunchTable.h)
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
  bool rectilinear = false;           ///< one of the grids at least
  bool single = true;                 ///< grids with isosurfaces have one each, which is opaque
  bool triangles = false;
  bool media = false; ///< one of the grids or meshes at least
};

/// Call visit with the kind of a scene.
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
