// SPDX-License-Identifier: BSD-3-Clause
// Gradients that come with a mesh, which is a part of a whole, replace the mesh's own.
#include "Core/Errors.h"
#include "MeshVolume/RayCastTest.h"
#include "Oracles/PointGradients.h"
#include "Oracles/VolumeLightOracle.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

Field fieldOf(const std::vector<Vector>& gradients)
{
  Field field;
  field.values = gradients.data();
  field.type = ValueType::Float64;
  field.numTuples = static_cast<std::int64_t>(gradients.size());
  field.numComponents = 3;
  return field;
}

class GivenGradients : public RayCastTest
{
protected:
  void SetUp() override
  {
    RayCastTest::SetUp();
    if (this->IsSkipped())
      return;
    this->Scene = nonConvexMesh();
    this->Scene.transferFunction = scaledFunction(translucentFunction(), -3.0, 50.0);
    for (double& value : this->Scene.scalars)
      value = -3.0 + 50.0 * value; // so that the units matter
    giveScene(this->caster(), this->Scene);
    const VolumeShade shade = headlight();
    this->caster().setLights(shade.lights);
    this->caster().setMaterial(shade.material);
    this->Lit.shade = true;
    this->Lit.gradients = Gradients::Smooth;
  }
  std::vector<float> seen() { return this->picture(this->View, this->Lit); }
  static double largestDifference(const std::vector<float>& a, const std::vector<float>& b)
  {
    double most = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
      most = std::max<double>(most, std::abs(a[i] - b[i]));
    return most;
  }

  OracleScene Scene;
  FrameOptions Lit;
  const Camera View = perspectiveView(imageSize(64), imageSize(64));
};

TEST_P(GivenGradients, OfTheMeshItselfMakeItsPicture)
{
  GradientOpacity opacity;
  opacity.knots = { { 0.0, 0.0f }, { 60.0, 1.0f } };
  for (const bool hasOpacity : { false, true })
  {
    this->caster().setGradientOpacity(hasOpacity ? opacity : GradientOpacity());
    giveScalars(this->caster(), this->Scene);
    const std::vector<float> own = this->seen();
    const std::vector<Vector> gradients = pointGradients(this->Scene);
    this->caster().setGradients(fieldOf(gradients));
    EXPECT_LT(largestDifference(this->seen(), own), 1e-3) << hasOpacity;
  }
}

TEST_P(GivenGradients, CountInPlaceOfItsOwn)
{
  const std::vector<float> own = this->seen();
  const std::vector<Vector> none(this->Scene.points.size() / 3, Vector{ 0.0, 0.0, 0.0 });
  this->caster().setGradients(fieldOf(none));
  const std::vector<float> without = this->seen();
  EXPECT_GT(largestDifference(without, own), 0.05);
  // A gradient that is not a number counts as no gradient.
  const std::vector<Vector> bad(none.size(), Vector{ std::nan(""), 1.0, 0.0 });
  this->caster().setGradients(fieldOf(bad));
  EXPECT_EQ(this->seen(), without);
  // New values restore the mesh's own gradients.
  giveScalars(this->caster(), this->Scene);
  EXPECT_EQ(this->seen(), own);
}

TEST_P(GivenGradients, CountForGradientOpacity)
{
  GradientOpacity opacity;
  opacity.knots = { { 0.0, 0.0f }, { 60.0, 1.0f } };
  this->caster().setGradientOpacity(opacity);
  const std::vector<float> own = this->seen();
  EXPECT_GT(*std::max_element(own.begin(), own.end()), 0.1f);
  for (const double x : { 0.0, std::nan("") })
    for (const bool isLit : { false, true })
      for (const SegmentRule rule : { SegmentRule::Auto, SegmentRule::Exact, SegmentRule::TwoPoints })
      {
        this->Lit.shade = isLit;
        this->Lit.methods.segmentRule = rule;
        const std::vector<Vector> none(this->Scene.points.size() / 3, Vector{ x, 0.0, 0.0 });
        this->caster().setGradients(fieldOf(none));
        const std::vector<float> without = this->seen();
        // Without light, a run adds its color and subtracts it again, which rounds.
        float stopped = 0.0f, shown = 0.0f;
        for (std::size_t k = 0; k < without.size(); ++k)
          (k % 4 == 3 ? stopped : shown) = std::max(k % 4 == 3 ? stopped : shown, std::abs(without[k]));
        EXPECT_EQ(stopped, 0.0f) << "by rule " << static_cast<int>(rule) << ", lit " << isLit;
        EXPECT_LE(shown, isLit ? 0.0f : 1e-6f) << "by rule " << static_cast<int>(rule) << ", lit " << isLit;
      }
}

TEST_P(GivenGradients, AreOfPointsWithValues)
{
  const std::vector<Vector> none(this->Scene.points.size() / 3, Vector{ 0.0, 0.0, 0.0 });
  Field wrong = fieldOf(none);
  wrong.association = Association::Cells;
  EXPECT_THROW(this->caster().setGradients(wrong), InvalidInput);
  wrong = fieldOf(none);
  wrong.numComponents = 2;
  EXPECT_THROW(this->caster().setGradients(wrong), InvalidInput);
  wrong = fieldOf(none);
  --wrong.numTuples;
  EXPECT_THROW(this->caster().setGradients(wrong), InvalidInput);
  this->Scene.perCell = true;
  this->Scene.scalars.assign(this->Scene.tets.size() / 4, 1.0);
  giveScalars(this->caster(), this->Scene);
  EXPECT_THROW(this->caster().setGradients(fieldOf(none)), InvalidInput);
}

INKRAY_TEST_ON_DEVICES(GivenGradients);

} // namespace
