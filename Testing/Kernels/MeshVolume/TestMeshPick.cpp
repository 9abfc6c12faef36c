// SPDX-License-Identifier: BSD-3-Clause
// The picked cell in a pixel, compared with the segments of the double-precision brute-force caster.
#include "Core/Errors.h"
#include "MeshVolume/MeshPickTest.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr std::uint32_t nothing = noCell;

/// The number of pixels with a pick, and of wrong picks.
struct PickComparison
{
  int picked = 0, wrong = 0;
  std::string problem;
};

class MeshPick : public MeshPickTest
{
protected:
  /// The contributions that may be picked: where the sum reaches the opacity, or the largest.
  static std::vector<Contribution> candidates(
    const std::vector<Contribution>& all, double opacity, bool isOpaqueBehind)
  {
    std::vector<Contribution> out;
    double sum = 0.0, most = 0.0;
    bool reached = false;
    for (const Contribution& c : all)
    {
      const double before = sum;
      sum += c.added;
      most = std::max(most, c.added);
      if (c.added > 0.0 && before < opacity + Rounding && sum >= opacity - Rounding)
        out.push_back(c);
      reached = reached || sum >= opacity + Rounding;
    }
    for (const Contribution& c : all)
      if (!reached && !isOpaqueBehind && c.added > 0.0 && c.added >= most - Rounding)
        out.push_back(c);
    return out;
  }

  PickComparison compare(const OracleScene& scene, const Camera& camera, const FrameOptions& options,
    float opacity, const Contributions& contributions)
  {
    this->caster().pick(camera, options, opacity);
    const std::uint32_t* const tets = this->caster().pickedTets();
    const float* const depths = this->caster().pickedDepths();
    const BruteForceTetCaster oracle(scene, camera);
    const Matrix clipToEye = inverse(camera.eyeToClip);
    PickComparison result;
    for (int j = 0; j < camera.height; ++j)
      for (int i = 0; i < camera.width; ++i)
      {
        const auto at = static_cast<std::size_t>(i + j * camera.width);
        const double opaque = options.opaqueDepth ? options.opaqueDepth[at] : 1.0;
        const auto [near, seen] = pixelRay(camera, clipToEye, i, j, depths[at]);
        const double distance = norm(minus(seen, near));
        const auto agrees = [&](const std::array<double, 2>& shift) {
          const auto all = contributions(oracle.segments(i, j, opaque, shift));
          double sum = 0.0;
          for (const Contribution& c : all)
            sum += c.added;
          if (tets[at] == nothing)
            return depths[at] == 1.0f && sum <= (opaque < 1.0 ? opacity + Rounding : Rounding);
          const auto right = candidates(all, opacity, opaque < 1.0);
          return std::any_of(right.begin(), right.end(), [&](const Contribution& c) {
            return c.tet == tets[at] && distance >= c.begin - 2e-3 && distance <= c.end + 2e-3;
          });
        };
        result.picked += tets[at] != nothing;
        bool good = agrees({ 0.0, 0.0 });
        for (int k = 0; k < 8 && !good; ++k)
          good = agrees({ 2e-3 * std::cos(0.3 + 0.785 * k), 2e-3 * std::sin(0.3 + 0.785 * k) });
        result.wrong += !good;
        if (!good && result.problem.empty())
          result.problem = "pixel (" + std::to_string(i) + ", " + std::to_string(j) + ") picks " +
            std::to_string(static_cast<std::int32_t>(tets[at])) + " at " + std::to_string(distance);
      }
    return result;
  }

  void expectPicks(const OracleScene& scene, const Camera& camera, const FrameOptions& options, float opacity,
    const Contributions& contributions, const std::string& what)
  {
    const PickComparison found = this->compare(scene, camera, options, opacity, contributions);
    EXPECT_EQ(found.wrong, 0) << what << ": " << found.problem;
    EXPECT_GT(found.picked, camera.width * camera.height / 20) << what;
  }
};

