// SPDX-License-Identifier: BSD-3-Clause
// Meshes that are larger than the memory that they may take, in pieces: the pictures of the meshes as a
// whole.
#include "../../../Seeds.h"
#include "Core/Errors.h"
#include "Geometry/Mesh/Partition.h"
#include "Oracles/CompositedScene.h"
#include "Renderers/MeshVolume/Pieces/PiecedTetRayCaster.h"
#include "Renderers/MeshVolume/Pieces/SeenPieces.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double OneLevel = 1.0 / 255.0;

std::size_t bytesOf(const OracleScene& mesh, double pieces)
{
  const MeshBytes bytes = estimateMeshBytes(
    static_cast<std::int64_t>(mesh.tets.size() / 4), static_cast<std::int64_t>(mesh.points.size() / 3));
  return static_cast<std::size_t>(double(bytes.setUp) / pieces);
}

class Pieces : public RayCastTest
{
protected:
  /// Two pictures are one to a level of 8 bits. Returns how many numbers differ by more than a tenth of it,
  /// where rays do not end at places that pieces part otherwise.
  static int compare(const TetRayCaster& pieces, const TetRayCaster& whole, const Camera& camera,
    const FrameOptions& options, const std::string& what)
  {
    const std::size_t count =
      4 * static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
    const std::vector<double> reference(whole.image(), whole.image() + count);
    const Difference d = difference(pieces.image(), reference);
    const float* const a = pieces.image() + 4 * static_cast<std::size_t>(d.worstPixel);
    const float* const b = whole.image() + 4 * static_cast<std::size_t>(d.worstPixel);
    EXPECT_LT(d.maximum, OneLevel) << what << ", pixel " << d.worstPixel << ": " << a[0] << " " << a[1] << " "
                                   << a[2] << " " << a[3] << ", the whole " << b[0] << " " << b[1] << " "
                                   << b[2] << " " << b[3];
    EXPECT_EQ(pieces.statistics().failedRays, 0) << what;
    if (options.earlyTermination > 0.0f)
      return 0;
    int far = 0;
    for (std::size_t i = 0; i < count; ++i)
      far += std::abs(pieces.image()[i] - reference[i]) > 0.1 * OneLevel;
    EXPECT_EQ(pieces.depth() == nullptr, whole.depth() == nullptr) << what;
    if (pieces.depth() && whole.depth())
    {
      int wrong = 0;
      for (std::size_t i = 0; i < count / 4; ++i)
      {
        // A surface that is hidden by a volume of opacity 1 may be left out.
        wrong += std::abs(pieces.depth()[i] - whole.depth()[i]) > 1e-4f &&
          !(pieces.depth()[i] == 1.0f && pieces.image()[4 * i + 3] == 1.0f);
      }
      EXPECT_LE(wrong, static_cast<int>(count / 400)) << what;
    }
    return far;
  }
};

TEST_P(Pieces, Seeds)
{
  int far = 0, numPieces = 0, cast = 0;
  std::size_t pixels = 0;
  for (const std::uint32_t seed : seedsOf("Pieces", imageSize(2) == 2 ? 150 : 20, 150))
  {
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    const CompositedScene scene = randomCompositedScene(random, seed, camera);
    const std::string what = "seed " + std::to_string(seed);
    const auto pieces = PiecedTetRayCaster::create(
      this->GetParam(), MemoryBudget::noLimit, bytesOf(scene.mesh, random.real(1.5, 10)));
    this->Caster = TetRayCaster::create(this->GetParam());
    scene.giveTo(*pieces);
    scene.giveTo(this->caster());
    pieces->render(camera, scene.options);
    this->caster().render(camera, scene.options);
    far += compare(*pieces, this->caster(), camera, scene.options, what);
    pixels += static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
    numPieces += pieces->piecesReport().pieces;
    cast += pieces->piecesReport().cast;

    double a[2], b[2];
    pieces->scalarRange(a);
    this->caster().scalarRange(b);
    EXPECT_EQ(a[0], b[0]) << what;
    EXPECT_EQ(a[1], b[1]) << what;
    EXPECT_EQ(pieces->numNonFiniteScalars(), this->caster().numNonFiniteScalars()) << what;
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(numPieces, 300);
    EXPECT_GT(cast, 200);
    EXPECT_LT(static_cast<double>(far), 0.005 * static_cast<double>(pixels));
  }
}

