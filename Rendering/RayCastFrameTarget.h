// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "CudaGLTextures.h"

#include "vtkMatrix4x4.h"
#include "vtkNew.h"

#include <memory>
#include <vector>

class vtkOpenGLQuadHelper;
class vtkOpenGLRenderWindow;
class vtkRenderer;
class vtkTextureObject;
class vtkWindow;

/// Where a ray caster's image meets the render window: hands out the depth of what is already drawn, and
/// blends an image over it, or draws one that has depth among it.
///
/// Everything here works on the part of the framebuffer that OpenGL's viewport covers when it is called, so
/// that tiles, several renderers in a window and render passes with buffers of their own need no special
/// care. The context of the window must be current.
class RayCastFrameTarget
{
public:
  RayCastFrameTarget();
  ~RayCastFrameTarget();
  RayCastFrameTarget(const RayCastFrameTarget&) = delete;
  RayCastFrameTarget& operator=(const RayCastFrameTarget&) = delete;

  /// Take the window that the next calls draw into. Resources of another window are given back first. False
  /// when it is not an OpenGL window.
  bool SetRenderer(vtkRenderer* renderer);

  /// Size in pixels of what is to be covered. Zero when there is nothing to draw into.
  void GetSize(int size[2]) const;

  /// Window depths in [0, 1] of what has been drawn so far, as seen by the centres of width x height pixels
  /// laid over the viewport, lower row first. Null when nothing has been drawn, or when the depth cannot be
  /// read (the image then covers everything). Valid until the next call.
  const float* ReadDepth(int width, int height);

  /// Blend width x height RGBA floats, colour multiplied by opacity, lower row first, over the viewport. An
  /// image smaller than the viewport is interpolated. Depth is neither tested nor written; all OpenGL state
  /// is left as it was found.
  void Present(const float* rgba, int width, int height);

  /// Before an image of that size is cast on a CUDA device: whether it can be shown from there, because
  /// OpenGL runs on the same device. If so, PresentFromDevice or LeaveDevice has to follow. False: then and
  /// from then on images have to come through host memory. `withDepth`: the image has depths, for
  /// PresentWithDepthFromDevice.
  bool PrepareFromDevice(int width, int height, bool withDepth);
  void LeaveDevice();

  /// The same as Present for an image in CUDA memory, which is finished and stays as it is until the next
  /// SetRenderer. False, with nothing drawn, when the driver refuses.
  bool PresentFromDevice(const float* rgba, int width, int height);

  /// How an image with depth meets what is in the window.
  enum class DepthUse
  {
    Test,     ///< where its depth is not greater than what is there, blend the colour and write the depth
    Write,    ///< blend the colour everywhere, since rays have stopped at opaque geometry; then write depths
              ///< below 1 where they are not greater than what is there
    Selection ///< as Test, but replace the colour exactly, without blending or interpolation
  };

  /// The projection (row-major, eye to clip coordinates) that the depths of PresentWithDepth belong to.
  /// Ambient occlusion (vtkSSAOPass) needs positions and normals, which are had from the depths, when an
  /// image is drawn with DepthUse::Test in its pass for opaque geometry.
  void SetProjection(const double eyeToClip[16]);

  /// Draw an image with width x height window depths in [0, 1] (1: nothing that has a depth), both lower row
  /// first. An image smaller than the viewport has its colour interpolated, its depth taken from the nearest
  /// pixel that has one. All OpenGL state is left as it was found.
  void PresentWithDepth(const float* rgba, const float* depth, int width, int height, DepthUse use);

  /// The same for an image and depths in CUDA memory; see PresentFromDevice.
  bool PresentWithDepthFromDevice(const float* rgba, const float* depth, int width, int height, DepthUse use);

  /// Give back textures and shaders. Null, or a window other than the one in use, gives back what is there
  /// all the same.
  void ReleaseGraphicsResources(vtkWindow* window);

private:
  bool Allocate(vtkTextureObject* texture, int width, int height, int channels, bool nearest);
  void Upload(vtkTextureObject* texture, const float* pixels, int width, int height, int channels);
  void Draw();
  void DrawWithDepth(DepthUse use);
  bool StartSurfaceBuffers(bool& restore);
  bool Ready(std::unique_ptr<vtkOpenGLQuadHelper>& quad, const char* fragmentShader);

  vtkRenderer* Renderer = nullptr;         // only during a frame
  vtkOpenGLRenderWindow* Window = nullptr; // whose context the resources belong to
  std::unique_ptr<vtkOpenGLQuadHelper> Quad;
  std::unique_ptr<vtkOpenGLQuadHelper> DepthQuad;
  std::unique_ptr<vtkOpenGLQuadHelper> SurfaceQuad;
  vtkNew<vtkTextureObject> Texture;
  vtkNew<vtkTextureObject> DepthTexture;
  vtkNew<vtkMatrix4x4> ClipToEye; // transposed, as shaders want it
  CudaGLTextures FromDevice;
  bool FromDeviceFailed = false;
  std::vector<float> FullDepth; // as read
  std::vector<float> Depth;     // at the resolution asked for
};
