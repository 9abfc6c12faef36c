// SPDX-License-Identifier: BSD-3-Clause
// Surfaces of an image in a picture of meshes, as layers of each pixel, against the same surfaces of a mesh.
#include "Core/Errors.h"
#include "MeshVolume/Merged/MergedMeshesTest.h"
#include "MeshVolume/Pieces/PiecesTest.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// A grid over the box of a mesh, with the linear field of that mesh.
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
  /// Makes a volume, and a mesh and an image that have the same surfaces.
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
  /// The picture of the volume with the surfaces of the image. Sets Depths to its depths.
  std::vector<float> withLayers(const FrameOptions& options = {}, int most = 0)
  {
    IsosurfaceFrameOptions own;
    own.layers = most;
    const auto surfaces = this->Surfaces->source(this->Scenes[1].camera, own);
    return this->draw({ { this->Casters[0].get(), this->Scenes[0].camera, options } }, { surfaces.get() });
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
    const std::vector<float> image = this->withLayers();
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
    difference(this->Surfaces->image(), { alone.begin(), alone.end() }).maximum, 1e-6); // with 3 layers
  this->Casters[0]->setTransferFunction(constantFunction(0));
  for (const int most : { 8, 3, 1 }) // the last layer holds all surfaces that do not fit
  {
    const std::vector<float> image = this->withLayers({}, most);
    EXPECT_LT(difference(image.data(), { alone.begin(), alone.end() }).maximum, 1e-5) << most;
  }
}

TEST_P(MergedLayers, AreWithTheCutsOfTheirOwnAndCountAsMeshes)
{
  this->make(2, false);
  const std::vector<float> whole = this->withLayers();
  FrameOptions clipped;
  clipped.clippingPlanes.push_back({ { 1, 0, 0 }, 50.0 }); // cuts away the whole volume
  const std::vector<float> surfaces = this->withLayers(clipped);
  EXPECT_NE(surfaces, whole);
  EXPECT_TRUE(std::any_of(surfaces.begin(), surfaces.end(), [](float x) { return x > 0; }));
  std::vector<std::unique_ptr<IsosurfaceRayCaster>> casters;
  std::vector<std::unique_ptr<RaySource>> held;
  RayPicture::Sources sources;
  for (int k = 0; k < RayPicture::mostSources; ++k)
  {
    casters.push_back(IsosurfaceRayCaster::create(this->GetParam()));
    casters.back()->setVolume(this->Image->input);
    casters.back()->setIsosurfaces(this->Scenes[1].drawn.surfaces);
    held.push_back(casters.back()->source(this->Scenes[1].camera, {}));
    sources.push_back(held.back().get());
  }
  this->draw({}, sources); // as many sources as are allowed, and no mesh
  EXPECT_THROW(this->draw({ { this->Casters[0].get(), this->Scenes[0].camera, {} } }, sources), InvalidInput);
  sources.back() = sources.front();
  EXPECT_THROW(this->draw({}, sources), InvalidInput) << "the same surfaces twice";
}

TEST_P(MergedLayers, WithAMeshInPiecesAreThoseWithTheWhole)
{
  for (const bool isLastOpaque : { false, true })
  {
    this->make(6, isLastOpaque);
    const std::vector<float> whole = this->withLayers(), depths = this->Depths;
    auto pieces =
      LookedCaster::inPieces(this->GetParam(), MemoryBudget::noLimit, bytesOf(this->Scenes[0].mesh, 4.0));
    giveScene(*pieces, this->Scenes[0].mesh);
    EXPECT_GT(pieces->piecesReport().pieces, 1);
    this->Casters[0] = std::move(pieces);
    const std::vector<float> image = this->withLayers();
    int far = 0;
    for (std::size_t i = 0; i < image.size(); ++i)
      far +=
        std::abs(image[i] - whole[i]) > 1.0f / 255 || std::abs(this->Depths[i / 4] - depths[i / 4]) > 1e-4f;
    EXPECT_LE(far, 4) << "surfaces at the walls";
    this->Casters.clear();
  }
}

