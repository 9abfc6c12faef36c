// SPDX-License-Identifier: BSD-3-Clause
// Images with depth: RayCastFrameTarget::PresentWithDepth.
#include "RayCastFrameTarget.h"

#include "vtkOpenGLQuadHelper.h"
#include "vtkOpenGLRenderWindow.h"
#include "vtkOpenGLState.h"
#include "vtkRenderer.h"
#include "vtkShaderProgram.h"
#include "vtkTextureObject.h"
#include "vtk_glew.h"

#include <string>

namespace
{
// At the edge of a smaller image the colour is a mixture of a surface and of nothing; its depth is then that
// of the nearest pixel with a surface among the four that are mixed.
const char* const DepthFragmentShader =
  "//VTK::System::Dec\n"
  "//VTK::Output::Dec\n"
  "in vec2 texCoord;\n"
  "uniform sampler2D image;\n"
  "uniform sampler2D depthImage;\n"
  "uniform int depthOnly;\n"
  "//Surface::Dec\n"
  "void main()\n"
  "{\n"
  "  vec4 color = texture2D(image, texCoord);\n"
  "  ivec2 size = textureSize(depthImage, 0);\n"
  "  vec2 at = texCoord * vec2(size);\n"
  "  ivec2 here = clamp(ivec2(floor(at)), ivec2(0), size - 1);\n"
  "  float depth = texelFetch(depthImage, here, 0).r;\n"
  "  if (depth >= 1.0 && color.a > 0.0)\n"
  "  {\n"
  "    ivec2 corner = ivec2(floor(at - 0.5));\n"
  "    for (int i = 0; i < 4; ++i)\n"
  "    {\n"
  "      ivec2 texel = clamp(corner + ivec2(i % 2, i / 2), ivec2(0), size - 1);\n"
  "      float other = texelFetch(depthImage, texel, 0).r;\n"
  "      here = other < depth ? texel : here;\n"
  "      depth = min(depth, other);\n"
  "    }\n"
  "  }\n"
  "  if (color.a <= 0.0 || (depthOnly != 0 && depth >= 1.0))\n"
  "  {\n"
  "    discard;\n"
  "  }\n"
  "  gl_FragData[0] = color;\n"
  "  gl_FragDepth = depth;\n"
  "//Surface::Impl\n"
  "}\n";

// What vtkSSAOPass wants beside the colour: position and normal in eye coordinates. On each axis the
// neighbour counts that is closer in depth, as the other may be on another surface.
const char* const SurfaceDeclarations =
  "uniform mat4 clipToEye;\n"
  "vec3 eyeAt(ivec2 texel, ivec2 size)\n"
  "{\n"
  "  ivec2 inside = clamp(texel, ivec2(0), size - 1);\n"
  "  vec2 ndc = 2.0 * (vec2(inside) + 0.5) / vec2(size) - 1.0;\n"
  "  vec4 p = clipToEye * vec4(ndc, 2.0 * texelFetch(depthImage, inside, 0).r - 1.0, 1.0);\n"
  "  return p.xyz / p.w;\n"
  "}\n"
  "vec3 slope(ivec2 here, ivec2 step, ivec2 size)\n"
  "{\n"
  "  vec3 p = eyeAt(here, size);\n"
  "  vec3 ahead = eyeAt(here + step, size) - p;\n"
  "  vec3 back = p - eyeAt(here - step, size);\n"
  "  bool first = all(lessThan(here + step, size)) && (any(lessThan(here - step, ivec2(0))) || abs(ahead.z) "
  "< abs(back.z));\n"
  "  return first ? ahead : back;\n"
  "}\n";
const char* const SurfaceImplementation =
  "  vec3 normal = normalize(cross(slope(here, ivec2(1, 0), size), slope(here, ivec2(0, 1), size)));\n"
  "  gl_FragData[1] = vec4(eyeAt(here, size), 1.0);\n"
  "  gl_FragData[2] = vec4(normal.z < 0.0 ? -normal : normal, 1.0);\n";

std::string SurfaceFragmentShader()
{
  std::string shader = DepthFragmentShader;
  vtkShaderProgram::Substitute(shader, "//Surface::Dec\n", SurfaceDeclarations);
  vtkShaderProgram::Substitute(shader, "//Surface::Impl\n", SurfaceImplementation);
  return shader;
}
} // namespace

