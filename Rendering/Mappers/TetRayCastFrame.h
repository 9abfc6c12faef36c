// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "MeshVolumeFrame.h"
#include "PicturePart.h"
#include "RayCastCuts.h"
#include "RayCastFrame.h"

namespace inkray
{
struct FrameOptions;
}
struct TetRayCastParts;
class vtkTetRayCastMapper;

/// One frame of a vtkTetRayCastMapper: what it shows of the mesh, and the steps that bring it to the window.
class TetRayCastFrame
  : public RayCastFrame
  , private MeshVolumeFrame
{
public:
  /// `films` is the group in whose picture the frame is; null: none. `isAsked`: to give what it would draw.
  TetRayCastFrame(vtkTetRayCastMapper& mapper, TetRayCastParts& parts, const FilmGroup* films, bool isAsked)
    : Mapper(mapper)
    , Parts(parts)
    , Films(films)
    , IsAsked(isAsked)
  {
  }

  bool Find() override;
  void Draw() override;
  void Fail() override;
  ///@{
  /// In place of Draw: what others have to show to share a picture of films, and the part of a picture that
  /// others share. False: it can't be shared.
  bool Offer(FilmOffer& offer);
  bool Give(PicturePart& part);
  ///@}
  /// Whether Find came to its end without data, which is no failure on one of several ranks.
  bool HasNoData() const { return this->IsFound && !this->HasData; }
  /// After the others, also where they have failed: show what other ranks have cast, if this one has to.
  void DrawOthers();

private:
  // The steps, in order. One that may find nothing to draw returns false then.
  bool CheckInput();
  bool SelectVolume();
  template <class Step>
  void WithMemory(const Step& step); ///< once more, otherwise, where memory runs out
  void DrawOnce();
  /// The caster, with all that the frame shows. False: it does not have it, or there is nothing to show.
  bool Update();
  inkray::FrameOptions MakeOptions() const;
  void SetLight(bool isLit); ///< of the caster
  void FindHeldRanges();     ///< the ranges that values are held relative to
  /// The options of a picture, whose light the caster has now.
  inkray::FrameOptions PrepareCast();
  void Cast();
  PicturePart MakePart(const inkray::FrameOptions& options) const; ///< of a picture of several
  void DrawIds(const inkray::FrameOptions& options);               ///< to select by
  void CastTogether();                                             ///< with other ranks
  void NoteCast();          ///< take the figures of the frame that was cast
  bool HasSurfaces() const; ///< isosurfaces or slices

  vtkTetRayCastMapper& Mapper;
  TetRayCastParts& Parts;
  const FilmGroup* const Films;
  const bool IsAsked;
  bool IsFound = false; // Find came to its end
  bool HasData = false; // where this is drawn together with other ranks
  RayCastCuts Cuts;
};
