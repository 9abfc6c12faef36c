// SPDX-License-Identifier: BSD-3-Clause
#include "VolumeCapsules.h"
#include "Noise.h"

#include <algorithm>
#include <cmath>

namespace inkray::generator
{
namespace
{

using Vector = std::array<double, 3>;

constexpr double Reach = 2.5; ///< in radii: the distance from the axis of a tube at which its brightness is 0

Vector sum(const Vector& a, const Vector& b, double t)
{
  return { a[0] + t * b[0], a[1] + t * b[1], a[2] + t * b[2] };
}

double dot(const Vector& a, const Vector& b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

Vector unit(const Vector& a)
{
  const double length = std::sqrt(dot(a, a));
  return length > 1e-12 ? Vector{ a[0] / length, a[1] / length, a[2] / length } : Vector{ 0, 1, 0 };
}

/// The position of the point nearest to p along a -> b, in [0, 1].
double nearest(const Capsule& c, const Vector& p)
{
  const Vector along = sum(c.b, c.a, -1.0);
  const double square = dot(along, along);
  return square > 0.0 ? std::clamp(dot(sum(p, c.a, -1.0), along) / square, 0.0, 1.0) : 0.0;
}

/// Random numbers in the order in which branches grow.
class Random
{
public:
  explicit Random(std::uint64_t seed)
    : State(mix(seed))
  {
  }
  double symmetric() { return signedUnit(this->State = mix(this->State)); } ///< in [-1, 1)
  double between(double low, double high) { return low + (high - low) * 0.5 * (this->symmetric() + 1.0); }
  Vector direction()
  {
    // Points in the ball, so that all directions are equally likely.
    for (;;)
    {
      const Vector v = { this->symmetric(), this->symmetric(), this->symmetric() };
      const double square = dot(v, v);
      if (square > 0.01 && square < 1.0)
      {
        return unit(v);
      }
    }
  }

private:
  std::uint64_t State;
};

/// The end of a branch, from which the next ones grow.
struct Tip
{
  Vector position, direction;
  double radius;
};

/// Grow a winding branch of `steps` tubes. Returns its end.
Tip growBranch(std::vector<Capsule>& capsules, Random& random, Tip tip, int steps, double stepLength,
  double taper, double winding, double brightness)
{
  for (int i = 0; i < steps; ++i)
  {
    tip.direction = unit(sum(tip.direction, random.direction(), winding));
    // Turn back near the border of the cube.
    for (int a = 0; a < 3; ++a)
    {
      const double margin = tip.position[a] + 2.0 * stepLength * tip.direction[a];
      if (std::abs(margin) > 0.9)
      {
        tip.direction[a] -= 0.8 * margin;
      }
    }
    tip.direction = unit(tip.direction);
    const Vector end = sum(tip.position, tip.direction, stepLength);
    capsules.push_back({ tip.position, end, tip.radius, tip.radius * taper, brightness });
    tip.position = end;
    tip.radius *= taper;
  }
  return tip;
}

/// A direction at an angle (in radians) to another one, towards a random side.
Vector tilted(Random& random, const Vector& direction, double angle)
{
  Vector side = random.direction();
  side = unit(sum(side, direction, -dot(side, direction)));
  return unit(sum(direction, side, std::tan(angle)));
}

} // namespace

CapsuleField::CapsuleField(std::vector<Capsule> capsules)
  : Capsules(std::move(capsules))
{
  // Visit all tubes twice: first count the tubes of each cell, then fill the list.
  const double width = 2.0 / Cells, halfDiagonal = 0.5 * std::sqrt(3.0) * width;
  const auto visit = [&](auto&& take) {
    for (std::size_t n = 0; n < this->Capsules.size(); ++n)
    {
      const Capsule& c = this->Capsules[n];
      const double reach = Reach * std::max(c.radiusA, c.radiusB);
      int low[3], high[3];
      for (int a = 0; a < 3; ++a)
      {
        low[a] = std::clamp(
          static_cast<int>(std::floor((std::min(c.a[a], c.b[a]) - reach + 1.0) / width)), 0, Cells - 1);
        high[a] = std::clamp(
          static_cast<int>(std::floor((std::max(c.a[a], c.b[a]) + reach + 1.0) / width)), 0, Cells - 1);
      }
      for (int k = low[2]; k <= high[2]; ++k)
      {
        for (int j = low[1]; j <= high[1]; ++j)
        {
          for (int i = low[0]; i <= high[0]; ++i)
          {
            const Vector center = { -1.0 + (i + 0.5) * width, -1.0 + (j + 0.5) * width,
              -1.0 + (k + 0.5) * width };
            const Vector apart = sum(center, sum(c.a, sum(c.b, c.a, -1.0), nearest(c, center)), -1.0);
            if (std::sqrt(dot(apart, apart)) <= reach + halfDiagonal)
            {
              take((static_cast<std::size_t>(k) * Cells + j) * Cells + i, static_cast<std::uint32_t>(n));
            }
          }
        }
      }
    }
  };
  this->First.assign(static_cast<std::size_t>(Cells) * Cells * Cells + 1, 0);
  visit([&](std::size_t cell, std::uint32_t) { ++this->First[cell + 1]; });
  for (std::size_t cell = 1; cell < this->First.size(); ++cell)
  {
    this->First[cell] += this->First[cell - 1];
  }
  this->Members.resize(this->First.back());
  std::vector<std::uint32_t> next(this->First.begin(), this->First.end() - 1);
  visit([&](std::size_t cell, std::uint32_t n) { this->Members[next[cell]++] = n; });
}

double CapsuleField::operator()(double x, double y, double z) const
{
  const auto index = [](double a) {
    return std::clamp(static_cast<int>((a + 1.0) * (0.5 * Cells)), 0, Cells - 1);
  };
  const std::size_t cell = (static_cast<std::size_t>(index(z)) * Cells + index(y)) * Cells + index(x);
  const Vector p = { x, y, z };
  double brightest = 0.0;
  for (std::uint32_t m = this->First[cell]; m < this->First[cell + 1]; ++m)
  {
    const Capsule& c = this->Capsules[this->Members[m]];
    const double t = nearest(c, p);
    const Vector apart = sum(p, sum(c.a, sum(c.b, c.a, -1.0), t), -1.0);
    const double reach = Reach * (c.radiusA + t * (c.radiusB - c.radiusA));
    const double share = 1.0 - dot(apart, apart) / (reach * reach);
    if (share > 0.0)
    {
      brightest = std::max(brightest, c.brightness * share * share * share);
    }
  }
  return brightest;
}

std::vector<Capsule> growVessels(std::uint64_t seed)
{
  constexpr double thickest = 0.034, thinnest = 0.0036;
  Random random(seed ^ 0x7e55e1);
  std::vector<Capsule> capsules;
  std::vector<Tip> tips = { { { -0.18, -0.95, 0.05 }, unit({ 0.1, 1.0, 0.1 }), thickest },
    { { 0.25, -0.95, -0.1 }, unit({ -0.1, 1.0, -0.2 }), 0.85 * thickest },
    { { 0.0, -0.95, -0.4 }, unit({ 0.0, 1.0, 0.3 }), 0.7 * thickest } };
  while (!tips.empty())
  {
    Tip tip = tips.back();
    tips.pop_back();
    // Thin vessels hold less of the contrast agent.
    const double brightness = 0.3 + 0.7 * std::sqrt(std::min(1.0, tip.radius / thickest));
    const int steps = static_cast<int>(random.between(5.0, 11.0));
    tip = growBranch(capsules, random, tip, steps, std::max(0.036, 2.0 * tip.radius), 0.99, 0.26, brightness);
    const double ratio = random.between(0.55, 0.98),
                 first = tip.radius * std::cbrt(1.0 / (1.0 + ratio * ratio * ratio));
    for (const double radius : { first, ratio * first })
    {
      // The thinner child branches off at the wider angle.
      const Vector direction =
        tilted(random, tip.direction, radius < first ? random.between(0.6, 1.2) : random.between(0.1, 0.45));
      if (radius >= thinnest)
      {
        tips.push_back({ tip.position, direction, radius });
      }
    }
  }
  // Two bulges, on a thick and on a thin vessel.
  capsules.push_back({ capsules[14].b, capsules[14].b, 0.085, 0.085, 1.0 });
  const Capsule& later = capsules[capsules.size() / 2];
  capsules.push_back({ later.b, later.b, 0.05, 0.05, 0.8 });
  return capsules;
}

std::vector<Capsule> growTree(std::uint64_t seed)
{
  constexpr double wood = 0.8;
  Random random(seed ^ 0x72ee);
  std::vector<Capsule> capsules;
  // The trunk winds.
  const Tip crown = growBranch(
    capsules, random, { { 0.05, -0.72, 0.0 }, unit({ 0.3, 1.0, 0.1 }), 0.075 }, 7, 0.1, 0.93, 0.3, wood);
  std::vector<std::pair<Tip, int>> tips = { { crown, 0 } };
  for (std::size_t n = 2; n < 7; ++n)
  {
    const Vector direction =
      tilted(random, unit(sum(capsules[n].b, capsules[n].a, -1.0)), random.between(0.9, 1.4));
    tips.push_back({ { capsules[n].b, direction, 0.55 * capsules[n].radiusB }, 0 });
  }
  while (!tips.empty())
  {
    auto [tip, level] = tips.back();
    tips.pop_back();
    tip = growBranch(capsules, random, tip, level == 0 ? 5 : 3, level == 0 ? 0.075 : 0.05, 0.95, 0.35,
      level < 3 ? wood : 0.7 * wood);
    if (level == 4 || tip.radius < 0.005)
    {
      // Leaves: small flat clouds around the end of a twig.
      for (int leaf = 0; leaf < 9; ++leaf)
      {
        const Vector place = sum(tip.position, random.direction(), random.between(0.01, 0.055));
        const Vector along = random.direction();
        const double size = random.between(0.006, 0.013);
        capsules.push_back({ sum(place, along, -1.2 * size), sum(place, along, 1.2 * size), size, 0.5 * size,
          random.between(0.25, 0.42) });
      }
      continue;
    }
    const int children = static_cast<int>(random.between(2.0, 4.0));
    for (int child = 0; child < children; ++child)
    {
      Vector direction = tilted(random, tip.direction, random.between(0.3, 1.0));
      direction[1] += 0.12; // towards the light
      tips.push_back(
        { { tip.position, unit(direction), tip.radius * random.between(0.55, 0.8) }, level + 1 });
    }
  }
  return capsules;
}

} // namespace inkray::generator
