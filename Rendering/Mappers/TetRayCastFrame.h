// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "MeshVolumeFrame.h"
#include "RayCastCuts.h"
#include "RayCastFrame.h"
#include "ViewScene.h"

#include <vector>

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
  TetRayCastFrame(vtkTetRayCastMapper& mapper, TetRayCastParts& parts)
    : Mapper(mapper)
    , Parts(parts)
  {
  }

  bool Find() override;
  void Draw() override;
  void Fail() override;
  /// After the others, also where they have failed: show what other ranks have cast, if this one has to.
  void DrawOthers();

private:
  // The steps, in order. One that may find nothing to draw returns false then.
  bool CheckInput();
  bool SelectVolume();
  void DrawOnce();
  /// The caster, with all that the frame shows. False: it does not have it.
  bool Update();
  inkray::FrameOptions MakeOptions() const;
  void SetLight(bool isLit); ///< of the caster
  void FindHeldRanges();     ///< the ranges that values are held relative to
  void OfferFilms();         ///< what others have to show to share a picture
  void Cast();
  ViewScene::Part MakePart(const inkray::FrameOptions& options) const; ///< of a picture of several
  void DrawIds(const inkray::FrameOptions& options);                   ///< to select by
  void CastTogether();                                                 ///< with other ranks
  void NoteCast();          ///< take the figures of the frame that was cast
  bool HasSurfaces() const; ///< isosurfaces or slices

  vtkTetRayCastMapper& Mapper;
  TetRayCastParts& Parts;
  bool HasData = false; // where this is drawn together with other ranks
  RayCastCuts Cuts;
};
