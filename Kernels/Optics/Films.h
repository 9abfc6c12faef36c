// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Films/AdditiveFilm.h"
#include "Optics/Films/AverageFilm.h"
#include "Optics/Films/CompositeFilm.h"
#include "Optics/Films/ExtremeFilm.h"

/// The blend modes turn the values along a ray into a pixel. They are VTK's modes
/// (vtkVolumeMapper::BlendModes), with the exact extreme or integral in each cell in place of samples. A ray
/// that meets no value is empty.
///
/// This is the only list of blend modes. A row has the name, VTK's number, the film that implements the mode,
/// the entry in ParaView's panel and Python's keyword. Kernels/BlendModes.cmake reads the rows and the help,
/// and makes the lists of the XML and the Python module from them.
// clang-format off
#define INKRAY_BLEND_MODES(ROW) \
  ROW(Composite, 0, CompositeFilm, "Composite", "composite") \
  ROW(Maximum, 1, MaximumFilm, "Maximum Intensity", "maximum") \
  ROW(Minimum, 2, MinimumFilm, "Minimum Intensity", "minimum") \
  ROW(Average, 3, AverageFilm, "Average Intensity", "average") \
  ROW(Additive, 4, AdditiveFilm, "Additive", "additive")

#define INKRAY_BLEND_HELP \
  "Composite: emission and absorption. " \
  "Maximum and Minimum Intensity: color and opacity of the extreme value; the unit distance does not apply. " \
  "Average Intensity and Additive: gray mean or sum of opacity times value, with values scaled from 0 to 1. " \
  "In these four modes, isosurfaces and slices lie over the volume."
// clang-format on

namespace inkray
{

enum class BlendMode : int
{
#define INKRAY_ROW(mode, number, film, entry, keyword) mode = (number),
  INKRAY_BLEND_MODES(INKRAY_ROW)
#undef INKRAY_ROW
};

/// The properties of a blend mode that are needed outside kernels.
struct FilmTraits
{
  BlendMode mode;
  const char *name, *entry, *keyword;
  unsigned kernels; ///< this and the members below are those of AnyFilm
  bool isComposite, isPerLength, hasRange;
  int order;

  constexpr bool isOrdered() const { return order != 0; }
  constexpr bool isSummed() const { return !isComposite && order == 0; }
};

/// The traits of all films, in the order of the table.
constexpr FilmTraits allFilms[] = {
#define INKRAY_ROW(mode, number, film, entry, keyword)                                                       \
  { BlendMode::mode, #mode, entry, keyword, film::kernels, film::isComposite, film::isPerLength,             \
    film::hasRange, film::order },
  INKRAY_BLEND_MODES(INKRAY_ROW)
#undef INKRAY_ROW
};

/// The film of the blend mode with this VTK number; null if there is none.
constexpr const FilmTraits* findFilm(int number)
{
  for (const FilmTraits& film : allFilms)
    if (static_cast<int>(film.mode) == number)
      return &film;
  return nullptr;
}
constexpr const FilmTraits& filmOf(BlendMode mode)
{
  const FilmTraits* const film = findFilm(static_cast<int>(mode));
  return film ? *film : allFilms[0];
}

/// The last mode in the table that kernels with these features draw.
constexpr BlendMode findLastFilm(unsigned features)
{
  BlendMode last = {};
  for (const FilmTraits& film : allFilms)
    if (feature::has(features, film.kernels))
      last = film.mode;
  return last;
}
/// findLastFilm as a constant: nvcc takes no call of a host function in a kernel.
template <unsigned Features>
constexpr BlendMode lastFilm = findLastFilm(Features);

/// Call f with the film of a mode. Only films that kernels with these features draw are compiled in.
template <unsigned Features, class F>
INKRAY_HD auto withFilm(BlendMode mode, const F& f)
{
#define INKRAY_ROW(name, number, film, entry, keyword)                                                       \
  if constexpr (lastFilm<Features> == BlendMode::name)                                                       \
    return f(film());                                                                                        \
  else if constexpr (feature::has(Features, film::kernels))                                                  \
    if (mode == BlendMode::name)                                                                             \
      return f(film());
  INKRAY_BLEND_MODES(INKRAY_ROW)
#undef INKRAY_ROW
}

/// The mode of a picture, in kernels with these features.
template <unsigned Features>
struct FilmModeOf : FilmMode
{
  template <class F>
  INKRAY_HD auto with(const F& f) const
  {
    return withFilm<Features>(blend, f);
  }
  INKRAY_HD bool isComposite() const
  {
    return this->with([](auto film) { return decltype(film)::isComposite; });
  }
  INKRAY_HD bool isOrdered() const
  {
    return this->with([](auto film) { return decltype(film)::order != 0; });
  }
};

/// The pixel of a ray: color multiplied by opacity, and opacity; or, if films are kept, what it has gathered.
/// Surfaces in front attenuate a developed film by the ray's transmittance.
template <unsigned Features, class Medium>
INKRAY_HD Float4 pixelOf(const Film& ray, const FilmModeOf<Features>& mode, const Medium& medium)
{
  return mode.with([&](auto film) -> Float4 {
    if constexpr (decltype(film)::isComposite)
      return { ray.red, ray.green, ray.blue, 1.0f - ray.transmittance };
    else
    {
      const float weight = film.weight(ray);
      if (mode.isKept)
        return { ray.red, ray.green, ray.blue, weight };
      const Float4 shown = weight > 0.0f ? film.develop(ray, medium) : Float4{ 0.0f, 0.0f, 0.0f, 0.0f };
      return { ray.transmittance * shown.x, ray.transmittance * shown.y, ray.transmittance * shown.z,
        1.0f - ray.transmittance * (1.0f - shown.w) };
    }
  });
}

} // namespace inkray
