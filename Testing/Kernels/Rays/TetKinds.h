// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Mesh/WalkedMesh.h"
#include "Rays/TetDomain.h"
#include "Renderers/MeshVolume/PixelIntersectionLists.h"
#include "Renderers/MeshVolume/Walks/MeshWalk.h"

#include <deque>
#include <memory>

namespace inkray::testing
{

/// The common part of all rays through tets: the domain, the mesh that the walk sees, and its blocks.
class TetKind
{
public:
  const DomainOfBoxes& domain() const { return tets_.domain; }
  int numRays() const { return static_cast<int>(lines_.size()); }
  const WalkedLine& line(int i) const { return lines_[static_cast<std::size_t>(i)]; }
  bool value(const Vector& p, double& found) const { return tets_.value(p, found); }
  double valueOfPoint(std::uint32_t p) const { return double(mesh_->mesh().vertices.data()[p].w); }
  double offInSpans() const { return 0.0; }
  std::uint32_t cellOfWhole(std::uint32_t cell) const { return numbers_[this->originalOf(cell)]; }
  bool areNeighbors(std::uint32_t a, std::uint32_t b) const
  {
    int shared = 0;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j)
        shared +=
          tets_.scene.tets[4 * this->originalOf(a) + i] == tets_.scene.tets[4 * this->originalOf(b) + j];
    return shared == 3;
  }

protected:
  explicit TetKind(std::uint32_t seed)
    : random_(seed)
    , tets_(random_)
    , mesh_(std::make_shared<WalkedMesh>(tets_.scene))
    , view_(std::make_shared<TetWalkView>(mesh_->view()))
  {
    for (std::uint32_t t = 0; t < tets_.numTets(); ++t)
      numbers_.push_back(t);
  }
  /// Makes one block of a whole.
  TetKind(const TetKind& whole, const std::vector<int>& blockOf, int block)
    : random_(1)
    , tets_(whole.tets_, blockOf, block)
    , mesh_(std::make_shared<WalkedMesh>(tets_.scene))
    , view_(std::make_shared<TetWalkView>(mesh_->view()))
    , lines_(whole.lines_)
  {
    for (std::uint32_t t = 0; t < blockOf.size(); ++t)
      if (blockOf[t] == block)
        numbers_.push_back(t);
  }

  /// Returns the block of each tet: one for each side of a plane. Each side has some tets.
  std::vector<int> halves() const
  {
    Randomness random(static_cast<unsigned>(numbers_.size()));
    const Vector normal = random.direction();
    std::vector<double> heights;
    for (std::size_t t = 0; t < tets_.numTets(); ++t)
    {
      heights.push_back(0.0);
      for (std::size_t k = 0; k < 4; ++k)
        heights.back() += dot(normal, tets_.point(tets_.scene.tets[4 * t + k]));
    }
    std::vector<double> sorted = heights;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> blockOf;
    for (const double height : heights)
      blockOf.push_back(height < sorted[sorted.size() / 2]);
    return blockOf;
  }
  template <class Kind>
  static std::vector<Kind> inBlocks(const Kind& kind)
  {
    const std::vector<int> blockOf = kind.halves();
    return { Kind(kind, blockOf, 0), Kind(kind, blockOf, 1) };
  }
  std::size_t originalOf(std::uint32_t cell) const { return mesh_->mesh().originalTet.data()[cell]; }

  Randomness random_;
  TetDomain tets_;
  std::shared_ptr<const WalkedMesh> mesh_;
  std::shared_ptr<const TetWalkView> view_; ///< keeps its place while walks refer to it
  std::vector<WalkedLine> lines_;
  std::vector<std::uint32_t> numbers_; ///< numbers of the tets in the whole
};

/// Rays from anywhere, as the path tracer casts them.
class PathsInTets : public TetKind
{
public:
  using Walk = PathWalk<VertexIds>;

  explicit PathsInTets(std::uint32_t seed)
    : TetKind(seed)
  {
    for (int i = 0; i < 20; ++i)
      lines_.push_back(tets_.line(random_));
  }
  PathsInTets(const TetKind& whole, const std::vector<int>& blockOf, int block)
    : TetKind(whole, blockOf, block)
  {
  }
  std::vector<PathsInTets> blocks() const { return inBlocks(*this); }
  double tolerance() const { return 2e-5 / mesh_->mesh().scale; }

  Walk walk(int i, float begin = -1e30f, float end = 1e30f) const
  {
    const double scale = mesh_->mesh().scale;
    const WalkedLine& line = this->line(i);
    Vector origin, direction;
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      origin[axis] = (line.origin[axis] - mesh_->mesh().center[axis]) * scale;
      direction[axis] = line.direction[axis] * scale;
    }
    return Walk(*view_, WalkedMesh::ray(origin, direction, begin, end));
  }

private:
  friend TetKind;
};

/// Rays of the pixels of a picture, as in merged volumes. Their parameter is the depth in the world.
class PixelsOfTets : public TetKind
{
public:
  struct Walk
  {
    using Span = RaySpan;
    static constexpr int degree = 1;
    MeshWalk walk;
    RayFace face = {};

