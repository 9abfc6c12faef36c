// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "ContextMark.h"
#include "CudaGLTextures.h"
#include "Picture/RayOptions.h"
#include "RayCastOpaqueDepth.h"
#include "RayCastTiles.h"
#include "vtkMatrix4x4.h"
#include "vtkNew.h"

#include <functional>
#include <memory>
#include <string>

class vtkOpenGLQuadHelper;
class vtkOpenGLRenderWindow;
class vtkRenderer;
class vtkTextureObject;
class vtkWindow;

/// An image as a ray caster leaves it: colour multiplied by opacity, 4 floats a pixel, and window depths in
/// [0, 1] (1: nothing that has a depth); lower row first, in the memory of the host or of a CUDA device.
struct RayCastPicture
{
  const float* Rgba = nullptr;
  const float* Depth = nullptr; ///< null: the image has no depths
  float DepthBias = 0;          ///< subtracted from its depths where they are compared with the window's
  /// About the standard deviation of its colours, which are then smoothed along surfaces: among pixels nearby
  /// whose depths are in one plane, and whose colours differ by not much more than that. 0: they are exact.
  float Noise = 0;
};

/// Connects a ray caster's image with the render window: hands out the window's depth, and blends an image
/// over the window, or draws one that has depth into it.
///
/// Everything here works on the part of the framebuffer that OpenGL's viewport covers when it is called, so
/// that tiles, several renderers in a window and render passes with buffers of their own need no special
/// care. The context of the window must be current. All OpenGL state is left as it was found.
class RayCastFrameTarget
{
public:
  RayCastFrameTarget();
  ~RayCastFrameTarget();
  RayCastFrameTarget(const RayCastFrameTarget&) = delete;
  RayCastFrameTarget& operator=(const RayCastFrameTarget&) = delete;

  /// Take the window that the next calls draw into, and have it begin with what it was given so far where
  /// CUDA may take its depth. Resources of another window are given back first. False when it is not an
  /// OpenGL window.
  bool SetRenderer(vtkRenderer* renderer);

  /// Size in pixels of the area to be covered. Zero when there is nothing to draw into.
  void GetSize(int size[2]) const;

  /// Ways to combine an image with the window. An image smaller than the viewport has its colour
  /// interpolated: with Blend and Write among those of its pixels whose rays have stopped at the opaque thing
  /// that the window's pixel shows, so that its edges are the window's. Its depth is that of the nearest
  /// pixel that has one; with Test it is continued along the surface there, where it may pass through
  /// something.
  enum class Use
  {
    Blend,    ///< blend the colour everywhere; depth is neither tested nor written
    Test,     ///< where its depth is not greater than the window's, blend the colour and write the depth
    Write,    ///< blend the colour everywhere, since rays have stopped at opaque geometry; then write depths
              ///< below 1 where they are not greater than the window's
    Selection ///< as Test, but replace the colour exactly, without blending or interpolation
  };

  /// Prepare for an image of that size before it is cast: fetch the depths it needs from the window, and find
  /// out whether it can be presented from the memory of a CUDA device, because OpenGL runs on the same one.
  /// If so (true), PresentFromDevice or LeaveDevice has to follow. False: the image has to come through host
  /// memory.
  ///
  /// The options get the window's depths, valid until the next call; none where nothing is in the way, or not
  /// `withOpaqueDepth`.
  bool Prepare(
    int width, int height, Use use, bool withOpaqueDepth, bool onCuda, inkray::RayOptions& options);
  void LeaveDevice();
  /// Bytes on the CUDA device that hold opaque depth for rays.
  std::size_t GetDeviceBytes() const { return this->FromDevice.GetDeviceBytes(); }

  /// The projection (row-major, eye to clip coordinates) that the depths of the next image belong to. Ambient
  /// occlusion (vtkSSAOPass) needs positions and normals, which are had from the depths, when an image is
  /// drawn with Use::Test in its pass for opaque geometry.
  void SetProjection(const double eyeToClip[16]);

  /// Draw an image that is in host memory.
  void Present(const RayCastPicture& picture, int width, int height, Use use);

  /// Draw an image that is in CUDA memory, finished, and does not change until the next SetRenderer. False,
  /// with nothing drawn, when the driver refuses.
  bool PresentFromDevice(const RayCastPicture& picture, int width, int height, Use use);

  /// Give back textures and shaders, also where `window` is null or another window than the one in use.
  void ReleaseGraphicsResources(vtkWindow* window);

private:
  bool Allocate(vtkTextureObject* texture, int width, int height, int channels, bool nearest);
  bool AllocateFor(int width, int height, Use use);
  void Upload(vtkTextureObject* texture, const float* pixels, int width, int height, int channels);
  bool MapToDevice(int width, int height, Use use, unsigned int opaqueDepthTexture);
  void Draw(Use use, const RayCastPicture& picture);
  bool IsEnlarged() const;
  vtkTextureObject* FindGuide(Use use);
  void DrawParts(vtkTextureObject* guide, const std::function<vtkOpenGLQuadHelper*(bool)>& quadFor);
  void DrawBlended();
  void DrawWithDepth(Use use, const RayCastPicture& picture);
  bool StartSurfaceBuffers(bool& restore);
  bool Ready(std::unique_ptr<vtkOpenGLQuadHelper>& quad, const std::string& fragmentShader);

  vtkRenderer* Renderer = nullptr;         // only during a frame
  vtkOpenGLRenderWindow* Window = nullptr; // whose context the resources belong to
  ContextMark Context;
  RayCastOpaqueDepth OpaqueDepth;
  RayCastTiles Tiles;
  bool HasStopped = false;                       // rays of the image stop at the opaque depth of the window
  std::unique_ptr<vtkOpenGLQuadHelper> Quads[2]; // plain, guided by the opaque depth
  std::unique_ptr<vtkOpenGLQuadHelper> DepthQuads[16]; // by features (RayCastShaders)
  vtkNew<vtkTextureObject> Texture;
  vtkNew<vtkTextureObject> DepthTexture;
  vtkNew<vtkMatrix4x4> ClipToEye; // transposed, as shaders want it
  CudaGLTextures FromDevice;
  bool FromDeviceFailed = false;
};