TEST_P(MeshPick, CellWhereTheOpacityIsReached)
{
  const int size = imageSize(Size);
  for (const bool perCell : { false, true })
    for (const Camera& camera : { perspectiveView(size, size), parallelView(size, size) })
    {
      OracleScene scene = nonConvexMesh();
      if (perCell)
      {
        scene.perCell = true;
        scene.scalars = cellValues(scene);
      }
      scene.transferFunction = translucentFunction();
      giveScene(this->caster(), scene);
      const BruteForceTetCaster oracle(scene, camera);
      const auto adds = composited(oracle, scene.scalars, perCell, scene.transferFunction);
      for (const float opacity : { 0.0f, 0.1f, 0.5f, 1.0f })
        this->expectPicks(scene, camera, {}, opacity, adds,
          std::string(perCell ? "cells, " : "points, ") + std::to_string(opacity));
    }
}

/// Where attenuation is constant in a cell, the depth at which an opacity is reached has a closed form.
TEST_P(MeshPick, DepthWhereTheOpacityIsReached)
{
  const int size = imageSize(Size);
  OracleScene scene = kuhnMesh();
  scene.transferFunction = constantFunction(0.7f);
  giveScene(this->caster(), scene);
  const Camera camera = perspectiveView(size, size);
  const BruteForceTetCaster oracle(scene, camera);
  const Matrix clipToEye = inverse(camera.eyeToClip);
  this->caster().pick(camera, {}, 0.4f);
  int checked = 0;
  for (int j = 0; j < size; ++j)
    for (int i = 0; i < size; ++i)
    {
      const auto segments = oracle.segments(i, j);
      const double through = segments.empty() ? 0.0 : segments.back().end - segments.front().begin;
      const double wanted = -std::log1p(-0.4) / 0.7;
      if (through < wanted + 1e-3)
        continue;
      const auto [near, seen] =
        pixelRay(camera, clipToEye, i, j, this->caster().pickedDepths()[i + j * size]);
      EXPECT_NEAR(norm(minus(seen, near)), segments.front().begin + wanted, 1e-3) << i << " " << j;
      ++checked;
    }
  EXPECT_GT(checked, size * size / 20);
}

/// If opacity comes from separate values, they decide about picks, whatever gives the color.
TEST_P(MeshPick, OpacityOfItsOwn)
{
  const int size = imageSize(Size);
  const Camera camera = perspectiveView(size, size);
  for (const bool opacityPerCell : { false, true })
    for (int kind = 0; kind < 4; ++kind)
    {
      OracleScene scene = nonConvexMesh();
      const std::vector<double> ofCells = cellValues(scene);
      std::vector<double> opacities = ofCells;
      if (!opacityPerCell)
      {
        opacities.assign(scene.points.size() / 3, 0.0);
        for (std::size_t p = 0; p < opacities.size(); ++p)
          opacities[p] = 0.5 + 0.4 * scene.points[3 * p] * scene.points[3 * p + 1];
      }
      scene.transferFunction = translucentFunction();
      scene.transferFunction.isCategorical = kind == 2;
      if (kind == 1)
      {
        scene.perCell = true;
        scene.scalars = ofCells;
      }
      const std::vector<double> colors(scene.points.size(), 0.5);
      giveMesh(this->caster(), scene);
      if (kind == 3)
        this->caster().setColors(fieldOf(colors, false, 3), 1.0);
      else
        giveScalars(this->caster(), scene);
      this->caster().setTransferFunction(scene.transferFunction);
      this->caster().setOpacityScalars(fieldOf(opacities, opacityPerCell));
      this->caster().setOpacityFunction(translucentFunction());
      const BruteForceTetCaster oracle(scene, camera);
      const TransferFunction function = translucentFunction();
      if (kind == 2 && !opacityPerCell)
        continue; // the nearest vertex gives the opacity too, which this reference lacks
      this->expectPicks(scene, camera, {}, 0.3f, composited(oracle, opacities, opacityPerCell, function),
        "kind " + std::to_string(kind) + (opacityPerCell ? ", cells" : ", points"));
    }
}

