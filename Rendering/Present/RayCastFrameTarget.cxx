// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastFrameTarget.h"

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

namespace
{
const char* const FragmentShader = "//VTK::System::Dec\n"
                                   "//VTK::Output::Dec\n"
                                   "in vec2 texCoord;\n"
                                   "uniform sampler2D image;\n"
                                   "//Color::Dec\n"
                                   "void main()\n"
                                   "{\n"
                                   "  gl_FragData[0] = colorAt(texCoord);\n"
                                   "}\n";

// At the edge of a smaller image the colour is a mixture of a surface and of nothing; its depth is then the
// nearest one among the four pixels that are mixed.
const char* const DepthFragmentShader =
  "//VTK::System::Dec\n"
  "//VTK::Output::Dec\n"
  "in vec2 texCoord;\n"
  "uniform sampler2D image;\n"
  "uniform sampler2D depthImage;\n"
  "uniform int depthOnly;\n"
  "uniform float depthBias;\n"
  "//Color::Dec\n"
  "void main()\n"
  "{\n"
  "  vec4 color = colorAt(texCoord);\n"
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
  "//Slope::Impl\n"
  "  gl_FragDepth = depth < 1.0 ? depth - depthBias : depth;\n"
  "//Surface::Impl\n"
  "}\n";

// Outputs for vtkSSAOPass in addition to the colour: position and normal in eye coordinates. On each axis the
// neighbour counts that is closer in depth, as the other may be on another surface.
const char* const PlaceDeclarations =
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

// The depth in a pixel of the window is that of the plane through the image's pixel and its closer neighbours
// on both axes. (Window depth is linear in the picture along a plane.) A neighbour without a depth has no
// say.
const char* const SlopeDeclarations =
  "vec2 slopesOf(float depth, ivec2 here, ivec2 size)\n"
  "{\n"
  "  ivec2 low = max(here - 1, ivec2(0));\n"
  "  ivec2 high = min(here + 1, size - 1);\n"
  "  vec2 after = vec2(texelFetch(depthImage, ivec2(high.x, here.y), 0).r,\n"
  "    texelFetch(depthImage, ivec2(here.x, high.y), 0).r);\n"
  "  vec2 before = vec2(texelFetch(depthImage, ivec2(low.x, here.y), 0).r,\n"
  "    texelFetch(depthImage, ivec2(here.x, low.y), 0).r);\n"
  "  vec2 ahead = mix(vec2(2.0), after - depth, lessThan(after, vec2(1.0)));\n"
  "  vec2 back = mix(vec2(2.0), depth - before, lessThan(before, vec2(1.0)));\n"
  "  vec2 slopes = mix(ahead, back, lessThan(abs(back), abs(ahead)));\n"
  "  return mix(slopes, vec2(0.0), greaterThan(abs(slopes), vec2(1.0)));\n"
  "}\n";
const char* const SlopeImplementation =
  "  vec2 along = at - vec2(here) - 0.5;\n"
  "  float continued = depth + dot(along, slopesOf(depth, here, size));\n"
  "  depth = depth < 1.0 ? clamp(continued, 0.0, 0.999999) : depth;\n";

// Ways to get the colour of a pixel.
const char* const ExactColor = "vec4 colorAt(vec2 at)\n"
                               "{\n"
                               "  return texture2D(image, at);\n"
                               "}\n";

// Joint bilateral upsampling (Kopf et al. 2007) of an image whose rays have stopped at opaque things: their
// depth in the window says which of the four pixels around have seen what the window's pixel sees. Along one
// surface these depths are interpolated as well as the colours are, and nothing has to be told apart.
const char* const GuidedColor =
  "uniform sampler2D opaqueDepth;\n"
  "float stopAt(ivec2 texel, vec2 scale, ivec2 full)\n"
  "{\n"
  "  ivec2 at = ivec2((vec2(texel) + 0.5) * scale + 1e-4);\n"
  "  return texelFetch(opaqueDepth, min(at, full - 1), 0).r;\n"
  "}\n"
  "vec4 colorAt(vec2 at)\n"
  "{\n"
  "  ivec2 size = textureSize(image, 0);\n"
  "  ivec2 full = textureSize(opaqueDepth, 0);\n"
  "  vec2 scale = vec2(full) / vec2(size);\n"
  "  vec2 place = at * vec2(size) - 0.5;\n"
  "  vec2 share = fract(place);\n"
  "  ivec2 low = ivec2(floor(place));\n"
  "  ivec2 high = min(low + 1, size - 1);\n"
  "  low = max(low, ivec2(0));\n"
  "  ivec2 mixed = ivec2(high.x, low.y);\n"
  "  ivec2 other = ivec2(low.x, high.y);\n"
  "  vec4 stops = vec4(stopAt(low, scale, full), stopAt(mixed, scale, full),\n"
  "    stopAt(other, scale, full), stopAt(high, scale, full));\n"
  "  vec2 least = min(stops.xy, stops.zw);\n"
  "  vec2 most = max(stops.xy, stops.zw);\n"
  "  float range = max(most.x, most.y) - min(least.x, least.y);\n"
  "  float own = texelFetch(opaqueDepth, min(ivec2(at * vec2(full)), full - 1), 0).r;\n"
  "  vec2 rest = 1.0 - share;\n"
  "  vec4 weights = vec4(rest.x * rest.y, share.x * rest.y, rest.x * share.y, share.x * share.y);\n"
  "  float off = abs(dot(weights, stops) - own) / max(range, 1e-6);\n"
  "  vec4 away = abs(stops - own);\n"
  "  vec2 nearest = min(away.xy, away.zw);\n"
  "  vec2 farthest = max(away.xy, away.zw);\n"
  "  vec4 apart = 4.0 * (away - min(nearest.x, nearest.y)) / max(max(farthest.x, farthest.y), 1e-6);\n"
  "  vec4 alike = (weights + 0.001) * exp(-apart * apart);\n"
  "  weights = mix(weights, alike / dot(alike, vec4(1.0)), smoothstep(0.05, 0.15, off));\n"
  "  return weights.x * texelFetch(image, low, 0) + weights.y * texelFetch(image, mixed, 0) +\n"
  "    weights.z * texelFetch(image, other, 0) + weights.w * texelFetch(image, high, 0);\n"
  "}\n";

// A joint bilateral filter (Petschnigg et al. 2004): colours count that are near, in the plane of the surface
// here, and similar to the colour here up to the noise of both. Colours brighter than white count as white.
const char* const SmoothedColor =
  "uniform float noise;\n"
  "vec3 opaqueOf(vec4 color)\n"
  "{\n"
  "  return min(color.rgb / max(color.a, 1e-4), vec3(1.0));\n"
  "}\n"
  "vec4 colorAt(vec2 at)\n"
  "{\n"
  "  ivec2 size = textureSize(depthImage, 0);\n"
  "  ivec2 here = clamp(ivec2(floor(at * vec2(size))), ivec2(0), size - 1);\n"
  "  vec4 own = texelFetch(image, here, 0);\n"
  "  if (own.a <= 0.0 || texelFetch(depthImage, here, 0).r >= 1.0)\n"
  "  {\n"
  "    return own;\n"
  "  }\n"
  "  vec3 place = eyeAt(here, size);\n"
  "  vec3 normal = normalize(cross(slope(here, ivec2(1, 0), size), slope(here, ivec2(0, 1), size)));\n"
  "  vec3 sum = opaqueOf(own);\n"
  "  float weights = 1.0;\n"
  "  for (int i = 0; i < 81; ++i)\n"
  "  {\n"
  "    ivec2 offset = ivec2(i % 9, i / 9) - 4;\n"
  "    ivec2 there = here + offset;\n"
  "    if (offset == ivec2(0) || any(lessThan(there, ivec2(0))) || any(greaterThanEqual(there, size)) ||\n"
  "      texelFetch(depthImage, there, 0).r >= 1.0)\n"
  "    {\n"
  "      continue;\n"
  "    }\n"
  "    vec3 along = eyeAt(there, size) - place;\n"
  "    float off = dot(normal, along) / max(length(along), 1e-20);\n"
  "    vec3 other = opaqueOf(texelFetch(image, there, 0));\n"
  "    vec3 differs = (other - opaqueOf(own)) / (4.0 * noise);\n"
  "    float weight = exp(-float(offset.x * offset.x + offset.y * offset.y) / 8.0 - off * off / 0.08 - "
  "dot(differs, differs));\n"
  "    sum += weight * other;\n"
  "    weights += weight;\n"
  "  }\n"
  "  return vec4(own.a * sum / weights, own.a);\n"
  "}\n";

/// What a shader does in addition to drawing an image of the window's size; bits that are added up.
enum Feature
{
  Surface = 1,  ///< gives positions and normals
  Smoothed = 2, ///< smooths noise
  Enlarged = 4, ///< continues the depths of an image that is smaller than the window
  Guided = 8    ///< interpolates the colours of such an image where its rays have stopped at one opaque thing
};

std::string ShaderOf(const char* shader, int features)
{
  std::string made = shader;
  std::string declarations = features & (Surface | Smoothed) ? PlaceDeclarations : "";
  declarations += features & Enlarged ? SlopeDeclarations : "";
  declarations += features & Smoothed ? SmoothedColor : features & Guided ? GuidedColor : ExactColor;
  vtkShaderProgram::Substitute(made, "//Color::Dec\n", declarations);
  vtkShaderProgram::Substitute(made, "//Slope::Impl\n", features & Enlarged ? SlopeImplementation : "");
  vtkShaderProgram::Substitute(made, "//Surface::Impl\n", features & Surface ? SurfaceImplementation : "");
  return made;
}
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

bool RayCastFrameTarget::AllocateFor(int width, int height, Use use)
{
  return width > 0 && height > 0 && this->Allocate(this->Texture, width, height, 4, use == Use::Selection) &&
    (use == Use::Blend || this->Allocate(this->DepthTexture, width, height, 1, true));
}

bool RayCastFrameTarget::Prepare(int width, int height, Use use, bool withOpaqueDepth, bool onCuda,
  const float*& opaqueDepth, bool& depthOnDevice)
{
  opaqueDepth = nullptr;
  depthOnDevice = false;
  this->HasStopped = false;
  const bool mayStay = onCuda && !this->FromDeviceFailed && CudaGLTextures::MayWork();
  const bool covered = withOpaqueDepth && this->OpaqueDepth.IsThere(this->Renderer);

  if (covered && mayStay && !this->OpaqueDepth.HasSize(width, height))
  {
    this->FromDevice.Release(); // its texture is made anew
  }
  // OpenGL has to be done with the depth before the device changes over to CUDA.
  vtkTextureObject* depths =
    covered && mayStay ? this->OpaqueDepth.Draw(this->Window, width, height) : nullptr;
  if (covered && !depths)
  {
    opaqueDepth = this->OpaqueDepth.Read(this->Window, width, height);
  }
  if (mayStay && this->MapToDevice(width, height, use, depths ? depths->GetHandle() : 0))
  {
    opaqueDepth = depths ? this->FromDevice.Read(width, height) : opaqueDepth;
    depthOnDevice = depths && opaqueDepth;
    if (!depths || opaqueDepth)
    {
      this->HasStopped = opaqueDepth != nullptr;
      return true;
    }
    this->FromDevice.Unmap();
  }
  this->FromDeviceFailed = this->FromDeviceFailed || mayStay;
  if (depths)
  {
    opaqueDepth = this->OpaqueDepth.Read(this->Window, width, height);
  }
  this->HasStopped = opaqueDepth != nullptr;
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
  // Depths that were not read are on a device, which draws all tiles in one way.
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
  this->DrawParts(this->FindGuide(Use::Blend), [this](bool guided) -> vtkOpenGLQuadHelper* {
    std::unique_ptr<vtkOpenGLQuadHelper>& quad = this->Quads[guided ? 1 : 0];
    if (!this->Ready(quad, quad ? std::string() : ShaderOf(FragmentShader, guided ? Guided : 0)))
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

void RayCastFrameTarget::DrawWithDepth(Use use, const RayCastPicture& picture)
{
  bool restoreBuffers = false;
  const bool surface = use == Use::Test && this->StartSurfaceBuffers(restoreBuffers);
  const bool smoothed = picture.Noise > 0;
  // Opaque things that surfaces pass through show how coarse depths are.
  const bool enlarged = use == Use::Test && this->IsEnlarged() && RayCastOpaqueDepth::IsThere(this->Renderer);
  const int always = (surface ? Surface : 0) + (smoothed ? Smoothed : 0);
  const auto quadFor = [&](int features, bool depthOnly) -> vtkOpenGLQuadHelper* {
    std::unique_ptr<vtkOpenGLQuadHelper>& quad = this->DepthQuads[features];
    if (!this->Ready(quad, quad ? std::string() : ShaderOf(DepthFragmentShader, features)))
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
    // Translucent surfaces have a colour but no depth, so that the two part ways.
    state->vtkglDisable(GL_DEPTH_TEST);
    state->vtkglDepthMask(GL_FALSE);
    this->DrawParts(smoothed ? nullptr : this->FindGuide(use),
      [&](bool guided) { return quadFor(always + (guided ? Guided : 0), false); });
    state->vtkglColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  }
  state->vtkglEnable(GL_DEPTH_TEST);
  state->vtkglDepthMask(GL_TRUE);
  this->DrawParts(
    nullptr, [&](bool) { return quadFor(always + (enlarged ? Enlarged : 0), use == Use::Write); });
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
