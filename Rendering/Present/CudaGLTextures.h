// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

/// Moves images between CUDA memory and OpenGL textures without the detour through host memory, if both are
/// on one device.
///
/// A device works either for OpenGL or for CUDA, and switching takes longer than casting and copying an
/// image. So a frame switches twice: Map hands the textures to CUDA before the cast, Read copies from one of
/// them, and Fill copies the images into the others and hands all back.
class CudaGLTextures
{
public:
  CudaGLTextures();
  ~CudaGLTextures();
  CudaGLTextures(const CudaGLTextures&) = delete;
  CudaGLTextures& operator=(const CudaGLTextures&) = delete;

  /// Whether the current OpenGL context is NVIDIA's and this build supports CUDA. Only Map finds out whether
  /// the two share a device.
  static bool MayWork();

  /// A 2-D texture of the current context: RGBA32F for four channels, R32F for one.
  struct Texture
  {
    unsigned int handle;
    int channels;
  };

  /// Hand CUDA one or two textures to fill, and a texture (R32F) to read; 0: no texture to read. OpenGL must
  /// not use them until Fill or Unmap. Returns false if the driver refuses: images then have to go through
  /// host memory.
  bool Map(const std::vector<Texture>& textures, unsigned int toRead);

  /// Read width x height floats of the texture to read, in device memory; valid until the next call. Returns
  /// null if the driver refuses.
  const float* Read(int width, int height);

  /// Copy one finished image of width x height pixels of device memory, lower row first, to each texture, and
  /// hand all textures back. Returns false, also with the textures handed back, if the driver refuses. The
  /// images must not change until Wait.
  bool Fill(const std::vector<const float*>& images, int width, int height);

  /// Hand the textures back unchanged. Does nothing if they are not mapped.
  void Unmap();

  /// Wait until the images of the last Fill are copied.
  void Wait();

  /// Forget the textures. Call this, with their context current, before one is resized or destroyed.
  void Release();

  /// Bytes of device memory that Read holds, in addition to the textures.
  std::size_t GetDeviceBytes() const;

private:
  struct Internals;
  std::unique_ptr<Internals> Internal;
};
