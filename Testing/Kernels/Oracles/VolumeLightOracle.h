// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceTetCaster.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

namespace inkray::testing
{

/// The light on a volume.
struct VolumeShade
{
  SurfaceMaterial material;
  std::vector<SurfaceLight> lights;
  Gradients gradients = Gradients::Smooth;
};

VolumeShade headlight();
/// Two lights of different colors, one of them positional.
VolumeShade coloredLights();
VolumeShade perCell(VolumeShade shade);

/// Diffuse and specular light, three channels each, for each point of a scene, or for each tet with gradients
/// per cell: the formula of Phong.h in double precision.
std::vector<std::array<double, 6>> lightOnMesh(
  const OracleScene& scene, const Camera& camera, const VolumeShade& shade);
/// The light on each tet at its centroid; smooth gradients are averaged over its points.
std::vector<std::array<double, 6>> lightAtCentroids(
  const OracleScene& scene, const Camera& camera, const VolumeShade& shade);
/// The light of lightOnMesh at the begin and end of a segment.
std::array<std::array<double, 6>, 2> lightAtEnds(const OracleScene& scene, const VolumeShade& shade,
  const std::vector<std::array<double, 6>>& light, const OracleSegment& segment);

} // namespace inkray::testing
