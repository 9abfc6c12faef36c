// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/MeshArrays.h"
#include "Geometry/Mesh/Places/MeshPlaces.h"

#include <algorithm>
#include <cstdint>
#include <vector>

/// The places of a mesh: parts that lie far from one another for their size. Bins along each axis that no tet
/// covers are gaps, which part what lies on their sides, again and again within each part.
namespace inkray
{

constexpr int placeBins = 1024; ///< along each axis of a place
constexpr int narrowPlace = 2;  ///< bins of a part that has too few digits among the others
constexpr int wideGap = 16;     ///< bins between such a part and others
constexpr std::size_t mostPlaces = 64;
constexpr std::uint8_t noPlace = 255; ///< of a point that no tet uses

INKRAY_HD int placeBin(float x)
{
  return static_cast<int>(
    minimum(maximum((x * 0.5f + 0.5f) * placeBins, 0.0f), static_cast<float>(placeBins - 1)));
}

/// Flags the bins that each tet covers.
struct CoverBins
{
  const UInt4* tets;
  const Float3* points; ///< normalised, each in its place
  const std::uint8_t* placeOf;
  std::uint8_t* covered; ///< of each place, along each axis

  INKRAY_HD void operator()(std::int64_t t) const
  {
    const UInt4 tet = tets[t];
    if (tet.x == noVertex || placeOf[tet.x] == noPlace || placeOf[tet.y] == noPlace ||
      placeOf[tet.z] == noPlace || placeOf[tet.w] == noPlace)
      return;
    const Float3 a = points[tet.x], b = points[tet.y], c = points[tet.z], d = points[tet.w];
    std::uint8_t* const own = covered + std::int64_t(placeOf[tet.x]) * 3 * placeBins;
    this->cover(own, a.x, b.x, c.x, d.x);
    this->cover(own + placeBins, a.y, b.y, c.y, d.y);
    this->cover(own + 2 * placeBins, a.z, b.z, c.z, d.z);
  }

private:
  INKRAY_HD static void cover(std::uint8_t* bins, float a, float b, float c, float d)
  {
    const int last = placeBin(maximum(maximum(a, b), maximum(c, d)));
    for (int i = placeBin(minimum(minimum(a, b), minimum(c, d))); i <= last; ++i)
      if (readFlagRelaxed(bins + i) == 0)
        setFlagRelaxed(bins + i);
  }
};

/// Flags the bin of each point. Points leave all gaps that tets leave, and are fewer.
struct CoverBinsOfPoints
{
  const Float3* points; ///< normalised, each in its place
  const std::uint8_t* placeOf;
  std::uint8_t* covered; ///< of each place, along each axis

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (placeOf[i] == noPlace)
      return;
    const Float3 p = points[i];
    std::uint8_t* const own = covered + std::int64_t(placeOf[i]) * 3 * placeBins;
    this->cover(own + placeBin(p.x));
    this->cover(own + placeBins + placeBin(p.y));
    this->cover(own + 2 * placeBins + placeBin(p.z));
  }

private:
  INKRAY_HD static void cover(std::uint8_t* bin)
  {
    if (readFlagRelaxed(bin) == 0)
      setFlagRelaxed(bin);
  }
};

/// All points that are used begin in the first place.
struct BeginInOnePlace
{
  std::uint8_t* placeOf; ///< whether they are used, before

  INKRAY_HD void operator()(std::int64_t i) const { placeOf[i] = placeOf[i] != 0 ? 0 : noPlace; }
};

/// Where a place is parted: what lies beyond `bin` along an axis becomes the place `next`. bin < 0: nowhere.
struct PlaceSplit
{
  std::int32_t axis, bin, next;
};

struct SplitPlaces
{
  const Float3* points;
  const PlaceSplit* splits; ///< of each place
  std::uint8_t* placeOf;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (placeOf[i] == noPlace)
      return;
    const PlaceSplit split = splits[placeOf[i]];
    const Float3 p = points[i];
    const float x = split.axis == 0 ? p.x : split.axis == 1 ? p.y : p.z;
    if (split.bin >= 0 && placeBin(x) > split.bin)
      placeOf[i] = static_cast<std::uint8_t>(split.next);
  }
};

/// p' = (p - center) * scale, of each point in its place.
template <class P>
struct PointsInPlaces
{
  const P* points;
  const MeshPlace* places;
  const std::uint8_t* placeOf;

  INKRAY_HD Float3 operator()(std::int64_t i) const
  {
    const MeshPlace& place = places[placeOf[i] == noPlace ? 0 : placeOf[i]];
    return NormalisedPoints<P>{ points, place.center[0], place.center[1], place.center[2], place.scale }(i);
  }
};

/// One coordinate of the points of a place; NaN for others.
template <class P>
struct CoordinatesOfPlace
{
  const P* points;
  const std::uint8_t* placeOf;
  int place, axis;

  INKRAY_HD double operator()(std::int64_t i) const
  {
    return placeOf[i] == place ? static_cast<double>(points[3 * i + axis]) : static_cast<double>(NAN);
  }
};

/// Places to the keys of vertices along the curve, above all other bits.
struct AddPlaceToKeys
{
  const std::uint8_t* placeOf;
  std::uint64_t* keys;

