// SPDX-License-Identifier: BSD-3-Clause
// The faults that setMesh finds in bad meshes; the rest of such a mesh is drawn as if it were clean.
#include "Core/Errors.h"
#include "MeshVolume/RayCastTest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class TopologyReport : public RayCastTest
{
protected:
  /// Counts boundary faces the slow way.
  static std::int64_t countBoundary(const OracleScene& scene)
  {
    std::set<std::array<std::int64_t, 3>> open;
    for (std::size_t t = 0; t < scene.tets.size(); t += 4)
    {
      for (int f = 0; f < 4; ++f)
      {
        std::array<std::int64_t, 3> face = { scene.tets[t + (f + 1) % 4], scene.tets[t + (f + 2) % 4],
          scene.tets[t + (f + 3) % 4] };
        std::sort(face.begin(), face.end());
        if (!open.insert(face).second)
        {
          open.erase(face);
        }
      }
    }
    return static_cast<std::int64_t>(open.size());
  }
  /// Expects `bad` to look like `clean`.
  void expectDrawnAs(const OracleScene& bad, const OracleScene& clean, const char* what)
  {
    giveScalars(this->caster(), bad);
    this->caster().setTransferFunction(translucentFunction());
    OracleScene reference = clean;
    reference.transferFunction = translucentFunction();
    this->expectExact(reference, perspectiveView(imageSize(64), imageSize(64)), {}, what);
    this->expectExact(reference, parallelView(imageSize(64), imageSize(64)), {}, what);
  }
};

TEST_P(TopologyReport, CleanMeshes)
{
  for (const auto make :
    { convexMesh, kuhnMesh, nonConvexMesh, disconnectedMesh, randomOrderMesh, sliverMesh, farFromOriginMesh })
  {
    const OracleScene scene = make();
    const TetMeshReport report = this->caster().setMesh(meshInput(scene));
    EXPECT_EQ(report.numTets, static_cast<std::int64_t>(scene.tets.size() / 4));
    EXPECT_EQ(report.numVertices, static_cast<std::int64_t>(scene.points.size() / 3));
    EXPECT_EQ(report.numBoundaryFaces, countBoundary(scene));
    EXPECT_EQ(report.outOfRange + report.nonFinite + report.repeatedVertex + report.duplicate +
        report.zeroVolume + report.inverted + report.nonManifoldFaces,
      0);
    EXPECT_EQ(report.summary(), "");
  }
}

TEST_P(TopologyReport, BadTetsAreCountedAndDropped)
{
  const OracleScene clean = nonConvexMesh();
  OracleScene bad = clean;
  const auto points = static_cast<std::int64_t>(clean.points.size() / 3);
  bad.points.insert(bad.points.end(),
    { std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0, 0.0, std::numeric_limits<double>::infinity(),
      0.0 });
  bad.scalars.insert(bad.scalars.end(), { 0.5, 0.5 });
  const std::int64_t* t = clean.tets.data();
  const std::vector<std::int64_t> dropped = {
    0, 1, 2, -1,                      // out of range
    0, 1, 2, points + 2,              // out of range
    1, 2, 3, std::int64_t{ 1 } << 40, // out of range, and past 32 bits: cut to 32 it would be point 0
    0, 1, 2, points,                  // NaN
    points + 1, 4, 5, 6,              // infinite
    7, 8, 7, 9,                       // repeated
    5, 5, 5, 5,                       // repeated
    t[0], t[1], t[2], t[3],           // duplicate
    t[401], t[402], t[400], t[403],   // duplicate in another order
    t[401], t[400], t[402], t[403],   // and again, turned over
  };
  // Put half in front and half behind: the first copy of a duplicate stays, wherever it stands.
  bad.tets.insert(bad.tets.begin(), dropped.begin(), dropped.begin() + 20);
  bad.tets.insert(bad.tets.end(), dropped.begin() + 20, dropped.end());
  const TetMeshReport report = this->caster().setMesh(meshInput(bad));
  EXPECT_EQ(report.numTets, static_cast<std::int64_t>(clean.tets.size() / 4));
  EXPECT_EQ(report.numBoundaryFaces, countBoundary(clean));
  EXPECT_EQ(report.outOfRange, 3);
  EXPECT_EQ(report.nonFinite, 2);
  EXPECT_EQ(report.repeatedVertex, 2);
  EXPECT_EQ(report.duplicate, 3);
  EXPECT_EQ(report.nonManifoldFaces, 0);
  EXPECT_NE(report.summary(), "");
  EXPECT_EQ(report.summary().find('\n'), std::string::npos) << "one line";
  // The ids of the caller's tets are those of the good ones, numTets of them and no more.
  std::vector<std::int64_t> original(report.numTets + 64, -1);
  this->caster().originalTets(original.data());
  EXPECT_EQ(std::vector<std::int64_t>(original.end() - 64, original.end()), std::vector<std::int64_t>(64, -1))
    << "written past numTets";
  original.resize(report.numTets);
  std::sort(original.begin(), original.end());
  for (std::int64_t t = 0; t < report.numTets; ++t)
  {
    ASSERT_EQ(original[t], t + 5) << "five dropped tets stand in front";
  }
  this->expectDrawnAs(bad, clean, "bad tets among good ones");
}

