// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "VolumeFrame.h"

struct TetRayCastParts;
class vtkTetRayCastMapper;

/// One frame of a vtkTetRayCastMapper: the shown parts of the mesh, and the steps that draw them in the
/// window.
class TetRayCastFrame : public VolumeFrame
{
public:
  /// `films`: the group that shares a picture with this frame, or null. `isAsked`: another mapper asks for
  /// this mapper's part of a picture.
  TetRayCastFrame(vtkTetRayCastMapper& mapper, TetRayCastParts& parts, const FilmGroup* films, bool isAsked);

  bool Find() override;
  void Fail() override;
  bool HasNoData() const override;
  /// Show the picture that other ranks have cast, if this rank has to. Called last, also after failures.
  void DrawOthers();

private:
  // The steps, in order. A step that finds nothing to draw returns false.
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