void RayCastFrameTarget::PresentWithDepth(
  const float* rgba, const float* depth, int width, int height, DepthUse use)
{
  if (!rgba || !depth || width <= 0 || height <= 0 ||
    !this->Allocate(this->Texture, width, height, 4, use == DepthUse::Selection) ||
    !this->Allocate(this->DepthTexture, width, height, 1, true))
  {
    return;
  }
  this->Upload(this->Texture, rgba, width, height, 4);
  this->Upload(this->DepthTexture, depth, width, height, 1);
  this->DrawWithDepth(use);
}

bool RayCastFrameTarget::PresentWithDepthFromDevice(
  const float* rgba, const float* depth, int width, int height, DepthUse use)
{
  if (!rgba || !depth || !this->FromDevice.Fill({ rgba, depth }, width, height))
  {
    this->FromDeviceFailed = true;
    return false;
  }
  this->DrawWithDepth(use);
  return true;
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
  // In its pass, the framebuffer has two more attachments; mappers that know nothing of them leave them
  // switched off.
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

void RayCastFrameTarget::DrawWithDepth(DepthUse use)
{
  bool restoreBuffers = false;
  const bool surface = use == DepthUse::Test && this->StartSurfaceBuffers(restoreBuffers);
  std::unique_ptr<vtkOpenGLQuadHelper>& quad = surface ? this->SurfaceQuad : this->DepthQuad;
  if (!this->Ready(quad, surface ? SurfaceFragmentShader().c_str() : DepthFragmentShader))
  {
    return;
  }

  vtkOpenGLState* state = this->Window->GetState();
  vtkOpenGLState::ScopedglBlendFuncSeparate blendFunction(state);
  vtkOpenGLState::ScopedglDepthMask depthMask(state);
  vtkOpenGLState::ScopedglDepthFunc depthFunction(state);
  vtkOpenGLState::ScopedglColorMask colorMask(state);
  vtkOpenGLState::ScopedglEnableDisable blend(state, GL_BLEND);
  vtkOpenGLState::ScopedglEnableDisable depthTest(state, GL_DEPTH_TEST);
  vtkOpenGLState::ScopedglEnableDisable cull(state, GL_CULL_FACE);
  state->SetEnumState(GL_BLEND, use != DepthUse::Selection);
  state->vtkglBlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  state->vtkglDisable(GL_CULL_FACE);
  state->vtkglDepthFunc(GL_LEQUAL);

  vtkShaderProgram* program = quad->Program;
  this->Texture->Activate();
  this->DepthTexture->Activate();
  program->SetUniformi("image", this->Texture->GetTextureUnit());
  program->SetUniformi("depthImage", this->DepthTexture->GetTextureUnit());
  program->SetUniformi("depthOnly", 0);
  if (surface)
  {
    program->SetUniformMatrix("clipToEye", this->ClipToEye);
  }
  if (use == DepthUse::Write)
  {
    // Translucent surfaces have a colour but no depth, so that the two part ways.
    state->vtkglDisable(GL_DEPTH_TEST);
    state->vtkglDepthMask(GL_FALSE);
    quad->Render();
    state->vtkglColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    program->SetUniformi("depthOnly", 1);
  }
  state->vtkglEnable(GL_DEPTH_TEST);
  state->vtkglDepthMask(GL_TRUE);
  quad->Render();
  this->DepthTexture->Deactivate();
  this->Texture->Deactivate();
  if (restoreBuffers)
  {
    unsigned int first = GL_COLOR_ATTACHMENT0;
    state->vtkglDrawBuffers(1, &first);
  }
}
