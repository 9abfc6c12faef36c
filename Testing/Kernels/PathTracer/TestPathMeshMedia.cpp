// SPDX-License-Identifier: BSD-3-Clause
// Unstructured grids as media agree with closed forms, with integration in double precision over all tets,
// and with the ray caster for meshes.
#include "MeshVolume/Looks/LookedCaster.h"
#include "Oracles/MediumReference.h"
#include "Oracles/Randomness.h"
#include "PathTracer/PathTestMeshes.h"
#include "PathTracer/PathTracerTest.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace inkray;
using namespace inkray::testing;

namespace
{

TransferFunction constantFunction(const Color& color, float attenuation)
{
  return { { { 0.0, color[0], color[1], color[2], attenuation } } };
}

/// Return a mesh whose values go up and down.
PathTestMesh wavyMesh()
{
  return { 6, 1.0,
    [](const Vector& p) { return std::sin(3 * p[0]) + std::cos(2.5 * p[1]) * p[2] + 0.3 * p[0] * p[1]; } };
}
/// Return a function whose colors and attenuations go up and down.
TransferFunction wavyFunction()
{
  return { { { -1.2, 1, 0, 0, 0 }, { -0.4, 0.9f, 0.6f, 0.1f, 1.5f }, { 0.1, 0.1f, 0.8f, 0.2f, 0.2f },
    { 0.1, 0.2f, 0.3f, 0.9f, 3 }, { 1.1, 1, 1, 1, 0.7f } } };
}

/// Return the color and attenuation of a value.
std::array<double, 4> valueOf(const TransferFunction& function, double s)
{
  const auto& knots = function.knots;
  const auto of = [](const TransferFunctionKnot& k) {
    return std::array<double, 4>{ double(k.red), double(k.green), double(k.blue), double(k.attenuation) };
  };
  if (!(s > knots.front().scalar))
    return of(knots.front());
  for (std::size_t k = 0; k + 1 < knots.size(); ++k)
    if (s <= knots[k + 1].scalar && knots[k + 1].scalar > knots[k].scalar)
    {
      const double share = (s - knots[k].scalar) / (knots[k + 1].scalar - knots[k].scalar);
      const auto a = of(knots[k]), b = of(knots[k + 1]);
      std::array<double, 4> v{};
      for (std::size_t c = 0; c < 4; ++c)
        v[c] = a[c] + share * (b[c] - a[c]);
      return v;
    }
  return of(knots.back());
}

/// Return color multiplied by opacity, and opacity, of a ray: a sum of small steps in each tet. `cells`: one
/// value for each tet in place of the values at points.
std::array<double, 4> integrateMesh(const PathTestMesh& mesh, const TransferFunction& function,
  const Vector& origin, const Vector& direction, const std::vector<double>* cells = nullptr)
{
  struct Part
  {
    double from, to, scalarFrom, scalarTo;
  };
  std::vector<Part> parts;
  const auto point = [&](std::size_t t, std::size_t k) {
    const auto p = 3 * static_cast<std::size_t>(mesh.tets[t + k]);
    return Vector{ mesh.points[p], mesh.points[p + 1], mesh.points[p + 2] };
  };
  for (std::size_t t = 0; t < mesh.tets.size(); t += 4)
  {
    const Vector o = point(t, 0), a = minus(point(t, 1), o), b = minus(point(t, 2), o),
                 c = minus(point(t, 3), o);
    const double volume = dot(a, inkray::testing::cross(b, c));
    const auto weights = [&](const Vector& p) {
      const Vector at = minus(p, o);
      std::array<double, 4> w{};
      w[1] = dot(at, inkray::testing::cross(b, c)) / volume;
      w[2] = dot(at, inkray::testing::cross(c, a)) / volume;
      w[3] = dot(at, inkray::testing::cross(a, b)) / volume;
      w[0] = 1.0 - w[1] - w[2] - w[3];
      return w;
    };
    const auto first = weights(origin),
               next =
                 weights({ origin[0] + direction[0], origin[1] + direction[1], origin[2] + direction[2] });
    double from = 0.0, to = 1e9, s = 0.0, slope = 0.0;
    for (std::size_t k = 0; k < 4; ++k)
    {
      const double rise = next[k] - first[k];
      if (rise > 0.0)
        from = std::max(from, -first[k] / rise);
      else if (rise < 0.0)
        to = std::min(to, -first[k] / rise);
      else if (first[k] < 0.0)
        to = -1.0;
      const double value = cells ? (*cells)[t / 4] : mesh.values[static_cast<std::size_t>(mesh.tets[t + k])];
      s += first[k] * value;
      slope += rise * value;
    }
    if (from < to)
      parts.push_back({ from, to, s + from * slope, s + to * slope });
  }
  std::sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.from < b.from; });
  std::array<double, 4> rgba{};
  double transmittance = 1.0;
  const double length = norm(direction);
  for (const Part& part : parts)
  {
    constexpr int steps = 4000; // enough steps that a jump of the function costs little precision
    for (int i = 0; i < steps; ++i)
    {
      const double share = (i + 0.5) / steps;
      const auto v = valueOf(function, part.scalarFrom + share * (part.scalarTo - part.scalarFrom));
      const double behind = transmittance * std::exp(-v[3] * length * (part.to - part.from) / steps);
      for (std::size_t c = 0; c < 3; ++c)
        rgba[c] += (transmittance - behind) * v[c];
      transmittance = behind;
    }
  }
  rgba[3] = 1.0 - transmittance;
  return rgba;
}