// A mesh in pieces may be itself one of those that ranks have.
TEST_P(Pieces, AreCutToABox)
{
  int cut = 0;
  for (const std::uint32_t seed : seedsOf("Pieces", 30, 8))
  {
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    CompositedScene scene = randomCompositedScene(random, seed, camera);
    const std::string what = "seed " + std::to_string(seed);
    const auto pieces = PiecedTetRayCaster::create(
      this->GetParam(), MemoryBudget::noLimit, bytesOf(scene.mesh, random.real(1.5, 10)));
    this->Caster = TetRayCaster::create(this->GetParam());
    scene.giveTo(*pieces);
    scene.giveTo(this->caster());
    this->caster().render(camera, scene.options);
    const std::vector<float> whole(this->caster().image(),
      this->caster().image() +
        4 * static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height));
    const int axis = random.integer(3);
    double low = AxisBox::infinity, high = -AxisBox::infinity;
    for (std::size_t i = static_cast<std::size_t>(axis); i < scene.mesh.points.size(); i += 3)
    {
      low = std::min(low, scene.mesh.points[i]);
      high = std::max(high, scene.mesh.points[i]);
    }
    const double wall = low + random.real(0.3, 0.7) * (high - low);
    (random.chance(0.5) ? scene.options.piece.low : scene.options.piece.high)[axis] = wall;
    pieces->render(camera, scene.options);
    this->caster().render(camera, scene.options);
    compare(*pieces, this->caster(), camera, scene.options, what);
    cut += !std::equal(whole.begin(), whole.end(), this->caster().image());
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(cut, 3);
  }
}

