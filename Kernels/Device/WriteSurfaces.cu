// SPDX-License-Identifier: BSD-3-Clause
#include "Device/WriteSurfaces.h"

#include <cuda_runtime.h>

namespace inkray
{
namespace
{

__device__ void writePixel(const SurfaceImage& image, int x, int y, int width)
{
  const long long i = static_cast<long long>(y) * width + x;
  if (image.channels == 4)
    surf2Dwrite(reinterpret_cast<const float4*>(image.pixels)[i], image.surface,
      x * static_cast<int>(sizeof(float4)), y);
  else
    surf2Dwrite(image.pixels[i], image.surface, x * static_cast<int>(sizeof(float)), y);
}

__global__ void writeSurfacesKernel(SurfaceImage first, SurfaceImage second, int width, int height)
{
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width || y >= height)
    return;
  writePixel(first, x, y, width);
  if (second.surface)
    writePixel(second, x, y, width);
}

} // namespace

bool writeSurfaces(const SurfaceImage& first, const SurfaceImage& second, int width, int height)
{
  const dim3 block(32, 8);
  const dim3 grid((static_cast<unsigned>(width) + block.x - 1) / block.x,
    (static_cast<unsigned>(height) + block.y - 1) / block.y);
  writeSurfacesKernel<<<grid, block>>>(first, second, width, height);
  return cudaGetLastError() == cudaSuccess;
}

} // namespace inkray
