// SPDX-License-Identifier: BSD-3-Clause
// Blend modes beside Composite against the segments of the double-precision brute-force caster.
#include "../../Seeds.h"
#include "Core/Errors.h"
#include "Geometry/Mesh/Partition.h"
#include "Oracles/RandomScene.h"
#include "Renderers/MeshVolume/Merged/CombinedFilms.h"
#include "Renderers/MeshVolume/Pieces/PiecedTetRayCaster.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN(),
                 Infinity = std::numeric_limits<double>::infinity();

/// What of a scene a blend mode shows.
struct Blend
{
  BlendMode mode;
  double low = -Infinity, high = Infinity; // what Average counts
};

/// A grid of Gauss-Legendre nodes would sample; this integrates the product of two linear functions.
double productIntegral(double a0, double a1, double b0, double b1)
{
  return (2.0 * a0 * b0 + a0 * b1 + a1 * b0 + 2.0 * a1 * b1) / 6.0;
}

/// The pixel of one ray, and the length that it averages, in a mesh with this range of values. Segments no
/// longer than `shortest` are left out: whether a ray that grazes a cell meets it is a matter of rounding.
struct BlendedPixel
{
  std::array<double, 4> rgba;
  double length;
};
BlendedPixel blended(const BruteForceTetCaster& oracle, const OracleScene& scene, const Blend& blend,
  const std::array<double, 2>& values, const std::vector<OracleSegment>& segments, double shortest)
{
  const auto [low, high] = values;
  const double range = high > low ? high - low : 1.0;
  const auto opacityAt = [&](double s) { return valueInPiece(scene.transferFunction, s, s); };
  double extreme = NaN, sum = 0.0, length = 0.0;
  for (const OracleSegment& segment : segments)
  {
    if (!oracle.isFinite(scene.scalars, scene.perCell, segment.tet) ||
      segment.end - segment.begin <= shortest)
      continue;
    const auto s = oracle.ends(scene.scalars, scene.perCell, segment);
    if (blend.mode == BlendMode::Maximum)
      extreme = std::fmax(extreme, std::max(s[0], s[1]));
    else if (blend.mode == BlendMode::Minimum)
      extreme = std::fmin(extreme, std::min(s[0], s[1]));
    else
    {
      std::vector<double> cuts = { 0.0, 1.0 };
      appendCuts(scene.transferFunction, s[0], s[1], cuts);
      for (const double end : { blend.low, blend.high })
        if ((s[0] < end) != (s[1] < end))
          cuts.push_back((end - s[0]) / (s[1] - s[0]));
      std::sort(cuts.begin(), cuts.end());
      for (std::size_t c = 0; c + 1 < cuts.size(); ++c)
      {
        const auto at = [&](double t) { return s[0] + t * (s[1] - s[0]); };
        const double a = at(cuts[c]), b = at(cuts[c + 1]), middle = 0.5 * (a + b);
        if (middle < blend.low || middle > blend.high)
          continue;
        const double part = (cuts[c + 1] - cuts[c]) * (segment.end - segment.begin);
        length += part;
        sum += part *
          productIntegral(valueInPiece(scene.transferFunction, middle, a)[3],
            valueInPiece(scene.transferFunction, middle, b)[3], (a - low) / range, (b - low) / range);
      }
    }
  }
  if (blend.mode == BlendMode::Maximum || blend.mode == BlendMode::Minimum)
  {
    if (std::isnan(extreme))
      return { { 0.0, 0.0, 0.0, 0.0 }, 1.0 };
    const auto shown = opacityAt(extreme);
    const double opacity = std::clamp(shown[3], 0.0, 1.0);
    return { { opacity * shown[0], opacity * shown[1], opacity * shown[2], opacity }, 1.0 };
  }
  if (!(length > 0.0))
    return { { 0.0, 0.0, 0.0, 0.0 }, 1.0 };
  const double grey = std::clamp(blend.mode == BlendMode::Average ? sum / length : sum, 0.0, 1.0);
  return { { grey, grey, grey, 1.0 }, blend.mode == BlendMode::Average ? length : 1.0 };
}

const char* name(BlendMode mode)
{
  return mode == BlendMode::Maximum ? "maximum"
    : mode == BlendMode::Minimum    ? "minimum"
    : mode == BlendMode::Average    ? "average"
                                    : "additive";
}

