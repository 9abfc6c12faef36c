// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/Mesh/TetMesh.h"

namespace inkray
{

std::string TetMeshReport::summary() const
{
  std::string text;
  const auto add = [&](std::int64_t count, const char* what) {
    if (count == 0)
      return;
    text += text.empty() ? "" : "; ";
    text += std::to_string(count) + " " + what;
  };
  add(outOfRange, "tetrahedra left out: point ids out of range");
  add(nonFinite, "tetrahedra left out: points that are not finite");
  add(repeatedVertex, "tetrahedra left out: the same point twice");
  add(duplicate, "tetrahedra left out: duplicates of others");
  add(zeroVolume, "flat tetrahedra (zero volume); they show nothing");
  add(inverted, "inverted tetrahedra (drawn as if they were not)");
  add(nonManifoldFaces, "faces shared by more than two tetrahedra (drawn as boundary)");
  return text;
}

} // namespace inkray
