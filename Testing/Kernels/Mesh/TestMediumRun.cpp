// SPDX-License-Identifier: BSD-3-Clause
// A ray gathers along runs of segments the light that CompositeFilm makes of their parts, in any medium that
// corners of cells carry. Code for fewer features gathers the same.
#include "Optics/MediumRun.h"
#include "Oracles/Randomness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr unsigned function = feature::composite | feature::function;
constexpr unsigned most = function | feature::cellColors | feature::opacity | feature::vertexGradients |
  feature::vertexLight | feature::cellLight;

/// Returns a function from below 0 to beyond 1, in a few intervals that may jump.
std::vector<FunctionInterval> randomPieces(Randomness& random, double attenuation)
{
  TransferFunction made;
  double s = random.real(-0.2, 0.2);
  for (int knot = 1 + random.integer(6); knot > 0; --knot)
  {
    const auto number = [&](double n) { return float(random.chance(0.2) ? 0.0 : random.real(0, n)); };
    made.knots.push_back({ s, number(1), number(1), number(1), number(attenuation) });
    s += random.chance(0.1) ? 0.0 : random.real(0.02, 0.5);
  }
  return makeIntervals(made, 0.0, 1.0);
}

/// A medium with random features, and segments of a ray through it. Each segment has a cell of its own.
struct Way
{
  std::vector<FunctionInterval> colors, opacities, factors;
  MediumOf<most> medium = {};
  std::vector<MediumSegment> segments;
  std::vector<float> lengths;
  float lightOfCells = 0.0f;

  explicit Way(Randomness& random)
    : colors(randomPieces(random, random.chance(0.2) ? 80.0 : 3.0))
    , opacities(randomPieces(random, random.chance(0.2) ? 80.0 : 3.0))
    , factors(randomPieces(random, 1.0))
  {
    const auto view = [](const auto& pieces) {
      return PiecewiseView{ pieces.data(), static_cast<int>(pieces.size()) };
    };
    medium.colors = view(colors);
    medium.opacities = view(opacities);
    medium.opacitySource = static_cast<OpacitySource>(random.integer(3));
    const bool isByCells = random.chance(0.3);
    if (isByCells)
    {
      medium.colorSource = ColorSource::Cells;
      medium.opacitySource = OpacitySource::Vertices;
    }
    if (random.chance(0.5))
      medium.factors = view(factors);
    medium.lightNumbers = 2;
    if (!isByCells && random.chance(0.6))
      medium.light = &lightOfCells; // there is light; nothing is loaded here
    medium.isLightOfCells = random.chance(0.5);
    MediumPlace at = place(random);
    for (int k = 1 + random.integer(12); k > 0; --k)
    {
      const MediumPlace end = random.chance(0.1) ? at : place(random);
      MediumSegment segment = { at, end, float(random.real(0, 1)), {} };
      segment.constant = { float(random.real(0, 1)), float(random.real(0, 1)), float(random.real(0, 1)),
        float(random.real(0, 3)) };
      if (medium.hasCellLight())
      {
        segment.end.diffuse = segment.begin.diffuse;
        segment.end.specular = segment.begin.specular;
      }
      segments.push_back(segment);
      lengths.push_back(random.chance(0.1) ? 0.0f : float(random.real(0, random.chance(0.1) ? 30 : 0.5)));
      at = end;
    }
  }
  /// Returns a place in gray light. Now and then it has no value.
  static MediumPlace place(Randomness& random)
  {
    const auto number = [&] {
      return random.chance(0.02) ? std::numeric_limits<float>::quiet_NaN() : float(random.real(-0.1, 1.1));
    };
    const auto gray = [&] {
      const auto l = float(random.real(0, 1));
      return Float3{ l, l, l };
    };
    return { number(), number(), number(), {}, gray(), gray() };
  }
  unsigned features() const
  {
    const bool isLit = medium.light;
    return feature::composite | (medium.isByCells() ? feature::cellColors : feature::function) |
      (medium.hasVertexOpacity() ? feature::vertexOpacity : 0u) |
      (medium.hasCellOpacity() ? feature::cellOpacity : 0u) |
      (medium.hasFactors() ? feature::vertexGradients : 0u) |
      (isLit ? (medium.isLightOfCells ? feature::cellLight : feature::vertexLight) : 0u);
  }
  /// A cell is not seen where it lacks a channel that the medium has. Channels that the medium lacks do not
  /// count.
  bool isSeen(const MediumSegment& segment) const
  {
    float whole = 0.0f;
    if (medium.isByFunction())
      whole += segment.begin.value + segment.end.value;
    if (medium.hasVertexOpacity())
      whole += segment.begin.opacity + segment.end.opacity;
    if (medium.hasFactors())
      whole += segment.begin.magnitude + segment.end.magnitude;
    return whole == whole;
  }

