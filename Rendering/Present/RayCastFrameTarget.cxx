// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastFrameTarget.h"

#include "RayCastShaders.h"
#include "VtkRenderingCompat.h"
#include "vtkOpenGLQuadHelper.h"
#include "vtkOpenGLRenderWindow.h"
#include "vtkOpenGLShaderCache.h"
#include "vtkOpenGLState.h"
#include "vtkRenderer.h"
#include "vtkShaderProgram.h"
#include "vtkTextureObject.h"

#include <string>
#include <vector>

RayCastFrameTarget::RayCastFrameTarget() = default;

RayCastFrameTarget::~RayCastFrameTarget()
{
  this->ReleaseGraphicsResources(nullptr);
}

bool RayCastFrameTarget::SetRenderer(vtkRenderer* renderer)
{
  vtkOpenGLRenderWindow* window =
    vtkOpenGLRenderWindow::SafeDownCast(renderer ? renderer->GetRenderWindow() : nullptr);
  if (!window || !this->Context.IsStillThere(window))
  {
    this->ReleaseGraphicsResources(nullptr);
  }
  this->FromDevice.Wait();
  this->Renderer = renderer;
  this->Window = window;
  if (window && CudaGLTextures::MayWork())
  {
    // Let OpenGL draw while the host finds data, so that the window's depth is ready sooner.
    glFlush();
  }
  return window != nullptr;
}

void RayCastFrameTarget::GetSize(int size[2]) const
{
  // The renderer of a minimized window, or of a window without a layout yet, has no pixels.
  size[0] = size[1] = 0;
  if (!this->Window || this->Renderer->GetTiledAspectRatio() <= 0.0)
  {
    return;
  }
  int origin[2];
  this->Renderer->GetTiledSizeAndOrigin(&size[0], &size[1], &origin[0], &origin[1]);
  if (size[0] > 0 && size[1] > 0)
  {
    // A render pass whose framebuffer has another size (supersampling) has set the viewport to this size.
    int viewport[4];
    this->Window->GetState()->vtkglGetIntegerv(GL_VIEWPORT, viewport);
    size[0] = viewport[2];
    size[1] = viewport[3];
  }
}

bool RayCastFrameTarget::Allocate(
  vtkTextureObject* texture, int width, int height, int channels, bool nearest)
{
  texture->SetContext(this->Window);
  const bool sameSize = texture->GetHandle() != 0 &&
    texture->GetWidth() == static_cast<unsigned int>(width) &&
    texture->GetHeight() == static_cast<unsigned int>(height);
  // An image smaller than the viewport is interpolated unless `nearest`. Set the filter now: a texture that
  // CUDA knows accepts no other parameters.
  int size[2];
  this->GetSize(size);
  const int filter =
    nearest || (size[0] == width && size[1] == height) ? vtkTextureObject::Nearest : vtkTextureObject::Linear;
  if (sameSize && texture->GetMinificationFilter() == filter)
  {
    // Frames of the same size reuse the texture's memory.
    return true;
  }
  this->FromDevice.Release();
  texture->SetMinificationFilter(filter);
  texture->SetMagnificationFilter(filter);
  if (sameSize)
  {
    texture->Activate();
    texture->Deactivate();
    return true;
  }
  texture->SetWrapS(vtkTextureObject::ClampToEdge);
  texture->SetWrapT(vtkTextureObject::ClampToEdge);
  return texture->Create2D(
    static_cast<unsigned int>(width), static_cast<unsigned int>(height), channels, VTK_FLOAT, false);
}

void RayCastFrameTarget::Upload(
  vtkTextureObject* texture, const float* pixels, int width, int height, int channels)
{
  texture->Activate();
  this->Window->GetState()->vtkglPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, channels == 1 ? GL_RED : GL_RGBA, GL_FLOAT, pixels);
  texture->Deactivate();
}

bool RayCastFrameTarget::AllocateFor(int width, int height, Use use)
{
  return width > 0 && height > 0 && this->Allocate(this->Texture, width, height, 4, use == Use::Selection) &&
    (use == Use::Blend || this->Allocate(this->DepthTexture, width, height, 1, true));
}