// Extremes, means and sums of the pieces are those of the whole, with surfaces over them and opaque things in
// them; and so are the films that are kept for others.
TEST_P(Pieces, InBlendModes)
{
  constexpr BlendMode modes[] = { BlendMode::Maximum, BlendMode::Minimum, BlendMode::Average,
    BlendMode::Additive };
  int far = 0, grazing = 0, numPieces = 0, numSurfaces = 0;
  std::size_t pixels = 0;
  for (const std::uint32_t seed : seedsOf("PiecesInBlendModes", imageSize(2) == 2 ? 150 : 20, 150))
  {
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    CompositedScene scene = randomCompositedScene(random, seed, camera);
    scene.options.drawVolume = true;
    scene.options.blend = modes[random.integer(4)];
    for (TransferFunctionKnot& knot : scene.mesh.transferFunction.knots)
      knot.attenuation = std::min(knot.attenuation, 1.0f);
    // Cells that share the point of an extreme have opacities of their own, and rounding decides between
    // them.
    const bool isExtreme =
      scene.options.blend == BlendMode::Maximum || scene.options.blend == BlendMode::Minimum;
    if (isExtreme && scene.opacity.size() == scene.mesh.tets.size() / 4)
      scene.opacity.clear();
    if (scene.options.blend == BlendMode::Average && random.chance(0.5))
      scene.options.averageRange[0] = 0.4;
    const std::string what =
      "seed " + std::to_string(seed) + ", mode " + std::to_string(static_cast<int>(scene.options.blend));
    const auto pieces = PiecedTetRayCaster::create(
      this->GetParam(), MemoryBudget::noLimit, bytesOf(scene.mesh, random.real(1.5, 10)));
    this->Caster = TetRayCaster::create(this->GetParam());
    scene.giveTo(*pieces);
    scene.giveTo(this->caster());
    this->caster().render(camera, scene.options);
    pieces->render(camera, scene.options);
    const std::size_t number =
      static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
    int wrong = 0;
    for (std::size_t i = 0; i < 4 * number; ++i)
    {
      const float difference = std::abs(pieces->image()[i] - this->caster().image()[i]);
      far += difference > 0.1 * OneLevel;
      wrong += difference > OneLevel;
    }
    // Rays that graze a cell may meet it in one of the two alone, and its value may be the extreme.
    EXPECT_LE(wrong, 4) << what;
    grazing += wrong > 0;
    EXPECT_EQ(pieces->statistics().failedRays, 0) << what;
    EXPECT_EQ(pieces->depth() == nullptr, this->caster().depth() == nullptr) << what;
    if (pieces->depth() && this->caster().depth())
    {
      const auto differs = [&](std::size_t i) {
        return std::abs(pieces->depth()[i] - this->caster().depth()[i]) > 1e-4f;
      };
      std::size_t others = 0;
      for (std::size_t i = 0; i < number; ++i)
        others += differs(i);
      EXPECT_LE(others, number / 100) << what;
    }
    pixels += number;
    numPieces += pieces->piecesReport().pieces;
    numSurfaces += !scene.surfaces.empty() || !scene.options.slices.empty();

    // Films that are kept are developed into what is drawn without surfaces.
    FrameOptions alone = scene.options;
    alone.slices.clear();
    pieces->setIsosurfaces({});
    this->caster().setIsosurfaces({});
    pieces->render(camera, alone);
    const std::vector<float> drawn(pieces->image(), pieces->image() + 4 * number);
    alone.keepsFilms = true;
    pieces->render(camera, alone);
    const std::vector<float> films(pieces->image(), pieces->image() + 4 * number);
    pieces->developFilms(films.data(), camera.width, camera.height, alone);
    EXPECT_TRUE(std::equal(drawn.begin(), drawn.end(), pieces->image())) << what;
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(numPieces, 300);
    EXPECT_GT(numSurfaces, 30);
    EXPECT_LE(grazing, 3);
    EXPECT_LT(static_cast<double>(far), 0.005 * static_cast<double>(pixels));
  }
}

/// A mesh of which many pieces are drawn with memory for some of them.
OracleScene largeMesh(std::int64_t tets)
{
  generator::MeshOptions options;
  options.tets = tets;
  options.shape = generator::Shape::NonConvex;
  OracleScene mesh = fromGenerator(options);
  mesh.transferFunction = translucentFunction();
  return mesh;
}

