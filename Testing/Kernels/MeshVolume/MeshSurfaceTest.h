// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/RayCastTest.h"
#include "Oracles/BruteForceMeshSurfaces.h"
#include "Oracles/Randomness.h"

namespace inkray::testing
{

/// Three surfaces of a generated mesh, opaque or translucent, lit by a lamp beside the camera.
MeshScene withSurfaces(OracleScene mesh, bool opaque);

/// The second array, which colors the surfaces.
Field colorInput(const MeshScene& scene);

/// How a picture with surfaces compares with the reference.
struct SurfaceComparison
{
  int pixels = 0, covered = 0;
  int hits = 0;    ///< pixels with an opaque surface
  int shifted = 0; ///< agree with a ray a thousandth of a pixel beside, along an edge of the picture; or
                   ///< with a ray whose ends, or the values there, are moved by their rounding
  int wrong = 0;   ///< agree with no ray
  double depthError = 0.0; ///< largest, in world units, of pixels that agree
  double rmse = 0.0;       ///< over RGBA of the pixels that agree with their own ray
  std::string problem;     ///< the first pixel that is wrong
};

/// Tests of surfaces and slices in a mesh, compared with the brute-force caster. Colors agree within 1/255,
/// depths within 1e-4 of the size of the mesh, which is about 2.
class MeshSurfaceTest : public RayCastTest
{
protected:
  /// Gives the scene to the ray caster, with everything it shows.
  void give(const MeshScene& scene) { give(this->caster(), scene); }
  static void give(LookedCaster& caster, const MeshScene& scene);
  static FrameOptions optionsOf(const MeshScene& scene, FrameOptions options = {});

  SurfaceComparison compare(
    const MeshScene& scene, const Camera& camera, const FrameOptions& options, double meshSize = 2.0);
  /// Give, draw and compare: no pixel may be wrong, and few may be shifted.
  void expectScene(const MeshScene& scene, const Camera& camera, const FrameOptions& options = {},
    const std::string& what = {});
  /// As expectScene, with a random camera and, in some scenes, a random box that is removed or kept: one
  /// pixel in a hundred may be shifted. Returns the number of covered pixels, which may be 0.
  int expectSeed(MeshScene& scene, Randomness& random, std::uint32_t seed);
};

} // namespace inkray::testing
