// SPDX-License-Identifier: BSD-3-Clause
#include "MeshVolume/Pieces/PiecesTest.h"

#include "Geometry/Mesh/Partition.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace inkray::testing
{

std::size_t bytesOf(const OracleScene& mesh, double pieces)
{
  const MeshBytes bytes = estimateMeshBytes(
    static_cast<std::int64_t>(mesh.tets.size() / 4), static_cast<std::int64_t>(mesh.points.size() / 3));
  return static_cast<std::size_t>(double(bytes.setUp) / pieces);
}

std::size_t numPixels(const Camera& camera)
{
  return static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
}

OracleScene largeMesh(std::int64_t tets)
{
  generator::MeshOptions options;
  options.tets = tets;
  options.shape = generator::Shape::NonConvex;
  OracleScene mesh = fromGenerator(options);
  mesh.transferFunction = translucentFunction();
  return mesh;
}

std::unique_ptr<LookedCaster> PiecesTest::inPieces(const OracleScene& mesh, double pieces) const
{
  return LookedCaster::inPieces(GetParam(), MemoryBudget::noLimit, bytesOf(mesh, pieces));
}

std::unique_ptr<LookedCaster> PiecesTest::give(const CompositedScene& scene, double pieces)
{
  auto caster = this->inPieces(scene.mesh, pieces);
  this->Caster = LookedCaster::create(GetParam());
  scene.giveTo(*caster);
  scene.giveTo(this->caster());
  return caster;
}

namespace
{
/// Whether two opacities of a pixel differ by exactly one of the translucent surfaces: one transparency is
/// the other times the surface's.
bool isOfOneSurface(double a, double b, const std::vector<Isosurface>& surfaces)
{
  const double share = (1.0 - std::max(a, b)) / (1.0 - std::min(a, b));
  return std::any_of(surfaces.begin(), surfaces.end(),
    [=](const Isosurface& s) { return s.opacity < 1.0f && std::abs(share - (1.0 - s.opacity)) < 1e-3; });
}
} // namespace

int PiecesTest::compare(const LookedCaster& pieces, const LookedCaster& whole, const Camera& camera,
  const FrameOptions& options, const std::string& what, const std::vector<Isosurface>& surfaces)
{
  const std::size_t count =
    4 * static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
  std::vector<double> reference(whole.image(), whole.image() + count);
  int parted = 0;
  for (std::size_t i = 0; i < count; i += 4)
  {
    const float* const pixel = pieces.image() + i;
    if (std::abs(pixel[3] - reference[i + 3]) > OneLevel &&
      isOfOneSurface(pixel[3], reference[i + 3], surfaces))
    {
      ++parted;
      std::copy_n(pixel, 4, reference.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  EXPECT_LE(parted, 1) << what;
  const Difference d = difference(pieces.image(), reference);
  const float* const a = pieces.image() + 4 * static_cast<std::size_t>(d.worstPixel);
  const float* const b = whole.image() + 4 * static_cast<std::size_t>(d.worstPixel);
  EXPECT_LT(d.maximum, OneLevel) << what << ", pixel " << d.worstPixel << ": " << a[0] << " " << a[1] << " "
                                 << a[2] << " " << a[3] << ", the whole " << b[0] << " " << b[1] << " "
                                 << b[2] << " " << b[3];
  EXPECT_EQ(pieces.statistics().failedRays, 0) << what;
  if (options.earlyTermination > 0.0f)
    return 0;
  int far = 0;
  for (std::size_t i = 0; i < count; ++i)
    far += std::abs(pieces.image()[i] - reference[i]) > 0.1 * OneLevel;
  EXPECT_EQ(pieces.depth() == nullptr, whole.depth() == nullptr) << what;
  if (pieces.depth() && whole.depth())
  {
    int wrong = 0;
    for (std::size_t i = 0; i < count / 4; ++i)
    {
      // A surface behind a volume of opacity 1 may be left out.
      wrong += std::abs(pieces.depth()[i] - whole.depth()[i]) > 1e-4f &&
        !(pieces.depth()[i] == 1.0f && pieces.image()[4 * i + 3] == 1.0f);
    }
    EXPECT_LE(wrong, static_cast<int>(count / 400)) << what;
  }
  return far;
}

} // namespace inkray::testing