class BlendModes : public RayCastTest
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
    const Blend& blend, double tolerance, const std::string& what, const float* opaqueDepth = nullptr)
  {
    const auto moved = [&](double right, double up) {
      Camera toSide = camera;
      Matrix projection;
      std::copy(camera.eyeToClip, camera.eyeToClip + 16, projection.begin());
      projection =
        multiply(translation(2.0 * right / camera.width, 2.0 * up / camera.height, 0.0), projection);
      std::copy(projection.begin(), projection.end(), toSide.eyeToClip);
      return std::make_unique<BruteForceTetCaster>(scene, toSide);
    };
    constexpr double near = 1e-5; // pixels
    const BruteForceTetCaster oracle(scene, camera);
    const std::array<double, 2> values = finiteRange(scene.scalars);
    std::vector<std::unique_ptr<BruteForceTetCaster>> neighbours;
    int atOdds = 0;
    for (int pixel = 0; pixel < camera.width * camera.height; ++pixel)
    {
      const double opaque = opaqueDepth ? opaqueDepth[pixel] : 1.0;
      const auto pixelOf = [&](const BruteForceTetCaster& of, double shortest, const MovedEnds& moved = {}) {
        return blended(of, scene, blend, values,
          of.segments(pixel % camera.width, pixel / camera.width, opaque, { 0.0, 0.0 }, moved), shortest);
      };
      const BlendedPixel wanted = pixelOf(oracle, 0.0);
      this->Covered += wanted.rgba[3] > 0.0;
      std::array<double, 4> low = wanted.rgba, high = wanted.rgba;
      // The rounding of depths is all that a short way through the mesh is averaged from.
      const double tolerated = tolerance + (wanted.length < 0.05 ? 2e-6 / wanted.length : 0.0);
      const auto fits = [&] {
        for (std::size_t c = 0; c < 4; ++c)
        {
          const double is = image[4 * static_cast<std::size_t>(pixel) + c];
          if (!(is >= low[c] - tolerated && is <= high[c] + tolerated))
            return false;
        }
        return true;
      };
      if (fits())
        continue;
      const auto widen = [&](const BlendedPixel& by) {
        for (std::size_t c = 0; c < 4; ++c)
        {
          low[c] = std::min(low[c], by.rgba[c]);
          high[c] = std::max(high[c], by.rgba[c]);
        }
      };
      const MovedEnds by = roundingOfEnds(scene, camera, opaque);
      for (const double begin : { by.begin, -by.begin })
        for (const double end : { by.end, -by.end })
          widen(pixelOf(oracle, 0.0, { begin, end }));
      if (fits())
        continue;
      ++atOdds;
      if (neighbours.empty())
      {
        for (const double by : { near, -near })
        {
          neighbours.push_back(moved(by, 0));
          neighbours.push_back(moved(0, by));
        }
      }
      widen(pixelOf(oracle, 1e-5));
      for (const auto& neighbour : neighbours)
        widen(pixelOf(*neighbour, 0.0));
      const float* const is = &image[4 * static_cast<std::size_t>(pixel)];
      EXPECT_TRUE(fits()) << what << ", " << name(blend.mode) << ": pixel " << pixel << " is " << is[0] << " "
                          << is[1] << " " << is[2] << " " << is[3] << ", the reference " << wanted.rgba[0]
                          << " " << wanted.rgba[1] << " " << wanted.rgba[2] << " " << wanted.rgba[3];
    }
    EXPECT_LE(atOdds, 3 + camera.width * camera.height / 200) << what << ", " << name(blend.mode);
  }
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
    double low = Infinity, high = -Infinity;
    for (const double s : scene.scalars)
    {
      low = std::min(low, s);
      high = std::max(high, s);
    }
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

const BlendMode Extremes[] = { BlendMode::Maximum, BlendMode::Minimum },
                Sums[] = { BlendMode::Average, BlendMode::Additive };

