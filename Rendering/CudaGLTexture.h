// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

/// The way of an image from CUDA memory into an OpenGL texture without the detour through host memory, where both are on one device.
class CudaGLTexture
{
public:
  CudaGLTexture();
  ~CudaGLTexture();
  CudaGLTexture(const CudaGLTexture&) = delete;
  CudaGLTexture& operator=(const CudaGLTexture&) = delete;

  /// True when the current OpenGL context is NVIDIA's and this build knows CUDA; whether the two share a device shows in Copy.
  static bool MayWork();

  /// Copy width x height x channels floats of device memory, lower row first, into the 2-D texture `handle` of the current context: RGBA32F for four channels, R32F for one, of that size.
  /// False when the driver refuses; the image then has to go through host memory.
  bool Copy(unsigned int handle, const float* pixels, int width, int height, int channels = 4);

  /// Forget the texture: call before it changes its size or goes away, with its context current.
  void Release();

private:
  struct Internals;
  std::unique_ptr<Internals> Internal;
};
