// SPDX-License-Identifier: BSD-3-Clause
// Several meshes in one picture, which may overlap, against a double-precision merge with thin slabs; and
// that the order of the meshes does not change a bit.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Optics/MixedMedia.h"
#include "Oracles/MergedOracle.h"
#include "Oracles/RandomScene.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// A camera of a scene in the coordinates of a mesh that `place` takes there.
Camera cameraOf(const Camera& camera, const Matrix& place)
{
  Matrix view;
  std::copy_n(camera.meshToEye, 16, view.begin());
  const Matrix own = multiply(view, place);
  Camera result = camera;
  std::copy(own.begin(), own.end(), result.meshToEye);
  return result;
}

FrameOptions optionsOf(const MergedScene& scene)
{
  FrameOptions options;
  options.clippingPlanes = scene.planes;
  options.cropBox = scene.box;
  options.drawVolume = scene.drawn.drawVolume;
  options.gradients = scene.drawn.smooth ? Gradients::Smooth : Gradients::PerCell;
  options.slices = scene.drawn.slices;
  options.sliceOpacity = static_cast<float>(scene.drawn.sliceOpacity);
  return options;
}

class MergedMeshes : public RayCastTest
{
protected:
  /// A caster for each mesh.
  void give(const std::vector<MergedScene>& scenes)
  {
    while (this->Casters.size() < scenes.size())
      this->Casters.push_back(TetRayCaster::create(this->GetParam()));
    for (std::size_t k = 0; k < scenes.size(); ++k)
    {
      giveScene(*this->Casters[k], scenes[k].mesh);
      this->Casters[k]->setIsosurfaces(scenes[k].drawn.surfaces);
      this->Casters[k]->setLights(scenes[k].drawn.lights);
      this->Casters[k]->setMaterial(scenes[k].drawn.material);
      if (!scenes[k].threshold.empty())
      {
        Field threshold;
        threshold.values = scenes[k].threshold.data();
        threshold.type = ValueType::Float64;
        threshold.numTuples = static_cast<std::int64_t>(scenes[k].threshold.size());
        threshold.association = Association::Cells;
        this->Casters[k]->setThresholdScalars(threshold);
        this->Casters[k]->setThreshold(0.3, 2.0);
      }
    }
  }
  /// The picture of meshes that were given, in some order, the first one to the caster of the picture.
  std::vector<float> merged(const std::vector<MergedScene>& scenes, const std::vector<std::size_t>& order,
    const float* opaqueDepth = nullptr)
  {
    std::vector<TetRayCaster::Other> others;
    for (std::size_t k = 1; k < order.size(); ++k)
      others.push_back(
        { this->Casters[order[k]].get(), scenes[order[k]].camera, optionsOf(scenes[order[k]]) });
    TetRayCaster& first = *this->Casters[order.front()];
    const Camera& camera = scenes[order.front()].camera;
    FrameOptions options = optionsOf(scenes[order.front()]);
    options.opaqueDepth = opaqueDepth;
    options.methods.pairWalks = this->Walks;
    first.renderMerged(camera, options, others);
    EXPECT_EQ(first.statistics().failedRays, 0);
    const std::size_t numPixels = static_cast<std::size_t>(camera.width) * camera.height;
    this->Depths.clear();
    if (first.depth())
      this->Depths.assign(first.depth(), first.depth() + numPixels);
    return { first.image(), first.image() + 4 * static_cast<std::size_t>(camera.width) * camera.height };
  }
  std::vector<float> merged(const std::vector<MergedScene>& scenes, const float* opaqueDepth = nullptr)
  {
    this->give(scenes);
    return this->merged(scenes, inOrder(scenes), opaqueDepth);
  }
  static std::vector<std::size_t> inOrder(const std::vector<MergedScene>& scenes)
  {
    std::vector<std::size_t> order(scenes.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    return order;
  }
  static void expectNear(
    const std::vector<float>& image, const std::vector<double>& reference, const std::string& what)
  {
    const Difference d = difference(image.data(), reference);
    const std::size_t worst = 4 * static_cast<std::size_t>(d.worstPixel);
    EXPECT_LT(d.maximum, MaximumError)
      << what << ", pixel " << d.worstPixel << ": " << image[worst] << " " << image[worst + 1] << " "
      << image[worst + 2] << " " << image[worst + 3] << ", the reference " << reference[worst] << " "
      << reference[worst + 1] << " " << reference[worst + 2] << " " << reference[worst + 3];
    EXPECT_LT(d.rmse, MaximumRmse) << what;
  }

  /// The same with surfaces, whose silhouettes rounding may move: a pixel must agree with a ray that is moved
  /// by less than a hundredth of it. Gives how many did so alone.
  int expectSurfacesNear(const std::vector<float>& image, const std::vector<MergedScene>& scenes,
    const float* opaqueDepth, const std::string& what) const
  {
    const MergedOracle oracle(scenes);
    const Camera& camera = scenes.front().camera;
    int moved = 0;
    for (int j = 0; j < camera.height; ++j)
      for (int i = 0; i < camera.width; ++i)
      {
        const auto pixel = static_cast<std::size_t>(j * camera.width + i);
        const auto error = [&](const std::array<double, 2>& shift) {
          double depth = 1.0, largest = 0.0;
          const auto rgba =
            oracle.ray(i, j, opaqueDepth ? opaqueDepth[pixel] : 1.0, 64, Slabs::Mixed, shift, &depth);
          for (std::size_t c = 0; c < 4; ++c)
            largest = std::max(largest, std::abs(image[4 * pixel + c] - rgba[c]));
          // Behind little light, a ray may have ended in front of a surface.
          const double own = this->Depths.empty() ? 1.0 : this->Depths[pixel];
          if (std::abs(own - depth) > 2e-5 && rgba[3] < 0.9999)
            largest = 1.0;
          return largest;
        };
        const double straight = error({ 0.0, 0.0 });
        bool isNear = straight <= 1.0 / 255;
        for (int n = 0; n < 8 && !isNear; ++n)
        {
          const double angle = 0.3 + n * std::acos(-1.0) / 4;
          isNear = error({ 2e-3 * std::cos(angle), 2e-3 * std::sin(angle) }) <= 1.0 / 255;
          moved += isNear;
        }
        EXPECT_TRUE(isNear) << what << ", pixel " << i << " " << j << " is off by " << straight;
      }
    return moved;
  }

  std::vector<std::unique_ptr<TetRayCaster>> Casters;
  std::vector<float> Depths; ///< of the last picture; empty: it had none
  PairWalks Walks = PairWalks::Auto;
};

/// Isosurfaces, slices and their light.
void addSurfaces(Randomness& random, MergedScene& scene)
{
  MeshScene& drawn = scene.drawn;
  for (int s = scene.mesh.perCell ? 0 : random.integer(5); s > 0; --s)
  {
    Isosurface surface;
    surface.value = random.real(0.05, 0.95);
    for (float& c : surface.color)
      c = static_cast<float>(random.real(0, 1));
    surface.opacity = random.chance(0.2) ? 1.0f : static_cast<float>(random.real(0.05, 0.95));
    drawn.surfaces.push_back(surface);
  }
  for (int s = random.integer(3); s > 0; --s)
  {
    const Vector normal = random.direction();
    drawn.slices.push_back({ { normal[0], normal[1], normal[2] }, random.real(-0.3, 0.3) });
  }
  drawn.sliceOpacity = random.chance(0.3) ? 1.0 : static_cast<float>(random.real(0.1, 0.9));
  drawn.drawVolume = random.chance(0.7) || (drawn.surfaces.empty() && drawn.slices.empty());
  drawn.smooth = random.chance(0.5);
  drawn.lights.resize(static_cast<std::size_t>(random.integer(3)));
  for (SurfaceLight& light : drawn.lights)
  {
    const Vector d = random.direction();
    for (int axis = 0; axis < 3; ++axis)
      light.direction[axis] = static_cast<float>(d[static_cast<std::size_t>(axis)]);
  }
  drawn.material.ambient = static_cast<float>(random.real(0, 0.4));
  drawn.material.specular = static_cast<float>(random.real(0, 0.4));
}

MergedScene randomMember(Randomness& random, std::uint32_t seed, const Camera& camera)
{
  MergedScene scene;
  scene.mesh = randomMesh(random, seed);
  scene.mesh.transferFunction = randomFunction(random);
  scene.mesh.perCell = random.chance(0.3);
  if (scene.mesh.perCell)
  {
    scene.mesh.scalars.resize(scene.mesh.tets.size() / 4);
    for (double& scalar : scene.mesh.scalars)
      scalar = random.real(0, 1);
  }
  for (double& scalar : scene.mesh.scalars)
    scalar = random.chance(0.01) ? std::nan("") : scalar;
  const double size = random.real(0.4, 1.2);
  const Matrix moved = translation(random.real(-0.6, 0.6), random.real(-0.6, 0.6), random.real(-0.6, 0.6)),
               turned = rotation(random.direction(), random.real(0, 360)),
               scaled = scaling(size, size * random.real(0.5, 1.5), size);
  scene.camera = cameraOf(camera, multiply(moved, multiply(turned, scaled)));
  if (random.chance(0.2))
  {
    const Vector normal = random.direction();
    scene.planes.push_back({ { normal[0], normal[1], normal[2] }, random.real(-0.4, 0.2) });
  }
  if (random.chance(0.2))
  {
    scene.threshold.resize(scene.mesh.tets.size() / 4);
    for (double& value : scene.threshold)
      value = random.real(0, 1);
  }
  if (random.chance(0.2))
  {
    scene.box.on = true;
    scene.box.keepsOutside = random.chance(0.6);
    for (int axis = 0; axis < 3; ++axis)
    {
      scene.box.origin[axis] = random.real(-0.7, 0.0);
      scene.box.edges[axis][axis] = random.real(0.3, 1.2);
    }
  }
  return scene;
}

TEST_P(MergedMeshes, Seeds)
{
  double shared = 0;
  for (const std::uint32_t seed : seedsOf("MergedMeshes", imageSize(2) == 2 ? 120 : 15, 120))
  {
    Randomness random(seed);
    Camera camera = randomCamera(random);
    camera.width = std::min(camera.width, 24);
    camera.height = std::min(camera.height, 24);
    std::vector<MergedScene> scenes;
    for (int k = 2 + random.integer(5); k > 0; --k)
      scenes.push_back(randomMember(random, seed + 1000u * static_cast<std::uint32_t>(k), camera));
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    const float* const depth = opaque.empty() ? nullptr : opaque.data();
    const std::vector<float> image = this->merged(scenes, depth);
    expectNear(image, mergedImage(scenes, depth), "seed " + std::to_string(seed));
    for (std::size_t i = 3; i < image.size(); i += 4)
      shared += image[i] > 0;

    // Any order, and any of them the first.
    std::vector<std::size_t> order = inOrder(scenes);
    for (int round = 0; round < 3; ++round)
    {
      for (std::size_t k = order.size() - 1; k > 0; --k)
        std::swap(order[k], order[static_cast<std::size_t>(random.integer(static_cast<int>(k) + 1))]);
      ASSERT_EQ(this->merged(scenes, order, depth), image) << "seed " << seed;
    }
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(shared, 1000);
  }
}

TEST_P(MergedMeshes, PlainPairsOfSeeds)
{
  for (const std::uint32_t seed : seedsOf("MergedPairs", imageSize(2) == 2 ? 60 : 10, 60))
  {
    Randomness random(seed);
    Camera camera = randomCamera(random);
    camera.width = std::min(camera.width, 24);
    camera.height = std::min(camera.height, 24);
    std::vector<MergedScene> scenes;
    for (std::uint32_t k = 1; k <= 2; ++k)
    {
      const MergedScene member = randomMember(random, seed + 1000u * k, camera);
      MergedScene plain;
      plain.mesh = member.mesh;
      plain.camera = member.camera;
      if (plain.mesh.perCell)
      {
        plain.mesh.perCell = false;
        plain.mesh.scalars.resize(plain.mesh.points.size() / 3);
        for (double& scalar : plain.mesh.scalars)
          scalar = random.real(0, 1);
      }
      scenes.push_back(std::move(plain));
    }
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    const float* const depth = opaque.empty() ? nullptr : opaque.data();
    const std::vector<double> reference = mergedImage(scenes, depth);
    this->give(scenes);
    for (const PairWalks walks : { PairWalks::InRegisters, PairWalks::InQueues })
    {
      this->Walks = walks;
      const std::vector<float> image = this->merged(scenes, { 0, 1 }, depth);
      expectNear(image, reference, "seed " + std::to_string(seed));
      ASSERT_EQ(this->merged(scenes, { 1, 0 }, depth), image) << "seed " << seed;
    }
  }
}

TEST_P(MergedMeshes, SurfacesOfSeeds)
{
  int met = 0, opaqueOnes = 0;
  for (const std::uint32_t seed : seedsOf("MergedSurfaces", imageSize(2) == 2 ? 120 : 15, 120))
  {
    Randomness random(seed);
    Camera camera = randomCamera(random);
    camera.width = std::min(camera.width, 20);
    camera.height = std::min(camera.height, 20);
    std::vector<MergedScene> scenes;
    for (int k = 2 + random.integer(3); k > 0; --k)
    {
      scenes.push_back(randomMember(random, seed + 1000u * static_cast<std::uint32_t>(k), camera));
      addSurfaces(random, scenes.back());
    }
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    const float* const depth = opaque.empty() ? nullptr : opaque.data();
    const std::vector<float> image = this->merged(scenes, depth), depths = this->Depths;
    const int moved = this->expectSurfacesNear(image, scenes, depth, "seed " + std::to_string(seed));
    EXPECT_LE(moved, 2 + camera.width * camera.height / 50) << "seed " << seed;
    met += !depths.empty();
    opaqueOnes += std::any_of(depths.begin(), depths.end(), [](float d) { return d < 1.0f; });

    std::vector<std::size_t> order = inOrder(scenes);
    for (int round = 0; round < 2; ++round)
    {
      std::rotate(order.begin(), order.begin() + 1, order.end());
      ASSERT_EQ(this->merged(scenes, order, depth), image) << "seed " << seed;
      ASSERT_EQ(this->Depths, depths) << "seed " << seed;
    }
  }
  if (runsAllSeeds())
  {
    EXPECT_GT(met, 10);
    EXPECT_GT(opaqueOnes, 5);
  }
}

/// A cube of one linear field in a place.
MergedScene cube(const TransferFunction& function, const Camera& camera, const Matrix& place)
{
  MergedScene scene;
  generator::MeshOptions mesh;
  for (int& cells : mesh.cells)
    cells = 3;
  mesh.seed = 7;
  mesh.shape = generator::Shape::Convex;
  scene.mesh = fromGenerator(mesh);
  scene.mesh.transferFunction = function;
  scene.camera = cameraOf(camera, place);
  return scene;
}

TEST_P(MergedMeshes, WhatIsMixedIsTheLimitOfThinSlabs)
{
  const Camera camera = perspectiveView(24, 24);
  const std::vector<MergedScene> scenes = { cube(translucentFunction(), camera, translation(0, 0, 0)),
    cube(scaledFunction(translucentFunction(), 0.5, 0.5), camera, rotation({ 0, 0, 1 }, 30)),
    cube(constantFunction(2.0f), camera, translation(0.4, 0, 0)) };
  const std::vector<float> image = this->merged(scenes);
  expectNear(image, mergedImage(scenes), "mixed");
  const auto distance = [&](int slabs) {
    return difference(image.data(), mergedImage(scenes, nullptr, slabs, Slabs::Alternate)).maximum;
  };
  EXPECT_LT(distance(2000), 2e-3);
  EXPECT_LT(distance(2000), 0.2 * distance(100)) << "thinner slabs are nearer";
}

TEST_P(MergedMeshes, EqualMeshesAreOneOfAllTheirAttenuation)
{
  const Camera camera = parallelView(32, 32);
  for (const std::size_t count : { std::size_t(2), std::size_t(8) })
  {
    TransferFunction thin = translucentFunction(), all = thin;
    for (auto& knot : all.knots)
      knot.attenuation *= static_cast<float>(count);
    const std::vector<MergedScene> scenes(count, cube(thin, camera, translation(0, 0, 0)));
    MergedScene one = scenes.front();
    one.mesh.transferFunction = all;
    const std::vector<float> image = this->merged(scenes);
    expectNear(image, BruteForceTetCaster(one.mesh, camera).image(), std::to_string(count));
  }
}

TEST_P(MergedMeshes, OneMeshAndMeshesThatAreApartAreAsTheyWere)
{
  const Camera camera = perspectiveView(48, 48);
  const std::vector<MergedScene> one = { cube(translucentFunction(), camera, translation(0, 0, 0)) };
  const std::vector<float> alone = this->merged(one);
  giveScene(this->caster(), one[0].mesh);
  const std::vector<float> single = this->picture(camera);
  EXPECT_LT(difference(alone.data(), { single.begin(), single.end() }).maximum, 1e-4);

  // One behind the other: as blended.
  std::vector<MergedScene> two = { cube(opaqueFunction(), camera, scaling(0.4, 0.4, 0.4)),
    cube(translucentFunction(), camera, multiply(translation(0.7, 0.5, 0.9), scaling(0.3, 0.3, 0.3))) };
  const std::vector<float> image = this->merged(two);
  std::vector<std::vector<float>> pictures;
  for (const MergedScene& scene : two)
  {
    giveScene(this->caster(), scene.mesh);
    pictures.push_back(this->picture(scene.camera));
  }
  std::vector<double> blended(image.size());
  double both = 0;
  for (std::size_t i = 0; i < image.size(); ++i)
  {
    const float through = 1.0f - pictures[1][i | 3u];
    blended[i] = pictures[1][i] + through * pictures[0][i];
    both += i % 4 == 3 && pictures[0][i] > 0.5f && pictures[1][i] > 0.1f;
  }
  EXPECT_GT(both, 20);
  EXPECT_LT(difference(image.data(), blended).maximum, 1e-4);
}

/// A mesh and moved copies of it in one, whose cells overlap.
OracleScene withCopies(const OracleScene& mesh, int copies)
{
  OracleScene all = mesh;
  const auto numPoints = static_cast<std::int64_t>(mesh.points.size() / 3);
  for (int k = 1; k <= copies; ++k)
  {
    for (const double p : mesh.points)
      all.points.push_back((1.0 - 0.02 * k) * p + 0.01 * k);
    for (const std::int64_t id : mesh.tets)
      all.tets.push_back(id + k * numPoints);
    all.scalars.insert(all.scalars.end(), mesh.scalars.begin(), mesh.scalars.end());
  }
  return all;
}

TEST_P(MergedMeshes, CellsOfOneMeshThatOverlapAreAllSeen)
{
  const Camera camera = perspectiveView(32, 32);
  MergedScene twice = cube(translucentFunction(), camera, translation(0, 0, 0));
  twice.mesh = withCopies(twice.mesh, 1);
  const std::vector<float> merged = this->merged({ twice });
  giveScene(this->caster(), twice.mesh);
  const std::vector<float> single = this->picture(camera);
  EXPECT_LT(difference(merged.data(), { single.begin(), single.end() }).maximum, 1e-4);
}

TEST_P(MergedMeshes, ListsThatWereTooSmallAreMadeAgain)
{
  const Camera camera = perspectiveView(96, 96);
  std::vector<MergedScene> scenes = { cube(translucentFunction(), camera, translation(0, 0, 0)),
    cube(constantFunction(0.1f), camera, translation(0, 0.1, 0)) };
  scenes[1].mesh = withCopies(scenes[1].mesh, 15);
  const std::vector<float> first = this->merged(scenes), second = this->merged(scenes, { 1, 0 });
  this->Casters[1]->render(scenes[1].camera, {});
  EXPECT_GT(this->Casters[1]->statistics().listEntries, 1 << 16) << "more than lists have at first";
  EXPECT_EQ(this->merged(scenes, { 0, 1 }), first);
  EXPECT_EQ(second, first);
}

TEST_P(MergedMeshes, RaysStopEarlyWhereTheyMay)
{
  const Camera camera = perspectiveView(16, 16);
  std::vector<MergedScene> scenes = { cube(translucentFunction(), camera, translation(0, 0, 0)),
    cube(opaqueFunction(), camera, rotation({ 1, 0, 0 }, 20)) };
  const std::vector<float> whole = this->merged(scenes);
  std::vector<TetRayCaster::Other> others = { { this->Casters[1].get(), scenes[1].camera, {} } };
  FrameOptions options;
  options.earlyTermination = 0.05f;
  options.methods.countSteps = true;
  this->Casters[0]->renderMerged(camera, options, others);
  const auto fewer = this->Casters[0]->statistics().steps;
  const float* const image = this->Casters[0]->image();
  EXPECT_LT(difference(image, { whole.begin(), whole.end() }).maximum, 0.051);
  options.earlyTermination = 0;
  this->Casters[0]->renderMerged(camera, options, others);
  EXPECT_LT(fewer, this->Casters[0]->statistics().steps);
  EXPECT_GT(this->Casters[0]->statistics().coveredRays, 100);

  // The same casters draw pictures of their own again.
  const std::vector<double> reference = BruteForceTetCaster(scenes[1].mesh, scenes[1].camera).image();
  this->Casters[1]->render(scenes[1].camera, {});
  EXPECT_LT(difference(this->Casters[1]->image(), reference).maximum, MaximumError);
}

TEST_P(MergedMeshes, WhatCannotBeMergedIsRefused)
{
  const Camera camera = perspectiveView(16, 16);
  const std::vector<MergedScene> scenes(2, cube(translucentFunction(), camera, translation(0, 0, 0)));
  this->merged(scenes);
  TetRayCaster &first = *this->Casters[0], &second = *this->Casters[1];
  const auto throws = [&](const FrameOptions& options, const std::vector<TetRayCaster::Other>& others) {
    EXPECT_THROW(first.renderMerged(camera, options, others), InvalidInput);
    first.render(camera, {}); // it draws again
  };
  FrameOptions nothing, shaded, maximum, average;
  nothing.drawVolume = false;
  shaded.shade = true;
  maximum.blend = BlendMode::Maximum;
  average.blend = BlendMode::Average;
  for (const FrameOptions& options : { nothing, shaded, maximum, average })
  {
    EXPECT_FALSE(first.canMerge(options));
    throws(options, {});
    throws({}, { { &second, camera, options } });
  }
  EXPECT_TRUE(first.canMerge({}));
  throws({}, { { &first, camera, {} } });
  throws({}, { { nullptr, camera, {} } });
  throws({}, { { &second, perspectiveView(16, 17), {} } });
  throws({}, std::vector<TetRayCaster::Other>(TetRayCaster::maxOthers + 1, { &second, camera, {} }));
  const std::vector<double> opacities(scenes[0].mesh.scalars.size(), 0.5);
  Field field;
  field.values = opacities.data();
  field.type = ValueType::Float64;
  field.numTuples = static_cast<std::int64_t>(opacities.size());
  second.setOpacityScalars(field);
  second.setOpacityFunction(translucentFunction());
  EXPECT_FALSE(second.canMerge({}));
  throws({}, { { &second, camera, {} } });
}

TEST_P(MergedMeshes, SurfacesInOnePlaceAreThoseOfBothMeshes)
{
  // The same isosurface of the same mesh twice: together they hide as two do, in any order.
  const Camera camera = perspectiveView(32, 32);
  std::vector<MergedScene> scenes(2, cube(constantFunction(0.1f), camera, translation(0, 0, 0)));
  for (std::size_t k = 0; k < 2; ++k)
  {
    Isosurface surface;
    surface.value = 0.5;
    surface.opacity = k == 0 ? 0.5f : 0.25f;
    std::fill_n(surface.color, 3, 0.0f);
    surface.color[k] = 1.0f;
    scenes[k].drawn.surfaces = { surface };
    scenes[k].drawn.drawVolume = false;
  }
  const std::vector<float> image = this->merged(scenes);
  int both = 0;
  for (std::size_t i = 0; i < image.size(); i += 4)
    if (image[i + 3] > 0)
    {
      // A ray may meet both several times, one pair behind the other.
      const double through = 1 - image[i + 3], pairs = std::round(std::log(through) / std::log(0.375));
      const double seen = (1 - through) / (1 - 0.375);
      EXPECT_NEAR(through, std::pow(0.375, pairs), 1e-5);
      EXPECT_NEAR(image[i], seen * 0.75 * 0.5, 1e-5) << "behind the one that hides less";
      EXPECT_NEAR(image[i + 1], seen * 0.25, 1e-5);
      ++both;
    }
  EXPECT_GT(both, 50);
  EXPECT_EQ(this->merged(scenes, { 1, 0 }), image);
}

TEST_P(MergedMeshes, MoreSurfacesThanAreKept)
{
  const Camera camera = perspectiveView(24, 24);
  std::vector<MergedScene> scenes = { cube(translucentFunction(), camera, translation(0, 0, 0)),
    cube(constantFunction(0.2f), camera, rotation({ 0, 1, 0 }, 40)) };
  for (MergedScene& scene : scenes)
    for (int k = 0; k < 40; ++k)
    {
      Isosurface surface;
      surface.value = 0.02 + 0.0241 * k;
      surface.opacity = 0.03f;
      surface.color[k % 3] = 0.1f;
      scene.drawn.surfaces.push_back(surface);
    }
  const std::vector<float> image = this->merged(scenes);
  EXPECT_LE(this->expectSurfacesNear(image, scenes, nullptr, "many"), 10);
  EXPECT_EQ(this->merged(scenes, { 1, 0 }), image);
}

TEST_P(MergedMeshes, AMeshThatNoCameraSeesIsLeftOut)
{
  const Camera camera = perspectiveView(24, 24);
  std::vector<MergedScene> scenes(2, cube(translucentFunction(), camera, translation(0, 0, 0)));
  const std::vector<float> alone = this->merged({ scenes[0] });
  std::fill_n(scenes[1].camera.meshToEye, 16, 0.0);
  EXPECT_EQ(this->merged(scenes), alone);
}

/// A grid over the box of a mesh, with a linear field that the mesh has, too.
struct LinearImage
{
  static constexpr int size = 5;
  std::vector<float> values;
  VolumeInput input;

