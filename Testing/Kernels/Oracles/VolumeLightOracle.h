// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceTetCaster.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

namespace inkray::testing
{

/// The light that a volume stands in.
struct VolumeShade
{
  SurfaceMaterial material;
  std::vector<SurfaceLight> lights;
  Gradients gradients = Gradients::Smooth;
};

VolumeShade headlight();
/// Two lights of different colours, one of them a lamp.
VolumeShade colouredLights();
VolumeShade perCell(VolumeShade shade);

/// Diffuse and specular light, three channels each, on each point of a scene, or with gradients per cell on
/// each tet: the formula in Phong.h in double.
std::vector<std::array<double, 6>> lightOnMesh(
  const OracleScene& scene, const Camera& camera, const VolumeShade& shade);
/// The same on each tet at its centroid, of smooth gradients that of their mean at its points.
std::vector<std::array<double, 6>> lightAtCentroids(
  const OracleScene& scene, const Camera& camera, const VolumeShade& shade);
/// That of lightOnMesh at the begin and end of a segment.
std::array<std::array<double, 6>, 2> lightAtEnds(const OracleScene& scene, const VolumeShade& shade,
  const std::vector<std::array<double, 6>>& light, const OracleSegment& segment);

} // namespace inkray::testing
