// SPDX-License-Identifier: BSD-3-Clause
// Several ray cast volumes in one view are drawn at their depths, in any order of adding.
#include "Cubes.h"
#include "vtkCamera.h"
#include "vtkMatrix4x4.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{

TEST(ViewScene, VolumesBehindOneAnotherAreDrawnInTheOrderOfTheirDepths)
{
  Cube front(0, 0, 0, 1, 0, 0), middle(0, 0, -1.5, 0, 1, 0), back(0, 0, -3, 0, 0, 1);
  const std::vector<std::vector<Cube*>> orders = { { &back, &middle, &front }, { &front, &middle, &back },
    { &middle, &front, &back }, { &front, &back, &middle } };
  const float t = std::exp(-1.0f);
  for (const bool peels : { false, true }) // with the volumes, and over everything else
  {
    std::vector<float> first;
    for (const auto& order : orders)
    {
      Cubes cubes(order);
      cubes.View.Renderer->SetUseDepthPeeling(peels);
      cubes.View.Renderer->SetUseDepthPeelingForVolumes(peels);
      for (int frame = 0; frame < 2; ++frame)
      {
        const auto pixel = CenterOf(cubes);
        EXPECT_NEAR(pixel[0], 1 - t, OneLevel);
        EXPECT_NEAR(pixel[1], t * (1 - t), OneLevel);
        EXPECT_NEAR(pixel[2], t * t * (1 - t), OneLevel);
      }
      const auto picture = cubes.View.Picture();
      first = first.empty() ? picture : first;
      EXPECT_EQ(picture, first);

      // From behind, the order is reversed.
      vtkCamera* const camera = cubes.View.Renderer->GetActiveCamera();
      camera->Azimuth(180);
      cubes.View.Renderer->ResetCameraClippingRange();
      const auto behind = cubes.View.Pixel(cubes.View.Picture(), 32, 35);
      EXPECT_GT(behind[2], behind[1]);
      EXPECT_GT(behind[1], behind[0]);
    }
  }
}

TEST(ViewScene, WhatIsHiddenOrGoneIsNotDrawn)
{
  Cube front(0, 0, 0, 1, 0, 0), back(0, 0, -1.5, 0, 1, 0);
  Cubes cubes({ &front, &back });
  const float t = std::exp(-1.0f);
  const auto whole = cubes.View.Picture();
  front.Volume->VisibilityOff();
  EXPECT_NEAR(CenterOf(cubes)[0], 0, OneLevel);
  EXPECT_NEAR(CenterOf(cubes)[1], 1 - t, OneLevel);
  EXPECT_STREQ(front.Mapper->GetReport()->GetText("drawn by"), "nothing");
  front.Volume->VisibilityOn();
  EXPECT_EQ(cubes.View.Picture(), whole);
  cubes.View.Renderer->RemoveVolume(back.Volume);
  EXPECT_NEAR(CenterOf(cubes)[0], 1 - t, OneLevel);
  EXPECT_NEAR(CenterOf(cubes)[1], 0, OneLevel);
  EXPECT_STREQ(back.Mapper->GetReport()->GetText("drawn by"), "nothing");
}

TEST(ViewScene, WhatIsOutOfSightIsLeftToTheCullers)
{
  Cube front(0, 0, 0, 1, 0, 0), back(0, 0, -1.5, 0, 1, 0), beside(50, 0, -1.5, 0, 0, 1);
  Cubes cubes({ &front, &beside, &back });
  cubes.View.Picture();
  EXPECT_STREQ(front.Mapper->GetReport()->GetText("drawn by"), "InKRay Ray Caster");
  EXPECT_STREQ(beside.Mapper->GetReport()->GetText("drawn by"), "nothing");
}

TEST(ViewScene, VolumesOfMovedAndTurnedDataAreSortedWhereTheyAre)
{
  Cube front(0, 0, 0, 1, 0, 0), back(0, 0, 0, 0, 1, 0);
  vtkNew<vtkMatrix4x4> away;
  away->SetElement(2, 3, -4);
  back.Volume->SetUserMatrix(away);
  front.Volume->SetOrigin(0.5, 0.5, 0.5);
  front.Volume->RotateZ(90);
  Cubes cubes({ &front, &back });
  EXPECT_NEAR(CenterOf(cubes)[0], 1 - std::exp(-1.0f), OneLevel);
}

} // namespace
