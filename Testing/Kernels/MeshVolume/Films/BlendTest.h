// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/RandomScene.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

namespace inkray::testing
{

/// What of a scene a blend mode shows.
struct Blend
{
  BlendMode mode;
  double low = -std::numeric_limits<double>::infinity(),
         high = std::numeric_limits<double>::infinity(); // what Average counts
};

inline const char* name(BlendMode mode)
{
  return filmOf(mode).keyword;
}

/// The blend modes beside Composite; those that show an extreme, and those that show a sum.
template <class IsWanted>
std::vector<BlendMode> modesThat(const IsWanted& isWanted)
{
  std::vector<BlendMode> modes;
  for (const FilmTraits& film : allFilms)
    if (!film.isComposite && isWanted(film))
      modes.push_back(film.mode);
  return modes;
}
inline const std::vector<BlendMode> Blends = modesThat([](const FilmTraits&) { return true; });
inline const std::vector<BlendMode> Extremes =
  modesThat([](const FilmTraits& film) { return film.isOrdered(); });
inline const std::vector<BlendMode> Sums = modesThat([](const FilmTraits& film) { return film.isSummed(); });

/// One of them.
inline BlendMode randomBlend(Randomness& random)
{
  return Blends[static_cast<std::size_t>(random.integer(static_cast<int>(Blends.size())))];
}

/// Pictures of blend modes beside Composite against the segments of the double-precision brute-force caster.
class BlendTest : public RayCastTest
{
protected:
  /// Every pixel within `tolerance` of what its ray has, also where its ends are parted by their rounding. Or
  /// of rays as near to it as floats tell apart: where one grazes a cell or runs along a side of the mesh,
  /// that decides what it meets. Few rays do.
  void expectBlended(const OracleScene& scene, const Camera& camera, const Blend& blend, double tolerance,
    const std::string& what, const float* opaqueDepth = nullptr)
  {
    FrameOptions options = optionsOf(blend);
    options.opaqueDepth = opaqueDepth;
    this->expectBlended(this->picture(camera, options), scene, camera, blend, tolerance, what, opaqueDepth);
    EXPECT_EQ(this->caster().statistics().failedRays, 0) << what;
  }
  /// The same of a picture.
  void expectBlended(const std::vector<float>& image, const OracleScene& scene, const Camera& camera,
    const Blend& blend, double tolerance, const std::string& what, const float* opaqueDepth = nullptr);

  static FrameOptions optionsOf(const Blend& blend)
  {
    FrameOptions options;
    options.blend = blend.mode;
    options.averageRange[0] = blend.low;
    options.averageRange[1] = blend.high;
    return options;
  }

  /// Red is the value from 0 to 1, opacity 1: the picture shows extremes as they are.
  static OracleScene ramp(OracleScene scene)
  {
    const auto [low, high] = finiteRange(scene.scalars);
    scene.transferFunction = { { { low, 0.0f, 0.3f, 1.0f, 1.0f }, { high, 1.0f, 0.3f, 0.0f, 1.0f } } };
    return scene;
  }
  static OracleScene perCell(OracleScene scene)
  {
    scene.perCell = true;
    scene.scalars.clear();
    for (std::size_t t = 0; t < scene.tets.size() / 4; ++t)
      scene.scalars.push_back(std::fmod(0.6180339887 * static_cast<double>(t), 1.0));
    return scene;
  }
  std::int64_t Covered = 0;
};

} // namespace inkray::testing
