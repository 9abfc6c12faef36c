// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Renderers/MeshVolume/CastTetRays.h"
#include "Renderers/MeshVolume/Integrators/MediumRays.h"
#include "Shading/ColourTable.h"
#include "Shading/TwoPointIntegration.h"

#include <type_traits>

namespace inkray
{

struct PickView;
struct SegmentSample;

/// Functions by two points a segment.
struct TwoPointFunctions
{
  bool areTaken;           ///< in place of integrals that are exact
  ProductView product;     ///< of transfer function and gradient opacity; a table is in the medium
  ColourTableView colours; ///< the exact form of a function of values at the points alone, where it has one
  StepView steps;          ///< the same function
};

/// Any picture of a mesh.
struct MediumFrame
{
  Medium medium;
  FilmMode mode;
  const SurfaceScene* surfaces; ///< in the memory of the backend; null: none are drawn
  bool hasSlices;               ///< beside isosurfaces
  float* depth;                 ///< receives window depths of opaque surfaces
  bool byPlanes;                ///< exit faces by the depths of planes (OnDemandVdfiExit)
  TwoPointFunctions twoPoints;
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
} // namespace medium_kernel

/// Cast by the kernel of a set of features, without surfaces and with them. rays.cut may be null unless the
/// set is feature::all. Compiled for each backend in sources of their own.
template <unsigned Features, class Backend>
void castMediumAlone(Backend& backend, const TetRays& rays, const MediumFrame& frame);
template <unsigned Features, class Backend>
void castMediumWithSurfaces(Backend& backend, const TetRays& rays, const MediumFrame& frame);

/// Call cast with the first of the sets that has all that is wanted, or else with feature::all.
template <unsigned... Sets, class Cast>
void withKernelFor(unsigned wanted, const Cast& cast)
{
  const auto casts = [&](auto set) {
    const bool has = (wanted & ~set()) == 0u;
    if (has)
      cast(set);
    return has;
  };
  (casts(std::integral_constant<unsigned, Sets>()) || ... ||
    casts(std::integral_constant<unsigned, feature::all>()));
}

/// Cast the rays of any picture; rays.cut may not be null.
template <class Backend>
void castMedium(Backend& backend, const TetRays& rays, const MediumFrame& frame)
{
  using namespace medium_kernel;
  // Planes' depths are for comparisons with the papers' methods.
  const unsigned wanted =
    frame.byPlanes ? feature::all : frame.medium.features(filmOf(frame.mode.blend).kernels);
  if (frame.surfaces)
    withKernelFor<litValues, cellValues>(
      wanted, [&](auto set) { castMediumWithSurfaces<set()>(backend, rays, frame); });
  else
    withKernelFor<extremes, cellExtremes, sums, cellSums, missingValues, vertexColours, categories>(
      wanted, [&](auto set) { castMediumAlone<set()>(backend, rays, frame); });
}

// Faster integrators of what is composited, with edge functions; rays.cut may be null. Compiled for each
// backend in sources of their own.

/// Values of points in grey light, along the rays.
template <class Backend>
void castShaded(Backend& backend, const TetRays& rays, const MediumFrame& frame);
/// Colour, attenuation or both from points, each from values of its own.
template <class Backend>
void castSeparate(Backend& backend, const TetRays& rays, const MediumFrame& frame);
/// Values of points with gradient opacity, which may be in grey light, or by the two-dimensional function.
template <class Backend>
void castGradient(Backend& backend, const TetRays& rays, const MediumFrame& frame);
/// The errors that segments of that frame have by two points each, of functions of smooth gradients.
template <class Backend>
void sampleGradientSegments(Backend& backend, const SegmentSample& sample, const MediumFrame& frame);
/// Values at the points by a table of colours, or by two points a segment.
template <class Backend>
void castTabulated(Backend& backend, const TetRays& rays, const TwoPointFunctions& functions);
/// The errors that segments have by two points each, where the function has these pieces.
template <class Backend>
void sampleFunctionSegments(
  Backend& backend, const SegmentSample& sample, const PiecewiseView& pieces, const StepView& steps);
/// Isosurfaces of one colour each, alone, or with slices or without in a volume of values at the points.
template <class Backend>
void castSurfaces(Backend& backend, const TetRays& rays, const MediumFrame& frame);

/// Cast them to find what is seen in each pixel; neither `surfaces` nor rays.cut may be null.
template <class Backend>
void castPicks(Backend& backend, const TetRays& rays, const MediumFrame& frame, const PickView& picks,
  const std::uint32_t* originalTet);

} // namespace inkray
