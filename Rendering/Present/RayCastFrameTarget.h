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

/// An image of a ray caster: premultiplied color with opacity, 4 floats a pixel, and window depths in [0, 1]
/// (1: nothing has a depth there). Lower row first, in host memory or in the memory of a CUDA device.
struct RayCastPicture
{
  const float* Rgba = nullptr;
  const float* Depth = nullptr; ///< null: the image has no depths
  float DepthBias = 0;          ///< subtracted from its depths before they are compared with the window's
  /// About the standard deviation of its colors; 0: they are exact. Noisy colors are smoothed along surfaces,
  /// among nearby pixels whose depths lie in one plane and whose colors differ by not much more than this.
  float Noise = 0;
};

/// Connects a ray caster's image with the render window: provides the window's depths to rays, and blends the
/// image over the window, or draws an image with depths into it.
///
/// All methods use the part of the framebuffer that OpenGL's viewport covers at the call, so that tiles,
/// several renderers in a window and render passes with their own buffers work. The context of the window
/// must be current. All OpenGL state is restored.
class RayCastFrameTarget
{
public:
  RayCastFrameTarget();
  ~RayCastFrameTarget();
  RayCastFrameTarget(const RayCastFrameTarget&) = delete;
  RayCastFrameTarget& operator=(const RayCastFrameTarget&) = delete;

  /// Set the renderer whose window the next calls draw into. If CUDA may take the window's depth, OpenGL
  /// begins to execute the commands issued so far. Resources of another window are released first. Returns
  /// false if the window is not an OpenGL window.
  bool SetRenderer(vtkRenderer* renderer);

  /// Size in pixels of the area to cover; zero without a drawable window.
  void GetSize(int size[2]) const;

  /// Ways to combine an image with the window. Colors of an image smaller than the viewport are interpolated.
  /// With Blend and Write, only pixels take part whose rays have stopped at the opaque object in the window's
  /// pixel, so that edges are as sharp as the window's. The depth comes from the nearest pixel that has a
  /// depth. With Test, it is continued along the surface, where the surface may pass through an object.
  enum class Use
  {
    Blend,    ///< blend the color everywhere; depths are neither tested nor written
    Test,     ///< if its depth is not greater than the window's, blend the color and write the depth
    Write,    ///< blend the color everywhere, since rays have stopped at opaque geometry; then write depths
              ///< below 1 that are not greater than the window's
    Selection ///< like Test, but replace the color exactly, without blending or interpolation
  };

  /// Prepare for an image of that size before it is cast: get the depths that it needs from the window, and
  /// find out whether the image can be presented from CUDA memory, because OpenGL runs on the same device. If
  /// this returns true, PresentFromDevice or LeaveDevice has to follow. If false, the image has to come
  /// through host memory.
  ///
  /// The options get the window's depths, valid until the next call; null if no object is in the way, or
  /// without `withOpaqueDepth`.
  bool Prepare(
    int width, int height, Use use, bool withOpaqueDepth, bool onCuda, inkray::RayOptions& options);
  void LeaveDevice();
  /// Bytes on the CUDA device that hold opaque depths for rays.
  std::size_t GetDeviceBytes() const { return this->FromDevice.GetDeviceBytes(); }

  /// Set the projection (row-major, eye to clip coordinates) of the next image's depths. Ambient occlusion
  /// (vtkSSAOPass) needs positions and normals, which follow from the depths, when an image is drawn with
  /// Use::Test in its pass for opaque geometry.
  void SetProjection(const double eyeToClip[16]);

  /// Draw an image in host memory.
  void Present(const RayCastPicture& picture, int width, int height, Use use);

  /// Draw an image in CUDA memory, which is finished and does not change until the next SetRenderer. Returns
  /// false, with nothing drawn, if the driver refuses.
  bool PresentFromDevice(const RayCastPicture& picture, int width, int height, Use use);

  /// Release textures and shaders, also if `window` is null or not the window in use.
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

  vtkRenderer* Renderer = nullptr;         // during a frame only
  vtkOpenGLRenderWindow* Window = nullptr; // the window whose context has the resources
  ContextMark Context;
  RayCastOpaqueDepth OpaqueDepth;
  RayCastTiles Tiles;
  bool HasStopped = false;                             // rays of the image stop at the window's opaque depth
  std::unique_ptr<vtkOpenGLQuadHelper> Quads[2];       // plain, and guided by the opaque depth
  std::unique_ptr<vtkOpenGLQuadHelper> DepthQuads[16]; // by features (RayCastShaders)
  vtkNew<vtkTextureObject> Texture;
  vtkNew<vtkTextureObject> DepthTexture;
  vtkNew<vtkMatrix4x4> ClipToEye; // transposed for shaders
  CudaGLTextures FromDevice;
  bool FromDeviceFailed = false;
};
