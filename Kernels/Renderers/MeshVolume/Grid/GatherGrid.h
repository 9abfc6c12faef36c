// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/CentralDifferences.h"
#include "Geometry/RegularGrid/GridWalk.h"
#include "Geometry/RegularGrid/TaggedGridView.h"
#include "Optics/GatherSegment.h"
#include "Optics/MediumRun.h"
#include "Renderers/MeshVolume/Grid/GridColors.h"
#include "Shading/FunctionColorIntegration.h"
#include "Shading/VolumeLight.h"
#include "View/RayGenerator.h"

#include <type_traits>

/// What rays gather in a grid. All classes here have the same functions: start() before the first span,
/// enter() where the ray comes to a place that is not the end of the last span, add() for each span, leave()
/// where no cell follows, and pixel() at the end. addWhole() may add all spans of a cell at once, or returns
/// false. split() splits a cell into spans. narrow() tells the walk which values cannot change the pixel any
/// more.
namespace inkray
{

/// A ray through a grid.
struct GridRay
{
  float u, v;       ///< of the pixel
  float lengthPerT; ///< world units times log2(e) in one unit of the ray's parameter
};

/// Gathers color and attenuation as a function of the value, and nothing else. `Integral` is RayIntegral
/// (SegmentIntegration.h) or FunctionColorIntegral (FunctionColorIntegration.h), `View` its function.
template <class View, class Integral>
struct GatherGridFunction
{
  View function;
  using State = Integral;

  INKRAY_HD void start(State& ray) const { ray.clear(); }
  template <class Walk>
  INKRAY_HD void enter(State& ray, const Walk&, const GridRay&, const RaySpan& span) const
  {
    ray.end(function);
    ray.standAt(span.begin);
  }
  template <class Walk>
  INKRAY_HD void add(State& ray, const Walk&, const GridRay& of, const RaySpan& span) const
  {
    ray.add(function, span.end, (span.to - span.from) * of.lengthPerT);
  }
  template <class Walk>
  INKRAY_HD bool addWhole(State& ray, const Walk& walk, const GridRay& of) const
  {
    const BentSpan cell = walk.whole();
    return ray.addBent(
      function, cell.end, cell.bump, cell.bend, (walk.cell().to - walk.cell().t) * of.lengthPerT);
  }
  template <class Walk>
  INKRAY_HD void split(Walk& walk) const
  {
    walk.split();
  }
  template <class Walk>
  INKRAY_HD void narrow(const State&, Walk&) const
  {
  }
  INKRAY_HD void leave(State& ray) const { ray.end(function); }
  INKRAY_HD Float4 pixel(const State& ray) const { return ray.pixel(); }
};
using GatherGridValues = GatherGridFunction<PiecewiseView, RayIntegral>;
using GatherGridColors = GatherGridFunction<FunctionColorTableView, FunctionColorIntegral>;

/// A place of a grid: the channels of a medium, and the gradient of the kept values in the grid. With direct
/// colors, the gradient is that of red.
struct GridPlace : MediumPlace
{
  Float3 gradient;
};

/// How the channels of a medium are found at a place of a grid.
struct GridChannels
{
  RayGenerator camera;
  VolumeLight light;
  BrickLayout layout;
  float gradientToMesh[9]; ///< maps a gradient of kept values in the grid to the caller's coordinates
  /// The magnitude of such a gradient becomes magnitude * perMagnitude + firstRow, at most `mostRows`: the
  /// argument of Medium::factors, or the row of the table.
  float perMagnitude, firstRow, mostRows;
  TaggedValues opacities; ///< values of the points for the opacity, and the scalars that they become
  float opacityLow, opacityScale;
  const std::uint32_t* colors; ///< direct colors of the points (GridColors.h); the value of the walk then
                               ///< gives the opacity; null: there are none

