// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/MeshArrays.h"
#include "Geometry/Mesh/Places/MeshPlaces.h"

#include <algorithm>
#include <cstdint>
#include <vector>

/// The places of a mesh: parts that lie far from one another for their size. Each place has bins along each
/// axis; a run of bins that no tet covers is a gap. The widest gap beside a narrow part splits the place into
/// two, which are split again in the same way.
namespace inkray
{

constexpr int placeBins = 1024; ///< along each axis of a place
constexpr int narrowPlace = 2;  ///< the most bins of a part that loses precision if it shares a place
constexpr int wideGap = 16;     ///< the fewest bins between such a part and the others
constexpr std::size_t mostPlaces = 64;

INKRAY_HD int placeBin(float x)
{
  return static_cast<int>(
    minimum(maximum((x * 0.5f + 0.5f) * placeBins, 0.0f), static_cast<float>(placeBins - 1)));
}

/// Marks something for each tet that can be drawn, in one of two ways:
///  - `covered` is null: the tet's points become points of the first place. `points` are then the coordinates
///  times 0, which are NaN where a coordinate is not finite: such a tet marks nothing. Null `points`: all
///  count as finite.
///  - `covered` is given: the bins that the tet covers along each axis of its place are marked in it.
///  `points` are then normalized, each in its place.
struct MarkByTets
{
  const UInt4* tets;
  const Float3* points;
  std::uint8_t* placeOf; ///< place of each point
  std::uint8_t* covered; ///< null, or a flag for each bin: placeBins along each axis of each place

  INKRAY_HD void operator()(std::int64_t t) const
  {
    const UInt4 tet = tets[t];
    if (tet.x == noVertex || tet.x == tet.y || tet.x == tet.z || tet.x == tet.w || tet.y == tet.z ||
      tet.y == tet.w || tet.z == tet.w)
      return;
    if (covered)
      this->coverBins(tet);
    else if (!points ||
      (this->isFinite(tet.x) && this->isFinite(tet.y) && this->isFinite(tet.z) && this->isFinite(tet.w)))
      for (std::uint32_t i = 0; i < 4; ++i)
        setFlagRelaxed(placeOf + vertexOf(tet, i));
  }

private:
  INKRAY_HD bool isFinite(std::uint32_t point) const
  {
    const float sum = points[point].x + points[point].y + points[point].z;
    return sum - sum == 0.0f;
  }
  INKRAY_HD void coverBins(const UInt4& tet) const
  {
    if (placeOf[tet.x] == noPlace || placeOf[tet.y] == noPlace || placeOf[tet.z] == noPlace ||
      placeOf[tet.w] == noPlace)
      return;
    const Float3 a = points[tet.x], b = points[tet.y], c = points[tet.z], d = points[tet.w];
    std::uint8_t* const own = covered + std::int64_t(placeOf[tet.x] - firstPlace) * 3 * placeBins;
    this->cover(own, a.x, b.x, c.x, d.x);
    this->cover(own + placeBins, a.y, b.y, c.y, d.y);
    this->cover(own + 2 * placeBins, a.z, b.z, c.z, d.z);
  }
  INKRAY_HD static void cover(std::uint8_t* bins, float a, float b, float c, float d)
  {
    const int last = placeBin(maximum(maximum(a, b), maximum(c, d)));
    for (int i = placeBin(minimum(minimum(a, b), minimum(c, d))); i <= last; ++i)
      if (readFlagRelaxed(bins + i) == 0)
        setFlagRelaxed(bins + i);
  }
};
static_assert(firstPlace == 1, "a flag that is set is the first place");

/// Where a place is split: points beyond `bin` along an axis go to the place `next`. bin < 0: nowhere.
struct PlaceSplit
{
  std::int32_t axis, bin, next;
};

/// Processes each point that a tet uses, in one of two ways:
/// - `splits` is null: the point's bin along each axis is marked in `covered`. There are fewer points than
///   tets, and points mark only bins that tets cover: if points show no gap, tets show none.
/// - `splits` is given: a point beyond the split of its place goes to the next place.
struct MarkByPoints
{
  const Float3* points;     ///< normalized, each in its place
  const PlaceSplit* splits; ///< null, or one for each place
  std::uint8_t* placeOf;    ///< place of each point
  std::uint8_t* covered;    ///< a flag for each bin, as in MarkByTets; unused if `splits` is given

