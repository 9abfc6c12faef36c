// SPDX-License-Identifier: BSD-3-Clause
// Several threads at once, each with ray casters of its own: each draws the pictures that it draws alone,
// whatever the others begin or abandon.
#include "Isosurface/IsosurfaceTest.h"

#include <atomic>
#include <functional>
#include <thread>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr int numRounds = 4;

class Threads : public IsosurfaceTest
{
protected:
  using Image = std::vector<float>;

  /// Makes a mesh in a new ray caster and draws it. `check` may abort the frame.
  Image meshPicture(const OracleScene& scene, const std::function<bool()>& check = {}) const
  {
    const std::unique_ptr<LookedCaster> caster = LookedCaster::create(this->GetParam());
    giveScene(*caster, scene);
    const Camera camera = perspectiveView(imageSize(64), imageSize(64));
    FrameOptions options;
    options.abortCheck = check;
    caster->render(camera, options);
    return { caster->image(), caster->image() + 4 * camera.width * camera.height };
  }
  Image volumePicture(const IsosurfaceScene& scene) const
  {
    const std::unique_ptr<IsosurfaceRayCaster> caster = IsosurfaceRayCaster::create(this->GetParam());
    give(*caster, scene);
    return picture(*caster, perspectiveView(imageSize(64), imageSize(64))).image;
  }
};

TEST_P(Threads, RayCastersAtOnceDrawWhatTheyDrawAlone)
{
  OracleScene meshes[2] = { convexMesh(), nonConvexMesh() };
  meshes[0].transferFunction = translucentFunction();
  meshes[1].transferFunction = opaqueFunction();
  const TestVolume volumes[2] = { makeVolume(gyroid(), { 20, 23, 18 }),
    makeVolume(noise(3), { 14, 16, 12 }, { ValueType::UInt16 }) };
  const IsosurfaceScene scenes[2] = { translucent(makeScene(volumes[0], { -0.2, 0.3 })),
    makeScene(volumes[1], { scaledValue(ValueType::UInt16, 0.5) }) };
  std::vector<Image> expected;
  for (int i = 0; i < 2; ++i)
  {
    expected.push_back(this->meshPicture(meshes[i]));
    expected.push_back(this->volumePicture(scenes[i]));
  }
  for (const Image& image : expected)
    ASSERT_GT(std::count_if(image.begin(), image.end(), [](float x) { return x > 0; }), 500);

  std::atomic<int> wrong{ 0 }, aborted{ 0 }, ready{ 0 };
  const auto work = [&](int number) {
    ++ready;
    while (ready < 5)
      std::this_thread::yield();
    for (int round = 0; round < numRounds; ++round)
    {
      if (number == 4)
      {
        try
        {
          this->meshPicture(meshes[1], [] { return true; });
        }
        catch (const Aborted&)
        {
          ++aborted;
        }
        continue;
      }
      const Image image =
        number % 2 == 0 ? this->meshPicture(meshes[number / 2]) : this->volumePicture(scenes[number / 2]);
      wrong += image == expected[static_cast<std::size_t>(number)] ? 0 : 1;
    }
  };
  std::vector<std::thread> threads;
  for (int number = 0; number < 5; ++number)
    threads.emplace_back(work, number);
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(aborted, numRounds);
}

// Several threads use one ray caster, one after the other. It has one mesh and draws images of many rays.
TEST_P(Threads, ARayCasterGoesFromThreadToThread)
{
  OracleScene scene = convexMesh();
  scene.transferFunction = translucentFunction();
  const Image expected = this->meshPicture(scene);
  const std::unique_ptr<LookedCaster> caster = LookedCaster::create(this->GetParam());
  std::thread([&] { giveScene(*caster, scene); }).join();
  const Camera camera = perspectiveView(imageSize(64), imageSize(64));
  for (int round = 0; round < numRounds; ++round)
  {
    Image image;
    std::thread([&] {
      caster->render(camera, {});
      image.assign(caster->image(), caster->image() + 4 * camera.width * camera.height);
    }).join();
    ASSERT_EQ(image, expected) << "round " << round;
  }
}

INKRAY_TEST_ON_DEVICES(Threads);

} // namespace
