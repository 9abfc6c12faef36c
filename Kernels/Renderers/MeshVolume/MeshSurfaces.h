// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/MeshLight.h"
#include "Renderers/MeshVolume/MeshSurfaceColors.h"
#include "Renderers/MeshVolume/MeshValues.h"
#include "Renderers/MeshVolume/SurfaceEntries.h"
#include "Renderers/MeshVolume/SurfaceIntervals.h"

namespace inkray
{

/// The isosurfaces and slices of a frame, in the memory of a backend, and the depths that they write.
/// MeshLook.h describes them, and the exceptions.
template <class Backend>
class MeshSurfaces
{
public:
  MeshSurfaces(Backend& backend, const TetAdjacency<Backend>& mesh)
    : backend_(backend)
    , mesh_(mesh)
    , colors_(backend, mesh)
  {
  }

  void set(const std::vector<Isosurface>& surfaces) { surfaces_ = sortedSurfaces(surfaces); }
  bool areIn(const FrameOptions& options) const
  {
    return !options.keepsFilms && (!surfaces_.empty() || !options.slices.empty());
  }
  bool empty() const { return surfaces_.empty(); }
  MeshSurfaceColors<Backend>& colors() { return colors_; }
  const MeshSurfaceColors<Backend>& colors() const { return colors_; }

  /// For a frame: the surfaces as rays read them, in the memory of the backend.
  const SurfaceScene* prepare(const Camera& camera, const MeshCamera& seen, const FrameOptions& options,
    const MeshValues<Backend>& values, MeshLight<Backend>& light);

  /// For a frame of isosurfaces in point values: the pieces of the function, which also end at isovalues, and
  /// their ends, in the memory of the backend.
  PiecewiseView preparePieces(const MeshValues<Backend>& values, const SurfaceInterval*& ends);

  /// Allocate depths for a frame of this many pixels; they are not initialized.
  void reserveDepth(std::int64_t numPixels) { depth_.reserve(backend_, numPixels); }
  void releaseDepth() { depth_.release(); }
  Buffer<float, Backend>& depth() { return depth_; }
  const Buffer<float, Backend>& depth() const { return depth_; }

private:
  std::vector<SurfaceEntry> entriesWithin(const NormalizedField<Backend>& scalars) const
  {
    return inkray::entriesWithin(surfaces_, scalars.range, scalars.low(), scalars.scale());
  }

  Backend& backend_;
  const TetAdjacency<Backend>& mesh_;
  std::vector<Isosurface> surfaces_; ///< in ascending order
  MeshSurfaceColors<Backend> colors_;
  Buffer<SurfaceEntry, Backend> entries_;
  Buffer<float, Backend> ofPlaces_;
  Buffer<FunctionInterval, Backend> pieces_;
  Buffer<SurfaceInterval, Backend> ends_;
  Buffer<SurfaceScene, Backend> scene_;
  Buffer<float, Backend> depth_;
};

template <class Backend>
PiecewiseView MeshSurfaces<Backend>::preparePieces(
  const MeshValues<Backend>& values, const SurfaceInterval*& ends)
{
  const SurfaceIntervals made(values.piecesInHost(), this->entriesWithin(values.vertexScalars()));
  pieces_.assign(backend_, made.pieces);
  ends_.assign(backend_, made.ends);
  ends = ends_.data();
  return { pieces_.data(), static_cast<int>(made.pieces.size()) };
}

template <class Backend>
const SurfaceScene* MeshSurfaces<Backend>::prepare(const Camera& camera, const MeshCamera& seen,
  const FrameOptions& options, const MeshValues<Backend>& values, MeshLight<Backend>& light)
{
  const NormalizedField<Backend>& scalars = values.scalars();
  const std::vector<SurfaceEntry> entries = this->entriesWithin(values.vertexScalars());
  entries_.assign(backend_, entries);

  SurfaceScene scene = {};
  scene.entries = entries_.data();
  scene.count = static_cast<std::int32_t>(entries.size());
  scene.vertices = mesh_.vertices.data();
  scene.links = mesh_.links.data();
  scene.gradients = light.smoothGradients(options);
  makeEyeRays(camera, scene.eye);
  double eyeToMesh[16];
  invertView(camera, eyeToMesh);
  for (const ClippingPlane& slice : options.slices)
    scene.slices.set(scene.slices.count++, slice, eyeToMesh);
  // p' = (p - center) scale, with the center and the scale of each place.
  std::vector<float> ofPlaces;
  for (const MeshPlace& place : mesh_.placesInHost())
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 4; ++c)
        ofPlaces.push_back(
          static_cast<float>((eyeToMesh[4 * r + c] - (c == 3 ? place.center[r] : 0.0)) * place.scale));
  std::copy_n(ofPlaces.begin(), 12, scene.eyeToMesh);
  scene.places = mesh_.places();
  if (scene.places.count > 1)
    ofPlaces_.assign(backend_, ofPlaces);
  scene.ofPlaces = ofPlaces_.data();
  scene.worldPerDepth = seen.worldPerDepth;
  scene.window = seen.window;
  scene.numLights = static_cast<std::int32_t>(std::min<std::size_t>(light.lights.size(), maxLights));
  std::copy_n(light.lights.begin(), scene.numLights, scene.lights);
  scene.material = light.material;
  scene.sliceOpacity = options.sliceOpacity;
  scene.pieces = values.pieces();
  scene.cellValues = scalars.perCell ? scalars.values.data() : nullptr;
  scene.cellColors = scalars.perCell ? values.cellColors() : nullptr;
  scene.vertexColors =
    !scalars.perCell && (values.areColors() || values.areCategories()) ? values.vertexColors() : nullptr;
  scene.areNearest = !values.areColors();
  scene.originalTet = mesh_.originalTet.data();
  colors_.describe(scene);
  scene_.reserve(backend_, 1);
  backend_.put(scene_.data(), scene);
  return scene_.data();
}

} // namespace inkray
