// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/CallerArrays.h"
#include "Geometry/Mesh/VertexGradients.h"
#include "Optics/Medium.h"
#include "Renderers/MeshVolume/Frames/FrameOptions.h"
#include "Renderers/MeshVolume/MeshLighting.h"
#include "Renderers/MeshVolume/MeshLook.h"

#include <algorithm>
#include <vector>

namespace inkray
{

/// Three components of an array as gradients of normalized values over normalized positions; 0 if one is not
/// finite.
template <class Entries>
struct ScaledGradients
{
  Entries entries;
  double factor;

  INKRAY_HD Float3 operator()(std::int64_t i) const
  {
    const double x = entries(i, 0), y = entries(i, 1), z = entries(i, 2), sum = x + y + z;
    return sum - sum == 0.0 ? Float3{ static_cast<float>(x * factor), static_cast<float>(y * factor),
      static_cast<float>(z * factor) }
                            : Float3{ 0.0f, 0.0f, 0.0f };
  }
};

/// Copies gradients of the points into the order of the mesh.
struct PlaceGradients
{
  const Float3* values;
  const std::uint32_t* originalVertex;
  MeshPlaces places;
  Float3* placed;

  INKRAY_HD void operator()(std::int64_t v) const
  {
    const Float3 g = values[originalVertex[v]];
    placed[v] = places.count > 1 ? scaled(g, 1.0f / places.ratioOf(static_cast<std::uint32_t>(v))) : g;
  }
};

/// The light on a mesh and on surfaces in it: lights, material, gradients, and a frame's light on points or
/// cells, in the memory of a backend.
template <class Backend>
class MeshLight : public SceneLight
{
public:
  MeshLight(Backend& backend, const TetAdjacency<Backend>& mesh)
    : backend_(backend)
    , mesh_(mesh)
  {
  }

  /// Call this after the values at the points, and perhaps the mesh, have changed.
  void valuesChanged() { gradients_.release(); }
  /// Set gradients that replace those that the mesh would compute. `valueScale` converts the units of the
  /// array's values to those of the stored values.
  void setGradients(const Field& gradients, double valueScale)
  {
    if (gradients.association != Association::Points || gradients.numComponents != 3)
      throw InvalidInput("gradients need three components and have to belong to points");
    const std::int64_t n = mesh_.vertices.size();
    checkField(gradients, n, "points");
    Buffer<Float3, Backend> raw;
    readEntries(backend_, gradients, n, "gradients", [&](const auto& reader, const auto& entries) {
      raw.reset(backend_, n);
      reader.fill(
        raw.data(), n, ScaledGradients<std::decay_t<decltype(entries)>>{ entries, valueScale / mesh_.scale });
    });
    gradients_.reserve(backend_, n);
    backend_.forEach(
      n, PlaceGradients{ raw.data(), mesh_.originalVertex.data(), mesh_.places(), gradients_.data() });
    backend_.synchronize();
  }
  void release()
  {
    gradients_.release();
    light_.release();
    litColors_.release();
  }

  /// Release the light of the last frame.
  void releaseFrame()
  {
    light_.release();
    litColors_.release();
  }
  /// Call f with each buffer that frames fill once and do not change.
  template <class F>
  void forEachBuffer(const F& f)
  {
    f(gradients_);
  }

  /// The vertices' gradients, made when they are first needed; null if each cell uses its own gradient.
  const Float3* smoothGradients(const FrameOptions& options)
  {
    if (options.gradients != Gradients::Smooth)
      return nullptr;
    if (gradients_.empty())
      findVertexGradients(backend_, mesh_, gradients_);
    return gradients_.data();
  }

  /// Light all vertices or cells of a medium in a frame: six numbers each, or two if all lights are gray.
  /// `atCentroids`: light cells, at their centroids, with any kind of gradients, and always with six numbers.
  void shade(Medium& medium, const Camera& camera, const FrameOptions& options, bool atCentroids);

  /// Return the colors of tets, or of vertices, in the light of a frame. For vertices, gradients are smooth.
  const Float4* shadeCells(const Float4* colors, const Camera& camera, const FrameOptions& options);
  const Float4* shadeVertices(const Float4* colors, const Camera& camera, const FrameOptions& options);

  std::size_t bytes() const { return gradients_.bytes(); }

private:
  MeshLighting lighting(const Camera& camera);

  Backend& backend_;
  const TetAdjacency<Backend>& mesh_;
  Buffer<Float3, Backend> gradients_; ///< gradients of the vertices' values; empty until needed
  Buffer<MeshToEye, Backend> toEye_;  ///< the transform of each place, if there are several
  Buffer<float, Backend> light_;      ///< light of this frame, for each vertex or tet
  Buffer<Float4, Backend> litColors_; ///< lit colors of this frame, for each vertex or tet
};

template <class Backend>
MeshLighting MeshLight<Backend>::lighting(const Camera& camera)
{
  std::vector<MeshToEye> ofPlaces;
  for (const MeshPlace& place : mesh_.placesInHost())
    ofPlaces.emplace_back(camera, place.center, place.scale);
  if (ofPlaces.size() > 1)
    toEye_.assign(backend_, ofPlaces);
  MeshLighting lighting = { ofPlaces[0], toEye_.data(), mesh_.places(), {}, mesh_.vertices.data(), {}, {}, 0,
    camera.isParallel(), nullptr };
  makeEyeRays(camera, lighting.eye);
  this->describe(lighting);
  return lighting;
}

template <class Backend>
const Float4* MeshLight<Backend>::shadeCells(
  const Float4* colors, const Camera& camera, const FrameOptions& options)
{
  const Float3* const gradients = this->smoothGradients(options);
  litColors_.reserve(backend_, mesh_.numTets);
  backend_.forEach(mesh_.numTets,
    LightCellColors{ { this->lighting(camera), mesh_.links.data(), gradients }, colors, litColors_.data() });
  return litColors_.data();
}

template <class Backend>
const Float4* MeshLight<Backend>::shadeVertices(
  const Float4* colors, const Camera& camera, const FrameOptions& options)
{
  const std::int64_t n = mesh_.vertices.size();
  const Float3* const gradients = this->smoothGradients(options);
  litColors_.reserve(backend_, n);
  backend_.forEach(n, LightVertexColors{ this->lighting(camera), gradients, colors, litColors_.data() });
  return litColors_.data();
}

template <class Backend>
void MeshLight<Backend>::shade(
  Medium& medium, const Camera& camera, const FrameOptions& options, bool atCentroids)
{
  const Float3* const gradients = this->smoothGradients(options);
  medium.isLightOfCells = atCentroids || !gradients;
  medium.lightNumbers = areGray(lights) && !atCentroids ? 2 : 6;
  const std::int64_t n = medium.isLightOfCells ? mesh_.numTets : mesh_.vertices.size();
  light_.reserve(backend_, medium.lightNumbers * n);
  MeshLighting lighting = this->lighting(camera);
  lighting.light = light_.data();
  const auto light = [&](auto count) {
    if (medium.isLightOfCells)
      backend_.forEach(n, LightCentroids<count()>{ { lighting, mesh_.links.data(), gradients } });
    else
      backend_.forEach(n, LightVertices<count()>{ lighting, gradients });
  };
  medium.lightNumbers == 2 ? light(std::integral_constant<int, 2>())
                           : light(std::integral_constant<int, 6>());
  medium.light = light_.data();
}

} // namespace inkray