  Film byParts() const
  {
    Film film;
    CompositeFilm::clear(film);
    for (std::size_t k = 0; k < segments.size(); ++k)
    {
      if (!this->isSeen(segments[k]))
        continue;
      MediumKnots knots;
      knots.clear();
      MediumSteps<MediumOf<most>> steps;
      steps.begin(medium, segments[k], knots, 0.0f, 1.0f, segments[k].begin.value, segments[k].end.value);
      visitParts(
        medium, segments[k], steps, [](NearestVertices&, float) {},
        [&](const auto& part) {
          CompositeFilm::addPart(film, part, nullptr, (part.to - part.from) * lengths[k]);
        });
    }
    return film;
  }
  /// Gathers by the code of a set of features. `Always` are the features of the set that the medium has for
  /// certain.
  template <unsigned Features, unsigned Always>
  Film byRuns() const
  {
    const MediumOf<Features, Always> own = { static_cast<const Medium&>(medium) };
    MediumRun<MediumOf<Features, Always>> run;
    run.clear();
    run.standAt(own, segments.front().begin);
    for (std::size_t k = 0; k < segments.size(); ++k)
    {
      run.begin(own, segments[k], lengths[k]);
      while (run.hasMore())
        run.addPart(own, segments[k].end);
    }
    run.end(own);
    return run;
  }
};

void expectNear(const Film& a, const Film& b, float tolerance, const std::string& what)
{
  EXPECT_NEAR(a.red, b.red, tolerance) << what;
  EXPECT_NEAR(a.green, b.green, tolerance) << what;
  EXPECT_NEAR(a.blue, b.blue, tolerance) << what;
  EXPECT_NEAR(a.transmittance, b.transmittance, 0.1f * tolerance) << what;
}

TEST(MediumRun, GathersWhatFilmsMakeOfParts)
{
  Randomness random(31);
  for (int k = 0; k < 6000; ++k)
  {
    const Way way(random);
    const std::string what = std::to_string(k) + ", features " + std::to_string(way.features());
    const Film runs = way.byRuns<most, 0u>();
    expectNear(runs, way.byParts(), 1.5e-4f, what);
    const auto expectSame = [&](const Film& other) { expectNear(runs, other, 0.0f, what); };
    constexpr unsigned none = 0u;
    switch (way.features())
    {
      case function | feature::vertexOpacity:
        expectSame(
          way.byRuns<function | feature::cellColors | feature::vertexOpacity, feature::vertexOpacity>());
        break;
      case function | feature::cellOpacity:
        expectSame(way.byRuns<function | feature::cellOpacity, none>());
        break;
      case function | feature::vertexGradients:
        expectSame(way.byRuns<function | feature::vertexGradients, feature::vertexGradients>());
        break;
      case function | feature::vertexGradients | feature::vertexLight:
        expectSame(way.byRuns<function | feature::vertexGradients | feature::vertexLight,
                   feature::vertexGradients | feature::vertexLight>());
        break;
      case function | feature::vertexLight:
        expectSame(way.byRuns<function | feature::vertexLight, feature::vertexLight>());
        break;
      default:
        break;
    }
  }
}

} // namespace