TEST_P(MeshPick, ExtremesAndSums)
{
  const int size = imageSize(Size);
  for (const bool perCell : { false, true })
    for (const BlendMode mode :
      { BlendMode::Maximum, BlendMode::Minimum, BlendMode::Average, BlendMode::Additive })
    {
      OracleScene scene = nonConvexMesh();
      if (perCell)
      {
        scene.perCell = true;
        scene.scalars = cellValues(scene);
      }
      scene.transferFunction = constantFunction(0.5f);
      giveScene(this->caster(), scene);
      FrameOptions options;
      options.blend = mode;
      const Camera camera = perspectiveView(size, size);
      const BruteForceTetCaster oracle(scene, camera);
      const bool sums = mode == BlendMode::Average || mode == BlendMode::Additive;
      const auto adds = [&](const std::vector<OracleSegment>& segments) {
        std::vector<Contribution> found;
        for (const OracleSegment& segment : segments)
        {
          const auto s = oracle.ends(scene.scalars, perCell, segment);
          // The largest contribution counts, also for an extreme.
          const double added = sums      ? 0.25 * (s[0] + s[1]) * (segment.end - segment.begin)
            : mode == BlendMode::Maximum ? 1.0 + std::max(s[0], s[1])
                                         : 3.0 - std::min(s[0], s[1]);
          if (segment.end - segment.begin > 1e-6)
            found.push_back({ segment.tet, segment.begin, segment.end, added });
        }
        return found;
      };
      this->expectPicks(
        scene, camera, options, 1.0f,
        [&](const std::vector<OracleSegment>& segments) {
          auto all = adds(segments);
          // No contribution reaches an opacity.
          for (Contribution& c : all)
            c.added *= 1e-3;
          return all;
        },
        "mode " + std::to_string(static_cast<int>(mode)) + (perCell ? ", cells" : ", points"));
    }
}

/// Surfaces alone, however faint: the tet in which the ray meets the first one, and the depth there.
TEST_P(MeshPick, SurfacesAlone)
{
  const int size = imageSize(Size);
  for (const bool opaque : { true, false })
  {
    MeshScene scene = withSurfaces(nonConvexMesh(), opaque);
    scene.drawVolume = false;
    if (!opaque)
      scene.surfaces[1].opacity = 0.01f;
    this->give(scene);
    const Camera camera = perspectiveView(size, size);
    const BruteForceTetCaster oracle(scene, camera);
    this->expectPicks(
      scene, camera, optionsOf(scene), 0.9f,
      [&](const std::vector<OracleSegment>& segments) {
        std::vector<Contribution> found;
        for (const OracleSegment& segment : segments)
        {
          const auto s = oracle.ends(scene.scalars, false, segment);
          double first = std::numeric_limits<double>::infinity();
          for (const Isosurface& surface : scene.surfaces)
            if (std::min(s[0], s[1]) < surface.value && surface.value <= std::max(s[0], s[1]))
              first = std::min(first, (surface.value - s[0]) / (s[1] - s[0]));
          const double met = segment.begin + first * (segment.end - segment.begin);
          if (std::isfinite(first) && found.empty())
            found.push_back({ segment.tet, met, met, 1.0 });
        }
        return found;
      },
      opaque ? "opaque" : "translucent");
  }
}