  static double field(const double* p) { return 0.5 + 0.3 * p[0] - 0.2 * p[1] + 0.15 * p[2]; }

  explicit LinearImage(const OracleScene& mesh)
  {
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      double low = HUGE_VAL, high = -HUGE_VAL;
      for (std::size_t i = axis; i < mesh.points.size(); i += 3)
      {
        low = std::min(low, mesh.points[i]);
        high = std::max(high, mesh.points[i]);
      }
      input.dimensions[axis] = size;
      input.indexToMesh[5 * axis] = (high - low) / (size - 1);
      input.indexToMesh[4 * axis + 3] = low;
    }
    for (int k = 0; k < size; ++k)
      for (int j = 0; j < size; ++j)
        for (int i = 0; i < size; ++i)
        {
          const int index[3] = { i, j, k };
          double p[3];
          for (std::size_t axis = 0; axis < 3; ++axis)
            p[axis] = index[axis] * input.indexToMesh[5 * axis] + input.indexToMesh[4 * axis + 3];
          values.push_back(static_cast<float>(field(p)));
        }
    input.scalars.values = values.data();
    input.scalars.numTuples = static_cast<std::int64_t>(values.size());
  }
};

class MergedLayers : public MergedMeshes
{
protected:
  /// A volume, and a mesh and an image that have the same surfaces.
  void make(int numSurfaces, bool isLastOpaque)
  {
    const Camera camera = perspectiveView(40, 40);
    this->Scenes = { cube(translucentFunction(), camera, rotation({ 0, 1, 1 }, 25)),
      cube(constantFunction(1), camera, translation(0, 0, 0)) };
    MergedScene& own = this->Scenes[1];
    for (std::size_t i = 0; i < own.mesh.scalars.size(); ++i)
      own.mesh.scalars[i] = LinearImage::field(own.mesh.points.data() + 3 * i);
    for (int k = 0; k < numSurfaces; ++k)
    {
      Isosurface surface;
      surface.value = 0.3 + 0.4 * k / numSurfaces;
      surface.color[k % 3] = 0.2f;
      surface.opacity = isLastOpaque && k == 0 ? 1.0f : 0.3f;
      own.drawn.surfaces.push_back(surface);
    }
    own.drawn.drawVolume = false;
    own.drawn.smooth = true;
    own.drawn.lights.resize(1);
    this->Image = std::make_unique<LinearImage>(own.mesh);
    this->Surfaces = IsosurfaceRayCaster::create(this->GetParam());
    this->Surfaces->setVolume(this->Image->input);
    this->Surfaces->setIsosurfaces(own.drawn.surfaces);
    this->Surfaces->setLights(own.drawn.lights);
    this->Surfaces->setMaterial(own.drawn.material);
    this->give(this->Scenes);
  }
  SurfaceLayers layers(int most)
  {
    IsosurfaceFrameOptions options;
    options.layers = most;
    this->Surfaces->renderOnDevice(this->Scenes[1].camera, options);
    return this->Surfaces->layers();
  }
  /// The volume with layers; depths are in Depths.
  std::vector<float> withLayers(int most, const FrameOptions& options = {})
  {
    TetRayCaster& volume = *this->Casters[0];
    const Camera& camera = this->Scenes[0].camera;
    volume.renderMerged(camera, options, {}, false, { this->layers(most) });
    const std::size_t numPixels = static_cast<std::size_t>(camera.width) * camera.height;
    this->Depths.assign(volume.depth(), volume.depth() + numPixels);
    return { volume.image(), volume.image() + 4 * numPixels };
  }

