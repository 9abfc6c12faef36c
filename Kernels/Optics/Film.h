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
  float lowAverage, highAverage; ///< the values that Average counts, as shares of the value range from 0 to 1
  bool isKept;                   ///< pixels keep the gathered numbers, not a color; false for Composite
};

/// The light or values that a ray has gathered. Only Composite attenuates the light from behind. Other films
/// are attenuated only by surfaces, which lie over them.
struct Film
{
  float transmittance;    ///< share of the light from behind that still comes through
  float red, green, blue; ///< the gathered numbers: see each film
  float length;           ///< for sums: the length of the ray in the data, in world units times log2(e)
};

/// A part of a segment that a film adds: from one share of the segment to another, with the values there.
struct FilmSpan
{
  float from, to;
  float value, end;
  float length;
};

/// The defaults of a film. Films have no members: what they gather is in the ray (Film).
///
/// Each film also has `kernels`, the feature of the kernels that draw it. All films but Composite also have
///   weight(ray): the fourth number of a film that is kept; 0: the ray has met no value
///   develop(ray, medium): color multiplied by opacity, and opacity, if the weight is not 0.
struct AnyFilm
{
  static constexpr bool isComposite = false;
  static constexpr bool isPerLength = false; ///< opacities are per unit of length
  static constexpr bool hasRange = false;    ///< the film counts only values in a range
  /// The way to combine films of several parts of a picture. 0: they are added. Otherwise the picture keeps
  /// the film with the least `order` times red.
  static constexpr int order = 0;

  INKRAY_HD static void clear(Film& ray) { ray = { 1.0f, 0.0f, 0.0f, 0.0f, 0.0f }; }
  /// Add a cell without a value.
  template <class Medium>
  INKRAY_HD static void addMissing(Film&, const Medium&, float /*length*/)
  {
  }
  /// Add a span as a whole and return false, or return true to have its parts added one by one.
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
  /// The number that changes where a cell shows. Picks find the cell by it.
  INKRAY_HD static float gathered(const Film& ray) { return ray.red + ray.green + ray.blue; }
};

/// Combine the films of a pixel, each with its weight as the fourth number, by the order of AnyFilm. Of two
/// equal extremes, the first counts with `areInOrder`, otherwise the one with the greater green, then blue.
/// Sums are rounded once, so that a few films give the same sum in any order.
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
