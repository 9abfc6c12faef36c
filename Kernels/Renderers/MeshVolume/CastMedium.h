// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/Integrators/GatherMedium.h"
#include "Renderers/MeshVolume/Integrators/MediumRays.h"
#include "Shading/ColourTable.h"

#include <type_traits>

namespace inkray
{

struct PickView;
struct SegmentSample;

/// Any picture of a mesh.
struct MediumFrame
{
  Medium medium;
  FilmMode mode;
  const SurfaceScene* surfaces; ///< in the memory of the backend; null: none are drawn
  bool hasSlices;               ///< beside isosurfaces
  bool areSlicesByVertices;     ///< with colours of these, whether there is a volume or not
  float* depth;                 ///< receives window depths of opaque surfaces
  bool byPlanes;                ///< exit faces by the depths of planes (OnDemandVdfiExit)
  TwoPointFunctions twoPoints;
  ColourTableView
    colourTable; ///< the exact form of a function of values at the points alone, where it has one
  PiecewiseView surfacePieces;     ///< isosurfaces in values of the points, without slices: pieces of the
                                   ///< function that end at isovalues, too,
  const SurfacePiece* surfaceEnds; ///< and where they end
};

/// The pixels that films have left make the picture.
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

/// Sets of features that have kernels of their own beside the one that has everything, which is several times
/// slower. Each has a row in Kernels/CMakeLists.txt; Testing/Benchmarks/MEASURED.md says which are measured.
namespace medium_kernel
{
constexpr unsigned extremes = feature::extreme | feature::function;
constexpr unsigned cellExtremes = feature::extreme | feature::cellColours;
constexpr unsigned sums = feature::sum | feature::function;
constexpr unsigned cellSums = feature::sum | feature::cellColours;
constexpr unsigned litValues = feature::composite | feature::function | feature::light;
constexpr unsigned cellValues = feature::composite | feature::cellColours;
constexpr unsigned missingValues = litValues | feature::colouredLight | feature::missing;
constexpr unsigned ofCellLight = feature::composite | feature::cellLight | feature::colouredLight;
/// Colours of the vertices have no value to take opacity from, so that it has values of its own.
constexpr unsigned vertexColours = feature::composite | feature::vertexColours | feature::vertexOpacity |
  feature::light | feature::colouredLight;
constexpr unsigned categories = ofCellLight | feature::nearest;

/// Of what is composited without surfaces, in grey light, with edge functions: sets of which corners carry
/// the channels (GatherMedium.h). The function of the value alone is one of them for its two points.
constexpr unsigned values = feature::composite | feature::function;
constexpr unsigned ofCells = values | feature::cellOpacity | feature::cellGradients | feature::cellLight;
constexpr unsigned inLight = values | feature::vertexLight;
constexpr unsigned vertexOpacity = values | feature::cellColours | feature::vertexOpacity;
constexpr unsigned gradients = values | feature::vertexGradients;
constexpr unsigned gradientsInLight = gradients | feature::vertexLight;
constexpr unsigned table = feature::composite | feature::table | feature::vertexGradients;
constexpr unsigned tableOfCells = feature::composite | feature::table | feature::cellGradients;
} // namespace medium_kernel

/// Cast by the kernel of a set of features, without surfaces and with them. rays.cut may be null unless the
/// set is feature::all. Compiled for each backend in sources of their own.
template <unsigned Features, class Backend>
void castMediumAlone(Backend& backend, const TetRays& rays, const MediumFrame& frame);
template <unsigned Features, class Backend>
void castMediumWithSurfaces(Backend& backend, const TetRays& rays, const MediumFrame& frame);

/// Call cast with the first of the sets that has all that is wanted; false: none has.
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

/// The same with some sets, or else those of which corners carry the channels. Of the kinds of frames that
/// are carried, one of these has all that is wanted.
template <unsigned... First, class Cast>
void withCarryingSet(const Medium& medium, const Cast& cast)
{
  using namespace medium_kernel;
  withSetFor<First..., inLight, vertexOpacity, gradients, gradientsInLight, table, tableOfCells, ofCells>(
    medium.features(feature::composite), cast);
}

/// Cast the rays of any picture; rays.cut may not be null.
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
    withSetFor<extremes, cellExtremes, sums, cellSums, missingValues, vertexColours, categories,
      feature::all>(wanted, [&](auto set) { castMediumAlone<set()>(backend, rays, frame); });
}

/// Cast what is composited with edge functions by the kernel of a set of which corners carry the channels;
/// rays.cut may be null. And find the errors that segments of such a frame have by two points each. Compiled
/// for each backend in sources of their own.
template <unsigned Features, class Backend>
void castCarried(Backend& backend, const TetRays& rays, const MediumFrame& frame);
template <unsigned Features, class Backend>
void sampleSegments(Backend& backend, const SegmentSample& sample, const MediumFrame& frame);

// Faster integrators, with edge functions; rays.cut may be null. Compiled for each backend in sources of
// their own.

/// Values at the points by a table of colours, or by two points a segment.
template <class Backend>
void castTabulated(Backend& backend, const TetRays& rays, const MediumFrame& frame);
/// Isosurfaces of one colour each, alone, or with slices or without in a volume of values at the points.
template <class Backend>
void castSurfaces(Backend& backend, const TetRays& rays, const MediumFrame& frame);

/// Cast them to find what is seen in each pixel; neither `surfaces` nor rays.cut may be null.
template <class Backend>
void castPicks(Backend& backend, const TetRays& rays, const MediumFrame& frame, const PickView& picks,
  const std::uint32_t* originalTet);

} // namespace inkray