class PathMeshMedia : public PathTracerTest
{
protected:
  int addMedium(const PathTestMesh& mesh, const TransferFunction& function)
  {
    const int number = this->tracer().addMesh(mesh.input());
    this->tracer().setMeshValues(number, mesh.field());
    this->tracer().setMeshTransferFunction(number, function);
    return number;
  }
  static Camera narrow(const Vector& eye, const Vector& target)
  {
    return perspectiveCamera(eye, target, 1e-4, 0.01, 1000, 1, 1);
  }
  /// Draw one pixel, which is so narrow that it is one ray, and return its color and opacity.
  std::array<double, 4> ray(const Vector& eye, const Vector& target, int bounces = 8)
  {
    this->tracer().render(narrow(eye, target), samples(1, bounces));
    const float* const p = this->tracer().image();
    return { double(p[0]), double(p[1]), double(p[2]), double(p[3]) };
  }
  template <class Expected>
  static double worst(const std::array<double, 4>& found, const Expected& expected)
  {
    double most = 0.0;
    for (std::size_t c = 0; c < 4; ++c)
      most = std::max(most, std::abs(found[c] - static_cast<double>(expected[c])));
    return most;
  }
};

TEST_P(PathMeshMedia, AreThoseOfTheRayCasterAndOfIntegration)
{
  const PathTestMesh mesh = wavyMesh();
  this->addMedium(mesh, wavyFunction());
  const auto caster = LookedCaster::create(this->GetParam());
  caster->setMesh(mesh.input());
  caster->setScalars(mesh.field());
  caster->setTransferFunction(wavyFunction());
  FrameOptions exact;
  exact.earlyTermination = 0;
  Randomness random(3);
  double opacity = 0.0;
  for (int i = 0; i < 60; ++i)
  {
    const Vector from = random.direction();
    const double away = i % 3 == 0 ? 0.5 : 4.0; // a third of the rays begin inside of the mesh
    const Vector eye = { away * from[0], away * from[1], away * from[2] };
    const Vector target = { random.real(-0.7, 0.7), random.real(-0.7, 0.7), random.real(-0.7, 0.7) };
    const auto found = this->ray(eye, target);
    Vector way = minus(target, eye);
    Vector begin = eye;
    for (std::size_t axis = 0; axis < 3; ++axis) // the ray begins at the near plane
      begin[axis] += 0.01 * way[axis] / norm(way);
    const auto expected = integrateMesh(mesh, wavyFunction(), begin, way);
    EXPECT_LT(worst(found, expected), 1e-4) << i;
    caster->render(narrow(eye, target), exact);
    EXPECT_LT(worst(found,
                std::array<float, 4>{
                  caster->image()[0], caster->image()[1], caster->image()[2], caster->image()[3] }),
      1.0 / 255.0)
      << i;
    opacity += expected[3];
  }
  EXPECT_GT(opacity, 30.0);
  EXPECT_EQ(this->tracer().depth()[0], 1.0f);
}

