// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Films.h"
#include "Oracles/BruteForceMeshSurfaces.h"

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

/// The volume of a scene as one of several that share a picture: what it is at any place.
class OracleMedium : public OracleVolume
{
public:
  /// Whether anything of a segment is seen.
  virtual bool isSeen(const OracleSegment& segment) const = 0;
  /// Where the form of anything changes on the way of a segment, from 0 to 1.
  virtual std::vector<double> cuts(const OracleSegment& segment) const = 0;
  /// Colour and attenuation at a share of the way of a segment that is seen, where none of these is.
  virtual std::array<double, 4> emission(const OracleSegment& segment, double share) const = 0;
};

/// The volume of such a scene in double: between all places where anything in it changes its form, numbers
/// are interpolated with the barycentric coordinates of the ends of a segment, and integrated by
/// Gauss-Legendre rules. To be put into the scene for BruteForceMeshSurfaces.
std::unique_ptr<OracleMedium> makeFrameVolume(const FrameScene& scene, const Camera& camera);

} // namespace inkray::testing