TEST_P(BlendModes, ExtremesToAMillionthOfTheRange)
{
  for (const auto& make : { convexMesh, nonConvexMesh, disconnectedMesh, singleTet })
  {
    for (const OracleScene& scene : { ramp(make()), ramp(perCell(make())) })
    {
      giveScene(this->caster(), scene);
      for (const BlendMode mode : Extremes)
      {
        this->expectBlended(
          scene, perspectiveView(imageSize(64), imageSize(64)), { mode }, 1e-6, "perspective");
        this->expectBlended(scene, parallelView(imageSize(64), imageSize(64)), { mode }, 1e-6, "parallel");
      }
    }
  }
  EXPECT_GT(this->Covered, 10000 / (imageSize(2) == 2 ? 1 : 4));
}

TEST_P(BlendModes, ColourAndOpacityOfTheExtreme)
{
  // The opacity of the extreme has no length and is 1 at most.
  for (OracleScene scene : { nonConvexMesh(), perCell(nonConvexMesh()) })
  {
    scene.transferFunction = translucentFunction();
    giveScene(this->caster(), scene);
    for (const BlendMode mode : Extremes)
      this->expectBlended(
        scene, perspectiveView(imageSize(64), imageSize(64)), { mode }, 1e-4, "translucent");
  }
}

TEST_P(BlendModes, SumsAreIntegrals)
{
  for (OracleScene scene : { nonConvexMesh(), perCell(nonConvexMesh()), singleTet() })
  {
    scene.transferFunction = { { { 0.1, 0.0f, 0.0f, 0.0f, 0.0f }, { 0.4, 0.0f, 0.0f, 0.0f, 0.6f },
      { 0.4, 0.0f, 0.0f, 0.0f, 0.2f }, { 0.9, 0.0f, 0.0f, 0.0f, 0.9f } } };
    giveScene(this->caster(), scene);
    for (const Camera& camera :
      { perspectiveView(imageSize(64), imageSize(64)), parallelView(imageSize(64), imageSize(64)),
        perspectiveCamera(
          { 0.21, -0.13, 0.17 }, { -1.0, 0.4, -0.8 }, 80.0, 1e-3, 10.0, imageSize(48), imageSize(48)) })
    {
      for (const BlendMode mode : Sums)
        this->expectBlended(scene, camera, { mode }, 2e-4, "whole range");
      this->expectBlended(scene, camera, { BlendMode::Average, 0.33, 0.55 }, 5e-3, "part of the range");
      this->expectBlended(scene, camera, { BlendMode::Average, 5.0, 6.0 }, 1e-4, "none of the range");
    }
  }
}

TEST_P(BlendModes, ValuesThatAreNotFiniteDoNotCount)
{
  for (OracleScene scene : { ramp(nonConvexMesh()), ramp(perCell(nonConvexMesh())) })
  {
    for (std::size_t i = 5; i < scene.scalars.size(); i += 17)
      scene.scalars[i] = NaN;
    giveScene(this->caster(), scene);
    for (const BlendMode mode :
      { BlendMode::Maximum, BlendMode::Minimum, BlendMode::Average, BlendMode::Additive })
      this->expectBlended(scene, perspectiveView(imageSize(64), imageSize(64)), { mode }, 2e-4, "NaN");
    scene.scalars.assign(scene.scalars.size(), NaN);
    giveScalars(this->caster(), scene);
    for (const BlendMode mode :
      { BlendMode::Maximum, BlendMode::Minimum, BlendMode::Average, BlendMode::Additive })
    {
      FrameOptions options;
      options.blend = mode;
      const std::vector<float> image = this->picture(perspectiveView(imageSize(64), imageSize(64)), options);
      EXPECT_EQ(*std::max_element(image.begin(), image.end()), 0.0f) << name(mode);
    }
  }
}

TEST_P(BlendModes, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 150 : 20;
  for (const std::uint32_t seed : seedsOf("BlendModes", fixed, fixed))
  {
    Randomness random(seed);
    OracleScene scene = randomMesh(random, seed);
    scene.transferFunction = randomFunction(random);
    for (TransferFunctionKnot& knot : scene.transferFunction.knots)
      knot.attenuation = std::min(knot.attenuation, 1.0f);
    scene.perCell = random.chance(0.4);
    if (scene.perCell || random.chance(0.3))
    {
      scene.scalars.resize(scene.perCell ? scene.tets.size() / 4 : scene.points.size() / 3);
      for (double& scalar : scene.scalars)
        scalar = random.chance(0.02) ? NaN : random.real(0, 1);
    }
    const Camera camera = randomCamera(random);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    giveScene(this->caster(), scene);
    Blend blend = { static_cast<BlendMode>(1 + random.integer(4)) };
    if (random.chance(0.3))
      blend = { BlendMode::Average, random.real(0.0, 0.4), random.real(0.6, 1.0) };
    // A step of the function shows what is left of the rounding as a whole colour: steps are for sums.
    if (blend.mode == BlendMode::Maximum || blend.mode == BlendMode::Minimum)
      scene = ramp(scene);
    this->caster().setTransferFunction(scene.transferFunction);
    this->expectBlended(scene, camera, blend, blend.mode >= BlendMode::Average ? 1e-2 : 2e-6,
      "seed " + std::to_string(seed), opaque.empty() ? nullptr : opaque.data());
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(this->Covered, 50 * fixed);
  }
}

