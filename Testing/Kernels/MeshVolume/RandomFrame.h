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
  Values,
  Opacity,
  Functions,
  Light,
  Normals,
  Missing,
  Surfaces,
  Blend,
  Cut,
  Projection,
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

FrameScene makeScene(const Levels& levels, Randomness& random);
/// Gives values, colors, opacities and the threshold of a scene to its caster, which has all other data.
void giveFrame(LookedCaster& caster, const FrameScene& scene);
/// Whether the gradient at a point of a drawn tet is 0 up to rounding.
bool hasPointWithoutDirection(const FrameScene& scene);

} // namespace inkray::testing::frames
