// SPDX-License-Identifier: BSD-3-Clause
// Every type of array, points and cells, components and norms, hidden points and cells, and values that are
// not finite.
#include "Isosurface/IsosurfaceTest.h"

#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

constexpr ValueType AllTypes[] = { ValueType::Int8, ValueType::UInt8, ValueType::Int16, ValueType::UInt16,
  ValueType::Int32, ValueType::UInt32, ValueType::Int64, ValueType::UInt64, ValueType::Float32,
  ValueType::Float64 };

class IsosurfaceScalars : public IsosurfaceTest
{
protected:
  const int Size = imageSize(56);
  void expectAt(const TestVolume& volume, double isovalue, const std::string& what)
  {
    this->expectExact(makeScene(volume, { isovalue }), perspectiveView(this->Size, this->Size), {}, what);
  }
};

TEST_P(IsosurfaceScalars, EveryTypeOfPointAndCellValues)
{
  for (const ValueType type : AllTypes)
  {
    for (const Association association : { Association::Points, Association::Cells })
    {
      const std::string what = "type " + std::to_string(static_cast<int>(type)) +
        (association == Association::Cells ? ", cells" : "");
      const TestVolume smooth = makeVolume(gyroid(), { 19, 24, 21 }, { type, association });
      this->expectAt(smooth, scaledValue(type, 0.1234), what);
      // Test isovalues that equal values of grid points.
      const TestVolume rough = makeVolume(noise(3), { 8, 9, 18 }, { type, association });
      this->expectAt(rough, storedValue(type, noise(3)({ 3, 4, 5 }, {})), what + ", a value of the array");
    }
  }
}

TEST_P(IsosurfaceScalars, SmallestVolumes)
{
  for (const ValueType type : AllTypes)
  {
    this->expectAt(makeVolume(noise(5), { 2, 2, 2 }, { type }), scaledValue(type, 0.05), "2 x 2 x 2");
    this->expectAt(makeVolume(noise(5), { 3, 3, 3 }, { type, Association::Cells }), scaledValue(type, 0.05),
      "2 x 2 x 2 cells");
  }
}

TEST_P(IsosurfaceScalars, ComponentsAndNorm)
{
  for (const ValueType type : { ValueType::UInt8, ValueType::Int16, ValueType::Float32, ValueType::Float64 })
  {
    for (const int numComponents : { 2, 3, 9 })
    {
      for (int component = -1; component < std::min(numComponents, 3); ++component)
      {
        const TestVolume volume =
          makeVolume(gyroid(), { 18, 17, 20 }, { type, Association::Points, numComponents, component });
        const double isovalue = component >= 0 ? scaledValue(type, 0.15)
                                               : std::abs(scaledValue(type, 0.45)) * std::sqrt(numComponents);
        this->expectAt(volume, isovalue,
          "type " + std::to_string(static_cast<int>(type)) + ", component " + std::to_string(component) +
            " of " + std::to_string(numComponents));
      }
    }
  }
}

TEST_P(IsosurfaceScalars, LargeOffsets)
{
  // Single precision cannot hold these differences beside the values themselves.
  TestVolume volume = makeVolume(gyroid(), { 24, 24, 24 }, { ValueType::Float64 });
  std::int64_t tuple = 0;
  for (std::int64_t k = 0; k < 24; ++k)
    for (std::int64_t j = 0; j < 24; ++j)
      for (std::int64_t i = 0; i < 24; ++i)
        volume.scalars.set(tuple++, 0, 1013.25 + 1e-3 * gyroid()({ i, j, k }, volume.dimensions));
  this->expectAt(volume, 1013.25 + 1e-4, "pressure");
}

