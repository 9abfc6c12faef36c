// SPDX-License-Identifier: BSD-3-Clause
// All cells that some pixels show, compared with each cell's contribution to each pixel in double precision.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/MeshPickTest.h"
#include "Oracles/RandomScene.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <set>

using namespace inkray;
using namespace inkray::testing;

namespace
{

using Tets = std::set<std::size_t>;

class MeshVisibleTets : public MeshPickTest
{
protected:
  /// The quantity of which a contribution has a share.
  enum class Of
  {
    Opacity,
    Sum
  };

  Tets found(const Camera& camera, const FrameOptions& options, float opacity, float share,
    const std::vector<std::uint8_t>& pixels)
  {
    this->caster().pickVisible(camera, options, opacity, share, pixels.data());
    const std::vector<std::uint32_t>& tets = this->caster().visibleTets();
    EXPECT_TRUE(std::is_sorted(tets.begin(), tets.end()));
    const Tets out(tets.begin(), tets.end());
    EXPECT_EQ(out.size(), tets.size()) << "each is given once";
    return out;
  }

  /// The tets that picks find in those pixels.
  Tets picked(
    const Camera& camera, const FrameOptions& options, float opacity, const std::vector<std::uint8_t>& pixels)
  {
    this->caster().pick(camera, options, opacity);
    Tets out;
    for (std::size_t i = 0; i < pixels.size(); ++i)
      if (pixels[i] && this->caster().pickedTets()[i] != noCell)
        out.insert(this->caster().pickedTets()[i]);
    return out;
  }

  /// Expects that every cell is found that adds clearly more than the share, and that no cell except the
  /// picked ones is found if it adds clearly less, for any ray of the pixel. Returns the number of cells
  /// found.
  std::size_t expectVisible(const OracleScene& scene, const Camera& camera, const FrameOptions& options,
    float opacity, float share, const std::vector<std::uint8_t>& pixels, const Contributions& contributions,
    const std::string& what, Of of = Of::Opacity)
  {
    const Tets tets = this->found(camera, options, opacity, share, pixels);
    const Tets picks = this->picked(camera, options, opacity, pixels);
    EXPECT_TRUE(std::includes(tets.begin(), tets.end(), picks.begin(), picks.end()))
      << what << ": what is picked is seen";
    const BruteForceTetCaster oracle(scene, camera);
    Tets certain, possible = picks;
    for (std::size_t at = 0; at < pixels.size(); ++at)
    {
      if (!pixels[at])
        continue;
      const int i = static_cast<int>(at) % camera.width, j = static_cast<int>(at) / camera.width;
      const double opaque = options.opaqueDepth ? options.opaqueDepth[at] : 1.0;
      const auto sums = [&](const std::array<double, 2>& shift) {
        std::map<std::size_t, double> added;
        double all = 0.0;
        for (const Contribution& c : contributions(oracle.segments(i, j, opaque, shift)))
        {
          added[c.tet] += c.added;
          all += c.added;
        }
        if (of == Of::Sum)
          for (auto& each : added)
            each.second /= all > 0.0 ? all : 1.0;
        return added;
      };
      for (const auto& [tet, added] : sums({ 0.0, 0.0 }))
        if (added >= 1.001 * share + Rounding)
          certain.insert(tet);
      for (int k = 0; k < 5; ++k)
        for (const auto& [tet, added] :
          sums({ k ? 2e-3 * std::cos(1.57 * k) : 0.0, k ? 2e-3 * std::sin(1.57 * k) : 0.0 }))
          if (added >= 0.999 * share - Rounding)
            possible.insert(tet);
    }
    Tets missed, wrong;
    std::set_difference(
      certain.begin(), certain.end(), tets.begin(), tets.end(), std::inserter(missed, missed.end()));
    std::set_difference(
      tets.begin(), tets.end(), possible.begin(), possible.end(), std::inserter(wrong, wrong.end()));
    EXPECT_TRUE(missed.empty()) << what << ": " << missed.size() << " of " << certain.size()
                                << " are not found, the first is " << *missed.begin();
    EXPECT_TRUE(wrong.empty()) << what << ": " << wrong.size() << " of " << tets.size()
                               << " are not seen, the first is " << *wrong.begin();
    return tets.size();
  }