TEST_P(TopologyReport, CellValuesStayWithTheirTets)
{
  // Dropped tets in front move all others in the array; each value must stay with its tet.
  OracleScene clean = nonConvexMesh();
  clean.perCell = true;
  clean.scalars.clear();
  for (std::size_t t = 0; t < clean.tets.size() / 4; ++t)
  {
    clean.scalars.push_back(std::fmod(0.6180339887 * static_cast<double>(t), 1.0));
  }
  OracleScene bad = clean;
  bad.tets.insert(bad.tets.begin(), { 0, 1, 2, -1, 3, 3, 4, 5 });
  bad.scalars.insert(bad.scalars.begin(), { 0.9, 0.9 });
  giveMesh(this->caster(), bad);
  this->expectDrawnAs(bad, clean, "cell values");
}

TEST_P(TopologyReport, InvertedTetsAreDrawnAlike)
{
  const OracleScene clean = nonConvexMesh();
  OracleScene bad = clean;
  for (std::size_t t = 0; t < bad.tets.size(); t += 12)
  {
    std::swap(bad.tets[t + 1], bad.tets[t + 3]);
  }
  const TetMeshReport report = this->caster().setMesh(meshInput(bad));
  EXPECT_EQ(report.inverted, static_cast<std::int64_t>((bad.tets.size() / 4 + 2) / 3));
  EXPECT_EQ(report.numTets, static_cast<std::int64_t>(clean.tets.size() / 4));
  EXPECT_NE(report.summary(), "");
  this->expectDrawnAs(bad, clean, "inverted tets");
}

TEST_P(TopologyReport, FoldedCellsDrawNoGarbage)
{
  // Points moved by more than a cell fold the mesh over itself. Rays step back in many cells, also where
  // everything in front is opaque. No picture is right, but every pixel is a color.
  OracleScene scene = nonConvexMesh();
  std::uint32_t state = 7;
  for (double& x : scene.points)
  {
    state = state * 1664525u + 1013904223u;
    x += 0.4 * (double(state >> 8) / double(1 << 24) - 0.5);
  }
  EXPECT_GT(this->caster().setMesh(meshInput(scene)).inverted, 100);
  giveScalars(this->caster(), scene);
  for (const float attenuation : { 1.0f, 300.0f, 1e6f })
  {
    TransferFunction function = opaqueFunction();
    for (TransferFunctionKnot& knot : function.knots)
    {
      knot.attenuation *= attenuation;
    }
    this->caster().setTransferFunction(function);
    for (const Camera& camera : { perspectiveView(61, 47), parallelView(50, 64) })
    {
      const std::vector<float> image = this->picture(camera);
      for (std::size_t pixel = 0; pixel < image.size(); pixel += 4)
      {
        for (std::size_t c = pixel; c < pixel + 4; ++c)
        {
          ASSERT_TRUE(image[c] >= -1e-6f && image[c] <= 1.01f)
            << "pixel " << pixel / 4 << ", channel " << c - pixel << ": " << image[c] << ", attenuation "
            << attenuation;
        }
      }
      EXPECT_EQ(this->caster().statistics().failedRays, 0);
    }
  }
}

