// SPDX-License-Identifier: BSD-3-Clause
// Several meshes in one picture in blend modes other than Composite.
#include "../../../Seeds.h"
#include "Core/Errors.h"
#include "Geometry/Mesh/Partition.h"
#include "MeshVolume/Films/BlendTest.h"
#include "MeshVolume/Looks/LookedCaster.h"
#include "MeshVolume/Merged/Together.h"

#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

/// Several meshes in one picture. The oracle has the cells of all meshes in one mesh, because extremes and
/// sums do not depend on an order.
class FilmsOfMeshes : public BlendTest
{
protected:
  struct Part
  {
    OracleScene mesh;
    Matrix place = translation(0, 0, 0);
    std::vector<Isosurface> surfaces = {};
  };

  /// All meshes as one, in world coordinates.
  static OracleScene unionOf(const std::vector<Part>& members)
  {
    OracleScene all = members.front().mesh;
    all.points.clear();
    all.tets.clear();
    all.scalars.clear();
    for (const Part& member : members)
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

  void give(const std::vector<Part>& members, const std::array<double, 2>& range)
  {
    while (this->Casters.size() < members.size())
      this->Casters.push_back(LookedCaster::create(this->GetParam()));
    for (std::size_t k = 0; k < members.size(); ++k)
    {
      this->Casters[k]->setWholeRange(range[0], range[1]);
      giveScene(*this->Casters[k], members[k].mesh);
      this->Casters[k]->setIsosurfaces(members[k].surfaces);
    }
  }

  /// The given meshes in an order.
  std::vector<Member> meshesOf(const std::vector<Part>& members, const std::vector<std::size_t>& order,
    const Camera& camera, const FrameOptions& options)
  {
    std::vector<Member> meshes;
    for (const std::size_t k : order)
    {
      Camera own = camera;
      Matrix view;
      std::copy_n(camera.meshToEye, 16, view.begin());
      const Matrix toEye = multiply(view, members[k].place);
      std::copy(toEye.begin(), toEye.end(), own.meshToEye);
      FrameOptions alone = options;
      alone.opaqueDepth = nullptr;
      meshes.push_back({ this->Casters[k].get(), own, alone });
    }
    return meshes;
  }

  /// The picture of the given meshes.
  std::vector<float> combined(const std::vector<Part>& members, const std::vector<std::size_t>& order,
    const Camera& camera, const FrameOptions& options)
  {
    const std::vector<Member> meshes = this->meshesOf(members, order, camera, options);
    EXPECT_TRUE(this->films().canDrawFilms(meshes));
    this->films().drawFilms(meshes, wholeOf(options));
    return { this->films().image(),
      this->films().image() + 4 * static_cast<std::size_t>(camera.width) * camera.height };
  }

  /// The options that apply to the whole picture.
  static PictureOptions wholeOf(const FrameOptions& options)
  {
    PictureOptions whole;
    static_cast<WorkObserver&>(whole) = options;
    whole.opaqueDepth = options.opaqueDepth;
    return whole;
  }

  Together& films()
  {
    if (!this->Films)
      this->Films = std::make_unique<Together>(this->GetParam());
    return *this->Films;
  }

  std::vector<std::unique_ptr<LookedCaster>> Casters;
  std::unique_ptr<Together> Films;
};

TEST_P(FilmsOfMeshes, Seeds)
{
  const int fixed = imageSize(2) == 2 ? 100 : 10;
  for (const std::uint32_t seed : seedsOf("CombinedFilms", fixed, fixed))
  {
    Randomness random(seed);
    Blend blend = { randomBlend(random) };
    if (random.chance(0.2))
      blend = { BlendMode::Average, random.real(0.0, 0.4), random.real(0.6, 1.0) };
    const TransferFunction function = [&] {
      TransferFunction made = randomFunction(random);
      for (TransferFunctionKnot& knot : made.knots)
        knot.attenuation = std::min(knot.attenuation, 1.0f);
      return made;
    }();
    const bool ofCells = random.chance(0.3);
    std::vector<Part> members(2 + static_cast<std::size_t>(random.integer(3)));
    for (Part& member : members)
    {
      member.mesh = randomMesh(random, seed + static_cast<std::uint32_t>(1000 * (&member - members.data())));
      member.mesh.perCell = ofCells;
      if (ofCells || random.chance(0.3))
      {
        member.mesh.scalars.resize(ofCells ? member.mesh.tets.size() / 4 : member.mesh.points.size() / 3);
        for (double& scalar : member.mesh.scalars)
          scalar = random.chance(0.02) ? NaN : random.real(0, 1);
      }
      // Each mesh has its own range of values.
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
    if (filmOf(blend.mode).isOrdered())
      all = ramp(all);
    for (Part& member : members)
      member.mesh.transferFunction = all.transferFunction;
    const Camera camera = randomCamera(random);
    const std::vector<float> opaque = randomOpaqueDepth(random, camera);
    FrameOptions options = optionsOf(blend);
    options.opaqueDepth = opaque.empty() ? nullptr : opaque.data();
    this->give(members, finiteRange(all.scalars));
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    const std::vector<float> image = this->combined(members, order, camera, options);
    this->expectBlended(image, all, camera, blend, filmOf(blend.mode).isSummed() ? 1e-2 : 2e-6,
      "seed " + std::to_string(seed), options.opaqueDepth);

    // Any order, with any mesh as the first.
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
  std::vector<Part> members(3);
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
    opaque[i] = 0.87f; // within the nearest mesh
  for (const BlendMode mode : Blends)
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

    // Surfaces in one of the meshes only.
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

TEST_P(FilmsOfMeshes, OfEqualExtremesTheGreaterOpacityCounts)
{
  std::vector<Part> members(2);
  for (Part& member : members)
  {
    member.mesh = convexMesh();
    member.mesh.transferFunction = translucentFunction();
    std::fill(member.mesh.scalars.begin(), member.mesh.scalars.end(), 0.5);
  }
  this->give(members, { 0, 1 });
  for (std::size_t k = 0; k < 2; ++k)
  {
    const std::vector<float> opacities(members[k].mesh.points.size() / 3, k == 0 ? 0.2f : 0.7f);
    Field field;
    field.values = opacities.data();
    field.numTuples = static_cast<std::int64_t>(opacities.size());
    this->Casters[k]->setWholeOpacityRange(0, 1);
    this->Casters[k]->setOpacityScalars(field);
    TransferFunction ramp;
    ramp.knots = { { 0, 0, 0, 0, 0 }, { 1, 0, 0, 0, 1 } };
    this->Casters[k]->setOpacityFunction(ramp);
  }
  const Camera camera =
    perspectiveCamera({ 1.2, 1.0, 4.0 }, { 0, 0, 0 }, 40, 0.5, 12, imageSize(32), imageSize(32));
  for (const BlendMode mode : { BlendMode::Maximum, BlendMode::Minimum })
  {
    const FrameOptions options = optionsOf({ mode });
    const std::vector<float> greater = this->combined(members, { 1 }, camera, options);
    EXPECT_NE(this->combined(members, { 0 }, camera, options), greater) << name(mode);
    EXPECT_EQ(this->combined(members, { 0, 1 }, camera, options), greater) << name(mode);
    EXPECT_EQ(this->combined(members, { 1, 0 }, camera, options), greater) << name(mode);
  }
}

TEST_P(FilmsOfMeshes, OfPiecesAreThoseOfTheWhole)
{
  std::vector<Part> members(2);
  for (Part& member : members)
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
      auto pieces = LookedCaster::inPieces(this->GetParam(), MemoryBudget::noLimit, bytes / 3);
      const LookedCaster& given = *pieces;
      this->Casters[pieced] = std::move(pieces);
      this->give(members, range);
      EXPECT_GT(given.piecesReport().pieces, 1);
      const std::vector<float> image = this->combined(members, { 0, 1 }, camera, options);
      EXPECT_GT(given.numRays(), camera.width)
        << name(mode) << ", " << pieced << ", with the films' colors too";
      int atOdds = 0;
      for (std::size_t i = 0; i < whole.size(); ++i)
        atOdds += std::abs(whole[i] - image[i]) > 1e-3f;
      EXPECT_LE(atOdds, 4) << name(mode) << ", " << pieced; // rays that graze a cell
      EXPECT_EQ(this->combined(members, { 1, 0 }, camera, options), image) << name(mode) << ", " << pieced;
    }
  }
}

TEST_P(FilmsOfMeshes, OpaqueDepthsAndThePictureMayBeOnTheDevice)
{
  std::vector<Part> members(2);
  for (Part& member : members)
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

    // Depths of the previous frame, wherever they are stored, end the rays at the surfaces that wrote them.
    FrameOptions behind = options;
    behind.opaqueDepth = depths.data();
    const std::vector<float> inHost = this->combined(members, { 0, 1 }, camera, behind);
    std::vector<Member> meshes = this->meshesOf(members, { 0, 1 }, camera, options);
    Together before(this->GetParam());
    before.drawFilms(meshes, wholeOf(options), true);
    const bool isDevice = this->GetParam() == DeviceKind::CUDA;
    EXPECT_EQ(before.picture().deviceView().image != nullptr, isDevice);
    behind.opaqueDepth = { isDevice ? before.picture().deviceView().depth : before.depth(), true };
    EXPECT_EQ(this->combined(members, { 0, 1 }, camera, behind), inHost) << name(mode);
    EXPECT_NE(inHost, image) << name(mode);
  }
}

TEST_P(FilmsOfMeshes, RefusesWhatItCannotDraw)
{
  EXPECT_THROW(this->films().drawFilms({}, {}), InvalidInput);
  Part member;
  member.mesh = ramp(singleTet());
  this->give({ member, member }, { 0, 1 });
  const Camera camera = perspectiveView(8, 8);
  const FrameOptions options = optionsOf({ BlendMode::Maximum });
  std::vector<Member> meshes = { { this->Casters[0].get(), camera, options },
    { this->Casters[1].get(), camera, options } };
  EXPECT_TRUE(this->films().canDrawFilms(meshes));
  this->films().drawFilms(meshes, {});
  EXPECT_EQ(this->films().depth(), nullptr);
  meshes[1].camera.width = 9;
  EXPECT_THROW(this->films().drawFilms(meshes, {}), InvalidInput);
  meshes[1].camera.width = 8;

  PictureOptions aborted;
  aborted.abortCheck = [] { return true; };
  EXPECT_THROW(this->films().drawFilms(meshes, aborted), Aborted);

  // Surfaces of more meshes than a picture mixes.
  std::vector<Part> many(static_cast<std::size_t>(RayPicture::mostSources) + 1, member);
  this->give(many, { 0, 1 });
  std::vector<std::size_t> order(many.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  FrameOptions sliced = options;
  sliced.slices = { { { 1, 0, 0 }, 0.1 } };
  meshes = this->meshesOf(many, order, camera, sliced);
  EXPECT_FALSE(this->films().canDrawFilms(meshes));
  EXPECT_THROW(this->films().drawFilms(meshes, {}), InvalidInput);
  meshes.pop_back();
  EXPECT_TRUE(this->films().canDrawFilms(meshes));
}

TEST_P(FilmsOfMeshes, SlicesOfColorsOfPointsAreThoseOfPicturesOfTheirOwn)
{
  // Both meshes have slices; the second mesh is out of sight.
  std::vector<Part> members(2);
  for (Part& member : members)
    member.mesh = ramp(convexMesh());
  members[1].place = translation(50, 0, 0);
  this->give(members, { 0, 1 });
  const std::size_t numPoints = members[0].mesh.points.size() / 3;
  std::vector<float> colors, opacities(numPoints, 0.4f);
  for (std::size_t c = 0; c < 3 * numPoints; ++c)
    colors.push_back(static_cast<float>(c % 7) / 7);
  for (std::size_t k = 0; k < 2; ++k)
  {
    Field field;
    field.numTuples = static_cast<std::int64_t>(numPoints);
    field.values = opacities.data();
    this->Casters[k]->setOpacityScalars(field);
    this->Casters[k]->setOpacityFunction(members[k].mesh.transferFunction);
    field.values = colors.data();
    field.numComponents = 3;
    this->Casters[k]->setColors(field, 1.0);
  }
  const Camera camera =
    perspectiveCamera({ 1.2, 1.0, 4.0 }, { 0, 0, 0 }, 40, 0.5, 12, imageSize(48), imageSize(48));
  for (const BlendMode mode : { BlendMode::Average, BlendMode::Additive })
    for (const float opacity : { 0.5f, 1.0f })
    {
      FrameOptions options = optionsOf({ mode });
      options.slices = { { { 0.8, 0.1, 0.59 }, 0.1 } };
      options.sliceOpacity = opacity;
      const std::vector<float> image = this->combined(members, { 0, 1 }, camera, options);
      this->Casters[0]->render(camera, options);
      const float* const own = this->Casters[0]->image();
      int atOdds = 0, covered = 0;
      for (std::size_t i = 0; i < image.size(); ++i)
      {
        atOdds += std::abs(image[i] - own[i]) > 1e-3f;
        covered += own[i] > 0.0f;
      }
      EXPECT_LE(atOdds, 4) << name(mode) << " " << opacity;
      EXPECT_GT(covered, static_cast<int>(image.size()) / 10) << name(mode) << " " << opacity;
      EXPECT_EQ(this->combined(members, { 1, 0 }, camera, options), image) << name(mode) << " " << opacity;
    }
}

INKRAY_TEST_ON_DEVICES(FilmsOfMeshes);

} // namespace
