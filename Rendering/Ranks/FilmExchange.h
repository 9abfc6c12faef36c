// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Shading/BlendMode.h"

#include <cstdint>
#include <vector>

class RayCastRanks;
class vtkRenderer;

/// One picture of a volume whose parts are on several ranks, in a blend mode other than Composite. What the
/// rays of the ranks have gathered (films, see inkray::FrameOptions::keepsFilms) is combined before it gets a
/// colour: extremes and sums of the parts are those of the whole, while their pictures blended are not.
///
/// A picture is made in stages, in the order of the methods here. The first call of a stage exchanges the
/// data of all ranks, and later ones return the same: a rank may draw again after its device has failed. End
/// goes through the stages that a rank has not come to, as one that has nothing, so that the others never
/// wait for it.
///
/// Which rank shows a pixel, so that blending shows it once: films lie over everything that is not ray cast,
/// so without surfaces it is the front one. Surfaces (isosurfaces and slices of the volume) lie over films,
/// and the opaque thing at which rays end lies behind: with surfaces it is the rank of that thing, or where
/// there is none the rank at the back.
class FilmExchange
{
public:
  /// The contribution of a rank to a picture.
  struct Offer
  {
    bool HasData = false;            ///< it casts rays
    bool HasSurfaces = false;        ///< these meet surfaces, too
    bool HasOpaque = false;          ///< its window has depths already
    int Size[2] = { 0, 0 };          ///< in pixels of the image that it would cast
    double Range[2] = { 1.0, -1.0 }; ///< of its values; low above high: there are none
  };
  /// The picture that all ranks draw.
  struct Agreement
  {
    bool IsAny = false; ///< some rank has data; the rest is meaningless otherwise
    bool HasSurfaces = false;
    bool HasOpaque = false;
    int Size[2] = { 0, 0 };
    double Range[2] = { 1.0, -1.0 };
    int First = 0;           ///< the first rank of those with data
    int Front = 0, Back = 0; ///< the first rank of all, and the last one
  };

  /// Begin a picture; null: this rank draws for itself.
  void Begin(RayCastRanks* ranks, inkray::BlendMode mode);
  bool IsOn() const { return this->Ranks != nullptr; }

  const Agreement& Agree(const Offer& offer, vtkRenderer* renderer);
  /// Where rays end, as window depths: `window` are those of this rank's window, `surfaces` those of its
  /// opaque surfaces; either may be null. Null where nothing is in the way on any rank.
  const float* ShareDepths(const float* window, const float* surfaces);
  /// RGBA of the films of this rank, or null. Returns what it is to develop: of extremes those that are the
  /// extreme of all ranks, and of sums the sum of all.
  const std::vector<float>& ShareFilms(const float* films);
  /// RGBA of the pixels that this rank has developed, or null. Returns those that it shows.
  const std::vector<float>& ShareColors(const float* colors);

  void End();

private:
  bool IsExtreme() const;
  bool ShowsAt(std::size_t pixel) const;
  std::size_t GetNumberOfPixels() const;

  RayCastRanks* Ranks = nullptr;
  inkray::BlendMode Mode = inkray::BlendMode::Composite;
  int Stage = 0; // that comes next
  Agreement Agreed;
  std::vector<float> Depths;
  std::vector<int> Owners; // of the depths; -1: nothing is there
  std::vector<float> Films;
  std::vector<float> Colors;
};
