// SPDX-License-Identifier: BSD-3-Clause
// Random meshes with flat cells on their border, by a seed (FlatCells.h). Each picture equals the one of the
// mesh without the flat cells.
#include "../../Seeds.h"
#include "Havs/HavsTest.h"
#include "Mesh/WalkedMesh.h"
#include "MeshVolume/Films/BlendTest.h"
#include "MeshVolume/MeshSurfaceTest.h"
#include "MeshVolume/Pieces/PiecesTest.h"
#include "Oracles/FlatCells.h"
#include "Oracles/RandomScene.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// A random mesh, and the same mesh with flat cells on its border.
struct Disturbed
{
  Randomness random;
  OracleScene clean, scene;

  explicit Disturbed(std::uint32_t seed, bool mayBePerCell = true)
    : random(seed)
    , clean(randomMesh(random, seed))
  {
    clean.transferFunction = randomFunction(random);
    if (mayBePerCell && random.chance(0.3))
    {
      clean.perCell = true;
      clean.scalars.resize(clean.tets.size() / 4);
      for (double& value : clean.scalars)
        value = random.real(0, 1);
    }
    scene = clean;
    FlatCells(scene, random).addSome();
  }
};

/// A mesh in which no cell has a volume.
OracleScene flatAlone(Randomness& random)
{
  OracleScene scene;
  scene.points = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.4, 0.3, 0 };
  scene.scalars = { 0.2, 0.5, 0.9, 0.6 };
  scene.tets = { 0, 1, 2, 3 };
  scene.transferFunction = opaqueFunction();
  FlatCells(scene, random).addSome();
  return scene;
}

std::vector<std::uint32_t> seeds()
{
  const int fixed = imageSize(2) == 2 ? 60 : 10;
  return seedsOf("FlatCells", fixed, fixed);
}

/// Returns the number of seeds, or 0 where there are too few: a single mesh may show little.
std::int64_t manySeeds()
{
  const auto count = static_cast<std::int64_t>(seeds().size());
  return count < 10 ? 0 : count;
}

class FlatCellsInVolumes : public BlendTest
{
};

TEST_P(FlatCellsInVolumes, ShowTheMeshBehindThem)
{
  for (const std::uint32_t seed : seeds())
  {
    Disturbed mesh(seed);
    const Camera camera = randomCamera(mesh.random);
    const std::vector<double> reference = BruteForceTetCaster(mesh.clean, camera).image();
    giveScene(this->caster(), mesh.scene);
    FrameOptions options;
    options.faceTest = mesh.random.chance(0.3) ? FaceTest::OnDemandVDFI : FaceTest::EdgeFunction;
    const std::vector<float> image = this->picture(camera, options);
    const Difference d = difference(image.data(), reference);
    EXPECT_LT(d.maximum, MaximumError)
      << "seed " << seed << ", pixel " << d.worstPixel << " of " << camera.width << " x " << camera.height;
    EXPECT_LT(d.rmse, MaximumRmse) << "seed " << seed;
    EXPECT_EQ(this->caster().statistics().failedRays, 0) << "seed " << seed;
    for (std::size_t i = 3; i < reference.size(); i += 4)
      this->Covered += reference[i] > 0.0;
  }
  EXPECT_GT(this->Covered, 50 * manySeeds());
}

TEST_P(FlatCellsInVolumes, CountInNoBlendMode)
{
  for (const std::uint32_t seed : seeds())
  {
    Disturbed mesh(seed, false);
    const Camera camera = randomCamera(mesh.random);
    const OracleScene clean = ramp(mesh.clean);
    mesh.scene.transferFunction = clean.transferFunction;
    giveScene(this->caster(), mesh.scene);
    for (const BlendMode mode : Blends)
      this->expectBlended(clean, camera, { mode }, 2.0 / 255.0, "seed " + std::to_string(seed));
  }
}

TEST_P(FlatCellsInVolumes, AloneShowNothing)
{
  for (const std::uint32_t seed : seeds())
  {
    Randomness random(seed);
    const OracleScene scene = flatAlone(random);
    giveScene(this->caster(), scene);
    const Camera camera = randomCamera(random);
    for (const BlendMode mode : { BlendMode::Composite, BlendMode::Maximum })
      for (const float x : this->picture(camera, optionsOf({ mode })))
        ASSERT_EQ(x, 0.0f) << "seed " << seed;
  }
}

INKRAY_TEST_ON_DEVICES(FlatCellsInVolumes);

