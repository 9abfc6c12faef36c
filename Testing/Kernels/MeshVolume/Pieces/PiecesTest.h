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

/// The memory that a piece may take where a mesh is drawn in about so many.
std::size_t bytesOf(const OracleScene& mesh, double pieces);
std::size_t numPixels(const Camera& camera);
/// A mesh of which many pieces are drawn with memory for some of them.
OracleScene largeMesh(std::int64_t tets);

/// Tests of meshes in pieces, against the mesh as a whole.
class PiecesTest : public RayCastTest
{
protected:
  /// A caster for a mesh in about so many pieces.
  std::unique_ptr<LookedCaster> inPieces(const OracleScene& mesh, double pieces) const;
  /// A scene in about so many pieces, and as a whole to caster().
  std::unique_ptr<LookedCaster> give(const CompositedScene& scene, double pieces);

  /// Two pictures are one to a level of 8 bits. Returns how many numbers differ by more than a tenth of it,
  /// where rays do not end at places that pieces part otherwise. One pixel is excused if the pictures differ
  /// there by exactly one of the translucent `surfaces`: rounding lost it at the border of two pieces.
  static int compare(const LookedCaster& pieces, const LookedCaster& whole, const Camera& camera,
    const FrameOptions& options, const std::string& what, const std::vector<Isosurface>& surfaces = {});
};

} // namespace inkray::testing