bool RayCastFrameTarget::Prepare(
  int width, int height, Use use, bool withOpaqueDepth, bool onCuda, inkray::RayOptions& options)
{
  inkray::OpaqueDepth& opaque = options.opaqueDepth;
  opaque = nullptr;
  this->HasStopped = false;
  const bool mayStay = onCuda && !this->FromDeviceFailed && CudaGLTextures::MayWork();
  const bool covered = withOpaqueDepth && this->OpaqueDepth.IsThere(this->Renderer);

  if (covered && mayStay && !this->OpaqueDepth.HasSize(width, height))
  {
    this->FromDevice.Release(); // its texture is about to be replaced
  }
  // OpenGL has to finish the depths before the device switches to CUDA.
  vtkTextureObject* depths =
    covered && mayStay ? this->OpaqueDepth.Draw(this->Window, width, height) : nullptr;
  if (covered && !depths)
  {
    opaque = this->OpaqueDepth.Read(this->Window, width, height);
  }
  if (mayStay && this->MapToDevice(width, height, use, depths ? depths->GetHandle() : 0))
  {
    opaque = depths ? inkray::OpaqueDepth(this->FromDevice.Read(width, height), true) : opaque;
    if (!depths || opaque)
    {
      this->HasStopped = opaque != nullptr;
      return true;
    }
    this->FromDevice.Unmap();
  }
  this->FromDeviceFailed = this->FromDeviceFailed || mayStay;
  if (depths)
  {
    opaque = this->OpaqueDepth.Read(this->Window, width, height);
  }
  this->HasStopped = opaque != nullptr;
  return false;
}

bool RayCastFrameTarget::MapToDevice(int width, int height, Use use, unsigned int opaqueDepthTexture)
{
  if (!this->AllocateFor(width, height, use))
  {
    return false;
  }
  std::vector<CudaGLTextures::Texture> textures = { { this->Texture->GetHandle(), 4 } };
  if (use != Use::Blend)
  {
    textures.push_back({ this->DepthTexture->GetHandle(), 1 });
  }
  return this->FromDevice.Map(textures, opaqueDepthTexture);
}

void RayCastFrameTarget::LeaveDevice()
{
  this->FromDevice.Unmap();
}

void RayCastFrameTarget::Present(const RayCastPicture& picture, int width, int height, Use use)
{
  if (!picture.Rgba || !this->AllocateFor(width, height, use))
  {
    return;
  }
  this->Upload(this->Texture, picture.Rgba, width, height, 4);
  if (use != Use::Blend)
  {
    this->Upload(this->DepthTexture, picture.Depth, width, height, 1);
  }
  this->Draw(use, picture);
}

bool RayCastFrameTarget::PresentFromDevice(const RayCastPicture& picture, int width, int height, Use use)
{
  std::vector<const float*> images = { picture.Rgba };
  if (use != Use::Blend)
  {
    images.push_back(picture.Depth);
  }
  if (!picture.Rgba || !this->FromDevice.Fill(images, width, height))
  {
    this->FromDeviceFailed = true;
    return false;
  }
  this->Draw(use, picture);
  return true;
}

void RayCastFrameTarget::Draw(Use use, const RayCastPicture& picture)
{
  use == Use::Blend ? this->DrawBlended() : this->DrawWithDepth(use, picture);
}

bool RayCastFrameTarget::Ready(std::unique_ptr<vtkOpenGLQuadHelper>& quad, const std::string& fragmentShader)
{
  if (!quad)
  {
    quad = std::make_unique<vtkOpenGLQuadHelper>(this->Window, nullptr, fragmentShader.c_str(), nullptr);
  }
  else
  {
    this->Window->GetShaderCache()->ReadyShaderProgram(quad->Program);
  }
  return quad->Program != nullptr;
}

bool RayCastFrameTarget::IsEnlarged() const
{
  int size[2];
  this->GetSize(size);
  const int width = static_cast<int>(this->Texture->GetWidth());
  const int height = static_cast<int>(this->Texture->GetHeight());
  return width <= size[0] && height <= size[1] && (width < size[0] || height < size[1]);
}

