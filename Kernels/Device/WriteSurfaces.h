// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace inkray
{

/// An image of floats in device memory, lower row first, to be copied into a CUDA surface
/// (cudaSurfaceObject_t) of the same size, with one or four channels of 32-bit floats.
struct SurfaceImage
{
  unsigned long long surface = 0;
  const float* pixels = nullptr; ///< with four channels, at a multiple of 16 bytes
  int channels = 4;
};

/// Copy one or two images of width x height pixels into their surfaces, in one launch in the default stream,
/// without waiting for it. A second image without a surface is ignored. Returns false if the launch was
/// refused. In CUDA builds only.
bool writeSurfaces(const SurfaceImage& first, const SurfaceImage& second, int width, int height);

} // namespace inkray
