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

  void Fail() override;

private:
  bool FindData() override;
  bool Update() override;
  inkray::FrameOptions MakeOptions() const override;

  vtkTetRayCastMapper& Mapper;
  TetRayCastParts& Parts;
};
