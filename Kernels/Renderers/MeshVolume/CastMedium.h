// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/Integrators/GatherMedium.h"
#include "Renderers/MeshVolume/Integrators/MediumRays.h"
#include "Shading/FunctionColorTable.h"

#include <type_traits>

namespace inkray
{

struct PickView;
struct SegmentSample;

/// The input of any picture of a mesh, apart from its rays.
struct MediumFrame
{
  Medium medium;
  FilmMode mode;
  const SurfaceScene* surfaces; ///< in the memory of the backend; null: no surfaces are drawn
  bool hasSlices;               ///< slices are drawn, too
  bool areSlicesByVertices;     ///< slices have the vertices' colors, whether there is a volume or not
  float* depth;                 ///< receives the window depths of opaque surfaces
  bool byPlanes;                ///< find exit faces by the depths of planes (OnDemandVdfiExit)
  TwoPointFunctions twoPoints;
  FunctionColorTableView
    functionColorTable;        ///< the exact form of a function of point values alone, if it has such a table
  PiecewiseView surfacePieces; ///< for isosurfaces in point values, without slices: pieces of the
                               ///< function that also end at isovalues
  const SurfaceInterval* surfaceEnds; ///< the ends of these pieces
};

/// Convert the pixels that films have left into the picture.
struct DevelopFilms
{
  MediumOf<feature::all> medium;
  FilmModeOf<feature::all> mode;
  Float4* image;

  INKRAY_HD void operator()(std::int64_t pixel) const
  {
    const Float4 kept = image[pixel];
    const Film film = { 1.0f, kept.x, kept.y, kept.z, kept.w };
    image[pixel] = kept.w == 0.0f ? Float4{ 0.0f, 0.0f, 0.0f, 0.0f } : pixelOf(film, mode, medium);
  }
};

/// Sets of features that have their own kernels. The kernel for all features, which is several times slower,
/// draws all other sets. Each set has a row in Kernels/CMakeLists.txt; Testing/Benchmarks/MEASURED.md says
/// which sets are measured.
namespace medium_kernel
{
constexpr unsigned extremes = feature::extreme | feature::function;
constexpr unsigned cellExtremes = feature::extreme | feature::cellColors;
constexpr unsigned sums = feature::sum | feature::function;
constexpr unsigned cellSums = feature::sum | feature::cellColors;
constexpr unsigned litValues = feature::composite | feature::function | feature::light;
constexpr unsigned cellValues = feature::composite | feature::cellColors;
constexpr unsigned missingValues = litValues | feature::coloredLight | feature::missing;
constexpr unsigned ofCellLight = feature::composite | feature::cellLight | feature::coloredLight;
/// Vertices with colors have no value that could give opacity, so opacity has separate values.
constexpr unsigned vertexColors = feature::composite | feature::vertexColors | feature::vertexOpacity |
  feature::light | feature::coloredLight;
constexpr unsigned categories = ofCellLight | feature::nearest;

/// Sets for composited pictures without surfaces, in gray light, with edge functions: the corners carry the
/// channels (GatherMedium.h). `values`, the function of the value alone, is here for its integration by two
/// points.
constexpr unsigned values = feature::composite | feature::function;
constexpr unsigned ofCells = values | feature::cellOpacity | feature::cellGradients | feature::cellLight;
constexpr unsigned inLight = values | feature::vertexLight;
constexpr unsigned vertexOpacity = values | feature::cellColors | feature::vertexOpacity;
constexpr unsigned gradients = values | feature::vertexGradients;
constexpr unsigned gradientsInLight = gradients | feature::vertexLight;
constexpr unsigned table = feature::composite | feature::table | feature::vertexGradients;
constexpr unsigned tableOfCells = feature::composite | feature::table | feature::cellGradients;
} // namespace medium_kernel

/// Cast with the kernel for a set of features, without surfaces or with them. rays.cut may be null unless the
/// set is feature::all. Separate sources compile these for each backend.
template <unsigned Features, class Backend>
void castMediumAlone(Backend& backend, const TetRays& rays, const MediumFrame& frame);
template <unsigned Features, class Backend>
void castMediumWithSurfaces(Backend& backend, const TetRays& rays, const MediumFrame& frame);

/// Call cast with the first set that includes all wanted features. Returns false if no set does.
template <unsigned... Sets, class Cast>
bool withSetFor(unsigned wanted, const Cast& cast)
{
  const auto casts = [&](auto set) {
    const bool has = (wanted & ~set()) == 0u;
    if (has)
      cast(set);
    return has;
  };
  return (casts(std::integral_constant<unsigned, Sets>()) || ...);
}

/// Calls `cast` with the first set that includes all wanted features: of the given sets, then of the sets
/// whose corners carry the channels. For frames of kind Carried there is such a set.
template <unsigned... First, class Cast>
void withCarryingSet(const Medium& medium, const Cast& cast)
{
  using namespace medium_kernel;
  withSetFor<First..., inLight, vertexOpacity, gradients, gradientsInLight, table, tableOfCells, ofCells>(
    medium.features(feature::composite), cast);
}

/// Cast the rays of any picture; rays.cut must not be null.
template <class Backend>
void castMedium(Backend& backend, const TetRays& rays, const MediumFrame& frame)
{
  using namespace medium_kernel;
  // Planes' depths are for comparisons with the papers' methods.
  const bool isAllWanted = frame.byPlanes || (frame.surfaces && frame.areSlicesByVertices);
  const unsigned wanted =
    isAllWanted ? feature::all : frame.medium.features(filmOf(frame.mode.blend).kernels);
  if (frame.surfaces)
    withSetFor<litValues, cellValues, feature::all>(
      wanted, [&](auto set) { castMediumWithSurfaces<set()>(backend, rays, frame); });
  else
    withSetFor<extremes, cellExtremes, sums, cellSums, missingValues, vertexColors, categories, feature::all>(
      wanted, [&](auto set) { castMediumAlone<set()>(backend, rays, frame); });
}

/// castCarried casts composited pictures with edge functions, with the kernel for a set whose corners carry
/// the channels; rays.cut may be null. sampleSegments finds the errors of the segments of such a frame if
/// each is integrated with two points. Separate sources compile both functions for each backend.
template <unsigned Features, class Backend>
void castCarried(Backend& backend, const TetRays& rays, const MediumFrame& frame);
template <unsigned Features, class Backend>
void sampleSegments(Backend& backend, const SegmentSample& sample, const MediumFrame& frame);

// Faster integrators, with edge functions; rays.cut may be null. Separate sources compile them for each
// backend.

/// Values at the points, with a table of colors, or with two points for each segment.
template <class Backend>
void castTabulated(Backend& backend, const TetRays& rays, const MediumFrame& frame);
/// Isosurfaces with one color each: alone, or in a volume of point values, with or without slices.
template <class Backend>
void castSurfaces(Backend& backend, const TetRays& rays, const MediumFrame& frame);

/// Cast rays that find what is visible in each pixel; neither `surfaces` nor rays.cut may be null.
template <class Backend>
void castPicks(Backend& backend, const TetRays& rays, const MediumFrame& frame, const PickView& picks,
  const std::uint32_t* originalTet);

} // namespace inkray
