// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/FrameOracle.h"
#include "View/Clipping.h"

#include <memory>
#include <vector>

namespace inkray::testing
{

/// One of several meshes that share a picture, placed and cut.
struct MergedScene
{
  OracleScene mesh;
  Camera camera; ///< of the whole picture, in coordinates of this mesh
  std::vector<ClippingPlane> planes;
  CropBox box;
  std::vector<double> threshold; ///< per tet, visible from 0.3 on; empty: all tets are visible
  /// Everything that is drawn beside the volume: surfaces, slices and their light, and whether the volume is
  /// drawn. Mesh and cuts are taken from the members above.
  MeshScene drawn;
  /// If set, `frame` and `medium` replace values and transfer function of the mesh, and values and surfaces
  /// of `drawn`: a frame with any features except planes and box, and its volume.
  const FrameScene* frame = nullptr;
  const OracleMedium* medium = nullptr;
};

/// How the oracle combines several meshes in a slab.
enum class Slabs
{
  Mixed,    ///< attenuations add up, colors are weighted by attenuation
  Alternate ///< each mesh has its own slab, one behind the other: the definition, in the limit
};

/// Several meshes in one picture, in double precision. The range between neighboring ends of segments,
/// surfaces and knots of functions is divided into thin slabs.
class MergedOracle
{
public:
  explicit MergedOracle(const std::vector<MergedScene>& scenes);
  ~MergedOracle();

  /// RGBA of a pixel whose ray, moved by `shift` in pixels, stops at a window depth. `surface` gets the
  /// window depth of the first opaque surface, or 1. Of surfaces at one place, those of least opacity come
  /// first.
  std::array<double, 4> ray(int i, int j, double opaqueDepth, int slabs = 64, Slabs how = Slabs::Mixed,
    const std::array<double, 2>& shift = { 0.0, 0.0 }, double* surface = nullptr) const;

private:
  struct Member;
  std::vector<std::unique_ptr<Member>> Members;
};

/// The picture of several meshes by MergedOracle. RGBA, bottom row first.
std::vector<double> mergedImage(const std::vector<MergedScene>& scenes, const float* opaqueDepth = nullptr,
  int slabs = 64, Slabs how = Slabs::Mixed);

} // namespace inkray::testing