  std::vector<MergedScene> Scenes;
  std::unique_ptr<LinearImage> Image;
  std::unique_ptr<IsosurfaceRayCaster> Surfaces;
};

TEST_P(MergedLayers, AreAsTheSurfacesOfAMesh)
{
  for (const bool isLastOpaque : { false, true })
  {
    this->make(6, isLastOpaque);
    const std::vector<float> ofMesh = this->merged(this->Scenes, { 0, 1 }), depths = this->Depths;
    const std::vector<float> image = this->withLayers(8);
    int far = 0, opaqueOnes = 0, seen = 0;
    for (std::size_t pixel = 0; pixel < depths.size(); ++pixel)
    {
      float error = 0;
      for (std::size_t c = 4 * pixel; c < 4 * pixel + 4; ++c)
        error = std::max(error, std::abs(image[c] - ofMesh[c]));
      far += error > 1e-3f || std::abs(this->Depths[pixel] - depths[pixel]) > 1e-5f;
      opaqueOnes += depths[pixel] < 1;
      seen += ofMesh[4 * pixel + 3] > 0.5f;
    }
    EXPECT_LE(far, 15) << "at the borders of the box";
    EXPECT_GT(seen, 300);
    EXPECT_EQ(opaqueOnes > 100, isLastOpaque);
  }
}

