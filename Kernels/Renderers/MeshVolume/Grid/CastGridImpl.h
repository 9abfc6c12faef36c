// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/Grid/CastGrid.h"
#include "Renderers/MeshVolume/Grid/PickGridRays.h"

namespace inkray
{

/// Cast the rays of a picture through values of one type. On a GPU, `Blocks` blocks of tilePixels threads
/// share a multiprocessor (Device/LaunchTable.h).
template <int Blocks, class Backend, class Values, class Gather>
void castGridRays(Backend& backend, const GridVolume<Backend>& volume, const Values& values,
  const GridPicture& picture, const Gather& gather)
{
  CastGridRays<Values, Gather> kernel;
  static_cast<GridRays&>(kernel) = picture.rays;
  kernel.view.volume = values;
  volume.describe(kernel.view);
  kernel.view.spans = picture.spans;
  kernel.view.showsMissing = picture.medium.missing.w > 0.0f;
  kernel.gather = gather;
  backend.template forEach<tilePixels, Blocks>(
    countRays<PixelOrder<PixelTiles::Morton>>(picture.rays.camera), kernel);
}

template <class Backend>
void castGridValues(Backend& backend, const GridVolume<Backend>& volume, const GridPicture& picture)
{
  if (volume.areCellsConstant())
    return castGridRays<launches::gridMedium.blocks>(
      backend, volume, volume.tagged(), picture, GatherGridValues{ picture.medium.colors });
  volume.visitView([&](const auto& own) {
    using View = std::decay_t<decltype(own)>;
    std::conditional_t<Backend::isDevice, OrderedView<View>, View> values;
    static_cast<View&>(values) = own;
    values.hidden = volume.tagged().hidden;
    if constexpr (Backend::isDevice)
      values.order = volume.order();
    if constexpr (Backend::isDevice)
      if (picture.colors.colors)
        return castGridRays<launches::gridColors.blocks>(
          backend, volume, values, picture, GatherGridColors{ picture.colors });
    castGridRays<launches::gridValues.blocks>(
      backend, volume, values, picture, GatherGridValues{ picture.medium.colors });
  });
}

template <unsigned Features, class Backend>
void castGridMedium(Backend& backend, const GridVolume<Backend>& volume, const GridPicture& picture)
{
  constexpr unsigned always = Features == grid_kernel::lit ? Features : 0u;
  const GatherGrid<Features, always> gather = { { picture.medium }, { picture.mode }, picture.channels };
  if constexpr (Features == grid_kernel::all)
    castGridRays<launches::gridMedium.blocks>(backend, volume, volume.tagged(), picture, gather);
  else
    castGridRays<launches::gridMedium.blocks>(backend, volume, atPoints(volume.tagged()), picture, gather);
}

template <class Backend>
void castGridPicks(Backend& backend, const PickGridRays& rays)
{
  backend.template forEach<tilePixels, launches::picks.blocks>(
    countRays<PixelOrder<PixelTiles::Morton>>(rays.grid.rays.camera), rays);
}

} // namespace inkray