TEST_P(PathMeshMedia, MayHaveOneValueForEachCell)
{
  PathTestMesh mesh = wavyMesh();
  std::vector<double> cells;
  Randomness random(5);
  for (std::size_t t = 0; t < mesh.tets.size(); t += 4)
    cells.push_back(random.real(-1.2, 1.1));
  Field field;
  field.values = cells.data();
  field.type = ValueType::Float64;
  field.numTuples = static_cast<std::int64_t>(cells.size());
  field.association = Association::Cells;
  const int number = this->tracer().addMesh(mesh.input());
  this->tracer().setMeshTransferFunction(number, wavyFunction());
  this->tracer().setMeshValues(number, field);
  for (int i = 0; i < 20; ++i)
  {
    const Vector from = random.direction();
    const Vector eye = { 4 * from[0], 4 * from[1], 4 * from[2] };
    const Vector target = { random.real(-0.7, 0.7), random.real(-0.7, 0.7), random.real(-0.7, 0.7) };
    EXPECT_LT(
      worst(this->ray(eye, target), integrateMesh(mesh, wavyFunction(), eye, minus(target, eye), &cells)),
      2e-3)
      << i;
  }
  // Values at the points can replace values of cells.
  this->tracer().setMeshValues(number, mesh.field());
  EXPECT_LT(worst(this->ray({ 0.3, 4, 0.2 }, { 0.1, 0, 0 }),
              integrateMesh(mesh, wavyFunction(), { 0.3, 4, 0.2 }, { -0.2, -4, -0.2 })),
    5e-4);
}

TEST_P(PathMeshMedia, WeakenLightThatPassesThem)
{
  // A floor under a cube of side 2 is seen and lit through the cube, along the view.
  const PathTestMesh mesh(3, 1.0, [](const Vector& p) { return p[0]; });
  const float attenuation = 0.3f;
  this->addMedium(mesh, constantFunction({ 0, 0, 0 }, attenuation));
  QuadMesh floor;
  floor.add({ Vector{ -3, -2, 3 }, { 3, -2, 3 }, { 3, -2, -3 }, { -3, -2, -3 } }, { 1, 1, 1 });
  this->tracer().addTriangles(floor.input(0));
  this->setLight(0);
  this->tracer().setLights({ distantLight({ 0, 0, -1 }, 1.0f) });
  const double through = std::exp(-2.0 * double(attenuation));
  EXPECT_NEAR(this->ray({ 0.2, 5, 0.3001 }, { 0.2, 0, 0.3 })[0], through * through, 1e-4);
  EXPECT_NEAR(this->ray({ 2.2, 5, 0.3001 }, { 2.2, 0, 0.3 })[0], 1.0, 1e-4);
  // An isosurface of the mesh itself has half of the mesh in front.
  PathSurface surface;
  surface.value = 0.0;
  this->tracer().setMeshIsosurfaces(0, { surface });
  EXPECT_NEAR(this->ray({ 5, 0.2, 0.3001 }, { 0, 0.2, 0.3 })[0], through, 1e-4);
  this->tracer().removeMeshTransferFunction(0);
  EXPECT_NEAR(this->ray({ 5, 0.2, 0.3001 }, { 0, 0.2, 0.3 })[0], 1.0, 1e-4);
}

TEST_P(PathMeshMedia, OverlapWithVolumes)
{
  // Overlaps of constant media are exact.
  const PathTestMesh mesh(4, 1.0, [](const Vector& p) { return p[1]; });
  for (const bool isRectilinear : { false, true })
  {
    this->tracer().clearScene();
    this->addMedium(mesh, constantFunction({ 1, 0.2f, 0 }, 0.5f));
    MediumGrid box = boxMedium({ 9, 9, 9 }, { 0, -1, -1 }, { 2, 1, 1 }, 3);
    if (isRectilinear)
      for (auto& places : box.coordinates)
        for (int i = 0; i < 9; ++i)
          places.push_back(i);
    this->tracer().setTransferFunction(
      this->tracer().addVolume(box.input()), constantFunction({ 0, 0.4f, 1 }, 0.8f));
    const double a = std::exp(-0.5), b = std::exp(-1.3), c = std::exp(-0.8);
    const auto found = this->ray({ -5, 0.1, 0.2 }, { 5, 0.1, 0.2 });
    EXPECT_NEAR(found[3], 1 - a * b * c, 1e-4);
    EXPECT_NEAR(found[0], (1 - a) + a * (1 - b) * 0.5 / 1.3, 1e-4);
    EXPECT_NEAR(found[2], a * (1 - b) * 0.8 / 1.3 + a * b * (1 - c), 1e-4);
  }
}

