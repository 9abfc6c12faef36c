// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/HeldRange.h"
#include "MeshVolume/Looks/LookedCaster.h"
#include "MeshVolume/RayCastTest.h"
#include "Oracles/RandomScene.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace inkray::testing
{

/// A random fill value of either sign, with a magnitude of at least a thousand.
inline double randomFiller(Randomness& random)
{
  const double size = random.chance(0.2) ? 3.4e38 : std::pow(10.0, random.real(3.0, 38.0));
  return random.chance(0.5) ? size : -size;
}

/// The range of values that a function and isovalues from 0 to 1 show.
inline FiniteRange shownBy(const TransferFunction& function)
{
  FiniteRange shown = rangeBetween(0.0, 1.0);
  for (const TransferFunctionKnot& knot : function.knots)
    shown.add(knot.scalar);
  return shown;
}

/// The range relative to which values are stored, if a function shows them.
inline FiniteRange heldBy(const std::vector<double>& values, const TransferFunction& function)
{
  FiniteRange all;
  for (const double value : values)
    all.add(value);
  return heldRange(all, shownBy(function));
}

/// Replaces a tenth of the values, which are between 0 and 1, by fill values, all of them visible. Returns
/// the values whose linear interpolant the picture shows. With a single fill value, as in most data, these
/// are the values themselves. With several, they are clamped as kernels store them: on an edge between two
/// fill values, the clamped values determine where visible values lie.
inline std::vector<double> addFillers(
  std::vector<double>& values, const TransferFunction& function, Randomness& random)
{
  const bool isOne = random.chance(0.5);
  const double one = randomFiller(random);
  for (double& value : values)
    if (random.chance(0.1))
      value = isOne ? one : randomFiller(random);
  std::vector<double> drawn = values;
  const FiniteRange held = heldBy(values, function);
  const double width = held.high - held.low;
  for (double& value : drawn)
    if (!isOne)
      value = std::clamp(value, held.low - farthestHeld * width, held.low + farthestHeld * width);
  return drawn;
}

/// A mesh with a tenth of its points, or of its cells, marked. A threshold hides every marked cell, and every
/// cell around a marked point. Marked values are fill values, or the original ones.
struct HiddenFillers
{
  OracleScene scene;
  std::vector<double> filled; ///< the values, with fill values at the marked points or cells
  std::vector<double> hidden; ///< for each cell, 1: the threshold hides it

  HiddenFillers(Randomness& random, std::uint32_t seed)
    : scene(randomMesh(random, seed))
  {
    scene.transferFunction = randomFunction(random);
    scene.perCell = random.chance(0.3);
    hidden.resize(scene.tets.size() / 4);
    if (scene.perCell)
    {
      scene.scalars.resize(hidden.size());
      for (double& scalar : scene.scalars)
        scalar = random.real(0, 1);
      keepOffSteps(scene.transferFunction, scene.scalars);
    }
    std::vector<char> marked(scene.scalars.size());
    filled = scene.scalars;
    for (std::size_t i = 0; i < marked.size(); ++i)
    {
      marked[i] = random.chance(0.1);
      filled[i] = marked[i] ? randomFiller(random) : filled[i];
    }
    for (std::size_t t = 0; t < hidden.size(); ++t)
      for (std::size_t v = 4 * t; v < 4 * t + 4; ++v)
        if (marked[scene.perCell ? t : static_cast<std::size_t>(scene.tets[v])])
          hidden[t] = 1.0;
  }

  /// Gives the mesh to a caster, which stores values relative to the visible range.
  void giveTo(LookedCaster& caster, bool withFillers) const
  {
    OracleScene given = scene;
    if (withFillers)
      given.scalars = filled;
    const FiniteRange held = heldBy(given.scalars, given.transferFunction);
    caster.setWholeRange(held.low, held.high);
    giveScene(caster, given);
    caster.setThresholdScalars(fieldOf(hidden, true));
    caster.setThreshold(-0.5, 0.5);
  }
};

} // namespace inkray::testing