TEST_P(MergedLayers, ByThemselvesAreThePictureOfTheirCaster)
{
  this->make(6, false);
  IsosurfaceFrameOptions options;
  this->Surfaces->render(this->Scenes[1].camera, options);
  const std::size_t numbers = 4 * static_cast<std::size_t>(40) * 40;
  const std::vector<float> alone(this->Surfaces->image(), this->Surfaces->image() + numbers);
  options.layers = 3;
  this->Surfaces->render(this->Scenes[1].camera, options);
  EXPECT_LT(
    difference(this->Surfaces->image(), { alone.begin(), alone.end() }).maximum, 1e-6); // with them, too
  this->Casters[0]->setTransferFunction(constantFunction(0));
  for (const int most : { 8, 3, 1 }) // what does not fit is in the last one
  {
    const std::vector<float> image = this->withLayers(most);
    EXPECT_LT(difference(image.data(), { alone.begin(), alone.end() }).maximum, 1e-5) << most;
  }
}

TEST_P(MergedLayers, AreWithTheCutsOfTheirOwnAndCountAsMeshes)
{
  this->make(2, false);
  const std::vector<float> whole = this->withLayers(8);
  FrameOptions clipped;
  clipped.clippingPlanes.push_back({ { 1, 0, 0 }, 50.0 }); // nothing of the volume is left
  const std::vector<float> surfaces = this->withLayers(8, clipped);
  EXPECT_NE(surfaces, whole);
  EXPECT_TRUE(std::any_of(surfaces.begin(), surfaces.end(), [](float x) { return x > 0; }));
  const std::vector<SurfaceLayers> tooMany(TetRayCaster::maxOthers + 1, this->layers(2));
  EXPECT_THROW(this->Casters[0]->renderMerged(this->Scenes[0].camera, {}, {}, false, tooMany), InvalidInput);
}

