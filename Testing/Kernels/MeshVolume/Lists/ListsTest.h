// SPDX-License-Identifier: BSD-3-Clause
#pragma once
/// Intersection lists of random faces, on every backend and with both builders, compared with a test of each
/// face in each pixel. This is one suite; a separate file instantiates it for each backend.
#include "../../../Seeds.h"
#include "Cooperative/Append.h"
#include "Device/Buffer.h"
#include "Device/Device.h"
#include "Oracles/PixelCamera.h"
#include "Renderers/MeshVolume/PixelIntersectionLists.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace liststest
{
using namespace inkray;

/// Separate faces: each has its own corners.
struct Faces
{
  MeshCamera camera;
  std::vector<ProjectedVertex> corners;
  std::vector<UInt4> faces;

  Faces(int width, int height)
    : camera(inkray::testing::pixelCamera(width, height))
  {
  }

  /// Adds n faces of about `size` pixels, whose centers lie within `spread` of the picture's width and height
  /// around its center. Half of them face away.
  void add(int n, float size, float spread, std::mt19937& random)
  {
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
    for (int i = 0; i < n; ++i)
    {
      const auto first = static_cast<std::uint32_t>(corners.size());
      const float x = spread * camera.halfWidth * unit(random), y = spread * camera.halfHeight * unit(random);
      const float depth = 8.0f + 4.0f * unit(random);
      for (int corner = 0; corner < 3; ++corner)
        corners.push_back(
          { x + size * unit(random), y + size * unit(random), depth + 0.1f * unit(random), 0.0f });
      faces.push_back({ first, first + 1, first + 2, 0 });
    }
  }

  FaceProjection projection() const { return { camera, faces.data(), corners.data(), nullptr }; }

  /// The list of each pixel, by testing each face.
  std::vector<std::vector<PixelIntersection>> expected() const
  {
    const FaceProjection seen = this->projection();
    std::vector<std::vector<PixelIntersection>> lists(
      static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height));
    for (std::uint32_t face = 0; face < faces.size(); ++face)
    {
      const FaceCorners k = seen.corners(face);
      const float low = std::min({ k.a.y, k.b.y, k.c.y }), high = std::max({ k.a.y, k.b.y, k.c.y });
      const float left = std::min({ k.a.x, k.b.x, k.c.x }), right = std::max({ k.a.x, k.b.x, k.c.x });
      for (int y = 0; y < camera.height; ++y)
        for (int x = 0; x < camera.width && pixelV(camera, y) >= low && pixelV(camera, y) <= high; ++x)
          if (pixelU(camera, x) >= left && pixelU(camera, x) <= right &&
            edgesOfFace(seen.seen(k.a, x, y), seen.seen(k.b, x, y), seen.seen(k.c, x, y), k.ids)
              .allPositive())
            lists[static_cast<std::size_t>(y * camera.width + x)].push_back({ face, seen.depth(k, x, y) });
    }
    return lists;
  }
};

template <class Backend>
class ListsTest : public ::testing::Test
{
protected:
  void SetUp() override
  {
    if (Backend::isDevice && !cudaDevice().available)
      GTEST_SKIP() << cudaDevice().reason;
    backend = std::make_unique<Backend>();
  }

  void build(const Faces& mesh, ListBuilder builder, std::int64_t capacity)
  {
    Buffer<UInt4, Backend> faces(*backend, static_cast<std::int64_t>(mesh.faces.size()));
    backend->copyFromHost(faces.data(), mesh.faces.data(), faces.bytes());
    Buffer<ProjectedVertex, Backend> corners(*backend, static_cast<std::int64_t>(mesh.corners.size()));
    backend->copyFromHost(corners.data(), mesh.corners.data(), corners.bytes());
    const std::int64_t numPixels = std::int64_t(mesh.camera.width) * mesh.camera.height;
    lists.reserve(*backend, numPixels, faces.size(), capacity);
    lists.build(*backend, builder, mesh.camera, faces.data(), faces.size(), corners.data());
    count = backend->read(lists.fragmentCount());
  }

