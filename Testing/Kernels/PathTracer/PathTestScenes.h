// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/Matrices.h"
#include "Oracles/PathReference.h"
#include "Renderers/PathTracer/PathTracer.h"

#include <array>
#include <cstdint>
#include <vector>

/// Scenes of the path tracer's tests and benchmark.
namespace inkray::testing
{

using Color = std::array<float, 3>;

/// A grid with `points` a side over [-1.25, 1.25]^3. Its values are the distance to a sphere of radius 1,
/// positive inside. input() moves and scales it.
struct BallVolume
{
  explicit BallVolume(std::int64_t points = 49);
  VolumeInput input(const Vector& center, double radius) const;

  std::int64_t points;
  std::vector<float> values;
  std::array<std::vector<double>, 3> coordinates; ///< planes of a rectilinear grid; empty: an even grid
  /// Make the grid rectilinear, with planes that are moved from their even places by up to `bend` cells.
  void makeRectilinear(double bend = 0.0);
};

/// Quads as triangles.
struct QuadMesh
{
  std::vector<float> points, colors;
  std::vector<std::int64_t> corners;

  /// Add a quad with corners counterclockwise as seen from its front.
  void add(const std::array<Vector, 4>& quad, const Color& color);
  PathTriangles input(std::int32_t material = 0) const;
};

/// Return a camera that looks at the origin along -z from a distance.
Camera frontCamera(int width, int height, double distance = 4, double viewAngle = 40);

/// A box like Cornell's, open to the viewer and to a sky, with a ball of each material and a lamp, as a scene
/// of the reference and of the path tracer.
struct ReferenceBox
{
  enum class Grids
  {
    Even,
    Mixed ///< every other ball lies in a rectilinear grid with uneven planes
  };
  /// `isPainted`: the glossy ball is of car paint.
  explicit ReferenceBox(Grids grids = Grids::Even, bool isPainted = false);
  /// Replace the tracer's scene by the box, which must outlive that scene. Pictures need smooth normals.
  void give(PathTracer& tracer, const Camera& camera) const;

  PathReference reference;

private:
  QuadMesh walls;
  BallVolume balls[2] = { BallVolume(97), BallVolume(97) }; ///< used in turn by the reference's spheres
};

} // namespace inkray::testing
