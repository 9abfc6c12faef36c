// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/Matrices.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include <array>
#include <cstdint>
#include <vector>

namespace inkray::testing
{

/// What the oracle draws. Arrays are the caller's.
struct IsosurfaceScene
{
  VolumeInput volume;
  std::vector<Isosurface> surfaces;
  Field colorValues; ///< null values: the surfaces' own colours
  ColorTable colorTable;
  std::vector<SurfaceLight> lights;
  SurfaceMaterial material;
};

/// The line of sight of a pixel.
struct OracleRay
{
  Vector eyeOrigin, eyeDirection; ///< on the near plane; unit length
  Vector gridOrigin,
    gridDirection;        ///< coordinates in which cells are one long on average, per unit of world length
  double length;          ///< from the near to the far plane, world units
  double voxelsPerLength; ///< length of gridDirection
};

/// A place where a ray meets, or may meet, an isosurface. Positions are distances from the near plane in
/// world units.
///
/// A passage of the value from clearly below to clearly above the isovalue (or back) is clear: every exact
/// ray caster hits the surface there. What happens within rounding of single precision of the isovalue (a
/// graze), or at the very rim of what is drawn, is unclear: it may be hit or not.
struct OracleEvent
{
  int surface; ///< index of the surface in the scene
  bool clear;
  double low, high;              ///< where the value is within the margin of the isovalue
  std::vector<double> crossings; ///< where the class (number of isovalues <= value) changes, in order; 0 or 2
                                 ///< of them at a graze
  std::vector<double> touches; ///< where the value turns, or passes a face, on the isovalue itself as far as
                               ///< double can tell: rounding decides whether it crosses there
};

/// The formula of Shading/Phong.h: colour of a point in eye coordinates whose gradient is `normal`
/// (unit length, either way round), seen along `direction`.
std::array<double, 3> shadeSurface(const SurfaceMaterial& material, const std::vector<SurfaceLight>& lights,
  const std::array<double, 3>& color, const Vector& point, const Vector& normal, const Vector& direction);

/// What a crossing looks like: one entry for each cell that it touches, since gradients jump from cell to
/// cell.
struct OracleShade
{
  Vector normal;             ///< gradient in eye coordinates, unit length
  std::array<double, 3> rgb; ///< shaded
  double uncertainty;        ///< degrees by which rounding may turn the normal
};

/// The reference for isosurface pictures: all in double, every cell that a ray meets, the cubic along the ray
/// cut into monotone pieces at the roots of its derivative and each bisected. It knows nothing of bricks,
/// trees or flags and shares no code with the ray caster.
class BruteForceIsosurface
{
public:
  /// Positions closer than this to a rim (of the volume, of an empty cell, of a clipping plane), in voxels,
  /// are unclear.
  static constexpr double RimMargin = 1e-3;
  /// Values closer than this share of a cell's range to the isovalue are unclear: by so much they change over
  /// the rounding of a position in single precision, in volumes of about a hundred voxels.
  static constexpr double ValueMargin = 1e-4;
  /// Rounding of values in single precision, as a share of their magnitudes: five halves of an ulp.
  static constexpr double ValueRounding = 3e-7;
  /// Rays this far apart, in voxels, are the same to a ray caster that rounds to single precision.
  static constexpr double RayMargin = 2e-4;

  BruteForceIsosurface(const IsosurfaceScene& scene, const Camera& camera);

  /// The ray through the centre of pixel (i, j), counted from the lower left corner, moved by `shift` in
  /// voxels.
  OracleRay ray(int i, int j, const Vector& shift = { 0, 0, 0 }) const;

  /// In the order of the ray; cut by what `options` cut. `opaque` is the window depth of the pixel.
  std::vector<OracleEvent> events(
    const OracleRay& ray, const IsosurfaceFrameOptions& options, double opaque = 1.0) const;

  /// The events of a pixel's ray and of the eight rays RayMargin beside it. Clear is what is clear on all
  /// nine, and lies where any of them has it; the rest may be hit or not: the pixel's ray runs along a rim of
  /// what is drawn, and may leave and enter it anywhere.
  std::vector<OracleEvent> eventsNearby(
    int i, int j, const IsosurfaceFrameOptions& options, double opaque = 1.0) const;

  /// Normals and colours at a distance along the ray.
  std::vector<OracleShade> shade(
    const OracleRay& ray, double distance, int surface, bool smoothNormals = false) const;

  /// Depth along the viewing direction in world units, and window depth in [0, 1].
  double depth(const OracleRay& ray, double distance) const;
  double windowDepth(double depth) const;

  const IsosurfaceScene& scene() const { return this->Scene; }
  /// Surfaces that count: equal values once, in increasing order of the value.
  const std::vector<int>& order() const { return this->Order; }
  /// Points of the interpolated grid, the value at one, and whether a cell of it draws nothing.
  const std::array<std::int64_t, 3>& count() const { return this->Count; }
  double value(std::int64_t i, std::int64_t j, std::int64_t k) const
  {
    return this->Values[this->pointIndex(i, j, k)];
  }
  bool isEmpty(std::int64_t i, std::int64_t j, std::int64_t k) const
  {
    return this->Empty[this->pointIndex(i, j, k)] != 0;
  }

private:
  struct Piece;
  struct Sample;
  std::size_t pointIndex(std::int64_t i, std::int64_t j, std::int64_t k) const
  {
    return static_cast<std::size_t>((k * this->Count[1] + j) * this->Count[0] + i);
  }
  void findPlanes();
  void findOrigin();
  void findEmptyCells();
  /// The cell along an axis that a grid coordinate lies in.
  std::int64_t cellAt(int axis, double x) const;
  double width(int axis, std::int64_t cell) const
  {
    return this->Planes[axis][cell + 1] - this->Planes[axis][cell];
  }
  Vector pointGradient(const std::array<std::int64_t, 3>& point) const;
  std::vector<std::vector<Piece>> stretches(const OracleRay& ray) const;
  void findEvents(const std::vector<Piece>& stretch, int surface, double voxelsPerLength,
    std::vector<OracleEvent>& events) const;
  bool isKept(const OracleRay& ray, double distance, const Vector& offset,
    const IsosurfaceFrameOptions& options, double opaque) const;

  IsosurfaceScene Scene;
  Camera View;
  Matrix ClipToEye, EyeToGrid, GridToEye, GridToIndex;
  std::array<std::int64_t, 3> Count;
  std::vector<double> Values, Colors;
  std::vector<char> Empty;                   // at a cell's lowest corner
  std::vector<char> Good;                    // points with a value that means something to their neighbours
  std::array<std::vector<double>, 3> Planes; // grid coordinates of the points along each axis
  std::vector<int> Order;
  double Origin = 0.0; // single precision holds values less this one
};

} // namespace inkray::testing
