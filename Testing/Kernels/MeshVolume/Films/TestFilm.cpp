// SPDX-License-Identifier: BSD-3-Clause
// A part of a segment in a film, compared with quadrature in double precision. The color is within 2e-5 of
// its change, or within 1e-4 where the attenuation is linear. Kernels for sets of features give the same
// bits.
#include "Optics/Films.h"
#include "Optics/MediumSteps.h"
#include "Oracles/QuadraticIntegration.h"
#include "Oracles/Randomness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// A medium with one piece of each function, or with a table of four entries, and a segment in it.
struct OnePart
{
  FunctionInterval value, opacity, factor;
  Float4 entries[16];
  MediumOf<feature::all> medium = {};
  MediumSegment segment = {};

  explicit OnePart(Randomness& random, int kind)
    : value(piece(random))
    , opacity(piece(random))
    , factor(piece(random))
  {
    static const float none = 0.0f;
    medium.colors = { &value, 1 };
    medium.opacities = { &opacity, 1 };
    if (kind & 1)
      medium.opacitySource = OpacitySource::Vertices;
    if (kind & 2)
      medium.factors = { &factor, 1 };
    else if (kind & 4)
    {
      medium.colorSource = ColorSource::Table;
      medium.table = { entries, 2, 2, 1.0f, 0.0f, nullptr };
      medium.vertexMagnitudes = &none; // not null: there are magnitudes; nothing is loaded here
      for (Float4& e : entries)
        e = { float(random.real(0, 1)), float(random.real(0, 1)), float(random.real(0, 1)),
          float(random.real(0, 3)) };
    }
    if (kind & 8)
      medium.light = &none; // not null: there is light of six numbers; nothing is loaded here
    for (MediumPlace* const place : { &segment.begin, &segment.end })
      *place = { float(random.real(0, 1)), float(random.real(0, 1)), float(random.real(0, 1)), {},
        { float(random.real(0, 1)), float(random.real(0, 1)), float(random.real(0, 1)) },
        { float(random.real(0, 1)), float(random.real(0, 1)), float(random.real(0, 1)) } };
    segment.factor = 0.7f;
  }
  static FunctionInterval piece(Randomness& random)
  {
    const auto number = [&](double low, double high) { return static_cast<float>(random.real(low, high)); };
    FunctionInterval p = {};
    p.middle = p.half = 0.5f;
    p.attenuation = number(0, 2);
    p.attenuationSlope = number(-2, 2) * p.attenuation;
    p.red = p.green = p.blue = 0.5f;
    p.redSlope = number(-1, 1);
    p.greenSlope = number(-1, 1);
    p.blueSlope = number(-1, 1);
    return p;
  }

  /// Color and attenuation in double precision.
  std::array<double, 4> at(double t) const
  {
    const auto mixed = [&](double a, double b) { return a + t * (b - a); };
    const MediumPlace &a = segment.begin, &b = segment.end;
    const double v = mixed(a.value, b.value), m = mixed(a.magnitude, b.magnitude);
    const auto attenuation = [](const FunctionInterval& p, double s) {
      return p.attenuation + p.attenuationSlope * (s - 0.5);
    };
    std::array<double, 4> e = { 0.5 + value.redSlope * (v - 0.5), 0.5 + value.greenSlope * (v - 0.5),
      0.5 + value.blueSlope * (v - 0.5), attenuation(value, v) };
    if (medium.isByTable())
    {
      e = { 0, 0, 0, 0 };
      for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 2; ++column)
        {
          const Float4& c = entries[(row + 1) * 4 + column + 1];
          const double w = (column ? v : 1 - v) * (row ? m : 1 - m);
          e = { e[0] + w * c.x, e[1] + w * c.y, e[2] + w * c.z, e[3] + w * c.w };
        }
    }
    if (medium.opacitySource == OpacitySource::Vertices)
      e[3] = attenuation(opacity, mixed(a.opacity, b.opacity));
    if (medium.factors.count > 0)
      e[3] *= attenuation(factor, m);
    e[3] *= segment.factor;
    if (medium.light)
    {
      const double d[3] = { mixed(a.diffuse.x, b.diffuse.x), mixed(a.diffuse.y, b.diffuse.y),
        mixed(a.diffuse.z, b.diffuse.z) };
      const double s[3] = { mixed(a.specular.x, b.specular.x), mixed(a.specular.y, b.specular.y),
        mixed(a.specular.z, b.specular.z) };
      for (std::size_t c = 0; c < 3; ++c)
        e[c] = e[c] * d[c] + s[c];
    }
    return e;
  }
};

constexpr unsigned litFunction =
  feature::composite | feature::function | feature::light | feature::coloredLight;
constexpr unsigned byFunction = litFunction | feature::opacity | feature::vertexGradients;

template <class Medium>
MediumSteps<Medium> stepsOf(const Medium& medium, const MediumSegment& segment)
{
  MediumKnots knots;
  knots.clear();
  MediumSteps<Medium> steps;
  steps.begin(medium, segment, knots, 0.0f, 1.0f, segment.begin.value, segment.end.value);
  return steps;
}

