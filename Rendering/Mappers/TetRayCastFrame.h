// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "VolumeFrame.h"

struct TetRayCastParts;
class vtkTetRayCastMapper;

/// One frame of a vtkTetRayCastMapper: what it shows of the mesh, and the steps that draw it in the window.
class TetRayCastFrame : public VolumeFrame
{
public:
  /// `films`: the group in whose picture the frame is, or null. `isAsked`: another mapper asks for this one's
  /// part of a picture.
  TetRayCastFrame(vtkTetRayCastMapper& mapper, TetRayCastParts& parts, const FilmGroup* films, bool isAsked);

  bool Find() override;
  void Fail() override;
  bool HasNoData() const override;
  /// Called last, also after failures of this rank: show what other ranks have cast, if this rank has to.
  void DrawOthers();

private:
  // The steps, in order. A step that may find nothing to draw returns false then.
  bool CheckInput();
  void DrawOnce() override;
  bool Update() override;
  inkray::FrameOptions MakeOptions() const override;
  void CastTogether(); ///< together with other ranks

  vtkTetRayCastMapper& Mapper;
  TetRayCastParts& Parts;
  const bool IsAsked;
  bool IsFound = false; // Find has completed
};