INKRAY_TEST_ON_DEVICES(MergedMeshes);
INKRAY_TEST_ON_DEVICES(MergedLayers);

/// The integral over a part in double precision, with many steps.
std::array<double, 4> integrated(const std::vector<MediumEnds>& media)
{
  std::array<double, 4> rgbt = { 0, 0, 0, 1 };
  constexpr int steps = 20000;
  double depth = 0;
  for (int s = 0; s < steps; ++s)
  {
    const double x = (s + 0.5) / steps;
    double rate = 0, emitted[3] = { 0, 0, 0 };
    for (const MediumEnds& m : media)
    {
      const double a = (m.first.w + x * (m.last.w - m.first.w)) * std::log(2.0);
      rate += a;
      emitted[0] += a * (m.first.x + x * (m.last.x - m.first.x));
      emitted[1] += a * (m.first.y + x * (m.last.y - m.first.y));
      emitted[2] += a * (m.first.z + x * (m.last.z - m.first.z));
    }
    const double absorbed = -std::exp(-depth) * std::expm1(-rate / steps);
    for (int c = 0; c < 3 && rate > 0; ++c)
      rgbt[static_cast<std::size_t>(c)] += absorbed * emitted[c] / rate;
    depth += rate / steps;
  }
  rgbt[3] = std::exp(-depth);
  return rgbt;
}

