// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/Looks/LookedCaster.h"
#include "MeshVolume/Merged/Together.h"
#include "MeshVolume/RayCastTest.h"
#include "Oracles/MergedOracle.h"

#include <cstddef>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace inkray::testing
{

/// The camera of a scene in the coordinates of a mesh that `place` transforms to the scene.
Camera cameraOf(const Camera& camera, const Matrix& place);
FrameOptions optionsOf(const MergedScene& scene);
/// A cube with a linear field, placed in the scene by `place`.
MergedScene cube(const TransferFunction& function, const Camera& camera, const Matrix& place);

/// Tests of several meshes in one picture.
class MergedMeshes : public RayCastTest
{
protected:
  /// Gives each mesh to a separate caster.
  void give(const std::vector<MergedScene>& scenes);
  /// The picture of meshes and of other sources. Sets Depths to its depths.
  std::vector<float> draw(const std::vector<Member>& members, const RayPicture::Sources& others = {});
  Together& together();
  /// The picture of the given meshes, in some order.
  std::vector<float> merged(const std::vector<MergedScene>& scenes, const std::vector<std::size_t>& order,
    const float* opaqueDepth = nullptr);
  std::vector<float> merged(const std::vector<MergedScene>& scenes, const float* opaqueDepth = nullptr)
  {
    this->give(scenes);
    return this->merged(scenes, inOrder(scenes), opaqueDepth);
  }
  static std::vector<std::size_t> inOrder(const std::vector<MergedScene>& scenes)
  {
    std::vector<std::size_t> order(scenes.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    return order;
  }
  static void expectNear(
    const std::vector<float>& image, const std::vector<double>& reference, const std::string& what);

  /// Compares a picture with surfaces. Rounding may move silhouettes: each pixel must agree with its ray, or
  /// with a ray that is moved by less than a hundredth of a pixel. Returns the number of pixels that agree
  /// only with a moved ray.
  int expectSurfacesNear(const std::vector<float>& image, const std::vector<MergedScene>& scenes,
    const float* opaqueDepth, const std::string& what) const;

  std::vector<std::unique_ptr<LookedCaster>> Casters;
  std::vector<float> Depths; ///< of the last picture; empty: it has no depths
  PairWalks Walks = PairWalks::Auto;

private:
  std::unique_ptr<Together> Drawn;
};

} // namespace inkray::testing
