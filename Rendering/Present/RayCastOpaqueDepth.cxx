// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastOpaqueDepth.h"

#include "VtkRenderingCompat.h"
#include "vtkOpenGLFramebufferObject.h"
#include "vtkOpenGLQuadHelper.h"
#include "vtkOpenGLRenderWindow.h"
#include "vtkOpenGLShaderCache.h"
#include "vtkOpenGLState.h"
#include "vtkRenderer.h"
#include "vtkShaderProgram.h"
#include "vtkTextureObject.h"

#include <algorithm>
#include <cstddef>

namespace
{
// The window's pixel that contains the center of each of the image's pixels, in integers, since rounding must
// not choose its neighbor. (The place comes from texCoord, because VTK complains about a quad whose shader
// does not use it.)
const char* const FragmentShader =
  "//VTK::System::Dec\n"
  "//VTK::Output::Dec\n"
  "in vec2 texCoord;\n"
  "uniform sampler2D depths;\n"
  "uniform int width;\n"
  "uniform int height;\n"
  "void main()\n"
  "{\n"
  "  ivec2 full = textureSize(depths, 0);\n"
  "  ivec2 own = ivec2(texCoord * vec2(width, height));\n"
  "  ivec2 at = (2 * own + 1) * full / (2 * ivec2(width, height));\n"
  "  gl_FragData[0] = vec4(texelFetch(depths, min(at, full - 1), 0).r, 0.0, 0.0, 1.0);\n"
  "}\n";

void ForgetErrors()
{
  while (glGetError() != GL_NO_ERROR)
  {
  }
}

bool IsMultisampled()
{
  GLint samples = 0;
  glGetIntegerv(GL_SAMPLES, &samples);
  return samples > 0;
}

/// Reads from the buffer that is the draw target, during this object's life.
class ReadFromDrawBuffer
{
public:
  explicit ReadFromDrawBuffer(vtkOpenGLState* state)
    : State(state)
  {
    GLint framebuffer = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &framebuffer);
    state->PushReadFramebufferBinding();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(framebuffer));
  }
  ~ReadFromDrawBuffer() { this->State->PopReadFramebufferBinding(); }

private:
  vtkOpenGLState* State;
};
} // namespace

RayCastOpaqueDepth::RayCastOpaqueDepth() = default;
RayCastOpaqueDepth::~RayCastOpaqueDepth() = default;

bool RayCastOpaqueDepth::IsThere(vtkRenderer* renderer)
{
  // The count includes props that this renderer has drawn before the volumes of this frame. With render
  // passes the count is not known until the end, and it leaves out props drawn for a selection.
  return renderer->GetNumberOfPropsRendered() != 0 || renderer->GetPass() || renderer->GetSelector();
}

const float* RayCastOpaqueDepth::Read(vtkOpenGLRenderWindow* window, int width, int height)
{
  vtkOpenGLState* state = window->GetState();
  int viewport[4];
  state->vtkglGetIntegerv(GL_VIEWPORT, viewport);
  this->FullDepth.resize(static_cast<std::size_t>(viewport[2]) * viewport[3]);
  std::copy_n(viewport + 2, 2, this->FullSize);
  this->WasRead = true;

  // Read the draw buffer directly, unless it is multisampled: only the window can resolve that.
  ForgetErrors();
  bool good = false;
  if (IsMultisampled())
  {
    vtkOpenGLState::ScopedglEnableDisable scissor(state, GL_SCISSOR_TEST);
    good = window->GetZbufferData(viewport[0], viewport[1], viewport[0] + viewport[2] - 1,
             viewport[1] + viewport[3] - 1, this->FullDepth.data()) == VTK_OK;
  }
  else
  {
    const ReadFromDrawBuffer source(state);
    state->vtkglPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(viewport[0], viewport[1], viewport[2], viewport[3], GL_DEPTH_COMPONENT, GL_FLOAT,
      this->FullDepth.data());
    good = glGetError() == GL_NO_ERROR;
  }
  if (!good)
  {
    return nullptr;
  }
  if (width == viewport[2] && height == viewport[3])
  {
    return this->FullDepth.data();
  }

  // Rays of a smaller image stop at the depth under their pixels' centers.
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

bool RayCastOpaqueDepth::AllocateFull(vtkOpenGLRenderWindow* window)
{
  const auto width = static_cast<unsigned int>(this->FullSize[0]);
  const auto height = static_cast<unsigned int>(this->FullSize[1]);
  this->FullTexture->SetContext(window);
  return (this->FullTexture->GetHandle() != 0 && this->FullTexture->GetWidth() == width &&
           this->FullTexture->GetHeight() == height) ||
    this->FullTexture->AllocateDepth(width, height, vtkTextureObject::Float32);
}

vtkTextureObject* RayCastOpaqueDepth::GetFull(vtkOpenGLRenderWindow* window, const int rows[2])
{
  if (this->FullSize[0] <= 0 || this->FullSize[1] <= 0 || !this->AllocateFull(window))
  {
    return nullptr;
  }
  if (this->WasRead)
  {
    this->FullTexture->Activate();
    window->GetState()->vtkglPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, rows[0], this->FullSize[0], rows[1] - rows[0], GL_DEPTH_COMPONENT,
      GL_FLOAT, this->FullDepth.data() + static_cast<std::size_t>(rows[0]) * this->FullSize[0]);
    this->FullTexture->Deactivate();
  }
  return this->FullTexture;
}