/// Slices alone: the tet in which the ray meets the first one.
TEST_P(MeshPick, Slices)
{
  const int size = imageSize(Size);
  MeshScene scene(nonConvexMesh());
  scene.transferFunction = translucentFunction();
  scene.drawVolume = false;
  scene.slices = { { { 0.1, 3.0, 0.2 }, -0.4 }, { { 1.0, 0.3, 0.5 }, 0.2 } };
  scene.sliceOpacity = 0.3;
  this->give(scene);
  const Camera camera = perspectiveView(size, size);
  const BruteForceTetCaster oracle(scene, camera);
  const auto height = [&](const ClippingPlane& plane, std::size_t tet, const std::array<double, 4>& weights) {
    double sum = -plane.distance;
    for (std::size_t v = 0; v < 4; ++v)
      for (std::size_t c = 0; c < 3; ++c)
        sum += weights[v] * plane.normal[c] *
          scene.points[3 * static_cast<std::size_t>(scene.tets[4 * tet + v]) + c];
    return sum;
  };
  this->expectPicks(
    scene, camera, optionsOf(scene), 0.9f,
    [&](const std::vector<OracleSegment>& segments) {
      std::vector<Contribution> found;
      for (const OracleSegment& segment : segments)
        for (const ClippingPlane& plane : scene.slices)
          if (found.empty() &&
            (height(plane, segment.tet, segment.beginWeights) < 0.0) !=
              (height(plane, segment.tet, segment.endWeights) < 0.0))
            found.push_back({ segment.tet, segment.begin, segment.end, 1.0 });
      return found;
    },
    "slices");
}

/// In a volume, the opacity of surfaces adds to the volume's; there are more of them than a ray keeps.
TEST_P(MeshPick, SurfacesInAVolume)
{
  const int size = imageSize(Size);
  MeshScene scene = withSurfaces(nonConvexMesh(), false);
  scene.transferFunction = translucentFunction();
  const Isosurface one = scene.surfaces.front();
  scene.surfaces.clear();
  for (int s = 0; s < 40; ++s)
  {
    scene.surfaces.push_back(one);
    scene.surfaces.back().value = 0.1 + 0.02 * s;
    scene.surfaces.back().opacity = 0.02f;
  }
  this->give(scene);
  const Camera camera = perspectiveView(size, size);
  const BruteForceTetCaster oracle(scene, camera);
  for (const float opacity : { 0.3f, 0.8f })
    this->expectPicks(
      scene, camera, optionsOf(scene), opacity,
      [&](const std::vector<OracleSegment>& segments) {
        std::vector<Contribution> found;
        double through = 1.0;
        for (const OracleSegment& segment : segments)
        {
          const auto s = oracle.ends(scene.scalars, false, segment);
          std::array<double, 4> rgba = { 0, 0, 0, 0 };
          double opticalDepth = 0.0;
          integrateSegment(
            scene.transferFunction, s[0], s[1], segment.end - segment.begin, opticalDepth, rgba);
          double behind = through * std::exp(-opticalDepth);
          for (const Isosurface& surface : scene.surfaces)
            if (std::min(s[0], s[1]) < surface.value && surface.value <= std::max(s[0], s[1]))
              behind *= 1.0 - surface.opacity;
          found.push_back({ segment.tet, segment.begin, segment.end, through - behind });
          through = behind;
        }
        return found;
      },
      std::to_string(opacity));
}

