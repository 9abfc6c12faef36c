// SPDX-License-Identifier: BSD-3-Clause
#include "Renderers/MeshVolume/Merged/LayersPicture.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace inkray
{

LayersPicture::LayersPicture(std::unique_ptr<TetRayCaster> caster)
  : caster_(std::move(caster))
{
  // One tet, with an isosurface of a value that it does not have.
  const float points[12] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  const std::int64_t tet[4] = { 0, 1, 2, 3 };
  TetMeshInput mesh;
  mesh.points = points;
  mesh.numPoints = 4;
  mesh.connectivity = tet;
  mesh.numTets = 1;
  caster_->setMesh(mesh);
  const float values[4] = { 0, 1, 1, 1 };
  Field field;
  field.values = values;
  field.type = ValueType::Float32;
  field.numTuples = 4;
  field.association = Association::Points;
  caster_->setScalars(field);
  Isosurface nowhere;
  nowhere.value = 2;
  caster_->setIsosurfaces({ nowhere });
}

void LayersPicture::render(
  const Camera& camera, const FrameOptions& options, const std::vector<SurfaceLayers>& layers, bool onDevice)
{
  // The tet lies behind the eye or, where the eye is distant, between the eye and the layers. Depths begin
  // where those of the nearest layers begin.
  Camera behind = camera;
  for (const SurfaceLayers& layer : layers)
    behind.eyeDepth = &layer == layers.data() ? layer.begin : std::min(behind.eyeDepth, layer.begin);
  const double z = 1 + 0.5 * behind.eyeDepth;
  const double place[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, z, 0, 0, 0, 1 };
  std::copy(std::begin(place), std::end(place), behind.meshToEye);
  FrameOptions own;
  static_cast<WorkObserver&>(own) = options;
  own.drawVolume = false;
  own.earlyTermination = options.earlyTermination;
  caster_->renderMerged(behind, own, {}, onDevice, layers);
}

} // namespace inkray