TEST_P(IsosurfaceScalars, ValuesNearTheLimitsOfFloat)
{
  for (const double scale : { 1e30, 1e-30 })
  {
    TestVolume volume = makeVolume(constant(0.0), { 20, 20, 20 });
    std::int64_t tuple = 0;
    for (std::int64_t k = 0; k < 20; ++k)
      for (std::int64_t j = 0; j < 20; ++j)
        for (std::int64_t i = 0; i < 20; ++i)
          volume.scalars.set(tuple++, 0, scale * gyroid()({ i, j, k }, volume.dimensions));
    this->expectAt(volume, 0.1 * scale, "scale " + std::to_string(scale));
  }
}

TEST_P(IsosurfaceScalars, HiddenPointsAndCells)
{
  for (const Association association : { Association::Points, Association::Cells })
  {
    const std::string what = association == Association::Cells ? "cell values" : "point values";
    TestVolume volume = makeVolume(gyroid(), { 23, 36, 19 }, { ValueType::Float32, association });
    // Hide a region and scattered points. Other bits must have no effect.
    volume.pointFlags.assign(static_cast<std::size_t>(volume.numPoints()), 1);
    for (std::int64_t p = 0; p < volume.numPoints(); ++p)
    {
      if (hashNumber(61, p) < 0.005 || (p % 23 > 14 && p / 23 % 36 > 20))
        volume.pointFlags[p] |= 2;
    }
    volume.hiddenPointBits = 2;
    this->expectAt(volume, 0.1, what + ", hidden points");
    volume.cellFlags.assign(static_cast<std::size_t>(volume.numCells()), 4);
    for (std::int64_t c = 0; c < volume.numCells(); ++c)
    {
      if (hashNumber(67, c) < 0.01)
        volume.cellFlags[c] |= 32;
      if (c % 22 == 21 || c / 22 % 35 == 34) // a layer that a neighbor draws
        volume.cellFlags[c] |= 1;
      if (c % 22 == 0 && association == Association::Cells)
        volume.cellFlags[c] |= 1;
    }
    volume.hiddenCellBits = 32;
    volume.ghostCellBits = 1;
    this->expectAt(volume, 0.1, what + ", hidden points and cells, ghosts");
    volume.pointFlags.clear();
    this->expectAt(volume, 0.1, what + ", hidden cells, ghosts");
    // Hide everything.
    volume.cellFlags.assign(static_cast<std::size_t>(volume.numCells()), 32);
    this->give(makeScene(volume, { 0.1 }));
    this->expectEmpty(perspectiveView(this->Size, this->Size), {}, what + ", all hidden");
    // Choose bits that no flag has, so that nothing is hidden.
    volume.hiddenCellBits = 0;
    volume.ghostCellBits = 2;
    this->expectAt(volume, 0.1, what + ", no bits");
  }
}

