// SPDX-License-Identifier: BSD-3-Clause
// Numbers that the corners of a face carry along a ray, interpolated where the ray crosses the face. Numbers
// that are linear in space must be those of the place; ids must be those of the mesh.
#include "Cooperative/Append.h"
#include "Device/HostBackend.h"
#include "Geometry/Mesh/TetAdjacency.h"
#include "Oracles/RandomScene.h"
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/PixelIntersectionLists.h"

#include <cmath>

using namespace inkray;
using namespace inkray::testing;

namespace
{

/// A mesh in a picture, with the data that casting rays through it needs.
struct Picture
{
  Picture(const OracleScene& scene, const Camera& camera)
  {
    adjacency.build(backend, meshInput(scene), 0);
    EXPECT_TRUE(makeMeshCamera(camera, adjacency.center, adjacency.scale, rays.camera));
    const std::int64_t numPixels = std::int64_t(camera.width) * camera.height;
    projected.reset(backend, adjacency.vertices.size());
    backend.forEach(
      adjacency.vertices.size(), ProjectVertices{ rays.camera, adjacency.vertices.data(), projected.data() });
    lists.reserve(backend, numPixels, adjacency.numBoundaryFaces, 64 * numPixels);
    lists.build(backend, ListBuilder::CountScanFill, rays.camera, adjacency.boundaryFaces.data(),
      adjacency.numBoundaryFaces, projected.data());
    image.resize(static_cast<std::size_t>(numPixels), Float4{ 0, 0, 0, 0 });
    rays.mesh = { projected.data(), adjacency.links.data(), adjacency.boundaryFaces.data() };
    rays.starts = lists.starts();
    rays.intersections = lists.intersections();
    rays.fragmentCount = lists.fragmentCount();
    rays.capacity = static_cast<std::uint64_t>(lists.capacity());
    rays.earlyTermination = 0.0f;
    rays.maxSteps = static_cast<std::uint32_t>(adjacency.numTets);
    rays.image = image.data();
    rays.counters = &counters;
    rays.countSteps = false;
  }

  HostBackend backend;
  TetAdjacency<HostBackend> adjacency;
  Buffer<ProjectedVertex, HostBackend> projected;
  PixelIntersectionLists<HostBackend> lists;
  std::vector<Float4> image;
  RayCounters counters = {};
  TetRays rays = {};
};

/// An integrator that carries the vertices' positions. It keeps the largest distance of the interpolated
/// position from the ray at the depth of the face. The pixel is that distance and the number of faces.
struct FollowPositions
{
  MeshCamera camera;
  const float* positions; ///< 3 per vertex
  struct State
  {
    float transmittance, worst, faces;
    void clear() { *this = { 1.0f, 0.0f, 0.0f }; }
  };
  struct Extra : CarryFloats<3>
  {
    const float* positions;
    Floats<3> fetch(std::uint32_t id) const
    {
      const float* const p = positions + std::size_t(3) * id;
      return { { p[0], p[1], p[2] } };
    }
  };
  Extra extra() const { return { {}, positions }; }
  Float4 pixel(const State& ray) const { return { ray.worst, ray.faces, 0.0f, 0.0f }; }

  template <class Cell>
  void look(State& ray, const Cell& at) const
  {
    const Floats<3> p = at.extraAhead();
    const auto row = [&](const float* r) {
      return r[0] * p.value[0] + r[1] * p.value[1] + r[2] * p.value[2] + r[3];
    };
    float depth, scalar;
    at.locate(depth, scalar);
    const float along = row(camera.rowDepth), perDepth = camera.parallel ? 1.0f : along;
    const float off = std::max({ std::abs(along - depth), std::abs(row(camera.rowX) - at.u * perDepth),
      std::abs(row(camera.rowY) - at.v * perDepth) });
    ray.worst = off <= ray.worst ? ray.worst : off;
    ray.faces += 1.0f;
  }
  template <class Cell>
  void enter(State& ray, const Cell& at, float) const
  {
    this->look(ray, at);
  }
  void leave(State&) const {}
  template <class Cell>
  void cut(State&, const Cell&, float, float, Segment&) const
  {
  }
  template <class Cell>
  void add(State& ray, const Cell& at, const Segment&) const
  {
    this->look(ray, at);
  }
  template <class Cell>
  void resume(State&, const Cell&, float) const
  {
  }
};

/// Keeps whether each corner ahead lies where the vertex with its id lies.
struct FollowIds : FollowPositions
{
  using Extra = VertexIds;
  Extra extra() const { return {}; }

  template <class Cell>
  void look(State& ray, const Cell& at) const
  {
    for (const auto* corner : { &at.face.a, &at.face.b, &at.face.c })
      if (at.mesh.vertices[corner->extra.id].z != corner->depth)
        ray.worst = 1.0f;
    ray.faces += 1.0f;
  }
  template <class Cell>
  void enter(State& ray, const Cell& at, float) const
  {
    this->look(ray, at);
  }
  template <class Cell>
  void add(State& ray, const Cell& at, const Segment&) const
  {
    this->look(ray, at);
  }
};

template <class Follow>
void expectFollowed(float tolerance)
{
  for (const auto& make : { convexMesh, nonConvexMesh, randomOrderMesh })
  {
    const OracleScene scene = make();
    for (const Camera& camera : { perspectiveView(40, 40), parallelView(40, 40) })
    {
      Picture picture(scene, camera);
      std::vector<float> positions;
      for (std::int64_t v = 0; v < picture.adjacency.vertices.size(); ++v)
      {
        const Float4& p = picture.adjacency.vertices.data()[v];
        positions.insert(positions.end(), { p.x, p.y, p.z });
      }
      Follow follow;
      follow.camera = picture.rays.camera;
      follow.positions = positions.data();
      castTetRays<1>(picture.backend, picture.rays, follow);
      float worst = 0.0f, faces = 0.0f;
      for (const Float4& pixel : picture.image)
      {
        worst = pixel.x <= worst ? worst : pixel.x;
        faces += pixel.y;
      }
      EXPECT_GT(faces, 5000.0f);
      EXPECT_LT(worst, tolerance);
    }
  }
}

} // namespace

TEST(VertexExtra, InterpolatedPositionsLieOnTheRay)
{
  // The tolerance allows for the rounding of floats, in pixels, in a picture of 40 pixels and depths of about
  // 4.
  expectFollowed<FollowPositions>(2e-3f);
}

TEST(VertexExtra, CornersCarryTheIdsOfTheirVertices)
{
  expectFollowed<FollowIds>(0.5f);
}
