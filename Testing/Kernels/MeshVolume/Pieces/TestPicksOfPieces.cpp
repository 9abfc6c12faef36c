// SPDX-License-Identifier: BSD-3-Clause
// Picks in a mesh in pieces are tets of the whole mesh.
#include "../../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/Pieces/PiecesTest.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr std::uint32_t nothing = noCell;
using Tets = std::vector<std::uint32_t>;

struct Picks
{
  Tets tets;
  std::vector<float> depths;
};

Picks picksOf(LookedCaster& caster, const Camera& camera, const FrameOptions& options, float opacity)
{
  caster.pick(camera, options, opacity);
  const std::uint32_t* const tets = caster.pickedTets();
  const float* const depths = caster.pickedDepths();
  return { { tets, tets + numPixels(camera) }, { depths, depths + numPixels(camera) } };
}

Tets visibleOf(LookedCaster& caster, const Camera& camera, const FrameOptions& options, float opacity,
  double share, const std::vector<std::uint8_t>& pixels)
{
  caster.pickVisible(camera, options, opacity, static_cast<float>(share), pixels.data());
  return caster.visibleTets();
}

std::size_t numMissing(const Tets& of, const Tets& in)
{
  Tets missing;
  std::set_difference(of.begin(), of.end(), in.begin(), in.end(), std::back_inserter(missing));
  return missing.size();
}

class PicksOfPieces : public PiecesTest
{
protected:
  /// A random picture in any blend mode.
  static CompositedScene randomScene(Randomness& random, std::uint32_t seed, const Camera& camera)
  {
    CompositedScene scene = randomCompositedScene(random, seed, camera);
    if (random.chance(0.5))
      scene.options.blend = allFilms[1 + random.integer(int(std::size(allFilms)) - 1)].mode;
    if (filmOf(scene.options.blend).hasRange && random.chance(0.5))
      scene.options.averageRange[0] = 0.4;
    scene.options.piecesWithin = random.chance(0.5) ? 0.0 : scene.options.piecesWithin;
    return scene;
  }
};

TEST_P(PicksOfPieces, AreThoseOfTheWhole)
{
  std::size_t picked = 0, others = 0, reached = 0, deeper = 0, pixels = 0;
  int numPieces = 0;
  for (const std::uint32_t seed : seedsOf("PicksOfPieces", imageSize(2) == 2 ? 80 : 15, 40))
  {
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    const CompositedScene scene = randomScene(random, seed, camera);
    const auto pieces = this->give(scene, random.real(1.5, 10));
    const auto opacity = static_cast<float>(random.chance(0.2) ? 0.0 : random.real(0, 1));
    const Picks whole = picksOf(this->caster(), camera, scene.options, opacity);
    const Picks own = picksOf(*pieces, camera, scene.options, opacity);
    // In front of opaque geometry, a ray that does not reach the opacity picks nothing.
    std::vector<float> opaque(whole.tets.size(), 1.0f - std::numeric_limits<float>::epsilon());
    for (std::size_t i = 0; i < scene.opaqueDepth.size(); ++i)
      opaque[i] = std::min(opaque[i], scene.opaqueDepth[i]);
    FrameOptions ended = scene.options;
    ended.opaqueDepth = opaque.data();
    const bool isComposite = !ended.drawVolume || ended.blend == BlendMode::Composite;
    const Tets inFront =
      isComposite ? picksOf(this->caster(), camera, ended, opacity).tets : Tets(opaque.size(), nothing);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < whole.tets.size(); ++i)
    {
      picked += whole.tets[i] != nothing;
      wrong += own.tets[i] != whole.tets[i];
      EXPECT_EQ(own.tets[i] == nothing, own.depths[i] == 1.0f) << "seed " << seed << ", pixel " << i;
      if (inFront[i] == nothing || own.tets[i] != whole.tets[i])
        continue;
      ++reached;
      deeper += std::abs(own.depths[i] - whole.depths[i]) > 1e-5f;
    }
    EXPECT_LE(wrong, 1u) << "seed " << seed << ", of " << whole.tets.size();
    others += wrong;
    pixels += whole.tets.size();
    numPieces += pieces->piecesReport().pieces;
  }
  // Rounding may decide between two cells.
  EXPECT_LE(others, pixels / 10000 + 1);
  if (runsAllSeeds())
  {
    // If the attenuation is not constant, the depth within a cell is that in the part that a wall leaves. The
    // bound is for all scenes together, because a single scene may have only such cells.
    EXPECT_LE(deeper, reached / 5);
    EXPECT_GT(numPieces, 300);
    EXPECT_GT(picked, pixels / 3);
    EXPECT_GT(reached, pixels / 10);
  }
}

