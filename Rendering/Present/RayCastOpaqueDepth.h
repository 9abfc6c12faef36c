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

/// The depth of a window's content so far, at the centres of the pixels of an image that is laid over the
/// viewport: rays stop there. Depths are window depths in [0, 1], lower row first.
///
/// Read goes through host memory. Draw makes a texture of them, for a device that OpenGL and CUDA share; both
/// have the same depths.
class RayCastOpaqueDepth
{
public:
  RayCastOpaqueDepth();
  ~RayCastOpaqueDepth();
  RayCastOpaqueDepth(const RayCastOpaqueDepth&) = delete;
  RayCastOpaqueDepth& operator=(const RayCastOpaqueDepth&) = delete;

  /// Whether anything has been drawn in this frame. Depth costs time, so an otherwise empty scene skips it.
  static bool IsThere(vtkRenderer* renderer);

  /// width x height depths, or null when they cannot be read (the image then covers everything). Valid until
  /// the next call.
  const float* Read(vtkOpenGLRenderWindow* window, int width, int height);

  /// A texture of width x height depths (R32F), or null when they cannot be had in this way, as with a
  /// multisampled framebuffer, which only the window can resolve.
  vtkTextureObject* Draw(vtkOpenGLRenderWindow* window, int width, int height);

  /// A texture of the depths of the viewport, pixel by pixel, which the last Read or Draw has taken its own
  /// from; null where there is none. For images that are smaller than the viewport: it says which of their
  /// pixels a pixel of the window has its depth in common with. Depths of the rows from rows[0] to
  /// behind rows[1] are there, no others for certain.
  vtkTextureObject* GetFull(vtkOpenGLRenderWindow* window, const int rows[2]);

  /// The depths of the last Read of an image smaller than the viewport; null after a Draw.
  const float* GetRead() const { return this->WasRead ? this->Depth.data() : nullptr; }

  /// Whether Draw has a texture of that size already.
  bool HasSize(int width, int height) const;

  void ReleaseGraphicsResources(vtkWindow* window);

private:
  bool AllocateFull(vtkOpenGLRenderWindow* window);
  bool CopyFull(vtkOpenGLRenderWindow* window, const int viewport[4]);

  int FullSize[2] = { 0, 0 };   // of the viewport at the last Read or Draw
  bool WasRead = false;         // by the last one, which was Read
  std::vector<float> FullDepth; // as read
  std::vector<float> Depth;     // at the resolution asked for
  vtkNew<vtkTextureObject> FullTexture;
  vtkNew<vtkTextureObject> Texture;
  vtkNew<vtkOpenGLFramebufferObject> Framebuffer;
  std::unique_ptr<vtkOpenGLQuadHelper> Quad;
};
