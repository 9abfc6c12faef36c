// SPDX-License-Identifier: BSD-3-Clause
// What meshes in pieces report and refuse, and their special inputs. That they give the pictures of the whole
// meshes is shown by the table of frames.
#include "../../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/Pieces/PiecesTest.h"
#include "Oracles/Fillers.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class Pieces : public PiecesTest
{
};

TEST_P(Pieces, ReportTheMeshAsAWhole)
{
  OracleScene mesh = convexMesh();
  mesh.tets[1] = -1;
  mesh.tets[9] = mesh.tets[8];
  mesh.tets.insert(mesh.tets.end(), mesh.tets.begin() + 4 * 500, mesh.tets.begin() + 4 * 503);
  std::swap(mesh.tets[4 * 100], mesh.tets[4 * 100 + 1]);
  mesh.transferFunction = translucentFunction();
  giveScene(this->caster(), mesh);
  const TetMeshReport whole = this->caster().setMesh(meshInput(mesh));
  const auto pieces = this->inPieces(mesh, 6);
  const TetMeshReport report = pieces->setMesh(meshInput(mesh));
  EXPECT_GT(pieces->piecesReport().pieces, 5);
  EXPECT_EQ(report.summary(), whole.summary());
  EXPECT_EQ(report.numTets, whole.numTets);
  EXPECT_EQ(report.numVertices, whole.numVertices);
  std::vector<std::int64_t> own(static_cast<std::size_t>(report.numTets)), all = own;
  pieces->originalTets(own.data());
  this->caster().originalTets(all.data());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(own, all);
}

TEST_P(Pieces, SayWhatTheyCannotDo)
{
  OracleScene mesh = convexMesh();
  mesh.transferFunction = translucentFunction();
  const Camera camera = perspectiveView(16, 16);
  const auto pieces = this->inPieces(mesh, 4);
  EXPECT_THROW(pieces->render(camera, {}), InvalidInput);
  EXPECT_THROW(giveScalars(*pieces, mesh), InvalidInput) << "before a mesh";
  giveMesh(*pieces, mesh);
  EXPECT_THROW(pieces->render(camera, {}), InvalidInput) << "without values";
  EXPECT_THROW(pieces->setTransferFunction({}), InvalidInput);
  giveScene(*pieces, mesh);
  pieces->render(camera, {});
  EXPECT_THROW(pieces->histogram({}), InvalidInput);
  const std::vector<double> few(3);
  EXPECT_THROW(pieces->setScalars(fieldOf(few, Association::Points)), InvalidInput);
  FrameOptions plane;
  plane.clippingPlanes.resize(1, { { 0, 0, 0 }, 0 });
  EXPECT_THROW(pieces->render(camera, plane), InvalidInput);

  // The maximum number of planes, beside those of a crop box and of a piece.
  plane.clippingPlanes.assign(maxClippingPlanes, { { 0.2, 0.3, 1 }, -0.3 });
  plane.cropBox.on = true;
  std::fill_n(plane.cropBox.origin, 3, -0.8);
  for (int axis = 0; axis < 3; ++axis)
    plane.cropBox.edges[axis][axis] = 1.5;
  pieces->render(camera, plane);
  giveScene(this->caster(), mesh);
  this->caster().render(camera, plane);
  compare(*pieces, this->caster(), camera, plane, "planes");
}

// Fill values that a threshold hides do not count, whichever pieces have them.
TEST_P(Pieces, WithFillValues)
{
  int numPieces = 0;
  for (const std::uint32_t seed : seedsOf("PiecesWithFillValues", imageSize(2) == 2 ? 40 : 6, 20))
  {
    Randomness random(seed);
    const HiddenFillers mesh(random, seed);
    const Camera camera = randomCamera(random);
    FrameOptions options;
    options.blend = static_cast<BlendMode>(random.integer(3)); // no means or sums, which depend on the range
                                                               // relative to which values are stored
    const auto pieces = this->inPieces(mesh.scene, random.real(1.5, 10));
    mesh.giveTo(*pieces, true);
    mesh.giveTo(this->caster(), false);
    pieces->render(camera, options);
    this->caster().render(camera, options);
    compare(*pieces, this->caster(), camera, options, "seed " + std::to_string(seed));
    numPieces += pieces->piecesReport().pieces;
    this->Caster = LookedCaster::create(this->GetParam());
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(numPieces, 12);
  }
}

TEST_P(Pieces, OneOfThemDoesAll)
{
  OracleScene mesh = convexMesh();
  mesh.transferFunction = translucentFunction();
  const auto pieces = LookedCaster::inPieces(this->GetParam(), MemoryBudget::noLimit);
  giveScene(*pieces, mesh);
  giveScene(this->caster(), mesh);
  const Camera camera = perspectiveView(32, 32);
  FrameOptions maximum;
  maximum.blend = BlendMode::Maximum;
  pieces->render(camera, maximum);
  this->caster().render(camera, maximum);
  EXPECT_EQ(pieces->piecesReport().pieces, 1);
  compare(*pieces, this->caster(), camera, maximum, "maximum");
  pieces->pick(camera, {}, 0.1f);
  this->caster().pick(camera, {}, 0.1f);
  EXPECT_TRUE(std::equal(pieces->pickedTets(), pieces->pickedTets() + 32 * 32, this->caster().pickedTets()));
}

INKRAY_TEST_ON_DEVICES(Pieces);

} // namespace
