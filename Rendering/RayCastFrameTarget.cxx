// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastFrameTarget.h"

#include "vtkOpenGLFramebufferObject.h"
#include "vtkOpenGLQuadHelper.h"
#include "vtkOpenGLRenderWindow.h"
#include "vtkOpenGLShaderCache.h"
#include "vtkOpenGLState.h"
#include "vtkRenderer.h"
#include "vtkShaderProgram.h"
#include "vtkTextureObject.h"
#include "vtk_glew.h"

#include <algorithm>

namespace
{
const char* const FragmentShader = "//VTK::System::Dec\n"
                                   "//VTK::Output::Dec\n"
                                   "in vec2 texCoord;\n"
                                   "uniform sampler2D image;\n"
                                   "void main()\n"
                                   "{\n"
                                   "  gl_FragData[0] = texture2D(image, texCoord);\n"
                                   "}\n";
} // namespace

RayCastFrameTarget::RayCastFrameTarget() = default;

RayCastFrameTarget::~RayCastFrameTarget()
{
  this->ReleaseGraphicsResources(nullptr);
}

bool RayCastFrameTarget::SetRenderer(vtkRenderer* renderer)
{
  vtkOpenGLRenderWindow* window =
    vtkOpenGLRenderWindow::SafeDownCast(renderer ? renderer->GetRenderWindow() : nullptr);
  if (window != this->Window)
  {
    this->ReleaseGraphicsResources(nullptr);
  }
  this->FromDevice.Wait();
  this->Renderer = renderer;
  this->Window = window;
  return window != nullptr;
}

void RayCastFrameTarget::GetSize(int size[2]) const
{
  // A minimised or not yet laid out window has a renderer without pixels.
  size[0] = size[1] = 0;
  if (!this->Window || this->Renderer->GetTiledAspectRatio() <= 0.0)
  {
    return;
  }
  int origin[2];
  this->Renderer->GetTiledSizeAndOrigin(&size[0], &size[1], &origin[0], &origin[1]);
  if (size[0] > 0 && size[1] > 0)
  {
    // Render passes with a framebuffer of another size (supersampling) have set the viewport to it.
    int viewport[4];
    this->Window->GetState()->vtkglGetIntegerv(GL_VIEWPORT, viewport);
    size[0] = viewport[2];
    size[1] = viewport[3];
  }
}

const float* RayCastFrameTarget::ReadDepth(int width, int height)
{
  // Counts what this renderer has drawn before the volumes of this frame; reading depth costs, so an
  // otherwise empty scene skips it. With render passes, nobody counts until the end.
  if ((this->Renderer->GetNumberOfPropsRendered() == 0 && !this->Renderer->GetPass()) || width <= 0 ||
    height <= 0)
  {
    return nullptr;
  }
  vtkOpenGLState* state = this->Window->GetState();
  int viewport[4];
  state->vtkglGetIntegerv(GL_VIEWPORT, viewport);
  this->FullDepth.resize(static_cast<std::size_t>(viewport[2]) * viewport[3]);

  // The buffer being drawn into is read directly, except a multisampled one, which only the window can
  // resolve.
  GLint framebuffer = 0;
  GLint samples = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
  glGetIntegerv(GL_SAMPLES, &samples);
  while (glGetError() != GL_NO_ERROR)
  {
  }
  bool good = false;
  if (samples > 0)
  {
    vtkOpenGLState::ScopedglEnableDisable scissor(state, GL_SCISSOR_TEST);
    good = this->Window->GetZbufferData(viewport[0], viewport[1], viewport[0] + viewport[2] - 1,
             viewport[1] + viewport[3] - 1, this->FullDepth.data()) == VTK_OK;
  }
  else
  {
    state->PushReadFramebufferBinding();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(framebuffer));
    state->vtkglPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(viewport[0], viewport[1], viewport[2], viewport[3], GL_DEPTH_COMPONENT, GL_FLOAT,
      this->FullDepth.data());
    good = glGetError() == GL_NO_ERROR;
    state->PopReadFramebufferBinding();
  }
  if (!good)
  {
    return nullptr;
  }
  if (width == viewport[2] && height == viewport[3])
  {
    return this->FullDepth.data();
  }

  // A smaller image stops its rays at the depth under their centres.
  this->Depth.resize(static_cast<std::size_t>(width) * height);
  for (int j = 0; j < height; ++j)
  {
    const int y = std::min(viewport[3] - 1, static_cast<int>((j + 0.5) * viewport[3] / height));
    const float* row = this->FullDepth.data() + static_cast<std::size_t>(y) * viewport[2];
    float* out = this->Depth.data() + static_cast<std::size_t>(j) * width;
    for (int i = 0; i < width; ++i)
    {
      out[i] = row[std::min(viewport[2] - 1, static_cast<int>((i + 0.5) * viewport[2] / width))];
    }
  }
  return this->Depth.data();
}