  static std::vector<std::uint8_t> all(const Camera& camera)
  {
    return std::vector<std::uint8_t>(static_cast<std::size_t>(camera.width) * camera.height, 1);
  }
  /// A rectangle of a third of the width and height at the center.
  static std::vector<std::uint8_t> middle(const Camera& camera)
  {
    std::vector<std::uint8_t> pixels = all(camera);
    for (int j = 0; j < camera.height; ++j)
      for (int i = 0; i < camera.width; ++i)
        pixels[static_cast<std::size_t>(i + j * camera.width)] = 3 * i >= camera.width &&
          3 * i < 2 * camera.width && 3 * j >= camera.height && 3 * j < 2 * camera.height;
    return pixels;
  }
};

TEST_P(MeshVisibleTets, RandomScenes)
{
  const int fixed = imageSize(2) == 2 ? 60 : 12;
  std::size_t count = 0, most = 0;
  for (const std::uint32_t seed : seedsOf("MeshVisibleTets", fixed, fixed))
  {
    Randomness random(seed);
    OracleScene scene = randomMesh(random, seed);
    scene.transferFunction = randomFunction(random);
    scene.perCell = random.chance(0.4);
    if (scene.perCell)
      scene.scalars = cellValues(scene);
    const Camera camera = randomCamera(random);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    FrameOptions options;
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    std::vector<std::uint8_t> pixels = all(camera);
    if (random.chance(0.7))
      for (std::uint8_t& pixel : pixels)
        pixel = random.chance(0.2) ? 1 : 0;
    const float share = static_cast<float>(random.chance(0.5) ? 1e-3 : random.real(1e-3, 0.2));
    giveScene(this->caster(), scene);
    const BruteForceTetCaster oracle(scene, camera);
    count += this->expectVisible(scene, camera, options, static_cast<float>(random.real(0, 1)), share, pixels,
      composited(oracle, scene.scalars, scene.perCell, scene.transferFunction),
      "seed " + std::to_string(seed));
    most += scene.tets.size() / 4;
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(count, most / 20);
    EXPECT_LT(count, most) << "not all of all meshes are seen";
  }
}

/// Separate opacity values, direct colors and categories: cells are visible where there is opacity.
TEST_P(MeshVisibleTets, OpacityOfItsOwn)
{
  const int size = imageSize(Size);
  const Camera camera = perspectiveView(size, size);
  for (const bool opacityPerCell : { false, true })
    for (const bool areColors : { false, true })
    {
      OracleScene scene = nonConvexMesh();
      std::vector<double> opacities = cellValues(scene);
      if (!opacityPerCell)
      {
        opacities.assign(scene.points.size() / 3, 0.0);
        for (std::size_t p = 0; p < opacities.size(); ++p)
          opacities[p] = 0.5 + 0.4 * scene.points[3 * p] * scene.points[3 * p + 1];
      }
      scene.transferFunction = translucentFunction();
      const std::vector<double> colors(scene.points.size(), 0.5);
      giveMesh(this->caster(), scene);
      if (areColors)
        this->caster().setColors(fieldOf(colors, false, 3), 1.0);
      else
        giveScalars(this->caster(), scene);
      this->caster().setTransferFunction(scene.transferFunction);
      this->caster().setOpacityScalars(fieldOf(opacities, opacityPerCell));
      this->caster().setOpacityFunction(translucentFunction());
      const BruteForceTetCaster oracle(scene, camera);
      const TransferFunction function = translucentFunction();
      EXPECT_GT(this->expectVisible(scene, camera, {}, 0.3f, 4e-3f, middle(camera),
                  composited(oracle, opacities, opacityPerCell, function),
                  std::string(areColors ? "colors, " : "values, ") + (opacityPerCell ? "cells" : "points")),
        20u);
    }
}

TEST_P(MeshVisibleTets, ExtremesAndSums)
{
  const int size = imageSize(Size);
  const Camera camera = perspectiveView(size, size);
  for (const bool perCell : { false, true })
    for (const BlendMode mode :
      { BlendMode::Maximum, BlendMode::Minimum, BlendMode::Average, BlendMode::Additive })
    {
      OracleScene scene = nonConvexMesh();
      for (double& value : scene.scalars)
        value += 3.0; // the caster's values begin at 0
      if (perCell)
      {
        scene.perCell = true;
        scene.scalars = cellValues(scene);
      }
      const std::string what = "mode " + std::to_string(static_cast<int>(mode));
      scene.transferFunction = constantFunction(0.5f);
      giveScene(this->caster(), scene);
      FrameOptions options;
      options.blend = mode;
      if (mode == BlendMode::Maximum || mode == BlendMode::Minimum)
      {
        EXPECT_EQ(this->found(camera, options, 0.5f, 0.1f, middle(camera)),
          this->picked(camera, options, 0.5f, middle(camera)))
          << what;
        continue;
      }
      double range[2];
      this->caster().scalarRange(range);
      const BruteForceTetCaster oracle(scene, camera);
      EXPECT_GT(this->expectVisible(
                  scene, camera, options, 0.5f, 0.03f, middle(camera),
                  [&](const std::vector<OracleSegment>& segments) {
                    std::vector<Contribution> found;
                    for (const OracleSegment& segment : segments)
                    {
                      const auto s = oracle.ends(scene.scalars, perCell, segment);
                      found.push_back({ segment.tet, segment.begin, segment.end,
                        (0.5 * (s[0] + s[1]) - range[0]) * (segment.end - segment.begin) });
                    }
                    return found;
                  },
                  what, Of::Sum),
        20u);
    }
}

/// Surfaces alone or in a volume, also more of them than a ray keeps.
TEST_P(MeshVisibleTets, Surfaces)
{
  const int size = imageSize(Size);
  const Camera camera = perspectiveView(size, size);
  for (const bool hasVolume : { false, true })
    for (const int number : { 1, 40 })
    {
      MeshScene scene = withSurfaces(nonConvexMesh(), number == 1);
      scene.transferFunction = translucentFunction();
      scene.drawVolume = hasVolume;
      const Isosurface one = scene.surfaces.front();
      scene.surfaces.clear();
      for (int s = 0; s < number; ++s)
      {
        scene.surfaces.push_back(one);
        scene.surfaces.back().value = number == 1 ? 0.45 : 0.1 + 0.02 * s;
        scene.surfaces.back().opacity = number == 1 ? 1.0f : 0.02f;
      }
      this->give(scene);
      const BruteForceTetCaster oracle(scene, camera);
      EXPECT_GT(this->expectVisible(
                  scene, camera, optionsOf(scene), 0.3f, 4e-3f, middle(camera),
                  [&](const std::vector<OracleSegment>& segments) {
                    std::vector<Contribution> found;
                    double through = 1.0;
                    for (const OracleSegment& segment : segments)
                    {
                      const auto s = oracle.ends(scene.scalars, false, segment);
                      const double length = segment.end - segment.begin;
                      // From one surface to the next.
                      std::vector<double> shares;
                      for (const Isosurface& surface : scene.surfaces)
                        if (std::min(s[0], s[1]) < surface.value && surface.value <= std::max(s[0], s[1]))
                          shares.push_back((surface.value - s[0]) / (s[1] - s[0]));
                      std::sort(shares.begin(), shares.end());
                      shares.push_back(1.0);
                      double stands = 0.0;
                      const double before = through;
                      for (std::size_t k = 0; k < shares.size(); ++k)
                      {
                        std::array<double, 4> rgba = { 0, 0, 0, 0 };
                        double depth = 0.0;
                        if (hasVolume)
                          integrateSegment(scene.transferFunction, s[0] + stands * (s[1] - s[0]),
                            s[0] + shares[k] * (s[1] - s[0]), (shares[k] - stands) * length, depth, rgba);
                        through *= std::exp(-depth);
                        if (k + 1 < shares.size())
                          through *= 1.0 - static_cast<double>(scene.surfaces.front().opacity);
                        stands = shares[k];
                      }
                      found.push_back({ segment.tet, segment.begin, segment.end, before - through });
                    }
                    return found;
                  },
                  std::to_string(number) + (hasVolume ? " in a volume" : " alone")),
        20u);
    }
}

/// A removed or hidden cell is not found, whatever it would add.
TEST_P(MeshVisibleTets, OnlyOfWhatIsLeft)
{
  const int size = imageSize(Size);
  const Camera camera = perspectiveView(size, size);
  OracleScene scene = nonConvexMesh();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  const BruteForceTetCaster oracle(scene, camera);
  const auto adds = composited(oracle, scene.scalars, false, scene.transferFunction);
  const std::vector<double> values = cellValues(scene);
  this->caster().setThresholdScalars(fieldOf(values, true));
  this->caster().setThreshold(0.3, 1.0);
  EXPECT_GT(this->expectVisible(
              scene, camera, {}, 0.4f, 1e-3f, all(camera),
              [&](std::vector<OracleSegment> segments) {
                segments.erase(std::remove_if(segments.begin(), segments.end(),
                                 [&](const OracleSegment& s) { return !(values[s.tet] >= 0.3); }),
                  segments.end());
                return adds(segments);
              },
              "hidden cells"),
    20u);
  this->caster().dropThresholdScalars();

  FrameOptions options;
  options.clippingPlanes = { { { 1.0, 0.0, 0.0 }, 0.1 } }; // keeps x >= 0.1
  const Tets left = this->found(camera, options, 0.4f, 1e-3f, all(camera));
  EXPECT_GT(left.size(), 20u);
  EXPECT_LT(left.size(), this->found(camera, {}, 0.4f, 1e-3f, all(camera)).size());
  for (const std::size_t tet : left)
  {
    double most = -2.0;
    for (std::size_t v = 0; v < 4; ++v)
      most = std::max(most, scene.points[3 * static_cast<std::size_t>(scene.tets[4 * tet + v])]);
    EXPECT_GE(most, 0.1) << tet;
  }
}

TEST_P(MeshVisibleTets, NothingAndBadInput)
{
  const Camera camera = perspectiveView(8, 8);
  const std::vector<std::uint8_t> pixels = all(camera), none(64, 0);
  EXPECT_THROW(this->caster().pickVisible(camera, {}, 0.1f, 0.1f, pixels.data()), InvalidInput);
  OracleScene scene = singleTet();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float wrong : { -0.1f, 1.1f, nan })
    EXPECT_THROW(this->caster().pickVisible(camera, {}, wrong, 0.1f, pixels.data()), InvalidInput);
  for (const float wrong : { -0.1f, 0.0f, 1.1f, nan })
    EXPECT_THROW(this->caster().pickVisible(camera, {}, 0.1f, wrong, pixels.data()), InvalidInput);

  EXPECT_EQ(this->found(camera, {}, 0.1f, 1e-3f, pixels), Tets{ 0 });
  EXPECT_EQ(this->found(camera, {}, 0.1f, 1e-3f, none), Tets{}) << "no pixel is asked for";
  Camera singular = camera;
  std::fill_n(singular.eyeToClip, 16, 0.0);
  EXPECT_EQ(this->found(singular, {}, 0.1f, 1e-3f, pixels), Tets{});
  this->caster().setTransferFunction(constantFunction(0.0f));
  EXPECT_EQ(this->found(camera, {}, 0.1f, 1e-3f, pixels), Tets{}) << "nothing is seen of it";
}

} // namespace

INKRAY_TEST_ON_DEVICES(MeshVisibleTets);