vtkTextureObject* RayCastFrameTarget::FindGuide(Use use)
{
  if (!this->HasStopped || (use != Use::Blend && use != Use::Write) || !this->IsEnlarged())
  {
    return nullptr;
  }
  // Depths that were not read back are on a device, which draws all tiles alike.
  this->Tiles.Forget();
  if (const float* const stops = this->OpaqueDepth.GetRead())
  {
    int size[2];
    this->GetSize(size);
    this->Tiles.Find(
      stops, static_cast<int>(this->Texture->GetWidth()), static_cast<int>(this->Texture->GetHeight()), size);
    if (this->Tiles.GetNumberOfTilesWithJumps() == 0)
    {
      return nullptr;
    }
  }
  int rows[2];
  this->Tiles.GetRows(rows);
  return this->OpaqueDepth.GetFull(this->Window, rows);
}

void RayCastFrameTarget::DrawParts(
  vtkTextureObject* guide, const std::function<vtkOpenGLQuadHelper*(bool)>& quadFor)
{
  if (!guide)
  {
    if (vtkOpenGLQuadHelper* const quad = quadFor(false))
    {
      quad->Render();
    }
    return;
  }
  guide->Activate();
  for (const bool guided : { false, true })
  {
    vtkOpenGLQuadHelper* const quad =
      guided || this->Tiles.GetNumberOfTiles() > 0 ? quadFor(guided) : nullptr;
    if (quad)
    {
      if (guided)
      {
        quad->Program->SetUniformi("opaqueDepth", guide->GetTextureUnit());
      }
      this->Tiles.Draw(*quad, guided);
    }
  }
  guide->Deactivate();
}

void RayCastFrameTarget::DrawBlended()
{
  // Colors are premultiplied by opacity, and rays have stopped at opaque geometry: blend the image in front
  // of everything, in the precision of the framebuffer.
  vtkOpenGLState* state = this->Window->GetState();
  vtkOpenGLState::ScopedglBlendFuncSeparate blendFunction(state);
  vtkOpenGLState::ScopedglDepthMask depthMask(state);
  vtkOpenGLState::ScopedglEnableDisable blend(state, GL_BLEND);
  vtkOpenGLState::ScopedglEnableDisable depthTest(state, GL_DEPTH_TEST);
  vtkOpenGLState::ScopedglEnableDisable cull(state, GL_CULL_FACE);
  state->vtkglEnable(GL_BLEND);
  state->vtkglBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  state->vtkglDisable(GL_DEPTH_TEST);
  state->vtkglDisable(GL_CULL_FACE);
  state->vtkglDepthMask(GL_FALSE);

  this->Texture->Activate();
  this->DrawParts(this->FindGuide(Use::Blend), [this](bool guided) -> vtkOpenGLQuadHelper* {
    std::unique_ptr<vtkOpenGLQuadHelper>& quad = this->Quads[guided ? 1 : 0];
    if (!this->Ready(
          quad, quad ? std::string() : RayCastShaders::ForColors(guided ? RayCastShaders::Guided : 0)))
    {
      return nullptr;
    }
    quad->Program->SetUniformi("image", this->Texture->GetTextureUnit());
    return quad.get();
  });
  this->Texture->Deactivate();
}

void RayCastFrameTarget::SetProjection(const double eyeToClip[16])
{
  this->ClipToEye->DeepCopy(eyeToClip);
  this->ClipToEye->Invert();
  this->ClipToEye->Transpose();
}

bool RayCastFrameTarget::StartSurfaceBuffers(bool& restore)
{
  restore = false;
  if (!this->Renderer->GetUseSSAO())
  {
    return false;
  }
  // In the pass of vtkSSAOPass, the framebuffer has two more attachments; other mappers leave them disabled.
  GLint framebuffer = 0, kind = GL_NONE, second = GL_NONE;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
  if (framebuffer == 0)
  {
    return false;
  }
  glGetFramebufferAttachmentParameteriv(
    GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT2, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &kind);
  if (kind == GL_NONE)
  {
    return false;
  }
  glGetIntegerv(GL_DRAW_BUFFER2, &second);
  restore = second == GL_NONE;
  unsigned int all[3] = { GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1, GL_COLOR_ATTACHMENT2 };
  this->Window->GetState()->vtkglDrawBuffers(3, all);
  return true;
}