  /// The channels where the ray is at parameter t, in the cell of the walk's last span.
  template <class Medium, class Walk>
  INKRAY_HD GridPlace place(
    const Medium& medium, const Walk& walk, const GridRay& ray, float t, float value) const
  {
    GridPlace at = {};
    at.value = value;
    const bool isSteep = medium.hasVertexLight() || medium.hasVertexMagnitudes();
    if (!isSteep && !medium.hasVertexOpacity() && !medium.isByVertices())
      return at;
    float p[3];
    walk.locate(t, p);
    if (medium.isByVertices())
    {
      const PointColor c =
        walk.interpolateAt(p, [this](std::int64_t id) { return PointColor::of(colors[id]); });
      at.color = { c.red, c.green, c.blue };
      at.opacity = value;
    }
    else if (medium.hasVertexOpacity())
    {
      const float kept = walk.interpolateAt(p, [this](std::int64_t id) { return opacities[id]; });
      at.opacity = (kept - opacityLow) * opacityScale;
    }
    if (!isSteep)
      return at;
    const int cell[3] = { walk.index(0), walk.index(1), walk.index(2) };
    if constexpr (Medium::may(feature::vertexColors))
      at.gradient = medium.isByVertices()
        ? centralDifferencesAt(RedView(walk.volume(), colors), layout, cell, p)
        : centralDifferencesAt(walk.volume(), layout, cell, p);
    else
      at.gradient = centralDifferencesAt(walk.volume(), layout, cell, p);
    this->addGradient(medium, ray, t, at);
    return at;
  }
  /// Whether a place has the color that its medium needs.
  template <class Medium>
  INKRAY_HD static bool isColored(const Medium& medium, const MediumPlace& at)
  {
    return !medium.isByVertices() || at.color.x == at.color.x;
  }
  /// The least number of spans for the walk's cell, 1 or an even number: between their ends, no channel of a
  /// direct color is further than `mostFromChord` off a line.
  template <class Walk>
  INKRAY_HD int spansOfColors(const Walk& walk) const
  {
    if (areCellsConstant(walk.volume().axes()))
      return 1;
    const std::int64_t first = walk.corner(), y = walk.volume().strideY, z = walk.volume().strideZ;
    PointColor c[8];
    INKRAY_UNROLL
    for (int k = 0; k < 8; ++k)
      c[k] = PointColor::of(colors[first + (k & 1) + (k >> 1 & 1) * y + (k >> 2) * z]);
    const auto at = [&](float share) {
      float p[3];
      INKRAY_UNROLL
      for (int axis = 0; axis < 3; ++axis)
        p[axis] =
          multiplyAdd(share, walk.cell().until[axis] - walk.cell().from[axis], walk.cell().from[axis]);
      const auto edge = [&](int k) { return c[k] * (1.0f - p[0]) + c[k + 1] * p[0]; };
      return (edge(0) * (1.0f - p[1]) + edge(2) * p[1]) * (1.0f - p[2]) +
        (edge(4) * (1.0f - p[1]) + edge(6) * p[1]) * p[2];
    };
    const float* const from = walk.cell().from;
    const float* const until = walk.cell().until;
    const float ways = (until[0] - from[0]) * (until[1] - from[1]) * (until[2] - from[2]);
    const PointColor begin = at(0.0f), middle = at(0.5f), end = at(1.0f),
                     third = (c[7] + c[4] + c[2] + c[1]) * ways + (c[6] + c[5] + c[3] + c[0]) * -ways;
    const auto bend = [](float a, float m, float b, float c3) {
      return SpansOfCubic::bendOf(m - 0.5f * (a + b), c3);
    };
    const float most = maximum(bend(begin.red, middle.red, end.red, third.red),
      maximum(bend(begin.green, middle.green, end.green, third.green),
        bend(begin.blue, middle.blue, end.blue, third.blue)));
    if (!(most > mostFromChord))
      return 1;
    const float pairs = ceilf(0.5f * sqrtf(most * (1.0f / mostFromChord)));
    return 2 * (pairs < 16.0f ? static_cast<int>(pairs) : 16);
  }
  /// The channels at a share of the way between two places, where the ray is at parameter t. The gradient is
  /// linear in between, and so is everything that does not depend on it.
  template <class Medium>
  INKRAY_HD GridPlace between(const Medium& medium, const GridRay& ray, const GridPlace& a,
    const GridPlace& b, float share, float t) const
  {
    GridPlace at = {};
    at.value = MediumPlace::mixed(a.value, b.value, share);
    at.opacity = MediumPlace::mixed(a.opacity, b.opacity, share);
    at.color = MediumPlace::mixed(a.color, b.color, share);
    at.gradient = MediumPlace::mixed(a.gradient, b.gradient, share);
    this->addGradient(medium, ray, t, at);
    return at;
  }

