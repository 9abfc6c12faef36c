// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Films.h"
#include "Oracles/BruteForceMeshSurfaces.h"

#include <memory>

namespace inkray::testing
{

/// All features that a frame of a mesh may have, in any combination. The scalars are point values: surfaces,
/// gradients and light use them. The volume uses them too, unless it has cell values or direct colors.
struct FrameScene : MeshScene
{
  FrameScene() = default;
  explicit FrameScene(OracleScene mesh)
    : MeshScene(std::move(mesh))
  {
  }

  std::vector<double> cellValues;            ///< one per tet; empty: the scalars are used
  std::vector<std::array<double, 3>> colors; ///< direct colors of points or tets, which replace values
  bool areColorsPerCell = false;
  std::vector<double> opacities; ///< values for the opacity function, of points or tets; empty: none
  bool areOpacitiesPerCell = false;
  TransferFunction opacityFunction;
  BlendMode blend = BlendMode::Composite;
  double averageRange[2] = { -HUGE_VAL, HUGE_VAL };
};

/// The volume of a scene as one of several that share a picture: its color and attenuation at any place.
class OracleMedium : public OracleVolume
{
public:
  /// Whether any part of a segment is visible.
  virtual bool isSeen(const OracleSegment& segment) const = 0;
  /// The places on a segment, from 0 to 1, where the form of any function changes.
  virtual std::vector<double> cuts(const OracleSegment& segment) const = 0;
  /// Color and attenuation at the share of a visible segment, which must not be one of the cuts.
  virtual std::array<double, 4> emission(const OracleSegment& segment, double share) const = 0;
};

/// The volume of such a scene in double precision. Between the places where the form of any function changes,
/// values are interpolated by the barycentric coordinates of a segment's ends and integrated by
/// Gauss-Legendre rules. Assign it to `volume` of the scene for BruteForceMeshSurfaces.
std::unique_ptr<OracleMedium> makeFrameVolume(const FrameScene& scene, const Camera& camera);

} // namespace inkray::testing