TEST_P(BlendModes, NothingEndsARayEarly)
{
  OracleScene scene = ramp(nonConvexMesh());
  giveScene(this->caster(), scene);
  FrameOptions options;
  options.blend = BlendMode::Maximum;
  const Camera camera = perspectiveView(imageSize(64), imageSize(64));
  const std::vector<float> whole = this->picture(camera, options);
  options.earlyTermination = 0.1f;
  EXPECT_EQ(this->picture(camera, options), whole);
}

TEST_P(BlendModes, RefusesAnEmptyRange)
{
  giveScene(this->caster(), ramp(singleTet()));
  for (const auto& range : { std::pair{ 1.0, 0.0 }, std::pair{ NaN, 1.0 }, std::pair{ 0.0, NaN } })
  {
    FrameOptions options;
    options.blend = BlendMode::Average;
    options.averageRange[0] = range.first;
    options.averageRange[1] = range.second;
    EXPECT_THROW(this->caster().render(perspectiveView(16, 16), options), InvalidInput);
  }
  this->expectBlended(ramp(singleTet()), perspectiveView(32, 32), { BlendMode::Average }, 1e-3, "after that");
}

/// Several meshes in one picture: the oracle has all their cells in one, for extremes and sums do not ask for
/// an order.
class FilmsOfMeshes : public BlendModes
{
protected:
  struct Member
  {
    OracleScene mesh;
    Matrix place = translation(0, 0, 0);
    std::vector<Isosurface> surfaces = {};
  };

  /// All meshes as one, in the world.
  static OracleScene unionOf(const std::vector<Member>& members)
  {
    OracleScene all = members.front().mesh;
    all.points.clear();
    all.tets.clear();
    all.scalars.clear();
    for (const Member& member : members)
    {
      const auto first = static_cast<std::int64_t>(all.points.size() / 3);
      for (std::size_t p = 0; p < member.mesh.points.size(); p += 3)
      {
        const auto in = transform(member.place.data(),
          { member.mesh.points[p], member.mesh.points[p + 1], member.mesh.points[p + 2] });
        all.points.insert(all.points.end(), in.begin(), in.begin() + 3);
      }
      for (const std::int64_t point : member.mesh.tets)
        all.tets.push_back(first + point);
      all.scalars.insert(all.scalars.end(), member.mesh.scalars.begin(), member.mesh.scalars.end());
    }
    return all;
  }

  void give(const std::vector<Member>& members, const std::array<double, 2>& range)
  {
    while (this->Casters.size() < members.size())
      this->Casters.push_back(TetRayCaster::create(this->GetParam()));
    for (std::size_t k = 0; k < members.size(); ++k)
    {
      this->Casters[k]->setWholeRange(range[0], range[1]);
      giveScene(*this->Casters[k], members[k].mesh);
      this->Casters[k]->setIsosurfaces(members[k].surfaces);
    }
  }

  /// Those that were given, in some order.
  std::vector<CombinedFilms::Mesh> meshesOf(const std::vector<Member>& members,
    const std::vector<std::size_t>& order, const Camera& camera, const FrameOptions& options)
  {
    std::vector<CombinedFilms::Mesh> meshes;
    for (const std::size_t k : order)
    {
      Camera own = camera;
      Matrix view;
      std::copy_n(camera.meshToEye, 16, view.begin());
      const Matrix toEye = multiply(view, members[k].place);
      std::copy(toEye.begin(), toEye.end(), own.meshToEye);
      FrameOptions alone = options;
      alone.opaqueDepth = nullptr;
      meshes.push_back({ this->Casters[k].get(), own, alone, !members[k].surfaces.empty() });
    }
    return meshes;
  }

