// SPDX-License-Identifier: BSD-3-Clause
// A part of a mesh that reads the arrays of the whole equals a mesh with its own arrays.
#include "../../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/RayCastTest.h"
#include "Oracles/RandomScene.h"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double bounds[6] = { -1.2, 1.1, -1.3, 1.2, -1.1, 1.4 };

/// Some tets of a mesh and their points: as arrays of ids, and as a separate mesh.
struct Part
{
  std::vector<std::uint32_t> points, tets, localIds;
  OracleScene mesh;

  Part(const OracleScene& whole, Randomness& random)
    : localIds(whole.points.size() / 3)
  {
    for (std::size_t tet = 0; tet < whole.tets.size() / 4; ++tet)
      if (random.chance(0.6))
      {
        tets.push_back(static_cast<std::uint32_t>(tet));
        for (std::size_t c = 0; c < 4; ++c)
          points.push_back(static_cast<std::uint32_t>(whole.tets[4 * tet + c]));
      }
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    for (std::size_t i = 0; i < points.size(); ++i)
    {
      localIds[points[i]] = static_cast<std::uint32_t>(i);
      const auto first = whole.points.begin() + 3 * static_cast<std::ptrdiff_t>(points[i]);
      mesh.points.insert(mesh.points.end(), first, first + 3);
      mesh.scalars.push_back(random.real(0, 1));
    }
    for (const std::uint32_t tet : tets)
      for (std::size_t c = 0; c < 4; ++c)
        mesh.tets.push_back(localIds[static_cast<std::size_t>(whole.tets[4 * std::size_t(tet) + c])]);
    mesh.transferFunction = translucentFunction();
  }
  TetMeshInput of(TetMeshInput whole, const MeshPart& part) const
  {
    whole.numPoints = static_cast<std::int64_t>(points.size());
    whole.numTets = static_cast<std::int64_t>(tets.size());
    whole.bounds = bounds;
    whole.part = &part;
    return whole;
  }
};

class PartOfMesh : public RayCastTest
{
};

TEST_P(PartOfMesh, IsDrawnAsAMeshOfItsOwn)
{
  const auto other = LookedCaster::create(this->GetParam());
  for (const std::uint32_t seed : seedsOf("PartOfMesh", 40, 40))
  {
    Randomness random(seed);
    const OracleScene whole = randomMesh(random, seed);
    const Part part(whole, random);
    if (part.tets.empty())
      continue;
    const MeshPart ids = { part.points.data(), part.tets.data(), part.localIds.data() };
    const std::vector<float> points(whole.points.begin(), whole.points.end());
    const std::vector<std::int32_t> tets(whole.tets.begin(), whole.tets.end());
    TetMeshInput all = meshInput(whole), own = meshInput(part.mesh);
    std::vector<float> ownPoints(part.mesh.points.begin(), part.mesh.points.end());
    own.bounds = bounds;
    if (random.chance(0.5))
    {
      all.points = points.data();
      own.points = ownPoints.data();
      all.pointType = own.pointType = ValueType::Float32;
    }
    if (random.chance(0.5))
    {
      all.connectivity = tets.data();
      all.connectivityType = ValueType::Int32;
    }
    const Camera camera = perspectiveView(imageSize(32), imageSize(32));
    const TetMeshReport found = this->caster().setMesh(part.of(all, ids));
    const TetMeshReport expected = other->setMesh(own);
    EXPECT_EQ(found.summary(), expected.summary()) << seed;
    EXPECT_EQ(found.numTets, expected.numTets) << seed;
    EXPECT_EQ(found.numVertices, expected.numVertices) << seed;
    giveScalars(this->caster(), part.mesh);
    this->caster().setTransferFunction(part.mesh.transferFunction);
    giveScalars(*other, part.mesh);
    other->setTransferFunction(part.mesh.transferFunction);
    const std::vector<float> picture = this->picture(camera);
    other->render(camera, {});
    EXPECT_TRUE(std::equal(picture.begin(), picture.end(), other->image())) << seed;
    std::vector<std::int64_t> tetsDrawn(static_cast<std::size_t>(found.numTets)), tetsOfOther = tetsDrawn;
    this->caster().originalTets(tetsDrawn.data());
    other->originalTets(tetsOfOther.data());
    EXPECT_EQ(tetsDrawn, tetsOfOther) << seed;
  }
}

TEST_P(PartOfMesh, NeedsTheMeshInHostMemoryAndItsBounds)
{
  const OracleScene whole = convexMesh();
  Randomness random(1);
  const Part part(whole, random);
  const MeshPart ids = { part.points.data(), part.tets.data(), part.localIds.data() };
  TetMeshInput input = part.of(meshInput(whole), ids);
  this->caster().setMesh(input);
  input.bounds = nullptr;
  EXPECT_THROW(this->caster().setMesh(input), InvalidInput);
  input.bounds = bounds;
  input.connectivityMemory = MemorySpace::Cuda;
  EXPECT_THROW(this->caster().setMesh(input), InvalidInput);
}

/// A process with a part of a mesh stores coordinates as the whole mesh would, unless the part is so small
/// that this would cost precision.
TEST_P(PartOfMesh, HasTheCoordinatesOfItsWhole)
{
  const Camera camera = perspectiveView(imageSize(32), imageSize(32));
  for (const std::uint32_t seed : seedsOf("CoordinatesOfTheWhole", 20, 20))
  {
    Randomness random(seed);
    OracleScene mesh = randomMesh(random, seed);
    mesh.transferFunction = translucentFunction();
    const bool isLarge = random.chance(0.5);
    double whole[6];
    const double times = isLarge ? random.real(1, 10) : random.real(40, 1000);
    for (int i = 0; i < 6; ++i)
      whole[i] = times * bounds[i];
    giveScene(this->caster(), mesh);
    const auto draw = [&](const double* own, const double* ofWhole) {
      TetMeshInput input = meshInput(mesh);
      input.bounds = own;
      input.wholeBounds = ofWhole;
      this->caster().setMesh(input);
      giveScalars(this->caster(), mesh);
      return this->picture(camera);
    };
    const std::vector<float> alone = draw(nullptr, nullptr), relative = draw(whole, nullptr);
    EXPECT_NE(alone, relative) << seed;
    EXPECT_EQ(draw(nullptr, whole), isLarge ? relative : alone)
      << seed << ", of a whole of " << times << " sizes";
  }
}

INKRAY_TEST_ON_DEVICES(PartOfMesh);

} // namespace
