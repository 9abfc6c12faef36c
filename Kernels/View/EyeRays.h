// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Float3.h"
#include "View/Camera.h"

#include <cmath>

namespace inkray
{

/// The rays of a picture and the normals of a model in eye coordinates, which lighting and cutting planes
/// use. Depths are in world units along the viewing direction.
struct EyeRays
{
  /// The position of pixel (u, v) at depth d: x = eyeX[0] + eyeX[1] u + d (eyeX[2] + eyeX[3] u), y likewise
  /// with v, and z = -d.
  float eyeX[4], eyeY[4];
  float normalToEye[9]; ///< maps gradients in model coordinates to eye coordinates, row-major, up to length
  float eyeDepth;       ///< Camera::eyeDepth
};

/// The same in double precision. The position of pixel (u, v) at depth d is fixed + d along + w (u ofU + v
/// ofV). The factor w is 1 in a parallel projection and d + eyeDepth in a perspective.
struct PixelsInEye
{
  double fixed[3], along[3], ofU[3], ofV[3];
  double eyeDepth;
};

/// Returns false for a singular projection or a camera without pixels.
bool makePixelsInEye(const Camera& camera, PixelsInEye& out);

/// Inverse of the upper left 3 x 3 part of a row-major 4 x 4 matrix. Returns false if it is singular.
bool invertLinearPart(const double matrix[16], double inverse[9]);

/// The product of two row-major 4 x 4 matrices.
void multiply(const double a[16], const double b[16], double (&out)[16]);

/// The eye of a perspective, or the direction of the rays of a parallel projection, in Camera::meshToEye's
/// input coordinates; zero if the camera has no inverse.
void findEye(const Camera& camera, double (&eye)[3]);

/// Make the rays. `eyeToModel`: the inverse of the linear part of the transform from model to eye
/// coordinates.
void makeEyeRays(const PixelsInEye& pixels, bool parallel, const double eyeToModel[9], EyeRays& out);

/// Make the rays of a camera that has an inverse, with the mesh as model.
void makeEyeRays(const Camera& camera, EyeRays& out);

/// The row-major matrix from eye to mesh coordinates, for a camera that has an inverse.
void invertView(const Camera& camera, double eyeToMesh[16]);

/// The direction of a ray, such that depth grows by one unit.
INKRAY_HD Float3 eyeDirection(const EyeRays& rays, float u, float v)
{
  return { multiplyAdd(rays.eyeX[3], u, rays.eyeX[2]), multiplyAdd(rays.eyeY[3], v, rays.eyeY[2]), -1.0f };
}

/// The position of a ray with that direction at a depth.
INKRAY_HD Float3 eyePosition(const EyeRays& rays, float u, float v, const Float3& direction, float depth)
{
  return { multiplyAdd(depth, direction.x, multiplyAdd(rays.eyeX[1], u, rays.eyeX[0])),
    multiplyAdd(depth, direction.y, multiplyAdd(rays.eyeY[1], v, rays.eyeY[0])), -depth };
}

/// A position relative to the eye, like positions of lights.
INKRAY_HD Float3 fromEye(const EyeRays& rays, const Float3& p)
{
  return { p.x, p.y, subRounded(p.z, rays.eyeDepth) };
}

/// Transform a gradient in model coordinates to a unit normal in eye coordinates; zero stays zero.
INKRAY_HD Float3 normalInEye(const EyeRays& rays, const float gradient[3])
{
  // Scale before squaring, so that neither large nor small gradients lose precision.
  const float largest = maximum(fabsf(gradient[0]), maximum(fabsf(gradient[1]), fabsf(gradient[2])));
  const float scale = largest > 0.0f ? 1.0f / largest : 0.0f;
  const Float3 g = { gradient[0] * scale, gradient[1] * scale, gradient[2] * scale };
  const float* m = rays.normalToEye;
  return normalized({ multiplyAdd(m[0], g.x, multiplyAdd(m[1], g.y, m[2] * g.z)),
    multiplyAdd(m[3], g.x, multiplyAdd(m[4], g.y, m[5] * g.z)),
    multiplyAdd(m[6], g.x, multiplyAdd(m[7], g.y, m[8] * g.z)) });
}

} // namespace inkray