TEST_P(IsosurfaceScalars, PiecesWithGhostCellsMakeTheWhole)
{
  // Two halves share a layer of ghost cells. Every pixel that the whole shows is shown by one of the halves,
  // and never by both.
  for (const Association association : { Association::Points, Association::Cells })
  {
    const GridIndex n = { 33, 20, 20 };
    TestVolume whole = makeVolume(gyroid(1.1), n, { ValueType::Float32, association });
    whole.indexToMesh = skewedPlacement(n);
    const Camera camera =
      parallelCamera({ 0.2, 0.1, 4.0 }, { 0, 0, 0 }, 1.5, 0.5, 20.0, this->Size, this->Size);
    IsosurfaceScene scene = makeScene(whole, { 0.3 });
    this->give(scene);
    const IsosurfacePicture all = this->picture(camera);
    // The halves have cells 0 .. 15 and 16 .. 31; each also holds the nearest layer of its neighbor.
    IsosurfacePicture halves[2];
    for (int half = 0; half < 2; ++half)
    {
      const std::int64_t first = half ? 15 : 0, cells = 17;
      TestVolume piece =
        makeVolume(constant(0.0), { cells + 1, n[1], n[2] }, { ValueType::Float32, association });
      piece.indexToMesh = multiply(whole.indexToMesh, translation(static_cast<double>(first), 0, 0));
      const GridIndex count = piece.count(), wholeCount = whole.count();
      std::int64_t tuple = 0;
      for (std::int64_t k = 0; k < count[2]; ++k)
        for (std::int64_t j = 0; j < count[1]; ++j)
          for (std::int64_t i = 0; i < count[0]; ++i)
            piece.scalars.set(tuple++, 0, gyroid(1.1)({ first + i, j, k }, wholeCount));
      piece.cellFlags.assign(static_cast<std::size_t>(piece.numCells()), 0);
      for (std::int64_t c = 0; c < piece.numCells(); ++c)
        piece.cellFlags[c] = c % cells == (half ? 0 : cells - 1);
      piece.ghostCellBits = 1;
      this->give(makeScene(piece, { 0.3 }));
      halves[half] = this->picture(camera);
    }
    int both = 0, wrong = 0, hits = 0;
    for (std::size_t pixel = 0; pixel < all.hits.size(); ++pixel)
    {
      const float a = halves[0].hits[pixel].depth, b = halves[1].hits[pixel].depth, w = all.hits[pixel].depth;
      hits += std::isfinite(w);
      both += std::isfinite(a) && std::isfinite(b) && std::abs(a - b) < 1e-4f;
      wrong += !(std::min(a, b) == w || std::abs(std::min(a, b) - w) < 1e-3f);
    }
    EXPECT_GT(hits, static_cast<int>(all.hits.size() / 10)); // the image is smaller under sanitizers
    EXPECT_LE(both, 2);
    EXPECT_LE(wrong, 2);
  }
}

TEST_P(IsosurfaceScalars, NotFinite)
{
  for (const ValueType type : { ValueType::Float32, ValueType::Float64 })
  {
    for (const Association association : { Association::Points, Association::Cells })
    {
      TestVolume volume = makeVolume(gyroid(), { 37, 21, 30 }, { type, association });
      const GridIndex n = volume.count();
      const double bad[3] = { std::nan(""), INFINITY, -INFINITY };
      for (std::int64_t t = 0; t < n[0] * n[1] * n[2]; ++t)
      {
        // Scattered bad values, whole leaves, and a slanted region.
        const std::int64_t i = t % n[0], j = t / n[0] % n[1], k = t / n[0] / n[1];
        if (hashNumber(71, t) < 0.003 || (i < 16 && j < 16 && k < 15) || i + j + k > 66)
          volume.scalars.set(t, 0, bad[t % 3]);
      }
      this->expectAt(volume, 0.1, "scattered");
      this->expectExact(translucent(makeScene(volume, { 0.1, 0.4, -0.3 })),
        parallelView(this->Size, this->Size), {}, "three surfaces");
      // First no finite cell is left, then one.
      for (std::int64_t t = 0; t < n[0] * n[1] * n[2]; ++t)
        volume.scalars.set(t, 0, std::nan(""));
      this->give(makeScene(volume, { 0.1 }));
      this->expectEmpty(perspectiveView(this->Size, this->Size), {}, "all NaN");
      const VolumeReport report = this->caster().setVolume(volume.input());
      EXPECT_GT(report.range[0], report.range[1]);
      EXPECT_EQ(report.numNonFinite, n[0] * n[1] * n[2]);
      for (int corner = 0; corner < 8; ++corner)
        volume.scalars.set(20 + (corner & 1) + n[0] * (11 + (corner >> 1 & 1) + n[1] * (13 + (corner >> 2))),
          0, corner == 3 ? 1.0 : 0.0);
      this->expectExact(makeScene(volume, { 0.3 }),
        perspectiveCamera({ 2.9, 2.1, 3.7 }, { 0.1, 0, 0 }, 5.0, 0.5, 20.0, this->Size, this->Size), {},
        "one cell");
    }
  }
}

INKRAY_TEST_ON_DEVICES(IsosurfaceScalars);

} // namespace
