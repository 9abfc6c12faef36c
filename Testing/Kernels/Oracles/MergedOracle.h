// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Oracles/FrameOracle.h"
#include "View/Clipping.h"

#include <memory>
#include <vector>

namespace inkray::testing
{

/// One of several meshes that share a picture, in its place and cut.
struct MergedScene
{
  OracleScene mesh;
  Camera camera; ///< of the whole picture, in the coordinates of this mesh
  std::vector<ClippingPlane> planes;
  CropBox box;
  std::vector<double> threshold; ///< per tet: seen are those of at least 0.3; empty: all are
  /// What is drawn beside the volume: surfaces, slices, their light, and whether there is a volume. Mesh and
  /// cuts are those above.
  MeshScene drawn;
  /// In place of values and transfer function of the mesh, and of values and surfaces of what is drawn
  /// beside: whatever a frame may have, with no planes and no box, and what its volume is.
  const FrameScene* frame = nullptr;
  const OracleMedium* medium = nullptr;
};

/// How the oracle takes what several meshes share.
enum class Slabs
{
  Mixed,    ///< attenuations add up, colours are mixed by attenuation
  Alternate ///< each mesh has a slab of its own, one behind the other: the definition, in the limit
};

/// Several meshes in one picture, in double precision: between all ends of their segments, all surfaces and
/// all knots of their functions, so many thin slabs.
class MergedOracle
{
public:
  explicit MergedOracle(const std::vector<MergedScene>& scenes);
  ~MergedOracle();

  /// RGBA of a pixel whose ray, moved by `shift` in pixels, stops at a window depth. `surface`: window depth
  /// of the first opaque surface, 1 without any. Surfaces in one place: those of least opacity come first.
  std::array<double, 4> ray(int i, int j, double opaqueDepth, int slabs = 64, Slabs how = Slabs::Mixed,
    const std::array<double, 2>& shift = { 0.0, 0.0 }, double* surface = nullptr) const;

private:
  struct Member;
  std::vector<std::unique_ptr<Member>> Members;
};

/// The picture of several meshes in double precision: between all ends of their segments, and all knots of
/// their functions, so many thin slabs. RGBA, lower row first.
std::vector<double> mergedImage(const std::vector<MergedScene>& scenes, const float* opaqueDepth = nullptr,
  int slabs = 64, Slabs how = Slabs::Mixed);

} // namespace inkray::testing
