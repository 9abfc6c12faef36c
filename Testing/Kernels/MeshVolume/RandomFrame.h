// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/Looks/LookedCaster.h"
#include "Oracles/FrameOracle.h"
#include "Oracles/RandomScene.h"

#include <array>
#include <string>

namespace inkray::testing::frames
{

/// What a frame may have, each with its levels.
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

/// Random levels, of which any two can be drawn together.
Levels randomLevels(Randomness& random);
/// Of two that cannot, because of what they are, another level takes the place of one.
void obeyRules(Levels& levels);
std::string describe(const Levels& levels);

FrameScene makeScene(const Levels& levels, Randomness& random);
/// Values, colours, opacities and the threshold of a scene to its caster, which has all else of it.
void giveFrame(LookedCaster& caster, const FrameScene& scene);
/// Whether the gradient at a point of a tet that is drawn is 0 but for rounding.
bool hasPointWithoutDirection(const FrameScene& scene);

} // namespace inkray::testing::frames
