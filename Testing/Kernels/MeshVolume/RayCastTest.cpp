// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolume/RayCastTest.h"

#include "Oracles/CompositedScene.h"

#include <algorithm>
#include <cmath>

namespace inkray::testing
{

Difference difference(const float* image, const std::vector<double>& reference)
{
  Difference result;
  double sum = 0.0;
  for (std::size_t i = 0; i < reference.size(); ++i)
  {
    const double error = std::abs(image[i] - reference[i]);
    sum += error * error;
    if (!(error <= result.maximum)) // a NaN is worse than any number
    {
      result.maximum = std::isnan(error) ? 1e9 : error;
      result.worstPixel = static_cast<int>(i / 4);
    }
  }
  result.rmse = std::sqrt(sum / std::max<std::size_t>(1, reference.size()));
  return result;
}

TransferFunction translucentFunction()
{
  return { { { 0.0, 0.1f, 0.2f, 0.9f, 0.0f }, { 0.3, 0.1f, 0.8f, 0.4f, 0.9f },
    { 0.45, 0.9f, 0.9f, 0.1f, 0.1f }, { 0.6, 0.9f, 0.4f, 0.1f, 2.5f }, { 1.0, 1.0f, 0.1f, 0.2f, 0.5f } } };
}

TransferFunction opaqueFunction()
{
  return { { { 0.2, 0.2f, 0.3f, 0.9f, 0.0f }, { 0.5, 0.9f, 0.8f, 0.3f, 60.0f },
    { 0.8, 0.9f, 0.2f, 0.1f, 300.0f } } };
}

TransferFunction constantFunction(float attenuation)
{
  return { { { 0.0, 0.8f, 0.5f, 0.2f, attenuation }, { 1.0, 0.8f, 0.5f, 0.2f, attenuation } } };
}

TransferFunction scaledFunction(TransferFunction function, double offset, double scale)
{
  for (auto& knot : function.knots)
  {
    knot.scalar = offset + scale * knot.scalar;
  }
  return function;
}

int imageSize(int wanted)
{
#ifdef __SANITIZE_ADDRESS__
  return std::max(1, wanted / 2);
#else
  return wanted;
#endif
}

Camera perspectiveView(int width, int height)
{
  return perspectiveCamera({ 2.9, 2.1, 3.7 }, { 0.02, 0.01, -0.03 }, 34.0, 0.5, 20.0, width, height);
}

Camera parallelView(int width, int height)
{
  return parallelCamera({ -3.1, 1.9, 2.6 }, { 0.02, 0.01, -0.03 }, 1.7, 0.1, 20.0, width, height);
}

BoxImage linearBoxImage(const TransferFunction& function, const Camera& camera)
{
  const Matrix clipToEye = inverse(camera.eyeToClip), eyeToMesh = inverse(camera.meshToEye);
  // The part of the ray inside the box, as shares of the way from the near to the far plane.
  const auto clip = [](const Vector& origin, const Vector& direction, double halfEdge) {
    std::pair<double, double> inside = { 0.0, 1.0 };
    for (int a = 0; a < 3; ++a)
    {
      if (direction[a] == 0.0)
      {
        inside.second = std::abs(origin[a]) < halfEdge ? inside.second : -1.0;
        continue;
      }
      const double low = (-halfEdge - origin[a]) / direction[a], high = (halfEdge - origin[a]) / direction[a];
      inside = { std::max(inside.first, std::min(low, high)), std::min(inside.second, std::max(low, high)) };
    }
    return inside;
  };
  BoxImage image;
  for (int pixel = 0; pixel < camera.width * camera.height; ++pixel)
  {
    const auto [near, far] = pixelRay(camera, clipToEye, pixel % camera.width, pixel / camera.width);
    const auto nearMesh = transform(eyeToMesh.data(), near), farMesh = transform(eyeToMesh.data(), far);
    const Vector origin = { nearMesh[0], nearMesh[1], nearMesh[2] },
                 direction = minus({ farMesh[0], farMesh[1], farMesh[2] }, origin);
    const auto inside = clip(origin, direction, 1.0), smaller = clip(origin, direction, 1.0 - 1e-6),
               larger = clip(origin, direction, 1.0 + 1e-6);
    const double length = norm(minus(far, near));
    const auto chord = [length](const std::pair<double, double>& part) {
      return std::max(0.0, (part.second - part.first) * length);
    };
    image.grazing.push_back(chord(larger) - chord(smaller) > 1e-3);
    std::array<double, 4> rgba = { 0.0, 0.0, 0.0, 0.0 };
    double opticalDepth = 0.0;
    if (chord(inside) > 0.0)
    {
      const auto scalar = [&](double u) {
        return origin[0] + u * direction[0] + 2.0 * (origin[1] + u * direction[1]) +
          3.0 * (origin[2] + u * direction[2]);
      };
      integrateSegment(
        function, scalar(inside.first), scalar(inside.second), chord(inside), opticalDepth, rgba);
    }
    rgba[3] = -std::expm1(-opticalDepth);
    image.rgba.insert(image.rgba.end(), rgba.begin(), rgba.end());
  }
  return image;
}

TetMeshInput meshInput(const OracleScene& scene)
{
  TetMeshInput input;
  input.points = scene.points.data();
  input.pointType = ValueType::Float64;
  input.numPoints = static_cast<std::int64_t>(scene.points.size() / 3);
  input.connectivity = scene.tets.data();
  input.connectivityType = ValueType::Int64;
  input.numTets = static_cast<std::int64_t>(scene.tets.size() / 4);
  return input;
}

Field scalarInput(const OracleScene& scene)
{
  return fieldOf(scene.scalars, scene.perCell);
}

Field fieldOf(const std::vector<double>& values, bool perCell, int components)
{
  Field field = fieldOf(values, perCell ? Association::Cells : Association::Points);
  field.numTuples /= components;
  field.numComponents = components;
  return field;
}

void giveMesh(LookedCaster& caster, const OracleScene& scene)
{
  caster.setMesh(meshInput(scene));
}

void giveScalars(LookedCaster& caster, const OracleScene& scene)
{
  caster.setScalars(scalarInput(scene));
}

void giveScene(LookedCaster& caster, const OracleScene& scene)
{
  giveMesh(caster, scene);
  giveScalars(caster, scene);
  caster.setTransferFunction(scene.transferFunction);
}

void RayCastTest::SetUp()
{
  if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
  {
    GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
  }
  this->Caster = LookedCaster::create(this->GetParam());
  ASSERT_EQ(this->Caster->device(), this->GetParam());
}

std::vector<float> RayCastTest::picture(const Camera& camera, const FrameOptions& options)
{
  this->Caster->render(camera, options);
  const float* image = this->Caster->image();
  return { image, image + 4 * static_cast<std::size_t>(camera.width) * camera.height };
}

void RayCastTest::expectExact(
  const OracleScene& scene, const Camera& camera, const FrameOptions& options, const std::string& what)
{
  this->expectMatches(BruteForceTetCaster(scene, camera).image(options.opaqueDepth), camera, options, what);
}

void RayCastTest::expectMatches(const std::vector<double>& reference, const Camera& camera,
  const FrameOptions& options, const std::string& what)
{
  // An empty reference would agree with a ray caster that draws nothing.
  double covered = 0.0;
  for (std::size_t i = 3; i < reference.size(); i += 4)
  {
    covered = std::max(covered, reference[i]);
  }
  EXPECT_GT(covered, 0.0) << what << ": the reference is empty";
  const std::vector<float> image = this->picture(camera, options);
  const Difference d = difference(image.data(), reference);
  const std::size_t worst = 4 * static_cast<std::size_t>(d.worstPixel);
  const auto pixel = [worst](const auto& rgba) {
    return std::to_string(rgba[worst]) + " " + std::to_string(rgba[worst + 1]) + " " +
      std::to_string(rgba[worst + 2]) + " " + std::to_string(rgba[worst + 3]);
  };
  const std::string where = what + ": worst pixel (" + std::to_string(d.worstPixel % camera.width) + ", " +
    std::to_string(d.worstPixel / camera.width) + ") of " + std::to_string(camera.width) + " x " +
    std::to_string(camera.height) + " is " + pixel(image) + ", the reference " + pixel(reference);
  EXPECT_LT(d.rmse, MaximumRmse) << where;
  EXPECT_LT(d.maximum, MaximumError) << where;
  EXPECT_EQ(this->Caster->statistics().failedRays, 0) << what;
}

} // namespace inkray::testing