class FlatCellsInPieces : public PiecesTest
{
};

TEST_P(FlatCellsInPieces, ShowTheMeshBehindThem)
{
  for (const std::uint32_t seed : seeds())
  {
    Disturbed mesh(seed);
    const Camera camera = randomCamera(mesh.random);
    const auto pieces = this->inPieces(mesh.scene, 6);
    giveScene(*pieces, mesh.scene);
    pieces->render(camera, {});
    const Difference d = difference(pieces->image(), BruteForceTetCaster(mesh.clean, camera).image());
    EXPECT_LT(d.maximum, MaximumError) << "seed " << seed << ", pixel " << d.worstPixel;
  }
}

INKRAY_TEST_ON_DEVICES(FlatCellsInPieces);

class FlatCellsAndSurfaces : public MeshSurfaceTest
{
};

TEST_P(FlatCellsAndSurfaces, AreWhole)
{
  std::int64_t covered = 0;
  for (const std::uint32_t seed : seeds())
  {
    Disturbed mesh(seed, false);
    const bool isOpaque = mesh.random.chance(0.5);
    MeshScene clean = withSurfaces(mesh.clean, isOpaque), scene = withSurfaces(mesh.scene, isOpaque);
    clean.drawVolume = scene.drawVolume = mesh.random.chance(0.5);
    const Camera camera = randomCamera(mesh.random);
    this->give(scene);
    const SurfaceComparison found = this->compare(clean, camera, {});
    EXPECT_EQ(found.wrong, 0) << "seed " << seed << ": " << found.problem;
    EXPECT_LE(found.shifted, 2 + found.pixels / 100) << "seed " << seed;
    covered += found.covered;
  }
  EXPECT_GT(covered, 50 * manySeeds());
}

INKRAY_TEST_ON_DEVICES(FlatCellsAndSurfaces);

class FlatCellsInHavs : public HavsTest
{
};

TEST_P(FlatCellsInHavs, ShowTheMeshBehindThem)
{
  int exact = 0;
  for (const std::uint32_t seed : seeds())
  {
    Disturbed mesh(seed);
    const Camera camera = randomCamera(mesh.random);
    this->give(mesh.scene);
    const std::vector<float> image = this->picture(camera);
    // HAVS counts fragments that arrive too late for its buffer; such pictures may be wrong.
    if (this->havs().statistics().lateFragments > 0)
      continue;
    ++exact;
    const Difference d = difference(image.data(), BruteForceTetCaster(mesh.clean, camera).image());
    EXPECT_LT(d.maximum, MaximumError) << "seed " << seed << ", pixel " << d.worstPixel;
  }
  EXPECT_GE(exact, manySeeds() / 2);
}

TEST_P(FlatCellsInHavs, AloneShowNothing)
{
  for (const std::uint32_t seed : seeds())
  {
    Randomness random(seed);
    this->give(flatAlone(random));
    for (const float x : this->picture(randomCamera(random)))
      ASSERT_EQ(x, 0.0f) << "seed " << seed;
  }
}

INKRAY_TEST_ON_DEVICES(FlatCellsInHavs);

TEST(FlatCells, AloneAreWalkedBy)
{
  Randomness random(3);
  const WalkedMesh walked(flatAlone(random));
  EXPECT_TRUE(walked.walk(WalkedMesh::ray({ 0.1, 0.1, -3.0 }, { 0.01, 0.02, 1.0 })).empty());
}

TEST(FlatCells, AreWalkedThroughByAnyRay)
{
  int checked = 0;
  for (const std::uint32_t seed : seeds())
  {
    Disturbed mesh(seed, false);
    const WalkedMesh walked(mesh.scene);
    for (int i = 0; i < 40; ++i)
    {
      Vector origin, direction = mesh.random.direction();
      for (std::size_t axis = 0; axis < 3; ++axis)
        origin[axis] = mesh.random.real(-0.4, 0.4) - 3.0 * direction[axis];
      const Ray ray = WalkedMesh::ray(origin, direction);
      double length = 0.0, expected = 0.0;
      for (const RaySpan& s : walked.walk(ray))
        length += double(s.to) - double(s.from);
      for (const auto& e : walked.segments(ray, -1e3, 1e3))
        expected += e.to - e.from;
      ASSERT_NEAR(length, expected, 1e-4) << "seed " << seed << ", ray " << i;
      checked += expected > 0.1;
    }
  }
  EXPECT_GE(checked, 20 * manySeeds());
}

} // namespace