TEST_P(PathMeshMedia, AreTransparentWhereValuesAreMissing)
{
  PathTestMesh mesh(
    6, 1.0, [](const Vector& p) { return p[0]; }, 0.0);
  for (std::size_t i = 0; i < mesh.values.size(); ++i)
    if (mesh.points[3 * i] < -0.01)
      mesh.values[i] = std::numeric_limits<double>::quiet_NaN();
  this->addMedium(mesh, constantFunction({ 1, 1, 1 }, 1.0f));
  EXPECT_NEAR(this->ray({ 5, 0.2, 0.3 }, { 0, 0.21, 0.31 })[3], 1 - std::exp(-1.0), 1e-3);
}

TEST_P(PathMeshMedia, HaveGapsBetweenPieces)
{
  // The mesh is a cube without the half in the middle.
  PathTestMesh mesh(
    4, 1.0, [](const Vector& p) { return p[1]; }, 0.0);
  std::vector<std::int64_t> outer;
  for (std::size_t t = 0; t < mesh.tets.size(); t += 4)
  {
    double x = 0.0;
    for (std::size_t k = 0; k < 4; ++k)
      x += 0.25 * mesh.points[3 * static_cast<std::size_t>(mesh.tets[t + k])];
    if (std::abs(x) > 0.5)
      outer.insert(outer.end(), mesh.tets.begin() + static_cast<std::ptrdiff_t>(t),
        mesh.tets.begin() + static_cast<std::ptrdiff_t>(t) + 4);
  }
  mesh.tets = outer;
  this->addMedium(mesh, constantFunction({ 1, 1, 1 }, 1.0f));
  EXPECT_NEAR(this->ray({ 5, 0.2, 0.3 }, { 0, 0.2, 0.3 })[3], 1 - std::exp(-1.0), 1e-4);
  EXPECT_NEAR(this->ray({ 0, 0.2, 0.3 }, { -5, 0.2, 0.3 })[3], 1 - std::exp(-0.5), 1e-4); // from the gap
}

TEST_P(PathMeshMedia, RefuseWhatCannotBeDrawn)
{
  PathTracer& t = this->tracer();
  const auto expectRefused = [&](const char* words, const auto& call) {
    EXPECT_NE(refusal(call).find(words), std::string::npos) << refusal(call);
  };
  const PathTestMesh mesh = wavyMesh();
  expectRefused("no mesh 0", [&] { t.setMeshTransferFunction(0, wavyFunction()); });
  const int number = t.addMesh(mesh.input());
  TransferFunction bad = wavyFunction();
  bad.isCategorical = true;
  expectRefused("categories", [&] { t.setMeshTransferFunction(number, bad); });
  bad = wavyFunction();
  bad.knots[1].red = -1;
  expectRefused("below 0", [&] { t.setMeshTransferFunction(number, bad); });
  // A mesh with a function but no values shows nothing, until it has values.
  t.setMeshTransferFunction(number, wavyFunction());
  EXPECT_EQ(this->ray({ 0, 0, 5 }, { 0.1, 0.2, 0 })[3], 0.0);
  t.setMeshValues(number, mesh.field());
  EXPECT_GT(this->ray({ 0, 0, 5 }, { 0.1, 0.2, 0 })[3], 0.1);
  PathSurface surface;
  t.setMeshIsosurfaces(number, { surface });
  std::vector<double> cells(mesh.tets.size() / 4, 0.0);
  Field field;
  field.values = cells.data();
  field.type = ValueType::Float64;
  field.numTuples = static_cast<std::int64_t>(cells.size());
  field.association = Association::Cells;
  expectRefused("at its points", [&] { t.setMeshValues(number, field); });
  t.setMeshIsosurfaces(number, {});
  t.setMeshValues(number, field);
  expectRefused("at its points", [&] { t.setMeshIsosurfaces(number, { surface }); });
}

INKRAY_PATHS_ON_DEVICES(PathMeshMedia);

} // namespace
