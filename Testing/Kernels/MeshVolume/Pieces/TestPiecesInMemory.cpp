// SPDX-License-Identifier: BSD-3-Clause
// Meshes larger than their memory limit: which pieces are in memory. The pictures equal those of the whole
// meshes.
#include "../../../Seeds.h"
#include "Core/Errors.h"
#include "MeshVolume/Pieces/PiecesTest.h"

#include <algorithm>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class PiecesInMemory : public PiecesTest
{
};

// 400,000 tets, whose setup as a whole takes 50 MB, in 10 MB.
TEST_P(PiecesInMemory, OfALargeMeshStayInTheirMemory)
{
  const std::size_t limit = 10'000'000;
  OracleScene mesh = largeMesh(400'000);
  this->Caster = LookedCaster::create(this->GetParam());
  giveScene(this->caster(), mesh);
  EXPECT_GT(this->caster().memory().setupPeak, 4 * limit);
  const auto pieces = LookedCaster::inPieces(this->GetParam(), limit);
  giveScene(*pieces, mesh);

  const int size = imageSize(96);
  FrameOptions options;
  const auto frame = [&](const Camera& camera, const std::string& what) {
    pieces->render(camera, options);
    this->caster().render(camera, options);
    const int far = compare(*pieces, this->caster(), camera, options, what);
    EXPECT_LT(far, size * size / 100) << what;
    const PiecesReport report = pieces->piecesReport();
    EXPECT_GE(report.pieces, 10) << what;
    EXPECT_LT(report.resident, report.pieces) << what;
    EXPECT_GE(report.resident, 2) << what;
    EXPECT_LE(report.peakBytes, limit) << what;
    return report;
  };
  const Camera outside = perspectiveView(size, size);
  EXPECT_GT(frame(outside, "outside").bytesSent, limit);
  const PiecesReport again = frame(outside, "again");
  EXPECT_GT(again.bytesSent, 0u);
  EXPECT_EQ(again.cast, again.pieces);
  frame(parallelView(size, size), "parallel");
  const PiecesReport inside =
    frame(perspectiveCamera({ 0.5, 0.4, 0.3 }, { 0.9, 0.8, 0.9 }, 40.0, 1e-3, 12.0, size, size), "inside");
  EXPECT_LT(inside.cast, inside.pieces) << "pieces that are out of sight are left out";

  // Other functions and values for the mesh in memory.
  mesh.transferFunction = opaqueFunction();
  pieces->setTransferFunction(mesh.transferFunction);
  this->caster().setTransferFunction(mesh.transferFunction);
  frame(outside, "opaque");
  options.earlyTermination = 0.001f;
  EXPECT_LT(frame(outside, "opaque again").cast, again.cast) << "what is hidden is left out";
  mesh.perCell = true;
  mesh.scalars.resize(mesh.tets.size() / 4);
  for (std::size_t i = 0; i < mesh.scalars.size(); ++i)
    mesh.scalars[i] = static_cast<double>(i % 7) / 7.0;
  giveScalars(*pieces, mesh);
  giveScalars(this->caster(), mesh);
  pieces->setTransferFunction(translucentFunction());
  this->caster().setTransferFunction(translucentFunction());
  frame(outside, "cells");
}

// Meshes in turn reuse the host memory of the pieces before.
TEST_P(PiecesInMemory, OfAMeshThatChangesAreThoseOfTheNewOne)
{
  const std::size_t limit = 6'000'000;
  const auto pieces = LookedCaster::inPieces(this->GetParam(), limit);
  const Camera camera = perspectiveView(40, 40);
  for (const std::int64_t tets : { 200'000, 210'000, 90'000, 220'000, 1'000, 200'000 })
  {
    const OracleScene mesh = largeMesh(tets);
    const auto other = LookedCaster::inPieces(this->GetParam(), limit);
    for (LookedCaster* const caster : { pieces.get(), other.get() })
    {
      giveScene(*caster, mesh);
      caster->render(camera, {});
      caster->render(camera, {});
    }
    EXPECT_EQ(pieces->piecesReport().pieces, other->piecesReport().pieces) << tets;
    EXPECT_EQ(pieces->piecesReport().resident<pieces->piecesReport().pieces, tets> 50'000) << tets;
    EXPECT_TRUE(std::equal(other->image(), other->image() + 4 * numPixels(camera), pieces->image())) << tets;
    if (tets == 90'000)
    {
      EXPECT_THROW(pieces->setMesh(TetMeshInput()), InvalidInput) << "which leaves nothing behind";
    }
  }
}

// A piece that returns to the device has everything that it had before.
TEST_P(PiecesInMemory, ThatCameBackAreAsTheyWere)
{
  int numSent = 0;
  for (const std::uint32_t seed : seedsOf("PiecesInLessMemory", imageSize(2) == 2 ? 60 : 10, 60))
  {
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    const CompositedScene scene = randomCompositedScene(random, seed, camera);
    const std::size_t bytesABlock = bytesOf(scene.mesh, random.real(4, 10));
    const auto all = LookedCaster::inPieces(this->GetParam(), MemoryBudget::noLimit, bytesABlock);
    scene.giveTo(*all);
    all->render(camera, scene.options);
    const std::size_t count = 4 * numPixels(camera);
    // Memory for the picture and a part of the mesh.
    const std::size_t limit = all->memory().frame +
      static_cast<std::size_t>(random.real(0.5, 0.8) * double(all->memory().resident)) + 4 * bytesABlock;
    const auto some = LookedCaster::inPieces(
      this->GetParam(), std::max(limit, all->memory().setupPeak + limit / 4), bytesABlock);
    try
    {
      scene.giveTo(*some);
      for (int frame = 0; frame < 2; ++frame)
      {
        some->render(camera, scene.options);
        EXPECT_TRUE(std::equal(all->image(), all->image() + count, some->image())) << "seed " << seed;
      }
    }
    catch (const OutOfMemory&)
    {
      continue; // memory is too small for one piece and the data that the frame derives from it
    }
    numSent += some->piecesReport().bytesSent > 0;
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(numSent, 20);
  }
}

// A frame that cannot wait shows the pieces in memory, and the next frame that can wait shows all.
TEST_P(PiecesInMemory, ThatWouldBeTooLateAreLeftOut)
{
  const OracleScene mesh = largeMesh(100'000);
  const auto pieces = LookedCaster::inPieces(this->GetParam(), 4'000'000);
  giveScene(*pieces, mesh);
  const Camera camera = perspectiveView(48, 48);
  const std::size_t count = 4 * 48 * 48;
  const auto opacity = [&] {
    double sum = 0;
    for (std::size_t i = 3; i < count; i += 4)
      sum += pieces->image()[i];
    return sum;
  };
  pieces->render(camera, {});
  const std::vector<float> still(pieces->image(), pieces->image() + count);
  const double opacityOfAll = opacity();
  EXPECT_EQ(pieces->piecesReport().leftOut, 0);
  EXPECT_GT(pieces->piecesReport().bytesSent, 0u);

  FrameOptions moving;
  moving.piecesWithin = 0;
  pieces->render(camera, moving);
  const PiecesReport report = pieces->piecesReport();
  EXPECT_EQ(report.bytesSent, 0u);
  EXPECT_GT(report.cast, 0);
  EXPECT_LE(report.cast, report.resident);
  EXPECT_EQ(report.cast + report.leftOut, report.pieces);
  EXPECT_GT(opacity(), 0);
  EXPECT_LT(opacity(), opacityOfAll);

  moving.piecesWithin = 1e9;
  pieces->render(camera, moving);
  EXPECT_EQ(pieces->piecesReport().leftOut, 0);
  EXPECT_TRUE(std::equal(still.begin(), still.end(), pieces->image()));
  pieces->render(camera, {});
  EXPECT_TRUE(std::equal(still.begin(), still.end(), pieces->image()));
}

// Memory runs out at each allocation of a frame in turn. The frame reports that, or uses fewer pieces in
// memory; the next frame is whole.
TEST_P(PiecesInMemory, SurviveAllocationsThatFail)
{
  const OracleScene mesh = largeMesh(20'000);
  const auto pieces = this->inPieces(mesh, 6);
  giveScene(*pieces, mesh);
  const Camera first = perspectiveView(40, 40), second = parallelView(48, 48);
  std::vector<std::vector<float>> pictures;
  for (const Camera& camera : { first, second })
  {
    pieces->render(camera, {});
    pictures.emplace_back(pieces->image(), pieces->image() + std::size_t(4) * camera.width * camera.height);
  }
  int survived = 0;
  for (std::int64_t failing = 1; failing < 40; ++failing)
  {
    const auto other = this->inPieces(mesh, 6);
    giveScene(*other, mesh);
    MemoryBudget::failAllocation(failing);
    try
    {
      other->render(first, {});
      survived += other->piecesReport().resident < other->piecesReport().pieces;
      EXPECT_TRUE(std::equal(pictures[0].begin(), pictures[0].end(), other->image())) << failing;
    }
    catch (const OutOfMemory&)
    {
    }
    MemoryBudget::failAllocation(0);
    other->render(second, {});
    EXPECT_TRUE(std::equal(pictures[1].begin(), pictures[1].end(), other->image())) << failing;
  }
  EXPECT_GT(survived, 3);
}

TEST_P(PiecesInMemory, ThatAllFitAreSentOnce)
{
  const OracleScene mesh = convexMesh();
  const auto pieces = this->inPieces(mesh, 4);
  OracleScene scene = mesh;
  scene.transferFunction = translucentFunction();
  giveScene(*pieces, scene);
  pieces->render(perspectiveView(32, 32), {});
  const PiecesReport report = pieces->piecesReport();
  EXPECT_GT(report.pieces, 3);
  EXPECT_EQ(report.resident, report.pieces);
  EXPECT_EQ(report.bytesSent, 0u);
}

TEST_P(PiecesInMemory, NeedMemoryForOneAndThePicture)
{
  OracleScene mesh = convexMesh();
  mesh.transferFunction = translucentFunction();
  for (const std::size_t limit : { std::size_t(1), std::size_t(1000), std::size_t(100'000) })
  {
    const auto pieces = LookedCaster::inPieces(this->GetParam(), limit);
    try
    {
      giveScene(*pieces, mesh);
      ADD_FAILURE() << limit;
    }
    catch (const OutOfMemory& error)
    {
      EXPECT_NE(std::string(error.what()).find("cannot be drawn in pieces with " + std::to_string(limit)),
        std::string::npos)
        << error.what();
    }
  }
  const auto pieces = LookedCaster::inPieces(this->GetParam(), 8'000'000);
  giveScene(*pieces, mesh);
  EXPECT_THROW(pieces->render(perspectiveView(1024, 1024), {}), OutOfMemory);
  const Camera camera = perspectiveView(64, 64);
  pieces->render(camera, {});
  giveScene(this->caster(), mesh);
  this->caster().render(camera, {});
  compare(*pieces, this->caster(), camera, {}, "after that");
}

INKRAY_TEST_ON_DEVICES(PiecesInMemory);

} // namespace