TEST(MixedMedia, PartsAreIntegratedToTheirBound)
{
  // Thin and dense, rising and falling from nothing, one medium and many.
  Randomness random(11);
  double worst = 0;
  for (int round = 0; round < 400; ++round)
  {
    const double density = std::pow(10.0, random.real(-3, 2.5));
    std::vector<MediumEnds> media;
    for (int k = 1 + random.integer(6); k > 0; --k)
    {
      const auto colour = [&] {
        return static_cast<float>(random.chance(0.3) ? random.integer(2) : random.real(0, 1));
      };
      const auto attenuation = [&] {
        return static_cast<float>(random.chance(0.3) ? 0.0 : density * random.real(0, 1));
      };
      media.push_back(
        { { colour(), colour(), colour(), attenuation() }, { colour(), colour(), colour(), attenuation() } });
    }
    const std::array<double, 4> reference = integrated(media);
    MixedRay ray;
    ray.clear();
    ray.add(media.data(), static_cast<int>(media.size()));
    worst = std::max({ worst, std::abs(ray.red - reference[0]), std::abs(ray.green - reference[1]),
      std::abs(ray.blue - reference[2]) });
    EXPECT_NEAR(ray.transmittance, reference[3], 2e-6);
  }
  EXPECT_LT(worst, 2e-5);
  RecordProperty("worst", std::to_string(worst));
}

TEST(MixedMedia, TheOrderOfThreeAndMoreDoesNotChangeABit)
{
  Randomness random(5);
  for (int round = 0; round < 200; ++round)
  {
    std::vector<MediumEnds> media;
    for (int k = 0; k < 2 + round % 5; ++k)
    {
      const auto number = [&] { return static_cast<float>(random.real(0, 1)); };
      media.push_back(
        { { number(), number(), number(), number() }, { number(), number(), number(), number() } });
    }
    MixedRay first, second;
    first.clear();
    second.clear();
    std::vector<MediumEnds> turned(media.rbegin(), media.rend());
    first.add(media.data(), static_cast<int>(media.size()));
    second.add(turned.data(), static_cast<int>(turned.size()));
    EXPECT_EQ(first.red, second.red);
    EXPECT_EQ(first.green, second.green);
    EXPECT_EQ(first.blue, second.blue);
    EXPECT_EQ(first.transmittance, second.transmittance);
  }
}

} // namespace
