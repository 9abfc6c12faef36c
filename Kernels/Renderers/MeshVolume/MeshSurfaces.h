// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/MeshLight.h"
#include "Renderers/MeshVolume/MeshSurfaceColors.h"
#include "Renderers/MeshVolume/MeshValues.h"
#include "Renderers/MeshVolume/SceneSurfaces.h"
#include "Renderers/MeshVolume/SurfaceIntervals.h"

namespace inkray
{

/// The isosurfaces and slices of a mesh.
template <class Backend>
class MeshSurfaces : public SceneSurfaces<Backend>
{
public:
  MeshSurfaces(Backend& backend, const TetAdjacency<Backend>& mesh)
    : SceneSurfaces<Backend>(backend)
    , backend_(backend)
    , mesh_(mesh)
    , colors_(backend, mesh)
  {
  }

  MeshSurfaceColors<Backend>& colors() { return colors_; }
  const MeshSurfaceColors<Backend>& colors() const { return colors_; }

  /// For a frame: the surfaces as rays read them, in the memory of the backend.
  const SurfaceScene* prepare(const Camera& camera, const MeshCamera& seen, const FrameOptions& options,
    const MeshValues<Backend>& values, MeshLight<Backend>& light);

  /// For a frame of isosurfaces in point values: the pieces of the function, which also end at isovalues, and
  /// their ends, in the memory of the backend.
  PiecewiseView preparePieces(const MeshValues<Backend>& values, const SurfaceInterval*& ends);

private:
  Backend& backend_;
  const TetAdjacency<Backend>& mesh_;
  MeshSurfaceColors<Backend> colors_;
  Buffer<float, Backend> ofPlaces_;
  Buffer<FunctionInterval, Backend> pieces_;
  Buffer<SurfaceInterval, Backend> ends_;
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
  double eyeToMesh[16];
  invertView(camera, eyeToMesh);
  SurfaceScene scene = {};
  this->describe(scene, camera, eyeToMesh, options, values.vertexScalars(), light);
  scene.vertices = mesh_.vertices.data();
  scene.links = mesh_.links.data();
  scene.gradients = light.smoothGradients(options);
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
  scene.pieces = values.pieces();
  scene.cellValues = scalars.perCell ? scalars.values.data() : nullptr;
  scene.cellColors = scalars.perCell ? values.cellColors() : nullptr;
  scene.vertexColors =
    !scalars.perCell && (values.areColors() || values.areCategories()) ? values.vertexColors() : nullptr;
  scene.areNearest = !values.areColors();
  scene.originalTet = mesh_.originalTet.data();
  colors_.describe(scene);
  return this->send(scene);
}

} // namespace inkray