template <class Medium>
Film composited(const Medium& medium, const MediumSegment& segment, float length)
{
  Film film;
  CompositeFilm::clear(film);
  visitParts(
    medium, segment, stepsOf(medium, segment), [](NearestVertices&, float) {},
    [&](const auto& p) { CompositeFilm::addPart(film, p, nullptr, (p.to - p.from) * length); });
  return film;
}

TEST(Film, IsFoundByTheRowOfItsMode)
{
  std::set<std::string> names, entries, keywords;
  for (const FilmTraits& film : allFilms)
  {
    const auto isIt = [&](auto other) {
      using Other = decltype(other);
      return Other::kernels == film.kernels && Other::order == film.order &&
        Other::hasRange == film.hasRange && Other::isComposite == film.isComposite &&
        Other::isPerLength == film.isPerLength;
    };
    EXPECT_TRUE(withFilm<feature::all>(film.mode, isIt)) << film.name;
    EXPECT_EQ(withFilm<feature::composite>(film.mode, isIt), film.kernels == feature::composite);
    EXPECT_EQ(film.kernels != feature::extreme || withFilm<feature::extreme>(film.mode, isIt), true);
    EXPECT_EQ(film.kernels != feature::sum || withFilm<feature::sum>(film.mode, isIt), true);
    EXPECT_EQ(&filmOf(film.mode), &film);
    EXPECT_EQ(findFilm(static_cast<int>(film.mode)), &film);
    names.insert(film.name);
    entries.insert(film.entry);
    keywords.insert(film.keyword);
  }
  EXPECT_EQ(findFilm(-1), nullptr);
  EXPECT_EQ(names.size(), std::size(allFilms));
  EXPECT_EQ(entries.size(), std::size(allFilms));
  EXPECT_EQ(keywords.size(), std::size(allFilms));
  EXPECT_TRUE(allFilms[0].isComposite);
}

TEST(Film, CompositesAPartWithinItsBound)
{
  Randomness random(1);
  double worst = 0.0, worstOfLinear = 0.0, worstTransmittance = 0.0;
  for (int k = 0; k < 4000; ++k)
  {
    const OnePart part(random, k & 15);
    const double length = std::pow(10.0, random.real(-3, 3));
    std::array<double, 4> reference = { 0, 0, 0, 0 };
    double depth = 0.0, low[3] = { 9, 9, 9 }, high[3] = { -9, -9, -9 };
    integrateQuadratic(
      { 0.25, 0.5, 0.75 }, [&](double t, double) { return part.at(t); }, length, depth, reference);
    for (int n = 0; n <= 16; ++n)
      for (std::size_t c = 0; c < 3; ++c)
      {
        low[c] = std::min(low[c], part.at(n / 16.0)[c]);
        high[c] = std::max(high[c], part.at(n / 16.0)[c]);
      }
    const auto logLength = static_cast<float>(length * 1.4426950408889634);
    const Film film = composited(part.medium, part.segment, logLength);
    const auto expectSame = [&](const Film& other) {
      EXPECT_EQ(film.red, other.red) << k;
      EXPECT_EQ(film.green, other.green) << k;
      EXPECT_EQ(film.blue, other.blue) << k;
      EXPECT_EQ(film.transmittance, other.transmittance) << k;
    };
    if (part.medium.isByFunction())
      expectSame(composited(MediumOf<byFunction>{ { part.medium } }, part.segment, logLength));
    if (part.medium.isByFunction() && !part.medium.hasOwnOpacity() && !part.medium.hasFactors())
      expectSame(composited(MediumOf<litFunction>{ { part.medium } }, part.segment, logLength));
    const double found[3] = { film.red, film.green, film.blue };
    double& worstHere = part.medium.isAttenuationLinear() ? worstOfLinear : worst;
    for (std::size_t c = 0; c < 3; ++c)
      worstHere = std::max(worstHere, (std::abs(found[c] - reference[c]) - 1e-6) / (high[c] - low[c] + 1e-3));
    worstTransmittance = std::max(worstTransmittance, std::abs(film.transmittance - std::exp(-depth)));
  }
  EXPECT_LT(worst, 2e-5);
  EXPECT_LT(worstOfLinear, 1e-4);
  EXPECT_LT(worstTransmittance, 2e-6);
}

TEST(Film, SumsAPartExactly)
{
  Randomness random(2);
  for (int k = 0; k < 200; ++k)
  {
    const OnePart part(random, k & 7);
    double reference = 0.0;
    const int steps = 4000;
    for (int n = 0; n < steps; ++n)
    {
      const double t = (n + 0.5) / steps;
      const double value = part.segment.begin.value + t * (part.segment.end.value - part.segment.begin.value);
      reference += part.at(t)[3] * value / steps;
    }
    Film film;
    AdditiveFilm::clear(film);
    const auto valueAt = [&](float share) {
      return MediumPlace::mixed(part.segment.begin.value, part.segment.end.value, share);
    };
    visitParts(
      part.medium, part.segment, stepsOf(part.medium, part.segment), [](NearestVertices&, float) {},
      [&](const auto& p) { AdditiveFilm::addPart(film, p, valueAt, 1.0f); });
    EXPECT_NEAR(film.red, reference, 2e-6) << k;
  }
}

} // namespace