  /// The number of parts in which light is nearly linear between two places of a ray, at most mostParts. For
  /// normals with an angle of a between them, a part has an error of a^2 / 8; a highlight multiplies this by
  /// its power. Where the gradient turns from the eye, the light bends sharply.
  INKRAY_HD int partsInLight(const Ray& ray, const GridPlace& a, const GridPlace& b) const
  {
    const float* const d = ray.direction;
    const auto along = [d](const Float3& g) { return dot(g, Float3{ d[0], d[1], d[2] }); };
    const Float3 x = this->inMesh(a.gradient), y = this->inMesh(b.gradient);
    const float squares = dot(x, x) * dot(y, y);
    if (!(squares > 0.0f) || along(a.gradient) * along(b.gradient) < 0.0f)
      return mostParts;
    const float square = (2.0f - 2.0f * dot(x, y) / sqrtf(squares)) * partsPerAngle * partsPerAngle *
      (light.material.specular > 0.0f ? maximum(1.0f, light.material.specularPower) : 1.0f);
    return square > 9.0f ? mostParts : square > 4.0f ? 3 : square > 1.0f ? 2 : 1;
  }
  /// The magnitude of a gradient of kept values in the grid, in the caller's coordinates.
  INKRAY_HD float magnitudeOf(const Float3& gradient) const
  {
    const Float3 g = this->inMesh(gradient);
    return sqrtf(dot(g, g));
  }

private:
  static constexpr float mostFromChord = 1e-3f;
  static constexpr int mostParts = 4;
  static constexpr float partsPerAngle = 8.0f; ///< in radians

  /// A gradient of kept values in the grid, in the caller's coordinates.
  INKRAY_HD Float3 inMesh(const Float3& g) const
  {
    const float* const m = gradientToMesh;
    return { multiplyAdd(m[0], g.x, multiplyAdd(m[1], g.y, m[2] * g.z)),
      multiplyAdd(m[3], g.x, multiplyAdd(m[4], g.y, m[5] * g.z)),
      multiplyAdd(m[6], g.x, multiplyAdd(m[7], g.y, m[8] * g.z)) };
  }
  /// Set the channels that depend on the gradient of a place.
  template <class Medium>
  INKRAY_HD void addGradient(const Medium& medium, const GridRay& ray, float t, GridPlace& at) const
  {
    if (medium.hasVertexMagnitudes())
      at.magnitude = minimum(multiplyAdd(this->magnitudeOf(at.gradient), perMagnitude, firstRow), mostRows);
    if (!medium.hasVertexLight())
      return;
    const float gradient[3] = { at.gradient.x, at.gradient.y, at.gradient.z };
    const Float3 direction = eyeDirection(camera, ray.u, ray.v);
    const Float3 inEye = fromEye(camera, eyePosition(camera, ray.u, ray.v, direction, depthAt(camera, t)));
    const LightSums sums = light.at(inEye, camera.parallel, normalInEye(camera, gradient));
    at.diffuse = sums.diffuse;
    at.specular = sums.specular;
  }
};

/// The magnitudes of the gradients at a grid's points, or in its constant cells.
struct GridMagnitudes
{
  AnyGridView values;
  GridChannels channels;

  INKRAY_HD float operator()(std::int64_t point) const
  {
    int cell[3];
    float p[3];
    INKRAY_UNROLL
    for (int axis = 0; axis < 3; ++axis)
    {
      const int cells = channels.layout.cells[axis];
      const int along = areCellsConstant(values.axes()) ? cells : cells + 1;
      const int at = static_cast<int>(point % along);
      point /= along;
      cell[axis] = at < cells ? at : cells - 1;
      p[axis] = at < cells ? 0.0f : 1.0f;
    }
    const auto gradientOf = [&](const auto& grid) {
      return centralDifferencesAt(grid, channels.layout, cell[0], cell[1], cell[2], p[0], p[1], p[2]);
    };
    return channels.magnitudeOf(
      channels.colors ? gradientOf(RedView(values, channels.colors)) : gradientOf(values));
  }
};

/// Gathers any medium into any film, for a set of features (MediumFeatures.h). The medium always has the
/// features in `Always`. Composited media of functions go through runs of segments (MediumRun.h), which need
/// fewer lookups.
template <unsigned Features, unsigned Always = 0u>
struct GatherGrid
{
  static constexpr bool byRuns =
    feature::isOnly(Features, feature::films | feature::missing | feature::coloredLight, feature::composite);

  MediumOf<Features, Always> medium;
  FilmModeOf<Features> mode;
  GridChannels channels;

  struct Here
  {
    GridPlace here; ///< channels at the ray's place
    bool isKnown;   ///< false: they have to be found, because the ray has passed transparent spans
  };
  struct FilmState
    : Film
    , Here
  {
    MediumKnots knots;
  };
  struct RunState
    : MediumRun<MediumOf<Features, Always>>
    , Here
  {
  };
  using State = std::conditional_t<byRuns, RunState, FilmState>;