void RayCastFrameTarget::DrawWithDepth(Use use, const RayCastPicture& picture)
{
  bool restoreBuffers = false;
  const bool surface = use == Use::Test && this->StartSurfaceBuffers(restoreBuffers);
  const bool smoothed = picture.Noise > 0;
  // Where surfaces pass through opaque objects, coarse depths become visible.
  const bool enlarged = use == Use::Test && this->IsEnlarged() && RayCastOpaqueDepth::IsThere(this->Renderer);
  const int always = (surface ? RayCastShaders::Surface : 0) + (smoothed ? RayCastShaders::Smoothed : 0);
  const auto quadFor = [&](int features, bool depthOnly) -> vtkOpenGLQuadHelper* {
    std::unique_ptr<vtkOpenGLQuadHelper>& quad = this->DepthQuads[features];
    if (!this->Ready(quad, quad ? std::string() : RayCastShaders::ForDepths(features)))
    {
      return nullptr;
    }
    vtkShaderProgram* const program = quad->Program;
    program->SetUniformi("image", this->Texture->GetTextureUnit());
    program->SetUniformi("depthImage", this->DepthTexture->GetTextureUnit());
    program->SetUniformi("depthOnly", depthOnly);
    program->SetUniformf("depthBias", picture.DepthBias);
    if (smoothed)
    {
      program->SetUniformf("noise", picture.Noise);
    }
    if (surface || smoothed)
    {
      program->SetUniformMatrix("clipToEye", this->ClipToEye);
    }
    return quad.get();
  };

  vtkOpenGLState* state = this->Window->GetState();
  vtkOpenGLState::ScopedglBlendFuncSeparate blendFunction(state);
  vtkOpenGLState::ScopedglDepthMask depthMask(state);
  vtkOpenGLState::ScopedglDepthFunc depthFunction(state);
  vtkOpenGLState::ScopedglColorMask colorMask(state);
  vtkOpenGLState::ScopedglEnableDisable blend(state, GL_BLEND);
  vtkOpenGLState::ScopedglEnableDisable depthTest(state, GL_DEPTH_TEST);
  vtkOpenGLState::ScopedglEnableDisable cull(state, GL_CULL_FACE);
  state->SetEnumState(GL_BLEND, use != Use::Selection);
  state->vtkglBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  state->vtkglDisable(GL_CULL_FACE);
  state->vtkglDepthFunc(GL_LEQUAL);

  this->Texture->Activate();
  this->DepthTexture->Activate();
  if (use == Use::Write)
  {
    // Translucent surfaces have a color but no depth, so color and depth are drawn separately.
    state->vtkglDisable(GL_DEPTH_TEST);
    state->vtkglDepthMask(GL_FALSE);
    this->DrawParts(smoothed ? nullptr : this->FindGuide(use),
      [&](bool guided) { return quadFor(always + (guided ? RayCastShaders::Guided : 0), false); });
    state->vtkglColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  }
  state->vtkglEnable(GL_DEPTH_TEST);
  state->vtkglDepthMask(GL_TRUE);
  this->DrawParts(nullptr,
    [&](bool) { return quadFor(always + (enlarged ? RayCastShaders::Enlarged : 0), use == Use::Write); });
  this->DepthTexture->Deactivate();
  this->Texture->Deactivate();
  if (restoreBuffers)
  {
    unsigned int first = GL_COLOR_ATTACHMENT0;
    state->vtkglDrawBuffers(1, &first);
  }
}

void RayCastFrameTarget::ReleaseGraphicsResources(vtkWindow* window)
{
  for (auto& quad : this->Quads)
  {
    quad.reset();
  }
  for (auto& quad : this->DepthQuads)
  {
    quad.reset();
  }
  this->FromDevice.Release();
  this->OpaqueDepth.ReleaseGraphicsResources(window ? window : this->Window);
  this->DepthTexture->ReleaseGraphicsResources(window ? window : this->Window);
  this->FromDeviceFailed = false;
  this->Texture->ReleaseGraphicsResources(window ? window : this->Window);
  this->Window = nullptr;
  this->Renderer = nullptr;
}
