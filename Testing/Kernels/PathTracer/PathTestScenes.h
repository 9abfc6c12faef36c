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

/// The distance to the surface of a sphere in [-1.25, 1.25]^3, positive inside, on a grid of `points` a side;
/// its radius is 1 before the grid is placed.
struct BallVolume
{
  explicit BallVolume(std::int64_t points = 49);
  VolumeInput input(const Vector& center, double radius) const;

  std::int64_t points;
  std::vector<float> values;
  std::array<std::vector<double>, 3> coordinates; ///< where wanted: a rectilinear grid of the same ball
  /// With planes at even places, moved by up to `bend` cells.
  void makeRectilinear(double bend = 0.0);
};

/// Quads as triangles.
struct QuadMesh
{
  std::vector<float> points, colors;
  std::vector<std::int64_t> corners;

  /// Corners counterclockwise as seen from its front.
  void add(const std::array<Vector, 4>& quad, const Color& color);
  PathTriangles input(std::int32_t material = 0) const;
};

/// A camera that looks at the origin along -z from a distance.
Camera frontCamera(int width, int height, double distance = 4, double viewAngle = 40);

/// A box like that of Cornell, open to the viewer and to a sky, with a ball of each material and a lamp, as
/// the reference has it and for the path tracer.
struct ReferenceBox
{
  enum class Grids
  {
    Even,
    Mixed ///< every other ball in a rectilinear grid of uneven planes
  };
  /// `isPainted`: the glossy ball is of car paint.
  explicit ReferenceBox(Grids grids = Grids::Even, bool isPainted = false);
  /// In place of the tracer's scene, with smooth normals wanted; the box must outlive it there.
  void give(PathTracer& tracer, const Camera& camera) const;

  PathReference reference;

private:
  QuadMesh walls;
  BallVolume balls[2] = { BallVolume(97), BallVolume(97) }; ///< in turns
};

} // namespace inkray::testing
