// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolume/Grid/RandomGrid.h"
#include "MeshVolume/Merged/Together.h"
#include "Seeds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace inkray::testing
{

/// Grids and meshes in one picture.
class MergedGrids : public ::testing::TestWithParam<DeviceKind>
{
protected:
  void SetUp() override
  {
    if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
      GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
    grid_ = GridRayCaster::create(this->GetParam());
    other_ = GridRayCaster::create(this->GetParam());
    mesh_ = LookedCaster::create(this->GetParam());
    otherMesh_ = LookedCaster::create(this->GetParam());
    picture_ = RayPicture::create({ this->GetParam(), 0 });
  }
  static Camera cameraOf(Randomness& random)
  {
    Camera camera = randomCamera(random);
    camera.width = std::min(camera.width, 20);
    camera.height = std::min(camera.height, 20);
    return camera;
  }
  /// The picture of several sources.
  std::vector<float> drawn(const std::vector<std::unique_ptr<RaySource>>& held, const PictureOptions& options)
  {
    RayPicture::Sources sources;
    for (const std::unique_ptr<RaySource>& source : held)
      sources.push_back(source.get());
    picture_->draw(sources, options, false);
    const Camera& camera = sources.front()->camera();
    const float* const image = picture_->view().image;
    return { image, image + 4 * static_cast<std::size_t>(camera.width) * camera.height };
  }
  /// Expects two pictures within 1/255 of one another, except for few pixels whose rays run along a border.
  void expectEqual(
    const std::vector<float>& a, const std::vector<float>& b, double most, const std::string& what)
  {
    ASSERT_EQ(a.size(), b.size());
    int numOther = 0;
    for (std::size_t i = 0; i < a.size(); i += 4)
    {
      double difference = 0.0;
      for (std::size_t c = 0; c < 4; ++c)
        difference = std::max(difference, std::abs(double(a[i + c]) - double(b[i + c])));
      covered_ += a[i + 3] > 0.0f;
      numOther += !(difference <= most);
    }
    EXPECT_LE(numOther, static_cast<int>(a.size() / 4 / 200)) << what;
  }

  std::unique_ptr<GridRayCaster> grid_, other_;
  std::unique_ptr<LookedCaster> mesh_, otherMesh_;
  std::unique_ptr<RayPicture> picture_;
  int covered_ = 0;
};
INKRAY_TEST_ON_DEVICES(MergedGrids);

// One linear field as a grid and as tets gives the same picture: each alone, and each with another mesh.
TEST_P(MergedGrids, LookLikeMeshesWhereTheFieldIsLinear)
{
  for (const std::uint32_t seed : seedsOf("LinearGrids", 12, 6))
  {
    const std::string what = "seed " + std::to_string(seed);
    Randomness random(seed);
    GridVolumeScene scene = linearScene(random);
    FrameOptions options;
    options.gradients = Gradients::Smooth;
    if (random.chance(0.3))
      scene.gradientOpacity.knots = { { 0.0, 0.2f }, { 1.0, 1.0f } };
    cutAtRandom(random, options);
    const Camera camera = cameraOf(random);
    // In a perspective, both casters turn normals to the eye at other places of the ray.
    options.shade = camera.isParallel();
    scene.giveTo(*grid_);
    giveTo(*mesh_, scene);
    grid_->render(camera, options);
    mesh_->render(camera, options);
    if (!scene.gradientOpacity.knots.empty())
    {
      EXPECT_NEAR(grid_->largestGradient(), mesh_->largestGradient(), 1e-3 * mesh_->largestGradient())
        << what;
    }
    const std::size_t count = 4 * static_cast<std::size_t>(camera.width) * camera.height;
    const std::vector<float> alone(grid_->image(), grid_->image() + count);
    this->expectEqual(alone, { mesh_->image(), mesh_->image() + count }, 1.0 / 255, what + ", alone");

    // The picture of a single source equals the picture of its caster. Sources use no table of integrals.
    options.methods.fromKnotToKnot = true;
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    PictureOptions whole;
    whole.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    options.opaqueDepth = whole.opaqueDepth;
    std::vector<std::unique_ptr<RaySource>> held;
    held.push_back(grid_->source(camera, options));
    const std::vector<float> single = this->drawn(held, whole);
    grid_->render(camera, options);
    this->expectEqual(single, { grid_->image(), grid_->image() + count }, 2e-4, what + ", walked alone");

    const OracleScene beside = randomMesh(random, seed);
    OracleScene besideWithFunction = beside;
    besideWithFunction.transferFunction = randomFunction(random);
    giveScene(*otherMesh_, besideWithFunction);
    FrameOptions ofOther;
    held.push_back(otherMesh_->source(camera, ofOther));
    const std::vector<float> withGrid = this->drawn(held, whole);
    held.front() = mesh_->source(camera, options);
    const std::vector<float> withMesh = this->drawn(held, whole);
    this->expectEqual(withGrid, withMesh, 1.0 / 255, what + ", with a mesh");
  }
  EXPECT_GT(covered_, runsAllSeeds() ? 2000 : 0);
}

// The same with isosurfaces that a second array colors, which is linear, too.
TEST_P(MergedGrids, ColorIsosurfacesAsMeshesDo)
{
  for (const std::uint32_t seed : seedsOf("ColoredGrids", 12, 6))
  {
    const std::string what = "seed " + std::to_string(seed);
    Randomness random(seed);
    GridVolumeScene scene = linearScene(random);
    scene.surfaces.resize(2);
    for (Isosurface& surface : scene.surfaces)
    {
      surface.value = scaledValue(scene.volume.scalars.type, random.real(-0.5, 0.5));
      surface.opacity = random.chance(0.5) ? 1.0f : 0.4f;
    }
    std::sort(scene.surfaces.begin(), scene.surfaces.end(),
      [](const Isosurface& a, const Isosurface& b) { return a.value < b.value; });
    scene.surfaces[1].keepsColor = random.chance(0.3);
    scene.colors.rgb = { 1.0f, 0.1f, 0.2f, 0.2f, 0.9f, 0.3f, 0.1f, 0.3f, 1.0f };
    scene.colors.range[0] = -0.5;
    scene.colors.range[1] = 0.6;
    const OracleScene tets = meshOf(scene);
    const Vector slope = random.direction();
    Storage storage;
    storage.type = random.chance(0.5) ? ValueType::Float32 : ValueType::Float64;
    scene.colorValues = makeArray(constant(0.0), scene.volume.dimensions, storage);
    for (std::int64_t i = 0; i < scene.volume.numPoints(); ++i)
    {
      const double* const p = tets.points.data() + 3 * i;
      scene.colorValues.set(i, 0, dot(slope, { p[0], p[1], p[2] }));
    }
    FrameOptions options;
    options.gradients = Gradients::Smooth;
    options.drawVolume = random.chance(0.5);
    const Camera camera = cameraOf(random);
    scene.giveTo(*grid_);
    giveTo(*mesh_, scene);
    mesh_->setIsosurfaces(scene.surfaces);
    mesh_->setSurfaceColors(scene.colors);
    mesh_->setSurfaceColorScalars(scene.colorValues.values());
    grid_->render(camera, options);
    mesh_->render(camera, options);
    const std::size_t count = 4 * static_cast<std::size_t>(camera.width) * camera.height;
    this->expectEqual({ grid_->image(), grid_->image() + count }, { mesh_->image(), mesh_->image() + count },
      1.0 / 255, what + ", alone");

    OracleScene beside = randomMesh(random, seed);
    beside.transferFunction = randomFunction(random);
    giveScene(*otherMesh_, beside);
    std::vector<std::unique_ptr<RaySource>> held;
    held.push_back(grid_->source(camera, options));
    held.push_back(otherMesh_->source(camera, {}));
    const std::vector<float> withGrid = this->drawn(held, {});
    held.front() = mesh_->source(camera, options);
    this->expectEqual(withGrid, this->drawn(held, {}), 1.0 / 255, what + ", with a mesh");
  }
  EXPECT_GT(covered_, runsAllSeeds() ? 1000 : 0);
}

// A mesh with categories at its points is refused beside a grid, and drawn after the grid has been removed.
TEST_P(MergedGrids, CategoriesOfPointsAreRefused)
{
  Randomness random(1);
  const Camera camera = cameraOf(random);
  OracleScene scene = randomMesh(random, 1);
  scene.perCell = false;
  scene.scalars.resize(scene.points.size() / 3);
  for (double& scalar : scene.scalars)
    scalar = random.chance(0.5) ? 1.0 : 0.0;
  scene.transferFunction = randomFunction(random);
  scene.transferFunction.isCategorical = true;
  scene.transferFunction.categories = { { 0.0, 1.0f, 0.0f, 0.0f }, { 1.0, 0.0f, 1.0f, 0.0f } };
  giveScene(*otherMesh_, scene);
  randomScene(random, true).giveTo(*grid_);
  const FrameOptions options;
  std::vector<std::unique_ptr<RaySource>> held;
  held.push_back(otherMesh_->source(camera, options));
  held.push_back(grid_->source(camera, options));
  EXPECT_THROW(this->drawn(held, {}), InvalidInput);
  held.pop_back();
  EXPECT_NO_THROW(this->drawn(held, {}));
}

TEST_P(MergedGrids, MixTheirMedia)
{
  for (const std::uint32_t seed : seedsOf("MergedGrids", 8, 4))
  {
    const std::string what = "seed " + std::to_string(seed);
    Randomness random(seed);
    const GridVolumeScene first = randomScene(random, true), second = randomScene(random, true);
    const Camera camera = cameraOf(random);
    const FrameOptions options;
    first.giveTo(*grid_);
    second.giveTo(*other_);
    std::vector<std::unique_ptr<RaySource>> held;
    held.push_back(grid_->source(camera, options));
    held.push_back(other_->source(camera, options));
    const std::vector<float> found = this->drawn(held, {});
    const BruteForceGridCaster references[] = { { first, camera, options }, { second, camera, options } };
    std::vector<float> wanted;
    for (int j = 0; j < camera.height; ++j)
      for (int i = 0; i < camera.width; ++i)
      {
        std::array<double, 4> pixel = { 0, 0, 0, 0 };
        double transmittance = 1.0;
        // Between constant cells the values jump.
        const int samples = first.volume.areCellsConstant || second.volume.areCellsConstant ? 40000 : 6000;
        for (int k = 0; k < samples; ++k)
        {
          double length = 0.0, depth = 0.0;
          std::array<double, 4> sum = { 0, 0, 0, 0 };
          for (const BruteForceGridCaster& reference : references)
          {
            const std::array<double, 4> e = reference.emissionAt(i, j, (k + 0.5) / samples, &length);
            depth += e[3] * length / samples;
            for (std::size_t c = 0; c < 4; ++c)
              sum[c] += e[c] * (c < 3 ? e[3] : 1.0);
          }
          if (!(sum[3] > 0.0))
            continue;
          const double behind = transmittance * std::exp(-depth);
          for (std::size_t c = 0; c < 3; ++c)
            pixel[c] += (transmittance - behind) * sum[c] / sum[3];
          transmittance = behind;
        }
        pixel[3] = 1.0 - transmittance;
        for (const double number : pixel)
          wanted.push_back(static_cast<float>(number));
      }
    this->expectEqual(found, wanted, 0.02, what);
  }
}

} // namespace inkray::testing
