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

/// How a blend mode shows a scene.
struct Blend
{
  BlendMode mode;
  double low = -std::numeric_limits<double>::infinity(),
         high = std::numeric_limits<double>::infinity(); // the values that Average counts
};

inline const char* name(BlendMode mode)
{
  return filmOf(mode).keyword;
}

/// Returns all blend modes except Composite for whose film isWanted(film) returns true.
template <class IsWanted>
std::vector<BlendMode> modesThat(const IsWanted& isWanted)
{
  std::vector<BlendMode> modes;
  for (const FilmTraits& film : allFilms)
    if (!film.isComposite && isWanted(film))
      modes.push_back(film.mode);
  return modes;
}
///@{
/// All blend modes other than Composite; the modes that show an extreme; and the modes that show a sum.
inline const std::vector<BlendMode> Blends = modesThat([](const FilmTraits&) { return true; });
inline const std::vector<BlendMode> Extremes =
  modesThat([](const FilmTraits& film) { return film.isOrdered(); });
inline const std::vector<BlendMode> Sums = modesThat([](const FilmTraits& film) { return film.isSummed(); });
///@}

/// A random blend mode other than Composite.
inline BlendMode randomBlend(Randomness& random)
{
  return Blends[static_cast<std::size_t>(random.integer(static_cast<int>(Blends.size())))];
}

/// Pictures in blend modes other than Composite, compared with segments of the double-precision brute-force
/// caster.
class BlendTest : public RayCastTest
{
protected:
  /// Expects every pixel within `tolerance` of its ray's reference, also with the ray's ends moved by their
  /// rounding. A few pixels may instead equal the reference of a ray so near that floats cannot tell them
  /// apart: where a ray grazes a cell or runs along a side of the mesh, rounding decides what it meets.
  void expectBlended(const OracleScene& scene, const Camera& camera, const Blend& blend, double tolerance,
    const std::string& what, const float* opaqueDepth = nullptr)
  {
    FrameOptions options = optionsOf(blend);
    options.opaqueDepth = opaqueDepth;
    this->expectBlended(this->picture(camera, options), scene, camera, blend, tolerance, what, opaqueDepth);
    EXPECT_EQ(this->caster().statistics().failedRays, 0) << what;
  }
  /// As above, for a given picture.
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

  /// A scene whose red is the value from 0 to 1, with opacity 1: the picture shows extremes directly.
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