    bool next(RaySpan& span)
    {
      SurfaceSpan found;
      const bool isFound = walk.next(found, face);
      span = found;
      return isFound;
    }
    template <class Fetch>
    auto at(const Fetch& fetch) const
    {
      const float *const w = face.weights, last = 1.0f - (w[0] + w[1]);
      return fetch(face.ids[0]) * w[0] + fetch(face.ids[1]) * w[1] + fetch(face.ids[2]) * last;
    }
  };

  explicit PixelsOfTets(std::uint32_t seed)
    : TetKind(seed)
  {
    this->see();
    lists_ = std::make_shared<Lists>(*this);
  }
  PixelsOfTets(const PixelsOfTets& whole, const std::vector<int>& blockOf, int block)
    : TetKind(whole, blockOf, block)
    , camera_(whole.camera_)
    , away_(whole.away_)
  {
    lists_ = std::make_shared<Lists>(*this);
  }
  std::vector<PixelsOfTets> blocks() const { return inBlocks(*this); }
  double tolerance() const { return 1e-5 * (away_ + tets_.extent); }

  Walk walk(int i) const { return this->walk(i, lists_->mesh(0).rays.camera); }
  Walk walk(int i, float begin, float end) const
  {
    MeshCamera camera = lists_->mesh(0).rays.camera;
    camera.nearDepth = begin / camera.worldPerDepth;
    camera.farDepth = end / camera.worldPerDepth;
    return this->walk(i, camera);
  }

private:
  friend TetKind;

  /// The rays of a picture of the mesh, set up once for each near and far plane that is asked for.
  class Lists
  {
  public:
    explicit Lists(const PixelsOfTets& kind)
    {
      const TetAdjacency<HostBackend>& mesh = kind.mesh_->mesh();
      inkray::WalkedMesh merged = {};
      TetRays& rays = merged.rays;
      makeMeshCamera(kind.camera_, mesh.center, mesh.scale, rays.camera);
      projected_.resize(static_cast<std::size_t>(mesh.vertices.size()));
      for (std::size_t v = 0; v < projected_.size(); ++v)
        ProjectVertices{ rays.camera, mesh.vertices.data(), projected_.data() }(static_cast<std::int64_t>(v));
      const std::int64_t numPixels = std::int64_t(rays.camera.width) * rays.camera.height;
      lists_.reserve(backend_, numPixels, mesh.numBoundaryFaces, numPixels * mesh.numBoundaryFaces + 1);
      lists_.build(backend_, ListBuilder::CountScanFill, rays.camera, mesh.boundaryFaces.data(),
        mesh.numBoundaryFaces, projected_.data());
      rays.mesh = { projected_.data(), mesh.links.data(), mesh.boundaryFaces.data() };
      rays.starts = lists_.starts();
      rays.intersections = lists_.intersections();
      rays.maxSteps = static_cast<std::uint32_t>(mesh.numTets);
      merged.isSeenWithoutValue = true; // and not plain, so that the walk tells the faces
      meshes_.push_back(merged);
    }
    const inkray::WalkedMesh& mesh(std::size_t n) const { return meshes_[n]; }
    const inkray::WalkedMesh& seenBy(const MeshCamera& camera)
    {
      meshes_.push_back(meshes_.front());
      meshes_.back().rays.camera = camera;
      return meshes_.back();
    }

  private:
    HostBackend backend_;
    std::vector<ProjectedVertex> projected_;
    PixelIntersectionLists<HostBackend> lists_;
    std::deque<inkray::WalkedMesh> meshes_; ///< keep their place while walks refer to them
  };

  Walk walk(int i, const MeshCamera& camera) const
  {
    return { MeshWalk(lists_->seenBy(camera), i % camera_.width, i / camera_.width) };
  }

  /// Chooses a camera in front of a box, and the rays of its pixels by depth.
  void see()
  {
    const auto& box =
      tets_.domain.boxes[static_cast<std::size_t>(random_.integer(int(tets_.domain.boxes.size())))];
    Vector target, eye = random_.direction();
    away_ = tets_.extent * random_.real(2.5, 6.0);
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      target[axis] = 0.5 * (box.low[axis] + box.high[axis]) + random_.real(-0.01, 0.01);
      eye[axis] = target[axis] + away_ * eye[axis];
    }
    const double near = 1e-3 * away_, far = 10.0 * away_, half = 0.6 * (box.high[0] - box.low[0]);
    camera_ = random_.chance(0.6)
      ? perspectiveCamera(eye, target, 114.6 * std::atan(half / away_), near, far, 6, 5)
      : parallelCamera(eye, target, half, near, far, 6, 5);
    const Matrix clipToEye = inverse(camera_.eyeToClip), eyeToMesh = inverse(camera_.meshToEye);
    for (int i = 0; i < 30; ++i)
    {
      const auto [a, b] = pixelRay(camera_, clipToEye, i % 6, i / 6);
      const auto p = transform(eyeToMesh.data(), a), q = transform(eyeToMesh.data(), b);
      WalkedLine line = { {}, {}, near, far };
      for (std::size_t axis = 0; axis < 3; ++axis)
      {
        line.direction[axis] = (q[axis] - p[axis]) / (a[2] - b[2]);
        line.origin[axis] = p[axis] + a[2] * line.direction[axis];
      }
      lines_.push_back(line);
    }
  }

  Camera camera_;
  double away_ = 0.0; ///< distance of the eye from the point that it looks at
  std::shared_ptr<Lists> lists_;
};

} // namespace inkray::testing