  /// Their picture.
  std::vector<float> combined(const std::vector<Member>& members, const std::vector<std::size_t>& order,
    const Camera& camera, const FrameOptions& options)
  {
    const std::vector<CombinedFilms::Mesh> meshes = this->meshesOf(members, order, camera, options);
    EXPECT_TRUE(CombinedFilms::canRender(meshes));
    this->films().render(meshes, options);
    return { this->films().image(),
      this->films().image() + 4 * static_cast<std::size_t>(camera.width) * camera.height };
  }

  CombinedFilms& films()
  {
    if (!this->Films)
      this->Films = CombinedFilms::create({ this->GetParam(), 0 });
    return *this->Films;
  }

  std::vector<std::unique_ptr<TetRayCaster>> Casters;
  std::unique_ptr<CombinedFilms> Films;
};

TEST_P(FilmsOfMeshes, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 100 : 10;
  for (const std::uint32_t seed : seedsOf("CombinedFilms", fixed, fixed))
  {
    Randomness random(seed);
    Blend blend = { static_cast<BlendMode>(1 + random.integer(4)) };
    if (random.chance(0.2))
      blend = { BlendMode::Average, random.real(0.0, 0.4), random.real(0.6, 1.0) };
    const TransferFunction function = [&] {
      TransferFunction made = randomFunction(random);
      for (TransferFunctionKnot& knot : made.knots)
        knot.attenuation = std::min(knot.attenuation, 1.0f);
      return made;
    }();
    const bool ofCells = random.chance(0.3);
    std::vector<Member> members(2 + static_cast<std::size_t>(random.integer(3)));
    for (Member& member : members)
    {
      member.mesh = randomMesh(random, seed + static_cast<std::uint32_t>(1000 * (&member - members.data())));
      member.mesh.perCell = ofCells;
      if (ofCells || random.chance(0.3))
      {
        member.mesh.scalars.resize(ofCells ? member.mesh.tets.size() / 4 : member.mesh.points.size() / 3);
        for (double& scalar : member.mesh.scalars)
          scalar = random.chance(0.02) ? NaN : random.real(0, 1);
      }
      // Each has a range of its own.
      const double low = random.real(-0.5, 0.5), scale = random.real(0.2, 1.0);
      for (double& scalar : member.mesh.scalars)
        scalar = low + scale * scalar;
      const double size = random.real(0.4, 1.2);
      member.place =
        multiply(translation(random.real(-0.6, 0.6), random.real(-0.6, 0.6), random.real(-0.6, 0.6)),
          multiply(rotation(random.direction(), random.real(0, 360)),
            scaling(size, size * random.real(0.5, 1.5), size)));
    }
    OracleScene all = unionOf(members);
    all.transferFunction = function;
    if (blend.mode == BlendMode::Maximum || blend.mode == BlendMode::Minimum)
      all = ramp(all);
    for (Member& member : members)
      member.mesh.transferFunction = all.transferFunction;
    const Camera camera = randomCamera(random);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    FrameOptions options = optionsOf(blend);
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    this->give(members, finiteRange(all.scalars));
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    const std::vector<float> image = this->combined(members, order, camera, options);
    this->expectBlended(image, all, camera, blend, blend.mode >= BlendMode::Average ? 1e-2 : 2e-6,
      "seed " + std::to_string(seed), options.opaqueDepth);

    // Any order, and any of them the first.
    for (int round = 0; round < 3; ++round)
    {
      for (std::size_t k = order.size() - 1; k > 0; --k)
        std::swap(order[k], order[static_cast<std::size_t>(random.integer(static_cast<int>(k) + 1))]);
      ASSERT_EQ(this->combined(members, order, camera, options), image) << "seed " << seed;
    }
  }
  if (inkray::testing::runsAllSeeds())
  {
    EXPECT_GT(this->Covered, 50 * fixed);
  }
}