  INKRAY_HD void operator()(std::int64_t i) const { keys[i] |= std::uint64_t(placeOf[i]) << mortonKeyBits; }
};

/// The widest gap of a place beside a part that is too narrow.
inline PlaceSplit findSplit(const std::uint8_t* covered)
{
  PlaceSplit found = { 0, -1, 0 };
  int widest = wideGap - 1;
  for (int axis = 0; axis < 3; ++axis, covered += placeBins)
  {
    int runs = 0, lastRun = 0; // lengths of runs before and behind the gap
    int gapBegin = -1, gapEnd = -1;
    const auto close = [&](int run) {
      if (gapBegin >= 0 && gapEnd - gapBegin > widest && (lastRun <= narrowPlace || run <= narrowPlace))
      {
        widest = gapEnd - gapBegin;
        found = { axis, gapBegin, 0 };
      }
      lastRun = run;
    };
    for (int i = 0; i < placeBins;)
    {
      if (covered[i] == 0)
      {
        ++i;
        continue;
      }
      const int begin = i;
      while (i < placeBins && covered[i] != 0)
        ++i;
      gapEnd = begin;
      close(i - begin);
      gapBegin = i;
      ++runs;
    }
  }
  return found;
}

/// Where each place is parted, by a kernel over n items that covers bins.
template <class Backend, class Cover>
std::vector<PlaceSplit> findSplits(Backend& backend, std::size_t numPlaces, std::int64_t n, Cover cover)
{
  const auto numBins = static_cast<std::int64_t>(numPlaces) * 3 * placeBins;
  Buffer<std::uint8_t, Backend> covered(backend, numBins);
  backend.zero(covered.data(), covered.bytes());
  cover.covered = covered.data();
  backend.forEach(n, cover);
  std::vector<std::uint8_t> inHost(static_cast<std::size_t>(numBins));
  backend.copyToHost(inHost.data(), covered.data(), covered.bytes());
  backend.synchronize();
  std::vector<PlaceSplit> splits(numPlaces);
  for (std::size_t k = 0; k < numPlaces; ++k)
    splits[k] = findSplit(inHost.data() + k * 3 * placeBins);
  return splits;
}

/// Part a mesh whose points are normalised over the whole. `placeOf`: whether points are used, before, and
/// then their places, in which they become normalised. Returns the places, without their vertices.
template <class Backend>
std::vector<MeshPlace> findMeshPlaces(Backend& backend, const TetMeshInput& input,
  const Buffer<UInt4, Backend>& tets, const MeshPlace& whole, Buffer<Float3, Backend>& points,
  Buffer<std::uint8_t, Backend>& placeOf)
{
  std::vector<MeshPlace> places = { whole };
  backend.forEach(points.size(), BeginInOnePlace{ placeOf.data() });
  for (;;)
  {
    // Points, which are quick to look at, tell of most meshes that there is no gap.
    std::vector<PlaceSplit> splits = findSplits(
      backend, places.size(), points.size(), CoverBinsOfPoints{ points.data(), placeOf.data(), nullptr });
    if (std::all_of(splits.begin(), splits.end(), [](const PlaceSplit& split) { return split.bin < 0; }))
      return places;
    splits = findSplits(
      backend, places.size(), tets.size(), CoverBins{ tets.data(), points.data(), placeOf.data(), nullptr });
    std::vector<int> changed;
    for (std::size_t k = 0; k < splits.size(); ++k)
    {
      if (splits[k].bin < 0 || places.size() == mostPlaces)
      {
        splits[k].bin = -1;
        continue;
      }
      splits[k].next = static_cast<std::int32_t>(places.size());
      changed.push_back(static_cast<int>(k));
      changed.push_back(splits[k].next);
      places.push_back(places[k]);
    }
    if (changed.empty())
      return places;
    Buffer<PlaceSplit, Backend> splitsThere(backend, static_cast<std::int64_t>(splits.size()));
    backend.copyFromHost(splitsThere.data(), splits.data(), splitsThere.bytes());
    backend.forEach(points.size(), SplitPlaces{ points.data(), splitsThere.data(), placeOf.data() });
    readPoints(backend, input, placeOf, [&](const auto& reader, const auto* p, const std::uint8_t* ofPoint) {
      using P = std::decay_t<decltype(*p)>;
      for (const int k : changed)
      {
        double bounds[6];
        for (int axis = 0; axis < 3; ++axis)
        {
          const FiniteRange range =
            reader.range(input.numPoints, CoordinatesOfPlace<P>{ p, ofPoint, k, axis });
          bounds[2 * axis] = range.low;
          bounds[2 * axis + 1] = range.high;
        }
        MeshPlace& place = places[static_cast<std::size_t>(k)];
        normalise(bounds, place.center, place.scale);
        place.ratio = static_cast<float>(place.scale / whole.scale);
      }
      using Reader = std::decay_t<decltype(reader)>;
      Buffer<MeshPlace, Backend> placesThere(backend, static_cast<std::int64_t>(places.size()));
      backend.copyFromHost(placesThere.data(), places.data(), placesThere.bytes());
      reader.fill(points.data(), input.numPoints,
        PointsInPlaces<P>{ p, Reader::readsInPlace ? placesThere.data() : places.data(), ofPoint });
      backend.synchronize();
    });
  }
}

} // namespace inkray
