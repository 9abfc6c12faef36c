// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/Looks/LookedCaster.h"
#include "MeshVolume/RayCastTest.h"
#include "Oracles/CompositedScene.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace inkray::testing
{

constexpr double OneLevel = 1.0 / 255.0; ///< of 8 bits

/// The memory limit per piece with which a mesh is drawn in about `pieces` pieces.
std::size_t bytesOf(const OracleScene& mesh, double pieces);
std::size_t numPixels(const Camera& camera);
/// A mesh with many pieces, to be drawn with memory for some of them.
OracleScene largeMesh(std::int64_t tets);

/// Tests of meshes in pieces, compared with the whole mesh.
class PiecesTest : public RayCastTest
{
public:
  /// Expects two pictures to agree within one of 255 levels. Returns how many numbers differ by more than a
  /// tenth of a level, not counting rays that end at places that pieces divide differently. One pixel is
  /// excused if the pictures differ there by exactly one of the translucent `surfaces`: rounding lost it at
  /// the border of two pieces.
  static int compare(const LookedCaster& pieces, const LookedCaster& whole, const Camera& camera,
    const FrameOptions& options, const std::string& what, const std::vector<Isosurface>& surfaces = {});

protected:
  /// A caster that draws a mesh in about `pieces` pieces.
  std::unique_ptr<LookedCaster> inPieces(const OracleScene& mesh, double pieces) const;
  /// A caster with the scene in about `pieces` pieces; caster() gets the scene as a whole.
  std::unique_ptr<LookedCaster> give(const CompositedScene& scene, double pieces);
};

} // namespace inkray::testing