TEST_P(FilmsOfMeshes, SurfacesOfMeshesThatAreApartAreThoseOfOneMesh)
{
  std::vector<Member> members(3);
  for (std::size_t k = 0; k < 3; ++k)
  {
    members[k].mesh = k == 1 ? convexMesh() : nonConvexMesh();
    members[k].mesh.transferFunction = translucentFunction();
    const double z = 1.3 * (static_cast<double>(k) - 1.0);
    members[k].place = multiply(translation(0.2 * z, 0.1 * z, z), scaling(0.6, 0.6, 0.6));
    members[k].surfaces = { { 0.3, { 1.0f, 0.2f, 0.1f }, 0.4f }, { 0.55, { 0.1f, 0.8f, 0.2f }, 1.0f } };
  }
  const OracleScene all = unionOf(members);
  const std::array<double, 2> range = finiteRange(all.scalars);
  giveScene(this->caster(), all);
  this->caster().setIsosurfaces(members.front().surfaces);
  this->give(members, range);
  const Camera camera =
    perspectiveCamera({ 1.2, 1.0, 4.0 }, { 0, 0, 0 }, 40, 0.5, 12, imageSize(64), imageSize(64));
  std::vector<float> opaque(static_cast<std::size_t>(camera.width) * camera.height, 1.0f);
  for (std::size_t i = 0; i < opaque.size(); i += 2)
    opaque[i] = 0.87f; // in the nearest one
  for (const BlendMode mode :
    { BlendMode::Maximum, BlendMode::Minimum, BlendMode::Average, BlendMode::Additive })
  {
    FrameOptions options = optionsOf({ mode });
    options.opaqueDepth = opaque.data();
    const std::vector<float> whole = this->picture(camera, options);
    const std::vector<float> depths(this->caster().depth(), this->caster().depth() + whole.size() / 4);
    const std::vector<float> image = this->combined(members, { 0, 1, 2 }, camera, options);
    int atOdds = 0, covered = 0;
    for (std::size_t i = 0; i < whole.size(); ++i)
    {
      covered += whole[i] > 0.0f;
      atOdds += std::abs(whole[i] - image[i]) > 1e-3f ||
        std::abs(depths[i / 4] - this->films().depth()[i / 4]) > 1e-5f;
    }
    EXPECT_LE(atOdds, static_cast<int>(whole.size()) / 100) << name(mode); // at outlines
    EXPECT_GT(covered, static_cast<int>(whole.size()) / 5) << name(mode);
    EXPECT_EQ(this->combined(members, { 2, 0, 1 }, camera, options), image) << name(mode);

    // Of one of them alone.
    for (std::size_t k : { 1, 2 })
    {
      members[k].surfaces.clear();
    }
    this->give(members, range);
    const std::vector<float> one = this->combined(members, { 1, 0, 2 }, camera, options);
    EXPECT_NE(one, image) << name(mode);
    EXPECT_EQ(this->combined(members, { 0, 2, 1 }, camera, options), one) << name(mode);
    members[1].surfaces = members[2].surfaces = members[0].surfaces;
    this->give(members, range);
  }
}

TEST_P(FilmsOfMeshes, OfPiecesAreThoseOfTheWhole)
{
  std::vector<Member> members(2);
  for (Member& member : members)
  {
    member.mesh = nonConvexMesh();
    member.mesh.transferFunction = translucentFunction();
    member.place = translation(&member == members.data() ? 0.0 : 0.3, 0, 0);
  }
  members[1].surfaces = { { 0.4, { 0.1f, 0.8f, 0.2f }, 0.5f } };
  const std::array<double, 2> range = finiteRange(unionOf(members).scalars);
  const Camera camera =
    perspectiveCamera({ 1.2, 1.0, 4.0 }, { 0, 0, 0 }, 40, 0.5, 12, imageSize(48), imageSize(48));
  const std::size_t bytes = estimateMeshBytes(static_cast<std::int64_t>(members[0].mesh.tets.size() / 4),
    static_cast<std::int64_t>(members[0].mesh.points.size() / 3))
                              .setUp;
  for (const BlendMode mode : { BlendMode::Maximum, BlendMode::Average })
  {
    const FrameOptions options = optionsOf({ mode });
    this->Casters.clear();
    this->give(members, range);
    const std::vector<float> whole = this->combined(members, { 0, 1 }, camera, options);
    for (const std::size_t pieced : { 0, 1 })
    {
      auto pieces = PiecedTetRayCaster::create(this->GetParam(), MemoryBudget::noLimit, bytes / 3);
      const PiecedTetRayCaster& given = *pieces;
      this->Casters[pieced] = std::move(pieces);
      this->give(members, range);
      EXPECT_GT(given.piecesReport().pieces, 1);
      const std::vector<float> image = this->combined(members, { 0, 1 }, camera, options);
      int atOdds = 0;
      for (std::size_t i = 0; i < whole.size(); ++i)
        atOdds += std::abs(whole[i] - image[i]) > 1e-3f;
      EXPECT_LE(atOdds, 4) << name(mode) << ", " << pieced; // rays that graze
      EXPECT_EQ(this->combined(members, { 1, 0 }, camera, options), image) << name(mode) << ", " << pieced;
    }
  }
}

