// SPDX-License-Identifier: BSD-3-Clause
// Input that HAVS cannot draw gives one clear message, and HAVS draws the next good input.
#include "Core/Errors.h"
#include "Havs/HavsTest.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

class HavsInput : public HavsTest
{
protected:
  void SetUp() override
  {
    HavsTest::SetUp();
    this->Scene = singleTet();
    this->Scene.transferFunction = translucentFunction();
  }
  /// Returns the message of the error that a call throws.
  template <class Call>
  std::string message(const Call& call)
  {
    try
    {
      call();
    }
    catch (const InvalidInput& error)
    {
      return error.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
  }
  void expectDraws()
  {
    this->give(this->Scene);
    this->expectExact(this->Scene, this->View, {}, "after an error");
  }
  OracleScene Scene;
  Camera View = perspectiveView(16, 16);
};

TEST_P(HavsInput, OneTet)
{
  this->expectDraws();
  const HavsStatistics counted = this->havs().statistics();
  EXPECT_EQ(counted.faces, 4);
  EXPECT_GT(counted.coveredRays, 0);
  EXPECT_EQ(counted.fragments, 2 * counted.coveredRays) << "each ray enters once and leaves once";
  EXPECT_EQ(counted.unsortedFragments, 0);
  const HavsMemory memory = this->havs().memory();
  EXPECT_GT(memory.resident, 0u);
  EXPECT_GT(memory.frame, 0u);
  EXPECT_GE(memory.setupPeak, memory.resident / 2);
}

TEST_P(HavsInput, FacesAreCountedOnce)
{
  OracleScene two = twoTets(Contact::Face);
  two.transferFunction = translucentFunction();
  this->give(two);
  this->picture(this->View);
  EXPECT_EQ(this->havs().statistics().faces, 7);
  const TetMeshReport report = this->havs().setMesh(meshInput(convexMesh()));
  EXPECT_EQ(2 * this->havs().statistics().faces, 4 * report.numTets + report.numBoundaryFaces);
}

TEST_P(HavsInput, StepsMissing)
{
  EXPECT_NE(this->message([&] { this->havs().setScalars(scalarInput(this->Scene)); }).find("before a mesh"),
    std::string::npos);
  EXPECT_NE(this->message([&] { this->picture(this->View); }).find("mesh and its values"), std::string::npos);
  this->havs().setMesh(meshInput(this->Scene));
  this->havs().setScalars(scalarInput(this->Scene));
  EXPECT_NE(this->message([&] { this->picture(this->View); }).find("transfer function"), std::string::npos);
  this->expectDraws();
}

TEST_P(HavsInput, EmptyMesh)
{
  OracleScene empty;
  EXPECT_NE(
    this->message([&] { this->havs().setMesh(meshInput(empty)); }).find("no tetrahedra"), std::string::npos);
  this->expectDraws();
  OracleScene broken = this->Scene;
  broken.tets = { 0, 1, 2, 99 };
  EXPECT_NE(
    this->message([&] { this->havs().setMesh(meshInput(broken)); }).find("out of range"), std::string::npos);
  EXPECT_NE(this->message([&] { this->picture(this->View); }).find("mesh and its values"), std::string::npos)
    << "the mesh of before is gone";
  this->expectDraws();
}

TEST_P(HavsInput, OptionsOutOfRange)
{
  this->give(this->Scene);
  for (const int size : { 0, 1, 3, 7, -6 })
  {
    HavsOptions options;
    options.bufferSize = size;
    EXPECT_NE(this->message([&] { this->picture(this->View, options); }).find("2 or 6"), std::string::npos);
  }
  for (const float detail : { 0.0f, -1.0f, 1.5f, std::numeric_limits<float>::quiet_NaN() })
  {
    HavsOptions options;
    options.levelOfDetail = detail;
    EXPECT_NE(
      this->message([&] { this->picture(this->View, options); }).find("level of detail"), std::string::npos);
  }
  Camera none = this->View;
  none.width = 0;
  EXPECT_NE(this->message([&] { this->picture(none); }).find("0 x 16"), std::string::npos);
  this->expectDraws();
}

TEST_P(HavsInput, ValuesAndFunctionsThatDoNotFit)
{
  this->give(this->Scene);
  Field field = scalarInput(this->Scene);
  field.numTuples = 3;
  EXPECT_FALSE(this->message([&] { this->havs().setScalars(field); }).empty());
  EXPECT_FALSE(this->message([&] { this->havs().setTransferFunction({}); }).empty());
  this->expectExact(this->Scene, this->View, {}, "with what it had");
  double range[2];
  this->havs().scalarRange(range);
  const auto [low, high] = std::minmax_element(this->Scene.scalars.begin(), this->Scene.scalars.end());
  EXPECT_EQ(range[0], *low);
  EXPECT_EQ(range[1], *high);
}

TEST_P(HavsInput, SingularCameraDrawsNothing)
{
  this->give(this->Scene);
  Camera flat = this->View;
  std::fill(flat.meshToEye, flat.meshToEye + 4, 0.0);
  const std::vector<float> image = this->picture(flat);
  EXPECT_EQ(*std::max_element(image.begin(), image.end()), 0.0f);
  EXPECT_EQ(this->havs().statistics().fragments, 0);
}

TEST_P(HavsInput, MeshBesideTheImage)
{
  this->give(this->Scene);
  const Camera away = perspectiveCamera({ 2.9, 2.1, 3.7 }, { 9, 9, 9 }, 20.0, 0.5, 20.0, 16, 16);
  const std::vector<float> image = this->picture(away);
  EXPECT_EQ(*std::max_element(image.begin(), image.end()), 0.0f);
  EXPECT_EQ(this->havs().statistics().tileEntries, 0);
}

TEST_P(HavsInput, OverlappingAndInvertedTets)
{
  // Copies are dropped, inverted tets are drawn, and the picture of overlapping tets is finite.
  OracleScene scene = this->Scene;
  scene.tets = { 0, 1, 2, 3, 0, 1, 2, 3 };
  this->give(scene);
  this->expectExact(this->Scene, this->View, {}, "a copy");
  scene.tets = { 1, 0, 2, 3 };
  this->give(scene);
  this->expectExact(this->Scene, this->View, {}, "inverted");
  scene = nonConvexMesh();
  scene.transferFunction = translucentFunction();
  for (std::size_t p = 0; p < scene.points.size(); ++p)
    scene.points[p] += p % 7 == 0 ? 0.5 : 0.0;
  this->give(scene);
  for (const float x : this->picture(this->View))
    ASSERT_TRUE(std::isfinite(x) && x > -0.01f && x < 1.01f) << x;
}

TEST_P(HavsInput, AnAbortedFrame)
{
  this->give(this->Scene);
  HavsOptions options;
  options.abortCheck = [] { return true; };
  EXPECT_THROW(this->picture(this->View, options), Aborted);
  this->expectDraws();
}

INKRAY_TEST_ON_DEVICES(HavsInput);

} // namespace
