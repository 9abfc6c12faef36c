// SPDX-License-Identifier: BSD-3-Clause
// Films of the pieces of a mesh, combined, give the picture of the whole.
#include "../../../Seeds.h"
#include "Core/Errors.h"
#include "Oracles/CompositedScene.h"

#include <algorithm>
#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

const BlendMode Modes[] = { BlendMode::Maximum, BlendMode::Minimum, BlendMode::Average, BlendMode::Additive };

/// The tets of a piece are those whose number has the remainder `piece`; each piece has all points.
OracleScene pieceOf(const OracleScene& whole, std::size_t piece, std::size_t pieces)
{
  OracleScene part = whole;
  part.tets.clear();
  if (whole.perCell)
    part.scalars.clear();
  for (std::size_t tet = 0; tet < whole.tets.size() / 4; ++tet)
  {
    if (tet % pieces != piece)
      continue;
    part.tets.insert(part.tets.end(), whole.tets.begin() + static_cast<std::ptrdiff_t>(4 * tet),
      whole.tets.begin() + static_cast<std::ptrdiff_t>(4 * tet + 4));
    if (whole.perCell)
      part.scalars.push_back(whole.scalars[tet]);
  }
  return part;
}

/// Combines the films of one more piece with the sum.
void combine(BlendMode mode, const std::vector<float>& films, std::vector<float>& sum)
{
  for (std::size_t i = 0; i < films.size(); i += 4)
  {
    if (mode == BlendMode::Maximum || mode == BlendMode::Minimum)
    {
      const bool isNearer = mode == BlendMode::Maximum ? films[i] > sum[i] : films[i] < sum[i];
      if (films[i + 3] > 0.0f && (sum[i + 3] == 0.0f || isNearer))
        std::copy_n(
          films.begin() + static_cast<std::ptrdiff_t>(i), 4, sum.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    for (std::size_t c = i; c < i + 4; ++c)
      sum[c] += films[c];
  }
}

class FilmsOfPieces : public RayCastTest
{
protected:
  std::vector<float> developed(
    const std::vector<float>& films, const Camera& camera, const FrameOptions& options)
  {
    this->caster().developFilms(films.data(), camera.width, camera.height, options);
    const float* const image = this->caster().image();
    return { image, image + films.size() };
  }
};

TEST_P(FilmsOfPieces, MakeThePictureOfTheWhole)
{
  const int fixed = imageSize(2) == 2 ? 30 : 5;
  for (const std::uint32_t seed : seedsOf("FilmsOfPieces", fixed, fixed))
  {
    Randomness random(seed);
    OracleScene scene = randomMesh(random, seed);
    scene.transferFunction = randomFunction(random);
    for (TransferFunctionKnot& knot : scene.transferFunction.knots)
      knot.attenuation = std::min(knot.attenuation, 1.0f);
    const std::size_t numTets = scene.tets.size() / 4;
    if (random.chance(0.4))
    {
      scene.perCell = true;
      scene.scalars.clear();
      for (std::size_t t = 0; t < numTets; ++t)
        scene.scalars.push_back(random.real(-0.2, 1.2));
    }
    // Opacity from separate point values, of which each piece sees a part.
    const bool hasOwnOpacity = random.chance(0.3);
    std::vector<double> opacities(scene.points.size() / 3);
    for (double& value : opacities)
      value = random.real(0.0, 1.0);
    const auto give = [&](const OracleScene& part) {
      giveScene(this->caster(), part);
      if (!hasOwnOpacity)
        return;
      std::vector<double> own = opacities;
      std::vector<bool> isIn(own.size());
      for (const auto id : part.tets)
        isIn[static_cast<std::size_t>(id)] = true;
      for (std::size_t v = 0; v < own.size(); ++v)
        if (!isIn[v])
          own[v] = std::nan("");
      this->caster().setOpacityScalars(fieldOf(own, Association::Points));
      this->caster().setOpacityFunction(translucentFunction());
    };
    const Camera camera = randomCamera(random);
    const std::size_t pieces = 2 + static_cast<std::size_t>(random.integer(3));
    const std::array<double, 2> range = finiteRange(scene.scalars), opacityRange = finiteRange(opacities);
    for (const BlendMode mode : Modes)
    {
      FrameOptions options;
      options.blend = mode;
      if (mode == BlendMode::Average && random.chance(0.5))
        options.averageRange[0] = 0.4;
      this->caster().setWholeRange(1.0, -1.0);
      this->caster().setWholeOpacityRange(1.0, -1.0);
      give(scene);
      const std::vector<float> whole = this->picture(camera, options);
      this->caster().setWholeRange(range[0], range[1]);
      this->caster().setWholeOpacityRange(opacityRange[0], opacityRange[1]);
      std::vector<float> films(whole.size(), 0.0f);
      options.keepsFilms = true;
      for (std::size_t piece = 0; piece < std::min(pieces, numTets); ++piece)
      {
        give(pieceOf(scene, piece, std::min(pieces, numTets)));
        combine(mode, this->picture(camera, options), films);
      }
      const std::vector<float> shown = this->developed(films, camera, options);
      int atOdds = 0;
      for (std::size_t i = 0; i < whole.size(); ++i)
        atOdds += std::abs(shown[i] - whole[i]) > 1e-3f;
      // A ray that grazes a cell may meet it in only one of the two pictures.
      EXPECT_LE(atOdds, static_cast<int>(whole.size()) / 400 + 4)
        << "seed " << seed << ", mode " << static_cast<int>(mode);
    }
  }
}

TEST_P(FilmsOfPieces, CompositeHasNone)
{
  OracleScene scene = singleTet();
  scene.transferFunction = translucentFunction();
  giveScene(this->caster(), scene);
  const std::vector<float> films(4, 0.0f);
  EXPECT_THROW(this->caster().developFilms(films.data(), 1, 1, FrameOptions()), InvalidInput);
  FrameOptions sums;
  sums.blend = BlendMode::Additive;
  EXPECT_THROW(this->caster().developFilms(films.data(), 0, 1, sums), InvalidInput);
}

INKRAY_TEST_ON_DEVICES(FilmsOfPieces);

} // namespace
