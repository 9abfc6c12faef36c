// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/CounterRandom.h"
#include "Core/Float3.h"
#include "Shading/Environment.h"

#include <cmath>
#include <cstdint>
#include <vector>

/// An environment as kernels read it: its radiance in a direction, random directions in proportion to their
/// light, and the probability density of a direction.
namespace inkray
{

constexpr float pi = 3.14159265358979f;

/// One pixel of an environment's image, of constant radiance.
struct EnvironmentPixel
{
  float red, green, blue;
  float density; ///< probability density of its directions, times the cosine of the elevation
};

/// An entry of an alias table (Walker 1977): it means itself below `threshold`, and `alias` above.
struct AliasEntry
{
  std::uint32_t threshold; ///< in units of 2^-32
  std::uint32_t alias;
};

/// The tables of an image; empty for other environments.
struct EnvironmentTables
{
  std::vector<EnvironmentPixel> pixels;
  std::vector<AliasEntry> aliases;
};

/// Throws InvalidInput for a value that Environment does not allow.
void checkEnvironment(const Environment& environment);
/// Make the tables of a checked image: radiances include the strength, and probabilities follow luminance and
/// solid angle; all pixels of a black image have the same probability.
EnvironmentTables makeEnvironmentTables(const Environment& environment);

struct EnvironmentView
{
  Environment::Kind kind;
  bool isDark;          ///< the environment gives no light
  Float3 color, bottom; ///< including the strength
  Float3 up, right, front;
  std::int32_t width, height;
  const EnvironmentPixel* pixels;
  const AliasEntry* aliases;
};

/// The view of an environment, without the tables.
EnvironmentView makeEnvironmentView(const Environment& environment);

/// A direction drawn at random from an environment.
struct EnvironmentSample
{
  Float3 direction; ///< unit length
  Float3 radiance;
  float density; ///< per steradian; 0: no direction was drawn
};

/// Two unit vectors that complete a right-handed basis (Duff et al. 2017).
INKRAY_HD void makeBase(const Float3& n, Float3& a, Float3& b)
{
  const float sign = n.z < 0.0f ? -1.0f : 1.0f;
  const float s = -1.0f / (sign + n.z);
  const float t = n.x * n.y * s;
  a = { 1.0f + sign * n.x * n.x * s, sign * t, -sign * n.x };
  b = { t, sign + n.y * n.y * s, -n.y };
}
INKRAY_HD Float3 combine(const Float3& a, float x, const Float3& b, float y, const Float3& c, float z)
{
  return { multiplyAdd(a.x, x, multiplyAdd(b.x, y, c.x * z)),
    multiplyAdd(a.y, x, multiplyAdd(b.y, y, c.y * z)), multiplyAdd(a.z, x, multiplyAdd(b.z, y, c.z * z)) };
}

/// A direction around a unit normal, drawn with a density proportional to the cosine of its angle.
INKRAY_HD Float3 drawByCosine(const Float3& normal, float u, float v)
{
  Float3 a, b;
  makeBase(normal, a, b);
  const float r = sqrtf(u), angle = 2.0f * pi * v;
  return normalized(combine(a, r * cosf(angle), b, r * sinf(angle), normal, sqrtf(1.0f - u)));
}

/// The pixel that shows a direction.
INKRAY_HD const EnvironmentPixel& environmentPixel(const EnvironmentView& view, const Float3& d)
{
  const float x = dot(d, view.right), y = dot(d, view.up), z = dot(d, view.front);
  const float u = atan2f(z, x) * (0.5f / pi) + 0.5f;
  const float v = atan2f(y, sqrtf(x * x + z * z)) * (1.0f / pi) + 0.5f;
  const auto i = static_cast<std::int32_t>(u * static_cast<float>(view.width));
  const auto j = static_cast<std::int32_t>(v * static_cast<float>(view.height));
  const std::int32_t column = i < 0 ? 0 : i < view.width ? i : view.width - 1;
  const std::int32_t row = j < 0 ? 0 : j < view.height ? j : view.height - 1;
  return view.pixels[std::int64_t(row) * view.width + column];
}
INKRAY_HD float cosineOfElevation(const EnvironmentView& view, const Float3& d)
{
  const float y = dot(d, view.up);
  return sqrtf(maximum(1.0f - y * y, 1e-12f));
}

/// The radiance from a unit direction, and the density with which drawEnvironment draws that direction at a
/// surface with this normal.
INKRAY_HD Float3 environmentRadiance(
  const EnvironmentView& view, const Float3& d, const Float3& normal, float& density)
{
  if (view.kind == Environment::Kind::Image)
  {
    const EnvironmentPixel& pixel = environmentPixel(view, d);
    density = pixel.density / cosineOfElevation(view, d);
    return { pixel.red, pixel.green, pixel.blue };
  }
  density = maximum(dot(d, normal), 0.0f) * (1.0f / pi);
  if (view.kind == Environment::Kind::Constant)
    return view.color;
  const float share = saturate(multiplyAdd(0.5f, dot(d, view.up), 0.5f));
  return { multiplyAdd(share, view.color.x - view.bottom.x, view.bottom.x),
    multiplyAdd(share, view.color.y - view.bottom.y, view.bottom.y),
    multiplyAdd(share, view.color.z - view.bottom.z, view.bottom.z) };
}

/// Draw a direction from which light reaches a surface. For an image, the density follows the luminance.
/// Otherwise it follows the cosine of the angle with the normal, which makes a diffuse surface in constant
/// light free of noise. Two words choose the pixel; u and v are the place in it.
INKRAY_HD EnvironmentSample drawEnvironment(const EnvironmentView& view, const Float3& normal,
  std::uint32_t word0, std::uint32_t word1, float u, float v)
{
  EnvironmentSample sample{};
  if (view.kind != Environment::Kind::Image)
  {
    sample.direction = drawByCosine(normal, unitFloat(word0), unitFloat(word1));
    sample.radiance = environmentRadiance(view, sample.direction, normal, sample.density);
    return sample;
  }
  const auto count = static_cast<std::uint32_t>(view.width * view.height);
  auto place = static_cast<std::uint32_t>(static_cast<std::uint64_t>(word0) * count >> 32);
  const AliasEntry entry = view.aliases[place];
  place = word1 < entry.threshold ? place : entry.alias;
  const auto row = static_cast<std::int32_t>(place / static_cast<std::uint32_t>(view.width));
  const std::int32_t column = static_cast<std::int32_t>(place) - row * view.width;
  const float azimuth =
    (2.0f * ((static_cast<float>(column) + u) / static_cast<float>(view.width)) - 1.0f) * pi;
  const float elevation = ((static_cast<float>(row) + v) / static_cast<float>(view.height) - 0.5f) * pi;
  const float flat = cosf(elevation);
  const Float3 d =
    combine(view.right, flat * cosf(azimuth), view.up, sinf(elevation), view.front, flat * sinf(azimuth));
  const EnvironmentPixel pixel = view.pixels[place];
  return { normalized(d), { pixel.red, pixel.green, pixel.blue }, pixel.density / maximum(flat, 1e-6f) };
}

} // namespace inkray
