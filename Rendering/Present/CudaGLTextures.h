// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

/// The way of images between CUDA memory and OpenGL textures without the detour through host memory, where
/// both are on one device.
///
/// A device works for OpenGL or for CUDA at a time, and changing over takes longer than to cast and to copy
/// an image. So a frame changes twice: Map hands the textures over before CUDA begins to cast, Read copies
/// from one, and Fill copies the images into the others and hands all back.
class CudaGLTextures
{
public:
  CudaGLTextures();
  ~CudaGLTextures();
  CudaGLTextures(const CudaGLTextures&) = delete;
  CudaGLTextures& operator=(const CudaGLTextures&) = delete;

  /// True when the current OpenGL context is NVIDIA's and this build knows CUDA; whether the two share a
  /// device shows in Map.
  static bool MayWork();

  /// A 2-D texture of the current context: RGBA32F for four channels, R32F for one.
  struct Texture
  {
    unsigned int handle;
    int channels;
  };

  /// Hand over one or two textures to be filled, and one (R32F) to be read; 0: none. OpenGL must not use them
  /// until Fill or Unmap. False when the driver refuses; the images then have to go through host memory.
  bool Map(const std::vector<Texture>& textures, unsigned int toRead);

  /// The width x height floats of the texture to be read, in device memory; valid until the next call. Null
  /// when the driver refuses.
  const float* Read(int width, int height);

  /// Copy images, one for each texture, of width x height pixels of device memory, lower row first, that are
  /// finished, and hand the textures back. False, with the textures handed back, when the driver refuses. The
  /// images must not change until Wait.
  bool Fill(const std::vector<const float*>& images, int width, int height);

  /// Hand the textures back unchanged. Does nothing when they are not handed over.
  void Unmap();

  /// Wait until the images of the last Fill are copied.
  void Wait();

  /// Forget the textures: call before one changes its size or goes away, with their context current.
  void Release();

  /// Bytes of device memory that Read holds, in addition to the textures.
  std::size_t GetDeviceBytes() const;

private:
  struct Internals;
  std::unique_ptr<Internals> Internal;
};