bool RayCastFrameTarget::Allocate(
  vtkTextureObject* texture, int width, int height, int channels, bool nearest)
{
  texture->SetContext(this->Window);
  const bool sameSize = texture->GetHandle() != 0 &&
    texture->GetWidth() == static_cast<unsigned int>(width) &&
    texture->GetHeight() == static_cast<unsigned int>(height);
  // An image smaller than the viewport is interpolated unless `nearest` says otherwise. A texture that CUDA
  // knows takes no other parameters any more, so they are settled here.
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

void RayCastFrameTarget::Present(const float* rgba, int width, int height)
{
  if (!rgba || width <= 0 || height <= 0 || !this->Allocate(this->Texture, width, height, 4, false))
  {
    return;
  }
  this->Upload(this->Texture, rgba, width, height, 4);
  this->Draw();
}

bool RayCastFrameTarget::PrepareFromDevice(int width, int height, bool withDepth)
{
  if (this->FromDeviceFailed || !CudaGLTextures::MayWork())
  {
    return false;
  }
  bool good = width > 0 && height > 0 && this->Allocate(this->Texture, width, height, 4, false);
  if (withDepth)
  {
    good = good && this->Allocate(this->DepthTexture, width, height, 1, true) &&
      this->FromDevice.Map({ { this->Texture->GetHandle(), 4 }, { this->DepthTexture->GetHandle(), 1 } });
  }
  else
  {
    good = good && this->FromDevice.Map({ { this->Texture->GetHandle(), 4 } });
  }
  this->FromDeviceFailed = !good;
  return good;
}

void RayCastFrameTarget::LeaveDevice()
{
  this->FromDevice.Unmap();
}

bool RayCastFrameTarget::PresentFromDevice(const float* rgba, int width, int height)
{
  if (!rgba || !this->FromDevice.Fill({ rgba }, width, height))
  {
    this->FromDeviceFailed = true;
    return false;
  }
  this->Draw();
  return true;
}

bool RayCastFrameTarget::Ready(std::unique_ptr<vtkOpenGLQuadHelper>& quad, const char* fragmentShader)
{
  if (!quad)
  {
    quad = std::make_unique<vtkOpenGLQuadHelper>(this->Window, nullptr, fragmentShader, nullptr);
  }
  else
  {
    this->Window->GetShaderCache()->ReadyShaderProgram(quad->Program);
  }
  return quad->Program != nullptr;
}

void RayCastFrameTarget::Draw()
{
  if (!this->Ready(this->Quad, FragmentShader))
  {
    return;
  }

  // Colour comes multiplied by opacity, and rays have stopped at opaque geometry: blend it in front of
  // everything, in the precision of the framebuffer.
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
  this->Quad->Program->SetUniformi("image", this->Texture->GetTextureUnit());
  this->Quad->Render();
  this->Texture->Deactivate();
}

void RayCastFrameTarget::ReleaseGraphicsResources(vtkWindow* window)
{
  this->Quad.reset();
  this->DepthQuad.reset();
  this->SurfaceQuad.reset();
  this->FromDevice.Release();
  this->DepthTexture->ReleaseGraphicsResources(window ? window : this->Window);
  this->FromDeviceFailed = false;
  this->Texture->ReleaseGraphicsResources(window ? window : this->Window);
  this->Window = nullptr;
  this->Renderer = nullptr;
}