TEST_P(MergedLayers, OfSeveralImagesAreAsTheSurfacesOfMeshes)
{
  this->make(3, false);
  // A second image across the first one, with another field.
  MergedScene other = this->Scenes[1];
  const Camera camera = perspectiveView(40, 40);
  other.camera = cameraOf(
    camera, multiply(translation(0.3, -0.2, 0.25), multiply(rotation({ 1, 2, 0 }, 50), scaling(1, 0.7, 1))));
  other.drawn.surfaces = { { 0.35, { 0.9f, 0.1f, 0.2f }, 0.5f }, { 0.6, { 0.1f, 0.9f, 0.3f }, 0.4f } };
  this->Scenes = { this->Scenes[1], other };
  const std::unique_ptr<IsosurfaceRayCaster> second = IsosurfaceRayCaster::create(this->GetParam());
  second->setVolume(this->Image->input);
  second->setLights(other.drawn.lights);
  second->setMaterial(other.drawn.material);
  const std::size_t numPixels = static_cast<std::size_t>(camera.width) * camera.height;
  std::vector<float> opaque(numPixels, 1.0f);
  for (std::size_t i = 0; i < numPixels; i += 3)
    opaque[i] = 0.9f;
  const auto drawImages = [&](bool swapped, const float* stops) {
    const auto one = this->Surfaces->source(this->Scenes[0].camera, {}),
               two = second->source(other.camera, {});
    RayPicture::Sources sources = { one.get(), two.get() };
    if (swapped)
      std::swap(sources[0], sources[1]);
    PictureOptions options;
    options.opaqueDepth = stops;
    RayPicture& picture = this->together().picture();
    picture.draw(sources, options);
    this->Depths.assign(picture.view().depth, picture.view().depth + numPixels);
    return std::vector<float>(picture.view().image, picture.view().image + 4 * numPixels);
  };
  for (const bool isOneOpaque : { false, true })
  {
    this->Scenes[1].drawn.surfaces[1].opacity = isOneOpaque ? 1.0f : 0.4f;
    second->setIsosurfaces(this->Scenes[1].drawn.surfaces);
    this->give(this->Scenes);
    for (const float* const stops :
      { static_cast<const float*>(nullptr), static_cast<const float*>(opaque.data()) })
    {
      const std::vector<float> ofMeshes = this->merged(this->Scenes, { 0, 1 }, stops), depths = this->Depths;
      const std::vector<float> image = drawImages(false, stops), own = this->Depths;
      EXPECT_EQ(drawImages(true, stops), image);
      int far = 0, opaqueOnes = 0, seen = 0;
      for (std::size_t pixel = 0; pixel < numPixels; ++pixel)
      {
        float error = 0;
        for (std::size_t c = 4 * pixel; c < 4 * pixel + 4; ++c)
          error = std::max(error, std::abs(image[c] - ofMeshes[c]));
        far += error > 1e-3f || std::abs(own[pixel] - depths[pixel]) > 1e-5f;
        opaqueOnes += own[pixel] < 1;
        seen += ofMeshes[4 * pixel + 3] > 0.5f;
      }
      EXPECT_LE(far, 25) << "at the borders of the boxes";
      EXPECT_GT(seen, 200);
      EXPECT_EQ(opaqueOnes > 50, isOneOpaque);
    }
  }

  // A single image.
  this->Surfaces->render(camera, {});
  const std::vector<float> alone(this->Surfaces->image(), this->Surfaces->image() + 4 * numPixels);
  const auto one = this->Surfaces->source(camera, {});
  const std::vector<float> image = this->draw({}, { one.get() });
  EXPECT_LT(difference(image.data(), { alone.begin(), alone.end() }).maximum, 1e-5);
}

INKRAY_TEST_ON_DEVICES(MergedLayers);

} // namespace
