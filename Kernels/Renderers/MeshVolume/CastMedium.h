// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/PickRays.h"

namespace inkray
{

/// Any picture of a mesh.
struct MediumFrame
{
  Medium medium;
  FilmMode mode;
  const SurfaceScene* surfaces; ///< in the memory of the backend; null: none are drawn
  float* depth;                 ///< receives window depths of opaque surfaces
  bool byPlanes;                ///< exit faces by the depths of planes (OnDemandVdfiExit)
};

/// Cast the rays of any picture, for which rays.cut may not be null. Slower than the integrators that are
/// made for what most pictures are of. Compiled for each backend in a source of its own.
template <class Backend>
void castMedium(Backend& backend, const TetRays& rays, const MediumFrame& frame);

/// Cast them to find what is seen in each pixel; `surfaces` may not be null either.
template <class Backend>
void castPicks(Backend& backend, const TetRays& rays, const MediumFrame& frame, const PickTarget& target);

} // namespace inkray