TEST_P(MeshPick, OnlyOfWhatIsSeen)
{
  const int size = imageSize(Size);
  const Camera camera = perspectiveView(size, size);
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = translucentFunction();
  scene.scalars[3] = std::numeric_limits<double>::quiet_NaN();
  giveScene(this->caster(), scene);
  const BruteForceTetCaster oracle(scene, camera);
  const auto adds = composited(oracle, scene.scalars, false, scene.transferFunction);

  // Opaque geometry in the middle of the picture.
  std::vector<float> opaque(static_cast<std::size_t>(size) * size, 1.0f);
  for (int j = size / 3; j < size; ++j)
    std::fill_n(opaque.begin() + j * size + size / 3, size / 2, 0.93f);
  FrameOptions options;
  options.opaqueDepth = opaque.data();
  this->expectPicks(scene, camera, options, 0.4f, adds, "in front of something opaque");

  // Hidden cells.
  const std::vector<double> values = cellValues(scene);
  this->caster().setThresholdScalars(fieldOf(values, true));
  this->caster().setThreshold(0.3, 1.0);
  this->expectPicks(
    scene, camera, {}, 0.4f,
    [&](std::vector<OracleSegment> segments) {
      segments.erase(std::remove_if(segments.begin(), segments.end(),
                       [&](const OracleSegment& s) { return !(values[s.tet] >= 0.3); }),
        segments.end());
      return adds(segments);
    },
    "hidden cells");
  this->caster().dropThresholdScalars();

  // A half space: x - 0.3 y >= 0.1.
  options = {};
  options.clippingPlanes = { { { 1.0, -0.3, 0.0 }, 0.1 } };
  this->expectPicks(
    scene, camera, options, 0.4f,
    [&](const std::vector<OracleSegment>& segments) {
      std::vector<OracleSegment> kept;
      for (OracleSegment s : segments)
      {
        const auto height = [&](const std::array<double, 4>& weights) {
          double sum = -0.1;
          for (std::size_t v = 0; v < 4; ++v)
          {
            const double* p = &scene.points[3 * static_cast<std::size_t>(scene.tets[4 * s.tet + v])];
            sum += weights[v] * (p[0] - 0.3 * p[1]);
          }
          return sum;
        };
        const double a = height(s.beginWeights), b = height(s.endWeights);
        if (a < 0.0 && b < 0.0)
          continue;
        if ((a < 0.0) != (b < 0.0))
        {
          const double t = a / (a - b);
          std::array<double, 4>& cut = a < 0.0 ? s.beginWeights : s.endWeights;
          std::array<double, 4> at;
          for (std::size_t v = 0; v < 4; ++v)
            at[v] = s.beginWeights[v] + t * (s.endWeights[v] - s.beginWeights[v]);
          const double distance = s.begin + t * (s.end - s.begin);
          cut = at;
          (a < 0.0 ? s.begin : s.end) = distance;
        }
        kept.push_back(s);
      }
      return adds(kept);
    },
    "a half space");
}

TEST_P(MeshPick, LeavesThePictureAsItIs)
{
  const int size = imageSize(32);
  const Camera camera = perspectiveView(size, size);
  MeshScene scene = withSurfaces(nonConvexMesh(), true);
  scene.transferFunction = translucentFunction();
  this->give(scene);
  const std::vector<float> before = this->picture(camera, optionsOf(scene));
  this->caster().pick(camera, optionsOf(scene), 0.1f);
  const std::vector<std::uint32_t> first(
    this->caster().pickedTets(), this->caster().pickedTets() + size * size);
  EXPECT_EQ(this->picture(camera, optionsOf(scene)), before);
  this->caster().pick(camera, optionsOf(scene), 0.1f);
  EXPECT_TRUE(std::equal(first.begin(), first.end(), this->caster().pickedTets()));
}

TEST_P(MeshPick, NothingAndBadInput)
{
  const Camera camera = perspectiveView(8, 8);
  EXPECT_THROW(this->caster().pick(camera, {}, 0.1f), InvalidInput) << "before a mesh";
  OracleScene scene = singleTet();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  for (const float opacity : { -0.1f, 1.1f, std::numeric_limits<float>::quiet_NaN() })
    EXPECT_THROW(this->caster().pick(camera, {}, opacity), InvalidInput);

  const auto expectNothing = [&](const Camera& from) {
    this->caster().pick(from, {}, 0.1f);
    for (int i = 0; i < 64; ++i)
    {
      EXPECT_EQ(this->caster().pickedTets()[i], nothing);
      EXPECT_EQ(this->caster().pickedDepths()[i], 1.0f);
    }
  };
  Camera singular = camera;
  std::fill_n(singular.eyeToClip, 16, 0.0);
  expectNothing(singular);
  this->caster().setTransferFunction(constantFunction(0.0f));
  expectNothing(camera); // the volume is invisible
}

} // namespace

INKRAY_TEST_ON_DEVICES(MeshPick);
