// SPDX-License-Identifier: BSD-3-Clause
#pragma once

class RayCastMapper;
class vtkViewport;

/// Interface of the volumes that draw the finished pictures of ray casting mappers, whatever class of VTK
/// they derive from. ViewScene calls it to draw all of them in a renderer in the order of their depths.
class RayCastProp
{
public:
  virtual ~RayCastProp() = default;

  /// The pass (vtkRayCastVolume::PassType) in which this volume draws a picture of its mapper. -1 if it draws
  /// an outline instead, or the output of a mapper of VTK.
  virtual int GetPicturePass(vtkViewport* viewport) = 0;

  /// The mapper that draws the picture, after an update of its input; null if the input has no data.
  virtual RayCastMapper* GetMapperWithData() = 0;

  /// Draw the picture now. Returns, like the passes of vtkProp, whether anything was drawn.
  virtual int DrawPicture(vtkViewport* viewport) = 0;

  /// Whether other ranks draw this picture at the same time and wait for this rank. Such pictures lie over
  /// all others, so that all ranks draw them in the same order, whatever other pictures each rank has.
  virtual bool IsDrawnTogether() { return false; }

  /// Whether IsDrawnTogether holds for all that is ray cast in the view, on all ranks: they have the same
  /// pictures in the same order.
  virtual bool AreAllDrawnTogether() { return false; }

  /// Whether all ranks pass true. Collective: all ranks call this.
  virtual bool AgreeOn(bool yes) { return yes; }
};
