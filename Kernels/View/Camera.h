// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// The camera of a picture. Matrices are row-major and act on column vectors, as in vtkMatrix4x4.
///
/// A ray goes through the center of each pixel: pixel (i, j), counted from the lower left corner, lies at
/// normalized device coordinates x = 2 (i + 0.5) / width - 1, y = 2 (j + 0.5) / height - 1. Off-axis frusta
/// (tiles, stereo) are allowed.
struct Camera
{
  /// Mesh coordinates to eye coordinates: view matrix times volume matrix. Lengths along rays are measured in
  /// eye coordinates, that is in world units.
  double meshToEye[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
  /// OpenGL projection matrix: eye coordinates (looking down -z) to clip coordinates in [-w, w]. Row 3 is (0
  /// 0 -1 0) for a perspective and (0 0 0 1) for a parallel projection. Its near and far planes clip the
  /// rays.
  double eyeToClip[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1 };
  /// Where the eye lies on the z axis of eye coordinates; 0 in a caller's camera. Casters move the origin of
  /// eye coordinates to the drawn object (beginAtBox). Depths along rays begin at z = 0, so a distant eye
  /// costs no precision. eyeToClip still takes coordinates relative to the eye.
  double eyeDepth = 0;
  int width = 0;  ///< image width in pixels
  int height = 0; ///< image height in pixels

  bool isParallel() const { return eyeToClip[14] == 0.0; }
};

} // namespace inkray
