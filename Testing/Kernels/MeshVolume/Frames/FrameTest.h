// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/Frames/RandomFrame.h"
#include "MeshVolume/MeshSurfaceTest.h"

#include <memory>
#include <string>

namespace inkray::testing
{

/// Tests of single frames that the table of frames does not have, compared with the same oracle.
class FrameTest : public MeshSurfaceTest
{
protected:
  void give(const FrameScene& scene)
  {
    MeshSurfaceTest::give(scene);
    frames::giveFrame(this->caster(), scene);
  }
  /// Expects the picture of a scene that the caster has.
  void expectDrawn(FrameScene scene, const Camera& camera, const std::string& what)
  {
    const FrameScene whole = scene;
    const std::unique_ptr<OracleVolume> volume = makeFrameVolume(whole, camera);
    scene.volume = volume.get();
    const SurfaceComparison found = this->compare(scene, camera, {});
    EXPECT_EQ(found.wrong, 0) << what << ": " << found.problem;
    EXPECT_LE(found.shifted, 2 + found.pixels / 500) << what;
    EXPECT_GT(found.covered, found.pixels / 20) << what << ": the reference is empty";
    EXPECT_LT(found.rmse, MaximumRmse) << what;
  }
  void expectFrame(const FrameScene& scene, const Camera& camera, const std::string& what)
  {
    this->give(scene);
    this->expectDrawn(scene, camera, what);
  }
};

} // namespace inkray::testing
