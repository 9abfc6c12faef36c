// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "vtkNew.h"

#include <memory>
#include <vector>

class vtkOpenGLFramebufferObject;
class vtkOpenGLQuadHelper;
class vtkOpenGLRenderWindow;
class vtkRenderer;
class vtkTextureObject;
class vtkWindow;

/// The depth of a window's content so far, at the centers of the pixels of an image that covers the viewport:
/// rays stop there. Depths are window depths in [0, 1], lower row first.
///
/// Read copies them through host memory. Draw makes a texture of them, for a device that OpenGL and CUDA
/// share. Both give the same depths.
class RayCastOpaqueDepth
{
public:
  RayCastOpaqueDepth();
  ~RayCastOpaqueDepth();
  RayCastOpaqueDepth(const RayCastOpaqueDepth&) = delete;
  RayCastOpaqueDepth& operator=(const RayCastOpaqueDepth&) = delete;

  /// Whether anything has been drawn in this frame. An empty scene skips reading depths, which takes time.
  static bool IsThere(vtkRenderer* renderer);

  /// Read width x height depths, valid until the next call. Returns null if they cannot be read; the image
  /// then covers all other objects.
  const float* Read(vtkOpenGLRenderWindow* window, int width, int height);

  /// Make a texture of width x height depths (R32F). Returns null if that is not possible, as with a
  /// multisampled framebuffer, which only the window can resolve.
  vtkTextureObject* Draw(vtkOpenGLRenderWindow* window, int width, int height);

  /// A texture of the viewport's depths, pixel by pixel, from the last Read or Draw; null if there is none.
  /// An image smaller than the viewport needs it to find which of its pixels share their depth with a pixel
  /// of the window. Only rows from rows[0] up to, but not including, rows[1] are guaranteed to be there.
  vtkTextureObject* GetFull(vtkOpenGLRenderWindow* window, const int rows[2]);

  /// The depths of the last Read, of an image smaller than the viewport; null after a Draw.
  const float* GetRead() const { return this->WasRead ? this->Depth.data() : nullptr; }

  /// Whether Draw's texture already has that size.
  bool HasSize(int width, int height) const;

  void ReleaseGraphicsResources(vtkWindow* window);

private:
  bool AllocateFull(vtkOpenGLRenderWindow* window);
  bool CopyFull(vtkOpenGLRenderWindow* window, const int viewport[4]);

  int FullSize[2] = { 0, 0 };   // size of the viewport at the last Read or Draw
  bool WasRead = false;         // the last call was Read, not Draw
  std::vector<float> FullDepth; // in the viewport's resolution
  std::vector<float> Depth;     // in the requested resolution
  vtkNew<vtkTextureObject> FullTexture;
  vtkNew<vtkTextureObject> Texture;
  vtkNew<vtkOpenGLFramebufferObject> Framebuffer;
  std::unique_ptr<vtkOpenGLQuadHelper> Quad;
};