bool RayCastOpaqueDepth::CopyFull(vtkOpenGLRenderWindow* window, const int viewport[4])
{
  std::copy_n(viewport + 2, 2, this->FullSize);
  this->WasRead = false;
  if (!this->AllocateFull(window))
  {
    return false;
  }
  ForgetErrors();
  this->FullTexture->Activate();
  {
    const ReadFromDrawBuffer source(window->GetState());
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, viewport[0], viewport[1], viewport[2], viewport[3]);
  }
  this->FullTexture->Deactivate();
  return glGetError() == GL_NO_ERROR;
}

vtkTextureObject* RayCastOpaqueDepth::Draw(vtkOpenGLRenderWindow* window, int width, int height)
{
  vtkOpenGLState* state = window->GetState();
  int viewport[4];
  state->vtkglGetIntegerv(GL_VIEWPORT, viewport);
  if (IsMultisampled() || width <= 0 || height <= 0 || !this->CopyFull(window, viewport))
  {
    return nullptr;
  }
  this->Texture->SetContext(window);
  if (!this->HasSize(width, height) &&
    !this->Texture->Create2D(
      static_cast<unsigned int>(width), static_cast<unsigned int>(height), 1, VTK_FLOAT, false))
  {
    return nullptr;
  }
  if (!this->Quad)
  {
    this->Quad = std::make_unique<vtkOpenGLQuadHelper>(window, nullptr, FragmentShader, nullptr);
  }
  else
  {
    window->GetShaderCache()->ReadyShaderProgram(this->Quad->Program);
  }
  if (!this->Quad->Program)
  {
    return nullptr;
  }

  vtkOpenGLState::ScopedglViewport viewportState(state);
  vtkOpenGLState::ScopedglColorMask colorMask(state);
  vtkOpenGLState::ScopedglDepthMask depthMask(state);
  vtkOpenGLState::ScopedglEnableDisable blend(state, GL_BLEND);
  vtkOpenGLState::ScopedglEnableDisable depthTest(state, GL_DEPTH_TEST);
  vtkOpenGLState::ScopedglEnableDisable cull(state, GL_CULL_FACE);
  vtkOpenGLState::ScopedglEnableDisable scissor(state, GL_SCISSOR_TEST);
  state->PushFramebufferBindings();
  this->Framebuffer->SetContext(window);
  this->Framebuffer->Bind();
  this->Framebuffer->AddColorAttachment(0, this->Texture);
  this->Framebuffer->ActivateDrawBuffer(0);
  state->vtkglViewport(0, 0, width, height);
  state->vtkglColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  state->vtkglDepthMask(GL_FALSE);
  for (unsigned int capability : { GL_BLEND, GL_DEPTH_TEST, GL_CULL_FACE, GL_SCISSOR_TEST })
  {
    state->vtkglDisable(capability);
  }
  this->FullTexture->Activate();
  this->Quad->Program->SetUniformi("depths", this->FullTexture->GetTextureUnit());
  this->Quad->Program->SetUniformi("width", width);
  this->Quad->Program->SetUniformi("height", height);
  this->Quad->Render();
  this->FullTexture->Deactivate();
  state->PopFramebufferBindings();
  return this->Texture;
}

bool RayCastOpaqueDepth::HasSize(int width, int height) const
{
  return this->Texture->GetHandle() != 0 && this->Texture->GetWidth() == static_cast<unsigned int>(width) &&
    this->Texture->GetHeight() == static_cast<unsigned int>(height);
}

void RayCastOpaqueDepth::ReleaseGraphicsResources(vtkWindow* window)
{
  this->FullSize[0] = this->FullSize[1] = 0;
  this->Quad.reset();
  this->Framebuffer->ReleaseGraphicsResources(window);
  this->FullTexture->ReleaseGraphicsResources(window);
  this->Texture->ReleaseGraphicsResources(window);
}