TEST_P(PicksOfPieces, AreAllThatTheWholeShows)
{
  std::size_t seen = 0, others = 0, numTets = 0;
  for (const std::uint32_t seed : seedsOf("VisibleInPieces", imageSize(2) == 2 ? 80 : 15, 40))
  {
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    const CompositedScene scene = randomScene(random, seed, camera);
    const auto pieces = this->give(scene, random.real(1.5, 10));
    std::vector<std::uint8_t> pixels(numPixels(camera), 1);
    if (random.chance(0.7))
      for (std::uint8_t& pixel : pixels)
        pixel = random.chance(0.2) ? 1 : 0;
    const auto opacity = static_cast<float>(random.real(0, 1));
    const double share = random.chance(0.5) ? 1e-3 : random.real(1e-3, 0.2);
    const auto ofWhole = [&](double least) {
      return visibleOf(this->caster(), camera, scene.options, opacity, least, pixels);
    };
    const Tets certain = ofWhole(1.001 * share), possible = ofWhole(0.999 * share);
    const Tets own = visibleOf(*pieces, camera, scene.options, opacity, share, pixels);
    EXPECT_TRUE(std::is_sorted(own.begin(), own.end())) << "seed " << seed;
    EXPECT_EQ(std::adjacent_find(own.begin(), own.end()), own.end()) << "seed " << seed;
    const std::size_t missed = numMissing(certain, own), wrong = numMissing(own, possible);
    EXPECT_LE(missed, 1u) << "seed " << seed << ", of " << own.size();
    EXPECT_LE(wrong, 1u) << "seed " << seed << ", of " << own.size();
    seen += own.size();
    others += missed + wrong;
    numTets += scene.mesh.tets.size() / 4;
  }
  EXPECT_LE(others, seen / 5000 + 1);
  if (runsAllSeeds())
  {
    EXPECT_GT(seen, numTets / 20);
    EXPECT_LT(seen, numTets);
  }
}

