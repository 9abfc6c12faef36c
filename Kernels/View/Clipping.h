// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/Ray.h"

#include <cmath>
#include <limits>

/// The regions of the scene that a user cuts away: half spaces by clipping planes, and regions of the grid by
/// cropping.
namespace inkray
{

/// The half space {n . p >= d} that is kept, in Camera::meshToEye's input coordinates.
struct ClippingPlane
{
  double normal[3];
  double distance;
};

constexpr int maxClippingPlanes = 32; ///< a crop box adds six planes, and so does an AxisBox

/// A box of any orientation in the same coordinates: origin + a edges[0] + b edges[1] + c edges[2] for a, b
/// and c from 0 to 1. Either the inside of the box is kept or the outside.
struct CropBox
{
  bool on = false;
  bool keepsOutside = false;
  double origin[3] = { 0, 0, 0 };
  double edges[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };

  /// Set the half spaces whose intersection is the box. Returns false if a number is not finite, or the box
  /// has no volume.
  bool halfSpaces(ClippingPlane planes[6]) const
  {
    for (int i = 0; i < 3; ++i)
    {
      const double *a = edges[(i + 1) % 3], *b = edges[(i + 2) % 3], *e = edges[i];
      const double normal[3] = { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0] };
      const auto along = [&](const double* p) {
        return normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2];
      };
      const double size = std::sqrt(along(normal)) * std::hypot(e[0], e[1], e[2]);
      const double height = along(e), from = along(origin);
      if (!std::isfinite(size) || !std::isfinite(from) || !(std::abs(height) > 1e-12 * size))
        return false;
      const double sign = height > 0 ? 1.0 : -1.0;
      for (int axis = 0; axis < 3; ++axis)
      {
        planes[2 * i].normal[axis] = sign * normal[axis];
        planes[2 * i + 1].normal[axis] = -sign * normal[axis];
      }
      planes[2 * i].distance = sign * from;
      planes[2 * i + 1].distance = -sign * (from + height);
    }
    return true;
  }
};

/// A box along the axes of these coordinates; its sides may lie at infinity.
struct AxisBox
{
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  double low[3] = { -infinity, -infinity, -infinity };
  double high[3] = { infinity, infinity, infinity };

  /// Get the finite sides as half spaces. Returns their number.
  int halfSpaces(ClippingPlane planes[6]) const
  {
    int count = 0;
    for (int axis = 0; axis < 3; ++axis)
    {
      if (std::isfinite(low[axis]))
      {
        planes[count] = { { 0, 0, 0 }, low[axis] };
        planes[count++].normal[axis] = 1;
      }
      if (std::isfinite(high[axis]))
      {
        planes[count] = { { 0, 0, 0 }, -high[axis] };
        planes[count++].normal[axis] = -1;
      }
    }
    return count;
  }
  /// Whether at least one side is finite.
  bool isBounded() const
  {
    ClippingPlane planes[6];
    return this->halfSpaces(planes) > 0;
  }
};

/// Half spaces in the coordinates of a model: points with a x + b y + c z + d >= 0 are kept.
struct ClipPlanes
{
  float planes[maxClippingPlanes + 12][4]; ///< planes of the user, a crop box and an AxisBox
  std::int32_t count;

  /// Set plane i. `modelToMesh`: as in makeRayGenerator.
  void set(int i, const ClippingPlane& plane, const double modelToMesh[16])
  {
    double p[4];
    for (int j = 0; j < 4; ++j)
      p[j] = plane.normal[0] * modelToMesh[j] + plane.normal[1] * modelToMesh[4 + j] +
        plane.normal[2] * modelToMesh[8 + j];
    p[3] -= plane.distance;
    const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    const double scale = length > 0 ? 1.0 / length : 1.0;
    for (int j = 0; j < 4; ++j)
      planes[i][j] = static_cast<float>(p[j] * scale);
  }

  /// Where the ray crosses plane i: at + t slope = 0.
  template <class Real>
  INKRAY_ONE_OR_MANY void meet(const RayOf<Real>& ray, int i, Real& at, Real& slope) const
  {
    const float* plane = planes[i];
    const Real a = allOf<Real>(plane[0]), b = allOf<Real>(plane[1]), c = allOf<Real>(plane[2]);
    at = multiplyAdd(
      a, ray.origin[0], multiplyAdd(b, ray.origin[1], multiplyAdd(c, ray.origin[2], allOf<Real>(plane[3]))));
    slope = multiplyAdd(a, ray.direction[0], multiplyAdd(b, ray.direction[1], Real(c * ray.direction[2])));
  }

  /// Cut the ray to the part inside of all half spaces.
  INKRAY_HD void clip(Ray& ray) const
  {
    for (int i = 0; i < count; ++i)
    {
      float at, slope;
      this->meet(ray, i, at, slope);
      if (slope > 0.0f)
        ray.begin = maximum(ray.begin, -at / slope);
      else if (slope < 0.0f)
        ray.end = minimum(ray.end, -at / slope);
      else if (at < 0.0f)
        ray.end = ray.begin - 1.0f;
    }
  }
};

/// Cropping (vtkVolumeMapper::SetCroppingRegionFlags): two planes for each axis (xmin xmax ymin ymax zmin
/// zmax) make 27 regions; bit i + 3 j + 9 k keeps region (i, j, k). In addition, a box may be removed.
struct Cropping
{
  static constexpr std::int32_t Regions = 1, Box = 2;

  std::int32_t on; ///< 0: everything is kept; otherwise Regions, Box or both
  std::uint32_t regions;
  float planes[6];   ///< in the coordinates of the model
  float sides[6][4]; ///< half spaces a x + b y + c z + d >= 0, whose intersection is the removed box

  /// Whether a ray's point at t is removed: it is in a removed region, or in the box.
  INKRAY_HD bool removes(const Ray& ray, float t) const
  {
    if (!on)
      return false;
    float x[3];
    int region = 0, factor = 1;
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis, factor *= 3)
    {
      x[axis] = multiplyAdd(t, ray.direction[axis], ray.origin[axis]);
      region += factor * (x[axis] < planes[2 * axis] ? 0 : x[axis] <= planes[2 * axis + 1] ? 1 : 2);
    }
    if ((on & Regions) != 0 && (regions >> region & 1u) == 0)
      return true;
    bool inside = (on & Box) != 0;
    for (int i = 0; i < 6 && inside; ++i)
      inside = multiplyAdd(sides[i][0], x[0],
                 multiplyAdd(sides[i][1], x[1], multiplyAdd(sides[i][2], x[2], sides[i][3]))) > 0.0f;
    return inside;
  }
};

} // namespace inkray
