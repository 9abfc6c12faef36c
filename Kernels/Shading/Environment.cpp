// SPDX-License-Identifier: BSD-3-Clause
#include "Core/Errors.h"
#include "Shading/EnvironmentView.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace inkray
{
namespace
{

bool isRadiance(float x)
{
  return std::isfinite(x) && x >= 0.0f;
}

bool areAtRightAngles(const float (&a)[3], const float (&b)[3])
{
  const double aa = std::hypot(double(a[0]), double(a[1]), double(a[2]));
  const double bb = std::hypot(double(b[0]), double(b[1]), double(b[2]));
  const double ab = double(a[0]) * b[0] + double(a[1]) * b[1] + double(a[2]) * b[2];
  return std::isfinite(aa * bb) && aa * bb > 0 && std::abs(ab) <= 1e-3 * aa * bb;
}

Float3 unit(const float (&a)[3])
{
  return normalized({ a[0], a[1], a[2] });
}

/// Walker's alias table: columns of equal height, each filled by one entry or by two.
std::vector<AliasEntry> makeAliases(const std::vector<double>& weights, double sum)
{
  const std::size_t n = weights.size();
  std::vector<AliasEntry> table(n);
  std::vector<double> height(n);
  std::vector<std::uint32_t> low, high;
  for (std::size_t i = 0; i < n; ++i)
  {
    height[i] = weights[i] * static_cast<double>(n) / sum;
    (height[i] < 1.0 ? low : high).push_back(static_cast<std::uint32_t>(i));
  }
  while (!low.empty() && !high.empty())
  {
    const std::uint32_t small = low.back(), large = high.back();
    low.pop_back();
    table[small] = { static_cast<std::uint32_t>(std::min(height[small] * 4294967296.0, 4294967295.0)),
      large };
    height[large] -= 1.0 - height[small];
    if (height[large] < 1.0)
    {
      high.pop_back();
      low.push_back(large);
    }
  }
  for (const std::vector<std::uint32_t>* rest : { &low, &high })
    for (const std::uint32_t i : *rest)
      table[i] = { 0xffffffffu, i };
  return table;
}

} // namespace

void checkEnvironment(const Environment& environment)
{
  if (!isRadiance(environment.strength))
    throw InvalidInput("the environment's strength has to be a number, and not negative");
  for (int i = 0; i < 3; ++i)
    if (!isRadiance(environment.color[i]) || !isRadiance(environment.bottom[i]))
      throw InvalidInput("the environment's colors have to be numbers, and not negative");
  if (!areAtRightAngles(environment.up, environment.right))
    throw InvalidInput("the environment's up and right have to be directions at right angles");
  if (environment.kind != Environment::Kind::Image)
    return;
  const std::int64_t pixels = std::int64_t(environment.width) * environment.height;
  if (environment.width < 1 || environment.height < 1 || pixels > Environment::MaximumPixels)
    throw InvalidInput("the environment's image is " + std::to_string(environment.width) + " x " +
      std::to_string(environment.height) + " pixels; it needs one at least, and 2^28 at most");
  if (environment.rgb.size() != static_cast<std::size_t>(3 * pixels))
    throw InvalidInput("the environment's image has " + std::to_string(environment.rgb.size()) +
      " numbers in place of " + std::to_string(3 * pixels) + ", three for each pixel");
  if (!std::all_of(environment.rgb.begin(), environment.rgb.end(), isRadiance))
    throw InvalidInput(
      "the environment's image has radiances that are negative or not finite; give it an image "
      "whose values are 0 or more");
}

EnvironmentView makeEnvironmentView(const Environment& environment)
{
  EnvironmentView view{};
  view.kind = environment.kind;
  const auto of = [&](const float(&c)[3]) { return scaled({ c[0], c[1], c[2] }, environment.strength); };
  view.color = of(environment.color);
  view.bottom = environment.kind == Environment::Kind::Gradient ? of(environment.bottom) : view.color;
  view.up = unit(environment.up);
  view.right = unit(environment.right);
  view.front = cross(view.right, view.up);
  view.width = environment.width;
  view.height = environment.height;
  const auto isBlack = [](const Float3& c) { return c.x == 0.0f && c.y == 0.0f && c.z == 0.0f; };
  view.isDark = environment.kind == Environment::Kind::Image ? environment.strength == 0.0f ||
      std::all_of(environment.rgb.begin(), environment.rgb.end(), [](float x) { return x == 0.0f; })
                                                             : isBlack(view.color) && isBlack(view.bottom);
  return view;
}

EnvironmentTables makeEnvironmentTables(const Environment& environment)
{
  EnvironmentTables tables;
  if (environment.kind != Environment::Kind::Image)
    return tables;
  constexpr double exactPi = 3.14159265358979323846;
  const std::int32_t width = environment.width, height = environment.height;
  const auto n = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  tables.pixels.resize(n);
  std::vector<double> weights(n);
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i)
  {
    const float* const c = environment.rgb.data() + 3 * i;
    const float s = environment.strength;
    tables.pixels[i] = { s * c[0], s * c[1], s * c[2], 0.0f };
    const std::size_t rowsBefore = i / static_cast<std::size_t>(width);
    const auto row = static_cast<double>(rowsBefore);
    // The solid angle of a row is proportional to the difference of the sines of its ends.
    const double area =
      std::sin(exactPi * ((row + 1) / height - 0.5)) - std::sin(exactPi * (row / height - 0.5));
    weights[i] = (0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]) * area;
    sum += weights[i];
  }
  if (!(sum > 0.0) || !std::isfinite(sum))
  {
    std::fill(weights.begin(), weights.end(), 1.0);
    sum = static_cast<double>(n);
  }
  // Directions within a pixel are drawn uniformly in azimuth and elevation.
  for (std::size_t i = 0; i < n; ++i)
    tables.pixels[i].density =
      static_cast<float>(weights[i] / sum * static_cast<double>(n) / (2.0 * exactPi * exactPi));
  tables.aliases = makeAliases(weights, sum);
  return tables;
}

} // namespace inkray
