// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "InKRayRenderingModule.h"
#include "Optics/Films.h"
#include "SurfaceFragments.h"
#include "View/Camera.h"

#include <array>
#include <cstddef>
#include <vector>

class RayCastRanks;
class vtkRenderer;

/// One picture of a volume whose parts are on several ranks. In a blend mode other than Composite, what the
/// rays of the ranks have gathered (films, see inkray::FrameOptions::keepsFilms) is combined before it gets a
/// colour: extremes and sums of the parts are those of the whole, while their pictures blended are not. In
/// blend mode Composite the pictures of the parts, in single precision, are put over one another in their
/// order of depth; they are the surfaces here, and there are no stages of depths, films and colours.
///
/// A picture is made in stages, in the order of the methods here. The first call of a stage exchanges the
/// data of all ranks, and later ones return the same: a rank may draw again after its device has failed. End
/// goes through the stages that a rank has not come to, as one that has nothing, or that fails, so that the
/// others never wait for it.
///
/// Translucent surfaces that ranks have in the picture, as polygons, may be anywhere. In blend mode Composite
/// each of their fragments goes to the rank in whose part of the volume it lies, which has it in its rays.
///
/// The front rank shows all of it, so that blending shows it once and over everything that is not ray cast,
/// as one rank would: surfaces (isosurfaces and slices of the volume) of all ranks, put over one another in
/// their order of depth, and behind them the films. Rays of all end at the nearest opaque thing of any rank.
class INKRAYRENDERING_EXPORT FilmExchange
{
public:
  /// The contribution of a rank to a picture.
  struct Offer
  {
    bool HasData = false;            ///< it casts rays
    bool HasSurfaces = false;        ///< these meet surfaces, too
    bool HasOpaque = false;          ///< its window has depths already
    int Size[2] = { 0, 0 };          ///< in pixels of the image that it would cast
    double Range[2] = { 1.0, -1.0 }; ///< to hold its values relative to; low above high: there are no values
  };
  /// The picture that all ranks draw.
  struct Agreement
  {
    bool IsAny = false; ///< some rank has data; the rest is meaningless otherwise
    bool HasSurfaces = false;
    bool HasOpaque = false;
    int Size[2] = { 0, 0 };
    double Range[2] = { 1.0, -1.0 };
    int First = 0;  ///< the first rank of those with data
    int Front = -1; ///< the front rank of those that show something; below 0: none does
  };

  /// Begin a picture; null: this rank draws for itself. `isMerged`: of several volumes (ShareSuccess).
  void Begin(
    RayCastRanks* ranks, const inkray::FilmTraits& film, vtkRenderer* renderer, bool isMerged = false);
  bool IsOn() const { return this->Ranks != nullptr; }
  bool IsComposite() const { return this->Film.isComposite; }
  /// Whether ranks have agreed on a picture, and this one has not come to the last stage.
  bool IsUnfinished() const;

  /// `shows`: this rank has a window in which it could show the picture.
  const Agreement& Agree(const Offer& offer, bool shows);
  bool Shows() const; ///< whether this rank does
  bool HaveSurfaces() const { return this->Agreed.HasSurfaces; }
  /// Where rays to surfaces end, as window depths: `window` are those of this rank's window, or null. Null
  /// where nothing is in the way on any rank.
  const float* ShareWindows(const float* window);
  /// Where rays of films end: there, or at the opaque surfaces of any rank; those of this one, or null.
  const float* ShareDepths(const float* surfaces);
  /// In blend mode Composite: the fragments of translucent surfaces that this rank has in the image of a
  /// camera, whose mesh is the volume. Returns those of all ranks that lie in its part, sorted.
  const SurfaceFragments& ShareFragments(const inkray::Camera& camera, SurfaceFragments fragments);
  /// Before ShareSurfaces, of a picture of several volumes: whether this rank has cast its part. Returns
  /// whether all ranks have. If not, there is no picture, on any rank, and its stages are over: each volume
  /// can be drawn for itself, on another device where one has failed.
  bool ShareSuccess(bool hasCast);
  /// This rank fails, in whatever stage it is; nothing happens where the picture is of one volume.
  void Fail();
  /// Whether any rank has failed. All ranks return the same.
  bool HasFailed() const { return this->Failed; }
  /// RGBA of the surfaces of this rank (premultiplied), or null; in blend mode Composite, of all that it
  /// casts. Returns, where this rank shows the picture, those of all.
  const std::vector<float>& ShareSurfaces(const float* surfaces);
  /// RGBA of the films of this rank, or null. Returns what it is to develop: of extremes those that are the
  /// extreme of all ranks, and of sums the sum of all.
  const std::vector<float>& ShareFilms(const float* films);
  /// RGBA of the pixels that this rank has developed, or null. Returns those that it shows.
  const std::vector<float>& ShareColors(const float* colors);

  void End();

  /// Put a picture of premultiplied RGBA over another of its size.
  static void Blend(std::vector<float>& front, const std::vector<float>& behind);

private:
  std::size_t GetPlace() const; // of this rank in the order
  void TakeNearest(const float* depths);
  void TakeOver(std::vector<float>& picture);
  void HandOut(std::vector<std::vector<SurfaceFragments::Fragment>>& byRank);
  struct Rectangle; // of pixels
  Rectangle FindPixels(const float* values, std::size_t channels, float none) const;
  void SendPixels(const std::vector<float>& picture, const Rectangle& shown, int to);
  void ReceiveBehind(std::vector<float>& picture, Rectangle& shown, int from);
  std::size_t GetNumberOfPixels() const;

  RayCastRanks* Ranks = nullptr;
  inkray::FilmTraits Film = inkray::allFilms[0];
  int Stage = 0; // that comes next
  bool IsMerged = false;
  bool Failed = false;
  Agreement Agreed;
  std::vector<int> Order; // of the parts of all ranks, the nearest first; behind the others, those not known
  std::vector<int> Blended;                 // the ranks whose pictures are blended once, the front one first
  std::vector<std::array<double, 6>> Boxes; // of these parts, by rank; empty: not known
  std::vector<float> Depths;
  SurfaceFragments Fragments;
  std::vector<float> Surfaces;
  std::vector<float> Films;
  std::vector<float> Colors;
};
