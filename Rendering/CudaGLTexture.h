// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <initializer_list>
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

  /// An image on its way: width x height x channels floats of device memory, lower row first, for the 2-D texture `handle` of the current context, which has that size and is RGBA32F
  /// for four channels, R32F for one.
  struct Image
  {
    CudaGLTexture* to;
    unsigned int handle;
    const float* pixels;
    int channels;
  };

  /// Copy one to four images of one size. CUDA and OpenGL wait for each other once, however many there are. False when the driver refuses; the images then have to go through host memory.
  static bool Copy(std::initializer_list<Image> images, int width, int height);

  /// Forget the texture: call before it changes its size or goes away, with its context current.
  void Release();

private:
  bool Register(unsigned int handle);

  struct Internals;
  std::unique_ptr<Internals> Internal;
};
