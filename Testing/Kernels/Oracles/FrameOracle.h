// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/BruteForceMeshSurfaces.h"
#include "Shading/BlendMode.h"

#include <memory>

namespace inkray::testing
{

/// Whatever a frame of a mesh may have, at the same time. The scalars are of the points, and those of the
/// surfaces, of gradients and of light; the volume has them, too, unless it has values or colours of its own.
struct FrameScene : MeshScene
{
  FrameScene() = default;
  explicit FrameScene(OracleScene mesh)
    : MeshScene(std::move(mesh))
  {
  }

  std::vector<double> cellValues;             ///< of the tets; empty: the scalars count
  std::vector<std::array<double, 3>> colours; ///< in place of values: of the points, or of the tets
  bool areColoursPerCell = false;
  std::vector<double> opacities; ///< values for the opacity, of points or tets; empty: none
  bool areOpacitiesPerCell = false;
  TransferFunction opacityFunction;
  BlendMode blend = BlendMode::Composite;
  double averageRange[2] = { -HUGE_VAL, HUGE_VAL };
};

/// The volume of such a scene in double: between all places where anything in it changes its form, numbers
/// are interpolated with the barycentric coordinates of the ends of a segment, and integrated by
/// Gauss-Legendre rules. To be put into the scene for BruteForceMeshSurfaces.
std::unique_ptr<OracleVolume> makeFrameVolume(const FrameScene& scene, const Camera& camera);

} // namespace inkray::testing