// Behind something that passes a part of the light, which differs from pixel to pixel, a ray picks as it does
// at the opacity that is left for this mesh to add. A share of the pixel is then a larger share of the mesh.
// The picture gives the mesh's effect on the light.
TEST_P(PicksOfPieces, TakeTheLightThatIsLeft)
{
  const std::vector<float> levels = { 1.0f, 0.6f, 0.05f };
  std::size_t picked = 0, others = 0, seen = 0, pixels = 0;
  for (const std::uint32_t seed : seedsOf("LightInPicks", imageSize(2) == 2 ? 60 : 10, 30))
  {
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    CompositedScene scene = randomCompositedScene(random, seed, camera);
    scene.options.piecesWithin = std::numeric_limits<double>::infinity();
    const auto pieces = this->give(scene, random.real(1.5, 10));
    const std::size_t number = numPixels(camera);
    std::vector<std::size_t> level(number);
    std::vector<float> light(number);
    for (std::size_t i = 0; i < number; ++i)
      light[i] = levels[level[i] = static_cast<std::size_t>(random.integer(int(levels.size())))];
    const auto opacity = static_cast<float>(random.real(0.3, 1));
    const float share = 0.01f;
    const std::vector<std::uint8_t> all(number, 1);
    for (LookedCaster* caster : { &this->caster(), pieces.get() })
    {
      PickRequest request = { opacity, all.data(), share, light.data() };
      const PickedCells own = caster->pick(camera, scene.options, request);
      ASSERT_EQ(own.light.size(), number);
      Tets certain, possible;
      for (std::size_t k = 0; k < levels.size(); ++k)
      {
        std::vector<std::uint8_t> some(number);
        std::transform(level.begin(), level.end(), some.begin(), [k](auto l) { return l == k ? 1 : 0; });
        const float left = std::max(1.0f - (1.0f - opacity) / levels[k], 0.0f);
        const auto alone = [&](float least) {
          const PickRequest asked = { left, some.data(), std::min(least / levels[k], 1.0f), nullptr };
          return caster->pick(camera, scene.options, asked);
        };
        const PickedCells expected = alone(1.001f * share), more = alone(0.999f * share);
        certain.insert(certain.end(), expected.visible.begin(), expected.visible.end());
        possible.insert(possible.end(), more.visible.begin(), more.visible.end());
        for (std::size_t i = 0; i < number; ++i)
        {
          if (!some[i])
            continue;
          others += own.cells[i] != expected.cells[i];
          picked += own.cells[i] != noCell;
          EXPECT_NEAR(own.light[i], levels[k] * expected.light[i], 1e-5f) << "seed " << seed;
        }
      }
      std::sort(certain.begin(), certain.end());
      std::sort(possible.begin(), possible.end());
      const std::size_t wrong = numMissing(own.visible, possible);
      certain.erase(std::unique(certain.begin(), certain.end()), certain.end());
      const std::size_t missed = numMissing(certain, own.visible);
      EXPECT_LE(missed + wrong, 1u + own.visible.size() / 500) << "seed " << seed;
      seen += own.visible.size();
      pixels += number;
    }
    FrameOptions plain = scene.options;
    plain.shade = false;
    plain.earlyTermination = std::numeric_limits<float>::min();
    const PickedCells through = this->caster().pick(camera, plain, { 0.0f, all.data(), 1.0f, nullptr });
    this->caster().render(camera, plain);
    for (std::size_t i = 0; i < number; ++i)
      EXPECT_NEAR(through.light[i], 1.0f - this->caster().image()[4 * i + 3], 1e-4f) << "seed " << seed;
  }
  EXPECT_LE(others, pixels / 2000 + 1);
  if (runsAllSeeds())
  {
    EXPECT_GT(picked, pixels / 5);
    EXPECT_GT(seen, 1000u);
  }
}

