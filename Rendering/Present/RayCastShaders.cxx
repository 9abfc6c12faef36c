// SPDX-License-Identifier: BSD-3-Clause
#include "RayCastShaders.h"

#include "vtkShaderProgram.h"

namespace
{
using namespace RayCastShaders;

const char* const FragmentShader = "//VTK::System::Dec\n"
                                   "//VTK::Output::Dec\n"
                                   "in vec2 texCoord;\n"
                                   "uniform sampler2D image;\n"
                                   "//Color::Dec\n"
                                   "void main()\n"
                                   "{\n"
                                   "  gl_FragData[0] = colorAt(texCoord);\n"
                                   "}\n";

// At the edge of a smaller image the color is a mixture of a surface and the background. Its depth is then
// the nearest one among the four mixed pixels.
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

// Outputs for vtkSSAOPass in addition to the color: position and normal in eye coordinates. On each axis use
// the neighbor that is closer in depth, since the other one may be on another surface.
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

// The depth in a pixel of the window is that of the plane through the image's pixel and its closer neighbors
// on both axes. (Along a plane, window depth is linear in the picture.) A neighbor without a depth is
// ignored.
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

// The color of a pixel: exact.
const char* const ExactColor = "vec4 colorAt(vec2 at)\n"
                               "{\n"
                               "  return texture2D(image, at);\n"
                               "}\n";

// Joint bilateral upsampling (Kopf et al. 2007) of an image whose rays have stopped at opaque objects. The
// window depths of these objects tell which of the four surrounding pixels have seen the object in the
// window's pixel. Along one surface all four have, and depths are interpolated like the colors.
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

// A joint bilateral filter (Petschnigg et al. 2004). It averages colors that are near, in the plane of the
// surface here, and similar to the color here up to the noise of both. Colors brighter than white count as
// white.
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

std::string RayCastShaders::ForColors(int features)
{
  return ShaderOf(FragmentShader, features);
}

std::string RayCastShaders::ForDepths(int features)
{
  return ShaderOf(DepthFragmentShader, features);
}