TEST_P(FilmsOfMeshes, OpaqueDepthsAndThePictureMayBeOnTheDevice)
{
  std::vector<Member> members(2);
  for (Member& member : members)
  {
    member.mesh = nonConvexMesh();
    member.mesh.transferFunction = translucentFunction();
    member.place = translation(&member == members.data() ? 0.0 : 0.3, 0, 0);
  }
  members[1].surfaces = { { 0.4, { 0.1f, 0.8f, 0.2f }, 1.0f } };
  this->give(members, finiteRange(unionOf(members).scalars));
  const Camera camera =
    perspectiveCamera({ 1.2, 1.0, 4.0 }, { 0, 0, 0 }, 40, 0.5, 12, imageSize(48), imageSize(48));
  const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
  for (const BlendMode mode : { BlendMode::Minimum, BlendMode::Additive })
  {
    const FrameOptions options = optionsOf({ mode });
    const std::vector<float> image = this->combined(members, { 0, 1 }, camera, options);
    const std::vector<float> depths(this->films().depth(), this->films().depth() + numPixels);

    // The depths of the frame before, where they are, end the rays of the surfaces that they are those of.
    FrameOptions behind = options;
    behind.opaqueDepth = depths.data();
    const std::vector<float> inHost = this->combined(members, { 0, 1 }, camera, behind);
    std::vector<CombinedFilms::Mesh> meshes = this->meshesOf(members, { 0, 1 }, camera, options);
    const std::unique_ptr<CombinedFilms> before = CombinedFilms::create({ this->GetParam(), 0 });
    before->render(meshes, options, true);
    const bool isDevice = this->GetParam() == DeviceKind::CUDA;
    EXPECT_EQ(before->deviceImage() != nullptr, isDevice);
    behind.opaqueDepth = isDevice ? before->deviceDepth() : before->depth();
    behind.opaqueDepthOnDevice = true;
    EXPECT_EQ(this->combined(members, { 0, 1 }, camera, behind), inHost) << name(mode);
    EXPECT_NE(inHost, image) << name(mode);
  }
}

TEST_P(FilmsOfMeshes, RefusesWhatItCannotDraw)
{
  EXPECT_THROW(this->films().render({}, {}), InvalidInput);
  Member member;
  member.mesh = ramp(singleTet());
  this->give({ member, member }, { 0, 1 });
  const Camera camera = perspectiveView(8, 8);
  FrameOptions options = optionsOf({ BlendMode::Maximum });
  std::vector<CombinedFilms::Mesh> meshes = { { this->Casters[0].get(), camera, options, false },
    { this->Casters[1].get(), camera, options, false } };
  EXPECT_TRUE(CombinedFilms::canRender(meshes));
  this->films().render(meshes, {});
  EXPECT_EQ(this->films().depth(), nullptr);
  meshes[1].camera.width = 9;
  EXPECT_THROW(this->films().render(meshes, {}), InvalidInput);
  meshes[1].camera.width = 8;

  // Surfaces are announced that are not there.
  meshes[0].hasSurfaces = meshes[1].hasSurfaces = true;
  EXPECT_FALSE(CombinedFilms::canRender(meshes));
  EXPECT_THROW(this->films().render(meshes, {}), InvalidInput);

  options.abortCheck = [] { return true; };
  meshes[0].hasSurfaces = meshes[1].hasSurfaces = false;
  EXPECT_THROW(this->films().render(meshes, options), Aborted);
}

INKRAY_TEST_ON_DEVICES(BlendModes);
INKRAY_TEST_ON_DEVICES(FilmsOfMeshes);

} // namespace
