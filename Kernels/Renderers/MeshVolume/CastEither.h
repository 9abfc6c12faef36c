// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/Integrators/AlongSegments.h"

namespace inkray
{

/// One kernel with two ways to gather the same picture. Each frame uses one way.
template <class Exact, class Fast>
struct CastEither
{
  Exact exact;
  Fast fast;
  bool isFast;

  INKRAY_HD void operator()(std::int64_t i) const { isFast ? fast(i) : exact(i); }
};

template <class View, int Blocks, class Backend, class Exact, class Fast>
void castEither(Backend& backend, const TetRays& rays, const Exact& exact, const Fast& fast, bool isFast)
{
  const auto kernelOf = [&](const auto& gathering) {
    using Integrator = AlongSegments<std::decay_t<decltype(gathering)>>;
    CastTetRays<Integrator, EdgeFunctionExit, View> kernel;
    static_cast<TetRays&>(kernel) = rays;
    kernel.integrator = Integrator{ gathering };
    return kernel;
  };
  const auto both = CastEither<decltype(kernelOf(exact)), decltype(kernelOf(fast))>{ kernelOf(exact),
    kernelOf(fast), isFast };
  backend.template forEach<tilePixels, Blocks>(countRays<PixelOrder<PixelTiles::Morton>>(rays.camera), both);
}

} // namespace inkray
