// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Medium.h"

namespace inkray
{

enum class BlendMode : int; // the table in Films.h

/// How a ray shows a medium: the same for all rays of a frame.
struct FilmMode
{
  BlendMode blend;
  float lowAverage, highAverage; ///< the values that Average counts, from 0 to 1 over the range of all
  bool isKept; ///< pixels are what rays have gathered, not what it looks like; not of Composite
};

/// The light or values that a ray has gathered. A film other than Composite does not attenuate: surfaces do,
/// and they lie over what it shows.
struct Film
{
  float transmittance;    ///< share of the light from behind that still comes through
  float red, green, blue; ///< what a film makes of them
  float length;           ///< of sums: how long it is, in world units times log2(e)
};

/// A part of a segment that a film adds: from one share of its way to another, and the values there.
struct FilmSpan
{
  float from, to;
  float value, end;
  float length;
};

/// What a film is and does unless it says something else. Films have no members: a ray has them (Film).
///
/// Beside this a film says what kernels draw it, and all but Composite have
///   weight(ray): the fourth number of a film that is kept; 0: the ray has met nothing
///   develop(ray, medium): color multiplied by opacity, and opacity, where the weight is not 0.
struct AnyFilm
{
  static constexpr bool isComposite = false;
  static constexpr bool isPerLength = false; ///< opacities are those of a length
  static constexpr bool hasRange = false;    ///< it counts the values in a range
  /// How rays of several parts of a picture are combined. 0: what they have gathered adds up. Else they have
  /// an order, and the one of the least product of this and red is the ray of the whole.
  static constexpr int order = 0;

  INKRAY_HD static void clear(Film& ray) { ray = { 1.0f, 0.0f, 0.0f, 0.0f, 0.0f }; }
  /// Add a cell without a value.
  template <class Medium>
  INKRAY_HD static void addMissing(Film&, const Medium&, float /*length*/)
  {
  }
  /// Add a span as a whole, or return that its parts are to be added.
  template <class Medium>
  INKRAY_HD static bool addSpan(
    Film&, const FilmMode&, const Medium&, const MediumSegment&, FilmSpan&, IntervalPlace&)
  {
    return true;
  }
  /// Add a part between two breaks, with the value at any share of the segment.
  template <class Part, class ValueAt>
  INKRAY_HD static void addPart(Film&, const Part&, const ValueAt&, float /*length*/)
  {
  }
  /// The number that changes where a cell shows, by which it is picked.
  INKRAY_HD static float gathered(const Film& ray) { return ray.red + ray.green + ray.blue; }
};

/// Combine what rays of a pixel have gathered, each with its weight behind it, in an order as of AnyFilm.
/// Of equals, the first counts where they are in order; else that of the greater opacity. Sums are rounded
/// once, so that those of a few films are the same in any order.
template <class Get>
INKRAY_HD Float4 combineFilms(int order, bool areInOrder, const Float4& first, int number, const Get& get)
{
  if (order != 0)
  {
    const auto isBefore = [&](const Float4& a, const Float4& b) {
      if (a.w == 0.0f || b.w == 0.0f)
        return a.w > 0.0f;
      if (a.x == b.x)
        return !areInOrder && (a.y > b.y || (a.y == b.y && a.z > b.z));
      return order < 0 ? a.x > b.x : a.x < b.x;
    };
    Float4 best = first;
    for (int k = 0; k < number; ++k)
    {
      const Float4 other = get(k);
      if (isBefore(other, best))
        best = other;
    }
    return best;
  }
  double red = first.x, green = first.y, blue = first.z, weight = first.w;
  for (int k = 0; k < number; ++k)
  {
    const Float4 other = get(k);
    red += other.x;
    green += other.y;
    blue += other.z;
    weight += other.w;
  }
  return { static_cast<float>(red), static_cast<float>(green), static_cast<float>(blue),
    static_cast<float>(weight) };
}

} // namespace inkray