TEST_P(TopologyReport, FlatTetsConnectTheirNeighbors)
{
  const OracleScene scene = flatTetSeam();
  const TetMeshReport report = this->caster().setMesh(meshInput(scene));
  EXPECT_EQ(report.zeroVolume, 1);
  EXPECT_EQ(report.numTets, 25);
  EXPECT_EQ(report.numBoundaryFaces, 20);
  EXPECT_NE(report.summary(), "");
  this->expectDrawnAs(scene, scene, "seam with a flat tet");
}

TEST_P(TopologyReport, CollapsedTetsAmongGoodOnes)
{
  // All four corners lie on one line, or two lie in one place. The tet has no volume and touches the mesh by
  // a face.
  OracleScene clean = nonConvexMesh();
  OracleScene bad = clean;
  const auto points = static_cast<std::int64_t>(bad.points.size() / 3);
  const std::int64_t first = clean.tets[0];
  for (int a = 0; a < 3; ++a)
  {
    bad.points.push_back(bad.points[3 * first + a]);
  }
  bad.scalars.push_back(bad.scalars[first]);
  bad.tets.insert(bad.tets.end(), { first, clean.tets[41], clean.tets[42], points });
  const TetMeshReport report = this->caster().setMesh(meshInput(bad));
  EXPECT_EQ(report.zeroVolume, 1);
  this->expectDrawnAs(bad, clean, "collapsed tet");
}

TEST_P(TopologyReport, FacesOfThreeTetsAreSurvived)
{
  OracleScene scene = twoTets(Contact::Face);
  scene.points.insert(scene.points.end(), { 0.4, 0.7, 1.0 });
  scene.scalars.push_back(0.5);
  scene.tets.insert(scene.tets.end(), { 1, 2, 3, 5 });
  scene.transferFunction = translucentFunction();
  const TetMeshReport report = this->caster().setMesh(meshInput(scene));
  EXPECT_EQ(report.nonManifoldFaces, 1);
  EXPECT_EQ(report.numTets, 3);
  EXPECT_NE(report.summary(), "");
  giveScalars(this->caster(), scene);
  this->caster().setTransferFunction(scene.transferFunction);
  // The tets overlap, so no picture is right. But a picture is drawn, it is finite, and no ray hangs.
  for (const float x : this->picture(perspectiveView(64, 64)))
  {
    ASSERT_TRUE(x >= 0.0f && x <= 1.0f);
  }
}

TEST_P(TopologyReport, OriginalTetsIsAPermutation)
{
  const OracleScene scene = randomOrderMesh();
  const std::int64_t count = this->caster().setMesh(meshInput(scene)).numTets;
  std::vector<std::int64_t> original(count, -1), wanted(count);
  this->caster().originalTets(original.data());
  std::sort(original.begin(), original.end());
  std::iota(wanted.begin(), wanted.end(), 0);
  EXPECT_EQ(original, wanted);
}

TEST_P(TopologyReport, IntegerAndFloatInputs)
{
  // 32-bit ids and float points give the same mesh.
  const OracleScene scene = nonConvexMesh();
  const std::vector<std::int32_t> tets(scene.tets.begin(), scene.tets.end());
  const std::vector<float> points(scene.points.begin(), scene.points.end());
  TetMeshInput input = meshInput(scene);
  input.connectivity = tets.data();
  input.connectivityType = ValueType::Int32;
  input.points = points.data();
  input.pointType = ValueType::Float32;
  EXPECT_EQ(this->caster().setMesh(input).summary(), "");
  this->expectDrawnAs(scene, scene, "float points, 32-bit ids");
}

TEST_P(TopologyReport, RefusesMeshesWithoutTets)
{
  const OracleScene scene = nonConvexMesh();
  TetMeshInput input = meshInput(scene);
  input.numTets = 0;
  EXPECT_THROW(this->caster().setMesh(input), InvalidInput);
  EXPECT_THROW(this->caster().setMesh(TetMeshInput{}), InvalidInput);
  OracleScene bad = scene;
  bad.tets = { 0, 1, 2, -7, 4, 4, 5, 6 };
  EXPECT_THROW(this->caster().setMesh(meshInput(bad)), InvalidInput);
  // The caster goes on afterwards.
  giveMesh(this->caster(), scene);
  this->expectDrawnAs(scene, scene, "after refusals");
}

INKRAY_TEST_ON_DEVICES(TopologyReport);

} // namespace
