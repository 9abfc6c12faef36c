// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/Mesh/TetMesh.h"

namespace inkray
{

std::string TetMeshReport::summary() const
{
  std::string text;
  const auto say = [&](std::int64_t count, const char* what) {
    if (count == 0)
      return;
    text += text.empty() ? "" : "; ";
    text += std::to_string(count) + " " + what;
  };
  say(outOfRange, "tetrahedra left out: point ids out of range");
  say(nonFinite, "tetrahedra left out: points that are not finite");
  say(repeatedVertex, "tetrahedra left out: the same point twice");
  say(duplicate, "tetrahedra left out: duplicates of others");
  say(zeroVolume, "tetrahedra without volume (kept, they connect their neighbours)");
  say(inverted, "inverted tetrahedra (drawn as if they were not)");
  say(nonManifoldFaces, "faces shared by more than two tetrahedra (drawn as boundary)");
  return text;
}

} // namespace inkray
