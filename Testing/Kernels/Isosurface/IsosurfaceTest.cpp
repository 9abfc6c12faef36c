// SPDX-License-Identifier: BSD-3-Clause
#include "Isosurface/IsosurfaceTest.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>

namespace inkray::testing
{

void expectRight(const IsosurfaceComparison& c, const std::string& what)
{
  std::ostringstream text;
  text << what << ": " << c.hits << " hits, " << c.wrong << " wrong, " << c.normals << " normals off, "
       << c.pixels << " pixels off, " << c.unclear << " unclear, of " << c.rays << " rays; " << c.problem;
  EXPECT_EQ(c.wrong, 0) << text.str();
  EXPECT_EQ(c.normals, 0) << text.str();
  EXPECT_EQ(c.pixels, 0) << text.str();
}

void IsosurfaceTest::SetUp()
{
  if (this->GetParam() == DeviceKind::CUDA && !cudaDevice().available)
    GTEST_SKIP() << "no CUDA device: " << cudaDevice().reason;
  this->Caster = IsosurfaceRayCaster::create(this->GetParam());
  ASSERT_EQ(this->Caster->device(), this->GetParam());
}

void IsosurfaceTest::give(IsosurfaceRayCaster& caster, const IsosurfaceScene& scene)
{
  caster.setVolume(scene.volume);
  caster.setColorValues(scene.colorValues);
  if (scene.colorValues.values)
    caster.setColorTable(scene.colorTable);
  caster.setIsosurfaces(scene.surfaces);
  caster.setLights(scene.lights);
  caster.setMaterial(scene.material);
}

IsosurfacePicture IsosurfaceTest::picture(
  IsosurfaceRayCaster& caster, const Camera& camera, IsosurfaceFrameOptions options)
{
  options.wantHits = true;
  caster.render(camera, options);
  const std::size_t pixels = static_cast<std::size_t>(camera.width) * camera.height;
  IsosurfacePicture drawn = { { caster.image(), caster.image() + 4 * pixels },
    { caster.depth(), caster.depth() + pixels }, { caster.hits(), caster.hits() + pixels } };
  for (IsosurfaceHit& hit : drawn.hits)
    hit.depth = static_cast<float>(caster.hitsBegin() + hit.depth);
  return drawn;
}

void IsosurfaceTest::expectExact(const IsosurfaceScene& scene, const Camera& camera,
  const IsosurfaceFrameOptions& options, const std::string& what)
{
  this->give(scene);
  this->expectMatches(scene, camera, options, what);
}

void IsosurfaceTest::expectMatches(const IsosurfaceScene& scene, const Camera& camera,
  const IsosurfaceFrameOptions& options, const std::string& what, bool mayBeEmpty)
{
  const IsosurfacePicture drawn = this->picture(camera, options);
  const BruteForceIsosurface oracle(scene, camera);
  const IsosurfaceComparison c = compare(oracle, camera, options, drawn);
  if (!mayBeEmpty)
  {
    EXPECT_GT(c.hits, 0) << what;
  }
  expectRight(c, what);
}

void IsosurfaceTest::expectEmpty(
  const Camera& camera, const IsosurfaceFrameOptions& options, const std::string& what)
{
  const IsosurfacePicture drawn = this->picture(camera, options);
  for (std::size_t pixel = 0; pixel < drawn.depth.size(); ++pixel)
  {
    const float* rgba = drawn.image.data() + 4 * pixel;
    const bool empty = rgba[0] == 0.0f && rgba[1] == 0.0f && rgba[2] == 0.0f && rgba[3] == 0.0f &&
      drawn.depth[pixel] == 1.0f && drawn.hits[pixel].depth == INFINITY &&
      std::all_of(drawn.hits[pixel].normal, drawn.hits[pixel].normal + 3, [](float n) { return n == 0.0f; });
    ASSERT_TRUE(empty) << what << ": pixel " << pixel << " is not empty: " << rgba[0] << " " << rgba[1] << " "
                       << rgba[2] << " " << rgba[3] << ", depth buffer " << drawn.depth[pixel] << ", hit at "
                       << drawn.hits[pixel].depth;
  }
  EXPECT_EQ(this->Caster->statistics().hits, 0) << what;
}

void IsosurfaceTest::expectSame(
  const IsosurfacePicture& a, const IsosurfacePicture& b, const std::string& what)
{
  ASSERT_EQ(a.depth.size(), b.depth.size()) << what;
  for (std::size_t pixel = 0; pixel < a.depth.size(); ++pixel)
  {
    const IsosurfaceHit &x = a.hits[pixel], &y = b.hits[pixel];
    const bool sameNormal = std::equal(x.normal, x.normal + 3, y.normal);
    const bool same = std::memcmp(&a.image[4 * pixel], &b.image[4 * pixel], 4 * sizeof(float)) == 0 &&
      a.depth[pixel] == b.depth[pixel] && x.depth == y.depth;
    ASSERT_TRUE(same && sameNormal) << what << ": pixel " << pixel << " differs: rgba " << a.image[4 * pixel]
                                    << " " << a.image[4 * pixel + 1] << " " << a.image[4 * pixel + 2] << " "
                                    << a.image[4 * pixel + 3] << " and " << b.image[4 * pixel] << " "
                                    << b.image[4 * pixel + 1] << " " << b.image[4 * pixel + 2] << " "
                                    << b.image[4 * pixel + 3] << ", hits at " << x.depth << " and " << y.depth
                                    << ", depth buffer " << a.depth[pixel] << " and " << b.depth[pixel];
  }
}

} // namespace inkray::testing