  /// Expects that the lists of both builders have the right faces with the right depths, from near to far.
  /// Returns the number of entries.
  std::uint64_t check(const Faces& mesh)
  {
    const auto expected = mesh.expected();
    std::vector<std::uint32_t> starts = { 0 };
    std::uint64_t total = 0;
    for (const auto& list : expected)
      starts.push_back(static_cast<std::uint32_t>(total += list.size()));
    for (const ListBuilder builder : { ListBuilder::CountScanFill, ListBuilder::SortByPixel })
    {
      // If the workspace is too small, the builder reports the number of entries.
      this->build(mesh, builder, std::max<std::int64_t>(1, static_cast<std::int64_t>(total / 2)));
      EXPECT_EQ(count, total);
      this->build(mesh, builder, static_cast<std::int64_t>(total) + 1);
      EXPECT_EQ(count, total);
      std::vector<std::uint32_t> gotStarts(starts.size());
      std::vector<PixelIntersection> got(total);
      backend->copyToHost(gotStarts.data(), lists.starts(), starts.size() * sizeof(starts[0]));
      if (total)
        backend->copyToHost(got.data(), lists.intersections(), total * sizeof(got[0]));
      EXPECT_EQ(gotStarts, starts);
      if (gotStarts != starts)
        return total;
      for (std::size_t pixel = 0; pixel < expected.size(); ++pixel)
        this->checkList(
          expected[pixel], got.begin() + starts[pixel], static_cast<std::ptrdiff_t>(expected[pixel].size()));
    }
    return total;
  }

  void checkList(const std::vector<PixelIntersection>& expected,
    std::vector<PixelIntersection>::const_iterator got, std::ptrdiff_t size)
  {
    std::vector<PixelIntersection> byFace(got, got + size);
    std::sort(byFace.begin(), byFace.end(),
      [](const PixelIntersection& a, const PixelIntersection& b) { return a.face < b.face; });
    for (std::ptrdiff_t k = 0; k < size; ++k)
    {
      const auto at = static_cast<std::size_t>(k);
      ASSERT_EQ(byFace[at].face, expected[at].face);
      ASSERT_NEAR(byFace[at].depth, expected[at].depth, 1e-4);
      if (k > 0)
      {
        ASSERT_LE(got[k - 1].depth, got[k].depth);
        ASSERT_TRUE(got[k - 1].depth < got[k].depth || got[k - 1].face < got[k].face);
      }
    }
  }

  std::unique_ptr<Backend> backend;
  PixelIntersectionLists<Backend> lists;
  std::uint64_t count = 0;
};

TYPED_TEST_SUITE_P(ListsTest);

TYPED_TEST_P(ListsTest, ManySmallFaces)
{
  // More faces than a sixth of the pixels, and pictures whose size is no multiple of a block of pixels.
  for (const std::uint32_t seed : inkray::testing::seedsOf("Lists", 2, 3))
    for (const int width : { 1, 33, 200 })
    {
      SCOPED_TRACE(seed);
      std::mt19937 random(seed);
      Faces mesh(width, 77);
      mesh.add(20 * width, 3.0f, 1.1f, random);
      const std::uint64_t total = this->check(mesh);
      EXPECT_TRUE(width == 1 || total > 10u * static_cast<unsigned>(width)) << total;
    }
}

TYPED_TEST_P(ListsTest, FewFacesOfAllSizes)
{
  for (const std::uint32_t seed : inkray::testing::seedsOf("Lists", 2, 3))
  {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Faces mesh(150, 130);
    mesh.add(300, 2.0f, 1.2f, random);
    mesh.add(100, 12.0f, 1.2f, random);
    mesh.add(12, 200.0f, 1.2f, random);
    EXPECT_GT(this->check(mesh), 1000u);
  }
}

TYPED_TEST_P(ListsTest, LongLists)
{
  // Lists of hundreds of entries in a few pixels: more than a block sorts or writes at once.
  for (const std::uint32_t seed : inkray::testing::seedsOf("Lists", 2, 3))
  {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Faces mesh(64, 64);
    mesh.add(6000, 2.0f, 0.1f, random);
    mesh.add(2000, 6.0f, 1.0f, random);
    EXPECT_GT(this->check(mesh), 1000u);
  }
}

TYPED_TEST_P(ListsTest, NoFaceIsSeen)
{
  std::mt19937 random(1);
  Faces mesh(20, 20);
  mesh.add(500, 2.0f, 0.9f, random);
  for (ProjectedVertex& p : mesh.corners)
    p.x += 1000.0f;
  EXPECT_EQ(this->check(mesh), 0u);
}

REGISTER_TYPED_TEST_SUITE_P(ListsTest, ManySmallFaces, FewFacesOfAllSizes, LongLists, NoFaceIsSeen);

} // namespace liststest
