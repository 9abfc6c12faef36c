// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/ImagePlane.h"

namespace inkray
{

/// A mesh vertex as the camera sees it: homogeneous pixel coordinates (relative to the image center), depth
/// along the viewing direction, and the vertex's scalar.
using ProjectedVertex = Float4; // x, y, depth, scalar

/// A camera reduced to the data of rays through a projected mesh, in the units of the normalized mesh (center
/// at the origin, half diagonal about 1). The mesh is transformed to the rays, not the rays to the mesh:
/// every vertex is projected once, and a ray needs two subtractions for it.
///
/// Ray space of the pixel with center coordinates (u, v): a point (x, y, depth) of ProjectedVertex lies at
///   X = x - u shear, Y = y - v shear
/// where the shear is depth (perspective), 1 (parallel), or 1 + bend depth (perspective whose depths do not
/// begin at the eye). The ray is the line X = Y = 0, and depth is an affine function along it. Points behind
/// the eye have negative depth; nothing divides by it, so a camera inside of the mesh needs no clipping
/// (Olano and Greer 1997, 2-D homogeneous rasterization).
struct MeshCamera : ImagePlane
{
  float rowX[4], rowY[4], rowDepth[4]; ///< transform a normalized mesh point to x, y, depth
  float bend; ///< for a perspective whose depths do not begin at the eye (`parallel` is set then); otherwise
              ///< 0
  float nearDepth, farDepth;
  float slack; ///< rounding error of positions in ray space, per unit of depth for a perspective
  /// The length in world units of one unit of depth along pixel (u, v) is worldPerDepth sqrt(1 + (lengthX[0]
  /// u + lengthX[1])^2 + (lengthY[0] v + lengthY[1])^2). All four numbers are 0 for a parallel projection.
  float lengthX[2], lengthY[2], worldPerDepth;
  float facing; ///< +1 if outward boundary faces that look at the camera have positive edge functions,
                ///< otherwise -1
};

/// Convert `camera` for a mesh normalized by p' = (p - center) * scale. Returns false if there is nothing to
/// draw: singular matrices or no pixels.
bool makeMeshCamera(const Camera& camera, const double center[3], double scale, MeshCamera& out);

/// Makes the camera for a part of a mesh with its own center and scale. Depths are in the unit of the whole
/// mesh, whose scale is `whole`.
bool makeMeshCamera(
  const Camera& camera, const double center[3], double scale, double whole, MeshCamera& out);

/// The distance in ray space that a point of this depth moves from one pixel to the next.
INKRAY_HD float shearOf(const MeshCamera& camera, float depth)
{
  return camera.parallel ? multiplyAdd(camera.bend, depth, 1.0f) : depth;
}

/// Projects the vertices of a mesh for a camera.
struct ProjectVertices
{
  MeshCamera camera;
  const Float4* vertices;
  ProjectedVertex* projected;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const Float4 p = load(vertices + i);
    const auto row = [&](const float* r) {
      return multiplyAdd(r[0], p.x, multiplyAdd(r[1], p.y, multiplyAdd(r[2], p.z, r[3])));
    };
    projected[i] = { row(camera.rowX), row(camera.rowY), row(camera.rowDepth), p.w };
  }
};

/// The length in world units of one unit of depth along the ray of pixel (u, v).
INKRAY_HD float lengthPerDepth(const MeshCamera& camera, float u, float v)
{
  const float x = multiplyAdd(camera.lengthX[0], u, camera.lengthX[1]);
  const float y = multiplyAdd(camera.lengthY[0], v, camera.lengthY[1]);
  return camera.worldPerDepth * sqrtf(1.0f + x * x + y * y);
}

/// The depth at which the ray of a pixel ends.
INKRAY_HD float endDepth(const MeshCamera& camera, std::uint32_t pixel)
{
  const float window = camera.stops ? camera.stops[pixel] : 1.0f;
  return window >= 1.0f ? camera.farDepth : minimum(camera.farDepth, camera.window.toDepth(window));
}

} // namespace inkray
