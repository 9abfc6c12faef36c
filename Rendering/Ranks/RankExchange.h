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

/// Makes one picture of a volume whose parts are on several ranks. In a blend mode other than Composite, the
/// ranks combine what their rays have gathered (films, see inkray::FrameOptions::keepsFilms) before it gets
/// colors: extremes and sums over the parts are those of the whole, while blended pictures of the parts are
/// not. In blend mode Composite the pictures of the parts, in single precision, are composited in their order
/// of depth. ShareSurfaces then takes whole pictures in place of surfaces, and ShareDepths, ShareFilms and
/// ShareColors exchange nothing.
///
/// A picture is made in stages, in the order of the methods here. The first call of a stage exchanges the
/// data of all ranks. Later calls return the same result, so a rank may draw again after its device has
/// failed. End completes the stages that a rank has not reached, with an empty contribution or a failure, so
/// that the other ranks never wait for it.
///
/// Translucent surfaces that ranks draw as polygons may be anywhere. In blend mode Composite each of their
/// fragments goes to the rank whose part of the volume contains it, which adds it to its rays.
///
/// The front rank shows the whole picture. Blending then shows it once and over everything that is not ray
/// cast, as a single rank would. The picture consists of the surfaces (isosurfaces and slices of the volume)
/// of all ranks, composited in their order of depth, and the films behind them. Rays of all ranks end at the
/// nearest opaque object of any rank.
class INKRAYRENDERING_EXPORT RankExchange
{
public:
  /// The contribution of a rank to a picture.
  struct Offer
  {
    bool HasData = false;            ///< the rank casts rays
    bool HasSurfaces = false;        ///< its rays may meet surfaces
    bool HasOpaque = false;          ///< its window has depths of opaque objects
    int Size[2] = { 0, 0 };          ///< size in pixels of the image that it would cast
    double Range[2] = { 1.0, -1.0 }; ///< range by which its values are normalized; low above high: no values
  };
  /// The properties of the picture that all ranks agree on.
  struct Agreement
  {
    bool IsAny = false; ///< some rank has data; if false, the other members have no meaning
    bool HasSurfaces = false;
    bool HasOpaque = false;
    int Size[2] = { 0, 0 };
    double Range[2] = { 1.0, -1.0 };
    int First = 0;  ///< the first rank that has data
    int Front = -1; ///< the front rank that can show the picture; -1: no rank can
  };

  /// Begin a picture; without `ranks`, this rank draws for itself. `isMerged`: the picture merges several
  /// volumes (ShareSuccess).
  void Begin(
    RayCastRanks* ranks, const inkray::FilmTraits& film, vtkRenderer* renderer, bool isMerged = false);
  bool IsOn() const { return this->Ranks != nullptr; }
  bool IsComposite() const { return this->Film.isComposite; }
  /// Whether ranks have agreed on a picture, and this rank has not reached the last stage.
  bool IsUnfinished() const;

  /// Agree on the picture. `shows`: this rank has a window that could show it.
  const Agreement& Agree(const Offer& offer, bool shows);
  bool Shows() const; ///< whether this rank shows the picture
  bool HaveSurfaces() const { return this->Agreed.HasSurfaces; }
  /// Return the window depths where rays to surfaces end, given the depths of this rank's window, or null.
  /// Returns null if no rank has opaque objects.
  const float* ShareWindows(const float* window);
  /// Where rays of films end: as above, or at opaque surfaces of any rank. `surfaces`: depths of this rank's,
  /// or null.
  const float* ShareDepths(const float* surfaces);
  /// In blend mode Composite: exchange fragments of translucent surfaces, given those that this rank has in
  /// the image of a camera in the volume's coordinates. Returns, sorted, the fragments of all ranks in this
  /// rank's part.
  const SurfaceFragments& ShareFragments(const inkray::Camera& camera, SurfaceFragments fragments);
  /// For a picture of several volumes, before ShareSurfaces: tell whether this rank has cast its part.
  /// Returns whether all ranks have. If not, no rank has a picture, and its stages are over. Each volume can
  /// then be drawn separately, on another device if one has failed.
  bool ShareSuccess(bool hasCast);
  /// Let this rank fail, in any stage; does nothing if the picture shows one volume.
  void Fail();
  /// Whether any rank has failed. All ranks return the same.
  bool HasFailed() const { return this->Failed; }
  /// Composite the surfaces of all ranks. `surfaces`: premultiplied RGBA of this rank's surfaces, or null; in
  /// blend mode Composite, of its whole picture. If this rank shows the picture, returns the result.
  const std::vector<float>& ShareSurfaces(const float* surfaces);
  /// Combine films. `films`: RGBA of this rank's films, or null. Returns the films that this rank has to
  /// develop: for extremes, the pixels in which this rank has the extreme of all ranks; for sums, the sum
  /// over all ranks.
  const std::vector<float>& ShareFilms(const float* films);
  /// Combine developed pixels. `colors`: RGBA of this rank's, or null. Returns the pixels that this rank
  /// shows.
  const std::vector<float>& ShareColors(const float* colors);

  void End();

  /// Composite a picture of premultiplied RGBA with a picture of the same size behind it.
  static void Blend(std::vector<float>& front, const std::vector<float>& behind);

private:
  std::size_t GetPlace() const; // of this rank in Order
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
  int Stage = 0; // the next stage
  bool IsMerged = false;
  bool Failed = false;
  Agreement Agreed;
  std::vector<int> Order; // all ranks in the order of their parts, the nearest first; ranks of unknown place
                          // come last
  std::vector<int> Blended;                 // ranks whose pictures are blended once, the front rank first
  std::vector<std::array<double, 6>> Boxes; // of the parts, by rank; empty: unknown
  std::array<double, 16> BoxesToData{};
  std::vector<float> Depths;
  SurfaceFragments Fragments;
  std::vector<float> Surfaces;
  std::vector<float> Films;
  std::vector<float> Colors;
};
