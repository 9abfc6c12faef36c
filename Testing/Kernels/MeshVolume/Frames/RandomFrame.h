// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/Looks/LookedCaster.h"
#include "Oracles/FrameOracle.h"
#include "Oracles/RandomScene.h"

#include <array>
#include <string>

namespace inkray::testing::frames
{

/// The features of a frame, each with several levels.
enum Feature
{
  Shape,
  Values,
  Units,
  Opacity,
  Functions,
  Light,
  Normals,
  Missing,
  Surfaces,
  Blend,
  Cut,
  Projection,
  Eye,
  Place,
  Obstacle,
  Exit,
  Method,
  numFeatures
};
using Levels = std::array<int, numFeatures>;
extern const int numLevels[numFeatures];

/// Random levels that can be drawn together.
Levels randomLevels(Randomness& random);
/// If two levels cannot be drawn together, replaces one of them by another level.
void obeyRules(Levels& levels);
std::string describe(const Levels& levels);

/// A random scene with these levels. Where rounding alone would decide the light of smooth gradients, each
/// cell has its own gradient instead.
FrameScene makeScene(const Levels& levels, Randomness& random);
/// A camera with these levels, for an image of at most `size` pixels in each direction.
Camera makeCamera(const Levels& levels, Randomness& random, int size);
/// The method, the blend mode and its range.
FrameOptions makeOptions(const Levels& levels, const FrameScene& scene);
/// Gives the direct colors of a scene, from 0 to 1, without values for gradients.
void giveColors(LookedCaster& caster, const FrameScene& scene);
/// Gives values, colors, opacities and the threshold of a scene to its caster, which has everything else.
void giveFrame(LookedCaster& caster, const FrameScene& scene);

} // namespace inkray::testing::frames