// If memory holds only some of the pieces, a moving picture leaves out the others, but picks use all pieces.
// The next picture equals the one before the picks.
TEST_P(PicksOfPieces, StayInTheirMemory)
{
  const std::size_t limit = 4'000'000;
  const OracleScene mesh = largeMesh(100'000);
  const auto pieces = LookedCaster::inPieces(this->GetParam(), limit);
  giveScene(*pieces, mesh);
  giveScene(this->caster(), mesh);
  const Camera camera = perspectiveView(48, 48);
  FrameOptions moving;
  moving.piecesWithin = 0;
  pieces->render(camera, {});
  const std::vector<float> picture(pieces->image(), pieces->image() + 4 * numPixels(camera));
  for (const float opacity : { 0.1f, 0.9f })
  {
    const Picks whole = picksOf(this->caster(), camera, moving, opacity);
    EXPECT_EQ(picksOf(*pieces, camera, moving, opacity).tets, whole.tets);
    EXPECT_GT(std::count_if(whole.tets.begin(), whole.tets.end(), [](auto tet) { return tet != nothing; }),
      std::ptrdiff_t(numPixels(camera) / 5));
    EXPECT_EQ(pieces->piecesReport().leftOut, 0);
    EXPECT_LT(pieces->piecesReport().resident, pieces->piecesReport().pieces);
    EXPECT_LE(pieces->piecesReport().peakBytes, limit);
  }
  std::vector<std::uint8_t> pixels(numPixels(camera), 0);
  std::fill(pixels.begin() + 20 * 48, pixels.begin() + 24 * 48, std::uint8_t(1));
  for (const BlendMode mode : { BlendMode::Composite, BlendMode::Maximum, BlendMode::Additive })
  {
    moving.blend = mode;
    const Tets whole = visibleOf(this->caster(), camera, moving, 0.1f, 1e-3, pixels);
    const Tets picked = picksOf(*pieces, camera, moving, 0.1f).tets;
    const Tets own = visibleOf(*pieces, camera, moving, 0.1f, 1e-3, pixels);
    EXPECT_GT(whole.size(), 30u);
    EXPECT_LE(numMissing(whole, own) + numMissing(own, whole), whole.size() / 1000);
    EXPECT_LE(pieces->piecesReport().peakBytes, limit);
    EXPECT_TRUE(std::equal(picked.begin(), picked.end(), pieces->pickedTets()))
      << "valid until the next pick";
  }
  pieces->render(camera, {});
  EXPECT_TRUE(std::equal(picture.begin(), picture.end(), pieces->image()));
}

/// The depth of a pick lies within the cell, which walls may cut.
TEST_P(PicksOfPieces, HaveDepthsInTheirCells)
{
  const OracleScene mesh = largeMesh(3'000);
  const auto pieces = this->inPieces(mesh, 8);
  giveScene(*pieces, mesh);
  EXPECT_GT(pieces->piecesReport().pieces, 5);
  const int size = imageSize(24);
  int picked = 0;
  for (const Camera& camera : { perspectiveView(size, size), parallelView(size, size) })
    for (const float opacity : { 0.0f, 0.2f, 0.5f, 1.0f })
    {
      const Picks own = picksOf(*pieces, camera, {}, opacity);
      const BruteForceTetCaster oracle(mesh, camera);
      const Matrix clipToEye = inverse(camera.eyeToClip);
      for (int j = 0; j < size; ++j)
        for (int i = 0; i < size; ++i)
        {
          const int pixel = i + j * size;
          const auto at = static_cast<std::size_t>(pixel);
          if (own.tets[at] == nothing)
            continue;
          ++picked;
          const auto [near, seen] = pixelRay(camera, clipToEye, i, j, own.depths[at]);
          const double distance = norm(minus(seen, near));
          const auto segments = oracle.segments(i, j);
          EXPECT_TRUE(std::any_of(segments.begin(), segments.end(),
            [&](const OracleSegment& segment) {
              return segment.tet == own.tets[at] && distance >= segment.begin - 2e-3 &&
                distance <= segment.end + 2e-3;
            }))
            << i << " " << j;
        }
    }
  EXPECT_GT(picked, size * size);
}

// Pieces behind the picked cells of all pixels are left out, and so are pieces outside the requested pixels.
TEST_P(PicksOfPieces, LeaveOutWhatNoRayGetsTo)
{
  const OracleScene mesh = largeMesh(20'000);
  const auto pieces = this->inPieces(mesh, 12);
  giveScene(*pieces, mesh);
  const Camera camera = perspectiveView(32, 32);
  pieces->pick(camera, {}, 1.0f);
  EXPECT_EQ(pieces->piecesReport().cast, pieces->piecesReport().pieces);
  pieces->pick(camera, {}, 0.0f);
  EXPECT_LT(pieces->piecesReport().cast, pieces->piecesReport().pieces);
  std::vector<std::uint8_t> pixels(numPixels(camera), 0);
  pixels[10 * 32 + 20] = 1;
  pieces->pickVisible(camera, {}, 0.5f, 1e-3f, pixels.data());
  EXPECT_LT(pieces->piecesReport().cast, pieces->piecesReport().pieces);
  EXPECT_GT(pieces->visibleTets().size(), 3u);
}

// The memory of picks is freed after them.
TEST_P(PicksOfPieces, KeepNoMemory)
{
  const OracleScene mesh = largeMesh(20'000);
  const auto pieces = this->inPieces(mesh, 6);
  giveScene(*pieces, mesh);
  const Camera camera = perspectiveView(128, 128);
  const std::vector<std::uint8_t> pixels(numPixels(camera), 1);
  pieces->render(camera, {});
  const std::size_t before = pieces->memory().frame;
  pieces->pick(camera, {}, 0.1f);
  pieces->pickVisible(camera, {}, 0.1f, 1e-3f, pixels.data());
  EXPECT_LT(pieces->memory().frame, before + 2 * numPixels(camera));
}

// Memory runs out at each allocation of a pick in turn. The pick reports that, or uses fewer pieces in
// memory, and no ray passes a piece twice.
TEST_P(PicksOfPieces, SurviveAllocationsThatFail)
{
  const OracleScene mesh = largeMesh(6'000);
  giveScene(this->caster(), mesh);
  const Camera camera = perspectiveView(40, 40);
  const std::vector<std::uint8_t> pixels(numPixels(camera), 1);
  FrameOptions sums;
  sums.blend = BlendMode::Additive;
  const Tets picked = picksOf(this->caster(), camera, {}, 0.5f).tets;
  const Tets visible = visibleOf(this->caster(), camera, sums, 0.5f, 0.01, pixels);
  int survived = 0;
  for (std::int64_t failing = 1; failing < 50; ++failing)
  {
    const auto pieces = this->inPieces(mesh, 6);
    giveScene(*pieces, mesh);
    for (const bool isOfAll : { false, true })
    {
      MemoryBudget::failAllocation(failing);
      try
      {
        const Tets found = isOfAll ? visibleOf(*pieces, camera, sums, 0.5f, 0.01, pixels)
                                   : picksOf(*pieces, camera, {}, 0.5f).tets;
        EXPECT_EQ(found, isOfAll ? visible : picked) << failing;
        survived += pieces->piecesReport().resident < pieces->piecesReport().pieces;
      }
      catch (const OutOfMemory&)
      {
      }
      MemoryBudget::failAllocation(0);
    }
    EXPECT_EQ(picksOf(*pieces, camera, {}, 0.5f).tets, picked) << failing;
  }
  EXPECT_GT(survived, 3);
}

TEST_P(PicksOfPieces, RefuseWhatIsNone)
{
  const OracleScene mesh = largeMesh(20'000);
  const auto pieces = this->inPieces(mesh, 6);
  const Camera camera = perspectiveView(16, 16);
  const std::vector<std::uint8_t> pixels(numPixels(camera), 1);
  EXPECT_THROW(pieces->pick(camera, {}, 0.1f), InvalidInput) << "without a mesh";
  giveScene(*pieces, mesh);
  EXPECT_GT(pieces->piecesReport().pieces, 3);
  for (const float wrong : { -0.1f, 1.5f, std::nanf("") })
  {
    EXPECT_THROW(pieces->pick(camera, {}, wrong), InvalidInput);
    EXPECT_THROW(pieces->pickVisible(camera, {}, 0.1f, wrong, pixels.data()), InvalidInput);
  }
  EXPECT_THROW(pieces->pickVisible(camera, {}, 0.1f, 0.0f, pixels.data()), InvalidInput);
  Camera none = camera;
  none.width = 0;
  EXPECT_THROW(pieces->pick(none, {}, 0.1f), InvalidInput);
  FrameOptions plane;
  plane.clippingPlanes.resize(1, { { 0, 0, 0 }, 0 });
  EXPECT_THROW(pieces->pick(camera, plane, 0.1f), InvalidInput);
  EXPECT_EQ(picksOf(*pieces, camera, {}, 0.1f).tets.size(), numPixels(camera));
}

INKRAY_TEST_ON_DEVICES(PicksOfPieces);

} // namespace
