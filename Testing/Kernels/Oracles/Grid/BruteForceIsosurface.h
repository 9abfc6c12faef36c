// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/Matrices.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include <array>
#include <cstdint>
#include <vector>

namespace inkray::testing
{

/// The scene that the oracle draws. The arrays belong to the caller.
struct IsosurfaceScene
{
  VolumeInput volume;
  std::vector<Isosurface> surfaces;
  Field colorValues; ///< null values: the surfaces have their own colors
  ColorTable colorTable;
  std::vector<SurfaceLight> lights;
  SurfaceMaterial material;
};

/// The ray through a pixel.
struct OracleRay
{
  Vector eyeOrigin, eyeDirection; ///< origin on the near plane; direction of unit length
  Vector gridOrigin,
    gridDirection;        ///< per unit of world length, in coordinates in which cells have length 1 on
                          ///< average
  double length;          ///< from the near to the far plane, world units
  double voxelsPerLength; ///< length of gridDirection
};

/// A place where a ray meets, or may meet, an isosurface. Positions are distances from the near plane in
/// world units.
///
/// Where the value goes from clearly below to clearly above the isovalue, or back, the event is clear: every
/// exact ray caster hits the surface there. An event within single-precision rounding of the isovalue (a
/// graze), or at the rim of the visible part, is unclear: a ray caster may hit the surface or not.
struct OracleEvent
{
  int surface; ///< index of the surface in the scene
  bool clear;
  double low, high;              ///< range in which the value is within the margin of the isovalue
  std::vector<double> crossings; ///< places where the class (number of isovalues <= value) changes, in order;
                                 ///< 0 or 2 of them at a graze
  std::vector<double> touches;   ///< places where the value turns, or crosses a face, exactly on the isovalue
                                 ///< in double precision: rounding decides whether it crosses there
};

/// The formula of Shading/Phong.h: the color of a point in eye coordinates, seen along `direction`. `normal`
/// is the gradient, with unit length and either sign.
std::array<double, 3> shadeSurface(const SurfaceMaterial& material, const std::vector<SurfaceLight>& lights,
  const std::array<double, 3>& color, const Vector& point, const Vector& normal, const Vector& direction);

/// The look of a crossing. There is one entry for each cell that it touches, because gradients differ between
/// cells.
struct OracleShade
{
  Vector normal;             ///< gradient in eye coordinates, unit length
  std::array<double, 3> rgb; ///< shaded
  double uncertainty;        ///< angle in degrees by which rounding may turn the normal
};

/// The reference for pictures of isosurfaces, in double precision. It visits every cell that a ray meets,
/// divides the cubic along the ray into monotone sections at the roots of its derivative, and bisects each
/// section. It has no bricks, trees or flags, and shares no code with the ray caster.
class BruteForceIsosurface
{
public:
  /// Positions within this distance of a rim (of the volume, an empty cell or a clipping plane), in voxels,
  /// are unclear.
  static constexpr double RimMargin = 1e-3;
  /// Values within this share of a cell's range of the isovalue are unclear. In volumes of about a hundred
  /// voxels, values change by that much over the rounding of a position in single precision.
  static constexpr double ValueMargin = 1e-4;
  /// Rounding of values in single precision, relative to their magnitude: 2.5 ulp.
  static constexpr double ValueRounding = 3e-7;
  /// Rays within this distance, in voxels, are the same to a ray caster with single precision.
  static constexpr double RayMargin = 2e-4;

  BruteForceIsosurface(const IsosurfaceScene& scene, const Camera& camera);

  /// The ray through the center of pixel (i, j), counted from the lower left corner, moved by `shift` voxels.
  OracleRay ray(int i, int j, const Vector& shift = { 0, 0, 0 }) const;

  /// The events along a ray, in order, without the events that `options` cut away. `opaque` is the pixel's
  /// window depth.
  std::vector<OracleEvent> events(
    const OracleRay& ray, const IsosurfaceFrameOptions& options, double opaque = 1.0) const;

  /// The events of a pixel's ray and of the eight rays RayMargin beside it. An event that is clear on all
  /// nine rays is clear, and may lie wherever one of them has it. Any other event may be hit or not: the
  /// pixel's ray runs along a rim of the visible part, and may leave and enter it anywhere.
  std::vector<OracleEvent> eventsNearby(
    int i, int j, const IsosurfaceFrameOptions& options, double opaque = 1.0) const;

  /// Normals and colors at a distance along the ray.
  std::vector<OracleShade> shade(
    const OracleRay& ray, double distance, int surface, bool smoothNormals = false) const;

  /// Depth along the viewing direction in world units, and window depth in [0, 1].
  double depth(const OracleRay& ray, double distance) const;
  double windowDepth(double depth) const;

  const IsosurfaceScene& scene() const { return this->Scene; }
  /// The indices of the surfaces by increasing value, with only one surface per value.
  const std::vector<int>& order() const { return this->Order; }
  /// The number of points of the interpolated grid per axis, the value at a point, and whether a cell draws
  /// nothing.
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
  /// The cell that contains a grid coordinate along an axis.
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
  std::vector<char> Empty;                   // by a cell's lowest corner
  std::vector<char> Good;                    // points whose values may be used for gradients at their
                                             // neighbors
  std::array<std::vector<double>, 3> Planes; // grid coordinates of the points along each axis
  std::vector<int> Order;
  double Origin = 0.0; // in single precision, values are stored relative to this one
};

} // namespace inkray::testing