// 400 k tets, which take 50 MB while they are set up as a whole, in 10 MB.
TEST_P(Pieces, OfALargeMeshStayInTheirMemory)
{
  const std::size_t limit = 10'000'000;
  OracleScene mesh = largeMesh(400'000);
  this->Caster = TetRayCaster::create(this->GetParam());
  giveScene(this->caster(), mesh);
  EXPECT_GT(this->caster().memory().setupPeak, 4 * limit);
  const auto pieces = PiecedTetRayCaster::create(this->GetParam(), limit);
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

  // Other functions and values of the mesh that is there.
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

// All that a piece may have is there again when it comes back to the device.
TEST_P(Pieces, ThatCameBackAreAsTheyWere)
{
  int numSent = 0;
  for (const std::uint32_t seed : seedsOf("PiecesInLessMemory", imageSize(2) == 2 ? 60 : 10, 60))
  {
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    const CompositedScene scene = randomCompositedScene(random, seed, camera);
    const std::size_t bytesAPiece = bytesOf(scene.mesh, random.real(4, 10));
    const auto all = PiecedTetRayCaster::create(this->GetParam(), MemoryBudget::noLimit, bytesAPiece);
    scene.giveTo(*all);
    all->render(camera, scene.options);
    const std::size_t count =
      4 * static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
    // Memory for the picture and a part of the mesh.
    const std::size_t limit = all->memory().frame +
      static_cast<std::size_t>(random.real(0.5, 0.8) * double(all->memory().resident)) + 4 * bytesAPiece;
    const auto some = PiecedTetRayCaster::create(
      this->GetParam(), std::max(limit, all->memory().setupPeak + limit / 4), bytesAPiece);
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
      continue; // not enough for a piece with all that the frame makes of it
    }
    numSent += some->piecesReport().bytesSent > 0;
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(numSent, 20);
  }
}

// A frame that cannot wait shows what is there, and the next that can shows all.
TEST_P(Pieces, ThatWouldBeTooLateAreLeftOut)
{
  const OracleScene mesh = largeMesh(100'000);
  const auto pieces = PiecedTetRayCaster::create(this->GetParam(), 4'000'000);
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

// Memory runs out at each allocation of a frame in turn: the frame says so, or makes do with fewer pieces in
// memory; the next one is whole.
TEST_P(Pieces, SurviveAllocationsThatFail)
{
  const OracleScene mesh = largeMesh(20'000);
  const auto pieces = PiecedTetRayCaster::create(this->GetParam(), MemoryBudget::noLimit, bytesOf(mesh, 6));
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
    const auto other = PiecedTetRayCaster::create(this->GetParam(), MemoryBudget::noLimit, bytesOf(mesh, 6));
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

TEST_P(Pieces, ThatAllFitAreSentOnce)
{
  const OracleScene mesh = convexMesh();
  const auto pieces = PiecedTetRayCaster::create(this->GetParam(), MemoryBudget::noLimit, bytesOf(mesh, 4));
  OracleScene scene = mesh;
  scene.transferFunction = translucentFunction();
  giveScene(*pieces, scene);
  pieces->render(perspectiveView(32, 32), {});
  const PiecesReport report = pieces->piecesReport();
  EXPECT_GT(report.pieces, 3);
  EXPECT_EQ(report.resident, report.pieces);
  EXPECT_EQ(report.bytesSent, 0u);
}

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
  const auto pieces = PiecedTetRayCaster::create(this->GetParam(), MemoryBudget::noLimit, bytesOf(mesh, 6));
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
  const auto pieces = PiecedTetRayCaster::create(this->GetParam(), MemoryBudget::noLimit, bytesOf(mesh, 4));
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

  // As many planes as there may be, beside those of a crop box and of a piece.
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

TEST_P(Pieces, NeedMemoryForOneAndThePicture)
{
  OracleScene mesh = convexMesh();
  mesh.transferFunction = translucentFunction();
  for (const std::size_t limit : { std::size_t(1), std::size_t(1000), std::size_t(100'000) })
  {
    const auto pieces = PiecedTetRayCaster::create(this->GetParam(), limit);
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
  const auto pieces = PiecedTetRayCaster::create(this->GetParam(), 8'000'000);
  giveScene(*pieces, mesh);
  EXPECT_THROW(pieces->render(perspectiveView(1024, 1024), {}), OutOfMemory);
  const Camera camera = perspectiveView(64, 64);
  pieces->render(camera, {});
  giveScene(this->caster(), mesh);
  this->caster().render(camera, {});
  compare(*pieces, this->caster(), camera, {}, "after that");
}

TEST_P(Pieces, OneOfThemDoesAll)
{
  OracleScene mesh = convexMesh();
  mesh.transferFunction = translucentFunction();
  const auto pieces = PiecedTetRayCaster::create(this->GetParam(), MemoryBudget::noLimit);
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

/// Pieces of a bar along the x axis, from -8 to 8.
MeshPartition partsOfBar()
{
  generator::MeshOptions options;
  options.cells = { 24, 2, 2 };
  options.shape = generator::Shape::Convex;
  OracleScene bar = fromGenerator(options);
  for (std::size_t i = 0; i < bar.points.size(); i += 3)
    bar.points[i] *= 8;
  return partition(meshInput(bar), bytesOf(bar, 3));
}

// A bar that is seen along its axis: each piece lies behind one more.
TEST(SeenPieces, CountWhatLiesBefore)
{
  const MeshPartition parts = partsOfBar();
  ASSERT_GT(parts.pieces.size(), 3u);
  const auto seen = [&parts](const Vector& eye) {
    return seenPieces(parts, parallelCamera(eye, { 0, 0, 0 }, 9, 0.5, 60.0, 128, 128));
  };
  const std::vector<SeenPiece> along = seen({ 30, 1e-3, 2e-3 }), across = seen({ 1e-3, 30, 2e-3 });
  ASSERT_EQ(along.size(), parts.pieces.size());
  double nearest = 100.0;
  for (std::size_t i = 0; i < along.size(); ++i)
  {
    EXPECT_NEAR(along[i].layer, static_cast<double>(i), 0.1) << i;
    EXPECT_LT(parts.pieces[along[i].piece].occupied.high[0], nearest) << "from front to back";
    nearest = parts.pieces[along[i].piece].occupied.high[0];
  }
  for (const SeenPiece& piece : across)
    EXPECT_LT(piece.layer, 0.7) << "beside one another, but for their edges";
}

TEST(SeenPieces, LieInTheirRectangles)
{
  // One end of the bar, 20 pixels per unit of length; cameras of tests are turned so that up is (0.1, 1).
  const MeshPartition parts = partsOfBar();
  const std::vector<SeenPiece> seen =
    seenPieces(parts, parallelCamera({ 4.5, 0, 30 }, { 4.5, 0, 0 }, 3, 0.5, 60.0, 120, 120));
  std::size_t numInView = 0;
  for (std::size_t k = 0; k < parts.pieces.size(); ++k)
  {
    const AxisBox& box = parts.pieces[k].occupied;
    const double unit = 20 / std::sqrt(1.01), left = box.low[0] - 4.5, right = box.high[0] - 4.5;
    const double low[2] = { 60 + unit * (left - 0.1 * box.high[1]), 60 + unit * (0.1 * left + box.low[1]) };
    const double high[2] = { 60 + unit * (right - 0.1 * box.low[1]),
      60 + unit * (0.1 * right + box.high[1]) };
    const auto own =
      std::find_if(seen.begin(), seen.end(), [k](const SeenPiece& piece) { return piece.piece == k; });
    if (high[0] < 0 || low[0] > 120)
    {
      EXPECT_EQ(own, seen.end()) << k;
      continue;
    }
    ++numInView;
    ASSERT_NE(own, seen.end()) << k;
    EXPECT_NEAR(own->x, std::clamp(low[0], 0.0, 119.0), 2.1) << k;
    EXPECT_NEAR(own->x + own->width, std::clamp(high[0], 1.0, 120.0), 3.1) << k;
    EXPECT_NEAR(own->y, low[1], 2.1) << k;
    EXPECT_NEAR(own->y + own->height, high[1], 3.1) << k;
  }
  EXPECT_GT(numInView, 1u);
  EXPECT_LT(numInView, parts.pieces.size());
}

TEST(SeenPieces, ThatReachBehindTheEyeMayBeAnywhere)
{
  // Above a piece, along the bar: the piece covers the lower edge of the picture, which no corner does.
  const MeshPartition parts = partsOfBar();
  const AxisBox& box = parts.pieces[0].occupied;
  const double x = box.low[0] + 0.1 * (box.high[0] - box.low[0]), y = box.high[1] + 0.5;
  for (const SeenPiece& piece :
    seenPieces(parts, perspectiveCamera({ x, y, 0 }, { x + 10, y, 0 }, 90, 0.01, 60.0, 64, 48)))
  {
    EXPECT_EQ(piece.y == 0 && piece.width == 64 && piece.height == 48, piece.piece == 0) << piece.piece;
  }
}

TEST(SeenPieces, AreOneWhereNoneIsInView)
{
  const std::vector<SeenPiece> seen =
    seenPieces(partsOfBar(), perspectiveCamera({ 0, 30, 0 }, { 0, 60, 1 }, 30, 0.5, 60.0, 64, 48));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].width, 64);
  EXPECT_EQ(seen[0].height, 48);
}

INKRAY_TEST_ON_DEVICES(Pieces);

} // namespace