  INKRAY_HD void operator()(std::int64_t i) const
  {
    if (placeOf[i] == noPlace)
      return;
    const Float3 p = points[i];
    const int place = placeOf[i] - firstPlace;
    if (splits)
    {
      const PlaceSplit split = splits[place];
      const float x = split.axis == 0 ? p.x : split.axis == 1 ? p.y : p.z;
      if (split.bin >= 0 && placeBin(x) > split.bin)
        placeOf[i] = static_cast<std::uint8_t>(split.next + firstPlace);
      return;
    }
    std::uint8_t* const own = covered + std::int64_t(place) * 3 * placeBins;
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

/// The split of a place at its widest gap beside a narrow part, from the flags of its bins; bin < 0: there is
/// no such gap. The caller gives the next place a number.
inline PlaceSplit findSplit(const std::uint8_t* covered)
{
  PlaceSplit found = { 0, -1, 0 };
  int widest = wideGap - 1;
  for (int axis = 0; axis < 3; ++axis, covered += placeBins)
  {
    int lastRun = 0; // length of the last run of covered bins
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
    }
  }
  return found;
}

/// The split of each place. `cover` is a MarkByTets or MarkByPoints, which marks bins over n items.
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

/// Find the bounds of the points of tets that can be drawn, and give these points the first place. Other
/// points may lie anywhere, and get no place. `points` may be overwritten.
template <class Backend>
void findUsedBounds(Backend& backend, const TetMeshInput& input, const Buffer<UInt4, Backend>& tets,
  double bounds[6], Buffer<std::uint8_t, Backend>& placeOf, Buffer<Float3, Backend>& points)
{
  placeOf.reset(backend, input.numPoints);
  // Marks used points, and finds their bounds. Returns whether some points are unused, or not finite.
  const auto find = [&](const Float3* timesZero) {
    backend.zero(placeOf.data(), placeOf.bytes());
    backend.forEach(tets.size(), MarkByTets{ tets.data(), timesZero, placeOf.data(), nullptr });
    std::int64_t others = 0;
    readPoints(backend, input, placeOf, [&](const auto& reader, const auto* p, const std::uint8_t* ofPoint) {
      for (int axis = 0; axis < 3; ++axis)
      {
        using P = std::decay_t<decltype(*p)>;
        const FiniteRange range =
          reader.range(input.numPoints, CoordinatesOfPlace<P>{ p, ofPoint, firstPlace, axis });
        bounds[2 * axis] = range.low;
        bounds[2 * axis + 1] = range.high;
        others += range.notFinite;
      }
    });
    return others > 0;
  };
  if (!find(nullptr))
    return;
  // A tet with a point that is not finite is not drawn, and does not make its other points used.
  constexpr double nowhere[3] = { 0, 0, 0 };
  takePoints(backend, input, nowhere, 0.0, points);
  find(points.data());
}

/// Split a mesh into places. At first, `points` are normalized over the whole mesh, and the used ones are in
/// the first place. Afterwards, `placeOf` has the place of each point, and points are normalized, each in its
/// place. Returns the places, whose firstVertex is not known yet.
template <class Backend>
std::vector<MeshPlace> findMeshPlaces(Backend& backend, const TetMeshInput& input,
  const Buffer<UInt4, Backend>& tets, const MeshPlace& whole, Buffer<Float3, Backend>& points,
  Buffer<std::uint8_t, Backend>& placeOf)
{
  std::vector<MeshPlace> places = { whole };
  for (;;)
  {
    // Examine points first, which is quick and shows for most meshes that there is no gap.
    std::vector<PlaceSplit> splits = findSplits(
      backend, places.size(), points.size(), MarkByPoints{ points.data(), nullptr, placeOf.data(), nullptr });
    if (std::all_of(splits.begin(), splits.end(), [](const PlaceSplit& split) { return split.bin < 0; }))
      return places;
    splits = findSplits(
      backend, places.size(), tets.size(), MarkByTets{ tets.data(), points.data(), placeOf.data(), nullptr });
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
    backend.forEach(
      points.size(), MarkByPoints{ points.data(), splitsThere.data(), placeOf.data(), nullptr });
    readPoints(backend, input, placeOf, [&](const auto& reader, const auto* p, const std::uint8_t* ofPoint) {
      using P = std::decay_t<decltype(*p)>;
      for (const int k : changed)
      {
        double bounds[6];
        for (int axis = 0; axis < 3; ++axis)
        {
          const FiniteRange range = reader.range(input.numPoints,
            CoordinatesOfPlace<P>{ p, ofPoint, static_cast<std::uint8_t>(k + firstPlace), axis });
          bounds[2 * axis] = range.low;
          bounds[2 * axis + 1] = range.high;
        }
        MeshPlace& place = places[static_cast<std::size_t>(k)];
        normalize(bounds, place.center, place.scale);
        place.ratio = static_cast<float>(place.scale / whole.scale);
      }
      using Reader = std::decay_t<decltype(reader)>;
      Buffer<MeshPlace, Backend> placesThere(backend, static_cast<std::int64_t>(places.size()));
      backend.copyFromHost(placesThere.data(), places.data(), placesThere.bytes());
      reader.fill(points.data(), input.numPoints,
        NormalizedPoints<P>{
          p, 0, 0, 0, 0, Reader::readsInPlace ? placesThere.data() : places.data(), ofPoint });
      backend.synchronize();
    });
  }
}

} // namespace inkray
