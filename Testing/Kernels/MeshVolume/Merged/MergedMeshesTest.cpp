// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolume/Merged/MergedMeshesTest.h"

#include <algorithm>
#include <cmath>

namespace inkray::testing
{

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
  options.shade = scene.drawn.shade;
  std::copy(scene.drawn.missing.begin(), scene.drawn.missing.end(), options.missing);
  return options;
}

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

void MergedMeshes::give(const std::vector<MergedScene>& scenes)
{
  while (this->Casters.size() < scenes.size())
    this->Casters.push_back(LookedCaster::create(this->GetParam()));
  for (std::size_t k = 0; k < scenes.size(); ++k)
  {
    giveScene(*this->Casters[k], scenes[k].mesh);
    this->Casters[k]->setIsosurfaces(scenes[k].drawn.surfaces);
    this->Casters[k]->setLights(scenes[k].drawn.lights);
    this->Casters[k]->setMaterial(scenes[k].drawn.material);
    this->Casters[k]->setGradientOpacity(scenes[k].drawn.gradientFunctions.opacity);
    this->Casters[k]->setTransferFunction2D(scenes[k].drawn.gradientFunctions.table);
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

std::vector<float> MergedMeshes::merged(
  const std::vector<MergedScene>& scenes, const std::vector<std::size_t>& order, const float* opaqueDepth)
{
  std::vector<Member> members;
  for (const std::size_t k : order)
    members.push_back({ this->Casters[k].get(), scenes[k].camera, optionsOf(scenes[k]) });
  members.front().options.opaqueDepth = opaqueDepth;
  return this->draw(members);
}

std::vector<float> MergedMeshes::draw(const std::vector<Member>& members, const RayPicture::Sources& others)
{
  Together& together = this->together();
  together.draw(members, others, this->Walks);
  EXPECT_EQ(together.picture().statistics().failedRays, 0);
  const Camera& camera = members.empty() ? others.front()->camera() : members.front().camera;
  const std::size_t numPixels = static_cast<std::size_t>(camera.width) * camera.height;
  this->Depths.clear();
  if (together.depth())
    this->Depths.assign(together.depth(), together.depth() + numPixels);
  return { together.image(), together.image() + 4 * numPixels };
}

Together& MergedMeshes::together()
{
  if (!this->Drawn)
    this->Drawn = std::make_unique<Together>(this->GetParam());
  return *this->Drawn;
}

void MergedMeshes::expectNear(
  const std::vector<float>& image, const std::vector<double>& reference, const std::string& what)
{
  const Difference d = difference(image.data(), reference);
  const std::size_t worst = 4 * static_cast<std::size_t>(d.worstPixel);
  EXPECT_LT(d.maximum, MaximumError) << what << ", pixel " << d.worstPixel << ": " << image[worst] << " "
                                     << image[worst + 1] << " " << image[worst + 2] << " " << image[worst + 3]
                                     << ", the reference " << reference[worst] << " " << reference[worst + 1]
                                     << " " << reference[worst + 2] << " " << reference[worst + 3];
  EXPECT_LT(d.rmse, MaximumRmse) << what;
}

int MergedMeshes::expectSurfacesNear(const std::vector<float>& image, const std::vector<MergedScene>& scenes,
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
        // Behind little light, a ray may have ended before it met a surface.
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

} // namespace inkray::testing