  INKRAY_HD void start(State& ray) const
  {
    static_cast<Here&>(ray) = {};
    if constexpr (byRuns)
      ray.clear();
    else
    {
      mode.with([&](auto film) { film.clear(ray); });
      ray.knots.clear();
    }
  }
  template <class Walk>
  INKRAY_HD void enter(State& ray, const Walk&, const GridRay&, const RaySpan&) const
  {
    this->leave(ray);
    ray.isKnown = false;
  }
  template <class Walk>
  INKRAY_HD void add(State& ray, const Walk& walk, const GridRay& of, const RaySpan& span) const
  {
    if (this->isTransparent(ray, span))
    {
      ray.isKnown = false;
      return;
    }
    // Where the cell before had a point without a color, its place has none.
    if (!ray.isKnown || !channels.isColored(medium, ray.here))
    {
      this->leave(ray);
      ray.here = channels.place(medium, walk, of, span.from, span.begin);
      ray.isKnown = true;
      if constexpr (byRuns)
        ray.standAt(medium, ray.here);
    }
    // Light is not linear in the gradient, and is found more often than the gradient.
    // In a constant cell the gradient is constant, and light changes only with the direction to the eye.
    const bool isConstant = areCellsConstant(walk.volume().axes());
    const GridPlace begin = ray.here,
                    end = isConstant ? channels.between(medium, of, begin, begin, 1.0f, span.to)
                                     : channels.place(medium, walk, of, span.to, span.end);
    const int parts =
      medium.hasVertexLight() && !isConstant ? channels.partsInLight(walk.ray(), begin, end) : 1;
    const float share = 1.0f / static_cast<float>(parts);
    const float length = (span.to - span.from) * of.lengthPerT * share;
    for (int k = 1; k <= parts; ++k)
    {
      const float x = static_cast<float>(k) * share;
      const GridPlace ahead = k == parts
        ? end
        : channels.between(medium, of, begin, end, x, multiplyAdd(x, span.to - span.from, span.from));
      this->addPart(ray, span.cell, ahead, length);
      ray.here = ahead;
    }
  }
  template <class Walk>
  INKRAY_HD bool addWhole(State&, const Walk&, const GridRay&) const
  {
    return false;
  }
  template <class Walk>
  INKRAY_HD void split(Walk& walk) const
  {
    walk.split();
    if constexpr ((Features & feature::vertexColors) != 0u)
      if (medium.isByVertices())
        walk.refine(channels.spansOfColors(walk));
  }
  /// A greatest or least value changes only where a value is beyond it.
  template <class Walk>
  INKRAY_HD void narrow([[maybe_unused]] const State& ray, [[maybe_unused]] Walk& walk) const
  {
    if constexpr (!byRuns)
      mode.with([&](auto film) {
        constexpr int order = decltype(film)::order;
        if constexpr (order != 0)
          walk.pass(order < 0 ? ray.red : -INFINITY, order < 0 ? INFINITY : ray.red);
      });
  }
  INKRAY_HD void leave([[maybe_unused]] State& ray) const
  {
    if constexpr (byRuns)
      ray.end(medium);
  }
  INKRAY_HD Float4 pixel(const State& ray) const { return pixelOf(ray, mode, medium); }

private:
  /// Whether a span lies in an interval of the function in which nothing is seen, so that its channels need
  /// not be found. The ray must have been in the interval before.
  INKRAY_HD bool isTransparent(const State& ray, const RaySpan& span) const
  {
    if (!medium.isByFunction() || medium.hasOwnOpacity() || !mode.isComposite())
      return false;
    const IntervalPlace& place = placeOf(ray);
    if (!(place.piece >= 0 && place.holds(span.begin) && place.holds(span.end)))
      return false;
    const FunctionInterval& interval = medium.colors.pieces[place.piece];
    return interval.attenuation == 0.0f && interval.attenuationSlope == 0.0f;
  }
  INKRAY_HD static const IntervalPlace& placeOf(const State& ray)
  {
    if constexpr (byRuns)
      return ray.value;
    else
      return ray.knots.value;
  }
  /// Add a part of a span, from the ray's place to the place ahead.
  INKRAY_HD void addPart(State& ray, std::uint32_t cell, const GridPlace& ahead, float length) const
  {
    const MediumSegment segment = segmentInCell(medium, ray.here, ahead, cell);
    if constexpr (byRuns)
    {
      ray.begin(medium, segment, length);
      while (ray.hasMore())
        ray.addPart(medium, ahead);
    }
    else
      gatherSegment(
        mode, medium, segment, cell, { 0.0f, 1.0f, ray.here.value, ahead.value, length },
        [](NearestVertices&, float) {}, ray, ray.knots);
  }
};

} // namespace inkray
