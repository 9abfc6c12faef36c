// SPDX-License-Identifier: BSD-3-Clause
// Meshes in pieces give the pictures of the whole meshes.
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
    const auto pieces = this->give(scene, random.real(1.5, 10));
    pieces->render(camera, scene.options);
    this->caster().render(camera, scene.options);
    far += compare(*pieces, this->caster(), camera, scene.options, what, scene.surfaces);
    pixels += numPixels(camera);
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

// A mesh in pieces may itself be a rank's part of a mesh.
TEST_P(Pieces, AreCutToABox)
{
  int cut = 0;
  for (const std::uint32_t seed : seedsOf("Pieces", 30, 8))
  {
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    CompositedScene scene = randomCompositedScene(random, seed, camera);
    const std::string what = "seed " + std::to_string(seed);
    const auto pieces = this->give(scene, random.real(1.5, 10));
    this->caster().render(camera, scene.options);
    const std::vector<float> whole(this->caster().image(), this->caster().image() + 4 * numPixels(camera));
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
    compare(*pieces, this->caster(), camera, scene.options, what, scene.surfaces);
    cut += !std::equal(whole.begin(), whole.end(), this->caster().image());
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(cut, 3);
  }
}

// In blend modes other than Composite, a mesh in pieces has the picture of the whole mesh, also with
// isosurfaces, slices and opaque geometry. Without surfaces, films that a frame keeps (keepsFilms) develop
// into the same picture.
TEST_P(Pieces, InBlendModes)
{
  int far = 0, grazing = 0, numPieces = 0, numSurfaces = 0;
  std::size_t pixels = 0;
  for (const std::uint32_t seed : seedsOf("PiecesInBlendModes", imageSize(2) == 2 ? 150 : 20, 150))
  {
    Randomness random(seed);
    const Camera camera = randomCamera(random);
    CompositedScene scene = randomCompositedScene(random, seed, camera);
    scene.options.drawVolume = true;
    scene.options.blend = allFilms[1 + random.integer(int(std::size(allFilms)) - 1)].mode;
    for (TransferFunctionKnot& knot : scene.mesh.transferFunction.knots)
      knot.attenuation = std::min(knot.attenuation, 1.0f);
    // Cells that share the point of an extreme may have different opacities, and rounding would decide
    // between them.
    if (filmOf(scene.options.blend).isOrdered() && scene.opacity.size() == scene.mesh.tets.size() / 4)
      scene.opacity.clear();
    if (filmOf(scene.options.blend).hasRange && random.chance(0.5))
      scene.options.averageRange[0] = 0.4;
    const std::string what =
      "seed " + std::to_string(seed) + ", mode " + std::to_string(static_cast<int>(scene.options.blend));
    const auto pieces = this->give(scene, random.real(1.5, 10));
    this->caster().render(camera, scene.options);
    pieces->render(camera, scene.options);
    const std::size_t number = numPixels(camera);
    int wrong = 0;
    for (std::size_t i = 0; i < 4 * number; ++i)
    {
      const float difference = std::abs(pieces->image()[i] - this->caster().image()[i]);
      far += difference > 0.1 * OneLevel;
      wrong += difference > OneLevel;
    }
    // A ray that grazes a cell may meet it in only one of the two pictures, and its value may be the extreme.
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

    // Films that are kept develop into the picture without surfaces.
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

  // The maximum number of planes, in addition to the planes of a crop box and of a piece.
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
