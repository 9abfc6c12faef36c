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

/// One frame of a vtkTetRayCastMapper: what it shows of the mesh, and the steps that draw it in the window.
class TetRayCastFrame
  : public RayCastFrame
  , private MeshVolumeFrame
{
public:
  /// `films`: the group in whose picture the frame is, or null. `isAsked`: another mapper asks for this one's
  /// part of a picture.
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
  /// Called in place of Draw: Offer describes what this frame adds to a picture of films, and Give provides
  /// its part of a shared picture. They return false if it cannot be shared.
  bool Offer(FilmOffer& offer);
  bool Give(PicturePart& part);
  ///@}
  /// Whether Find completed without data, which is no failure for one of several ranks.
  bool HasNoData() const { return this->IsFound && !this->HasData; }
  /// Called last, also after failures of this rank: show what other ranks have cast, if this rank has to.
  void DrawOthers();

private:
  // The steps, in order. A step that may find nothing to draw returns false then.
  bool CheckInput();
  bool SelectVolume();
  template <class Step>
  void WithMemory(const Step& step); ///< repeats the step in another way if memory runs out
  void DrawOnce();
  /// Update the caster with all data of the frame. Returns false if that fails, or if there is nothing to
  /// show.
  bool Update();
  inkray::FrameOptions MakeOptions() const;
  void SetLight(bool isLit); ///< update the caster's light
  void FindHeldRanges();     ///< find the ranges that values are relative to
  /// Make the options of a picture, and update the caster's light.
  inkray::FrameOptions PrepareCast();
  void Cast();
  PicturePart MakePart(const inkray::FrameOptions& options) const; ///< this frame's part of a shared picture
  void DrawIds(const inkray::FrameOptions& options);               ///< for a selection
  void CastTogether();                                             ///< together with other ranks
  void NoteCast();          ///< take the figures of the frame that was cast
  bool HasSurfaces() const; ///< isosurfaces or slices

  vtkTetRayCastMapper& Mapper;
  TetRayCastParts& Parts;
  const FilmGroup* const Films;
  const bool IsAsked;
  bool IsFound = false; // Find has completed
  bool HasData = false; // set if other ranks draw, too
  RayCastCuts Cuts;
};
